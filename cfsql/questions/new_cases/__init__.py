"""New cases: explained against the table, which they are no part of.

A value that the table does not have differs from every row's. Values that were given
and could not be used, or were not given, are named in remarks.
"""
