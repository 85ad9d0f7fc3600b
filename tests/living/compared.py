"""Whose answer is another, as plain Python compares two rankings."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Any

import cfsql

Answer = tuple[str, str]


@dataclass(frozen=True)
class Told:
    """What a ranking tells a row: its optimal answers, and which of them come first."""

    label: str
    answers: list[Answer]
    firsts: list[Answer]
    id: Any = None
    explanation: str | None = None
    to_label: str | None = None
    distance: int = 0


def told(
    database: cfsql.Database, name: str, options: dict[str, Any]
) -> dict[Any, Told]:
    """What a stored ranking tells each of its rows; the least id comes first."""
    found = {}
    listed: dict[Any, list[tuple[Any, str, str, int]]] = {}
    for row_id, *answer in database.sql(
        "select row_id, counterfactual_id, counterfactual_label, explanation, distance "
        f"from {name}_ranked where is_optimal"
    ).fetchall():
        listed.setdefault(row_id, []).append(tuple(answer))
    is_each = options.get("target") == "each"
    for row_id, label in database.sql(
        f"select row_id, label from {name}_summary"
    ).fetchall():
        own = listed.get(row_id, [])
        if not options.get("anonymous"):
            own = sorted(own, key=lambda each: each[0])
        firsts: dict[str | None, Answer] = {}
        for _, to_label, explanation, _ in own:
            firsts.setdefault(to_label if is_each else None, (explanation, to_label))
        answers = sorted((explanation, to_label) for _, to_label, explanation, _ in own)
        found[row_id] = Told(label, answers, sorted(firsts.values()))
        if own:
            id, to_label, explanation, distance = own[0]
            found[row_id] = replace(
                found[row_id],
                id=id,
                explanation=explanation,
                to_label=to_label,
                distance=distance,
            )
    return found


def changed(
    before: dict[Any, Told], after: dict[Any, Told], there: Collection[Any]
) -> Iterator[tuple[Any, ...]]:
    """The rows of both whose optimal answers differ, and how."""
    for row_id in before.keys() & after.keys():
        was, now = before[row_id], after[row_id]
        if (was.label, was.answers) == (now.label, now.answers):
            continue
        yield (
            row_id,
            _reason(was, now),
            was.label,
            was.explanation if was.id in there else None,
            now.label,
            now.explanation,
            len(was.answers),
            len(now.answers),
        )


def _reason(was: Told, now: Told) -> str:
    if was.label != now.label:
        return "another outcome"
    if not was.answers:
        return "a first answer"
    if not now.answers:
        return "no answer any more"
    if was.firsts == now.firsts:
        return "a tie came or went"
    if now.distance != was.distance:
        return "a nearer answer" if now.distance < was.distance else "a further answer"
    if was.explanation == now.explanation and was.to_label != now.to_label:
        return "the same changes, to another outcome"
    return "another answer"
