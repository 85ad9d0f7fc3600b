"""The experiments as Markdown: the figures, and the verdict on each claim."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest

from cfsql.experiments.claims import Finding, findings
from cfsql.experiments.protocol import RELEVANCE
from cfsql.experiments.results import Experiments, Row
from cfsql.experiments.synthetic import (
    LABEL_FUNCTIONS,
    N_RELEVANT,
    SIZES,
    relevant_share,
)
from cfsql.experiments.words import (
    STUDY_COLUMNS,
    distances,
    function_in_words,
    percent,
    remarks,
    samples_in_words,
    study_figures,
)
from cfsql.version import __version__
from cfsql.words import as_sentence


def experiments_markdown(
    found: Experiments, *, command: Sequence[str] | None, figures: Mapping[str, str]
) -> str:
    """A document; `figures` are the pictures, by name, with their paths."""
    judged = findings(found)
    blocks = [
        "# The paper's experiments",
        f"{as_sentence(samples_in_words(found))} A sample is a table of its own. "
        "Figures are means over the samples ± one standard deviation.",
        *(f"{_text(remark)}." for remark in remarks(found)),
        "## What the paper says, and what was found",
        _table(
            ("claim", "here"),
            (
                (f"**{each.claim.title}**: {each.claim.says}", _text(each.in_short))
                for each in judged
            ),
        ),
    ]
    for name, title, write in (
        ("hamming", "Counterfactuals per distance", _hamming),
        ("unique", "Unique optimal counterfactuals", _by_table),
        ("gap", "The gap", _by_table),
        ("metrics", "The three metrics", _by_table),
        (RELEVANCE, "Relevant features", _relevance),
    ):
        rows = found.rows(name)
        if not rows:
            continue
        blocks.append(f"## {title}")
        blocks += [
            f"![{title}]({path})"
            for name_of_figure, path in figures.items()
            if _SHOWN_IN.get(name_of_figure, name_of_figure) == name
        ]
        findings_here = [each for each in judged if each.claim.experiment == name]
        answered = [row for row in rows if row[0].has_counterfactuals]
        if answered:
            blocks += write(answered, findings_here)
        else:
            blocks.append("Nothing to measure: no case has a counterfactual.")
    blocks += ["## The tables", _tables(found), *_origin(command)]
    return "\n\n".join(blocks) + "\n"


# The section that a figure belongs to, where it is not called like it.
_SHOWN_IN = {"n_minimal": "hamming"}


def _hamming(rows: Sequence[Row], findings_here: Sequence[Finding]) -> list[str]:
    columns = [
        [f"{each.mean:.1f}" for each in distances(measures)] for _, measures in rows
    ]
    table = _table(
        ("distance", *(_text(study.title) for study, _ in rows)),
        (
            (str(distance), *cells)
            for distance, cells in enumerate(
                zip_longest(*columns, fillvalue=""), start=1
            )
        ),
    )
    return [
        "Cases with another outcome at each distance from a case, on average:",
        table,
        *_by_table(rows, findings_here),
    ]


def _by_table(rows: Sequence[Row], findings_here: Sequence[Finding]) -> list[str]:
    """Every claim with the figures of each table."""
    blocks = []
    for finding in findings_here:
        blocks.append(
            f"**{finding.claim.title}.** The paper: {finding.claim.says}. "
            f"Here: {_text(finding.in_short)}."
        )
        blocks.append(
            _table(
                ("table", "measured", "holds"),
                (
                    (_text(each.subject), each.evidence, _HOLDS[each.holds])
                    for each in finding.verdicts
                ),
            )
        )
    return blocks


_HOLDS = {True: "yes", False: "**no**", None: "–"}


def _relevance(rows: Sequence[Row], findings_here: Sequence[Finding]) -> list[str]:
    blocks = [
        "Synthetic tables of 20 features with three values each, whose label is a "
        "simple function of the first few: the relevant ones. Of these, the share that "
        "the optimal counterfactual changes:"
    ]
    body: list[Sequence[str]] = []
    for _, measures in rows:
        for function in LABEL_FUNCTIONS:
            for n_relevant in N_RELEVANT:
                shares = (
                    measures.get(relevant_share(function, n_relevant, size))
                    for size in SIZES
                )
                body.append(
                    (
                        function_in_words(function),
                        str(n_relevant),
                        *("–" if each is None else percent(each) for each in shares),
                    )
                )
    head = ("label", "relevant", *(f"{size:,} rows" for size in SIZES))
    return [*blocks, _table(head, body), *_by_table(rows, findings_here)]


def _tables(found: Experiments) -> str:
    return _table(
        STUDY_COLUMNS,
        ((_text(each.title), *study_figures(each)) for each in found.studies),
    )


def _origin(command: Sequence[str] | None) -> list[str]:
    if command is None:
        return []
    return [
        "## How this was made",
        f"By cfsql {__version__}; the same command gives the same figures on every "
        f"machine:\n\n```sh\n{shlex.join(command)}\n```",
    ]


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _text(words: str) -> str:
    """Words of the data, which are no Markdown."""
    return "".join(f"\\{each}" if each in r"\`*_[]<>|#" else each for each in words)
