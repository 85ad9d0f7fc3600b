"""Spark as the engine: the queries of `sql/` on tables that one machine cannot hold."""
