"""The explorer: pages on this machine, to ask a database and see the answer.

Pages are made here, on the server, and work without JavaScript; what is asked is in the
address. The database is only read.
"""

from importlib.util import find_spec

from cfsql.errors import CfsqlError, installing

_NEEDED = ("jinja2", "starlette", "uvicorn")


def refuse_missing_parts() -> None:
    """Refuse to go on without what the pages are made with."""
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        raise CfsqlError(
            f"the pages need {', '.join(missing)}; install it with: {installing('ui')}"
        )
