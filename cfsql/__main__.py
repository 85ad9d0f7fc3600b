"""`python -m cfsql` is `cfsql`."""

from cfsql.cli import main

main()
