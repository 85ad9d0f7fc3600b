"""French. Names of columns are in quotes: they have neither article nor gender.

What a value is compared with stands in brackets: no word before it is to be elided.
"""

import re

from cfsql.speech.language import Language


def _spaced(texts: dict[str, str]) -> dict[str, str]:
    """Texts with a space that does not break where French has one beside a sign."""
    return {
        name: re.sub(r" (?=[:;?!»])|(?<=«) ", "\N{NO-BREAK SPACE}", text)
        for name, text in texts.items()
    }


# What SQL says too, by name: en.py tells what each is for.
SENTENCES = {
    "and": " et ",
    "missing": "non renseigné",
    "column": "« {column} »",
    "changes": "Si {changes}",
    "first_change": "{column} avait été {to_value} (et non {from_value})",
    "next_change": "{column} {to_value} (et non {from_value})",
    "row": "la ligne {row}",
    "another_case": "un autre cas",
    "case_and_one": "{case} et un autre cas identique",
    "case_and_more": "{case} et {n} autres cas identiques",
    "equal_unmet": "{cases}, où la condition peut ne pas être remplie",
    "some_of_equal": "{n:l’un|#} des {n_equal} cas ayant exactement ces valeurs",
    "some_with_row": "{n:l’un|#} des {n_equal} cas ayant exactement ces valeurs, "
    "{n:à savoir|dont} la ligne {row}",
    "others_unmet": "{cases} ; pour les autres, la condition peut ne pas être remplie",
    "answer": "{changes}, {label_column} aurait été {to_label} (et non {label}), "
    "comme pour {cases}.",
    "unsure_answer": "{changes}, {label_column} aurait pu être {to_label} (et non "
    "{label}), comme pour {cases}.",
    "new_answer": "{changes}, {label_column} aurait été {to_label}, comme pour "
    "{cases}.",
    "unsure_new_answer": "{changes}, {label_column} aurait pu être {to_label}, "
    "comme pour {cases}.",
    "already_there": "{label_column} est déjà {label}, le résultat "
    "voulu : rien n’a besoin de changer.",
    "none_allowed": "Aucun cas qui puisse être choisi n’a pour {label_column} une "
    "autre valeur que celle-ci ({label}) : le dernier a été "
    "écarté par {blocked_by}.",
    "no_target_allowed": "Aucun cas qui puisse être choisi n’a pour {label_column} "
    "la valeur {target} : le dernier a été écarté par "
    "{blocked_by}.",
    "all_are_equal": "Toutes les lignes de la table sont égales à ce cas pour "
    "chaque caractéristique : rien ne peut être changé.",
    "others_are_equal": "Les seules lignes ayant pour {label_column} une autre "
    "valeur que celle-ci ({label}) sont égales à cette ligne pour chaque "
    "caractéristique : rien ne peut être changé.",
    "one_label": "Toutes les lignes de la table ont pour {label_column} la valeur "
    "{label} : rien dans les données n’y aurait changé quoi que "
    "ce soit.",
    "contradicted": "Parmi les {n_equal} cas ayant exactement les valeurs de "
    "celui-ci, {n:un seul avait|# avaient} pour {label_column} une autre valeur "
    "({label} pour celui-ci).",
    "contradicted_by_one": "Le seul cas ayant exactement les valeurs de celui-ci "
    "avait pour {label_column} une autre valeur ({label} pour celui-ci).",
    "contradicted_by_all": "Les {n_equal} cas ayant exactement les valeurs de "
    "celui-ci avaient tous pour {label_column} une autre valeur ({label} pour "
    "celui-ci).",
}

# All other texts, by the English one.
TEXTS = {
    # compare.py
    "Rows {first} and {second} differ in {n} of {n_features:# feature|# "
    "features}: {changed}.": (
        "Les lignes {first} et {second} diffèrent pour {n} sur {n_features:# "
        "caractéristique|# caractéristiques} : {changed}."
    ),
    "Rows {first} and {second} are equal in every feature.": (
        "Les lignes {first} et {second} sont égales pour chaque caractéristique."
    ),
    # counterfactuals.py
    "{which} counterfactuals of row {row} of {table}, whose {label_column} is "
    "{label}": (
        "Contrefactuels de la ligne {row} de {table} ({label_column} : {label}) "
        ": {which}"
    ),
    "the nearest {n} of {n_all}": "les {n} plus proches sur {n_all}",
    # explain.py
    "Row {row} of {table}": "Ligne {row} de {table}",
    "A new case of {table}": "Un nouveau cas pour {table}",
    # rules.py
    "{n:# rule|# rules} for {label_column} {label} in {table}": (
        "{n:# règle|# règles} pour {label_column} {label} dans {table}"
    ),
    # why.py
    "Every one of the {n} cases{having} is {label}": (
        "Chacun des {n} cas{having} est {label}"
    ),
    " with {values}": " avec {values}",
    "{n} of the {n_cases} cases{having} ({share:.1%}) are {label}": (
        "{n:Un|#} des {n_cases} cas{having} ({share:.1%}) {n:est|sont} {label}"
    ),
    "The only case{having} is {label}": "Le seul cas{having} est {label}",
    "No explanation was found within the limits that were set.": (
        "Aucune explication n’a été trouvée dans les limites fixées."
    ),
    "No values explain it without exception: a case with the same features has "
    "another {label_column}. A precision below 1 allows exceptions.": (
        "Aucune valeur ne l’explique sans exception : un cas ayant les mêmes "
        "caractéristiques a une autre valeur pour {label_column}. Une précision "
        "inférieure à 1 permet des exceptions."
    ),
    # counterfactuals.py
    "{n:# counterfactual|# counterfactuals}, the nearest first": (
        "{n:# contrefactuel|# contrefactuels}, les plus proches d’abord"
    ),
    "yes": "oui",
    "no": "non",
    "row": "ligne",
    "distance": "distance",
    "minimal": "minimal",
    "irreducible": "irréductible",
    "by literals": "par littéraux",
    "support": "égales",
    "changes": "changements",
    "It has no counterfactual.": "Elle n’a aucun contrefactuel.",
    # explanation.py
    "{n:# counterfactual|# counterfactuals} with {changes}, best first": (
        "{n:# contrefactuel|# contrefactuels} avec {changes}, les meilleurs d’abord"
    ),
    "{n:# counterfactual|# counterfactuals} at distance {distance} ({changes}; "
    "{weights}), best first": (
        "{n:# contrefactuel|# contrefactuels} à la distance {distance} "
        "({changes} ; {weights}), les meilleurs d’abord"
    ),
    "{least} to {most}": "{least} à {most}",
    "distance {n}": "distance {n}",
    "{least} to {n:# change|# changes}": "{least} à {n:# changement|# changements}",
    "A new case for {table}: {label_column} is not known": (
        "Un nouveau cas pour {table} : {label_column} n’est pas connu"
    ),
    "A new case for {table}: {label_column} is {label}": (
        "Un nouveau cas pour {table} : {label_column} est {label}"
    ),
    "; {n} are optimal": " ; {n} sont optimaux",
    "{n:# change|# changes}": "{n:# changement|# changements}",
    "{n:# new case|# new cases} for {table}": (
        "{n:# nouveau cas|# nouveaux cas} pour {table}"
    ),
    "share": "part",
    "rank": "rang",
    "power": "puissance",
    "ball": "boule",
    # pieces.py
    "… and {n} more; --show {all} lists them all": (
        "… et {n} de plus ; --show {all} les montre tous"
    ),
    "Row {row} of {table}: {label_column} is {label}": (
        "Ligne {row} de {table} : {label_column} est {label}"
    ),
    "{n:# row|# rows}": "{n:# ligne|# lignes}",
    "{n:# group|# groups}": "{n:# groupe|# groupes}",
    "As declared: {declared}. --no-defaults lifts this.": (
        "Comme déclaré : {declared}. --no-defaults le lève."
    ),
    # declarations.py
    "{columns} {n:does|do} not change": "{columns} ne {n:change|changent} pas",
    "{columns} {n:does|do} not fall": "{columns} ne {n:baisse|baissent} pas",
    "{columns} {n:does|do} not rise": "{columns} n’{n:augmente|augmentent} pas",
    "; ": " ; ",
    # ranking.py
    "{table}: {n} of {n_all:# row|# rows} ranked by {by}": (
        "{table} : {n} sur {n_all:# ligne|# lignes}, rang selon {by}"
    ),
    "{n} minimal ones, {mean:.1f} per row": "{n} minimaux, {mean:.1f} par ligne",
    "{rows}, which {n:is|are} {target} already": "{rows}, déjà {target}",
    ", one of {n} optimal": ", l’un des {n} optimaux",
    ", so in {n} of {n_equal} cases": ", ainsi dans {n} cas sur {n_equal}",
    ", duplicates counted once": ", doublons comptés une fois",
    "; {n} listed, the nearest first": " ; {n} listés, les plus proches d’abord",
    "{rows}, whose answer came with another outcome too": (
        "{rows}, dont la réponse a aussi eu un autre résultat"
    ),
    "row {row}: {label} → {to_label} as {case} (power {n}{ties}{often})": (
        "ligne {row} : {label} → {to_label} comme {case} (puissance {n}{ties}{often})"
    ),
    "{n:# row|# rows}: the last one was taken by {constraint}": (
        "{n:# ligne|# lignes} : le dernier cas a été écarté par {constraint}"
    ),
    "none, as no row has two counterfactuals to compare": (
        "aucune, car aucune ligne n’a deux contrefactuels à comparer"
    ),
    "counterfactuals": "contrefactuels",
    "unique optimal": "un seul optimal",
    "mean gap": "avance moyenne",
    "optimal, mean": "optimaux, moyenne",
    "no change needed": "déjà au but",
    "no counterfactual": "sans réponse",
    "not sure": "pas sûr",
    "contradicted": "contredites",
    "rows by distance to their nearest counterfactual": (
        "lignes selon la distance au contrefactuel le plus proche"
    ),
    "the first explanations": "les premières explications",
    "{n:# distinct one|# distinct ones}": "{n:# distincte|# distinctes}",
    "no row has a counterfactual": "aucune ligne n’a de contrefactuel",
    # side_by_side.py
    "new case": "nouveau cas",
    "… {n:# feature|# features}; --all-features shows them": (
        "… {n:# caractéristique|# caractéristiques} ; --all-features les montre"
    ),
    "… {n:# feature|# features} with the same value in both; --all-features "
    "shows them": (
        "… {n:# caractéristique|# caractéristiques} de même valeur dans les deux "
        "; --all-features les montre"
    ),
    # why.py
    "There may be more explanations than these": (
        "Il peut y avoir d’autres explications"
    ),
    "{known}. --limit, --max-size and --time-limit set how far to look.": (
        "{known}. --limit, --max-size et --time-limit fixent jusqu’où chercher."
    ),
    "{table}: {n} of {n_all:# row|# rows} explained": (
        "{table} : {n} sur {n_all:# ligne expliquée|# lignes expliquées}"
    ),
    "{n:# minimal explanation|# minimal explanations}, smallest first": (
        "{n:# explication minimale|# explications minimales}, les plus petites d’abord"
    ),
    "There may be explanations that were not reached": (
        "Il peut y avoir des explications qui n’ont pas été atteintes"
    ),
    "; all of up to {n:# feature|# features} are here": (
        " ; toutes celles d’au plus {n:# caractéristique|# caractéristiques} sont ici"
    ),
    "{table}: rules for {label_column} {label}, which {n:# case has|# cases have}": (
        "{table} : règles pour {label_column} {label}, {n:# cas|# cas}"
    ),
    "no rule holds within the limits that were set; --precision allows exceptions": (
        "aucune règle ne vaut dans les limites fixées ; --precision permet des "
        "exceptions"
    ),
    "{n:# minimal rule|# minimal rules}, by the cases that they cover": (
        "{n:# règle minimale|# règles minimales}, selon les cas qu’elles couvrent"
    ),
    "every case": "tous les cas",
    " at a precision of {precision}": " avec une précision de {precision}",
    "{n}, {mean:.1f} per row": "{n}, {mean:.1f} par ligne",
    "{n:# case|# cases}": "{n:# cas|# cas}",
    "{n:# other feature|# other features}": (
        "{n:# autre caractéristique|# autres caractéristiques}"
    ),
    "{n:# feature|# features}": "{n:# caractéristique|# caractéristiques}",
    "; --limit finds more": " ; --limit en trouve plus",
    "because": "parce que",
    "not complete": "incomplètes",
    "unexplained": "non expliquées",
    "row {row}: {label} because {values} ({n:# case|# cases}, 1 of {n_all:# "
    "explanation|# explanations})": (
        "ligne {row} : {label} à cause de {values} ({n:# cas|# cas}, 1 sur "
        "{n_all:# explication|# explications})"
    ),
    "{values}: except {cases}": "{values} : sauf {cases}",
    "explanations": "explications",
    "rows by size of their smallest explanation": (
        "lignes selon la taille de leur plus petite explication"
    ),
    "{n} more": "{n} de plus",
    "the exceptions": "les exceptions",
    "There may be rules that cover more: time was up before all were looked at. "
    "--time-limit gives the search longer.": (
        "Il peut y avoir des règles qui couvrent plus de cas : le temps s’est "
        "écoulé avant que toutes soient examinées. --time-limit laisse chercher "
        "plus longtemps."
    ),
    "size": "taille",
    "cases": "cas",
    "no row has an explanation": "aucune ligne n’a d’explication",
    "precision": "précision",
    # __init__.py
    "another case": "un autre cas",
    "row {row}": "ligne {row}",
    # error.html
    "{n:# second|# seconds}": "{n:# seconde|# secondes}",
    # overview.html
    "{n:# class|# classes}": "{n:# classe|# classes}",
    # ranked.html
    "{n:# answer|# answers}": "{n:# réponse|# réponses}",
    "{n:# more answer|# more answers}": "{n:# autre réponse|# autres réponses}",
}

LANGUAGE = Language(
    name="Français",
    english_name="French",
    thousands="\N{NARROW NO-BREAK SPACE}",
    decimal=",",
    percent="\N{NO-BREAK SPACE}%",
    singular=(0, 1),
    sentences=_spaced(SENTENCES),
    texts=_spaced(TEXTS),
)
