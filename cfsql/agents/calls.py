"""Processes that answer questions: ended when nobody waits for them, or in time."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict
from typing import Any

import anyio
from anyio.abc import Process
from anyio.streams.buffered import BufferedByteReceiveStream

from cfsql.agents.settings import Settings
from cfsql.errors import CfsqlError

# Questions that are answered at the same time.
_N_PROCESSES = 4

# The most bytes of an answer that may have so many characters, each escaped twice.
_BYTES_OF_CHARACTER = 16


class Calls:
    """The processes that answer, each one question at a time."""

    def __init__(self, settings: Settings) -> None:
        """Start none yet."""
        self._settings = settings
        self._waiting = anyio.CapacityLimiter(_N_PROCESSES)
        self._all: set[Process] = set()
        self._idle: list[Process] = []

    async def answer(self, tool: str, given: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to a question; it is given up when the time is over."""
        seconds = self._settings.seconds
        try:
            with anyio.fail_after(seconds):
                async with self._waiting:
                    return await self._ask(json.dumps([tool, given]))
        except TimeoutError:
            raise CfsqlError(
                f"stopped by the time limit of {seconds:g} s, before there was an "
                "answer; ask for less"
            ) from None

    async def _ask(self, question: str) -> dict[str, Any]:
        process = self._idle.pop() if self._idle else await self._start()
        try:
            await process.stdin.send(f"{question}\n".encode())
            stream = BufferedByteReceiveStream(process.stdout)
            most = _BYTES_OF_CHARACTER * self._settings.longest
            line = await stream.receive_until(b"\n", most)
        except (anyio.EndOfStream, anyio.IncompleteRead, anyio.BrokenResourceError):
            await self._end(process)
            raise CfsqlError(
                "the process that looked for the answer has died, perhaps because it "
                "needed too much memory; ask for less"
            ) from None
        except BaseException:
            await self._end(process)
            raise
        self._idle.append(process)
        answer: dict[str, Any] = json.loads(line)
        return answer

    async def _start(self) -> Process:
        """A process with the modules of this one, and no others."""
        process = await anyio.open_process(
            [
                *(sys.executable, "-P", "-m", "cfsql.agents.worker"),
                json.dumps(asdict(self._settings)),
            ],
            stderr=None,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        self._all.add(process)
        return process

    async def _end(self, process: Process) -> None:
        """End a process, whatever it is doing."""
        self._all.discard(process)
        with anyio.CancelScope(shield=True):
            with suppress(ProcessLookupError):
                process.kill()
            await process.aclose()

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Calls]:
        """The processes, one of them ready; all end with the server."""
        self._idle.append(await self._start())
        try:
            yield self
        finally:
            for process in list(self._all):
                await self._end(process)
