"""The engines that run the queries. DuckDB is the default, and the truth."""
