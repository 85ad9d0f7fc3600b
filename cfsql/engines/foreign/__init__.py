"""Databases that are not DuckDB: their tables and queries as streams of Arrow.

Their SQL is written here, as DuckDB's is in the folder beside this one.
"""
