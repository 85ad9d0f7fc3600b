"""`python -m cfsql` is `cfsql`."""

from cfsql.cli import main

if __name__ == "__main__":
    main()
