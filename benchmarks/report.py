"""The results of a run as Markdown."""

from __future__ import annotations

from benchmarks.goals import Found, by_name, exponent, goals
from benchmarks.layout import about, document, grid, size, skipped, times
from benchmarks.measure import Measurement, Outcome
from benchmarks.record import Results

# What each other measurement of a table is compared with, where it is not "cfsql".
BASES = {
    "cfsql load": "cfsql load",
    "DuckDB load": "cfsql load",
}

ALL_ROWS = (
    "cfsql",
    "cfsql, SQL alone",
    "naive SQL",
    "scikit-learn",
    "FAISS",
    "tuned kernel",
)


def markdown(results: Results) -> str:
    """The whole report."""
    found = by_name(results.measurements)
    parts = [
        "# Benchmark results",
        *about(results),
        "## Goals",
        _goals(found),
        "## All rows of a table, in seconds",
        "cfsql as it is installed, and by SQL alone. ≈ means that "
        "a part of the rows was timed and the rest extrapolated. "
        "scikit-learn and FAISS find one nearest row for each, no more; the kernel "
        "and naive SQL store nothing.",
        _overview(found),
        "## Growth",
        _growth(found),
        "## Every measurement",
        "Ratio: how many times as long as cfsql it takes.",
        *_tables(found),
        *skipped(results),
    ]
    return document(parts)


def _goals(found: Found) -> str:
    rows = []
    for goal in goals(found):
        limit = "at most" if goal.is_cost else "at least"
        measured = "not measured" if goal.measured is None else times(goal.measured)
        verdict = {True: "met", False: "**missed**", None: ""}[goal.is_met]
        wanted = f"{limit} {goal.wanted:g} ×"
        rows.append([goal.about, goal.against, wanted, measured, verdict])
    return grid(["", "against", "goal", "measured", ""], rows, "<<>><")


def _overview(found: Found) -> str:
    rows = []
    for (table, what), ours in found.items():
        if what != "cfsql":
            continue
        n_rows = f"{ours.outcome.n_rows:,}" if ours.outcome else ""
        n_features = str(ours.outcome.n_features) if ours.outcome else ""
        cells = [_cell(found.get((table, each))) for each in ALL_ROWS]
        rows.append([table, n_rows, n_features, *cells])
    header = ["table", "rows", "features", *ALL_ROWS]
    return grid(header, rows, "<" + ">" * (len(header) - 1))


def _cell(each: Measurement | None) -> str:
    if each is None:
        return ""
    if each.outcome is None or each.best is None:
        return each.failure
    return _seconds(each.outcome, each.best)


def _tables(found: Found) -> list[str]:
    parts = []
    for table in dict.fromkeys(table for table, _ in found):
        rows = [
            _row(each, found.get((table, BASES.get(each.what, "cfsql"))))
            for (of_table, _), each in found.items()
            if of_table == table
        ]
        outcomes = [each.outcome for (of, _), each in found.items() if of == table]
        shape = next((o for o in outcomes if o is not None), None)
        if rows:
            parts.append(f"### {table}{_shape(shape)}")
            header = ["", "seconds", "best–worst", "runs", "ratio", "memory", "checked"]
            parts.append(grid([*header, "note"], rows, "<>>>>><<"))
    return parts


def _shape(outcome: Outcome | None) -> str:
    if outcome is None:
        return ""
    return f": {outcome.n_rows:,} rows, {outcome.n_features} features"


def _row(each: Measurement, base: Measurement | None) -> list[str]:
    outcome, best = each.outcome, each.best
    if outcome is None or best is None:
        return [each.what, each.failure, "", "", "", "", "", ""]
    ratio = ""
    if base is not None and base.best:
        ratio = times(best / base.best)
    note = outcome.note
    if outcome.is_part:
        note = "; ".join(filter(None, [f"{outcome.n_timed:,} rows timed", note]))
    return [
        each.what,
        _seconds(outcome, best),
        f"{best:.2f}–{max(outcome.seconds):.2f}",
        str(len(outcome.seconds)),
        ratio,
        size(outcome.peak_memory or 0),
        outcome.checked,
        note,
    ]


def _seconds(outcome: Outcome, best: float) -> str:
    return f"{'≈ ' if outcome.is_part else ''}{best:.2f}"


def _growth(found: Found) -> str:
    series: dict[tuple[str, str], list[tuple[int, float]]] = {}
    for (table, what), each in found.items():
        recipe = table.split(" ")[0]
        if recipe in ("easy", "hard") and each.outcome and each.best:
            point = (each.outcome.n_rows, each.best)
            series.setdefault((recipe, what), []).append(point)
    rows = []
    for (recipe, what), points in series.items():
        steps = ", ".join(f"{n_rows:,}: {seconds:.2f} s" for n_rows, seconds in points)
        power = exponent(points)
        fitted = "" if power is None else f"rows^{power:.2f}"
        rows.append([recipe, what, steps, fitted])
    return grid(["table", "", "rows: seconds", "time grows as"], rows, "<<<<")
