"""A ranking in the terminal: its overview, and the plan of a dry run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cfsql.show.formats import text_table
from cfsql.show.sureness import sure_counts, sure_word
from cfsql.show.terminal.pieces import (
    bars,
    declared_line,
    fact,
    leading_lines,
    with_share,
    wrapped,
)
from cfsql.speech import far, figure, many, marked, named, say

if TYPE_CHECKING:
    from cfsql.questions.dry_run import DryRun
    from cfsql.questions.overview import FirstExplanation, Overview


def overview_lines(overview: Overview, table_rows: int) -> list[str]:
    """A ranking as `rank` sums it up."""
    ranking = overview.ranking
    head = say(
        "{table}: {n} of {n_all:# row|# rows} ranked by {by}",
        table=ranking.table,
        n=overview.n_rows,
        n_all=table_rows,
        by=ranking.by,
    )
    if ranking.count == "distinct":
        head += say(", duplicates counted once")
    lines = [head, ""]
    if overview.declared:
        lines += [*wrapped(declared_line(overview.declared), indent="  "), ""]
    if not overview.n_answered:
        lines.append(f"  {say('no row has a counterfactual')}")
        if overview.n_there:
            lines.append(fact("", _at_target(overview)))
        lines += [fact("", blocked) for blocked in _blocked_rows(overview)]
        return lines
    found = say(
        "{n} minimal ones, {mean:.1f} per row",
        n=overview.n_counterfactuals,
        mean=overview.n_counterfactuals / overview.n_answered,
    )
    if overview.n_listed is not None:
        listed = marked("; {n} listed, the nearest first")
        if overview.n_listed < overview.n_counterfactuals:
            listed = marked("; {n} listed, one for each set of features")
        found += say(listed, n=overview.n_listed)
    unique = with_share(overview.n_unique, overview.n_rows)
    means = overview.mean_metrics.items()
    lines += [
        fact(say("counterfactuals"), found),
        fact(say("unique optimal"), unique),
        fact(say("mean gap"), _gap(overview)),
        *_how_sure(overview),
        fact(
            say("optimal, mean"),
            ", ".join(
                f"{say(name)} {figure(mean or 0, '.3f')}" for name, mean in means
            ),
        ),
    ]
    if overview.n_there:
        lines.append(fact(say("no change needed"), _at_target(overview)))
    n_without = overview.n_unanswered - overview.n_there
    if n_without:
        without = with_share(n_without, overview.n_rows)
        lines.append(fact(say("no counterfactual"), without))
        lines += [fact("", blocked) for blocked in _blocked_rows(overview)]
    if overview.n_unsure:
        unsure = say(
            "{rows}, whose answer came with another outcome too",
            rows=with_share(overview.n_unsure, overview.n_rows),
        )
        lines.append(fact(say("not sure"), unsure))
    if overview.n_contradicted:
        lines.append(
            fact(
                say("contradicted"),
                with_share(overview.n_contradicted, overview.n_rows),
            )
        )
    lines += leading_lines(overview.leading)
    distances = {
        far(distance, is_weighted=overview.is_weighted): n
        for distance, n in overview.distances.items()
    }
    lines += ["", f"  {say('rows by distance to their nearest counterfactual')}"]
    lines += bars(distances, overview.n_rows)
    lines += ["", f"  {say('the first explanations')}"]
    for each in overview.first:
        told = say(
            "row {row}: {label} → {to_label} as {case} (power {n}{ties}{often}{sure})",
            row=str(each.row_id),
            label=each.label,
            to_label=each.counterfactual_label,
            case=named(each.counterfactual_id),
            n=each.power,
            ties=_ties(each),
            often=_how_often(each),
            sure=f", {sure_word(each.sureness)}" if each.sureness else "",
        )
        lines.append(f"    {told}")
        lines += wrapped(each.explanation, indent="      ")
    return lines


def _at_target(overview: Overview) -> str:
    """The rows that have the target label, and so need no change."""
    return say(
        "{rows}, which {n:is|are} {target} already",
        rows=with_share(overview.n_there, overview.n_rows),
        n=overview.n_there,
        target=str(overview.target),
    )


def _blocked_rows(overview: Overview) -> list[str]:
    """The rows that each constraint leaves without a counterfactual."""
    return [
        say(
            "{n:# row|# rows}: {constraint} excluded the last case",
            n=n_rows,
            constraint=constraint,
        )
        for constraint, n_rows in overview.blocked.items()
    ]


def _ties(each: FirstExplanation) -> str:
    if each.n_optimal == 1:
        return ""
    return say(", one of {n} optimal", n=each.n_optimal)


def _how_often(each: FirstExplanation) -> str:
    if each.share == 1:
        return ""
    n_equal = round(each.support / each.share)
    return say(", so in {n} of {n_equal} cases", n=each.support, n_equal=n_equal)


def _how_sure(overview: Overview) -> list[str]:
    counts = overview.sureness
    return [fact(say("how sure"), sure_counts(counts))] if counts else []


def _gap(overview: Overview) -> str:
    if overview.mean_gap is None:
        return say("none, as no row has two counterfactuals to compare")
    return figure(overview.mean_gap, ".3f")


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
