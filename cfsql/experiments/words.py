"""Experiments in words: protocol, remarks, figures with their spread."""

from __future__ import annotations

from cfsql.experiments.protocol import RELEVANCE, REMAINING
from cfsql.experiments.results import Experiments, Measures, Study, Summary
from cfsql.words import many


def samples_in_words(found: Experiments) -> str:
    """How the samples were drawn, in a sentence."""
    protocol = found.protocol
    if all(study.experiments == (RELEVANCE,) for study in found.studies):
        return f"{many(protocol.repeats, 'repeat')}, seed {protocol.seed}"
    if protocol.whole:
        return f"whole tables, seed {protocol.seed}"
    each = " each" if protocol.repeats > 1 else ""
    drawn = (
        f"{many(protocol.repeats, 'sample')} of {many(protocol.sample, 'row')}{each}"
    )
    text = f"{drawn}, seed {protocol.seed}"
    if protocol.random == REMAINING and any(
        "metrics" in study.experiments for study in found.studies
    ):
        text += (
            "; one at random is drawn from those that remain without the optimal one"
        )
    return text


def remarks(found: Experiments) -> list[str]:
    """Remarks on tables: stand-ins, single classes, samples that are whole tables."""
    lines = []
    for study in found.studies:
        if study.is_stand_in:
            lines.append(
                f"{study.name} is a stand-in for the paper's table, which is no longer "
                "public: its figures do not reproduce the paper's"
            )
        if study.experiments == (RELEVANCE,):
            lines.append(
                f"relevance asks about {many(study.sample_size, 'row')} of each "
                f"synthetic table, in {many(study.n_repeats, 'repeat')}"
            )
        if study.n_classes == 1:
            lines.append(
                f"{study.name}: every row has the same label, so none has a "
                "counterfactual"
            )
        elif not study.has_counterfactuals:
            lines.append(f"{study.name}: no row of the samples has a counterfactual")
        if study.is_whole and not found.protocol.whole:
            lines.append(
                f"{study.name} has {many(study.sample_size, 'row')}, no more than the "
                f"sample of {found.protocol.sample:,}: every sample is the whole table"
            )
    return lines


def figure(summary: Summary, digits: int = 3) -> str:
    """A mean with its standard deviation over the repeats."""
    spread = "" if summary.sd is None else f" ± {summary.sd:.{digits}f}"
    return f"{summary.mean:.{digits}f}{spread}"


def percent(summary: Summary) -> str:
    """A mean share with its standard deviation over the repeats, in percent."""
    spread = "" if summary.sd is None else f" ± {100 * summary.sd:.1f}"
    return f"{100 * summary.mean:.1f}{spread} %"


def distances(measures: Measures) -> list[Summary]:
    """The counterfactuals at each distance, from 1 on."""
    found: list[Summary] = []
    while summary := measures.get(f"at_distance_{len(found) + 1}"):
        found.append(summary)
    return found


def function_in_words(function: str) -> str:
    """A label function in words."""
    return {
        "sum_mod_2": "sum modulo 2",
        "sum_mod_3": "sum modulo 3",
        "threshold": "sum above its mean",
        "maximum": "maximum",
    }[function]


STUDY_COLUMNS = ("table", "rows", "features", "classes", "rows in a sample", "samples")


def study_figures(study: Study) -> tuple[str, ...]:
    """The figures of a study below `STUDY_COLUMNS`, but for its name."""
    return (
        "–" if study.n_rows is None else f"{study.n_rows:,}",
        f"{study.n_features:,}",
        "–" if study.n_classes is None else f"{study.n_classes:,}",
        f"{study.sample_size:,}",
        f"{study.n_repeats:,}",
    )
