"""Tables in a lake of files, too large for one machine: ranked by Spark.

Nothing is imported here: without Spark, `sessions` must be able to say what is missing.
"""
