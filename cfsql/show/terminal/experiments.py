"""Experiments in the terminal: bars of each figure, and the paper's claims."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from cfsql.experiments.claims import LEAD, USUAL, Finding, findings
from cfsql.experiments.protocol import RELEVANCE
from cfsql.experiments.synthetic import (
    LABEL_FUNCTIONS,
    N_RELEVANT,
    SIZES,
    relevant_share,
)
from cfsql.experiments.words import (
    distances,
    figure,
    function_in_words,
    percent,
    remarks,
    samples_in_words,
)
from cfsql.method.columns import METRICS
from cfsql.show import screen

if TYPE_CHECKING:
    from cfsql.experiments.results import Experiments, Row, Summary

# How long drawings are; shorter on a terminal that is not as wide as this.
_BAR, _DUMBBELL, _SHORT = 30, 24, 10
_WIDE = 80
_N_FAILING = 4
_SPARKS = "▁▂▃▄▅▆▇█"


def experiments_lines(found: Experiments) -> list[str]:
    """All experiments, one after the other."""
    lines: list[str] = []
    judged = findings(found)
    for name, section in _SECTIONS.items():
        rows = found.rows(name)
        if not rows:
            continue
        answered = [row for row in rows if row[0].has_counterfactuals]
        if answered:
            lines += [*_with_claims(judged, name, section(answered)), ""]
        else:
            lines += [f"{name}: nothing to measure, no case has a counterfactual", ""]
    return [*lines, *_notes(found)]


def _with_claims(judged: Sequence[Finding], name: str, body: list[str]) -> list[str]:
    lines = [*body, ""]
    for finding in judged:
        if finding.claim.experiment == name:
            lines += _wrapped("the paper  ", finding.claim.says)
            lines += _wrapped("here       ", finding.in_short)
            failing = [each for each in finding.verdicts if each.holds is False]
            if len(failing) <= _N_FAILING:
                for each in failing:
                    lines += _wrapped(" " * 11, f"{each.subject}: {each.evidence}")
    return lines


def _notes(found: Experiments) -> list[str]:
    drawn = samples_in_words(found)
    if any(each.sd is not None for each in found.summaries):
        drawn += "; ± is the standard deviation"
    lines = _wrapped("", drawn)
    for remark in remarks(found):
        lines += _wrapped("", remark)
    return lines


def _hamming(rows: Sequence[Row]) -> list[str]:
    lines = ["hamming: counterfactuals of a case at distance 1, 2, …"]
    if len(rows) == 1:
        for _, measures in rows:
            counts = distances(measures)
            most = max(each.mean for each in counts)
            lines += _table(
                (f"{place}", figure(each, 1), _bar(each.mean / most))
                for place, each in enumerate(counts, start=1)
            )
            lines += ["", f"  minimal ones: {figure(measures['n_minimal'], 2)}"]
        return lines
    lines += _table(
        (
            study.title,
            _sparks([each.mean for each in distances(measures)]),
            f"most at {_peak(distances(measures))} of {study.n_features}",
        )
        for study, measures in rows
    )
    lines += ["", "  minimal ones per case"]
    by_number = _sorted(rows, "n_minimal")
    most = max((m["n_minimal"].mean for _, m in by_number), default=1)
    lines += _table(
        (
            study.title,
            figure(measures["n_minimal"], 2),
            _bar(measures["n_minimal"].mean / most),
        )
        for study, measures in by_number
    )
    return lines


def _unique(rows: Sequence[Row]) -> list[str]:
    return [
        "unique: cases with a unique optimal counterfactual; ┃ is the paper's 80 %",
        *_table(
            (
                study.title,
                percent(measures["unique_share"]),
                _bar(measures["unique_share"].mean, mark=USUAL),
            )
            for study, measures in _sorted(rows, "unique_share")
        ),
    ]


def _gap(rows: Sequence[Row]) -> list[str]:
    lines = [
        "gap: how far the optimal one is ahead, as a share of its power; "
        "┃ is the paper's 0.2"
    ]
    for measure, heading in (
        ("gap_unique", "where it is unique"),
        ("gap_all", "ties included"),
    ):
        lines += [
            "",
            f"  {heading}",
            *_table(
                (
                    study.title,
                    figure(measures[measure]),
                    _bar(measures[measure].mean, mark=LEAD),
                )
                for study, measures in _sorted(rows, measure)
            ),
        ]
    return lines


def _metrics(rows: Sequence[Row]) -> list[str]:
    lines = ["metrics: ● the optimal counterfactual, ○ one drawn at random, ◉ both"]
    for metric in (each.name for each in METRICS):
        measured = _sorted(rows, f"{metric}_optimal")
        if not measured:
            continue
        pairs = [
            (study, measures[f"{metric}_optimal"], measures[f"{metric}_random"])
            for study, measures in measured
        ]
        most = max(max(optimal.mean, drawn.mean) for _, optimal, drawn in pairs)
        lines += ["", f"  {metric}"]
        lines += _table(
            (
                study.title,
                f"● {figure(optimal)}",
                f"○ {figure(drawn)}",
                f"{optimal.mean - drawn.mean:+.3f}",
                _dumbbell(optimal.mean / (most or 1), drawn.mean / (most or 1)),
            )
            for study, optimal, drawn in pairs
        )
    return lines


def _relevance(rows: Sequence[Row]) -> list[str]:
    lines = ["relevance: relevant features that the optimal counterfactual changes"]
    for _, measures in rows:
        for function in LABEL_FUNCTIONS:
            head = [f"{size:,}" for size in SIZES]
            body = [
                (
                    f"{n_relevant} relevant",
                    *(
                        f"{100 * measures[name].mean:.1f} %"
                        for size in SIZES
                        if (name := relevant_share(function, n_relevant, size))
                        in measures
                    ),
                )
                for n_relevant in N_RELEVANT
            ]
            lines += [
                "",
                f"  label: {function_in_words(function)}",
                *_table([("rows", *head), *body]),
            ]
    return lines


_SECTIONS: dict[str, Callable[[Sequence[Row]], list[str]]] = {
    "hamming": _hamming,
    "unique": _unique,
    "gap": _gap,
    "metrics": _metrics,
    RELEVANCE: _relevance,
}


def _sorted(rows: Sequence[Row], measure: str) -> list[Row]:
    """The tables that have a measure, the highest first."""
    having = [row for row in rows if measure in row[1]]
    return sorted(having, key=lambda row: -row[1][measure].mean)


def _peak(counts: Sequence[Summary]) -> int:
    return 1 + max(range(len(counts)), key=lambda place: counts[place].mean)


def _bar(share: float, *, mark: float | None = None) -> str:
    """A share as a bar; the mark is the paper's figure."""
    length = _length(_BAR)
    # Never rounded up: what does not reach the mark does not touch it.
    filled = int(length * min(share, 1))
    cells = ["█"] * filled + ["·" if mark is not None else " "] * (length - filled)
    if mark is not None:
        cells[int(length * mark)] = "┃"
    return "".join(cells).rstrip()


def _dumbbell(optimal: float, drawn: float) -> str:
    length = _length(_DUMBBELL)
    places = [round((length - 1) * share) for share in (optimal, drawn)]
    cells = ["·"] * length
    for place in range(min(places), max(places)):
        cells[place] = "─"
    cells[places[1]] = "○"
    cells[places[0]] = "●" if places[0] != places[1] else "◉"
    return "".join(cells)


def _length(usual: int) -> int:
    """The length of a drawing."""
    columns = screen.width()
    return usual if columns is None or columns >= _WIDE else _SHORT


def _sparks(values: Sequence[float]) -> str:
    most = max(values)
    return "".join(
        _SPARKS[round((len(_SPARKS) - 1) * value / most)] if value else " "
        for value in values
    )


def _table(rows: Iterable[Sequence[str]]) -> list[str]:
    """Cells side by side; names to the left, figures to the right, drawings last."""
    listed = [list(row) for row in rows]
    if not listed:
        return ["    no case has two minimal counterfactuals"]
    widths = [max(map(len, column)) for column in zip(*listed, strict=True)]
    columns = screen.width()
    if columns is not None and sum(widths) + 2 * len(widths) + 2 > columns:
        # A drawing that does not fit is left out: the figures say the same.
        listed = [row[:-1] if not _is_figure(row[-1]) else row for row in listed]
        widths = widths[: len(listed[0])]
    lines = []
    for row in listed:
        cells = [
            cell.ljust(width)
            if place == 0 or not _is_figure(cell)
            else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append(f"    {'  '.join(cells)}".rstrip())
    return lines


def _is_figure(cell: str) -> bool:
    return any(letter.isdigit() for letter in cell) and not cell.startswith("most")


def _wrapped(head: str, text: str) -> list[str]:
    return textwrap.wrap(
        text,
        screen.prose_width(),
        initial_indent=f"  {head}",
        subsequent_indent=" " * (len(head) + 2),
    )
