"""The sentence of an explanation, put together word by word: the oracle of its tests.

It shares no code with the package.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.oracle.brute_force import Case


def twins(b: Case, sample: list[Case]) -> list[Case]:
    """The rows with b's features, whatever their label."""
    return [x for x in sample if x.values == b.values]


def duplicates(b: Case, sample: list[Case]) -> list[Case]:
    """Those of them with b's label."""
    return [x for x in twins(b, sample) if x.label == b.label]


def sentence(
    features: list[str],
    label_column: str,
    a: Case,
    b: Case | None,
    sample: list[Case],
    *,
    blocked_by: str | None = None,
    target: str | None = None,
    differs_by: float | None = None,
    is_required: bool = False,
    is_anonymous: bool = False,
) -> str:
    """What is said of a and its first optimal counterfactual b, if it has any."""
    parts = []
    if a.label is not None and any(x.label != a.label for x in twins(a, sample)):
        parts.append(contradiction(label_column, a, sample))
    if b is None:
        parts.append(no_answer(label_column, a, sample, blocked_by, target, differs_by))
    else:
        # A feature that stands several times is told once.
        told = {
            name: f"{value(in_b)} instead of {value(in_a)}"
            for name, in_a, in_b in zip(features, a.values, b.values, strict=True)
            if in_a != in_b
        }
        changes = list(told.items())
        verbs = [" been ", *[" "] * (len(changes) - 1)]
        phrases = [
            f"{name}{verb}{change}"
            for (name, change), verb in zip(changes, verbs, strict=True)
        ]
        is_sure = len(duplicates(b, sample)) == len(twins(b, sample))
        instead = "" if a.label is None else f" instead of {value(a.label)},"
        parts.append(
            f"Had {listed(phrases)}, {label_column} "
            f"{'would' if is_sure else 'could'} have been {value(b.label)}{instead} "
            f"as it was for {precedents(b, sample, is_required, is_anonymous)}."
        )
    return " ".join(parts)


def contradiction(label_column: str, a: Case, sample: list[Case]) -> str:
    """The rows with a's features; a new case is not among them."""
    equal = twins(a, sample)
    others = [x for x in equal if x.label != a.label]
    of_them = "with exactly the values of this one"
    if len(others) < len(equal):
        who = f"Of the {len(equal):,} cases {of_them}, {len(others):,}"
    elif len(others) == 1:
        who = f"The only case {of_them}"
    else:
        who = f"All {len(others):,} cases {of_them}"
    return f"{who} had another {label_column} than {value(a.label)}."


def precedents(
    b: Case, sample: list[Case], is_required: bool, is_anonymous: bool
) -> str:
    """The rows that b stands for."""
    like, equal = duplicates(b, sample), twins(b, sample)
    others = len(like) - 1
    name = "another case" if is_anonymous else f"row {b.row_id}"
    if len(like) == len(equal):
        if others:
            name += f" and {others:,} equal to it" if others > 1 else ""
            name += " and one equal to it" if others == 1 else ""
            name += ", which need not meet the condition" if is_required else ""
        return name
    found = f"{len(like):,} of the {len(equal):,} cases with exactly these values"
    if not is_anonymous:
        found += f", {name} among them" if others else f", {name}"
    if others and is_required:
        found += "; the others need not meet the condition"
    return found


def no_answer(
    label_column: str,
    a: Case,
    sample: list[Case],
    blocked_by: str | None,
    target: str | None,
    differs_by: float | None = None,
) -> str:
    """Why a has no counterfactual."""
    if blocked_by == "differs-by" and differs_by is not None:
        own = float(str(a.label))
        largest = max(abs(float(str(x.label)) - own) for x in sample if x.label)
        words = f"No case differs from {value(a.label)} in {label_column} by "
        if largest >= differs_by:
            return f"{words}enough."
        least, most = (
            str(round(float(x), 6)).removesuffix(".0") for x in (differs_by, largest)
        )
        return f"{words}{least} or more: the largest difference is {most}."
    if blocked_by is not None and a.label == target:
        return (
            f"The {label_column} is {value(a.label)} already, which is the one to "
            "reach: nothing has to change."
        )
    if blocked_by is not None:
        wanted = (
            f"with another {label_column} than {value(a.label)}"
            if target in (None, "each")
            else f"whose {label_column} is {value(target)}"
        )
        return (
            f"No case {wanted} meets the conditions: {blocked_by} excluded the last of "
            "them."
        )
    if a.label is None:
        return (
            "Every row of the table is equal to this case in every feature: nothing "
            "can be changed."
        )
    if any(x.label != a.label for x in sample):
        return (
            f"The only rows with another {label_column} than {value(a.label)} are "
            "equal to this one in every feature: nothing can be changed."
        )
    return (
        f"Every row of the table has the {label_column} {value(a.label)}: nothing in "
        "the data would have changed it."
    )


def value(given: object) -> str:
    """A value as it is said."""
    if given is None:
        return "missing"
    text = str(given).lower() if isinstance(given, bool) else str(given)
    return text if text.strip() else f"'{text}'"


def listed(parts: list[str]) -> str:
    """Parts with commas and an `and`."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if parts[1:] else parts)
