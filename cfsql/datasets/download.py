"""Downloads that resume after a cut, into a cache that is looked at first."""

from __future__ import annotations

import os
import socket
import ssl
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import IO, Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from cfsql.datasets.dataset import Source, file_name
from cfsql.errors import CfsqlError, DownloadFailed, WrongUse
from cfsql.progress import Progress, Silent
from cfsql.version import __version__
from cfsql.words import many

# Progress is shown in blocks of a kilobyte.
_BLOCK = 1024

# Answers that may be others a moment later.
_PASSING = (408, 429, 500, 502, 503, 504)


class _Passing(Exception):
    """A failure that another attempt may mend."""


class _NoAnswer(_Passing):
    """Nobody answered, yet."""


class _Unreachable(DownloadFailed):
    """There was no answer at all."""


class Downloader:
    """Gets files into a folder, each only once."""

    def __init__(
        self,
        cache: Path,
        *,
        mirror: str | None = None,
        force: bool = False,
        progress: Progress | None = None,
        tell: Callable[[str], None] = lambda message: None,
        timeout: float = 20,
        pauses: Sequence[float] = (0.5, 1, 2),
    ) -> None:
        """Keep files in `cache`; with `force` those that it has are not used.

        A `mirror` is asked for files of the same names instead of their own
        addresses. There are as many attempts as `pauses`, and one more.
        """
        if mirror is not None and urlsplit(mirror).scheme not in ("http", "https"):
            raise WrongUse(f"--mirror takes an https address, not '{mirror}'")
        self.cache = cache
        self._mirror = mirror
        self._force = force
        self._progress = progress or Silent()
        self._tell = tell
        self._timeout = timeout
        self._pauses = pauses
        self._received: set[Path] = set()
        self._unreachable: dict[str, _Unreachable] = {}
        self._opener = build_opener(_NoDowngrade)

    def get(self, source: Source) -> Path:
        """The file of a source, from the first of its addresses that has it."""
        for url in source.urls:
            path = self.cache / file_name(url)
            if path in self._received or (path.is_file() and not self._force):
                return path
        failures: list[DownloadFailed] = []
        for url in source.urls:
            try:
                return self._download(self._address(url), source.page)
            except DownloadFailed as failure:
                failures.append(failure)
                if isinstance(failure, _Unreachable):
                    break
        raise failures[0]

    def _address(self, url: str) -> str:
        if self._mirror is None:
            return url
        return f"{self._mirror.rstrip('/')}/{quote(file_name(url))}"

    def _download(self, url: str, page: str) -> Path:
        host = urlsplit(url).netloc
        if host in self._unreachable:
            raise self._unreachable[host]
        path = self.cache / file_name(url)
        part = path.with_name(f"{path.name}.part")
        self._make_cache()
        if self._force:
            part.unlink(missing_ok=True)
        self._tell(f"downloading {url}")
        try:
            self._try_often(url, part, page)
        except _Unreachable as failure:
            self._unreachable[host] = failure
            raise
        with _writing(path):
            part.replace(path)
            _tag_of(part).unlink(missing_ok=True)
        self._received.add(path)
        return path

    def _try_often(self, url: str, part: Path, page: str) -> None:
        for pause in (*self._pauses, None):
            try:
                self._receive(url, part, page)
                return
            except _Passing as failure:
                if pause is not None:
                    self._tell(f"{url} {failure}; trying again")
                    time.sleep(pause)
                    continue
                if isinstance(failure, _NoAnswer):
                    raise self._no_way(url, f"it {failure}") from failure
                raise DownloadFailed(
                    f"{url} {failure}, {many(len(self._pauses) + 1, 'time')}; run this "
                    "again later, it goes on with what has come"
                ) from failure

    def _make_cache(self) -> None:
        problem = "it cannot be written to"
        try:
            self.cache.mkdir(parents=True, exist_ok=True)
            if os.access(self.cache, os.W_OK):
                return
        except OSError as error:
            problem = str(error.strerror)
        raise WrongUse(
            f"cannot keep downloads in {self.cache} ({problem}); "
            "choose another folder with --cache"
        )

    def _receive(self, url: str, part: Path, page: str) -> None:
        """Receive the bytes that are not in `part` yet."""
        start = part.stat().st_size if part.exists() else 0
        request = Request(url, headers={"User-Agent": f"cfsql/{__version__}"})
        if start:
            request.add_header("Range", f"bytes={start}-")
            if _tag_of(part).exists():
                request.add_header("If-Range", _tag_of(part).read_text())
        try:
            response = self._open(request)
        except HTTPError as error:
            error.close()
            if error.code == 416:
                # There is no such rest, so what we have is no part of it.
                part.unlink(missing_ok=True)
                raise _Passing("has changed") from error
            if error.code in _PASSING:
                raise _Passing(f"failed ({error.code} {error.reason})") from error
            raise DownloadFailed(
                f"{url} was refused ({error.code} {error.reason}); look for the file "
                f"at {page} and put it into {self.cache} as {file_name(url)}"
            ) from error
        with response:
            if response.status != 206:
                start = 0
            elif f"bytes {start}-" not in response.headers.get("Content-Range", ""):
                part.unlink(missing_ok=True)
                raise _Passing("sent another part than was asked for")
            _note_tag(part, response)
            # Without a buffer, so that a killed process leaves all that has come.
            mode = "ab" if start else "wb"
            with _writing(part), part.open(mode, buffering=0) as file:
                self._copy(response, file, file_name(url))

    def _open(self, request: Request) -> HTTPResponse:
        try:
            response: HTTPResponse = self._opener.open(request, timeout=self._timeout)
            return response
        except HTTPError:
            raise
        except (OSError, HTTPException) as error:
            reason = error.reason if isinstance(error, URLError) else error
            if _is_hopeless(reason):
                raise self._no_way(request.full_url, _words(reason)) from error
            raise _NoAnswer(f"gave no answer ({_words(reason)})") from error

    def _no_way(self, url: str, reason: object) -> _Unreachable:
        return _Unreachable(
            f"cannot reach {urlsplit(url).netloc} ({reason}); connect to the internet "
            "and run this again, or put the files that cfsql datasets list --format "
            f"json names into {self.cache}"
        )

    def _copy(self, response: HTTPResponse, file: IO[bytes], name: str) -> None:
        length = _length(response)
        n_bytes = 0
        for block in self._blocks(response, name, length):
            file.write(block)
            n_bytes += len(block)
        if length is not None and n_bytes < length:
            raise _Passing(f"was cut off {length - n_bytes:,} bytes before its end")

    def _blocks(
        self, response: HTTPResponse, name: str, length: int | None
    ) -> Iterator[bytes]:
        if length is None:
            while block := _read(response):
                yield block
            return
        for _ in self._progress.track(f"{name}, kB", range(-(-length // _BLOCK))):
            block = _read(response)
            if not block:
                return
            yield block


def default_cache() -> Path:
    """The system's folder for caches."""
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = home / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
    return base / "cfsql" / "datasets"


class _NoDowngrade(HTTPRedirectHandler):
    """Follows redirections, but not from https to an address without it."""

    def redirect_request(
        self, req: Request, fp: Any, code: int, msg: str, headers: Any, newurl: str
    ) -> Request | None:
        if req.type == "https" and urlsplit(newurl).scheme != "https":
            raise DownloadFailed(f"{req.full_url} leads to {newurl}, which is no https")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _read(response: HTTPResponse) -> bytes:
    try:
        return response.read(_BLOCK)
    except (OSError, HTTPException) as error:
        raise _Passing(f"was cut off ({_words(error)})") from error


def _length(response: HTTPResponse) -> int | None:
    """The bytes to come, if the server says so."""
    length = response.headers.get("Content-Length", "")
    return int(length) if length.isdigit() else None


def _is_hopeless(reason: object) -> bool:
    """Whether another attempt would be in vain: no network, no name, no trust."""
    hopeless = (socket.gaierror, ConnectionRefusedError, ssl.SSLError)
    passing = (TimeoutError, ConnectionError, HTTPException)
    return isinstance(reason, hopeless) or not isinstance(reason, passing)


def _words(reason: object) -> str:
    if isinstance(reason, TimeoutError):
        return "nothing came in time"
    return str(getattr(reason, "strerror", None) or reason or type(reason).__name__)


# A part remembers the version of the file that it is a part of.


def _tag_of(part: Path) -> Path:
    return part.with_name(f"{part.name}.tag")


def _note_tag(part: Path, response: HTTPResponse) -> None:
    tag = response.headers.get("ETag") or response.headers.get("Last-Modified")
    with _writing(part):
        if tag is None:
            _tag_of(part).unlink(missing_ok=True)
        else:
            _tag_of(part).write_text(tag)


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise CfsqlError(f"cannot write {path}: {error.strerror}") from error
