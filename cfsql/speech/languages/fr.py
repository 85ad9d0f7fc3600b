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
    "none_allowed": "Aucun cas ayant pour {label_column} une autre valeur que "
    "celle-ci ({label}) ne remplit les conditions : le dernier a été écarté par "
    "{blocked_by}.",
    "no_target_allowed": "Aucun cas ayant pour {label_column} la valeur {target} ne "
    "remplit les conditions : le dernier a été écarté par {blocked_by}.",
    "none_differs": "Aucun cas n’a pour {label_column} une valeur qui diffère de "
    "{label} de {differs_by} ou plus : la plus grande différence est {largest}.",
    "none_far_enough": "Aucun cas n’a pour {label_column} une valeur qui diffère "
    "assez de {label}.",
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
    "sure_contradicted": "exactement les valeurs de ce cas se sont aussi trouvées "
    "avec un autre résultat",
    "sure_tied": "{n} réponses se valent",
    "sure_mixed": "parmi les {n_equal} cas ayant les valeurs de cette réponse, "
    "{n:un seul avait|seuls # avaient} son résultat",
    "sure_close": "la deuxième meilleure réponse est à moins de 10 % derrière",
    "sure_exceptions": "parmi les {n_equal} cas ayant les valeurs de cette réponse, "
    "{n:un avait|# avaient} un autre résultat",
    "sure_one_case_alone": "un seul cas est comme cette réponse ; sans lui, la réponse "
    "serait plus éloignée, ou il n’y en aurait aucune",
    "sure_one_case": "un seul cas est comme cette réponse ; sans lui, une autre serait "
    "la meilleure",
    "sure_one_ahead": "la deuxième meilleure réponse n’est derrière que d’un cas",
    "sure_near": "la deuxième meilleure réponse est à moins de 20 % derrière",
    "sure_only": "{n} cas sont comme cette réponse, et aucune autre n’est aussi proche",
    "sure_ahead": "{n} cas sont comme cette réponse, et la deuxième meilleure est à "
    "au moins 20 % derrière",
}

# All other texts, by the English one.
TEXTS = {
    # show/side_by_side.py
    "; one for each set of features, of {n} nearest ones, of which {n_optimal:# is|# "
    "are} optimal": (
        " ; un pour chaque ensemble de caractéristiques, parmi les {n} plus proches, "
        "dont {n_optimal:# est optimal|# sont optimaux}"
    ),
    "; {n} listed, one for each set of features": (
        " ; {n} listés, un pour chaque ensemble de caractéristiques"
    ),
    # show/sureness.py
    "An answer that rests on one row can stay in about {keep:.1%} at most: in the "
    "other subsamples this row is missing.": (
        "Une réponse qui repose sur une seule ligne peut rester dans {keep:.1%} "
        "environ au plus : dans les autres sous-échantillons, cette ligne manque."
    ),
    "its own rows are in {present:.1%}, and of these it stays in {given:.1%}": (
        "ses propres lignes sont dans {present:.1%}, et elle reste dans {given:.1%} "
        "de ceux-ci"
    ),
    "given its rows": "si elle y est",
    "rows by how often their answer stays, given its rows": (
        "lignes selon la fréquence à laquelle leur réponse reste, si elle y est"
    ),
    "Rows by how often their answer stays, given its rows": (
        "Lignes selon la fréquence à laquelle leur réponse reste, si elle y est"
    ),
    "the answer, given its rows": "la réponse, si elle y est",
    "In {n:# subsample|# subsamples} of the table the answer stays in {answer:.1%} "
    "({low:.1%} to {high:.1%})": (
        "Dans {n:# sous-échantillon|# sous-échantillons} de la table, la réponse "
        "reste dans {answer:.1%} ({low:.1%} à {high:.1%})"
    ),
    "firm": "solide",
    "fair": "correcte",
    "shaky": "fragile",
    "how sure": "fiabilité",
    "How sure? {word}: {reason}.": "Est-ce sûr ? {word} : {reason}.",
    "{word} {n} ({share})": "{word} {n} ({share})",
    "How sure are the answers? {counts}.": "Les réponses sont-elles sûres ? {counts}.",
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
    # living/differences.py
    "a tie came or went": "une réponse à égalité est venue ou partie",
    "{n} of {n_all:# row|# rows} of {table} {n:has|have} another answer in {after} "
    "than in {before}": (
        "{n} sur {n_all:# ligne|# lignes} de {table} {n:a|ont} une autre réponse dans "
        "{after} que dans {before}"
    ),
    "; {n} more have other ties alone": (
        "; pour {n} de plus, seules les égalités diffèrent"
    ),
    "another outcome": "un autre résultat",
    "a first answer": "une première réponse",
    "another answer": "une autre réponse",
    "no answer any more": "plus de réponse",
    "a nearer answer": "une réponse plus proche",
    "the same changes, to another outcome": (
        "les mêmes changements, vers un autre résultat"
    ),
    "a further answer": "une réponse plus lointaine",
    # questions/audit/figures.py
    "No two cases are equal in everything but {columns}: there is nothing to "
    "compare.": (
        "Aucune paire de cas n’est égale pour tout sauf {columns} : il n’y a rien à "
        "comparer."
    ),
    "Of two rows that are equal in everything but {columns}, {share} differ in "
    "{label_column}; of two of these rows that are equal in everything, "
    "{twin_share}.": (
        "Parmi les paires de lignes égales pour tout sauf {columns}, {share} diffèrent "
        "pour {label_column} ; parmi les paires de ces lignes égales pour tout, "
        "{twin_share}."
    ),
    "The pairs show no more than chance.": (
        "Les paires ne montrent rien de plus que le hasard."
    ),
    "The pairs show more than chance.": "Les paires montrent plus que le hasard.",
    "There are too few pairs to tell chance from a reason.": (
        "Il y a trop peu de paires pour distinguer le hasard d’une raison."
    ),
    "Nothing could be tested: no rows that differ in one of these columns alone have "
    "different outcomes.": (
        "Rien n’a pu être testé : aucune ligne qui ne diffère que par une de ces "
        "colonnes n’a un autre résultat."
    ),
    "Outcomes differ more often where only these columns differ than where nothing "
    "does, but neither way more than chance would have it.": (
        "Les résultats diffèrent plus souvent là où seules ces colonnes diffèrent que "
        "là où tout est égal, mais dans aucun sens plus que le hasard ne le ferait."
    ),
    "Most clearly {column}: {value} has {label} and {other} has {other_label} in {n:# "
    "pair|# pairs}, the reverse holds in {m}.": (
        "Le plus nettement {column} : dans {n:# paire|# paires}, {value} a {label} et "
        "{other} a {other_label} ; dans {m}, c’est l’inverse."
    ),
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
    "Of two rows that are equal in everything but {columns}, {share} differ in "
    "{label_column}; no two of these rows are equal in everything.": (
        "Parmi les paires de lignes égales pour tout sauf {columns}, {share} diffèrent "
        "pour {label_column} ; aucune paire de ces lignes n’est égale pour tout."
    ),
    "how often each feature changes in optimal answers": (
        "combien de fois chaque caractéristique change dans les réponses optimales"
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
    # questions/cover.py
    "{n:# case|# cases} of {table} reach {n_reached} of {n_rows:# row|# rows} "
    "within {n_changes:# change|# changes}": (
        "{n:# cas|# cas} de {table} {n:atteint|atteignent} {n_reached} sur {n_rows:# "
        "ligne|# lignes} en au plus {n_changes:# changement|# changements}"
    ),
    # questions/explanation.py
    "Row {row} of {table}": "Ligne {row} de {table}",
    "A new case of {table}": "Un nouveau cas pour {table}",
    # questions/rules.py
    "{n:# rule|# rules} for {label_column} {label} in {table}": (
        "{n:# règle|# règles} pour {label_column} {label} dans {table}"
    ),
    # questions/side_by_side.py
    "{n:# explanation|# explanations}": "{n:# explication|# explications}",
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
    "The mean is of the rows that reach it. Intervals are of 95 %: what other rows of "
    "the same kind would have given. A value with fewer rows has fewer cases beside "
    "it, and tends to need more changes for that reason alone. The figures compare "
    "all rows with a value, not rows that are alike.": (
        "La moyenne est celle des lignes qui atteignent le résultat. Les intervalles "
        "sont à 95 % : ce que d’autres lignes du même genre auraient donné. Une "
        "valeur qui a moins de lignes a moins de cas autour d’elle et demande souvent "
        "plus de changements pour cette seule raison. Les chiffres comparent toutes "
        "les lignes ayant une valeur, et non des lignes semblables."
    ),
    "Answers may change protected columns themselves: to keep them, rank with "
    "--freeze {columns} first, then audit again.": (
        "Les réponses peuvent changer les colonnes protégées elles-mêmes. Pour les "
        "garder : d’abord rank avec --freeze {columns}, puis à nouveau audit."
    ),
    "Counted are the changes to another outcome, better or worse. To ask for one "
    "outcome, rank with --target and its name first, then audit again; for each by "
    "itself, with --target each.": (
        "On compte les changements vers un autre résultat, meilleur ou moins bon. Pour "
        "un seul résultat : d’abord rank avec --target et son nom, puis à nouveau "
        "audit ; pour chacun séparément : avec --target each."
    ),
    "Counted are the changes to reach an outcome, of the rows that do not have it.": (
        "On compte les changements pour atteindre un résultat, pour les lignes qui ne "
        "l’ont pas."
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
        "ont son résultat ; au-dessous de 1, d’autres lignes ayant les mêmes valeurs "
        "ont un autre résultat"
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
    "none": "zéro",
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
    "{n:# row has|# rows have} this outcome already, and {n:is|are} not counted.": (
        "{n:# ligne a|# lignes ont} déjà ce résultat et ne {n:compte|comptent} pas ici."
    ),
    "excluded by {constraint}": "écarté par {constraint}",
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
    "Rows without an answer, by the condition that excluded the last case": (
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
    "row {row}": "ligne {row}",
    "Where outcomes differ as often between rows that are equal in all columns, these "
    "columns make no visible difference.": (
        "Là où les résultats diffèrent aussi souvent entre des lignes égales pour "
        "toutes les colonnes, ces colonnes ne font pas de différence visible."
    ),
    "Each pair is two real cases. It shows that these columns and nothing else in "
    "the table told them apart; what the table does not hold, it does not show. It "
    "is not causal.": (
        "Chaque paire, ce sont deux cas réels. Elle montre que ces colonnes, et rien "
        "d’autre dans la table, les distinguent ; ce que la table ne contient pas, "
        "elle ne le montre pas. Ce n’est pas une relation de cause à effet."
    ),
    "{column} alone": "{column} seulement",
    "Pairs of cases by what differs: shares of pairs, not of people": (
        "Paires de cas selon ce qui diffère : parts des paires, non des personnes"
    ),
    "Pairs by who has which outcome, where one column alone differs": (
        "Paires selon qui a quel résultat, là où une seule colonne diffère"
    ),
    "Rows by protected value, where a case differs in that column alone": (
        "Lignes par valeur protégée, là où un autre cas ne diffère que pour cette "
        "colonne"
    ),
    "The {n} clearest pairs": "Les {n} paires les plus nettes",
    "of all pairs": "de toutes les paires",
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
    "A feature that changes for most rows is one that the outcomes depend on in these "
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
    "{column} has {n_values} values in {n} rows, so nearly all rows differ in it, "
    "whatever their outcome. If it is an id or a weight, leave it out with {ignore}; "
    "if its size matters, load the table again with {bin}, which compares it by "
    "intervals.": (
        "{column} a {n_values} valeurs pour {n} lignes : presque toutes les lignes y "
        "diffèrent, quel que soit leur résultat. Si c’est un identifiant ou un poids, "
        "écartez la colonne avec {ignore} ; si sa grandeur compte, rechargez la table "
        "avec {bin}, qui la compare par intervalles."
    ),
    "{column} has {n_values} values in {n} rows, so nearly all rows differ in it, "
    "whatever their outcome. If it is an id or a weight, leave it out with {ignore}.": (
        "{column} a {n_values} valeurs pour {n} lignes : presque toutes les lignes y "
        "diffèrent, quel que soit leur résultat. Si c’est un identifiant ou un poids, "
        "écartez la colonne avec {ignore}."
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
    "{n} of {n_all:# ranked row|# ranked rows} without this outcome {n:has|have} an "
    "answer in the data: a real case that has it.": (
        "{n} sur {n_all:# ligne évaluée|# lignes évaluées} sans ce résultat {n:a|ont} "
        "une réponse dans les données : un cas réel qui l’a."
    ),
    "For half of them, {n} features or fewer would have had to be different.": (
        "Pour la moitié d’entre elles, {n} caractéristiques ou moins auraient dû être "
        "différentes."
    ),
    "For half of them, 1 feature would have had to be different.": (
        "Pour la moitié d’entre elles, 1 caractéristique aurait dû être différente."
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
    "For {share} of them the answer is not sure: other rows with its values had "
    "another outcome.": (
        "Pour {share} d’entre elles, la réponse n’est pas sûre : d’autres lignes "
        "ayant ses valeurs ont un autre résultat."
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
    "Every figure comes from a query in {file} over {summary} and {ranked}; "
    "any row can be explained with {explain}. The method is that of {paper} (Lim, "
    "Prade, Richard).": (
        "Les contrefactuels sont cherchés dans toute la table, quelles que soient les "
        "lignes évaluées. Les caractéristiques sont seulement comparées pour voir si "
        "elles sont égales. Un contrefactuel dit ce que d’autres cas ont, et non ce "
        "qui arriverait si quelque chose changeait : ce n’est pas une relation de "
        "cause à effet. Chaque chiffre vient d’une requête de {file} sur {summary} "
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
    "How far": "À quelle distance est un autre résultat",
    "How many": "Combien il y a de réponses",
    "How clear": "Si la meilleure réponse est nette",
    "What changes": "Ce qui change",
    "Which class turns into which": "Quelle classe mène à laquelle",
    "The three metrics": "Les trois mesures",
    "How often answers stay": "À quelle fréquence les réponses restent",
    "Unequal pairs": "Paires inégales",
    "Within reach": "À portée",
    "The ranking was made with:": "Le classement a été fait avec :",
    " with cfsql {version}": " avec cfsql {version}",
    # show/pages/stability.py
    "the answer": "la réponse",
    "its features": "ses caractéristiques",
    "the distance": "la distance",
    "always": "toujours",
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
    "the answer stays": "la réponse reste",
    "subsamples": "sous-échantillons",
    # show/side_by_side.py
    "new case": "nouveau cas",
    # show/terminal/audit.py
    "… and {n} more in {table}": "… et {n} de plus dans {table}",
    "… and {n} smaller classes in {table}": (
        "… et {n} classes plus petites dans {table}"
    ),
    "pairs of cases by what differs (shares of pairs, not of people)": (
        "paires de cas selon ce qui diffère (parts des paires, non des personnes)"
    ),
    "pairs by who has which {label_column}, one column alone differing": (
        "paires selon qui a quoi pour {label_column}, quand une seule colonne diffère"
    ),
    "the same by class": "de même par classe",
    "of answered": "des réponses",
    "of class": "de la classe",
    "the cases that answer the most rows, of {n}": (
        "les cas qui répondent au plus de lignes, sur {n}"
    ),
    "Where several counterfactuals of a row are optimal, each counts for its part "
    "of the row.": (
        "Quand plusieurs contrefactuels d’une ligne sont optimaux, chacun compte pour "
        "sa part de la ligne."
    ),
    ", ranking {name}": ", classement {name}",
    "{table}: {n} of {n_all:# row|# rows} audited, label {label_column}": (
        "{table} : {n} sur {n_all:# ligne|# lignes}, audit du résultat {label_column}"
    ),
    "ranked with {options}: {n} rows have an answer, and what changes is of these": (
        "évaluées avec {options} : {n} lignes ont une réponse, et ce qui change vaut "
        "pour elles"
    ),
    "no pair differs in {column} alone": (
        "aucune paire ne diffère seulement pour {column}"
    ),
    "of row pairs": "des paires",
    "within {changes}": "jusqu’à {changes}",
    "… and within more changes in {table}": (
        "… et avec plus de changements dans {table}"
    ),
    "changes most often": "change le plus souvent",
    "the cases that answer the most rows are not named: without row ids": (
        "les cas qui répondent au plus de lignes ne sont pas nommés : sans identifiants"
    ),
    "contradictions": "contradictions",
    ", nor in {column} alone": ", ni seulement pour {column}",
    "in {n} of them a case is contradicted: a row that equals it in all columns has "
    "another {label_column} too": (
        "dans {n} d’entre elles, un cas est en contradiction : une ligne égale pour "
        "toutes les colonnes a aussi une autre valeur pour {label_column}"
    ),
    "the clearest pairs": "les paires les plus nettes",
    "by value: rows with a case that differs in this column alone": (
        "par valeur : lignes ayant un cas qui ne diffère que pour cette colonne"
    ),
    "rows with a counterfactual": "lignes ayant un contrefactuel",
    "rows with a counterfactual, of {n:# row|# rows} without the outcome ({n_there} "
    "{n_there:has|have} it already)": (
        "lignes ayant un contrefactuel, sur {n:# ligne|# lignes} sans le résultat "
        "({n_there} l’{n_there:a|ont} déjà)"
    ),
    "what changes most often": "ce qui change le plus souvent",
    "which class turns into which": "quelle classe mène à laquelle",
    "answers": "réponses",
    "together": "ensemble",
    "other": "autre",
    "no row has a counterfactual": "aucune ligne n’a de contrefactuel",
    # show/terminal/counterfactuals.py
    "{n:# counterfactual|# counterfactuals}, the nearest first": (
        "{n:# contrefactuel|# contrefactuels}, les plus proches d’abord"
    ),
    "yes": "oui",
    "no": "non",
    "irreducible": "irréductible",
    "by literals": "par littéraux",
    "It has no counterfactual.": "Elle n’a aucun contrefactuel.",
    # show/terminal/cover.py
    "{table}: {n:# row|# rows} to reach within {n_changes:# change|# changes} by "
    "{n_cases:# case|# cases} {wanted}": (
        "{table} : {n:# ligne|# lignes} à atteindre en au plus {n_changes:# "
        "changement|# changements} par {n_cases:# cas|# cas} {wanted}"
    ),
    "reaches": "atteint",
    "adds": "ajoute",
    "with {label_column} {label}": "avec {label_column} {label}",
    "of another {label_column}": "d’une autre valeur pour {label_column}",
    "{n:# row|# rows}, {target} already": "{n:# ligne|# lignes}, déjà {target}",
    "{n} of these {n:is|are} too far from every case": (
        "{n} d’entre elles {n:est|sont} trop loin de tous les cas"
    ),
    "each of these is near a case that was not chosen": (
        "chacune est proche d’un cas qui n’a pas été choisi"
    ),
    "reached": "atteintes",
    "at most": "au plus",
    "{n:# row|# rows}, by any {n_cases:# case|# cases}": (
        "{n:# ligne|# lignes}, par {n_cases:# cas quelconque|# cas quelconques}"
    ),
    "the cases, in the order in which they were chosen": (
        "les cas, dans l’ordre où ils ont été choisis"
    ),
    "no change needed": "déjà au but",
    "no further case adds a row": "aucun autre cas n’ajoute de ligne",
    # show/terminal/effort.py
    "who has which": "qui a quoi",
    "is that more than chance? rows paired, exact sign tests": (
        "est-ce plus que le hasard ? lignes appariées, tests exacts du signe"
    ),
    "pairs of rows by how many other features differ": (
        "paires de lignes selon le nombre d’autres caractéristiques qui diffèrent"
    ),
    "for whom is it harder?": "pour qui est-ce plus difficile ?",
    "changes needed to reach {label_column} {label}": (
        "changements nécessaires pour {label_column} {label}"
    ),
    "changes needed to reach another outcome": (
        "changements nécessaires pour un autre résultat"
    ),
    "differ in": "diffèrent",
    "other {columns}": "{columns} différents",
    "same {columns}": "{columns} égaux",
    "… and {n} more values in {table}": "… et {n} valeurs de plus dans {table}",
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
    # show/terminal/living.py
    "{n:# row|# rows} in one of them alone": (
        "{n:# ligne|# lignes} dans un seul des deux"
    ),
    "no answer": "pas de réponse",
    "{explanation} (to {label} as {case}{ties})": (
        "{explanation} (vers {label} comme {case}{ties})"
    ),
    "… and {n} more; --format csv lists all": (
        "… et {n} de plus ; --format csv les montre toutes"
    ),
    ", one of {n} optimal": ", l’un des {n} optimaux",
    # show/terminal/pieces.py
    "{rows} in {n:# group|# groups} with the same features and different "
    "{label_column}": (
        "{rows} dans {n:# groupe|# groupes} de mêmes caractéristiques, avec "
        "{label_column} différent"
    ),
    "… and {n} more; --show {all} lists them all": (
        "… et {n} de plus ; --show {all} les montre tous"
    ),
    "Row {row} of {table}: {label_column} is {label}": (
        "Ligne {row} de {table} : {label_column} est {label}"
    ),
    "As declared: {declared}. --no-defaults lifts this.": (
        "Comme déclaré : {declared}. --no-defaults le lève."
    ),
    # show/terminal/ranking.py
    "{table}: {n} of {n_all:# row|# rows} ranked by {by}": (
        "{table} : {n} sur {n_all:# ligne|# lignes}, rang selon {by}"
    ),
    "{n} minimal ones, {mean:.1f} per row": "{n} minimaux, {mean:.1f} par ligne",
    "{rows}, which {n:is|are} {target} already": "{rows}, déjà {target}",
    ", so in {n} of {n_equal} cases": ", ainsi dans {n} cas sur {n_equal}",
    ", duplicates counted once": ", doublons comptés une fois",
    "; {n} listed, the nearest first": " ; {n} listés, les plus proches d’abord",
    "{rows}, whose answer came with another outcome too": (
        "{rows}, dont la réponse a aussi eu un autre résultat"
    ),
    "row {row}: {label} → {to_label} as {case} (power {n}{ties}{often}{sure})": (
        "ligne {row} : {label} → {to_label} comme {case} "
        "(puissance {n}{ties}{often}{sure})"
    ),
    "{n:# row|# rows}: {constraint} excluded the last case": (
        "{n:# ligne|# lignes} : le dernier cas a été écarté par {constraint}"
    ),
    "none, as no row has two counterfactuals to compare": (
        "aucune, car aucune ligne n’a deux contrefactuels à comparer"
    ),
    "optimal, mean": "optimaux, moyenne",
    "not sure": "pas sûr",
    "rows by distance to their nearest counterfactual": (
        "lignes selon la distance au contrefactuel le plus proche"
    ),
    "the first explanations": "les premières explications",
    "{n:# distinct one|# distinct ones}": "{n:# distincte|# distinctes}",
    # show/terminal/side_by_side.py
    "… {n:# feature|# features}; --all-features shows them": (
        "… {n:# caractéristique|# caractéristiques} ; --all-features les montre"
    ),
    "… {n:# feature|# features} with the same value in both; --all-features shows "
    "them": (
        "… {n:# caractéristique|# caractéristiques} de même valeur dans les deux ; "
        "--all-features les montre"
    ),
    # show/terminal/stability.py
    "{table}: {n} of {n_all:# row|# rows} in {n_repeats:# subsample|# subsamples}, "
    "seed {seed}; each has the row itself, and every other row with a chance of "
    "{keep:g}": (
        "{table} : {n} sur {n_all:# ligne|# lignes} dans {n_repeats:# "
        "sous-échantillon|# sous-échantillons}, graine {seed} ; chacun contient la "
        "ligne elle-même, et toute autre ligne avec une probabilité de {keep:g}"
    ),
    "{share} or more": "{share} ou plus",
    "stays in {answer:.1%} ({level} interval {low:.1%} to {high:.1%}); its features "
    "in {features:.1%}, the distance in {distance:.1%}": (
        "reste dans {answer:.1%} (intervalle à {level} : {low:.1%} à {high:.1%}) ; ses "
        "caractéristiques dans {features:.1%}, la distance dans {distance:.1%}"
    ),
    "what stays the same, mean over the rows": (
        "ce qui reste pareil, en moyenne sur les lignes"
    ),
    "less than half": "moins de la moitié",
    "the answers that stay least often": "les réponses qui restent le moins souvent",
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
    "Protected in audits, as declared: {columns}.": (
        "Protégé dans les audits, comme déclaré : {columns}."
    ),
    "; ": " ; ",
    # ui/app.py
    "This cannot be asked": "Cette question ne peut pas être posée",
    "All tables": "Toutes les tables",
    "The database is being written to": "La base de données est en cours d’écriture",
    "No database": "Pas de base de données",
    "There is no such thing": "Cela n’existe pas",
    "The table has changed": "La table a changé",
    "This did not work": "Cela n’a pas fonctionné",
    "There is no page at this address.": "Il n’y a pas de page à cette adresse.",
    "Something is broken": "Quelque chose est cassé",
    "This is a mistake in cfsql, not in what you asked. The terminal in which cfsql "
    "ui runs says more; your data are as they were.": (
        "C’est une erreur de cfsql, et non de votre question. Le terminal où tourne "
        "cfsql ui en dit plus ; vos données sont comme avant."
    ),
    "No such page": "Page introuvable",
    "Ask without it": "Poser la question sans cela",
    # ui/embedded.py
    "Open it in a window of its own": "Ouvrir dans une fenêtre à part",
    # ui/explaining.py
    "every feature is ticked to stay as it is: nothing is left to change": (
        "chaque caractéristique doit rester comme elle est : rien ne peut plus changer"
    ),
    "fill in at least one value, and the answer comes here": (
        "remplissez au moins une valeur, et la réponse apparaît ici"
    ),
    "say which {label_column} the case has, or which one it should reach": (
        "dites quelle valeur le cas a pour {label_column}, ou laquelle il doit "
        "atteindre"
    ),
    # ui/guard.py
    "below this frame": "sous ce cadre",
    "in the terminal": "dans le terminal",
    "A key is needed": "Il faut une clé",
    "Open the link that {server} shows {place}: it has the key. Then this address "
    "works, too.": (
        "Ouvrez le lien que {server} montre {place} : il contient la clé. Ensuite, "
        "cette adresse fonctionne aussi."
    ),
    "the notebook": "le notebook",
    "Another name": "Un autre nom",
    "This server answers to its own address only, 127.0.0.1.": (
        "Ce serveur ne répond qu’à sa propre adresse, 127.0.0.1."
    ),
    "Nothing is changed here": "Rien n’est modifié ici",
    "The pages only read; they take no other request than GET.": (
        "Les pages ne font que lire ; elles n’acceptent que des requêtes GET."
    ),
    "Not for other sites": "Pas pour d’autres sites",
    "This is not the key of this server": "Ce n’est pas la clé de ce serveur",
    "The key in this address is mistyped or cut off, or it is from before {server} "
    "was started anew: every start makes a new one. Open the link that it shows "
    "{place} now; then this address works, too.": (
        "La clé de cette adresse est mal tapée ou coupée, ou elle est ancienne : "
        "chaque démarrage en crée une nouvelle. Ouvrez le lien que {server} montre "
        "maintenant {place} ; ensuite, cette adresse fonctionne aussi."
    ),
    "The key has expired": "La clé n’est plus valable",
    "{server} was started anew since this browser was given the key, and every "
    "start makes a new one. Open the link that it shows {place} now; then this "
    "address works again.": (
        "Depuis que ce navigateur a reçu la clé, il y a eu un redémarrage, et chacun "
        "crée une nouvelle clé. Ouvrez le lien que {server} montre maintenant {place} "
        "; ensuite, cette adresse fonctionne à nouveau."
    ),
    "Another site has asked for this page, and gets nothing.": (
        "Un autre site a demandé cette page et n’obtient rien."
    ),
    "Open the link below this frame.": "Ouvrez le lien sous ce cadre.",
    # ui/listing/asked.py
    "from {least} to {most}": "de {least} à {most}",
    "up to {most}": "jusqu’à {most}",
    "from {least} on": "à partir de {least}",
    "with {column} {values}": "avec {column} {values}",
    " or ": " ou ",
    # ui/listing/columns.py
    "what would have changed it": "ce qui l’aurait changé",
    "in a sentence": "en une phrase",
    "only best answer": "seule meilleure réponse",
    # ui/listing/search.py
    "{column} is above {value}": "{column} dépasse {value}",
    "{column} is below {value}": "{column} est inférieur à {value}",
    "{column} is at least {value}": "{column} est au moins {value}",
    "{column} is at most {value}": "{column} est au plus {value}",
    "{column} is {value}": "{column} est {value}",
    "no {column} is so great": "aucune valeur de {column} n’est si grande",
    "no {column} is so small": "aucune valeur de {column} n’est si petite",
    "no {column} is {value}": "aucune valeur de {column} n’est {value}",
    "there is no column {column}": "il n’y a pas de colonne {column}",
    "no value contains it": "aucune valeur ne le contient",
    "{column} is not a number": "{column} n’est pas un nombre",
    # ui/question.py
    "Minimum difference": "Différence, au moins",
    "A condition in SQL": "Une condition en SQL",
    "Ask without the condition": "Demander sans la condition",
    "Maximum changes": "Changements, au plus",
    "Minimum support": "Égales, au moins",
    "Minimum share": "Part, au moins",
    "{field} takes a number from 0 to 1, not '{text}'.": (
        "« {field} » prend un nombre de 0 à 1, et non « {text} »."
    ),
    "{field} takes a number above 0, not '{text}'.": (
        "« {field} » prend un nombre supérieur à 0, et non « {text} »."
    ),
    "{field} is for any other outcome: choose no single one.": (
        "« {field} » vaut pour tout autre résultat : n’en choisissez pas un seul."
    ),
    "{column} is to go only up and only down: keep it instead.": (
        "{column} doit seulement augmenter et seulement baisser : gardez plutôt sa "
        "valeur."
    ),
    "show": "montrer",
    "{field} takes a number from 1 on, not '{text}'.": (
        "« {field} » prend un nombre à partir de 1, et non « {text} »."
    ),
    "{column} counts from 1 to {most} times, not '{text}'.": (
        "{column} compte de 1 à {most} fois, pas « {text} »."
    ),
    # ui/row_filter.py
    "with a single minimal counterfactual": "avec un seul contrefactuel minimal",
    "with one best counterfactual of several": (
        "avec un meilleur contrefactuel parmi plusieurs"
    ),
    "with several optimal counterfactuals": "avec plusieurs contrefactuels optimaux",
    "without a counterfactual": "sans contrefactuel",
    "a single answer": "une seule réponse",
    "one best of several": "une meilleure parmi plusieurs",
    "several best": "plusieurs meilleures",
    "with {least} to {most} minimal counterfactuals": (
        "avec {least} à {most} contrefactuels minimaux"
    ),
    "with a gap above {least:g} and up to {most:g}": (
        "avec une avance de plus de {least:g} jusqu’à {most:g}"
    ),
    "that differ in {column} alone: {value} has {label}, {other_value} has "
    "{other_label}": (
        "avec une différence pour {column} seulement : {value} a {label}, "
        "{other_value} a {other_label}"
    ),
    "with {n} minimal counterfactuals or more": (
        "avec {n} contrefactuels minimaux ou plus"
    ),
    "with {n:# minimal counterfactual|# minimal counterfactuals}": (
        "avec {n:# contrefactuel minimal|# contrefactuels minimaux}"
    ),
    "with a tie at the top": "avec une égalité en tête",
    "that differ in several protected columns": (
        "avec une différence pour plusieurs colonnes protégées"
    ),
    "that differ in {column} alone": "avec une différence pour {column} seulement",
    "that would have become {label}": "avec la réponse {label}",
    "whose {column} would change from {from_value} to {to_value}": (
        "avec un changement pour {column} : {from_value} → {to_value}"
    ),
    "that need {n:# change|# changes}": (
        "avec {n:# changement nécessaire|# changements nécessaires}"
    ),
    "within {n:# change|# changes}": "avec au plus {n:# changement|# changements}",
    "that are ranked": "avec évaluation",
    "whose {column} would change": "avec un changement pour {column}",
    # ui/store.py
    "this notebook": "ce notebook",
    # questions/new_cases/given.py
    "no row has {column} {values}: every row differs in it": (
        "aucune ligne n’a {column} {values} : toutes en diffèrent"
    ),
    "{value} (nearest: {values})": "{value} (au plus proche : {values})",
    "{columns} {n:is|are} not given for the case, and taken as missing": (
        "{columns} {n:n’est pas donnée|ne sont pas données} pour le cas, et "
        "{n:compte comme manquante|comptent comme manquantes}"
    ),
    "{columns} {n:is|are} not given for each case, and taken as missing": (
        "{columns} {n:n’est donnée|ne sont données} pour aucun cas, et "
        "{n:compte comme manquante|comptent comme manquantes}"
    ),
    "{columns} {n:is no column|are no columns} of {table}, and not looked at": (
        "{columns} {n:n’est pas une colonne|ne sont pas des colonnes} de {table}, et "
        "{n:n’est pas lue|ne sont pas lues}"
    ),
    "; did you mean {names}?": " ; vouliez-vous dire {names} ?",
    "the label {label} stands for the {label_column} of the case": (
        "pour {label_column} du cas, c’est {label}, donné à part, qui vaut"
    ),
    "the label {label} stands for the {label_column} of each case": (
        "pour {label_column} de chaque cas, c’est {label}, donné à part, qui vaut"
    ),
    "{n:# other value|# other values}": "{n:# autre valeur|# autres valeurs}",
    # ui/told_errors.py
    "no {kind} '{name}' in {where}": "« {name} » ({kind}) n’existe pas dans {where}",
    "no row {row} in {table}; row ids go from {first} to {last}": (
        "pas de ligne {row} dans {table} ; les identifiants vont de {first} à {last}"
    ),
    "no row {row} in {table}; did you mean {nearest}? Row ids go from {first} to "
    "{last}": (
        "pas de ligne {row} dans {table} ; vouliez-vous dire {nearest} ? Les "
        "identifiants vont de {first} à {last}"
    ),
    "; did you mean '{name}'?": "; vouliez-vous dire « {name} » ?",
    "{column} takes {what}; the case has '{text}'": (
        "{column} attend {what} ; le cas a « {text} »"
    ),
    "{column} takes {what}, such as {example}; the case has '{text}'": (
        "{column} attend {what}, par exemple {example} ; le cas a « {text} »"
    ),
    "a whole number": "un nombre entier",
    "a number": "un nombre",
    "a date": "une date",
    "a time": "une heure",
    "a date and a time": "une date et une heure",
    "true or false": "true ou false",
    "a value of the type {type}": "une valeur du type {type}",
    "; there is {names}": "; il y a {names}",
    "table": "table",
    "ranking": "classement",
    "the database": "la base de données",
    # ui/views/comparing.py
    "two rows are two people, and this session names one at most": (
        "deux lignes sont deux personnes, et cette session en nomme une au plus"
    ),
    "Two rows": "Deux lignes",
    "Two rankings": "Deux classements",
    # ui/views/conclusions.py
    "; there is {names} and {n_more} more": " ; il y a {names} et {n_more} autres",
    "Missing is a value of its own: it equals only another missing one.": (
        "Manquante est une valeur à part : elle n’est égale qu’à une autre valeur "
        "manquante."
    ),
    "As declared with the table, {columns} {n:keeps its value|keep their values}; a "
    "field that is left empty may change.": (
        "Selon la déclaration de la table, {columns} {n:garde sa valeur|gardent leurs "
        "valeurs} ; un champ laissé vide peut changer."
    ),
    "Not kept, as the field is empty: {columns}.": (
        "Non gardé, car le champ est vide : {columns}."
    ),
    "It is harder for {column} {value} ({n:# row|# rows}) to reach {aim}: {more} "
    "changes more than for others on average ({mean} against {others}). The "
    "difference is {effect}.": (
        "Pour {column} {value} ({n:# ligne|# lignes}), il est plus difficile "
        "d’atteindre {aim} : {more} changements de plus que pour les autres en "
        "moyenne ({mean} contre {others}). La différence est {effect}."
    ),
    "It is harder for {column} {value} to reach {aim}: {k} of {n:# row|# rows} "
    "{k:does|do}, with {mean} changes on average. Of the others, {j} of {m} "
    "{j:does|do}, with {others}.": (
        "Pour {column} {value}, il est plus difficile d’atteindre {aim} : {k} sur "
        "{n:# ligne|# lignes} y {k:parvient|parviennent}, avec {mean} changements en "
        "moyenne ; parmi les autres, {j} sur {m}, avec {others}."
    ),
    "Answers keep {columns}: every row is compared only with rows that have the same "
    "{columns} as itself.": (
        "Les réponses gardent {columns} : chaque ligne n’est comparée qu’avec des "
        "lignes qui ont les mêmes valeurs de {columns} qu’elle."
    ),
    "‘Than others’: whether rows with this value need more changes than rows with the "
    "other values of the column, and how large the difference is. ‘90 %’: nine of ten "
    "rows need so many changes or fewer.": (
        "« Que les autres » : si les lignes de cette valeur demandent plus de "
        "changements que celles des autres valeurs de la colonne, et de combien. "
        "« 90 % » : neuf lignes sur dix demandent au plus ce nombre de changements."
    ),
    "have it already": "l’ont déjà",
    "So nothing was tested: this does not say that all are treated alike. "
    "No two rows are equal in all other columns. Fewer columns, or numbers "
    "in bins (--bin), make rows comparable.": (
        "Rien n’a donc été examiné : cela ne dit pas que tous sont traités de même. "
        "Aucune paire de lignes n’est égale dans toutes les autres colonnes. Avec "
        "moins de colonnes, ou des nombres en classes (--bin), des lignes deviennent "
        "comparables."
    ),
    "So nothing was tested: this does not say that all are treated alike. The "
    "likely reason is {columns}, with nearly as many values as there are rows: "
    "hardly two rows are equal in it. If it is an id or a weight, load the "
    "table again with {option}, then rank and audit again.": (
        "Rien n’a donc été examiné : cela ne dit pas que tous sont traités de même. La "
        "raison probable est {columns}, avec presque autant de valeurs que de lignes : "
        "presque aucune paire de lignes n’y est égale. Si c’est un identifiant ou un "
        "poids, chargez la table de nouveau avec {option}, puis refaites le classement "
        "et l’audit."
    ),
    "It is hardest for {column} {value}: {n:its only row does not reach|none of its # "
    "rows reaches} {aim}. Of the others, {k} of {m} {k:does|do}.": (
        "C’est le plus difficile pour {column} {value} : {n:sa seule ligne|aucune de "
        "ses # lignes} n’atteint {aim}. Parmi les autres, {k} sur {m} y "
        "{k:parvient|parviennent}."
    ),
    "{share} of the rows are within {n:# change|# changes} of another outcome.": (
        "{share} des lignes sont à {n:# changement|# changements} au plus d’un autre "
        "résultat."
    ),
    "{share} of the rows without the outcome are within {n:# change|# changes} of "
    "it.": (
        "{share} des lignes sans le résultat en sont à {n:# changement|# changements} "
        "au plus."
    ),
    "Most often {label} turns into {other}: for {share} of the rows.": (
        "Le plus souvent, {label} devient {other} : pour {share} des lignes."
    ),
    "Most often {label} turns into {other}: for {share} of the rows with an answer.": (
        "Le plus souvent, {label} devient {other} : pour {share} des lignes ayant une "
        "réponse."
    ),
    "{share} of the rows have the most frequent outcome, {label}.": (
        "{share} des lignes ont le résultat le plus fréquent, {label}."
    ),
    "Half of the rows would need {n:# change|# changes} or fewer; {share} need only "
    "{least}, and nobody needs more than {most}.": (
        "La moitié des lignes auraient besoin de {n:# changement|# changements} ou "
        "moins ; {share} n’en demandent que {least}, et aucune plus de {most}."
    ),
    "Half of the rows with an answer would need {n:# change|# changes} or fewer; "
    "{share} need only {least}, and none of them needs more than {most}.": (
        "La moitié des lignes ayant une réponse demanderaient {n:# changement|# "
        "changements} ou moins ; {share} n’en demandent que {least}, et aucune "
        "d’elles plus de {most}."
    ),
    "{share} of the rows have one best answer. For the others, several are equally "
    "good, and which one is told first says nothing.": (
        "{share} des lignes ont une seule meilleure réponse. Pour les autres, "
        "plusieurs se valent, et celle qui est donnée en premier ne dit rien de plus."
    ),
    "Of the rows with an answer, {share} have one best answer. For the others, "
    "several are equally good, and which one is told first says nothing.": (
        "Parmi les lignes ayant une réponse, {share} en ont une seule meilleure. Pour "
        "les autres, plusieurs se valent, et celle qui est dite en premier n’a pas de "
        "sens particulier."
    ),
    "{feature} changes for {share} of the rows.": (
        "{feature} change pour {share} des lignes."
    ),
    "{feature} changes for {share} of the rows with an answer.": (
        "{feature} change pour {share} des lignes ayant une réponse."
    ),
    "No protected value needs clearly more changes than the others.": (
        "Aucune valeur protégée ne demande nettement plus de changements que les "
        "autres."
    ),
    "No row reaches {aim}.": "Aucune ligne n’atteint {aim}.",
    "{n} of {n_all}": "{n} sur {n_all}",
    "{feature} comes next, with {share}.": "Vient ensuite {feature}, avec {share}.",
    "{n:# feature|# features} never would.": (
        "{n:# caractéristique ne change|# caractéristiques ne changent} jamais."
    ),
    # ui/views/downloads.py
    "pairs are no file yet; cfsql export writes them": (
        "les paires ne sont pas encore un fichier ; cfsql export les écrit"
    ),
    "this session names nobody, and a list names many": (
        "cette session ne nomme personne, et une liste en nomme beaucoup"
    ),
    # ui/views/explanation.py
    "The answer": "La réponse",
    # ui/views/explanation_page.py
    "New case": "Nouveau cas",
    "{columns}, any other 1": "{columns}, tout autre 1",
    "No values explain it without exception: a case with the same features has "
    "another {label_column}.": (
        "Aucune valeur ne l’explique sans exception : un cas ayant les mêmes "
        "caractéristiques a une autre valeur pour {label_column}."
    ),
    "to {label}": "but {label}",
    "differs by {number:g}": "différence d’au moins {number:g}",
    "at most {n:# change|# changes}": "au plus {n:# changement|# changements}",
    "support {n}": "au moins {n} égales",
    "share {share:g}": "part d’au moins {share:g}",
    "{columns} kept": "{columns} sans changement",
    "{columns} only up": "{columns} seulement en hausse",
    "{columns} only down": "{columns} seulement en baisse",
    "weights": "poids",
    "a condition": "une condition",
    "anonymous": "anonyme",
    "{label_column} to reach": "But pour {label_column}",
    "may not change": "ne peut pas changer",
    "a new one": "un nouveau",
    "any other": "tout autre",
    "nothing: all may": "rien : tout peut changer",
    "may only rise": "peut seulement augmenter",
    "may only fall": "peut seulement baisser",
    "a change counts": "un changement compte",
    "condition": "condition",
    "other people": "autres personnes",
    "are not named": "ne sont pas nommées",
    "tie of {n} at the top": "{n} à égalité en tête",
    "{n:# case|# cases}": "{n:# cas|# cas}",
    "ahead of the second by {gap:.0%}": "{gap:.0%} devant la deuxième",
    "the only one as near": "la seule aussi proche",
    # ui/views/no_answer.py
    "keeping {column}": "le maintien de {column}",
    "not lowering {column}": "l’interdiction de baisser {column}",
    "not raising {column}": "l’interdiction d’augmenter {column}",
    "‘{text}’": "« {text} »",
    "Undo this, and there is an answer:": "Annulez ceci, et il y a une réponse :",
    "Undo one of these, and there is an answer:": (
        "Annulez l’un de ces points, et il y a une réponse :"
    ),
    "{n:# change|# changes} then": "alors {n:# changement|# changements}",
    "Choose another one:": "Choisissez-en un autre :",
    "Undo this:": "Annuler ceci :",
    "let {columns} change": "laisser changer {columns}",
    "accept any other {label_column}": "accepter toute autre valeur de {label_column}",
    "allow {n:# change|# changes}": "autoriser {n:# changement|# changements}",
    "accept a case with less support": "accepter un cas avec moins de lignes égales",
    "accept a case whose values also came with another outcome": (
        "accepter un cas dont les valeurs se trouvent aussi avec un autre résultat"
    ),
    "any {label_column} but {label}": "toute valeur de {label_column} sauf {label}",
    # ui/views/overview.py
    "Classes": "Classes",
    "Overview": "Vue d’ensemble",
    "Protected groups side by side": "Groupes protégés côte à côte",
    # ui/views/problems.py
    "No row of {table} has a {label_column}.": (
        "Aucune ligne de {table} n’a de valeur pour {label_column}."
    ),
    "No {column} in {table} is like '{text}'.": (
        "Aucune valeur de {column} dans {table} ne ressemble à « {text} »."
    ),
    "No row to explain": "Aucune ligne à expliquer",
    "No row has the id '{text}'": "Aucune ligne n’a l’identifiant « {text} »",
    "no row {row} in {table}": "pas de ligne {row} dans {table}",
    "No such row": "Ligne introuvable",
    "No such value": "Valeur introuvable",
    "No such outcome": "Résultat introuvable",
    "Which row?": "Quelle ligne ?",
    "Give its id, or search for its values.": (
        "Donnez son identifiant, ou cherchez ses valeurs."
    ),
    "Rows with ‘{text}’": "Lignes avec « {text} »",
    "This has several conditions.": "Cela fait plusieurs conditions.",
    "no value is like it either": "aucune valeur n’y ressemble non plus",
    "Look for {text}": "Chercher {text}",
    "No such feature": "Caractéristique introuvable",
    "Ask for any other class": "Demander toute autre classe",
    "Let all features change": "Laisser changer toutes les caractéristiques",
    "Ask without a class of the case": "Demander sans classe du cas",
    "{n:# row|# rows} with this value": "{n:# ligne|# lignes} avec cette valeur",
    "List the rows that fit": "Lister les lignes qui correspondent",
    "Show row {row}": "Montrer la ligne {row}",
    "This is an outcome: {n:# row|# rows} with {label_column} {label}.": (
        "C’est un résultat : {n:# ligne|# lignes} avec {label_column} {label}."
    ),
    "{n} features have this value": "{n} caractéristiques ont cette valeur",
    "{n:List it|List them}": "Lister {n:la ligne|les lignes}",
    # ui/views/rows.py
    "that fit ‘{text}’": "pour « {text} »",
    "pairs name people, and this session names nobody": (
        "les paires nomment des personnes, et cette session n’en nomme aucune"
    ),
    "Rows": "Lignes",
    "Pairs": "Paires",
    "{n:# pair|# pairs}": "{n:# paire|# paires}",
    # ui/views/tables.py
    "Tables": "Tables",
    "{n:# table|# tables} in {database}": "{n:# table|# tables} dans {database}",
    "not yet": "pas encore",
    "changed since": "changée depuis",
    # ui/views/terms.py
    "{n} of the {n_equal:# case|# cases} with exactly the answer's values "
    "{n:has|have} {label}; the others had another outcome.": (
        "{n} des {n_equal:# cas|# cas} ayant exactement les valeurs de la réponse "
        "{n:a|ont} {label} ; les autres ont eu un autre résultat."
    ),
    "Whatever {n:# other case|# other cases} were taken out, this would stay the "
    "only best answer.": (
        "Quels que soient les {n:# autre cas retiré|# autres cas retirés}, ce serait "
        "encore la seule meilleure réponse."
    ),
    "The one case with exactly the answer's values has {label}.": (
        "Le seul cas ayant exactement les valeurs de la réponse a {label}."
    ),
    "All {n} cases with exactly its values have {label}.": (
        "Les {n} cas ayant exactement ses valeurs ont tous {label}."
    ),
    "One other case less, and another answer may be the best.": (
        "Un autre cas de moins, et une autre réponse peut être la meilleure."
    ),
    "The ball is all {n_ball:# case|# cases} as near to the answer as this one, or "
    "nearer. {n} of them {n:has|have} another {label_column} than {label}: the "
    "answer explains these as well.": (
        "La boule, {n_ball:c’est le # cas aussi proche|ce sont tous les # cas aussi "
        "proches} de la réponse que celui-ci, ou plus. {n} d’entre eux {n:a|ont} pour "
        "{label_column} une autre valeur que {label} : la réponse les explique aussi."
    ),
    "{n} of the {n_all:# case|# cases} with {label} {n:is|are} in the ball: how "
    "usual the answer is for its outcome.": (
        "{n} des {n_all:# cas|# cas} avec {label} {n:est|sont} dans la boule : à quel "
        "point la réponse est habituelle pour son résultat."
    ),
    "{n} ÷ {n_ball}: the part of the ball that the answer explains.": (
        "{n} ÷ {n_ball} : la part de la boule que la réponse explique."
    ),
    "{n} ÷ {n_ball}: the part of the ball with {label}, as this case has.": (
        "{n} ÷ {n_ball} : la part de la boule avec {label}, comme ce cas."
    ),
    # ui/templates/answer.html
    "Looking through {n} rows for {seconds:.0f} s so far. The answer comes here by "
    "itself.": (
        "Recherche dans {n} lignes, depuis {seconds:.0f} s. La réponse apparaîtra ici "
        "d’elle-même."
    ),
    "{n} of {n_all} parts are done.": "{n} parties sur {n_all} sont faites.",
    "Progress": "Progression",
    "Values like it": "Valeurs semblables",
    "Copy": "Copier",
    " the sentence": " (la phrase)",
    "Print": "Imprimer",
    # ui/templates/base.html
    "The server does not answer: cfsql ui has stopped. Start it again, and open the "
    "link that it shows.": (
        "Le serveur ne répond pas : cfsql ui s’est arrêté. Redémarrez-le et ouvrez le "
        "lien qu’il montre."
    ),
    "Copied": "Copié",
    "The browser does not allow copying": "Le navigateur ne permet pas de copier",
    "Still looking": "Recherche en cours",
    "Skip to the answer": "Aller à la réponse",
    "Pages": "Pages",
    "One row": "Une ligne",
    "Find rows": "Chercher des lignes",
    "Find rows: an id, or any values": "Chercher : identifiant ou valeurs",
    "A counterfactual says what other cases have, not what would happen if "
    "something changed: it is not causal. cfsql {version}, on this machine; nothing "
    "is loaded from elsewhere.": (
        "Un contrefactuel dit ce que d’autres cas ont, et non ce qui arriverait si "
        "quelque chose changeait : ce n’est pas une relation de cause à effet. cfsql "
        "{version}, sur cette machine ; rien n’est chargé d’ailleurs."
    ),
    # ui/templates/case_form.html
    "Which cases of {table} are nearest to a case that is not in it, and what "
    "{label_column} did they have? Nothing is predicted. Fill in what is known; an "
    "empty field is a missing value.": (
        "Quels cas de {table} sont les plus proches d’un cas qui n’y est pas, et "
        "quelle valeur avaient-ils pour {label_column} ? Rien n’est prédit. Remplissez "
        "ce qui est connu ; un champ vide est une valeur manquante."
    ),
    "It began as {row}.": "Point de départ : {row}.",
    "Begin with row": "Partir de la ligne",
    "Take its values": "Prendre ses valeurs",
    "Ask": "Demander",
    # ui/templates/columns.html
    "Columns": "Colonnes",
    "Move {column} to the front": "Avancer {column}",
    "Move {column} to the back": "Reculer {column}",
    "Hide {column}": "Masquer {column}",
    "Columns to add": "Colonnes à ajouter",
    "Show": "Montrer",
    "The usual columns": "Les colonnes habituelles",
    # ui/templates/compare.html
    "The other": "L’autre",
    "Compare": "Comparer",
    "The two rows, what differs first": "Les deux lignes, les différences d’abord",
    "differs": "diffère",
    "Give two row ids, or tick two rows in a {list}.": (
        "Donnez deux identifiants, ou cochez deux lignes dans une {list}."
    ),
    "list of rows": "liste de lignes",
    # ui/templates/comparison.html
    "The values": "Les valeurs",
    "What would have changed it": "Ce qui l’aurait changé",
    "What could have changed it": "Ce qui aurait pu le changer",
    "Changed only": "Changements seulement",
    "Show features with": "Montrer les caractéristiques avec",
    "Filter {n} features": "Filtrer {n} caractéristiques",
    "The row beside its optimal counterfactual, changed features first": (
        "La ligne à côté de son contrefactuel optimal, les changements d’abord"
    ),
    "The values of the row": "Les valeurs de la ligne",
    "Tick what may not change": "Cochez ce qui ne peut pas changer",
    "keep": "fixe",
    "the case": "le cas",
    "becomes": "devient",
    "and {n} equal": "et {n} égales",
    "not known": "inconnu",
    "in {n} of {n_equal} cases": "dans {n} cas sur {n_equal}",
    "{column} may not change": "{column} ne peut pas changer",
    "{n:# feature is|# features are} not shown by the filter": (
        "{n:# caractéristique est masquée|# caractéristiques sont masquées} par le "
        "filtre"
    ),
    "{n:# feature is|# features are} not shown": (
        "{n:# caractéristique est masquée|# caractéristiques sont masquées}"
    ),
    "; {n:it stays as it is|they stay as they are}": (
        "; {n:elle reste comme elle est|elles restent comme elles sont}"
    ),
    # ui/templates/elsewhere.html
    "The same elsewhere": "La même chose ailleurs",
    "Copy link": "Copier le lien",
    "Change its values": "Changer ses valeurs",
    "This page's address holds the whole question. The command and the statement "
    "below give the same answer.": (
        "L’adresse de cette page contient toute la question. La commande et la requête "
        "ci-dessous donnent la même réponse."
    ),
    "This page's address holds the whole question. The command below gives the same "
    "answer.": (
        "L’adresse de cette page contient toute la question. La commande ci-dessous "
        "donne la même réponse."
    ),
    " the command": " (la commande)",
    "SQL that gives the same answer": "SQL qui donne la même réponse",
    " the SQL": " (le SQL)",
    # ui/templates/error.html
    "This page looks again every {n:# second|# seconds}.": (
        "Cette page regarde à nouveau {n:chaque seconde|toutes les # secondes}."
    ),
    # ui/templates/explanation.html
    "asked": "demandé",
    # ui/templates/facets.html
    "Choose": "Choisir",
    "up to": "jusqu’à",
    "and {n:# other value|# other values}: search for {example}": (
        "et {n:# autre valeur|# autres valeurs} : cherchez {example}"
    ),
    "how clear": "netteté",
    "Find": "Chercher",
    # ui/templates/outcomes.html
    "The nearest cases of every {label_column}": (
        "Les cas les plus proches pour chaque valeur de {label_column}"
    ),
    "{n:# case|# cases} with exactly these values": (
        "{n:# cas|# cas} ayant exactement ces valeurs"
    ),
    "{changes} away: {n:# case|# cases}": "à {changes} : {n:# cas|# cas}",
    "and {n:# other feature|# other features}": (
        "et {n:# autre caractéristique|# autres caractéristiques}"
    ),
    # ui/templates/overview.html
    "A sample of": "Un échantillon de",
    "Ranking {n} rows drawn at random, for {seconds:.0f} s so far. This page comes "
    "by itself.": (
        "Évaluation de {n} lignes tirées au hasard, depuis {seconds:.0f} s. La page "
        "apparaîtra d’elle-même."
    ),
    "Reading the results, for {seconds:.0f} s so far. This page comes by itself.": (
        "Lecture des résultats, depuis {seconds:.0f} s. La page apparaîtra d’elle-même."
    ),
    "Computed just now from {n} rows drawn at random, and not stored: shares are "
    "those of the sample. For all rows, run:": (
        "Calculé à l’instant sur {n} lignes tirées au hasard, et non enregistré : les "
        "parts sont celles de l’échantillon. Pour toutes les lignes :"
    ),
    "{n} rows, {n_features:# feature|# features}, {n_classes:# class|# classes} of "
    "{label_column}.": (
        "{n} lignes, {n_features:# caractéristique|# caractéristiques}, {n_classes:# "
        "classe|# classes} de {label_column}."
    ),
    "Not ranked yet, so there are no results to sum up. This command makes them, "
    "while these pages may stay open:": (
        "Pas encore évaluée : il n’y a pas de résultats à résumer. Cette commande les "
        "produit ; ces pages peuvent rester ouvertes :"
    ),
    "Rank {n} rows now, as a sample": (
        "Évaluer maintenant {n} lignes, comme échantillon"
    ),
    "Look at one row": "Regarder une ligne",
    "Other rankings:": "Autres classements :",
    "For whom does the answer differ?": "Pour qui la réponse est-elle différente ?",
    "{rows} ({share}) in {n:# group|# groups} with the same features and different "
    "outcomes. Nothing in the features tells them apart.": (
        "{rows} ({share}) dans {n:# groupe|# groupes} ayant les mêmes caractéristiques "
        "et des résultats différents. Rien dans les caractéristiques ne les distingue."
    ),
    "Audit": "Audit",
    "An audit needs a ranking of all rows.": (
        "Un audit demande un classement de toutes les lignes."
    ),
    "Whom does the table treat unequally, and who is within 1, 2 or 3 changes of "
    "another outcome? This command finds out.": (
        "Qui la table traite-t-elle de façon inégale, et qui est à 1, 2 ou 3 "
        "changements d’un autre résultat ? Cette commande le trouve."
    ),
    "Whom does the table treat unequally, and who is within 1, 2 or 3 changes of "
    "another outcome? This command finds out, with the columns that should not "
    "matter, such as sex,race:": (
        "Qui la table traite-t-elle de façon inégale, et qui est à 1, 2 ou 3 "
        "changements d’un autre résultat ? Cette commande le trouve, avec les colonnes "
        "qui ne devraient pas compter, comme sex,race :"
    ),
    # ui/templates/pages.html
    "More of the list": "Suite de la liste",
    "Previous": "Précédent",
    "Next": "Suivant",
    # ui/templates/pairs.html
    "{first} to {last} of {n_all}": "{first} à {last} sur {n_all}",
    "the other": "l’autre",
    "There is no such pair.": "Il n’y a pas de telle paire.",
    "All rows": "Toutes les lignes",
    # ui/templates/question.html
    "The question": "La question",
    "Row": "Ligne",
    "id or value": "identifiant ou valeur",
    "Previous row": "Ligne précédente",
    "Next row": "Ligne suivante",
    "An id, or a value such as {example}": (
        "Un identifiant, ou une valeur comme {example}"
    ),
    "{label_column} of the case": "{label_column} du cas",
    "Minimum difference of {label_column}": "{label_column} : différence, au moins",
    "any": "libre",
    "May not change": "Ne peut pas changer",
    "Let it change": "Laisser changer",
    ": let it change": ": laisser changer",
    "Let all change": "Tout laisser changer",
    "Nothing yet. Tick features in the comparison below.": (
        "Rien encore. Cochez des caractéristiques dans la comparaison ci-dessous."
    ),
    "Nothing yet. Tick features in the comparison.": (
        "Rien encore. Cochez des caractéristiques dans la comparaison."
    ),
    "May only rise": "Peut seulement augmenter",
    "May only fall": "Peut seulement baisser",
    "Let it go any way": "Permettre les deux sens",
    ": let it go any way": " : permettre les deux sens",
    "As declared with the table: {declared}.": (
        "Comme déclaré avec la table : {declared}."
    ),
    "Only up or only down": "Seulement en hausse ou en baisse",
    "up": "hausse",
    "down": "baisse",
    "{column} may only rise": "{column} peut seulement augmenter",
    "{column} may only fall": "{column} peut seulement baisser",
    "Some changes are harder": "Certains changements sont plus difficiles",
    "A change counts once. What is harder counts more often.": (
        "Un changement compte une fois. Ce qui est plus difficile compte plus souvent."
    ),
    "counts": "compte",
    "Over the case {a} and its answer {b}, such as {example}. It may look at these "
    "two rows alone.": (
        "Sur le cas {a} et sa réponse {b}, par exemple {example}. Elle ne peut "
        "regarder que ces deux lignes."
    ),
    "Without the condition": "Sans la condition",
    "Other people are not named in this session.": (
        "Les autres personnes ne sont pas nommées dans cette session."
    ),
    "Do not name other people": "Ne pas nommer d’autres personnes",
    # ui/templates/ranked.html
    "The only answer": "La seule réponse",
    "{n:# answer|# answers}, best first": (
        "{n:# réponse|# réponses}, les meilleures d’abord"
    ),
    "The changes of the best answer count {n} in all.": (
        "Les changements de la meilleure réponse comptent {n} en tout."
    ),
    "It is a real case with another {label_column} that differs in {n:# feature|# "
    "features}.": (
        "C’est un cas réel qui a une autre valeur pour {label_column} et diffère par "
        "{n:# caractéristique|# caractéristiques}."
    ),
    "Each is a real case with another {label_column} that differs in {n:# feature|# "
    "features}.": (
        "Chacune est un cas réel qui a une autre valeur pour {label_column} et diffère "
        "par {n:# caractéristique|# caractéristiques}."
    ),
    "Each is a real case with the {label_column} {label} that differs in {n:# "
    "feature|# features}.": (
        "Chacune est un cas réel avec {label_column} {label} qui diffère par {n:# "
        "caractéristique|# caractéristiques}."
    ),
    "Those of no other case that may be chosen count less.": (
        "Ceux d’aucun autre cas qui peut être choisi ne comptent moins."
    ),
    "None that may be chosen differs in fewer.": (
        "Aucun qui puisse être choisi ne diffère par moins."
    ),
    "None differs in fewer.": "Aucun ne diffère par moins.",
    "Power counts the cases around it that it explains as well.": (
        "La puissance compte les cas voisins qu’elle explique aussi."
    ),
    "What the figures of the best answer mean": (
        "Ce que signifient les chiffres de la meilleure réponse"
    ),
    "In the drawings the circle is the ball, and its middle the answer. Dark cases "
    "have the outcome of the answer; what the figure counts is lit.": (
        "Dans les dessins, le cercle est la boule, et son centre la réponse. Les cas "
        "foncés ont le résultat de la réponse ; ce que le chiffre compte est éclairé."
    ),
    "optimal": "optimale",
    "compare": "comparer",
    "Show all": "Tout montrer",
    "Show {n}": "En montrer {n}",
    "{n:# more answer|# more answers}": "{n:# autre réponse|# autres réponses}",
    # ui/templates/rankings.html
    "Two rankings: for whom is the answer another one?": (
        "Deux classements : pour qui la réponse est-elle différente ?"
    ),
    "{table} has one ranking.": "{table} a un seul classement.",
    "{table} has no ranking.": "{table} n’a pas de classement.",
    "{command} stores another one, such as one with {option}.": (
        "{command} en enregistre un autre, par exemple avec {option}."
    ),
    "In place of": "Au lieu de",
    "this ranking": "ce classement",
    "Comparing, for {seconds:.0f} s so far. This page comes by itself.": (
        "Comparaison en cours, depuis {seconds:.0f} s. La page apparaîtra d’elle-même."
    ),
    "The first {n} of them; {command} lists all.": (
        "Les {n} premières ; {command} les montre toutes."
    ),
    "has": "a",
    "before": "avant",
    "after": "après",
    "This session names nobody: the rows are not listed.": (
        "Cette session ne nomme personne : les lignes ne sont pas listées."
    ),
    # ui/templates/rows.html
    "An id, conditions, or words from any value": (
        "Identifiant, conditions ou mots d’une valeur"
    ),
    "Such as {example}. A condition may be =, <, >, <= or >=; words without a "
    "column are looked for in all values.": (
        "Par exemple {example}. Une condition a =, <, >, <= ou >= ; les mots sans "
        "colonne sont cherchés dans toutes les valeurs."
    ),
    "The rows": "Les lignes",
    "Looking through {n} rows for {seconds:.0f} s so far. The list comes here by "
    "itself.": (
        "Recherche dans {n} lignes, depuis {seconds:.0f} s. La liste apparaîtra ici "
        "d’elle-même."
    ),
    "Open row {row}": "Ouvrir la ligne {row}",
    "It has this id.": "Elle a cet identifiant.",
    "Conditions": "Conditions",
    "Remove": "Retirer",
    ": remove": ": retirer",
    "Compare two ticked rows": "Comparer deux lignes cochées",
    "Download": "Télécharger",
    "The rows, to scroll sideways": "Les lignes, à faire défiler",
    "Compare row {row}": "Comparer la ligne {row}",
    "not ranked": "non évaluée",
    "This session names nobody: a row is shown when it is the only one left. Add "
    "what you know of it.": (
        "Cette session ne nomme personne : une ligne est montrée quand elle est la "
        "seule qui reste. Ajoutez ce que vous en savez."
    ),
    "There is no such row. Remove a condition, or {list}.": (
        "Il n’y a pas de telle ligne. Retirez une condition, ou {list}."
    ),
    "see all rows": "voyez toutes les lignes",
    # ui/templates/tables.html
    "What would have had to be different for another outcome? Pick a table, then a "
    "case.": (
        "Qu’est-ce qui aurait dû être différent pour un autre résultat ? Choisissez "
        "une table, puis un cas."
    ),
    "go to": "aller à",
    "Nothing is loaded into this database yet.": (
        "Rien n’est encore chargé dans cette base de données."
    ),
    "Load a file of cases with an outcome; its last column is the outcome unless "
    "{option} names another:": (
        "Chargez un fichier de cas avec un résultat ; sa dernière colonne est le "
        "résultat, sauf si {option} en nomme une autre :"
    ),
    # ui/templates/understood.html
    "Understood:": "Compris :",
    "‘{text}’ was left out: {reason}.": "« {text} » a été laissé de côté : {reason}.",
    "Did you mean:": "Vouliez-vous dire :",
    # ui/templates/why.html
    "Why it is {label}": "Pourquoi c’est {label}",
    "The fewest of its own values that always come with {label}: no case with these "
    "values has another {label_column}.": (
        "Le moins de valeurs de la ligne qui vont toujours avec {label} : aucun cas "
        "ayant ces valeurs n’a une autre valeur pour {label_column}."
    ),
    "cases with these values": "cas ayant ces valeurs",
    "There are more; these are the smallest that were found. {command} lists all.": (
        "Il y en a d’autres ; voici les plus petites trouvées. {command} les montre "
        "toutes."
    ),
    "Still looking, for {seconds:.0f} s so far.": (
        "Recherche en cours, depuis {seconds:.0f} s."
    ),
    "Look again": "Regarder à nouveau",
    "Looking for the values that always come with it…": (
        "Recherche des valeurs qui vont toujours avec…"
    ),
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
