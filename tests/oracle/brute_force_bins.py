"""Cutting numbers into intervals, written out literally: the oracle of the tests.

It shares no code with the package. Numbers are compared as exact fractions, and a
value of the data is given as the text that DuckDB writes for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise


def written(number: Fraction) -> str:
    """A decimal fraction, in plain digits and without needless ones."""
    digits, power = number, 0
    while digits.denominator != 1:
        digits *= 10
        power += 1
    text = str(abs(int(digits)))
    sign_text = "-" if number < 0 else ""
    if power:
        text = text.rjust(power + 1, "0")
        text = f"{text[:-power]}.{text[-power:]}"
    return sign_text + text


def at_edges(values: Sequence[str | None], edges: Sequence[str]) -> list[str | None]:
    """Below the first edge, from an edge to the next one, or from the last on."""
    ends = sorted(map(Fraction, edges))
    found: list[str | None] = []
    for value in values:
        if value is None or value == "nan":
            found.append(value)
        elif value == "inf" or (value != "-inf" and Fraction(value) >= ends[-1]):
            found.append(f"≥ {written(ends[-1])}")
        elif value == "-inf" or Fraction(value) < ends[0]:
            found.append(f"< {written(ends[0])}")
        else:
            found += [
                f"[{written(low)}, {written(high)})"
                for low, high in pairwise(ends)
                if low <= Fraction(value) < high
            ]
    return found


def quantile_edges(numbers: Sequence[Fraction], n_intervals: int) -> list[Fraction]:
    """For each share, the number that has the nearest share of numbers below it."""
    candidates = sorted(set(numbers))[1:]
    edges = set()
    for place in range(1, n_intervals):
        wanted = Fraction(place * len(numbers), n_intervals)
        distances = [
            (abs(sum(other < number for other in numbers) - wanted), number)
            for number in candidates
        ]
        if distances:
            edges.add(min(distances)[1])
    return sorted(edges)


def width_edges(numbers: Sequence[Fraction], n_intervals: int) -> list[Fraction]:
    """Equally far from each other, to six digits of that distance."""
    low, high = min(numbers), max(numbers)
    width = (high - low) / n_intervals
    if width == 0:
        return []
    unit = Fraction(1)
    while width / unit >= 10**6:
        unit *= 10
    while width / unit < 10**5:
        unit /= 10
    return [
        round((low + place * width) / unit) * unit for place in range(1, n_intervals)
    ]


def between(
    values: Sequence[str | None], low: Fraction, edges: list[Fraction], high: Fraction
) -> list[str | None]:
    """From an end to the next one; the last interval has the greatest number, too."""
    ends = [low, *edges, high]
    found: list[str | None] = []
    for value in values:
        if value is None or value == "nan":
            found.append(value)
        elif Fraction(value) < low:
            found.append(f"< {written(low)}")
        elif Fraction(value) > high:
            found.append(f"> {written(high)}")
        elif Fraction(value) >= ends[-2]:
            found.append(f"[{written(ends[-2])}, {written(high)}]")
        else:
            found += [
                f"[{written(start)}, {written(end)})"
                for start, end in pairwise(ends)
                if start <= Fraction(value) < end
            ]
    return found


def binned(
    values: Sequence[str | None], labels: Sequence[object], cut: str
) -> list[str | None]:
    """The interval of each value; where to cut is decided by rows with a label."""
    if cut[0] not in "qw":
        return at_edges(values, cut.split(","))
    numbers = [
        Fraction(value)
        for value, label in zip(values, labels, strict=True)
        if label is not None and value not in (None, "nan")
    ]
    edges = (quantile_edges if cut[0] == "q" else width_edges)(numbers, int(cut[1:]))
    return between(values, min(numbers), edges, max(numbers))
