"""The results of `why` as Markdown."""

from __future__ import annotations

from benchmarks.goals import Found, by_name
from benchmarks.layout import about, document, grid, size, skipped, times
from benchmarks.measure import Measurement, Outcome
from benchmarks.record import Results

SMALLEST = "smallest "


def markdown(results: Results) -> str:
    """The whole report."""
    found = by_name(results.measurements)
    parts = [
        "# How long `why` takes",
        *about(results),
        "## The first rows of each table",
        "All minimal factual explanations of each row, found and stored by `why_rows`. "
        "A contradicted row has none. Smallest: the mean size of a row's smallest.",
        _first_rows(found),
        "## Against plain Python",
        "Milliseconds a row, by the clock and of all cores together. Plain Python "
        "compares with numpy, searches on one core, and stores nothing. ≈ means that a "
        "part of the rows was timed. Ratio: how many times as long as cfsql it takes; "
        "it always finds all, also where cfsql was not complete.",
        _against(found),
        *skipped(results),
    ]
    return document(parts)


def _first_rows(found: Found) -> str:
    rows = []
    for each in _of(found, "cfsql why"):
        if each.outcome is None or each.best is None:
            rows.append([each.table, *[""] * 3, each.failure, *[""] * 7])
            continue
        outcome, details = each.outcome, each.outcome.details
        n_rows, n_factual = outcome.n_rows, details["n_factual"]
        rows.append(
            [
                each.table,
                f"{details['n_cases']:,.0f}",
                str(outcome.n_features),
                f"{n_rows:,}",
                f"{each.best:.2f}",
                _ms(each.best / n_rows),
                f"{n_factual:,.0f}",
                f"{n_factual / n_rows:,.1f}",
                _mean_smallest(outcome),
                _share(details["n_complete"] / n_rows),
                f"{details['n_contradicted']:,.0f}",
                size(outcome.peak_memory or 0),
            ]
        )
    header = ["table", "rows", "features", "explained", "seconds", "ms a row"]
    header += ["explanations", "a row", "smallest", "complete", "contradicted"]
    return grid([*header, "memory"], rows, "<" + ">" * 11)


def _against(found: Found) -> str:
    rows = []
    pairs = []
    for theirs in _of(found, "plain Python"):
        ours = found[theirs.table, "cfsql why"].outcome
        if theirs.outcome is None or ours is None:
            rows.append([theirs.table, *[""] * 7, theirs.failure])
            continue
        pairs.append((ours, theirs.outcome))
        cells = _compared(pairs[-1:])
        n_timed = f"{theirs.outcome.n_timed:,}"
        rows.append([theirs.table, *cells, n_timed, theirs.outcome.checked])
    if pairs:
        rows.append(["all", *_compared(pairs), "", ""])
    header = ["table", "cfsql", "plain Python", "ratio", "cfsql, CPU"]
    header += ["plain Python, CPU", "ratio, CPU", "rows timed", "checked"]
    return grid(header, rows, "<>>>>>>><")


def _compared(pairs: list[tuple[Outcome, Outcome]]) -> list[str]:
    """What a row takes both, by the clock and of the processor, and the ratios."""
    n_rows = sum(theirs.n_rows for _, theirs in pairs)
    mark = "≈ " if any(theirs.is_part for _, theirs in pairs) else ""
    cells = []
    for ours, theirs in (
        [sum(min(each.seconds) for each in side) for side in zip(*pairs, strict=True)],
        [
            sum(each.details["cpu"] for each in side)
            for side in zip(*pairs, strict=True)
        ],
    ):
        cells += [_ms(ours / n_rows), f"{mark}{_ms(theirs / n_rows)}"]
        cells.append(f"{mark}{times(theirs / ours)}")
    return cells


def _of(found: Found, what: str) -> list[Measurement]:
    """The measurements of one kind, table by table."""
    return [each for each in found.values() if each.what == what]


def _smallest(outcome: Outcome) -> dict[int, int]:
    """How many rows have a smallest explanation of which size."""
    return {
        int(name.removeprefix(SMALLEST)): int(n_rows)
        for name, n_rows in outcome.details.items()
        if name.startswith(SMALLEST)
    }


def _mean_smallest(outcome: Outcome) -> str:
    counts = _smallest(outcome)
    n_explained = sum(counts.values())
    if not n_explained:
        return ""
    return f"{sum(size * n for size, n in counts.items()) / n_explained:.2f}"


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.2f}"


def _share(share: float) -> str:
    """A percentage; 100% only of all."""
    return f"{int(share * 1000) / 10:g}%"
