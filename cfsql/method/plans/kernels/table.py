"""Rows of DuckDB as arrays, in the order that kernels want, and back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from cfsql.method import outcomes
from cfsql.method.order import Direction, bits_of
from cfsql.method.packing import Field
from cfsql.method.plans.kernels.arrays import Array, Layout, Partners, Rows

# Pairs that are written by one statement.
_ROWS_AT_ONCE = 250_000


def layout_of(
    fields: Sequence[Field], n_frozen: int, directions: Sequence[Direction] = ()
) -> Layout:
    """The layout of fields, of which the first are frozen, and some directed."""
    n_words = 1 + max(field.word for field in fields)
    low, flags = np.zeros((2, n_words), dtype=np.int64)
    decided = np.zeros((len(fields) + 1, n_words), dtype=np.int64)
    for place, field in enumerate(fields):
        low[field.word] |= field.low
        flags[field.word] |= field.flag
        decided[(0 if place < n_frozen else place + 1) :, field.word] |= field.flag
    features = [
        (field.word, field.shift, field.mask >> field.shift, field.flag, field.weight)
        for field in fields
    ]
    directed = np.zeros((n_words if directions else 0, 4), dtype=np.int64)
    for word, bits in bits_of(directions).items():
        directed[word] = bits.turned, bits.places, bits.tops, bits.kinds
    weights = np.array([field.weight for field in fields] + [0], dtype=np.int64)
    more = np.unique(weights[weights > 1]) - 1
    heavy = np.zeros((len(more), n_words), dtype=np.int64)
    for field in fields:
        heavy[more == field.weight - 1, field.word] |= field.flag
    return Layout(
        np.array(features, dtype=np.int64),
        n_frozen,
        low,
        flags,
        decided,
        directed,
        np.cumsum(weights[::-1])[::-1].copy(),
        heavy,
        more,
    )


def column(table: pa.Table, name: str) -> Array:
    """A column of whole numbers."""
    return table.column(name).to_numpy()


def words_of(table: pa.Table, order: Array) -> Array:
    """The packed codes, a column for each word, in an order."""
    codes: Any = table.column("code")
    names = [field.name for field in codes.type]
    words = np.empty((len(names), len(order)), dtype=np.int64)
    first = 0
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    for chunk in codes.chunks:
        there = place[first : first + len(chunk)]
        for name, values in zip(names, chunk.flatten(), strict=True):
            word = int(name.removeprefix("w"))
            words[word, there] = values.to_numpy(zero_copy_only=False)
        first += len(chunk)
    return words


def in_batches(tables: Iterable[pa.Table]) -> Iterator[pa.Table]:
    """Tables put together, so that few statements write them."""
    batch: list[pa.Table] = []
    for table in tables:
        batch.append(table)
        if sum(each.num_rows for each in batch) >= _ROWS_AT_ONCE:
            yield pa.concat_tables(batch)
            batch = []
    if batch:
        yield pa.concat_tables(batch)


def numbered(words: Array) -> Rows:
    """Rows that are known by their places."""
    return Rows(words, np.arange(words.shape[1], dtype=np.int32))


@dataclass(frozen=True)
class Cases:
    """Partners in the order of their labels: instances that seekers are compared with.

    `labels` are the label ids, in ascending order.
    """

    ids: Array
    labels: Array
    rows: Rows
    known: Partners

    @classmethod
    def of(cls, table: pa.Table) -> Cases:
        """Instances with `instance_id`, `label_id`, `weight` and `code`."""
        if not table.num_rows:
            nothing = np.empty(0, dtype=np.int64)
            rows = numbered(np.empty((1, 0), dtype=np.int64))
            starts = np.zeros(1, dtype=np.int64)
            return cls(nothing, nothing, rows, Partners(starts, nothing, nothing))
        return cls.of_arrays(
            column(table, "instance_id"),
            column(table, "label_id"),
            column(table, "weight").astype(np.int64),
            lambda order: words_of(table, order),
        )

    @classmethod
    def of_arrays(
        cls,
        ids: Array,
        label_ids: Array,
        weights: Array,
        words: Callable[[Array], Array],
    ) -> Cases:
        """Instances by what is known of each; `words` gives their codes in an order."""
        labels, places = np.unique(label_ids, return_inverse=True)
        kinds = 2 * places + (weights != 1)
        if len(labels) < 1 << 14:
            # numpy sorts numbers of 16 bits by their digits.
            kinds = kinds.astype(np.int16)
        order = np.argsort(kinds, kind="stable")
        starts = np.searchsorted(kinds[order], np.arange(2 * len(labels) + 1))
        known = Partners(
            np.ascontiguousarray(starts[::2].astype(np.int64)),
            np.ascontiguousarray(starts[1::2].astype(np.int64)),
            weights[order],
        )
        return cls(ids[order], labels, numbered(words(order)), known)

    def __len__(self) -> int:
        return len(self.ids)

    def alike(self, label_ids: Array, *, is_apart: bool) -> tuple[Array, Array]:
        """From where to where the cases are that have no other outcome than each id.

        Other outcomes are those that differ, or that differ by enough: `is_apart`.
        """
        starts = self.known.label_starts
        if not is_apart:
            first, stop = (
                np.searchsorted(self.labels, label_ids, side=side)
                for side in ("left", "right")
            )
        else:
            first, stop = (
                np.searchsorted(outcomes.places(self.labels), place)
                for place in outcomes.alike(label_ids)
            )
        return starts[first], starts[np.maximum(first, stop)]
