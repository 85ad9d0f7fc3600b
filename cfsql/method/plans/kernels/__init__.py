"""Machine code for the plan `compiled`: all that knows numba and numpy is here."""
