"""The explorer: pages on this machine, to ask a database and see the answer.

Pages are made here, on the server, and work without JavaScript; what is asked is in the
address. The database is only read.
"""
