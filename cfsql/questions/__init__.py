"""What can be asked of a table: each question, and the answer as data."""
