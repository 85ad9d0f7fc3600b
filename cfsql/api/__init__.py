"""What people import: databases, tables and their results, from Python."""
