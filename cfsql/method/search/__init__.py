"""Search and count: which rows are compared, and by which of three plans."""
