"""A ranking in the terminal: its overview, and the plan of a dry run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cfsql.show.formats import text_table
from cfsql.show.terminal.pieces import bars, fact, with_share, wrapped
from cfsql.words import many, named

if TYPE_CHECKING:
    from cfsql.questions.dry_run import DryRun
    from cfsql.questions.overview import FirstExplanation, Overview


def overview_lines(overview: Overview, table_rows: int) -> list[str]:
    """A ranking as `rank` sums it up."""
    ranking = overview.ranking
    lines = [
        f"{ranking.table}: {overview.n_rows:,} of {many(table_rows, 'row')} "
        f"ranked by {ranking.by}"
        + (", duplicates counted once" if ranking.count == "distinct" else ""),
        "",
    ]
    if not overview.n_answered:
        lines.append("  no row has a counterfactual")
        if overview.n_there:
            lines.append(fact("", _at_target(overview)))
        lines += [fact("", blocked) for blocked in _blocked_rows(overview)]
        return lines
    per_row = overview.n_counterfactuals / overview.n_answered
    lines += [
        fact(
            "counterfactuals",
            f"{overview.n_counterfactuals:,} minimal ones, {per_row:.1f} per row"
            + (
                ""
                if overview.n_listed is None
                else f"; {overview.n_listed:,} listed, the nearest first"
            ),
        ),
        fact("unique optimal", with_share(overview.n_unique, overview.n_rows)),
        fact("mean gap", _gap(overview)),
        fact(
            "optimal, mean",
            ", ".join(
                f"{name} {mean:.3f}" for name, mean in overview.mean_metrics.items()
            ),
        ),
    ]
    if overview.n_there:
        lines.append(fact("no change needed", _at_target(overview)))
    n_without = overview.n_unanswered - overview.n_there
    if n_without:
        lines.append(fact("no counterfactual", with_share(n_without, overview.n_rows)))
        lines += [fact("", blocked) for blocked in _blocked_rows(overview)]
    if overview.n_unsure:
        unsure = with_share(overview.n_unsure, overview.n_rows)
        lines.append(
            fact("not sure", f"{unsure}, whose answer came with another outcome too")
        )
    if overview.n_contradicted:
        lines.append(
            fact(
                "contradicted",
                with_share(overview.n_contradicted, overview.n_rows),
            )
        )
    changes = {
        many(distance, "change"): n for distance, n in overview.distances.items()
    }
    lines += ["", "  rows by distance to their nearest counterfactual"]
    lines += bars(changes, overview.n_rows)
    lines += ["", "  the first explanations"]
    for each in overview.first:
        lines.append(
            f"    row {each.row_id}: {each.label} → {each.counterfactual_label} "
            f"as {named(each.counterfactual_id)} "
            f"(power {each.power:,}{_ties(each)}{_how_often(each)})"
        )
        lines += wrapped(each.explanation, indent="      ")
    return lines


def _at_target(overview: Overview) -> str:
    """The rows that have the target label, and so need no change."""
    share = with_share(overview.n_there, overview.n_rows)
    verb = "is" if overview.n_there == 1 else "are"
    return f"{share}, which {verb} {overview.target} already"


def _blocked_rows(overview: Overview) -> list[str]:
    """The rows that each constraint leaves without a counterfactual."""
    return [
        f"{many(n_rows, 'row')}: the last one was taken by {constraint}"
        for constraint, n_rows in overview.blocked.items()
    ]


def _ties(each: FirstExplanation) -> str:
    return f", one of {each.n_optimal:,} optimal" if each.n_optimal > 1 else ""


def _how_often(each: FirstExplanation) -> str:
    if each.share == 1:
        return ""
    return f", so in {each.support:,} of {round(each.support / each.share):,} cases"


def _gap(overview: Overview) -> str:
    if overview.mean_gap is None:
        return "none, as no row has two counterfactuals to compare"
    return f"{overview.mean_gap:.3f}"


def dry_run_lines(table: str, plan: DryRun) -> list[str]:
    """A plan as `rank --dry-run` shows it."""
    rows = [
        (
            f"{step.task} {step.distance}",
            step.name,
            f"{step.n_seekers:,}",
            f"{step.n_joins:,}",
            f"{step.n_pairs:,}",
            f"{step.seconds:.2f}",
        )
        for step in plan.steps
    ]
    columns = ("step", "plan", "seekers", "joins", "pairs", "seconds")
    return [
        f"{table}: {many(plan.n_rows, 'row')} to rank, as expected from "
        f"{plan.n_sampled:,} of {many(plan.n_targets, 'distinct one')}",
        "",
        *text_table(columns, rows, indent="  "),
        "",
        fact("time", f"{plan.seconds:.1f} s in all: {_parts(plan)}"),
        fact("counterfactuals", f"about {plan.n_counterfactuals:,}"),
        fact("memory", f"about {_size(plan.memory)}"),
    ]


def _parts(plan: DryRun) -> str:
    return ", ".join(f"{name} {seconds:.1f}" for name, seconds in plan.parts.items())


def _size(n_bytes: int) -> str:
    return f"{n_bytes / 1e9:.1f} GB" if n_bytes >= 1e9 else f"{n_bytes / 1e6:.0f} MB"
