"""The command line: it reads arguments, calls the library, and prints.

Results go to standard output and nothing else does; talk goes to standard error.
"""

from cfsql.cli.app import main

__all__ = ["main"]
