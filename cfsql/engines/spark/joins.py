"""Joins on Spark: all joins of a step as one, under keys that say which they are of."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from cfsql.engines.functions import Function, Join, Layout
from cfsql.engines.queries import Query, query
from cfsql.engines.spark import dialect
from cfsql.engines.spark.staging import Staging

# Pairs of one key that a task may have to look at alone: a few seconds' work.
PAIRS_PER_TASK = 20_000_000

# Joins that are run in one go, and rows that all of these may have.
_MOST_JOINS, _MOST_JOINED_ROWS = 256, 500_000_000


class Joins(Staging):
    """What a step asks of joins of seekers and partners."""

    def define_layout(self, layout: Layout) -> None:
        """Make the functions known that read and write codes, and mask them."""
        super().define_layout(layout)
        self.define(*_mask_functions(layout.words))

    def joins_at_once(self, n_rows: int) -> int:
        """Many: a job takes longer to start than most joins to run."""
        return max(1, min(_MOST_JOINS, _MOST_JOINED_ROWS // n_rows))

    def count_pairs(self, joins: Sequence[Join]) -> list[tuple[int, int]]:
        """For each join, its pairs, and the most of them that share one key."""
        self._key(joins)
        rows = self.fetch(query("spark/join/pair_counts"))
        counts = {
            place: (n_pairs, n_of_one_key) for place, n_pairs, n_of_one_key in rows
        }
        return [counts.get(place, (0, 0)) for place in range(len(joins))]

    def append_joins(
        self,
        query: Query,
        joins: Sequence[Join],
        *,
        n_of_one_key: int,
        **parameters: object,
    ) -> None:
        """Run a query for all joins at once.

        The pairs of a key that are too many for one task are split.
        """
        self._key(joins)
        self._split(is_heavy=n_of_one_key > PAIRS_PER_TASK)
        self.append(query, **parameters)

    def _key(self, joins: Sequence[Join]) -> None:
        """Show seekers and partners under the keys of all joins."""
        agreements = list(
            dict.fromkeys(one for each in joins for one in each.agreements)
        )
        self._create(
            "all_differ",
            {"a": self._code_type, "b": self._code_type, "blocks": "array<boolean>"},
            dialect.expression(_all_differ(agreements)),
        )
        given = {
            "choices": json.dumps(_as_rows(joins, agreements, self._words)),
            "shape": f"array<struct<place: bigint, kept: {self._code_type}, "
            "must_differ: array<boolean>>>",
        }
        for path in ("spark/join/keyed_seekers", "spark/join/keyed_partners"):
            keyed = query(path)
            self.show(keyed.relation, self._frame(keyed, given))
        self.view(query("spark/join/paired_keys"))

    def _split(self, *, is_heavy: bool) -> None:
        """Show them in parts, where a key is too much for one task."""
        heavy_keys = query("spark/join/heavy_keys")
        if is_heavy:
            self.stage(heavy_keys, most_pairs=PAIRS_PER_TASK)
        else:
            self.stage_empty(heavy_keys, most_pairs=PAIRS_PER_TASK)
        self.view(query("spark/join/split_seekers"))
        self.view(query("spark/join/split_partners"))


def _mask_functions(words: Sequence[int]) -> list[Function]:
    """Codes under a mask: joins on many choices of features at once compare these."""
    kept = ", ".join(f"w{word}: code.w{word} & mask.w{word}" for word in words)
    agree = [f"xor(a.w{word}, b.w{word}) & mask.w{word} = 0" for word in words]
    return [
        Function("masked", ("code", "mask"), f"{{{kept}}}"),
        Function("agree_on", ("a", "b", "mask"), " and ".join(agree)),
    ]


def _as_rows(
    joins: Sequence[Join], agreements: Sequence[str], words: Sequence[int]
) -> list[dict[str, Any]]:
    """Joins as data: the bits to keep, and for each block whether it must differ."""
    return [
        {
            "place": place,
            "kept": {f"w{word}": join.kept.get(word, 0) for word in words},
            "must_differ": [one in join.agreements for one in agreements],
        }
        for place, join in enumerate(joins)
    ]


def _all_differ(agreements: Sequence[str]) -> str:
    """Whether two codes differ in all blocks that must."""
    differ = [
        f"(not blocks[{place}] or not ({agreement}))"
        for place, agreement in enumerate(agreements, start=1)
    ]
    return " and ".join(differ) or "true"
