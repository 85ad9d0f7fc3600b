"""The process that answers questions, one after the other, until it is stopped.

A question can take too long inside one function of DuckDB, which no interrupt reaches,
and can need more memory than there is. So it has a process of its own, which the server
can end. Questions come and answers go as lines of JSON.
"""

from __future__ import annotations

import json
import signal
import sys
import traceback
from typing import TYPE_CHECKING, Any

from cfsql.agents.answers import failure, told
from cfsql.agents.settings import Settings
from cfsql.agents.tools import TOOLS
from cfsql.controls import safe
from cfsql.errors import CfsqlError

if TYPE_CHECKING:
    from cfsql.api.database import Database

BUG = "cfsql failed in a way that it should not; see its log"


def reply(settings: Settings, tool: str, given: dict[str, Any]) -> dict[str, object]:
    """The text of an answer, and whether it is that of an error."""
    (asked,) = (each for each in TOOLS if each.name == tool)
    longest = settings.longest
    try:
        with _open(settings) as database:
            answer = asked.ask(database, {**given, "anonymous": settings.is_anonymous})
        text = told(answer, longest, rest=asked.rest)
        return {"text": text, "is_error": False}
    except CfsqlError as error:
        return {"text": failure(error, longest), "is_error": True}
    except Exception:
        # A bug of ours: whoever started the server sees where.
        traceback.print_exc(file=sys.stderr)
        return {"text": failure(BUG, longest), "is_error": True}


def _open(settings: Settings) -> Database:
    from cfsql.api.database import connect

    return connect(
        settings.path,
        read_only=True,
        external_access=False,
        threads=settings.threads,
        memory_limit=settings.memory_limit,
        trace=_say if settings.is_traced else None,
    )


def _say(statement: str) -> None:
    print(f"{safe(statement)};", file=sys.stderr, flush=True)


def main() -> None:
    """Answer what comes on standard input."""
    # Ctrl-C is for the server, which ends this process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    settings = Settings(**json.loads(sys.argv[1]))
    for line in sys.stdin:
        tool, given = json.loads(line)
        print(json.dumps(reply(settings, tool, given)), flush=True)


if __name__ == "__main__":
    main()
