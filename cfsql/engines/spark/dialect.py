"""DuckDB's SQL as Spark reads it: what sqlglot makes of it, and what it gets wrong."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from functools import cache

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from cfsql.engines.functions import Function, function_of
from cfsql.engines.queries import Query, override, queries
from cfsql.errors import BadCondition, NotOneCondition, NotTheSameTwice

# Where rules of ours take over, sqlglot need not say what it cannot do.
logging.getLogger("sqlglot").setLevel(logging.ERROR)

_PLACEHOLDER = re.compile(r"\$(\w+)")

# Functions of DuckDB's that sqlglot passes on, and what they are called in Spark.
# A slice from the first element on ends with its length; one from the last has but one.
_OTHER_NAMES = {"list_position": "array_position", "list_slice": "slice"}

# Functions that do not give the same twice, beyond those that sqlglot knows.
_VOLATILE = {
    "input_file_block_length",
    "input_file_block_start",
    "input_file_name",
    "monotonically_increasing_id",
    "now",
    "rand",
    "randn",
    "random",
    "randstr",
    "shuffle",
    "spark_partition_id",
    "uniform",
    "uuid",
}
_VOLATILE_NODES = (
    exp.CurrentDate,
    exp.CurrentTime,
    exp.CurrentTimestamp,
    exp.Rand,
    exp.Randn,
    exp.Uuid,
)


def common_functions() -> dict[str, Function]:
    """The functions that queries call: without types, Spark cannot be given them.

    Those that Spark has a text of its own for are made there.
    """
    own = {each.name for each in queries("spark/functions")}
    return {
        each.name: function_of(each)
        for each in (*queries("functions"), *queries("sentences"))
        if each.name not in own
    }


def query_text(query: Query, functions: Mapping[str, Function]) -> str:
    """A query for Spark: from `sql/spark` if it is there, else translated."""
    own = query if query.path.startswith("spark/") else override("spark", query)
    if own is not None:
        return _PLACEHOLDER.sub(r":\1", own.body)
    return translated(query.body, functions)


def translated(statement: str, functions: Mapping[str, Function]) -> str:
    """A statement of DuckDB's for Spark, with these functions written out in it."""
    tree = _parsed(statement).copy()
    # A function may call others, and so may what it is given.
    while calls := [
        call for call in tree.find_all(exp.Anonymous) if call.name.lower() in functions
    ]:
        function = functions[calls[0].name.lower()]
        calls[0].replace(_written_out(function, calls[0].expressions))
    return str(_by_rule(tree).sql(dialect="spark", pretty=True))


def unordered(
    statement: str, functions: Mapping[str, Function]
) -> tuple[str, list[str], list[str]]:
    """A query without its order; its columns, and what it was ordered by."""
    tree = _parsed(statement).copy()
    columns = list(tree.named_selects)
    order = tree.args.get("order")
    keys = [each.this.name for each in order.expressions] if order else []
    tree.set("order", None)
    if "*" not in columns:
        tree = tree.select(*(key for key in keys if key not in columns))
    return translated(tree.sql(dialect="duckdb"), functions), columns, keys


def expression(text: str) -> str:
    """The body of a function of DuckDB's for Spark."""
    (body,) = _by_rule(_parsed(f"select {text}").copy()).expressions
    return str(body.sql(dialect="spark"))


def references(condition: str) -> list[list[str]]:
    """The columns that a user's condition, in Spark's SQL, names, in their parts."""
    try:
        trees = sqlglot.parse(condition, read="spark")
    except SqlglotError as error:
        raise BadCondition(str(error).splitlines()[0]) from error
    if len(trees) != 1 or trees[0] is None:
        raise NotOneCondition
    for node in trees[0].walk():
        if isinstance(node, (exp.Query, exp.Star, exp.DDL, exp.Command, exp.Alias)):
            raise NotOneCondition
        if isinstance(node, _VOLATILE_NODES) or (
            isinstance(node, exp.Anonymous) and node.name.lower() in _VOLATILE
        ):
            raise NotTheSameTwice(node.sql(dialect="spark").partition("(")[0].lower())
    return [
        [part.name for part in column.parts] for column in trees[0].find_all(exp.Column)
    ]


@cache
def _parsed(text: str) -> exp.Expression:
    return sqlglot.parse_one(text, read="duckdb")


def _written_out(function: Function, arguments: list[exp.Expression]) -> exp.Expression:
    """The body of a function with its arguments in it."""
    whole = [
        exp.Paren(this=each) if isinstance(each, exp.Binary) else each
        for each in arguments
    ]
    given = dict(zip(function.parameters, whole, strict=True))

    def filled(node: exp.Expression) -> exp.Expression:
        if isinstance(node, exp.Column) and not node.table and node.name in given:
            return given[node.name].copy()
        return node

    return _parsed(function.body).transform(filled)


def _by_rule(tree: exp.Expression) -> exp.Expression:
    """The tree with everything replaced that sqlglot would get wrong, inside first."""
    for node in reversed(list(tree.walk())):
        replaced = _rule(node)
        if replaced is not node:
            node.replace(replaced)
    return tree


def _rule(node: exp.Expression) -> exp.Expression:
    if isinstance(node, exp.BitwiseXor):
        # Spark has an operator for it, which binds less than what stands around.
        return exp.Paren(this=node.copy())
    if isinstance(node, exp.Anonymous) and node.name.lower() in _OTHER_NAMES:
        return exp.func(_OTHER_NAMES[node.name.lower()], *node.expressions)
    if isinstance(node, exp.Bracket):
        return _element(node)
    if isinstance(node, exp.ArrayAgg) and isinstance(node.this, exp.Order):
        return _ordered_list(node.this)
    if isinstance(node, exp.Filter) and isinstance(node.this, exp.Max):
        return _largest(node.this, node)
    if isinstance(node, exp.Max) and not isinstance(node.parent, exp.Filter):
        return _largest(node, None)
    return node


def _element(bracket: exp.Bracket) -> exp.Expression:
    """The element of a list, from 1 on, or NULL beyond its end; of a struct, a member.

    Spark counts from 0, and fails beyond the end.
    """
    (index,) = bracket.expressions
    if isinstance(index, exp.Literal) and index.is_string:
        return exp.Dot(this=bracket.this, expression=exp.to_identifier(index.name))
    if isinstance(index, exp.Literal):
        # sqlglot has put it in terms of 0 already.
        index = exp.Literal.number(int(index.name) + 1)
    place = exp.cast(index, "int")
    return exp.func("try_element_at", bracket.this, place)


def _ordered_list(order: exp.Order) -> exp.Expression:
    """The values of a group in the order of others, which Spark sorts afterwards."""
    keys = [
        exp.alias_(ordered.this, f"key_{place}")
        for place, ordered in enumerate(order.expressions)
    ]
    pairs = exp.func("struct", *keys, exp.alias_(order.this, "listed"))
    return exp.func(
        "transform",
        exp.func("array_sort", exp.func("collect_list", pairs)),
        exp.Lambda(
            this=exp.Dot(
                this=exp.to_identifier("pair"), expression=exp.to_identifier("listed")
            ),
            expressions=[exp.to_identifier("pair")],
        ),
    )


def _largest(largest: exp.Max, filtered: exp.Filter | None) -> exp.Expression:
    """The few largest values of a group, which Spark has no function for."""
    n_largest = largest.args.get("count")
    if n_largest is None:
        return filtered or largest
    listed: exp.Expression = exp.func("collect_list", largest.this)
    if filtered is not None:
        listed = exp.Filter(this=listed, expression=filtered.expression)
    in_order = exp.func("sort_array", listed, exp.false())
    return exp.func("slice", in_order, exp.Literal.number(1), n_largest)
