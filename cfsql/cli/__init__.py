"""The command line: it reads arguments, calls the library, and prints.

Results go to standard output and nothing else does; talk goes to standard error.
"""

from __future__ import annotations

import os
import signal

_LINE = b"cfsql: interrupted; the database is as it was\n"


def main() -> None:
    """Run the command line; Ctrl-C ends it in one line, also while it is imported."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        # Nothing is open yet, and modules in C may hide a KeyboardInterrupt.
        signal.signal(signal.SIGINT, _leave)
        from cfsql.cli.app import main as run

        signal.signal(signal.SIGINT, signal.default_int_handler)
    else:
        from cfsql.cli.app import main as run
    run()


def _leave(*_: object) -> None:
    os.write(2, _LINE)
    os._exit(130)
