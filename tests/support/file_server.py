"""A local HTTP server for files, which can be told to fail as real ones do."""

from __future__ import annotations

import hashlib
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import unquote

Fault = Callable[["Handler", bytes], None]


class FileServer(ThreadingHTTPServer):
    """Serves `files`, but each request first meets the next of its `faults`."""

    daemon_threads = True

    def __init__(self) -> None:
        """Listen on any free port."""
        super().__init__(("127.0.0.1", 0), Handler)
        self.files: dict[str, bytes] = {}
        self.faults: list[Fault] = []
        self.asked: list[tuple[str, str | None]] = []
        self.has_ranges = True
        self.released = threading.Event()

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    """Answers one request."""

    protocol_version = "HTTP/1.1"
    server: FileServer

    def do_GET(self) -> None:
        """Send a file, or what is left of it, or meet a fault."""
        path = unquote(self.path)
        self.server.asked.append((path, self.headers.get("Range")))
        content = self.server.files.get(path)
        if content is None:
            self.send_error(404)
        elif self.server.faults:
            self.server.faults.pop(0)(self, content)
        else:
            self.send(content)

    def send(self, content: bytes, n_bytes: int | None = None) -> None:
        """Announce the file, or the asked part, and send it up to `n_bytes` of it."""
        tag = f'"{hashlib.sha256(content).hexdigest()}"'
        start = 0
        asked = self.headers.get("Range")
        if (
            asked
            and self.headers.get("If-Range", tag) == tag
            and self.server.has_ranges
        ):
            start = int(asked.removeprefix("bytes=").removesuffix("-"))
            if start >= len(content):
                self.send_response(416)
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
        self.send_response(206 if start else 200)
        if start:
            last = len(content) - 1
            self.send_header("Content-Range", f"bytes {start}-{last}/{len(content)}")
        if self.server.has_ranges:
            self.send_header("ETag", tag)
        self.send_header("Content-Length", str(len(content) - start))
        self.end_headers()
        rest = content[start:]
        self.wfile.write(rest if n_bytes is None else rest[:n_bytes])
        if n_bytes is not None:
            self.hang_up()

    def hang_up(self) -> None:
        """End the connection here."""
        self.wfile.flush()
        self.close_connection = True

    def log_message(self, *_: Any) -> None:
        """Keep quiet."""


def status(code: int) -> Fault:
    """Answer with an error."""
    return lambda handler, content: handler.send_error(code)


def cut_after(n_bytes: int) -> Fault:
    """Hang up in the middle of the file."""
    return lambda handler, content: handler.send(content, n_bytes)


def no_answer(handler: Handler, content: bytes) -> None:
    """Hang up without a word."""
    handler.hang_up()


def stall(handler: Handler, content: bytes) -> None:
    """Send half of the file, then nothing, until the test is over."""
    handler.send_response(200)
    handler.send_header("Content-Length", str(len(content)))
    handler.end_headers()
    handler.wfile.write(content[: len(content) // 2])
    handler.wfile.flush()
    handler.server.released.wait(30)
    handler.hang_up()


def without_length(handler: Handler, content: bytes) -> None:
    """Do not say how long the file is, as some archives that are zipped on the fly."""
    _chunks(handler, content)
    handler.wfile.write(b"0\r\n\r\n")


def cut_without_length(handler: Handler, content: bytes) -> None:
    """The same, cut off."""
    _chunks(handler, content[: len(content) // 2])
    handler.hang_up()


def other_range(handler: Handler, content: bytes) -> None:
    """Send a part that nobody has asked for."""
    handler.send_response(206)
    handler.send_header("Content-Range", f"bytes 1-{len(content)}/{len(content)}")
    handler.send_header("Content-Length", "1")
    handler.end_headers()
    handler.wfile.write(b"x")


def _chunks(handler: Handler, content: bytes) -> None:
    handler.send_response(200)
    handler.send_header("Transfer-Encoding", "chunked")
    handler.end_headers()
    for start in range(0, len(content), 1000):
        chunk = content[start : start + 1000]
        handler.wfile.write(b"%x\r\n%s\r\n" % (len(chunk), chunk))


@contextmanager
def serving() -> Iterator[FileServer]:
    """A server, for as long as the test takes."""
    server = FileServer()
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield server
    finally:
        server.released.set()
        server.shutdown()
        thread.join()
        server.server_close()


def free_port() -> int:
    """A port on which nobody listens."""
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port: int = unused.getsockname()[1]
        return port
