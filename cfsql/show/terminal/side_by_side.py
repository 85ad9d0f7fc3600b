"""Two rows side by side: a case and its answer, or any two rows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from cfsql.show import screen
from cfsql.show.formats import text_table
from cfsql.show.side_by_side import Side, all_sides, case_name, shown, sides
from cfsql.show.sureness import sure_of
from cfsql.show.terminal.pieces import Emphasis, one_line, plain, wrapped
from cfsql.speech import named, say, shown_column

if TYPE_CHECKING:
    from cfsql.questions.compare import Comparison
    from cfsql.questions.explanation import Explanation

# The features that are all shown; and the columns that a long value is folded to.
_MANY = 20
_LEAST = 8


def comparison_lines(
    comparison: Comparison, *, emphasis: Emphasis = plain
) -> list[str]:
    """Two rows side by side."""
    values = {each.feature: (each.value, each.value) for each in comparison.agreement}
    changed = {shown_column(each.feature) for each in comparison.disagreement}
    for change in comparison.disagreement:
        values[change.feature] = (change.from_value, change.to_value)
    rows = [
        (
            shown_column(name),
            _value(values[name][0], name, comparison.originals[0]),
            _value(values[name][1], name, comparison.originals[1]),
        )
        for name in comparison.features
    ]
    own, other = comparison.labels
    label = comparison.label_column
    rows.append(
        (
            shown_column(label),
            _value(own, label, comparison.originals[0]),
            _value(other, label, comparison.originals[1]),
        )
    )
    if own != other:
        changed.add(shown_column(label))
    first, second = (named(row_id) for row_id in comparison.row_ids)
    return [
        *wrapped(comparison.sentence, indent=""),
        "",
        *_two_columns(("", first, second), rows, changed, emphasis),
    ]


def _two_columns(
    head: tuple[str, str, str],
    rows: Sequence[tuple[str, str, str]],
    changed: set[str],
    emphasis: Emphasis,
) -> list[str]:
    """Named values of two rows, with an arrow between those that differ."""
    cells = [head, *rows]
    widths = [max(screen.n_cells(row[place]) for row in cells) for place in range(3)]
    columns = screen.width()
    if columns is not None:
        # Without the indentation, the arrow, and what is between them.
        least = [min(each, _LEAST) for each in widths]
        widths = screen.shared_out(widths, least, columns - 9)
    lines = []
    for row in cells:
        is_changed = row is not head and row[0] in changed
        parts = [screen.folded(c, w) for c, w in zip(row, widths, strict=True)]
        for place, line in enumerate(zip_longest(*parts, fillvalue="")):
            name, own, other = map(screen.padded, line, widths)
            arrow = "→" if is_changed and not place else " "
            text = f"{name}  {own}  {arrow}  {other}".rstrip()
            lines.append("  " + (emphasis(text) if is_changed else text))
    return lines


def _value(value: str | None, name: str, originals: dict[str, str | None]) -> str:
    """A value, and the number that it is the interval of."""
    return one_line(shown(name, value, originals))


def case_and_answer(
    explanation: Explanation, emphasis: Emphasis, *, all_features: bool = True
) -> list[str]:
    """A case beside its optimal counterfactual, or alone if it has none.

    Of many features only those are shown that change, unless all are asked for.
    """
    best = explanation.optimal
    own = case_name(explanation)
    compared = sides(explanation)
    listed = compared
    if not all_features and len(compared) > _MANY:
        listed = [each for each in compared if each.is_changed]
    rest = _rest(len(compared) - len(listed), is_alone=best is None)
    if best is None:
        if not listed:
            return rest
        rows = [(each.feature, one_line(each.own), "") for each in listed]
        return _two_columns(("", own, ""), rows, set(), emphasis)
    rows = [(each.feature, one_line(each.own), one_line(each.other)) for each in listed]
    name = explanation.label_column
    label = shown_column(name)
    own_label = shown(name, explanation.label, explanation.originals) or ""
    other_label = shown(name, best.counterfactual_label, best.originals) or ""
    rows.append((label, own_label, other_label))
    changed = {each.feature for each in listed if each.is_changed} | {label}
    other = named(best.counterfactual_id)
    return [*_two_columns(("", own, other), rows, changed, emphasis), *rest]


def _rest(n_features: int, *, is_alone: bool) -> list[str]:
    """The features that are not shown, and the option that shows them."""
    if not n_features:
        return []
    said = (
        say("… {n:# feature|# features}; --all-features shows them", n=n_features)
        if is_alone
        else say(
            "… {n:# feature|# features} with the same value in both; --all-features "
            "shows them",
            n=n_features,
        )
    )
    return wrapped(said, indent="  ")


def explanations_lines(explanations: Sequence[Explanation]) -> list[str]:
    """Several explanations: each in a sentence, and side by side what would change."""
    with explanations[0].speech.spoken():
        lines = []
        for each in explanations:
            sentence = wrapped(each.sentence, indent="  ")
            lines += [each.title, *sentence, *sure_lines(each), ""]
        rows = [
            [line[0].feature, *(_cell(side) for side in line)]
            for line in all_sides(explanations)
        ]
        return lines + text_table(["", *map(case_name, explanations)], rows)


def sure_lines(explanation: Explanation) -> list[str]:
    """How sure the answer is, below its sentence."""
    return wrapped(sure_of(explanation) or "", indent="  ")


def _cell(side: Side) -> str:
    """A value, and what it would have changed to."""
    own = one_line(side.own)
    return f"{own} → {one_line(side.other)}" if side.is_changed else own
