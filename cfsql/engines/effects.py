"""Functions that do more than give a value: no statement of a user's may call one."""

from __future__ import annotations

import re
from collections.abc import Iterable

from cfsql.errors import OnlyReads

# DuckDB's and PostgreSQL's, in one list: a name that one of them lacks does no harm.
_EFFECTS = frozenset(
    {
        # They change a sequence, a seed or a setting.
        *("nextval", "setval", "setseed", "set_config"),
        # They write to logs and files, or to the database file itself.
        *("write_log", "enable_logging", "disable_logging", "truncate_duckdb_logs"),
        *("enable_profiling", "disable_profiling", "checkpoint", "force_checkpoint"),
        # They run a text of SQL, which nobody has looked at.
        *("query", "json_execute_serialized_sql", "query_to_xml", "cursor_to_xml"),
        *("query_to_xmlschema", "query_to_xml_and_xmlschema", "cursor_to_xmlschema"),
        # They take an address of memory for a table.
        *("arrow_scan", "arrow_scan_dumb", "python_arrow_scan", "pandas_scan"),
        *("python_map_function", "seq_scan"),
        # They act on a server, its large objects and whoever else uses it.
        *("gin_clean_pending_list", "lowrite", "pg_cancel_backend", "pg_notify"),
        *("pg_promote", "pg_reload_conf", "pg_rotate_logfile", "pg_switch_wal"),
        *("pg_terminate_backend", "pg_export_snapshot"),
    }
)
# Families of such functions, by how their names begin.
_FAMILIES = (
    *("create_external_", "deregister_external_", "destroy_external_"),
    *("register_external_", "brin_", "dblink", "lo_", "pg_advisory_", "pg_backup_"),
    *("pg_clear_", "pg_copy_", "pg_create_", "pg_drop_", "pg_file_", "pg_log_"),
    *("pg_logical_", "pg_replication_", "pg_restore_", "pg_start_", "pg_stat_reset"),
    *("pg_stop_", "pg_sync_", "pg_try_advisory_", "pg_wal_replay_"),
)

# Comments and texts, which call nothing; a name with a bracket after it.
_CALL = re.compile(
    r"""--[^\n]*|/\*.*?\*/|'(?:[^']|'')*'|(?P<name>"(?:[^"]|"")*"|\w+)\s*\(""",
    re.DOTALL,
)


def refuse_effects(names: Iterable[str]) -> None:
    """Refuse the first of some functions that has an effect."""
    for name in names:
        if name.lower() in _EFFECTS or name.lower().startswith(_FAMILIES):
            raise OnlyReads(f"{name}() does more than read")


def refuse_effects_in(statement: str) -> None:
    """The same for a statement that DuckDB cannot parse: by the names in it."""
    calls = (found["name"] for found in _CALL.finditer(statement))
    refuse_effects(name.strip('"') for name in calls if name is not None)
