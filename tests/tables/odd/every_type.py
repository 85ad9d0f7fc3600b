"""Two values of every type that DuckDB can store, and the text of the first."""

from __future__ import annotations

from typing import NamedTuple


class Example(NamedTuple):
    """Two different values in SQL, and what is printed of the first."""

    first: str
    second: str
    text: str
    # Whether a row can go by such a value.
    is_id: bool = True


_UUID = "e00a6342-c2bd-4e06-8b0b-8d8fe99a939"
_NOON = "'2020-01-31 12:00+01'::timestamptz"
_NOON_TEXT = "2020-01-31 11:00:00+00"

# By the type's name in duckdb_types(), and what is special about the values.
EXAMPLES = {
    "BOOLEAN": Example("true", "false", "true"),
    "TINYINT": Example("(-128)::tinyint", "127::tinyint", "-128"),
    "SMALLINT": Example("(-32768)::smallint", "1::smallint", "-32768"),
    "INTEGER": Example("2147483647", "0", "2147483647"),
    "BIGINT": Example("9223372036854775807", "0::bigint", "9223372036854775807"),
    "HUGEINT": Example(
        "'-170141183460469231731687303715884105728'::hugeint",
        "170141183460469231731687303715884105727::hugeint",
        "-170141183460469231731687303715884105728",
    ),
    "UTINYINT": Example("255::utinyint", "0::utinyint", "255"),
    "USMALLINT": Example("65535::usmallint", "0::usmallint", "65535"),
    "UINTEGER": Example("4294967295::uinteger", "0::uinteger", "4294967295"),
    "UBIGINT": Example(
        "18446744073709551615::ubigint", "0::ubigint", "18446744073709551615"
    ),
    "UHUGEINT": Example(
        "340282366920938463463374607431768211455::uhugeint",
        "0::uhugeint",
        "340282366920938463463374607431768211455",
    ),
    "BIGNUM": Example(f"'{'9' * 60}'::bignum", "'-2'::bignum", "9" * 60),
    "FLOAT": Example("'nan'::float", "1.5::float", "nan"),
    "DOUBLE": Example("'-inf'::double", "1.5::double", "-inf"),
    "DECIMAL": Example("1.50::decimal(9, 2)", "2::decimal(9, 2)", "1.50"),
    "DECIMAL of 38 digits": Example(
        "12345678901234567890123456789012345.678::decimal(38, 3)",
        "2::decimal(38, 3)",
        "12345678901234567890123456789012345.678",
    ),
    "VARCHAR": Example("'a'", "'b'", "a"),
    "BLOB": Example(r"'\x00\xFF'::blob", "'b'::blob", r"\x00\xFF"),
    "BIT": Example("'01010'::bit", "'1'::bit", "01010"),
    "UUID": Example(f"'{_UUID}a'::uuid", f"'{_UUID}b'::uuid", f"{_UUID}a"),
    "INTERVAL": Example("interval '3 months'", "interval '1 day'", "3 months"),
    "DATE": Example("date '2020-01-31'", "date '2020-02-01'", "2020-01-31"),
    "DATE without end": Example("'infinity'::date", "'-infinity'::date", "infinity"),
    "DATE before Christ": Example(
        "'0044-03-15 (BC)'::date", "'12020-01-31'::date", "0044-03-15 (BC)"
    ),
    "TIME": Example("time '24:00:00'", "time '10:00:00.5'", "24:00:00"),
    "TIME_NS": Example(
        "'12:00:00.123456789'::time_ns", "'12:00'::time_ns", "12:00:00.123456789"
    ),
    "TIME WITH TIME ZONE": Example(
        "'12:00:00+02'::timetz", "'12:00:00-15:30'::timetz", "12:00:00+02"
    ),
    "TIMESTAMP": Example(
        "timestamp '2020-01-31 10:00:00.5'",
        "timestamp '2020-01-31'",
        "2020-01-31 10:00:00.5",
    ),
    "TIMESTAMP without end": Example(
        "'infinity'::timestamp", "'0044-03-15 (BC)'::timestamp", "infinity"
    ),
    "TIMESTAMP_S": Example(
        "'2020-01-31'::timestamp_s", "'2020-01-30'::timestamp_s", "2020-01-31 00:00:00"
    ),
    "TIMESTAMP_MS": Example(
        "'2020-01-31 00:00:00.25'::timestamp_ms",
        "'2020-01-30'::timestamp_ms",
        "2020-01-31 00:00:00.25",
    ),
    "TIMESTAMP_NS": Example(
        "'2020-01-31 00:00:00.123456789'::timestamp_ns",
        "'2020-01-30'::timestamp_ns",
        "2020-01-31 00:00:00.123456789",
    ),
    "TIMESTAMP WITH TIME ZONE": Example(
        _NOON, "'2020-01-31 12:00+00'::timestamptz", _NOON_TEXT
    ),
    "TIMESTAMP WITH TIME ZONE without end": Example(
        "'infinity'::timestamptz", "'-infinity'::timestamptz", "infinity"
    ),
    "TIMESTAMPTZ_NS": Example(
        "'2020-01-31 12:00:00.123456789+01'::timestamptz_ns",
        "'2020-01-30 00:00+00'::timestamptz_ns",
        "2020-01-31 11:00:00.123456789+00",
    ),
    "ENUM": Example("'a'::enum('b', 'a')", "'b'::enum('b', 'a')", "a"),
    "GEOMETRY": Example(
        "'POINT(1 2)'::geometry", "'POINT(1 3)'::geometry", "POINT (1 2)"
    ),
    "JSON": Example("""'{"a": 1}'::json""", "'[1]'::json", """{"a": 1}"""),
    "VARIANT": Example(f"{_NOON}::variant", "[1, 2]::variant", _NOON_TEXT),
    "LIST": Example(f"[{_NOON}, NULL]", "[]", _NOON_TEXT, False),
    "ARRAY": Example(
        "array_value(interval '3 months', NULL)",
        "array_value(interval '1 day', NULL)",
        "3 months",
        False,
    ),
    "STRUCT": Example(f"{{'it''s': {_NOON}}}", "{'it''s': NULL}", _NOON_TEXT, False),
    "MAP": Example("map {date '2020-01-31': [1]}", "map {}", "2020-01-31", False),
    "UNION": Example(
        "union_value(n := 1)::union(n int, z timestamptz)",
        f"union_value(z := {_NOON})::union(n int, z timestamptz)",
        "1",
        False,
    ),
    "TUPLE": Example(f"row(1, {_NOON})", "row(2, NULL)", _NOON_TEXT, False),
    "LIST of everything": Example(
        f"[{{'m': map {{[1]: ['{_UUID}a'::uuid]}}, 'e': 'a'::enum('b', 'a')}}]",
        f"[{{'m': map {{[1]: ['{_UUID}b'::uuid]}}, 'e': 'a'::enum('b', 'a')}}]",
        f"{_UUID}a",
        False,
    ),
}
