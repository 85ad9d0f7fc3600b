"""For whom it is harder to reach an outcome, in words: one place for every face."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cfsql.questions.audit.effort import Effort
from cfsql.speech import cut, figure, marked, said, say, shown_column

# An even chance to need more changes than somebody else.
EVEN = 0.5
# A share that is so much smaller is clearly smaller: the chance that a row of the one
# kind reaches it and one of the other does not is then beyond negligible (0.06 from
# a half, as in sql/functions.sql). And means that differ where two digits are shown.
_LESS_OFTEN = 0.12
_SHOWN = 0.005

# The sizes of an effect, as sql/functions.sql has them.
_EFFECTS = (marked("negligible"), marked("small"), marked("medium"), marked("large"))


def aims(efforts: Sequence[Effort]) -> list[str | None]:
    """The outcomes to reach, each by itself where that is known, most rows first."""
    overall = {x.to_label: x.n_rows for x in efforts if x.feature is None}
    found = sorted(overall, key=lambda aim: -overall[aim])
    single: list[str | None] = [aim for aim in found if aim is not None]
    return single or found


def of_column(efforts: Sequence[Effort], aim: str | None, column: str) -> list[Effort]:
    """The efforts of the values of a column, the worst off first."""
    return [x for x in efforts if x.to_label == aim and x.feature == column]


def hardest(
    efforts: Sequence[Effort],
    aim: str | None,
    protected: Sequence[str],
    label_column: str,
) -> str:
    """Of each protected column, which value is clearly worse off than the others.

    Who never reaches the outcome is worst off; then the share that reaches it counts,
    and then the mean of those that do.
    """
    aim_text = _aim_text(label_column, aim)
    overall = [x for x in efforts if x.to_label == aim and x.feature is None]
    if not any(each.n_reached for each in overall):
        return say("No row reaches {aim}.", aim=aim_text)
    worst = [
        (each, own)
        for own in (of_column(efforts, aim, column) for column in protected)
        for each in [worst_off(own)]
        if each is not None
    ]
    worst.sort(key=lambda found: _order(found[0]))
    return " ".join(_harder(each, own, aim_text) for each, own in worst) or say(
        "No protected value needs clearly more changes than the others."
    )


def _order(each: Effort) -> tuple[float, bool, float, int]:
    """The worst off first; a mean of few rows has no interval, and says little."""
    share = each.n_reached / each.n_rows
    is_few = each.n_reached > 0 and each.mean_low is None
    return share, is_few, -(each.mean_changes or 0), -each.n_rows


def worst_off(own: Sequence[Effort]) -> Effort | None:
    """The value of a column that is worst off, if it is clearly worse than others."""
    worse = [each for each in own if _is_worse(each, _others(each, own))]
    return min(worse, key=_order, default=None)


@dataclass(frozen=True)
class _Others:
    """The rows with other values of a column, taken together."""

    n_rows: int
    n_reached: int
    mean: float


def _others(each: Effort, own: Sequence[Effort]) -> _Others:
    others = [x for x in own if x.value != each.value]
    n_reached = sum(x.n_reached for x in others)
    n_changes = sum((x.mean_changes or 0) * x.n_reached for x in others)
    n_rows = sum(x.n_rows for x in others)
    return _Others(n_rows, n_reached, n_changes / n_reached if n_reached else 0)


def _is_worse(each: Effort, others: _Others) -> bool:
    """Whether fewer of these rows reach the outcome, or they need more changes."""
    if not others.n_reached:
        return False
    if not each.n_reached:
        return True
    lacking = others.n_reached / others.n_rows - each.n_reached / each.n_rows
    if lacking >= _LESS_OFTEN:
        return True
    is_farther = each.effect != "negligible" and (each.superiority or 0) > EVEN
    is_mean_greater = (each.mean_changes or 0) - others.mean >= _SHOWN
    return is_farther and (lacking > 0 or is_mean_greater)


def _harder(each: Effort, own: Sequence[Effort], aim: str) -> str:
    """In which way a value is worse off than the others of its column."""
    others = _others(each, own)
    assert each.feature is not None
    whom = {
        "column": cut(shown_column(each.feature), 60),
        "value": cut(said(each.feature, each.value), 60),
        "aim": aim,
        "n": each.n_rows,
    }
    if not each.n_reached:
        return say(
            "It is hardest for {column} {value}: {n:its only row does not reach|none "
            "of its # rows reaches} {aim}. Of the others, {k} of {m} {k:does|do}.",
            **whom,
            k=others.n_reached,
            m=others.n_rows,
        )
    means = {"mean": each.mean_changes or 0, "others": others.mean}
    shown = {name: figure(mean, ".2f") for name, mean in means.items()}
    if each.n_reached < each.n_rows or others.n_reached < others.n_rows:
        return say(
            "It is harder for {column} {value} to reach {aim}: {k} of {n:# row|# rows} "
            "{k:does|do}, with {mean} changes on average. Of the others, {j} of {m} "
            "{j:does|do}, with {others}.",
            **whom,
            **shown,
            k=each.n_reached,
            j=others.n_reached,
            m=others.n_rows,
        )
    assert each.effect is not None
    return say(
        "It is harder for {column} {value} ({n:# row|# rows}) to reach {aim}: {more} "
        "changes more than for others on average ({mean} against {others}). The "
        "difference is {effect}.",
        **whom,
        **shown,
        more=figure(means["mean"] - means["others"], ".2f"),
        effect=effect_text(each.effect),
    )


def _aim_text(label_column: str, aim: str | None) -> str:
    """The outcome to reach, as a part of a sentence."""
    if aim is None:
        return say("another outcome")
    return f"{cut(shown_column(label_column), 60)} {cut(said(label_column, aim), 60)}"


def effect_text(effect: str) -> str:
    """The size of an effect in a word."""
    assert effect in _EFFECTS
    return say(effect)
