"""How results are laid out in Markdown: tables, figures, and what was measured on."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap

from benchmarks.record import Results

LINE_WIDTH = 110


def document(parts: Iterable[str]) -> str:
    """The parts as one text; paragraphs are wrapped, tables are left alone."""
    return "\n\n".join(map(_wrapped, parts)) + "\n"


def _wrapped(part: str) -> str:
    if part.startswith(("|", "#", "- ")):
        return part
    return "\n".join(
        wrap(part, LINE_WIDTH, break_long_words=False, break_on_hyphens=False)
    )


def about(results: Results) -> list[str]:
    """When and on what the run was made, and what to beware of."""
    machine = results.machine
    versions = ", ".join(
        f"{name} {version}" for name, version in results.versions.items()
    )
    lines = [
        f"{results.made_at}; {machine['cpu']}, {machine['cores']} cores, "
        f"{size(int(machine['memory']))} memory, {machine['system']}.",
        f"{versions}.",
    ]
    if results.is_quick:
        lines.append(
            "**A quick run on cut tables: it shows that all parts work, no more.**"
        )
    if any(each.is_wrong for each in results.measurements):
        lines.append("**Answers differ: see below. No time here means anything.**")
    return lines


def skipped(results: Results) -> list[str]:
    """The section of what was left out, if anything was."""
    if not results.skipped:
        return []
    return ["## Skipped", "\n".join(f"- {line}" for line in results.skipped)]


def times(ratio: float) -> str:
    """How many times as long."""
    return f"{ratio:.1f} ×" if ratio >= 0.1 else f"{ratio:.3f} ×"


def size(n_bytes: int) -> str:
    """Memory."""
    if n_bytes >= 1 << 30:
        return f"{n_bytes / (1 << 30):.1f} GB"
    return f"{n_bytes / (1 << 20):.0f} MB"


def grid(header: list[str], rows: Iterable[list[str]], alignment: str) -> str:
    """A table, with < or > for each column that is to be aligned left or right."""
    rules = ["---:" if side == ">" else "---" for side in alignment]
    return "\n".join(f"| {' | '.join(row)} |" for row in [header, rules, *rows])
