"""Lists of rows: which, by which columns, in which order, and what can be chosen."""
