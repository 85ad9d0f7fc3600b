"""Two rows side by side: a case and its answer, or any two rows."""

from __future__ import annotations

from collections.abc import Sequence

from cfsql.questions.compare import Comparison
from cfsql.questions.explain import Explanation
from cfsql.show.side_by_side import sides
from cfsql.show.terminal.pieces import Emphasis, one_line, plain, wrapped
from cfsql.words import named, with_original


def comparison_lines(
    comparison: Comparison, *, emphasis: Emphasis = plain
) -> list[str]:
    """Two rows side by side."""
    values = {each.feature: (each.value, each.value) for each in comparison.agreement}
    changed = {change.feature for change in comparison.disagreement}
    for change in comparison.disagreement:
        values[change.feature] = (change.from_value, change.to_value)
    rows = [
        (
            name,
            _value(values[name][0], name, comparison.originals[0]),
            _value(values[name][1], name, comparison.originals[1]),
        )
        for name in comparison.features
    ]
    own, other = comparison.labels
    rows.append((comparison.label_column, one_line(own), one_line(other)))
    if own != other:
        changed.add(comparison.label_column)
    first, second = comparison.row_ids
    return [
        *wrapped(comparison.sentence, indent=""),
        "",
        *_two_columns(("", f"row {first}", f"row {second}"), rows, changed, emphasis),
    ]


def _two_columns(
    head: tuple[str, str, str],
    rows: Sequence[tuple[str, str, str]],
    changed: set[str],
    emphasis: Emphasis,
) -> list[str]:
    """Named values of two rows, with an arrow between those that differ."""
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(3)]
    lines = []
    for row in [head, *rows]:
        is_changed = row is not head and row[0] in changed
        name, own, other = (c.ljust(w) for c, w in zip(row, widths, strict=True))
        text = f"{name}  {own}  {'→' if is_changed else ' '}  {other}".rstrip()
        lines.append("  " + (emphasis(text) if is_changed else text))
    return lines


def _value(value: str | None, name: str, originals: dict[str, str | None]) -> str:
    """A value, and the number that it is the interval of."""
    return one_line(with_original(value, originals.get(name)))


def case_and_answer(explanation: Explanation, emphasis: Emphasis) -> list[str]:
    """A case beside its optimal counterfactual, or alone if it has none."""
    best = explanation.optimal
    own = "new case" if explanation.row_id is None else f"row {explanation.row_id}"
    compared = sides(explanation)
    if best is None:
        rows = [(each.feature, one_line(each.own), "") for each in compared]
        return _two_columns(("", own, ""), rows, set(), emphasis)
    rows = [
        (each.feature, one_line(each.own), one_line(each.other)) for each in compared
    ]
    label = explanation.label_column
    rows.append((label, explanation.label or "", best.counterfactual_label))
    changed = {each.feature for each in compared if each.is_changed} | {label}
    other = named(best.counterfactual_id)
    return _two_columns(("", own, other), rows, changed, emphasis)
