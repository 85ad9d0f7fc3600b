"""Answers as people see them: terminal, pages, charts and files."""
