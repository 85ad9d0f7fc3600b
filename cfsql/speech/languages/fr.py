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
    # method/columns.py
    "typicality": "typicité",
    "capacity": "capacité",
    "universality": "universalité",
    "the share of the answer's class in the ball": (
        "la part de la classe de la réponse dans la boule"
    ),
    "the share of the ball outside the answer's class": (
        "la part de la boule en dehors de la classe de la réponse"
    ),
    "the share of the ball in this row's class": (
        "la part de la classe de cette ligne dans la boule"
    ),
    # questions/compare.py
    "Rows {first} and {second} differ in {n} of {n_features:# feature|# features}: "
    "{changed}.": (
        "Les lignes {first} et {second} diffèrent pour {n} sur {n_features:# "
        "caractéristique|# caractéristiques} : {changed}."
    ),
    "Rows {first} and {second} are equal in every feature.": (
        "Les lignes {first} et {second} sont égales pour chaque caractéristique."
    ),
    # questions/counterfactuals.py
    "{which} counterfactuals of row {row} of {table}, whose {label_column} is "
    "{label}": (
        "Contrefactuels de la ligne {row} de {table} ({label_column} : {label}) : "
        "{which}"
    ),
    "the nearest {n} of {n_all}": "les {n} plus proches sur {n_all}",
    # questions/explain.py
    "Row {row} of {table}": "Ligne {row} de {table}",
    "A new case of {table}": "Un nouveau cas pour {table}",
    # questions/rules.py
    "{n:# rule|# rules} for {label_column} {label} in {table}": (
        "{n:# règle|# règles} pour {label_column} {label} dans {table}"
    ),
    # questions/why.py
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
    # show/effort_words.py
    "Rows that are equal in everything else are paired at random, each row in one "
    "pair of a test. The test assumes that labels would fall either way alike if "
    "the column made no difference, and that pairs are independent. It does not "
    "show why they differ, nor that the column is the cause. That a test finds "
    "nothing does not show that there is nothing: with few pairs it cannot.": (
        "Les lignes égales pour tout le reste sont appariées au hasard, chaque ligne "
        "dans une seule paire par test. Le test suppose que les résultats pencheraient "
        "aussi souvent d’un côté que de l’autre si la colonne ne jouait aucun rôle, et "
        "que les paires sont indépendantes. Il ne montre ni pourquoi les lignes "
        "diffèrent, ni que la colonne en est la cause. Qu’un test ne trouve rien ne "
        "montre pas qu’il n’y a rien : avec peu de paires, il ne peut rien trouver."
    ),
    "Intervals are of 95 %: what other rows of the same kind would have given. A "
    "value with fewer rows has fewer cases beside it, and tends to need more "
    "changes for that reason alone. The figures compare all rows with a value, not "
    "rows that are alike.": (
        "Les intervalles sont à 95 % : ce que d’autres lignes du même genre auraient "
        "donné. Une valeur qui a moins de lignes a moins de cas autour d’elle et "
        "demande souvent plus de changements pour cette seule raison. Les chiffres "
        "comparent toutes les lignes ayant une valeur, et non des lignes semblables."
    ),
    "Answers may change protected columns themselves: to keep them, rank with "
    "--freeze {columns} first, then audit again.": (
        "Les réponses peuvent changer les colonnes protégées elles-mêmes. Pour les "
        "garder : d’abord rank avec --freeze {columns}, puis à nouveau audit."
    ),
    "For each outcome by itself, rank with --target each first, then audit again.": (
        "Pour chaque résultat séparément : d’abord rank avec --target each, puis à "
        "nouveau audit."
    ),
    "negligible": "négligeable",
    "small": "faible",
    "medium": "moyen",
    "large": "fort",
    "more": "plus",
    "fewer": "moins",
    "{n:# rarer value is|# rarer values are} left out.": (
        "{n:# valeur plus rare n’est pas montrée|# valeurs plus rares ne sont pas "
        "montrées}."
    ),
    "{n} of {n_all} tests {n:is|are} more than chance after Holm's correction (p < "
    "{level}).": (
        "{n} des {n_all} tests {n:montre|montrent} plus que le hasard après la "
        "correction de Holm (p < {level})."
    ),
    "not reached": "non atteint",
    "as many": "autant",
    "The one test is more than chance (p < {level}).": (
        "Le seul test montre plus que le hasard (p < {level})."
    ),
    "The one test is not more than chance (p < {level}).": (
        "Le seul test ne montre pas plus que le hasard (p < {level})."
    ),
    "None of the {n_all} tests is more than chance after Holm's correction (p < "
    "{level}).": (
        "Aucun des {n_all} tests ne montre plus que le hasard après la correction de "
        "Holm (p < {level})."
    ),
    # show/figures/ranges.py
    "from {smallest:.3f} to {largest:.3f}, the middle half from {lower:.3f} to "
    "{upper:.3f}, median {middle:.3f}, mean {mean:.3f}": (
        "de {smallest:.3f} à {largest:.3f}, la moitié centrale de {lower:.3f} à "
        "{upper:.3f}, médiane {middle:.3f}, moyenne {mean:.3f}"
    ),
    # show/glossary.py
    "counterfactual": "contrefactuel",
    "minimal": "minimal",
    "ball": "boule",
    "power": "puissance",
    "rank, optimal": "rang, optimal",
    "unique": "unique",
    "gap": "avance",
    "support": "égales",
    "share": "part",
    "margin": "marge",
    "contradicted": "en contradiction",
    "a row of the table with another outcome, also called an answer. Its "
    "explanation is the list of features in which it differs: what would have to "
    "change": (
        "une ligne de la table avec un autre résultat, appelée aussi réponse. Son "
        "explication est la liste des caractéristiques qui diffèrent : ce qui devrait "
        "changer"
    ),
    "no counterfactual of the row differs in fewer features": (
        "aucun contrefactuel de la ligne ne diffère par moins de caractéristiques"
    ),
    "all cases that are as near to the answer as the row is, or nearer": (
        "tous les cas aussi proches de la réponse que la ligne, ou plus proches"
    ),
    "the cases in the ball with another outcome than the answer: it explains these "
    "as well": (
        "les cas de la boule dont le résultat n’est pas celui de la réponse : elle les "
        "explique aussi"
    ),
    "1 + the number of minimal counterfactuals that rank higher; those with rank 1 "
    "are optimal, and there may be several": (
        "1 + le nombre de contrefactuels minimaux mieux classés ; ceux de rang 1 sont "
        "optimaux, et il peut y en avoir plusieurs"
    ),
    "one alone is optimal": "un seul est optimal",
    "how far the highest power is ahead of the second, as a share of it; 0 is a "
    "tie. A row with a single minimal counterfactual has no gap": (
        "de combien la plus grande puissance dépasse la deuxième, rapporté à la plus "
        "grande ; 0 est une égalité. Une ligne qui n’a qu’un contrefactuel minimal n’a "
        "pas d’avance"
    ),
    "the number of cases equal to the answer": (
        "le nombre de lignes égales à la réponse"
    ),
    "of the cases with the features of the answer, the share with its outcome; "
    "below 1, the same values also came with another outcome": (
        "parmi les cas ayant les caractéristiques de la réponse, la part de ceux qui "
        "ont son résultat ; au-dessous de 1, les mêmes valeurs ont aussi eu un autre "
        "résultat"
    ),
    "the unique optimal answer stays so whatever fewer cases than these are taken "
    "out": (
        "la seule réponse optimale le reste quels que soient les cas retirés, tant "
        "qu’ils sont moins nombreux"
    ),
    "a case with the same features has another outcome": (
        "un cas ayant les mêmes caractéristiques a un autre résultat"
    ),
    "{metric}: {definition}.": "{metric} : {definition}.",
    # show/markup.py
    "empty": "vide",
    # show/pages/__init__.py
    "Search": "Chercher",
    # show/pages/answers.py
    "distance": "distance",
    "changes": "changements",
    "{least} to {most}": "{least} à {most}",
    "Rows by how clear their best counterfactual is": (
        "Lignes selon la netteté de leur meilleur contrefactuel"
    ),
    "The gap says how far the highest power is ahead of the second. Over the {n:# "
    "row|# rows} with two or more it is {mean:.3f} on average (standard deviation "
    "{deviation:.3f}, median {middle:.3f})": (
        "L’avance dit de combien la plus grande puissance dépasse la deuxième. Pour "
        "{n:la # ligne qui en a|les # lignes qui en ont} deux ou plus, elle est en "
        "moyenne de {mean:.3f} (écart type {deviation:.3f}, médiane {middle:.3f})"
    ),
    "above {least:g}, up to {most:g}": "plus de {least:g}, jusqu’à {most:g}",
    "Rows with a counterfactual within such a distance": (
        "Lignes ayant un contrefactuel à cette distance au plus"
    ),
    "Rows with a counterfactual within so many changes": (
        "Lignes ayant un contrefactuel à ce nombre de changements au plus"
    ),
    "Counterfactuals are the nearest cases that may be chosen, and distances are to "
    "these. {n} of {n_all:# ranked row|# ranked rows} {n:has|have} one.": (
        "Les contrefactuels sont les cas les plus proches qui peuvent être choisis, et "
        "les distances se comptent jusqu’à eux. {n} sur {n_all:# ligne évaluée|# "
        "lignes évaluées} en {n:a|ont} un."
    ),
    "more than {n}": "plus de {n}",
    "none": "aucun",
    "; {mean:.3f} where the optimal one is unique": (
        "; {mean:.3f} là où l’optimal est unique"
    ),
    "0, a tie": "0, une égalité",
    "{mean:.2f} in distance on average (standard deviation {deviation:.2f}), of "
    "{n:# feature|# features}.": (
        "Distance {mean:.2f} en moyenne (écart type {deviation:.2f}), pour {n:# "
        "caractéristique|# caractéristiques}."
    ),
    "{mean:.2f} changes on average (standard deviation {deviation:.2f}), of {n:# "
    "feature|# features}.": (
        "{mean:.2f} changements en moyenne (écart type {deviation:.2f}), pour {n:# "
        "caractéristique|# caractéristiques}."
    ),
    "Rows by the distance to their nearest counterfactual": (
        "Lignes selon la distance à leur contrefactuel le plus proche"
    ),
    "taken by {constraint}": "écarté par {constraint}",
    "{n:# row has|# rows have} this outcome already.": (
        "{n:# ligne a|# lignes ont} déjà ce résultat."
    ),
    "{n:# row is|# rows are} left without an answer.": (
        "{n:# ligne reste|# lignes restent} sans réponse."
    ),
    "The ranking was made with {options}.": "Le classement a été fait avec {options}.",
    "{n:# minimal counterfactual|# minimal counterfactuals}, {mean:.1f} per row on "
    "average, {most} at most. Where there are many, the ranking says which to look "
    "at.": (
        "{n:# contrefactuel minimal|# contrefactuels minimaux}, {mean:.1f} par ligne "
        "en moyenne, {most} au plus. Là où il y en a beaucoup, le classement dit "
        "lesquels regarder."
    ),
    "Rows by their number of minimal counterfactuals": (
        "Lignes selon le nombre de leurs contrefactuels minimaux"
    ),
    "the only minimal one": "le seul minimal",
    "the best of several": "le meilleur de plusieurs",
    "tied with others": "à égalité avec d’autres",
    "no counterfactual": "sans réponse",
    "{n:# row|# rows} ({share}) {n:has|have} a unique optimal counterfactual, "
    "because there is no other or because it ranks alone at the top.": (
        "{n:# ligne|# lignes} ({share}) {n:a|ont} un seul contrefactuel optimal, parce "
        "qu’il n’y en a pas d’autre ou parce qu’il est seul en tête."
    ),
    "No row has two minimal counterfactuals, so there is no gap to tell.": (
        "Aucune ligne n’a deux contrefactuels minimaux : il n’y a pas d’avance à "
        "donner."
    ),
    "Of the optimal counterfactual of each row, the first of equals.": (
        "Pour le contrefactuel optimal de chaque ligne, le premier en cas d’égalité."
    ),
    "Dot: mean. Stroke: median. Box: the middle half of the rows. Line: all rows.": (
        "Point : moyenne. Trait : médiane. Boîte : la moitié centrale des lignes. "
        "Ligne : toutes les lignes."
    ),
    "rows": "lignes",
    "within {n}": "jusqu’à {n}",
    "Rows without an answer, by what took the last case that would have been one": (
        "Lignes sans réponse, selon ce qui a écarté le dernier cas qui en aurait été "
        "une"
    ),
    "minimal ones": "minimaux",
    "best counterfactual": "meilleur contrefactuel",
    "Rows by gap": "Lignes selon l’avance",
    "metric": "mesure",
    "mean ± s. d.": "moyenne ± écart",
    "mean": "moyenne",
    "s. d.": "écart type",
    "least": "minimum",
    "lower quarter": "premier quart",
    "median": "médiane",
    "upper quarter": "dernier quart",
    "greatest": "maximum",
    "{n:# row|# rows} without any counterfactual.": (
        "{n:# ligne|# lignes} sans aucun contrefactuel."
    ),
    "constraint": "contrainte",
    "mean {mean:.3f}": "moyenne {mean:.3f}",
    "{n:# row|# rows} with a gap up to {most:g}": (
        "{n:# ligne|# lignes} avec une avance jusqu’à {most:g}"
    ),
    "{n:# row|# rows} with a gap of 0, a tie": (
        "{n:# ligne|# lignes} avec une avance de 0, une égalité"
    ),
    "tie": "égalité",
    # show/pages/audit.py
    "No two cases are equal in everything but {columns}: there is nothing to "
    "compare.": (
        "Aucune paire de cas n’est égale pour tout sauf {columns} : il n’y a rien à "
        "comparer."
    ),
    "row {row}": "ligne {row}",
    "{n:# pair of cases is|# pairs of cases are} equal in everything but {columns}, "
    "and {n:differs|differ} in {label_column}: {n_unequal} of the {n_comparable:# "
    "row|# rows} that can be compared.": (
        "{n:# paire de cas est égale|# paires de cas sont égales} pour tout sauf "
        "{columns} et {n:diffère|diffèrent} pour {label_column} : {n_unequal} "
        "{n_comparable:de la # ligne comparable|des # lignes comparables}."
    ),
    "No two cases that are equal in everything but {columns} differ in "
    "{label_column}: the {n:# row|# rows} that can be compared are treated alike.": (
        "Aucune paire de cas égaux pour tout sauf {columns} ne diffère pour "
        "{label_column} : {n:la # ligne comparable est traitée|les # lignes "
        "comparables sont traitées} de la même façon."
    ),
    "Of two rows that are equal in everything but these, {share} have different "
    "outcomes; of two of these rows that are equal in all columns, {twin_share}. "
    "Where the two shares are alike, outcomes differ as often without any "
    "difference in these columns.": (
        "Parmi les paires de lignes égales pour tout sauf ces colonnes, {share} ont "
        "des résultats différents ; parmi les paires de ces lignes égales pour toutes "
        "les colonnes, {twin_share}. Si les deux parts sont proches, les résultats "
        "diffèrent aussi souvent sans aucune différence dans ces colonnes."
    ),
    "Each pair is two real cases. It shows that these columns and nothing else in "
    "the table told them apart; what the table does not hold, it does not show. It "
    "is not causal.": (
        "Chaque paire, ce sont deux cas réels. Elle montre que ces colonnes, et rien "
        "d’autre dans la table, les distinguent ; ce que la table ne contient pas, "
        "elle ne le montre pas. Ce n’est pas une relation de cause à effet."
    ),
    "Of two rows that are equal in everything but these, {share} have different "
    "outcomes; no two of these rows are equal in everything.": (
        "Parmi les paires de lignes égales pour tout sauf ces colonnes, {share} ont "
        "des résultats différents ; aucune paire de ces lignes n’est égale pour tout."
    ),
    "{column} alone": "{column} seulement",
    "Pairs of cases by what differs": "Paires de cas selon ce qui diffère",
    "Who has which outcome, where one column alone differs": (
        "Qui a quel résultat, là où une seule colonne diffère"
    ),
    "Rows by protected value, where a case differs in that column alone": (
        "Lignes par valeur protégée, là où un autre cas ne diffère que pour cette "
        "colonne"
    ),
    "The {n} pairs that say most": "Les {n} paires les plus parlantes",
    "The pairs": "Les paires",
    "case": "cas",
    "the other case": "l’autre cas",
    "differs in": "diffère par",
    "cases": "cas",
    "others": "autres",
    "The same by class": "De même par classe",
    "several of these": "plusieurs d’entre elles",
    "column": "colonne",
    "pairs": "paires",
    "In {n} of them one of the cases is contradicted: a row that equals it in all "
    "columns has another outcome too.": (
        "Dans {n} d’entre elles, l’un des cas est en contradiction : une ligne égale "
        "pour toutes les colonnes a aussi un autre résultat."
    ),
    "one case, the other": "un cas, l’autre",
    "{n:# rarer one is|# rarer ones are} left out.": (
        "{n:# plus rare n’est pas montré|# plus rares ne sont pas montrés}."
    ),
    "value": "valeur",
    "comparable": "comparables",
    "unequal": "inégales",
    "{n:# more value is|# more values are} left out.": (
        "{n:# autre valeur n’est pas montrée|# autres valeurs ne sont pas montrées}."
    ),
    "{n:# smaller class|# smaller classes} left out.": (
        "{n:# classe plus petite n’est pas montrée|# classes plus petites ne sont pas "
        "montrées}."
    ),
    "class": "classe",
    # show/pages/changes.py
    "feature": "caractéristique",
    "values": "valeurs",
    "A feature that changes for most rows is one that the outcomes hang on in these "
    "data, or one in which hardly two rows are alike. Where several counterfactuals "
    "of a row are optimal, each counts for its part of the row.": (
        "Une caractéristique qui change pour la plupart des lignes est celle dont les "
        "résultats dépendent dans ces données, ou celle pour laquelle presque aucune "
        "ligne n’est égale à une autre. Quand plusieurs contrefactuels d’une ligne "
        "sont optimaux, chacun compte pour sa part de la ligne."
    ),
    "The most common changes": "Les changements les plus fréquents",
    "from": "de",
    "to": "à",
    "Where the rows of a class go: the class of their optimal counterfactual. Read "
    "along a line; the stronger the shade, the more of its rows. No class turns "
    "into itself (–).": (
        "Où mènent les lignes d’une classe : à la classe de leur contrefactuel "
        "optimal. À lire ligne par ligne ; plus la teinte est forte, plus il y a de "
        "lignes. Aucune classe ne mène à elle-même (–)."
    ),
    "How often the optimal counterfactual changes each feature": (
        "Combien de fois le contrefactuel optimal change chaque caractéristique"
    ),
    "{n:# other class|# other classes}": "{n:# autre classe|# autres classes}",
    "From the class of the row (down) to that of its counterfactual (across)": (
        "De la classe de la ligne (vers le bas) à celle de son contrefactuel (en "
        "travers)"
    ),
    "from ↓ to →": "de ↓ à →",
    "{n:# other feature|# other features}": (
        "{n:# autre caractéristique|# autres caractéristiques}"
    ),
    "The {n} classes with most answers are named, the others are taken together.": (
        "Les {n} classes qui ont le plus de réponses sont nommées, les autres sont "
        "réunies."
    ),
    # show/pages/data.py
    "{feature} has {n_values} values in {n} rows, so nearly all rows differ in it, "
    "whatever their outcome. If it is an id or a weight, load the table again and "
    "leave it out with --ignore.": (
        "{feature} a {n_values} valeurs pour {n} lignes : presque toutes les lignes y "
        "diffèrent, quel que soit leur résultat. Si c’est un identifiant ou un poids, "
        "rechargez la table sans cette colonne, avec --ignore."
    ),
    "{n:# other|# others}": "{n:# autre|# autres}",
    "mean distance": "distance moyenne",
    "mean changes": "changements, moyenne",
    "The largest groups": "Les plus grands groupes",
    "The groups": "Les groupes",
    "such as {row}": "par exemple {row}",
    "source": "source",
    "outcome": "résultat",
    "features": "caractéristiques",
    "classes": "classes",
    "duplicates": "doublons",
    "without an outcome": "sans résultat",
    "ranked": "évaluées",
    "The classes, and how their ranked rows were answered": (
        "Les classes, et les réponses à leurs lignes évaluées"
    ),
    "None: no two rows have the same features and different outcomes.": (
        "Aucune : il n’y a pas deux lignes ayant les mêmes caractéristiques et des "
        "résultats différents."
    ),
    "{n:# row|# rows} ({share}) are in {n_groups:# group|# groups} with the same "
    "features and different outcomes; {n_ranked} of them were ranked. Nothing in "
    "the features tells them apart, so they are never offered as counterfactuals of "
    "each other.": (
        "{n:# ligne|# lignes} ({share}) {n:fait|font} partie de {n_groups:# groupe|# "
        "groupes} ayant les mêmes caractéristiques et des résultats différents ; "
        "{n_ranked} d’entre elles ont été évaluées. Rien dans les caractéristiques ne "
        "les distingue : aucune n’est donnée comme contrefactuel d’une autre."
    ),
    "outcomes": "résultats",
    "All of them": "Toutes ces lignes",
    "{n:# other outcome|# other outcomes}": "{n:# autre résultat|# autres résultats}",
    "left out": "laissées de côté",
    "{n:# row|# rows}": "{n:# ligne|# lignes}",
    # show/pages/effort.py
    "Pairs of rows by how many other features differ": (
        "Paires de lignes selon le nombre d’autres caractéristiques qui diffèrent"
    ),
    "For whom is it harder? Changes needed to reach another outcome": (
        "Pour qui est-ce plus difficile ? Changements nécessaires pour un autre "
        "résultat"
    ),
    "For whom is it harder? Changes needed to reach {label_column} {label}": (
        "Pour qui est-ce plus difficile ? Changements nécessaires pour {label_column} "
        "{label}"
    ),
    "Is that more than chance? Rows paired, exact sign tests": (
        "Est-ce plus que le hasard ? Lignes appariées, tests exacts du signe"
    ),
    "other features that differ": "autres caractéristiques qui diffèrent",
    "pairs, protected differs": "paires, protégées différentes",
    "pairs, protected equal": "paires, protégées égales",
    "What they change most often": "Ce qu’elles changent le plus souvent",
    "all": "toutes",
    "{n:# more test is|# more tests are} left out.": (
        "{n:# autre test n’est pas montré|# autres tests ne sont pas montrés}."
    ),
    "one row, the other": "une ligne, l’autre",
    "effect": "effet",
    "reversed": "inverses",
    "share (95 %)": "part (95 %)",
    "p": "p",
    "p, Holm": "p, Holm",
    "than others": "que les autres",
    "mean (95 %)": "moyenne (95 %)",
    "90 %": "90 %",
    # show/pages/explanations.py
    "{shown} of {n:# row|# rows}": "{shown} sur {n:# ligne|# lignes}",
    "{n:# counterfactual|# counterfactuals} with {changes}, best first": (
        "{n:# contrefactuel|# contrefactuels} avec {changes}, les meilleurs d’abord"
    ),
    "Case {n}": "Cas {n}",
    "Row {row}": "Ligne {row}",
    "this case": "ce cas",
    "another case": "un autre cas",
    "; gap {gap:.3f}": "; avance {gap:.3f}",
    "Open all": "Tout ouvrir",
    "Close all": "Tout fermer",
    "{n:# change|# changes}": "{n:# changement|# changements}",
    "clearest": "la plus nette",
    "tie of {n}": "{n} à égalité",
    "It has {values}.": "Elle a {values}.",
    "The first {n}:": "Les {n} premiers :",
    "rank": "rang",
    "row": "ligne",
    "Link to {row}": "Lien : {row}",
    "least clear": "la moins nette",
    "Both cases side by side": "Les deux cas côte à côte",
    "Alike in both: {values}.": "Égal dans les deux : {values}.",
    # show/pages/figure_data.py
    "Figure {n}": "Figure {n}",
    "Data of figure {n} as CSV": "Données de la figure {n} en CSV",
    # show/pages/in_short.py
    "All {n} ranked rows have an answer in the data: a real case with another "
    "outcome.": (
        "Les {n} lignes évaluées ont toutes une réponse dans les données : un cas réel "
        "avec un autre résultat."
    ),
    "What would have had to be different for another {label_column}?": (
        "Qu’est-ce qui aurait dû être différent pour que {label_column} ait une autre "
        "valeur ?"
    ),
    "What changes most often is {feature}, for {share} of them; {unique} of them "
    "have a single best answer.": (
        "Ce qui change le plus souvent est {feature}, pour {share} d’entre elles ; "
        "{unique} ont une seule meilleure réponse."
    ),
    "{n} of {n_all} ranked rows {n:has|have} an answer in the data: a real case "
    "with another outcome.": (
        "{n} sur {n_all} lignes évaluées {n:a|ont} une réponse dans les données : un "
        "cas réel avec un autre résultat."
    ),
    "The ranked row has an answer in the data: a real case with another outcome.": (
        "La ligne évaluée a une réponse dans les données : un cas réel avec un autre "
        "résultat."
    ),
    "The data have no answer: no row has a counterfactual that may be chosen.": (
        "Les données n’ont pas de réponse : aucune ligne n’a de contrefactuel qui "
        "puisse être choisi."
    ),
    "The data have no answer: no row has a counterfactual.": (
        "Les données n’ont pas de réponse : aucune ligne n’a de contrefactuel."
    ),
    "Half of them would have had to change in {n} features or fewer.": (
        "La moitié d’entre elles auraient dû changer pour {n} caractéristiques ou "
        "moins."
    ),
    "Half of them would have had to change in 1 feature.": (
        "La moitié d’entre elles auraient dû changer pour 1 caractéristique."
    ),
    "rows ranked": "lignes évaluées",
    "of {n_all}": "sur {n_all}",
    "in contradictions": "en contradiction",
    "rows, {share}": "lignes, {share}",
    "distance needed": "distance nécessaire",
    "changes needed": "changements nécessaires",
    "counterfactuals": "contrefactuels",
    "per row, median {middle:g}": "par ligne, médiane {middle:g}",
    "unique optimal": "un seul optimal",
    "The answer of {share} is not sure: its values came with another outcome too.": (
        "Pour {share}, la réponse n’est pas sûre : ses valeurs ont aussi eu un autre "
        "résultat."
    ),
    "with a counterfactual": "avec un contrefactuel",
    "mean, {least:.0f} to {most:.0f}": "en moyenne, {least:.0f} à {most:.0f}",
    "for every row": "pour chaque ligne",
    "mean gap": "avance moyenne",
    "over {n:# row|# rows}": "sur {n:# ligne|# lignes}",
    # show/pages/pieces.py
    "Parts of rows: one with several best answers is shared among them": (
        "Parts de lignes : une ligne qui a plusieurs meilleures réponses est répartie "
        "entre elles"
    ),
    "In numbers": "En chiffres",
    # show/pages/report.py
    "counterfactual power": "puissance contrefactuelle",
    "size of disagreement set": "taille de l’ensemble des désaccords",
    "every row counted as a case": "chaque ligne comptée comme un cas",
    "duplicates counted once": "doublons comptés une fois",
    "Counterfactual explanations": "Explications contrefactuelles",
    "Counterfactuals are looked for in the whole table, whichever rows are ranked. "
    "Features are compared for equality only. A counterfactual says what other "
    "cases have, not what would happen if something changed: it is not causal. "
    "Every figure comes from a query under {folder} over {summary} and {ranked}; "
    "any row can be explained with {explain}. The method is that of {paper} (Lim, "
    "Prade, Richard).": (
        "Les contrefactuels sont cherchés dans toute la table, quelles que soient les "
        "lignes évaluées. Les caractéristiques sont seulement comparées pour voir si "
        "elles sont égales. Un contrefactuel dit ce que d’autres cas ont, et non ce "
        "qui arriverait si quelque chose changeait : ce n’est pas une relation de "
        "cause à effet. Chaque chiffre vient d’une requête sous {folder} sur {summary} "
        "et {ranked} ; toute ligne peut être expliquée avec {explain}. La méthode est "
        "celle de {paper} (Lim, Prade, Richard)."
    ),
    "ranking {name}": "classement {name}",
    "Counterfactual explanations of {name}": "Explications contrefactuelles de {name}",
    "{n:# row|# rows} of {n_all}": "{n:# ligne|# lignes} sur {n_all}",
    "{rows}, each with the case that would have changed its outcome.": (
        "{rows}, chacune avec le cas qui aurait changé son résultat."
    ),
    "The table": "La table",
    "Contradictions": "Contradictions",
    "Row by row": "Ligne par ligne",
    "The words": "Les termes",
    "How this was made": "Comment ceci a été fait",
    "No row was ranked.": "Aucune ligne n’a été évaluée.",
    "The ranked row": "La ligne évaluée",
    "All {n} ranked rows": "Les {n} lignes évaluées",
    "Open a row to read it. These are real cases: before you pass this page on, ask "
    "whether you may.": (
        "Ouvrez une ligne pour la lire. Ce sont des cas réels : avant de transmettre "
        "cette page, demandez si vous en avez le droit."
    ),
    "Ranked by {by}, {counted}, on {day} at {hour}{version}; this page is by cfsql "
    "{own_version}.": (
        "Classement par {by}, {counted}, le {day} à {hour}{version} ; cette page est "
        "faite par cfsql {own_version}."
    ),
    "{name}: counterfactual explanations": "{name} : explications contrefactuelles",
    "Sections": "Sections",
    "What was asked for": "Ce qui a été demandé",
    "How far": "À quelle distance",
    "How many": "Combien",
    "How clear": "Avec quelle netteté",
    "What changes": "Ce qui change",
    "Which class turns into which": "Quelle classe mène à laquelle",
    "The three metrics": "Les trois mesures",
    "How sure": "Avec quelle certitude",
    "Unequal treatment": "Traitement inégal",
    "Within reach": "À portée",
    "The ranking was made with:": "Le classement a été fait avec :",
    " with cfsql {version}": " avec cfsql {version}",
    # show/pages/stability.py
    "the answer": "la réponse",
    "its features": "ses caractéristiques",
    "the distance": "la distance",
    "always": "toujours",
    "in {share} or more": "dans {share} ou plus",
    "in less than half": "dans moins de la moitié",
    "What stays the same in {n:# subsample|# subsamples} of the table": (
        "Ce qui reste pareil dans {n:# sous-échantillon|# sous-échantillons} de la "
        "table"
    ),
    "Would the answers be the same, had some cases not been recorded? {n:# row|# "
    "rows} in {n_repeats:# subsample|# subsamples}: each has the row itself, and "
    "every other row with a chance of {keep:g}.": (
        "Les réponses seraient-elles les mêmes si certains cas n’avaient pas été "
        "recensés ? {n:# ligne|# lignes} dans {n_repeats:# sous-échantillon|# "
        "sous-échantillons} : chacun contient la ligne elle-même, et toute autre ligne "
        "avec une probabilité de {keep:g}."
    ),
    "What stays the same, mean over the rows": (
        "Ce qui reste pareil, en moyenne sur les lignes"
    ),
    "Rows by how often their answer stays": (
        "Lignes selon la fréquence à laquelle leur réponse reste"
    ),
    "the answer stays": "la réponse reste",
    "stays": "reste",
    "{share} interval": "intervalle à {share}",
    "subsamples": "sous-échantillons",
    "{low:.1%} to {high:.1%}": "{low:.1%} à {high:.1%}",
    # show/terminal/counterfactuals.py
    "{n:# counterfactual|# counterfactuals}, the nearest first": (
        "{n:# contrefactuel|# contrefactuels}, les plus proches d’abord"
    ),
    "yes": "oui",
    "no": "non",
    "irreducible": "irréductible",
    "by literals": "par littéraux",
    "It has no counterfactual.": "Elle n’a aucun contrefactuel.",
    # show/terminal/explanation.py
    "{least} to {n:# change|# changes}": "{least} à {n:# changement|# changements}",
    "A new case for {table}: {label_column} is not known": (
        "Un nouveau cas pour {table} : {label_column} n’est pas connu"
    ),
    "A new case for {table}: {label_column} is {label}": (
        "Un nouveau cas pour {table} : {label_column} est {label}"
    ),
    "{n:# counterfactual|# counterfactuals} at distance {distance} ({changes}; "
    "{weights}), best first": (
        "{n:# contrefactuel|# contrefactuels} à la distance {distance} ({changes} ; "
        "{weights}), les meilleurs d’abord"
    ),
    "; {n} are optimal": " ; {n} sont optimaux",
    "{n:# new case|# new cases} for {table}": (
        "{n:# nouveau cas|# nouveaux cas} pour {table}"
    ),
    # show/terminal/pieces.py
    "… and {n} more; --show {all} lists them all": (
        "… et {n} de plus ; --show {all} les montre tous"
    ),
    "Row {row} of {table}: {label_column} is {label}": (
        "Ligne {row} de {table} : {label_column} est {label}"
    ),
    "As declared: {declared}. --no-defaults lifts this.": (
        "Comme déclaré : {declared}. --no-defaults le lève."
    ),
    "{n:# group|# groups}": "{n:# groupe|# groupes}",
    # show/terminal/ranking.py
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
    "optimal, mean": "optimaux, moyenne",
    "no change needed": "déjà au but",
    "not sure": "pas sûr",
    "rows by distance to their nearest counterfactual": (
        "lignes selon la distance au contrefactuel le plus proche"
    ),
    "the first explanations": "les premières explications",
    "{n:# distinct one|# distinct ones}": "{n:# distincte|# distinctes}",
    "no row has a counterfactual": "aucune ligne n’a de contrefactuel",
    # show/terminal/side_by_side.py
    "new case": "nouveau cas",
    "… {n:# feature|# features}; --all-features shows them": (
        "… {n:# caractéristique|# caractéristiques} ; --all-features les montre"
    ),
    "… {n:# feature|# features} with the same value in both; --all-features shows "
    "them": (
        "… {n:# caractéristique|# caractéristiques} de même valeur dans les deux ; "
        "--all-features les montre"
    ),
    # show/terminal/why.py
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
    "{n:# feature|# features}": "{n:# caractéristique|# caractéristiques}",
    "; --limit finds more": " ; --limit en trouve plus",
    "because": "parce que",
    "not complete": "incomplètes",
    "unexplained": "non expliquées",
    "row {row}: {label} because {values} ({n:# case|# cases}, 1 of {n_all:# "
    "explanation|# explanations})": (
        "ligne {row} : {label} à cause de {values} ({n:# cas|# cas}, 1 sur {n_all:# "
        "explication|# explications})"
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
        "Il peut y avoir des règles qui couvrent plus de cas : le temps s’est écoulé "
        "avant que toutes soient examinées. --time-limit laisse chercher plus "
        "longtemps."
    ),
    "size": "taille",
    "no row has an explanation": "aucune ligne n’a d’explication",
    "precision": "précision",
    # speech/__init__.py
    "distance {n}": "distance {n}",
    "{n:# more character|# more characters}": (
        "{n:# caractère de plus|# caractères de plus}"
    ),
    # tables/declarations.py
    "{columns} {n:does|do} not change": "{columns} ne {n:change|changent} pas",
    "{columns} {n:does|do} not fall": "{columns} ne {n:baisse|baissent} pas",
    "{columns} {n:does|do} not rise": "{columns} n’{n:augmente|augmentent} pas",
    "; ": " ; ",
    # ui/templates/error.html
    "{n:# second|# seconds}": "{n:# seconde|# secondes}",
    # ui/templates/outcomes.html
    "{n:# case|# cases}": "{n:# cas|# cas}",
    # ui/templates/overview.html
    "{n:# class|# classes}": "{n:# classe|# classes}",
    # ui/templates/ranked.html
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
