"""The definitions of the method, written out literally: the oracle of the tests.

It shares no code with the package and makes no effort to be fast. A column is
expected to hold values of one type, without NaN, and so are the row ids and labels.
"""

from collections.abc import Collection
from dataclasses import dataclass

from tests.oracle.brute_force_sure import how_sure
from tests.oracle.brute_force_words import sentence


@dataclass(frozen=True)
class Case:
    """One row of the table; a case without a label is not in S."""

    row_id: int | str
    values: tuple[object, ...]
    label: object | None


@dataclass(frozen=True)
class Ranking:
    """The rows of the contract's `_ranked` and `_summary` tables, in order."""

    ranked: list[dict[str, object]]
    summary: list[dict[str, object]]


def rank(
    features: list[str],
    cases: list[Case],
    *,
    rows: Collection[int | str] | None = None,
    by: str = "power",
    count: str = "rows",
    label_column: str = "outcome",
) -> Ranking:
    """Rank the minimal counterfactuals of each row, or of those in `rows`."""
    if by not in ("power", "dag"):
        raise ValueError(f"by is 'power' or 'dag', not {by!r}")
    if count not in ("rows", "distinct"):
        raise ValueError(f"count is 'rows' or 'distinct', not {count!r}")

    sample = [case for case in cases if case.label is not None]
    representatives = [x for x in sample if x == representative(x, sample)]
    counted = sample if count == "rows" else representatives

    ranking = Ranking(ranked=[], summary=[])
    for a in sorted(sample, key=id_order):
        if rows is not None and a.row_id not in rows:
            continue
        minimal = minimal_counterfactuals(a, representatives)
        ranked = ranked_rows(features, a, minimal, sample, counted, by)
        ranking.ranked.extend(ranked)
        summary = summary_row(a, minimal, ranked, sample, counted)
        told = [b for b in minimal if b.row_id == summary["optimal_id"]]
        summary["sentence"] = sentence(
            features, label_column, a, told[0] if told else None, sample
        )
        summary["n_listed"] = len(ranked)
        summary["sureness"], summary["sureness_reason"] = how_sure(
            a,
            told[0] if told and by == "power" else None,
            [power(a, b, counted) for b in minimal],
            sample,
        )
        ranking.summary.append(summary)
    return ranking


# Identity: rows with the same features and the same label are one explanation.


def id_order(case: Case) -> tuple[int, str]:
    """Sort key by row id, which is a number in some tables and text in others."""
    if isinstance(case.row_id, int):
        return (case.row_id, "")
    return (0, case.row_id)


def duplicates(b: Case, sample: list[Case]) -> list[Case]:
    """The rows with b's features and b's label, b among them."""
    return [x for x in sample if x.values == b.values and x.label == b.label]


def twins(b: Case, sample: list[Case]) -> list[Case]:
    """The rows with b's features, whatever their label."""
    return [x for x in sample if x.values == b.values]


def share(b: Case, sample: list[Case]) -> float:
    """How often b's features came with b's label."""
    return len(duplicates(b, sample)) / len(twins(b, sample))


def representative(b: Case, sample: list[Case]) -> Case:
    """The duplicate of b with the smallest row id."""
    return min(duplicates(b, sample), key=id_order)


# Distances and counterfactuals.


def disagreement(a: Case, b: Case) -> list[int]:
    """Dag(a,b): the positions of the features on which a and b differ."""
    pairs = zip(a.values, b.values, strict=True)
    return [i for i, (in_a, in_b) in enumerate(pairs) if in_a != in_b]


def distance(a: Case, b: Case) -> int:
    """H(a,b): the number of features on which a and b differ."""
    return len(disagreement(a, b))


def minimal_counterfactuals(a: Case, representatives: list[Case]) -> list[Case]:
    """The counterfactuals of a at the least distance, one case per explanation."""
    counterfactuals = [
        b for b in representatives if b.label != a.label and distance(a, b) >= 1
    ]
    least = min((distance(a, b) for b in counterfactuals), default=None)
    return [b for b in counterfactuals if distance(a, b) == least]


# Power and rank.


def hyperball(a: Case, b: Case, counted: list[Case]) -> list[Case]:
    """B(a,b): the cases that are at most as far from b as a is."""
    return [x for x in counted if distance(x, b) <= distance(a, b)]


def power(a: Case, b: Case, counted: list[Case]) -> int:
    """The number of cases in B(a,b) whose label is not b's."""
    return len([x for x in hyperball(a, b, counted) if x.label != b.label])


def dag_count(a: Case, b: Case, minimal: list[Case]) -> int:
    """The number of minimal counterfactuals of a that change the features b does."""
    return len([c for c in minimal if disagreement(a, c) == disagreement(a, b)])


def ranks(a: Case, minimal: list[Case], counted: list[Case], by: str) -> list[int]:
    """For each minimal counterfactual, 1 + the number of those with a greater score."""
    if by == "power":
        scores = [power(a, b, counted) for b in minimal]
    else:
        scores = [dag_count(a, b, minimal) for b in minimal]
    return [1 + len([s for s in scores if s > score]) for score in scores]


def margin(supports: list[int], powers: list[int]) -> int | None:
    """How many rows must go for the unique optimal one not to be it, at the least."""
    if len(supports) != 1:
        return None
    if len(powers) == 1:
        return supports[0]
    return min(supports[0], powers[0] - powers[1])


def gap(powers: list[int]) -> float | None:
    """How far the best is ahead of the second, given the powers from the best on."""
    if len(powers) < 2:
        return None
    return (powers[0] - powers[1]) / powers[0] if powers[0] else 0.0


# What is shown.


def text(value: object) -> str | None:
    """The value as SQL casts it to text; NULL stays NULL."""
    if value is None:
        return None
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def shown(value: object) -> str:
    """The value as an explanation shows it, where NULL needs a word."""
    as_text = text(value)
    return "NULL" if as_text is None else as_text


def changed(features: list[str], a: Case, b: Case) -> list[int]:
    """Dag(a,b), in which a feature that stands several times is listed once."""
    return [i for i in disagreement(a, b) if features[i] not in features[:i]]


def changes(features: list[str], a: Case, b: Case) -> list[dict[str, str | None]]:
    """What to change in a to become b, in column order."""
    return [
        {
            "feature": features[i],
            "from_value": text(a.values[i]),
            "to_value": text(b.values[i]),
        }
        for i in changed(features, a, b)
    ]


def explanation(features: list[str], a: Case, b: Case) -> str:
    """The changes from a to b, for a person."""
    return ", ".join(
        f"{features[i]}: {shown(a.values[i])} → {shown(b.values[i])}"
        for i in changed(features, a, b)
    )


def ranked_rows(
    features: list[str],
    a: Case,
    minimal: list[Case],
    sample: list[Case],
    counted: list[Case],
    by: str,
) -> list[dict[str, object]]:
    """The rows of `_ranked` for a, by rank and then by the representative's id."""
    best_first = sorted(
        zip(ranks(a, minimal, counted, by), minimal, strict=True),
        key=lambda ranked: (ranked[0], id_order(ranked[1])),
    )
    result: list[dict[str, object]] = []
    for rank_of_b, b in best_first:
        ball = hyperball(a, b, counted)
        ball_like_a = [x for x in ball if x.label == a.label]
        ball_like_b = [x for x in ball if x.label == b.label]
        class_of_b = [x for x in counted if x.label == b.label]
        result.append(
            {
                "row_id": a.row_id,
                "label": text(a.label),
                "counterfactual_id": b.row_id,
                "counterfactual_label": text(b.label),
                "distance": distance(a, b),
                "changes": changes(features, a, b),
                "explanation": explanation(features, a, b),
                "rank": rank_of_b,
                "is_optimal": rank_of_b == 1,
                "power": power(a, b, counted),
                "ball_size": len(ball),
                "typicality": len(ball_like_b) / len(class_of_b),
                "capacity": power(a, b, counted) / len(ball),
                "universality": len(ball_like_a) / len(ball),
                "dag_count": dag_count(a, b, minimal),
                "support": len(duplicates(b, sample)),
                "share": share(b, sample),
            }
        )
    return result


def summary_row(
    a: Case,
    minimal: list[Case],
    ranked: list[dict[str, object]],
    sample: list[Case],
    counted: list[Case],
) -> dict[str, object]:
    """The row of `_summary` for a, also when a has no counterfactual."""
    powers = sorted((power(a, b, counted) for b in minimal), reverse=True)
    optimal = [row for row in ranked if row["is_optimal"]]
    contradictions = [x for x in twins(a, sample) if x.label != a.label]
    return {
        "row_id": a.row_id,
        "label": text(a.label),
        "min_distance": distance(a, minimal[0]) if minimal else None,
        "n_minimal": len(minimal),
        "n_optimal": len(optimal),
        "is_unique": len(optimal) == 1,
        "power": powers[0] if minimal else None,
        "second_power": powers[1] if len(powers) >= 2 else None,
        "gap": gap(powers),
        "margin": margin([int(str(row["support"])) for row in optimal], powers),
        "is_contradicted": len(contradictions) >= 1,
        # `ranked` is in order, so its first row has the smallest id of the optimal.
        "optimal_id": ranked[0]["counterfactual_id"] if ranked else None,
        "explanation": ranked[0]["explanation"] if ranked else None,
    }


# The paper's running example.

RUNNING_EXAMPLE_FEATURES = ["sex", "age", "race", "degree", "recid"]

RUNNING_EXAMPLE: list[Case] = [
    Case(1, ("male", "<25", "Caucasian", "M", "No"), "Med"),
    Case(2, ("female", "<25", "African", "M", "No"), "Low"),
    Case(3, ("male", ">45", "African", "F", "Yes"), "High"),
    Case(4, ("female", "<25", "Asian", "F", "No"), "Med"),
    Case(5, ("female", "25-45", "Hispanic", "F", "No"), "Med"),
    Case(6, ("female", "<25", "Caucasian", "F", "No"), "Med"),
    Case(7, ("female", ">45", "Caucasian", "M", "No"), "Low"),
    Case(8, ("male", ">45", "African", "M", "Yes"), "High"),
]
