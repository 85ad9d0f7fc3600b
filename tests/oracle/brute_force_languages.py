"""The sentence of an explanation in German and in French, put together word by word.

It shares no code with the package, nor any template.
"""

from __future__ import annotations

from tests.oracle.brute_force import Case
from tests.oracle.brute_force_words import duplicates, listed, twins


class German:
    """What is said in German."""

    last = " und "
    missing = "nicht angegeben"

    def number(self, n: int) -> str:
        return f"{n:,}".replace(",", ".")

    def column(self, name: str) -> str:
        return "„" + name + "“"

    def changes(self, changes: list[tuple[str, str, str]]) -> str:
        parts = [f"{name} {to} statt {before}" for name, before, to in changes]
        return "Wäre " + listed(parts).replace(" and ", self.last) + " gewesen, so "

    def outcome(self, is_sure: bool, name: str, before: str | None, to: str) -> str:
        instead = "" if before is None else f" statt {before}"
        if is_sure:
            return f"wäre {name} {to}{instead} gewesen, wie bei "
        return f"hätte {name} {to}{instead} sein können, wie bei "

    def alone(self, row: str | None, n_others: int) -> str:
        who = "einem anderen Fall" if row is None else f"Zeile {row}"
        if n_others == 1:
            return who + " und einer weiteren Zeile mit denselben Werten"
        if n_others:
            more = self.number(n_others)
            return f"{who} und {more} weiteren Zeilen mit denselben Werten"
        return who

    def some(self, row: str | None, n: int, n_equal: int) -> str:
        some = "einem" if n == 1 else self.number(n)
        told = f"{some} der {self.number(n_equal)} Fälle mit genau diesen Werten"
        if row is None:
            return told
        return f"{told}, {'nämlich' if n == 1 else 'darunter'} Zeile {row}"

    def contradiction(self, n: int, n_equal: int, name: str, label: str) -> str:
        had = "hatte einer" if n == 1 else f"hatten {self.number(n)}"
        return (
            f"Von den {self.number(n_equal)} Fällen mit genau den Werten von diesem "
            f"{had} bei {name} einen anderen Wert als {label}. "
        )

    def nothing(self, is_contradicted: bool, name: str, label: str) -> str:
        if is_contradicted:
            return (
                f"Die einzigen Zeilen, die bei {name} einen anderen Wert als {label} "
                "haben, sind dieser in jedem Merkmal gleich: Nichts lässt sich ändern."
            )
        return (
            f"Jede Zeile der Tabelle hat bei {name} den Wert {label}: Nichts in den "
            "Daten hätte daran etwas geändert."
        )


class French:
    """What is said in French."""

    last = " et "
    missing = "non renseigné"

    def number(self, n: int) -> str:
        return f"{n:,}".replace(",", "\u202f")

    def column(self, name: str) -> str:
        return f"«\u00a0{name}\u00a0»"

    def changes(self, changes: list[tuple[str, str, str]]) -> str:
        verbs = ["avait été ", *[""] * (len(changes) - 1)]
        parts = [
            f"{name} {verb}{to} (et non {before})"
            for verb, (name, before, to) in zip(verbs, changes, strict=True)
        ]
        return "Si " + listed(parts).replace(") and ", ")" + self.last) + ", "

    def outcome(self, is_sure: bool, name: str, before: str | None, to: str) -> str:
        verb = "aurait été" if is_sure else "aurait pu être"
        instead = "" if before is None else f" (et non {before})"
        return f"{name} {verb} {to}{instead}, comme pour "

    def alone(self, row: str | None, n_others: int) -> str:
        who = "un autre cas" if row is None else f"la ligne {row}"
        if n_others == 1:
            return who + " et un autre cas identique"
        if n_others:
            return f"{who} et {self.number(n_others)} autres cas identiques"
        return who

    def some(self, row: str | None, n: int, n_equal: int) -> str:
        some = "l’un" if n == 1 else self.number(n)
        told = f"{some} des {self.number(n_equal)} cas ayant exactement ces valeurs"
        if row is None:
            return told
        return f"{told}, {'à savoir' if n == 1 else 'dont'} la ligne {row}"

    def contradiction(self, n: int, n_equal: int, name: str, label: str) -> str:
        had = "un seul avait" if n == 1 else f"{self.number(n)} avaient"
        return (
            f"Parmi les {self.number(n_equal)} cas ayant exactement les valeurs de "
            f"celui-ci, {had} pour {name} une autre valeur ({label} pour celui-ci). "
        )

    def nothing(self, is_contradicted: bool, name: str, label: str) -> str:
        if is_contradicted:
            return (
                f"Les seules lignes ayant pour {name} une autre valeur que celle-ci "
                f"({label}) sont égales à cette ligne pour chaque "
                "caractéristique\u00a0: rien ne peut être changé."
            )
        return (
            f"Toutes les lignes de la table ont pour {name} la valeur {label}\u00a0: "
            "rien dans les données n’y aurait changé quoi que ce soit."
        )


LANGUAGES: dict[str, German | French] = {"de": German(), "fr": French()}


def sentence(
    code: str,
    features: list[str],
    label_column: str,
    a: Case,
    b: Case | None,
    sample: list[Case],
    names: dict[object, str],
    *,
    is_anonymous: bool = False,
) -> str:
    """What is said of a and its first optimal counterfactual b, if it has any."""
    spoken = LANGUAGES[code]

    def value(column: str, given: object) -> str:
        if given is None:
            return spoken.missing
        return names.get((column, given), str(given))

    def column(name: str) -> str:
        return spoken.column(names.get(name, name))

    told, own = "", value(label_column, a.label)
    equal = twins(a, sample)
    n_unlike = sum(x.label != a.label for x in equal)
    if n_unlike:
        outcome = column(label_column)
        told = spoken.contradiction(n_unlike, len(equal), outcome, own)
    if b is None:
        is_contradicted = any(x.label != a.label for x in sample)
        return told + spoken.nothing(is_contradicted, column(label_column), own)
    changes = [
        (column(name), value(name, before), value(name, to))
        for name, before, to in zip(features, a.values, b.values, strict=True)
        if before != to
    ]
    like, twin = len(duplicates(b, sample)), len(twins(b, sample))
    row = None if is_anonymous else str(b.row_id)
    to_label = value(label_column, b.label)
    told += spoken.changes(changes)
    told += spoken.outcome(like == twin, column(label_column), own, to_label)
    if like == twin:
        return f"{told}{spoken.alone(row, like - 1)}."
    return f"{told}{spoken.some(row, like, twin)}."
