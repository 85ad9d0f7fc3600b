"""German. Names of columns are in quotes: they have neither article nor gender."""

from cfsql.speech.language import Language

# What SQL says too, by name: en.py tells what each is for.
SENTENCES = {
    "and": " und ",
    "missing": "nicht angegeben",
    "column": "„{column}“",
    "changes": "Wäre {changes} gewesen",
    "first_change": "{column} {to_value} statt {from_value}",
    "next_change": "{column} {to_value} statt {from_value}",
    "row": "Zeile {row}",
    "another_case": "einem anderen Fall",
    "case_and_one": "{case} und einer weiteren Zeile mit denselben Werten",
    "case_and_more": "{case} und {n} weiteren Zeilen mit denselben Werten",
    "equal_unmet": "{cases}, für die die Bedingung nicht gelten muss",
    "some_of_equal": "{n:einem|#} der {n_equal} Fälle mit genau diesen Werten",
    "some_with_row": "{n:einem|#} der {n_equal} Fälle mit genau diesen Werten, "
    "{n:nämlich|darunter} Zeile {row}",
    "others_unmet": "{cases}; für die übrigen muss die Bedingung nicht gelten",
    "answer": "{changes}, so wäre {label_column} {to_label} statt {label} gewesen, "
    "wie bei {cases}.",
    "unsure_answer": "{changes}, so hätte {label_column} {to_label} statt {label} "
    "sein können, wie bei {cases}.",
    "new_answer": "{changes}, so wäre {label_column} {to_label} gewesen, wie bei "
    "{cases}.",
    "unsure_new_answer": "{changes}, so hätte {label_column} {to_label} sein "
    "können, wie bei {cases}.",
    "already_there": "{label_column} ist schon {label}, und das ist das Ziel: "
    "Nichts muss sich ändern.",
    "none_allowed": "Kein Fall, der bei {label_column} einen anderen Wert als "
    "{label} hat, erfüllt die Bedingungen: Den letzten schloss {blocked_by} aus.",
    "no_target_allowed": "Kein Fall, der bei {label_column} den Wert {target} hat, "
    "erfüllt die Bedingungen: Den letzten schloss {blocked_by} aus.",
    "none_differs": "Kein Fall unterscheidet sich bei {label_column} um {differs_by} "
    "oder mehr von {label}: Der größte Unterschied ist {largest}.",
    "none_far_enough": "Kein Fall unterscheidet sich bei {label_column} weit genug "
    "von {label}.",
    "all_are_equal": "Jede Zeile der Tabelle ist diesem Fall in jedem Merkmal "
    "gleich: Nichts lässt sich ändern.",
    "others_are_equal": "Die einzigen Zeilen, die bei {label_column} einen anderen "
    "Wert als {label} haben, sind dieser in jedem Merkmal gleich: Nichts lässt "
    "sich ändern.",
    "one_label": "Jede Zeile der Tabelle hat bei {label_column} den Wert {label}: "
    "Nichts in den Daten hätte daran etwas geändert.",
    "contradicted": "Von den {n_equal} Fällen mit genau den Werten von diesem "
    "{n:hatte einer|hatten #} bei {label_column} einen anderen Wert als {label}.",
    "contradicted_by_one": "Der einzige Fall mit genau den Werten von diesem hatte "
    "bei {label_column} einen anderen Wert als {label}.",
    "contradicted_by_all": "Alle {n_equal} Fälle mit genau den Werten von diesem "
    "hatten bei {label_column} einen anderen Wert als {label}.",
    "sure_contradicted": "genau die Werte dieses Falls kamen auch mit einem anderen "
    "Ergebnis vor",
    "sure_tied": "{n} Antworten sind gleich gut",
    "sure_mixed": "nur {n:einer|#} der {n_equal} Fälle mit den Werten dieser Antwort "
    "{n:hatte|hatten} ihr Ergebnis",
    "sure_close": "die nächstbeste Antwort liegt weniger als 10 % zurück",
    "sure_exceptions": "{n:einer|#} der {n_equal} Fälle mit den Werten dieser Antwort "
    "{n:hatte|hatten} ein anderes Ergebnis",
    "sure_one_case_alone": "nur ein Fall ist wie diese Antwort; ohne ihn läge die "
    "Antwort weiter weg, oder es gäbe keine",
    "sure_one_case": "nur ein Fall ist wie diese Antwort; ohne ihn wäre eine andere "
    "die beste",
    "sure_one_ahead": "die nächstbeste Antwort liegt nur einen Fall zurück",
    "sure_near": "die nächstbeste Antwort liegt weniger als 20 % zurück",
    "sure_only": "{n} Fälle sind wie diese Antwort, und keine andere ist so nah",
    "sure_ahead": "{n} Fälle sind wie diese Antwort, und die nächstbeste liegt "
    "mindestens 20 % zurück",
}

# All other texts, by the English one.
TEXTS = {
    # show/side_by_side.py
    "; one for each set of features, of {n} nearest ones, of which {n_optimal:# is|# "
    "are} optimal": (
        "; einer für jede Menge von Merkmalen, von {n} nächsten, von denen "
        "{n_optimal:# optimal ist|# optimal sind}"
    ),
    "; {n} listed, one for each set of features": (
        "; {n} aufgeführt, einer für jede Menge von Merkmalen"
    ),
    # show/sureness.py
    "An answer that rests on one row can stay in about {keep:.1%} at most: in the "
    "other subsamples this row is missing.": (
        "Eine Antwort, die auf einer einzigen Zeile beruht, kann höchstens in etwa "
        "{keep:.1%} bleiben: In den übrigen Teilstichproben fehlt diese Zeile."
    ),
    "its own rows are in {present:.1%}, and of these it stays in {given:.1%}": (
        "ihre eigenen Zeilen sind in {present:.1%} enthalten, und in {given:.1%} "
        "davon bleibt sie"
    ),
    "given its rows": "wenn sie da ist",
    "rows by how often their answer stays, given its rows": (
        "Zeilen nach der Häufigkeit, mit der ihre Antwort bleibt, wenn sie da ist"
    ),
    "Rows by how often their answer stays, given its rows": (
        "Zeilen nach der Häufigkeit, mit der ihre Antwort bleibt, wenn sie da ist"
    ),
    "the answer, given its rows": "die Antwort, wenn sie da ist",
    "In {n:# subsample|# subsamples} of the table the answer stays in {answer:.1%} "
    "({low:.1%} to {high:.1%})": (
        "In {n:# Teilstichprobe|# Teilstichproben} der Tabelle bleibt die Antwort in "
        "{answer:.1%} ({low:.1%} bis {high:.1%})"
    ),
    "firm": "belastbar",
    "fair": "brauchbar",
    "shaky": "wackelig",
    "how sure": "wie sicher",
    "How sure? {word}: {reason}.": "Wie sicher? {word}: {reason}.",
    "{word} {n} ({share})": "{word} {n} ({share})",
    "How sure are the answers? {counts}.": "Wie sicher sind die Antworten? {counts}.",
    # method/columns.py
    "typicality": "Typizität",
    "capacity": "Kapazität",
    "universality": "Universalität",
    "the share of the answer's class in the ball": (
        "der Anteil der Klasse der Antwort an der Kugel"
    ),
    "the share of the ball outside the answer's class": (
        "der Anteil der Kugel außerhalb der Klasse der Antwort"
    ),
    "the share of the ball in this row's class": (
        "der Anteil der Klasse dieser Zeile an der Kugel"
    ),
    # living/differences.py
    "a tie came or went": "ein Gleichstand kam oder ging",
    "{n} of {n_all:# row|# rows} of {table} {n:has|have} another answer in {after} "
    "than in {before}": (
        "{n} von {n_all:# Zeile|# Zeilen} von {table} {n:hat|haben} in {after} eine "
        "andere Antwort als in {before}"
    ),
    "; {n} more have other ties alone": (
        "; bei {n} weiteren ist nur der Gleichstand ein anderer"
    ),
    "another outcome": "ein anderes Ergebnis",
    "a first answer": "eine erste Antwort",
    "another answer": "eine andere Antwort",
    "no answer any more": "keine Antwort mehr",
    "a nearer answer": "eine nähere Antwort",
    "the same changes, to another outcome": (
        "dieselben Änderungen, mit einem anderen Ergebnis"
    ),
    "a further answer": "eine fernere Antwort",
    # questions/audit/figures.py
    "No two cases are equal in everything but {columns}: there is nothing to "
    "compare.": (
        "Keine zwei Fälle sind in allem außer {columns} gleich: Es gibt nichts zu "
        "vergleichen."
    ),
    "Of two rows that are equal in everything but {columns}, {share} differ in "
    "{label_column}; of two of these rows that are equal in everything, "
    "{twin_share}.": (
        "Von je zwei Zeilen, die in allem außer {columns} gleich sind, unterscheiden "
        "sich {share} in {label_column}; von je zwei dieser Zeilen, die in allem "
        "gleich sind, {twin_share}."
    ),
    "The pairs show no more than chance.": "Die Paare zeigen nicht mehr als Zufall.",
    "The pairs show more than chance.": "Die Paare zeigen mehr als Zufall.",
    "There are too few pairs to tell chance from a reason.": (
        "Es sind zu wenige Paare, um Zufall von einem Grund zu unterscheiden."
    ),
    "Nothing could be tested: no rows that differ in one of these columns alone have "
    "different outcomes.": (
        "Nichts ließ sich prüfen: Keine Zeilen, die sich nur in einer dieser Spalten "
        "unterscheiden, haben verschiedene Ergebnisse."
    ),
    "Outcomes differ more often where only these columns differ than where nothing "
    "does, but neither way more than chance would have it.": (
        "Wo sich nur diese Spalten unterscheiden, sind Ergebnisse öfter verschieden "
        "als dort, wo alles gleich ist; aber in keiner Richtung öfter, als es der "
        "Zufall erwarten lässt."
    ),
    "Most clearly {column}: {value} has {label} and {other} has {other_label} in {n:# "
    "pair|# pairs}, the reverse holds in {m}.": (
        "Am deutlichsten {column}: In {n:# Paar|# Paaren} hat {value} {label} und "
        "{other} {other_label}, in {m} ist es umgekehrt."
    ),
    "{n:# pair of cases is|# pairs of cases are} equal in everything but {columns}, "
    "and {n:differs|differ} in {label_column}: {n_unequal} of the {n_comparable:# "
    "row|# rows} that can be compared.": (
        "{n:# Paar von Fällen ist|# Paare von Fällen sind} in allem außer {columns} "
        "gleich und {n:unterscheidet|unterscheiden} sich in {label_column}: "
        "{n_unequal} der {n_comparable:# vergleichbaren Zeile|# vergleichbaren Zeilen}."
    ),
    "No two cases that are equal in everything but {columns} differ in "
    "{label_column}: the {n:# row|# rows} that can be compared are treated alike.": (
        "Keine zwei Fälle, die in allem außer {columns} gleich sind, unterscheiden "
        "sich in {label_column}: Die {n:# vergleichbare Zeile wird|# vergleichbaren "
        "Zeilen werden} gleich behandelt."
    ),
    "Of two rows that are equal in everything but {columns}, {share} differ in "
    "{label_column}; no two of these rows are equal in everything.": (
        "Von je zwei Zeilen, die in allem außer {columns} gleich sind, unterscheiden "
        "sich {share} in {label_column}; keine zwei dieser Zeilen sind in allem gleich."
    ),
    "how often each feature changes in optimal answers": (
        "wie oft sich jedes Merkmal in optimalen Antworten ändert"
    ),
    # questions/compare.py
    "Rows {first} and {second} differ in {n} of {n_features:# feature|# features}: "
    "{changed}.": (
        "Die Zeilen {first} und {second} unterscheiden sich in {n} von {n_features:# "
        "Merkmal|# Merkmalen}: {changed}."
    ),
    "Rows {first} and {second} are equal in every feature.": (
        "Die Zeilen {first} und {second} sind in jedem Merkmal gleich."
    ),
    # questions/counterfactuals.py
    "{which} counterfactuals of row {row} of {table}, whose {label_column} is "
    "{label}": (
        "Kontrafaktische Fälle zu Zeile {row} von {table} ({label_column}: {label}): "
        "{which}"
    ),
    "the nearest {n} of {n_all}": "die nächsten {n} von {n_all}",
    # questions/cover.py
    "{n:# case|# cases} of {table} reach {n_reached} of {n_rows:# row|# rows} "
    "within {n_changes:# change|# changes}": (
        "{n:# Fall|# Fälle} von {table} {n:erreicht|erreichen} {n_reached} von "
        "{n_rows:# Zeile|# Zeilen} mit höchstens {n_changes:# Änderung|# Änderungen}"
    ),
    # questions/explanation.py
    "Row {row} of {table}": "Zeile {row} von {table}",
    "A new case of {table}": "Ein neuer Fall zu {table}",
    # questions/rules.py
    "{n:# rule|# rules} for {label_column} {label} in {table}": (
        "{n:# Regel|# Regeln} für {label_column} {label} in {table}"
    ),
    # questions/side_by_side.py
    "{n:# explanation|# explanations}": "{n:# Erklärung|# Erklärungen}",
    # questions/why.py
    "Every one of the {n} cases{having} is {label}": (
        "Jeder der {n} Fälle{having} ist {label}"
    ),
    " with {values}": " mit {values}",
    "{n} of the {n_cases} cases{having} ({share:.1%}) are {label}": (
        "{n:Einer|#} der {n_cases} Fälle{having} ({share:.1%}) {n:ist|sind} {label}"
    ),
    "The only case{having} is {label}": "Der einzige Fall{having} ist {label}",
    "No explanation was found within the limits that were set.": (
        "Innerhalb der gesetzten Grenzen wurde keine Erklärung gefunden."
    ),
    "No values explain it without exception: a case with the same features has "
    "another {label_column}. A precision below 1 allows exceptions.": (
        "Keine Werte erklären es ohne Ausnahme: Ein Fall mit denselben Merkmalen hat "
        "bei {label_column} einen anderen Wert. Eine Präzision unter 1 lässt Ausnahmen "
        "zu."
    ),
    # show/effort_words.py
    "Rows that are equal in everything else are paired at random, each row in one "
    "pair of a test. The test assumes that labels would fall either way alike if "
    "the column made no difference, and that pairs are independent. It does not "
    "show why they differ, nor that the column is the cause. That a test finds "
    "nothing does not show that there is nothing: with few pairs it cannot.": (
        "Zeilen, die in allem anderen gleich sind, werden zufällig gepaart, jede Zeile "
        "in einem Paar je Test. Der Test setzt voraus, dass die Ergebnisse in beide "
        "Richtungen gleich oft ausfielen, wenn die Spalte keine Rolle spielte, und "
        "dass die Paare unabhängig sind. Er zeigt nicht, warum sich die Zeilen "
        "unterscheiden, und auch nicht, dass die Spalte die Ursache ist. Findet ein "
        "Test nichts, so heißt das nicht, dass da nichts ist: Mit wenigen Paaren kann "
        "er nichts finden."
    ),
    "The mean is of the rows that reach it. Intervals are of 95 %: what other rows of "
    "the same kind would have given. A value with fewer rows has fewer cases beside "
    "it, and tends to need more changes for that reason alone. The figures compare "
    "all rows with a value, not rows that are alike.": (
        "Der Mittelwert gilt für die Zeilen, die das Ergebnis erreichen. Die "
        "Intervalle gelten zu 95 %: so weit könnten die Werte bei anderen Zeilen "
        "derselben Art liegen. Ein Wert mit weniger Zeilen hat weniger Fälle um sich "
        "und braucht schon deshalb oft mehr Änderungen. Die Zahlen vergleichen alle "
        "Zeilen mit einem Wert, nicht gleichartige Zeilen."
    ),
    "Answers may change protected columns themselves: to keep them, rank with "
    "--freeze {columns} first, then audit again.": (
        "Antworten dürfen auch geschützte Spalten ändern. Damit diese bleiben, wie sie "
        "sind: erst rank mit --freeze {columns}, dann noch einmal audit."
    ),
    "Counted are the changes to another outcome, better or worse. To ask for one "
    "outcome, rank with --target and its name first, then audit again; for each by "
    "itself, with --target each.": (
        "Gezählt werden die Änderungen bis zu einem anderen Ergebnis, besser oder "
        "schlechter. Für ein einziges Ergebnis: erst rank mit --target und seinem "
        "Namen, dann noch einmal audit; für jedes einzeln: mit --target each."
    ),
    "Counted are the changes to reach an outcome, of the rows that do not have it.": (
        "Gezählt werden die Änderungen bis zu einem Ergebnis, bei den Zeilen, die es "
        "nicht haben."
    ),
    "negligible": "vernachlässigbar",
    "small": "gering",
    "medium": "mittel",
    "large": "groß",
    "more": "mehr",
    "fewer": "weniger",
    "{n:# rarer value is|# rarer values are} left out.": (
        "{n:# seltenerer Wert fehlt|# seltenere Werte fehlen} hier."
    ),
    "{n} of {n_all} tests {n:is|are} more than chance after Holm's correction (p < "
    "{level}).": (
        "{n} von {n_all} Tests {n:zeigt|zeigen} nach Holms Korrektur mehr als Zufall "
        "(p < {level})."
    ),
    "not reached": "nicht erreicht",
    "as many": "ebenso viele",
    "The one test is more than chance (p < {level}).": (
        "Der einzige Test zeigt mehr als Zufall (p < {level})."
    ),
    "The one test is not more than chance (p < {level}).": (
        "Der einzige Test zeigt nicht mehr als Zufall (p < {level})."
    ),
    "None of the {n_all} tests is more than chance after Holm's correction (p < "
    "{level}).": (
        "Keiner der {n_all} Tests zeigt nach Holms Korrektur mehr als Zufall (p < "
        "{level})."
    ),
    # show/figures/ranges.py
    "from {smallest:.3f} to {largest:.3f}, the middle half from {lower:.3f} to "
    "{upper:.3f}, median {middle:.3f}, mean {mean:.3f}": (
        "von {smallest:.3f} bis {largest:.3f}, die mittlere Hälfte von {lower:.3f} bis "
        "{upper:.3f}, Median {middle:.3f}, Mittel {mean:.3f}"
    ),
    # show/glossary.py
    "counterfactual": "kontrafaktischer Fall",
    "minimal": "minimal",
    "ball": "Kugel",
    "power": "Stärke",
    "rank, optimal": "Rang, optimal",
    "unique": "eindeutig",
    "gap": "Vorsprung",
    "support": "Gleiche",
    "share": "Anteil",
    "margin": "Reserve",
    "contradicted": "im Widerspruch",
    "a row of the table with another outcome, also called an answer. Its "
    "explanation is the list of features in which it differs: what would have to "
    "change": (
        "eine Zeile der Tabelle mit anderem Ergebnis, auch Antwort genannt. Ihre "
        "Erklärung ist die Liste der Merkmale, in denen sie sich unterscheidet: was "
        "sich ändern müsste"
    ),
    "no counterfactual of the row differs in fewer features": (
        "kein kontrafaktischer Fall der Zeile unterscheidet sich in weniger Merkmalen"
    ),
    "all cases that are as near to the answer as the row is, or nearer": (
        "alle Fälle, die der Antwort so nahe sind wie die Zeile oder näher"
    ),
    "the cases in the ball with another outcome than the answer: it explains these "
    "as well": (
        "die Fälle in der Kugel mit einem anderen Ergebnis als die Antwort: Sie "
        "erklärt auch diese"
    ),
    "1 + the number of minimal counterfactuals that rank higher; those with rank 1 "
    "are optimal, and there may be several": (
        "1 + die Zahl der minimalen kontrafaktischen Fälle mit höherer Stärke; die mit "
        "Rang 1 sind optimal, und es kann mehrere geben"
    ),
    "one alone is optimal": "genau einer ist optimal",
    "how far the highest power is ahead of the second, as a share of it; 0 is a "
    "tie. A row with a single minimal counterfactual has no gap": (
        "wie weit die höchste Stärke vor der zweithöchsten liegt, als Anteil der "
        "höchsten; 0 ist ein Gleichstand. Eine Zeile mit nur einem minimalen "
        "kontrafaktischen Fall hat keinen Vorsprung"
    ),
    "the number of cases equal to the answer": (
        "die Zahl der Fälle, die der Antwort gleich sind"
    ),
    "of the cases with the features of the answer, the share with its outcome; "
    "below 1, the same values also came with another outcome": (
        "von den Fällen mit den Merkmalen der Antwort der Anteil mit ihrem Ergebnis; "
        "unter 1 kamen dieselben Werte auch mit anderem Ergebnis vor"
    ),
    "the unique optimal answer stays so whatever fewer cases than these are taken "
    "out": (
        "die einzige optimale Antwort bleibt es, welche Fälle auch wegfallen, solange "
        "es weniger als so viele sind"
    ),
    "a case with the same features has another outcome": (
        "ein Fall mit denselben Merkmalen hat ein anderes Ergebnis"
    ),
    "{metric}: {definition}.": "{metric}: {definition}.",
    # show/markup.py
    "empty": "leer",
    # show/pages/__init__.py
    "Search": "Suchen",
    # show/pages/answers.py
    "distance": "Abstand",
    "changes": "Änderungen",
    "{least} to {most}": "{least} bis {most}",
    "Rows by how clear their best counterfactual is": (
        "Zeilen danach, wie klar ihr bester kontrafaktischer Fall ist"
    ),
    "The gap says how far the highest power is ahead of the second. Over the {n:# "
    "row|# rows} with two or more it is {mean:.3f} on average (standard deviation "
    "{deviation:.3f}, median {middle:.3f})": (
        "Der Vorsprung sagt, wie weit die höchste Stärke vor der zweithöchsten liegt. "
        "Bei {n:der # Zeile|den # Zeilen} mit zwei oder mehr ist er im Mittel "
        "{mean:.3f} (Standardabweichung {deviation:.3f}, Median {middle:.3f})"
    ),
    "above {least:g}, up to {most:g}": "über {least:g}, bis {most:g}",
    "Rows with a counterfactual within such a distance": (
        "Zeilen mit einem kontrafaktischen Fall in höchstens diesem Abstand"
    ),
    "Rows with a counterfactual within so many changes": (
        "Zeilen mit einem kontrafaktischen Fall bei höchstens so vielen Änderungen"
    ),
    "Counterfactuals are the nearest cases that may be chosen, and distances are to "
    "these. {n} of {n_all:# ranked row|# ranked rows} {n:has|have} one.": (
        "Kontrafaktische Fälle sind die nächsten Fälle, die gewählt werden dürfen, und "
        "Abstände gelten zu diesen. {n} von {n_all:# ausgewerteten Zeile|# "
        "ausgewerteten Zeilen} {n:hat|haben} einen."
    ),
    "more than {n}": "mehr als {n}",
    "none": "keine",
    "; {mean:.3f} where the optimal one is unique": (
        "; {mean:.3f}, wo der optimale eindeutig ist"
    ),
    "0, a tie": "0, ein Gleichstand",
    "{mean:.2f} in distance on average (standard deviation {deviation:.2f}), of "
    "{n:# feature|# features}.": (
        "Abstand {mean:.2f} im Mittel (Standardabweichung {deviation:.2f}), bei {n:# "
        "Merkmal|# Merkmalen}."
    ),
    "{mean:.2f} changes on average (standard deviation {deviation:.2f}), of {n:# "
    "feature|# features}.": (
        "{mean:.2f} Änderungen im Mittel (Standardabweichung {deviation:.2f}), bei "
        "{n:# Merkmal|# Merkmalen}."
    ),
    "Rows by the distance to their nearest counterfactual": (
        "Zeilen nach dem Abstand zu ihrem nächsten kontrafaktischen Fall"
    ),
    "{n:# row has|# rows have} this outcome already, and {n:is|are} not counted.": (
        "{n:# Zeile hat|# Zeilen haben} dieses Ergebnis schon und {n:zählt|zählen} "
        "hier nicht mit."
    ),
    "excluded by {constraint}": "ausgeschlossen durch {constraint}",
    "{n:# row has|# rows have} this outcome already.": (
        "{n:# Zeile hat|# Zeilen haben} dieses Ergebnis schon."
    ),
    "{n:# row is|# rows are} left without an answer.": (
        "{n:# Zeile bleibt|# Zeilen bleiben} ohne Antwort."
    ),
    "The ranking was made with {options}.": (
        "Die Rangliste wurde mit {options} erstellt."
    ),
    "{n:# minimal counterfactual|# minimal counterfactuals}, {mean:.1f} per row on "
    "average, {most} at most. Where there are many, the ranking says which to look "
    "at.": (
        "{n:# minimaler kontrafaktischer Fall|# minimale kontrafaktische Fälle}, "
        "{mean:.1f} je Zeile im Mittel, höchstens {most}. Wo es viele sind, sagt die "
        "Rangliste, welche zuerst anzusehen sind."
    ),
    "Rows by their number of minimal counterfactuals": (
        "Zeilen nach der Zahl ihrer minimalen kontrafaktischen Fälle"
    ),
    "the only minimal one": "der einzige minimale",
    "the best of several": "der beste von mehreren",
    "tied with others": "gleichauf mit anderen",
    "no counterfactual": "ohne Antwort",
    "{n:# row|# rows} ({share}) {n:has|have} a unique optimal counterfactual, "
    "because there is no other or because it ranks alone at the top.": (
        "{n:# Zeile|# Zeilen} ({share}) {n:hat|haben} genau einen optimalen "
        "kontrafaktischen Fall, weil es keinen anderen gibt oder weil er allein an der "
        "Spitze steht."
    ),
    "No row has two minimal counterfactuals, so there is no gap to tell.": (
        "Keine Zeile hat zwei minimale kontrafaktische Fälle; es gibt also keinen "
        "Vorsprung."
    ),
    "Of the optimal counterfactual of each row, the first of equals.": (
        "Für den optimalen kontrafaktischen Fall jeder Zeile; bei Gleichstand für den "
        "ersten."
    ),
    "Dot: mean. Stroke: median. Box: the middle half of the rows. Line: all rows.": (
        "Punkt: Mittel. Strich: Median. Kasten: die mittlere Hälfte der Zeilen. Linie: "
        "alle Zeilen."
    ),
    "rows": "Zeilen",
    "within {n}": "bis {n}",
    "Rows without an answer, by the condition that excluded the last case": (
        "Zeilen ohne Antwort danach, was den letzten Fall ausschloss, der eine gewesen "
        "wäre"
    ),
    "minimal ones": "minimale",
    "best counterfactual": "bester kontrafaktischer Fall",
    "Rows by gap": "Zeilen nach Vorsprung",
    "metric": "Maß",
    "mean ± s. d.": "Mittel ± Abw.",
    "mean": "Mittel",
    "s. d.": "Abw.",
    "least": "kleinster",
    "lower quarter": "unteres Viertel",
    "median": "Median",
    "upper quarter": "oberes Viertel",
    "greatest": "größter",
    "{n:# row|# rows} without any counterfactual.": (
        "{n:# Zeile|# Zeilen} ohne kontrafaktischen Fall."
    ),
    "constraint": "Vorgabe",
    "mean {mean:.3f}": "Mittel {mean:.3f}",
    "{n:# row|# rows} with a gap up to {most:g}": (
        "{n:# Zeile|# Zeilen} mit einem Vorsprung bis {most:g}"
    ),
    "{n:# row|# rows} with a gap of 0, a tie": (
        "{n:# Zeile|# Zeilen} mit Vorsprung 0, ein Gleichstand"
    ),
    "tie": "gleich",
    # show/pages/audit.py
    "row {row}": "Zeile {row}",
    "Where outcomes differ as often between rows that are equal in all columns, these "
    "columns make no visible difference.": (
        "Wo sich die Ergebnisse auch zwischen Zeilen, die in allen Spalten gleich "
        "sind, ebenso oft unterscheiden, machen diese Spalten keinen sichtbaren "
        "Unterschied."
    ),
    "Each pair is two real cases. It shows that these columns and nothing else in "
    "the table told them apart; what the table does not hold, it does not show. It "
    "is not causal.": (
        "Jedes Paar sind zwei wirkliche Fälle. Es zeigt, dass diese Spalten und sonst "
        "nichts in der Tabelle sie unterscheidet; was nicht in der Tabelle steht, "
        "zeigt es nicht. Es ist keine Aussage über Ursachen."
    ),
    "{column} alone": "nur {column}",
    "Pairs of cases by what differs: shares of pairs, not of people": (
        "Paare von Fällen danach, was verschieden ist: Anteile an den Paaren, nicht "
        "an den Personen"
    ),
    "Pairs by who has which outcome, where one column alone differs": (
        "Paare danach, wer welches Ergebnis hat, wo nur eine Spalte verschieden ist"
    ),
    "Rows by protected value, where a case differs in that column alone": (
        "Zeilen nach geschütztem Wert, wo ein anderer Fall nur in dieser Spalte "
        "verschieden ist"
    ),
    "The {n} clearest pairs": "Die {n} deutlichsten Paare",
    "of all pairs": "aller Paare",
    "The pairs": "Die Paare",
    "case": "Fall",
    "the other case": "der andere Fall",
    "differs in": "verschieden in",
    "cases": "Fälle",
    "others": "andere",
    "The same by class": "Dasselbe nach Klassen",
    "several of these": "mehrere davon",
    "column": "Spalte",
    "pairs": "Paare",
    "In {n} of them one of the cases is contradicted: a row that equals it in all "
    "columns has another outcome too.": (
        "Bei {n} davon steht einer der Fälle im Widerspruch: Eine Zeile, die ihm in "
        "allen Spalten gleich ist, hat auch ein anderes Ergebnis."
    ),
    "one case, the other": "ein Fall, der andere",
    "{n:# rarer one is|# rarer ones are} left out.": (
        "{n:# seltenere fehlt|# seltenere fehlen} hier."
    ),
    "value": "Wert",
    "comparable": "vergleichbar",
    "unequal": "ungleich",
    "{n:# more value is|# more values are} left out.": (
        "{n:# weiterer Wert fehlt|# weitere Werte fehlen} hier."
    ),
    "{n:# smaller class|# smaller classes} left out.": (
        "{n:# kleinere Klasse fehlt|# kleinere Klassen fehlen} hier."
    ),
    "class": "Klasse",
    # show/pages/changes.py
    "feature": "Merkmal",
    "values": "Werte",
    "A feature that changes for most rows is one that the outcomes depend on in these "
    "data, or one in which hardly two rows are alike. Where several counterfactuals "
    "of a row are optimal, each counts for its part of the row.": (
        "Von einem Merkmal, das sich bei den meisten Zeilen ändert, hängen in diesen "
        "Daten die Ergebnisse ab, oder es ist bei kaum zwei Zeilen gleich. Sind "
        "mehrere kontrafaktische Fälle einer Zeile optimal, so zählt jeder für seinen "
        "Teil der Zeile."
    ),
    "The most common changes": "Die häufigsten Änderungen",
    "from": "von",
    "to": "zu",
    "Where the rows of a class go: the class of their optimal counterfactual. Read "
    "along a line; the stronger the shade, the more of its rows. No class turns "
    "into itself (–).": (
        "Wohin die Zeilen einer Klasse führen: in die Klasse ihres optimalen "
        "kontrafaktischen Falls. Lesen Sie zeilenweise; je dunkler, desto mehr der "
        "Zeilen. Keine Klasse führt zu sich selbst (–)."
    ),
    "How often the optimal counterfactual changes each feature": (
        "Wie oft der optimale kontrafaktische Fall jedes Merkmal ändert"
    ),
    "{n:# other class|# other classes}": "{n:# andere Klasse|# andere Klassen}",
    "From the class of the row (down) to that of its counterfactual (across)": (
        "Von der Klasse der Zeile (abwärts) zu der ihres kontrafaktischen Falls (quer)"
    ),
    "from ↓ to →": "von ↓ zu →",
    "{n:# other feature|# other features}": "{n:# weiteres Merkmal|# weitere Merkmale}",
    "The {n} classes with most answers are named, the others are taken together.": (
        "Die {n} Klassen mit den meisten Antworten sind genannt, die anderen "
        "zusammengefasst."
    ),
    # show/pages/data.py
    "{column} has {n_values} values in {n} rows, so nearly all rows differ in it, "
    "whatever their outcome. If it is an id or a weight, leave it out with {ignore}; "
    "if its size matters, load the table again with {bin}, which compares it by "
    "intervals.": (
        "{column} hat {n_values} Werte in {n} Zeilen; fast alle Zeilen unterscheiden "
        "sich also darin, was auch ihr Ergebnis ist. Ist es eine Kennung oder ein "
        "Gewicht, so lassen Sie die Spalte mit {ignore} weg; kommt es auf die Größe "
        "an, so laden Sie die Tabelle neu mit {bin}: Dann zählen Intervalle."
    ),
    "{column} has {n_values} values in {n} rows, so nearly all rows differ in it, "
    "whatever their outcome. If it is an id or a weight, leave it out with {ignore}.": (
        "{column} hat {n_values} Werte in {n} Zeilen; fast alle Zeilen unterscheiden "
        "sich also darin, was auch ihr Ergebnis ist. Ist es eine Kennung oder ein "
        "Gewicht, so lassen Sie die Spalte mit {ignore} weg."
    ),
    "{n:# other|# others}": "{n:# andere|# andere}",
    "mean distance": "mittl. Abstand",
    "mean changes": "Änderungen, Mittel",
    "The largest groups": "Die größten Gruppen",
    "The groups": "Die Gruppen",
    "such as {row}": "z. B. {row}",
    "source": "Quelle",
    "outcome": "Ergebnis",
    "features": "Merkmale",
    "classes": "Klassen",
    "duplicates": "Duplikate",
    "without an outcome": "ohne Ergebnis",
    "ranked": "ausgewertet",
    "The classes, and how their ranked rows were answered": (
        "Die Klassen, und wie ihre ausgewerteten Zeilen beantwortet wurden"
    ),
    "None: no two rows have the same features and different outcomes.": (
        "Keine: Keine zwei Zeilen haben dieselben Merkmale und verschiedene Ergebnisse."
    ),
    "{n:# row|# rows} ({share}) are in {n_groups:# group|# groups} with the same "
    "features and different outcomes; {n_ranked} of them were ranked. Nothing in "
    "the features tells them apart, so they are never offered as counterfactuals of "
    "each other.": (
        "{n:# Zeile|# Zeilen} ({share}) {n:gehört|gehören} zu {n_groups:# Gruppe|# "
        "Gruppen} mit denselben Merkmalen und verschiedenen Ergebnissen; {n_ranked} "
        "davon wurden ausgewertet. Nichts in den Merkmalen unterscheidet sie, daher "
        "ist nie eine der kontrafaktische Fall einer anderen."
    ),
    "outcomes": "Ergebnisse",
    "All of them": "Alle davon",
    "{n:# other outcome|# other outcomes}": (
        "{n:# anderes Ergebnis|# andere Ergebnisse}"
    ),
    "left out": "weggelassen",
    "{n:# row|# rows}": "{n:# Zeile|# Zeilen}",
    # show/pages/effort.py
    "Pairs of rows by how many other features differ": (
        "Paare von Zeilen danach, wie viele andere Merkmale verschieden sind"
    ),
    "For whom is it harder? Changes needed to reach another outcome": (
        "Für wen ist es schwerer? Nötige Änderungen für ein anderes Ergebnis"
    ),
    "For whom is it harder? Changes needed to reach {label_column} {label}": (
        "Für wen ist es schwerer? Nötige Änderungen für {label_column} {label}"
    ),
    "Is that more than chance? Rows paired, exact sign tests": (
        "Ist das mehr als Zufall? Gepaarte Zeilen, exakte Vorzeichentests"
    ),
    "other features that differ": "andere Merkmale, die verschieden sind",
    "pairs, protected differs": "Paare, geschützte verschieden",
    "pairs, protected equal": "Paare, geschützte gleich",
    "What they change most often": "Was sie am häufigsten ändern",
    "all": "alle",
    "{n:# more test is|# more tests are} left out.": (
        "{n:# weiterer Test fehlt|# weitere Tests fehlen} hier."
    ),
    "one row, the other": "eine Zeile, die andere",
    "effect": "Effekt",
    "reversed": "umgekehrt",
    "share (95 %)": "Anteil (95 %)",
    "p": "p",
    "p, Holm": "p, Holm",
    "than others": "als andere",
    "mean (95 %)": "Mittel (95 %)",
    "90 %": "90 %",
    # show/pages/explanations.py
    "{shown} of {n:# row|# rows}": "{shown} von {n:# Zeile|# Zeilen}",
    "{n:# counterfactual|# counterfactuals} with {changes}, best first": (
        "{n:# kontrafaktischer Fall|# kontrafaktische Fälle}, die besten zuerst; "
        "nötig: {changes}"
    ),
    "Case {n}": "Fall {n}",
    "Row {row}": "Zeile {row}",
    "this case": "dieser Fall",
    "another case": "ein anderer Fall",
    "; gap {gap:.3f}": "; Vorsprung {gap:.3f}",
    "Open all": "Alle öffnen",
    "Close all": "Alle schließen",
    "{n:# change|# changes}": "{n:# Änderung|# Änderungen}",
    "clearest": "am klarsten",
    "tie of {n}": "{n} gleichauf",
    "It has {values}.": "Sie hat {values}.",
    "The first {n}:": "Die ersten {n}:",
    "rank": "Rang",
    "row": "Zeile",
    "Link to {row}": "Link: {row}",
    "least clear": "am unklarsten",
    "Both cases side by side": "Beide Fälle nebeneinander",
    "Alike in both: {values}.": "In beiden gleich: {values}.",
    # show/pages/figure_data.py
    "Figure {n}": "Abbildung {n}",
    "Data of figure {n} as CSV": "Daten von Abbildung {n} als CSV",
    # show/pages/in_short.py
    "All {n} ranked rows have an answer in the data: a real case with another "
    "outcome.": (
        "Alle {n} ausgewerteten Zeilen haben eine Antwort in den Daten: einen "
        "wirklichen Fall mit anderem Ergebnis."
    ),
    "What would have had to be different for another {label_column}?": (
        "Was hätte anders sein müssen, damit {label_column} anders ausgefallen wäre?"
    ),
    "What changes most often is {feature}, for {share} of them; {unique} of them "
    "have a single best answer.": (
        "Am häufigsten ändert sich {feature}, bei {share} davon; {unique} haben eine "
        "einzige beste Antwort."
    ),
    "{n} of {n_all} ranked rows {n:has|have} an answer in the data: a real case "
    "with another outcome.": (
        "{n} von {n_all} ausgewerteten Zeilen {n:hat|haben} eine Antwort in den Daten: "
        "einen wirklichen Fall mit anderem Ergebnis."
    ),
    "The ranked row has an answer in the data: a real case with another outcome.": (
        "Die ausgewertete Zeile hat eine Antwort in den Daten: einen wirklichen Fall "
        "mit anderem Ergebnis."
    ),
    "The data have no answer: no row has a counterfactual that may be chosen.": (
        "Die Daten haben keine Antwort: Keine Zeile hat einen kontrafaktischen Fall, "
        "der gewählt werden darf."
    ),
    "The data have no answer: no row has a counterfactual.": (
        "Die Daten haben keine Antwort: Keine Zeile hat einen kontrafaktischen Fall."
    ),
    "{n} of {n_all:# ranked row|# ranked rows} without this outcome {n:has|have} an "
    "answer in the data: a real case that has it.": (
        "{n} von {n_all:# ausgewerteten Zeile|# ausgewerteten Zeilen} ohne dieses "
        "Ergebnis {n:hat|haben} eine Antwort in den Daten: einen wirklichen Fall, der "
        "es hat."
    ),
    "For half of them, {n} features or fewer would have had to be different.": (
        "Bei der Hälfte davon hätten {n} Merkmale oder weniger anders sein müssen."
    ),
    "For half of them, 1 feature would have had to be different.": (
        "Bei der Hälfte davon hätte 1 Merkmal anders sein müssen."
    ),
    "rows ranked": "ausgewertete Zeilen",
    "of {n_all}": "von {n_all}",
    "in contradictions": "im Widerspruch",
    "rows, {share}": "Zeilen, {share}",
    "distance needed": "nötiger Abstand",
    "changes needed": "nötige Änderungen",
    "counterfactuals": "Antworten",
    "per row, median {middle:g}": "je Zeile, Median {middle:g}",
    "unique optimal": "genau ein bester",
    "For {share} of them the answer is not sure: other rows with its values had "
    "another outcome.": (
        "Bei {share} davon ist die Antwort nicht sicher: Andere Zeilen mit denselben "
        "Werten wie sie hatten ein anderes Ergebnis."
    ),
    "with a counterfactual": "mit kontrafaktischem Fall",
    "mean, {least:.0f} to {most:.0f}": "im Mittel, {least:.0f} bis {most:.0f}",
    "for every row": "für jede Zeile",
    "mean gap": "mittl. Vorsprung",
    "over {n:# row|# rows}": "über {n:# Zeile|# Zeilen}",
    # show/pages/pieces.py
    "Parts of rows: one with several best answers is shared among them": (
        "Teile von Zeilen: Eine Zeile mit mehreren besten Antworten ist auf diese "
        "verteilt"
    ),
    "In numbers": "In Zahlen",
    # show/pages/report.py
    "counterfactual power": "kontrafaktischer Stärke",
    "size of disagreement set": "Größe der Unterschiedsmenge",
    "every row counted as a case": "jede Zeile als Fall gezählt",
    "duplicates counted once": "Duplikate einmal gezählt",
    "Counterfactual explanations": "Kontrafaktische Erklärungen",
    "Counterfactuals are looked for in the whole table, whichever rows are ranked. "
    "Features are compared for equality only. A counterfactual says what other "
    "cases have, not what would happen if something changed: it is not causal. "
    "Every figure comes from a query in {file} over {summary} and {ranked}; "
    "any row can be explained with {explain}. The method is that of {paper} (Lim, "
    "Prade, Richard).": (
        "Kontrafaktische Fälle werden in der ganzen Tabelle gesucht, welche Zeilen "
        "auch ausgewertet werden. Merkmale werden nur auf Gleichheit verglichen. Ein "
        "kontrafaktischer Fall sagt, was andere Fälle haben, nicht, was geschähe, wenn "
        "sich etwas änderte: Er ist keine Aussage über Ursachen. Jede Zahl kommt aus "
        "einer Abfrage in {file} über {summary} und {ranked}; jede Zeile lässt "
        "sich mit {explain} erklären. Das Verfahren ist das von {paper} (Lim, Prade, "
        "Richard)."
    ),
    "ranking {name}": "Rangliste {name}",
    "Counterfactual explanations of {name}": "Kontrafaktische Erklärungen zu {name}",
    "{n:# row|# rows} of {n_all}": "{n:# Zeile|# Zeilen} von {n_all}",
    "{rows}, each with the case that would have changed its outcome.": (
        "{rows}, jeweils mit dem Fall, der das Ergebnis geändert hätte."
    ),
    "The table": "Die Tabelle",
    "Contradictions": "Widersprüche",
    "Row by row": "Zeile für Zeile",
    "The words": "Die Begriffe",
    "How this was made": "Wie dies entstand",
    "No row was ranked.": "Keine Zeile wurde ausgewertet.",
    "The ranked row": "Die ausgewertete Zeile",
    "All {n} ranked rows": "Alle {n} ausgewerteten Zeilen",
    "Open a row to read it. These are real cases: before you pass this page on, ask "
    "whether you may.": (
        "Öffnen Sie eine Zeile, um sie zu lesen. Dies sind wirkliche Fälle: Fragen "
        "Sie, ob Sie diese Seite weitergeben dürfen, bevor Sie es tun."
    ),
    "Ranked by {by}, {counted}, on {day} at {hour}{version}; this page is by cfsql "
    "{own_version}.": (
        "Geordnet nach {by}, {counted}, am {day} um {hour}{version}; diese Seite ist "
        "von cfsql {own_version}."
    ),
    "{name}: counterfactual explanations": "{name}: kontrafaktische Erklärungen",
    "Sections": "Abschnitte",
    "What was asked for": "Was gefragt war",
    "How far": "Wie weit ein anderes Ergebnis entfernt ist",
    "How many": "Wie viele Antworten es gibt",
    "How clear": "Wie eindeutig die beste Antwort ist",
    "What changes": "Was sich ändert",
    "Which class turns into which": "Welche Klasse zu welcher führt",
    "The three metrics": "Die drei Maße",
    "How often answers stay": "Wie oft Antworten bleiben",
    "Unequal pairs": "Ungleiche Paare",
    "Within reach": "In Reichweite",
    "The ranking was made with:": "Die Rangliste wurde erstellt mit:",
    " with cfsql {version}": " mit cfsql {version}",
    # show/pages/stability.py
    "the answer": "die Antwort",
    "its features": "ihre Merkmale",
    "the distance": "der Abstand",
    "always": "immer",
    "Would the answers be the same, had some cases not been recorded? {n:# row|# "
    "rows} in {n_repeats:# subsample|# subsamples}: each has the row itself, and "
    "every other row with a chance of {keep:g}.": (
        "Wären die Antworten dieselben, wenn manche Fälle nicht erfasst worden wären? "
        "{n:# Zeile|# Zeilen} in {n_repeats:# Teilstichprobe|# Teilstichproben}: Jede "
        "enthält die Zeile selbst und jede andere Zeile mit der Wahrscheinlichkeit "
        "{keep:g}."
    ),
    "What stays the same, mean over the rows": (
        "Was gleich bleibt, im Mittel über die Zeilen"
    ),
    "the answer stays": "die Antwort bleibt",
    "subsamples": "Teilstichproben",
    # show/side_by_side.py
    "new case": "neuer Fall",
    # show/terminal/audit.py
    "… and {n} more in {table}": "… und {n} weitere in {table}",
    "… and {n} smaller classes in {table}": "… und {n} kleinere Klassen in {table}",
    "pairs of cases by what differs (shares of pairs, not of people)": (
        "Paare von Fällen danach, was verschieden ist (Anteile an Paaren, nicht an "
        "Personen)"
    ),
    "pairs by who has which {label_column}, one column alone differing": (
        "Paare danach, wer bei {label_column} was hat, wenn nur eine Spalte "
        "verschieden ist"
    ),
    "the same by class": "dasselbe nach Klassen",
    "of answered": "der Antworten",
    "of class": "der Klasse",
    "the cases that answer the most rows, of {n}": (
        "die Fälle, die die meisten Zeilen beantworten, von {n}"
    ),
    "Where several counterfactuals of a row are optimal, each counts for its part "
    "of the row.": (
        "Sind mehrere kontrafaktische Fälle einer Zeile optimal, so zählt jeder für "
        "seinen Teil der Zeile."
    ),
    ", ranking {name}": ", Rangliste {name}",
    "{table}: {n} of {n_all:# row|# rows} audited, label {label_column}": (
        "{table}: {n} von {n_all:# Zeile|# Zeilen} geprüft, Ergebnis {label_column}"
    ),
    "ranked with {options}: {n} rows have an answer, and what changes is of these": (
        "ausgewertet mit {options}: {n} Zeilen haben eine Antwort, und was sich "
        "ändert, gilt für diese"
    ),
    "no pair differs in {column} alone": "kein Paar unterscheidet sich nur in {column}",
    "of row pairs": "der Zeilenpaare",
    "within {changes}": "bis {changes}",
    "… and within more changes in {table}": "… und mit mehr Änderungen in {table}",
    "changes most often": "ändert sich am häufigsten",
    "the cases that answer the most rows are not named: without row ids": (
        "die Fälle, die die meisten Zeilen beantworten, werden nicht genannt: ohne "
        "Kennungen"
    ),
    "contradictions": "Widersprüche",
    ", nor in {column} alone": ", auch keines nur in {column}",
    "in {n} of them a case is contradicted: a row that equals it in all columns has "
    "another {label_column} too": (
        "bei {n} davon steht ein Fall im Widerspruch: Eine Zeile, die ihm in allen "
        "Spalten gleich ist, hat bei {label_column} auch einen anderen Wert"
    ),
    "the clearest pairs": "die deutlichsten Paare",
    "by value: rows with a case that differs in this column alone": (
        "nach Wert: Zeilen mit einem Fall, der nur in dieser Spalte verschieden ist"
    ),
    "rows with a counterfactual": "Zeilen mit einem kontrafaktischen Fall",
    "rows with a counterfactual, of {n:# row|# rows} without the outcome ({n_there} "
    "{n_there:has|have} it already)": (
        "Zeilen mit kontrafaktischem Fall, von {n:# Zeile|# Zeilen} ohne das Ergebnis "
        "({n_there} {n_there:hat|haben} es schon)"
    ),
    "what changes most often": "was sich am häufigsten ändert",
    "which class turns into which": "welche Klasse zu welcher führt",
    "answers": "Antworten",
    "together": "zusammen",
    "other": "andere",
    "no row has a counterfactual": "keine Zeile hat einen kontrafaktischen Fall",
    # show/terminal/counterfactuals.py
    "{n:# counterfactual|# counterfactuals}, the nearest first": (
        "{n:# kontrafaktischer Fall|# kontrafaktische Fälle}, die nächsten zuerst"
    ),
    "yes": "ja",
    "no": "nein",
    "irreducible": "irreduzibel",
    "by literals": "nach Literalen",
    "It has no counterfactual.": "Sie hat keinen kontrafaktischen Fall.",
    # show/terminal/cover.py
    "{table}: {n:# row|# rows} to reach within {n_changes:# change|# changes} by "
    "{n_cases:# case|# cases} {wanted}": (
        "{table}: {n:# Zeile|# Zeilen} zu erreichen mit höchstens {n_changes:# "
        "Änderung|# Änderungen} durch {n_cases:# Fall|# Fälle} {wanted}"
    ),
    "reaches": "erreicht",
    "adds": "neu",
    "with {label_column} {label}": "mit {label_column} {label}",
    "of another {label_column}": "mit anderem Wert bei {label_column}",
    "{n:# row|# rows}, {target} already": "{n:# Zeile|# Zeilen}, schon {target}",
    "{n} of these {n:is|are} too far from every case": (
        "{n} davon {n:ist|sind} von jedem Fall zu weit entfernt"
    ),
    "each of these is near a case that was not chosen": (
        "zu jeder davon ist ein Fall nahe genug, der nicht gewählt wurde"
    ),
    "reached": "erreicht",
    "at most": "höchstens",
    "{n:# row|# rows}, by any {n_cases:# case|# cases}": (
        "{n:# Zeile|# Zeilen}, durch {n_cases:# beliebigen Fall|# beliebige Fälle}"
    ),
    "the cases, in the order in which they were chosen": (
        "die Fälle in der Reihenfolge, in der sie gewählt wurden"
    ),
    "no change needed": "schon am Ziel",
    "no further case adds a row": "kein weiterer Fall bringt eine Zeile hinzu",
    # show/terminal/effort.py
    "who has which": "wer hat was",
    "is that more than chance? rows paired, exact sign tests": (
        "ist das mehr als Zufall? gepaarte Zeilen, exakte Vorzeichentests"
    ),
    "pairs of rows by how many other features differ": (
        "Paare von Zeilen danach, wie viele andere Merkmale verschieden sind"
    ),
    "for whom is it harder?": "für wen ist es schwerer?",
    "changes needed to reach {label_column} {label}": (
        "nötige Änderungen für {label_column} {label}"
    ),
    "changes needed to reach another outcome": (
        "nötige Änderungen für ein anderes Ergebnis"
    ),
    "differ in": "verschieden",
    "other {columns}": "{columns} verschieden",
    "same {columns}": "{columns} gleich",
    "… and {n} more values in {table}": "… und {n} weitere Werte in {table}",
    # show/terminal/explanation.py
    "{least} to {n:# change|# changes}": "{least} bis {n:# Änderung|# Änderungen}",
    "A new case for {table}: {label_column} is not known": (
        "Ein neuer Fall zu {table}: {label_column} ist nicht bekannt"
    ),
    "A new case for {table}: {label_column} is {label}": (
        "Ein neuer Fall zu {table}: {label_column} ist {label}"
    ),
    "{n:# counterfactual|# counterfactuals} at distance {distance} ({changes}; "
    "{weights}), best first": (
        "{n:# kontrafaktischer Fall|# kontrafaktische Fälle} im Abstand {distance} "
        "({changes}; {weights}), die besten zuerst"
    ),
    "; {n} are optimal": "; {n} sind optimal",
    "{n:# new case|# new cases} for {table}": (
        "{n:# neuer Fall|# neue Fälle} zu {table}"
    ),
    # show/terminal/living.py
    "{n:# row|# rows} in one of them alone": "{n:# Zeile|# Zeilen} nur in einer davon",
    "no answer": "keine Antwort",
    "{explanation} (to {label} as {case}{ties})": (
        "{explanation} (zu {label} wie {case}{ties})"
    ),
    "… and {n} more; --format csv lists all": (
        "… und {n} weitere; --format csv zeigt alle"
    ),
    ", one of {n} optimal": ", einer von {n} optimalen",
    # show/terminal/pieces.py
    "{rows} in {n:# group|# groups} with the same features and different "
    "{label_column}": (
        "{rows} in {n:# Gruppe|# Gruppen} mit denselben Merkmalen, verschieden in "
        "{label_column}"
    ),
    "… and {n} more; --show {all} lists them all": (
        "… und {n} weitere; --show {all} zeigt alle"
    ),
    "Row {row} of {table}: {label_column} is {label}": (
        "Zeile {row} von {table}: {label_column} ist {label}"
    ),
    "As declared: {declared}. --no-defaults lifts this.": (
        "Wie festgelegt: {declared}. --no-defaults hebt das auf."
    ),
    # show/terminal/ranking.py
    "{table}: {n} of {n_all:# row|# rows} ranked by {by}": (
        "{table}: {n} von {n_all:# Zeile|# Zeilen}, Rang nach {by}"
    ),
    "{n} minimal ones, {mean:.1f} per row": "{n} minimale, {mean:.1f} je Zeile",
    "{rows}, which {n:is|are} {target} already": "{rows}, schon {target}",
    ", so in {n} of {n_equal} cases": ", so in {n} von {n_equal} Fällen",
    ", duplicates counted once": ", Duplikate einmal gezählt",
    "; {n} listed, the nearest first": "; {n} aufgeführt, die nächsten zuerst",
    "{rows}, whose answer came with another outcome too": (
        "{rows}, deren Antwort auch mit anderem Ergebnis vorkam"
    ),
    "row {row}: {label} → {to_label} as {case} (power {n}{ties}{often}{sure})": (
        "Zeile {row}: {label} → {to_label} wie {case} (Stärke {n}{ties}{often}{sure})"
    ),
    "{n:# row|# rows}: {constraint} excluded the last case": (
        "{n:# Zeile|# Zeilen}: den letzten Fall schloss {constraint} aus"
    ),
    "none, as no row has two counterfactuals to compare": (
        "keiner, da keine Zeile zwei kontrafaktische Fälle hat"
    ),
    "optimal, mean": "beste, Mittel",
    "not sure": "nicht sicher",
    "rows by distance to their nearest counterfactual": (
        "Zeilen nach Abstand zum nächsten kontrafaktischen Fall"
    ),
    "the first explanations": "die ersten Erklärungen",
    "{n:# distinct one|# distinct ones}": "{n:# verschiedene|# verschiedenen}",
    # show/terminal/side_by_side.py
    "… {n:# feature|# features}; --all-features shows them": (
        "… {n:# Merkmal|# Merkmale}; --all-features zeigt sie"
    ),
    "… {n:# feature|# features} with the same value in both; --all-features shows "
    "them": (
        "… {n:# Merkmal|# Merkmale} mit gleichem Wert in beiden; --all-features zeigt "
        "sie"
    ),
    # show/terminal/stability.py
    "{table}: {n} of {n_all:# row|# rows} in {n_repeats:# subsample|# subsamples}, "
    "seed {seed}; each has the row itself, and every other row with a chance of "
    "{keep:g}": (
        "{table}: {n} von {n_all:# Zeile|# Zeilen} in {n_repeats:# Teilstichprobe|# "
        "Teilstichproben}, Startwert {seed}; jede enthält die Zeile selbst und jede "
        "andere Zeile mit der Wahrscheinlichkeit {keep:g}"
    ),
    "{share} or more": "{share} oder mehr",
    "stays in {answer:.1%} ({level} interval {low:.1%} to {high:.1%}); its features "
    "in {features:.1%}, the distance in {distance:.1%}": (
        "bleibt in {answer:.1%} (Intervall zu {level}: {low:.1%} bis {high:.1%}); ihre "
        "Merkmale in {features:.1%}, der Abstand in {distance:.1%}"
    ),
    "what stays the same, mean over the rows": (
        "was gleich bleibt, im Mittel über die Zeilen"
    ),
    "less than half": "unter der Hälfte",
    "the answers that stay least often": "die Antworten, die am seltensten bleiben",
    # show/terminal/why.py
    "There may be more explanations than these": (
        "Es kann mehr Erklärungen als diese geben"
    ),
    "{known}. --limit, --max-size and --time-limit set how far to look.": (
        "{known}. --limit, --max-size und --time-limit legen fest, wie weit gesucht "
        "wird."
    ),
    "{table}: {n} of {n_all:# row|# rows} explained": (
        "{table}: {n} von {n_all:# Zeile|# Zeilen} erklärt"
    ),
    "{n:# minimal explanation|# minimal explanations}, smallest first": (
        "{n:# minimale Erklärung|# minimale Erklärungen}, die kleinsten zuerst"
    ),
    "There may be explanations that were not reached": (
        "Es kann Erklärungen geben, die nicht erreicht wurden"
    ),
    "; all of up to {n:# feature|# features} are here": (
        "; alle mit bis zu {n:# Merkmal|# Merkmalen} stehen hier"
    ),
    "{table}: rules for {label_column} {label}, which {n:# case has|# cases have}": (
        "{table}: Regeln für {label_column} {label}; so {n:ist # Fall|sind # Fälle}"
    ),
    "no rule holds within the limits that were set; --precision allows exceptions": (
        "keine Regel gilt innerhalb der gesetzten Grenzen; --precision lässt Ausnahmen "
        "zu"
    ),
    "{n:# minimal rule|# minimal rules}, by the cases that they cover": (
        "{n:# minimale Regel|# minimale Regeln}, nach den Fällen, für die sie gelten"
    ),
    "every case": "jeder Fall",
    " at a precision of {precision}": " mit einer Präzision von {precision}",
    "{n}, {mean:.1f} per row": "{n}, {mean:.1f} je Zeile",
    "{n:# feature|# features}": "{n:# Merkmal|# Merkmale}",
    "; --limit finds more": "; --limit findet mehr",
    "because": "weil",
    "not complete": "unvollständig",
    "unexplained": "nicht erklärt",
    "row {row}: {label} because {values} ({n:# case|# cases}, 1 of {n_all:# "
    "explanation|# explanations})": (
        "Zeile {row}: {label} wegen {values} ({n:# Fall|# Fälle}, 1 von {n_all:# "
        "Erklärung|# Erklärungen})"
    ),
    "{values}: except {cases}": "{values}: außer {cases}",
    "explanations": "Erklärungen",
    "rows by size of their smallest explanation": (
        "Zeilen nach Größe ihrer kleinsten Erklärung"
    ),
    "{n} more": "{n} weitere",
    "the exceptions": "die Ausnahmen",
    "There may be rules that cover more: time was up before all were looked at. "
    "--time-limit gives the search longer.": (
        "Es kann Regeln geben, die für mehr Fälle gelten: Die Zeit war um, bevor alle "
        "geprüft waren. --time-limit lässt länger suchen."
    ),
    "size": "Größe",
    "no row has an explanation": "keine Zeile hat eine Erklärung",
    "precision": "Präzision",
    # speech/__init__.py
    "distance {n}": "Abstand {n}",
    "{n:# more character|# more characters}": (
        "{n:# weiteres Zeichen|# weitere Zeichen}"
    ),
    # tables/declarations.py
    "{columns} {n:does|do} not change": "{columns} {n:ändert|ändern} sich nicht",
    "{columns} {n:does|do} not fall": "{columns} {n:sinkt|sinken} nicht",
    "{columns} {n:does|do} not rise": "{columns} {n:steigt|steigen} nicht",
    "Protected in audits, as declared: {columns}.": (
        "In Prüfungen geschützt, wie festgelegt: {columns}."
    ),
    "; ": "; ",
    # ui/app.py
    "This cannot be asked": "Das lässt sich nicht fragen",
    "All tables": "Alle Tabellen",
    "The database is being written to": "In die Datenbank wird gerade geschrieben",
    "No database": "Keine Datenbank",
    "There is no such thing": "Das gibt es nicht",
    "The table has changed": "Die Tabelle hat sich geändert",
    "This did not work": "Das hat nicht geklappt",
    "There is no page at this address.": "Unter dieser Adresse gibt es keine Seite.",
    "Something is broken": "Etwas ist kaputt",
    "This is a mistake in cfsql, not in what you asked. The terminal in which cfsql "
    "ui runs says more; your data are as they were.": (
        "Das ist ein Fehler in cfsql, nicht in Ihrer Frage. Das Terminal, in dem cfsql "
        "ui läuft, sagt mehr; Ihre Daten sind, wie sie waren."
    ),
    "No such page": "Keine solche Seite",
    "Ask without it": "Ohne dies fragen",
    # ui/embedded.py
    "Open it in a window of its own": "In einem eigenen Fenster öffnen",
    # ui/explaining.py
    "every feature is ticked to stay as it is: nothing is left to change": (
        "jedes Merkmal soll bleiben, wie es ist: Nichts kann sich mehr ändern"
    ),
    "fill in at least one value, and the answer comes here": (
        "füllen Sie mindestens einen Wert aus, dann erscheint hier die Antwort"
    ),
    "say which {label_column} the case has, or which one it should reach": (
        "sagen Sie, welchen Wert der Fall bei {label_column} hat oder welchen er "
        "erreichen soll"
    ),
    # ui/guard.py
    "below this frame": "unter diesem Rahmen",
    "in the terminal": "im Terminal",
    "A key is needed": "Ein Schlüssel ist nötig",
    "Open the link that {server} shows {place}: it has the key. Then this address "
    "works, too.": (
        "Öffnen Sie den Link, den {server} {place} zeigt: Er enthält den Schlüssel. "
        "Dann funktioniert auch diese Adresse."
    ),
    "the notebook": "das Notebook",
    "Another name": "Ein anderer Name",
    "This server answers to its own address only, 127.0.0.1.": (
        "Dieser Server antwortet nur unter seiner eigenen Adresse, 127.0.0.1."
    ),
    "Nothing is changed here": "Hier wird nichts geändert",
    "The pages only read; they take no other request than GET.": (
        "Die Seiten lesen nur; sie nehmen keine andere Anfrage an als GET."
    ),
    "Not for other sites": "Nicht für andere Websites",
    "This is not the key of this server": "Das ist nicht der Schlüssel dieses Servers",
    "The key in this address is mistyped or cut off, or it is from before {server} "
    "was started anew: every start makes a new one. Open the link that it shows "
    "{place} now; then this address works, too.": (
        "Der Schlüssel in dieser Adresse ist vertippt oder abgeschnitten, oder er ist "
        "von früher: Jeder Start von cfsql macht einen neuen. Öffnen Sie den Link, den "
        "{server} jetzt {place} zeigt; dann funktioniert auch diese Adresse."
    ),
    "The key has expired": "Der Schlüssel gilt nicht mehr",
    "{server} was started anew since this browser was given the key, and every "
    "start makes a new one. Open the link that it shows {place} now; then this "
    "address works again.": (
        "Seit dieser Browser den Schlüssel bekam, wurde neu gestartet, und jeder Start "
        "macht einen neuen. Öffnen Sie den Link, den {server} jetzt {place} zeigt; "
        "dann funktioniert diese Adresse wieder."
    ),
    "Another site has asked for this page, and gets nothing.": (
        "Eine andere Website hat nach dieser Seite gefragt und bekommt nichts."
    ),
    "Open the link below this frame.": "Öffnen Sie den Link unter diesem Rahmen.",
    # ui/listing/asked.py
    "from {least} to {most}": "von {least} bis {most}",
    "up to {most}": "bis {most}",
    "from {least} on": "ab {least}",
    "with {column} {values}": "mit {column} {values}",
    " or ": " oder ",
    # ui/listing/columns.py
    "what would have changed it": "was es geändert hätte",
    "in a sentence": "in einem Satz",
    "only best answer": "einzige beste Antwort",
    # ui/listing/search.py
    "{column} is above {value}": "{column} ist über {value}",
    "{column} is below {value}": "{column} ist unter {value}",
    "{column} is at least {value}": "{column} ist mindestens {value}",
    "{column} is at most {value}": "{column} ist höchstens {value}",
    "{column} is {value}": "{column} ist {value}",
    "no {column} is so great": "kein Wert von {column} ist so groß",
    "no {column} is so small": "kein Wert von {column} ist so klein",
    "no {column} is {value}": "kein Wert von {column} ist {value}",
    "there is no column {column}": "es gibt keine Spalte {column}",
    "no value contains it": "kein Wert enthält es",
    "{column} is not a number": "{column} ist keine Zahl",
    # ui/question.py
    "Minimum difference": "Unterschied, mindestens",
    "A condition in SQL": "Eine Bedingung in SQL",
    "Ask without the condition": "Ohne die Bedingung fragen",
    "Maximum changes": "Änderungen, höchstens",
    "Minimum support": "Gleiche, mindestens",
    "Minimum share": "Anteil, mindestens",
    "{field} takes a number from 0 to 1, not '{text}'.": (
        "„{field}“ nimmt eine Zahl von 0 bis 1, nicht „{text}“."
    ),
    "{field} takes a number above 0, not '{text}'.": (
        "„{field}“ nimmt eine Zahl über 0, nicht „{text}“."
    ),
    "{field} is for any other outcome: choose no single one.": (
        "„{field}“ gilt für jedes andere Ergebnis: Wählen Sie kein einzelnes."
    ),
    "{column} is to go only up and only down: keep it instead.": (
        "{column} soll nur steigen und nur sinken: Halten Sie es stattdessen fest."
    ),
    "show": "zeigen",
    "{field} takes a number from 1 on, not '{text}'.": (
        "„{field}“ nimmt eine Zahl ab 1, nicht „{text}“."
    ),
    "{column} counts from 1 to {most} times, not '{text}'.": (
        "{column} zählt 1- bis {most}-mal, nicht „{text}“."
    ),
    # ui/row_filter.py
    "with a single minimal counterfactual": (
        "mit einem einzigen minimalen kontrafaktischen Fall"
    ),
    "with one best counterfactual of several": (
        "mit einem besten von mehreren kontrafaktischen Fällen"
    ),
    "with several optimal counterfactuals": (
        "mit mehreren optimalen kontrafaktischen Fällen"
    ),
    "without a counterfactual": "ohne kontrafaktischen Fall",
    "a single answer": "eine einzige Antwort",
    "one best of several": "eine beste von mehreren",
    "several best": "mehrere beste",
    "with {least} to {most} minimal counterfactuals": (
        "mit {least} bis {most} minimalen kontrafaktischen Fällen"
    ),
    "with a gap above {least:g} and up to {most:g}": (
        "mit einem Vorsprung über {least:g} bis {most:g}"
    ),
    "that differ in {column} alone: {value} has {label}, {other_value} has "
    "{other_label}": (
        "mit Unterschied nur bei {column}: {value} hat {label}, {other_value} hat "
        "{other_label}"
    ),
    "with {n} minimal counterfactuals or more": (
        "mit {n} minimalen kontrafaktischen Fällen oder mehr"
    ),
    "with {n:# minimal counterfactual|# minimal counterfactuals}": (
        "mit {n:# minimalen kontrafaktischen Fall|# minimalen kontrafaktischen Fällen}"
    ),
    "with a tie at the top": "mit Gleichstand an der Spitze",
    "that differ in several protected columns": (
        "mit Unterschied bei mehreren geschützten Spalten"
    ),
    "that differ in {column} alone": "mit Unterschied nur bei {column}",
    "that would have become {label}": "mit Antwort {label}",
    "whose {column} would change from {from_value} to {to_value}": (
        "mit Änderung bei {column} von {from_value} zu {to_value}"
    ),
    "that need {n:# change|# changes}": (
        "mit {n:# nötigen Änderung|# nötigen Änderungen}"
    ),
    "within {n:# change|# changes}": "mit höchstens {n:# Änderung|# Änderungen}",
    "that are ranked": "mit Auswertung",
    "whose {column} would change": "mit Änderung bei {column}",
    # ui/store.py
    "this notebook": "diesem Notebook",
    # questions/new_cases/given.py
    "no row has {column} {values}: every row differs in it": (
        "keine Zeile hat {column} {values}: jede Zeile weicht darin ab"
    ),
    "{value} (nearest: {values})": "{value} (am nächsten: {values})",
    "{columns} {n:is|are} not given for the case, and taken as missing": (
        "{columns} {n:ist|sind} für den Fall nicht angegeben und {n:gilt|gelten} als "
        "fehlend"
    ),
    "{columns} {n:is|are} not given for each case, and taken as missing": (
        "{columns} {n:ist|sind} für keinen Fall angegeben und {n:gilt|gelten} als "
        "fehlend"
    ),
    "{columns} {n:is no column|are no columns} of {table}, and not looked at": (
        "{columns} {n:ist keine Spalte|sind keine Spalten} von {table} und "
        "{n:wird|werden} nicht beachtet"
    ),
    "; did you mean {names}?": "; meinten Sie {names}?",
    "the label {label} stands for the {label_column} of the case": (
        "für {label_column} des Falls gilt das angegebene {label}"
    ),
    "the label {label} stands for the {label_column} of each case": (
        "für {label_column} jedes Falls gilt das angegebene {label}"
    ),
    "{n:# other value|# other values}": "{n:# anderer Wert|# andere Werte}",
    # ui/told_errors.py
    "no {kind} '{name}' in {where}": "„{name}“ ({kind}) gibt es in {where} nicht",
    "no row {row} in {table}; row ids go from {first} to {last}": (
        "keine Zeile {row} in {table}; Kennungen gehen von {first} bis {last}"
    ),
    "no row {row} in {table}; did you mean {nearest}? Row ids go from {first} to "
    "{last}": (
        "keine Zeile {row} in {table}; meinten Sie {nearest}? Kennungen gehen von "
        "{first} bis {last}"
    ),
    "; did you mean '{name}'?": "; meinten Sie „{name}“?",
    "{column} takes {what}; the case has '{text}'": (
        "{column} verlangt {what}; der Fall hat „{text}“"
    ),
    "{column} takes {what}, such as {example}; the case has '{text}'": (
        "{column} verlangt {what}, etwa {example}; der Fall hat „{text}“"
    ),
    "a whole number": "eine ganze Zahl",
    "a number": "eine Zahl",
    "a date": "ein Datum",
    "a time": "eine Uhrzeit",
    "a date and a time": "ein Datum mit Uhrzeit",
    "true or false": "true oder false",
    "a value of the type {type}": "einen Wert vom Typ {type}",
    "; there is {names}": "; es gibt {names}",
    "table": "Tabelle",
    "ranking": "Rangliste",
    "the database": "der Datenbank",
    # ui/views/comparing.py
    "two rows are two people, and this session names one at most": (
        "zwei Zeilen sind zwei Personen, und diese Sitzung nennt höchstens eine"
    ),
    "Two rows": "Zwei Zeilen",
    "Two rankings": "Zwei Ranglisten",
    # ui/views/conclusions.py
    "; there is {names} and {n_more} more": "; es gibt {names} und {n_more} weitere",
    "Missing is a value of its own: it equals only another missing one.": (
        "Fehlend ist ein eigener Wert: Er gleicht nur einem anderen fehlenden."
    ),
    "As declared with the table, {columns} {n:keeps its value|keep their values}; a "
    "field that is left empty may change.": (
        "Laut Angabe zur Tabelle {n:behält|behalten} {columns} {n:seinen Wert|ihre "
        "Werte}; ein leeres Feld darf sich ändern."
    ),
    "Not kept, as the field is empty: {columns}.": (
        "Nicht beibehalten, weil das Feld leer ist: {columns}."
    ),
    "It is harder for {column} {value} ({n:# row|# rows}) to reach {aim}: {more} "
    "changes more than for others on average ({mean} against {others}). The "
    "difference is {effect}.": (
        "Für {column} {value} ({n:# Zeile|# Zeilen}) ist es schwerer, {aim} zu "
        "erreichen: im Mittel {more} Änderungen mehr als für die anderen ({mean} "
        "gegen {others}). Der Unterschied ist {effect}."
    ),
    "It is harder for {column} {value} to reach {aim}: {k} of {n:# row|# rows} "
    "{k:does|do}, with {mean} changes on average. Of the others, {j} of {m} "
    "{j:does|do}, with {others}.": (
        "Für {column} {value} ist es schwerer, {aim} zu erreichen: {k} von {n:# "
        "Zeile|# Zeilen} {k:schafft|schaffen} es, mit im Mittel {mean} Änderungen; "
        "von den anderen {j} von {m}, mit {others}."
    ),
    "Answers keep {columns}: every row is compared only with rows that have the same "
    "{columns} as itself.": (
        "Antworten behalten {columns} bei: Jede Zeile wird nur mit Zeilen verglichen, "
        "die in {columns} mit ihr gleich sind."
    ),
    "‘Than others’: whether rows with this value need more changes than rows with the "
    "other values of the column, and how large the difference is. ‘90 %’: nine of ten "
    "rows need so many changes or fewer.": (
        "„Als andere“: ob Zeilen mit diesem Wert mehr Änderungen brauchen als Zeilen "
        "mit den anderen Werten der Spalte, und wie groß der Unterschied ist. „90 %“: "
        "Neun von zehn Zeilen brauchen so viele Änderungen oder weniger."
    ),
    "have it already": "haben es schon",
    "So nothing was tested: this does not say that all are treated alike. "
    "No two rows are equal in all other columns. Fewer columns, or numbers "
    "in bins (--bin), make rows comparable.": (
        "Es wurde also nichts geprüft: Das heißt nicht, dass alle gleich behandelt "
        "werden. Keine zwei Zeilen sind in allen anderen Spalten gleich. Mit weniger "
        "Spalten, oder mit Zahlen in Klassen (--bin), werden Zeilen vergleichbar."
    ),
    "So nothing was tested: this does not say that all are treated alike. The "
    "likely reason is {columns}, with nearly as many values as there are rows: "
    "hardly two rows are equal in it. If it is an id or a weight, load the "
    "table again with {option}, then rank and audit again.": (
        "Es wurde also nichts geprüft: Das heißt nicht, dass alle gleich behandelt "
        "werden. Der wahrscheinliche Grund ist {columns}, mit fast so vielen Werten "
        "wie Zeilen: Kaum zwei Zeilen sind darin gleich. Wenn das eine Kennung oder "
        "ein Gewicht ist, laden Sie die Tabelle erneut mit {option}, dann erstellen "
        "Sie Rangliste und Prüfung neu."
    ),
    "It is hardest for {column} {value}: {n:its only row does not reach|none of its # "
    "rows reaches} {aim}. Of the others, {k} of {m} {k:does|do}.": (
        "Am schwersten ist es für {column} {value}: {n:Die einzige Zeile "
        "erreicht|Keine der # Zeilen erreicht} {aim}{n: nicht|}. Von den anderen "
        "{k:schafft|schaffen} es {k} von {m}."
    ),
    "{share} of the rows are within {n:# change|# changes} of another outcome.": (
        "{share} der Zeilen sind höchstens {n:# Änderung|# Änderungen} von einem "
        "anderen Ergebnis entfernt."
    ),
    "{share} of the rows without the outcome are within {n:# change|# changes} of "
    "it.": (
        "{share} der Zeilen ohne das Ergebnis sind höchstens {n:# Änderung|# "
        "Änderungen} davon entfernt."
    ),
    "Most often {label} turns into {other}: for {share} of the rows.": (
        "Am häufigsten wird aus {label} {other}: bei {share} der Zeilen."
    ),
    "Most often {label} turns into {other}: for {share} of the rows with an answer.": (
        "Am häufigsten wird aus {label} {other}: bei {share} der Zeilen mit einer "
        "Antwort."
    ),
    "{share} of the rows have the most frequent outcome, {label}.": (
        "{share} der Zeilen haben das häufigste Ergebnis, {label}."
    ),
    "Half of the rows would need {n:# change|# changes} or fewer; {share} need only "
    "{least}, and nobody needs more than {most}.": (
        "Die Hälfte der Zeilen bräuchte {n:# Änderung|# Änderungen} oder weniger; "
        "{share} brauchen nur {least}, und keine braucht mehr als {most}."
    ),
    "Half of the rows with an answer would need {n:# change|# changes} or fewer; "
    "{share} need only {least}, and none of them needs more than {most}.": (
        "Die Hälfte der Zeilen mit einer Antwort bräuchte {n:# Änderung|# Änderungen} "
        "oder weniger; {share} brauchen nur {least}, und keine davon braucht mehr als "
        "{most}."
    ),
    "{share} of the rows have one best answer. For the others, several are equally "
    "good, and which one is told first says nothing.": (
        "{share} der Zeilen haben eine einzige beste Antwort. Bei den anderen sind "
        "mehrere gleich gut, und welche zuerst genannt wird, bedeutet nichts."
    ),
    "Of the rows with an answer, {share} have one best answer. For the others, "
    "several are equally good, and which one is told first says nothing.": (
        "Von den Zeilen mit einer Antwort haben {share} genau eine beste. Bei den "
        "anderen sind mehrere gleich gut, und welche zuerst genannt wird, besagt "
        "nichts."
    ),
    "{feature} changes for {share} of the rows.": (
        "{feature} ändert sich bei {share} der Zeilen."
    ),
    "{feature} changes for {share} of the rows with an answer.": (
        "{feature} ändert sich bei {share} der Zeilen mit einer Antwort."
    ),
    "No protected value needs clearly more changes than the others.": (
        "Kein geschützter Wert braucht deutlich mehr Änderungen als die anderen."
    ),
    "No row reaches {aim}.": "Keine Zeile erreicht {aim}.",
    "{n} of {n_all}": "{n} von {n_all}",
    "{feature} comes next, with {share}.": "Danach kommt {feature} mit {share}.",
    "{n:# feature|# features} never would.": (
        "{n:# Merkmal ändert|# Merkmale ändern} sich nie."
    ),
    # ui/views/downloads.py
    "pairs are no file yet; cfsql export writes them": (
        "Paare gibt es hier nicht als Datei; cfsql export schreibt sie"
    ),
    "this session names nobody, and a list names many": (
        "diese Sitzung nennt niemanden, und eine Liste nennt viele"
    ),
    # ui/views/explanation.py
    "The answer": "Die Antwort",
    # ui/views/explanation_page.py
    "New case": "Neuer Fall",
    "{columns}, any other 1": "{columns}, jede andere 1",
    "No values explain it without exception: a case with the same features has "
    "another {label_column}.": (
        "Keine Werte erklären es ohne Ausnahme: Ein Fall mit denselben Merkmalen hat "
        "bei {label_column} einen anderen Wert."
    ),
    "to {label}": "Ziel {label}",
    "differs by {number:g}": "Unterschied ab {number:g}",
    "at most {n:# change|# changes}": "höchstens {n:# Änderung|# Änderungen}",
    "support {n}": "mindestens {n} Gleiche",
    "share {share:g}": "Anteil ab {share:g}",
    "{columns} kept": "{columns} fest",
    "{columns} only up": "{columns} nur steigend",
    "{columns} only down": "{columns} nur sinkend",
    "weights": "Gewichte",
    "a condition": "eine Bedingung",
    "anonymous": "anonym",
    "{label_column} to reach": "Ziel für {label_column}",
    "may not change": "darf sich nicht ändern",
    "a new one": "ein neuer",
    "any other": "jedes andere",
    "nothing: all may": "nichts: Alles darf sich ändern",
    "may only rise": "darf nur steigen",
    "may only fall": "darf nur sinken",
    "a change counts": "eine Änderung zählt",
    "condition": "Bedingung",
    "other people": "andere Personen",
    "are not named": "werden nicht genannt",
    "tie of {n} at the top": "{n} gleichauf an der Spitze",
    "{n:# case|# cases}": "{n:# Fall|# Fälle}",
    "ahead of the second by {gap:.0%}": "{gap:.0%} vor der zweiten",
    "the only one as near": "die einzige so nahe",
    # ui/views/no_answer.py
    "keeping {column}": "das Festhalten von {column}",
    "not lowering {column}": "das Verbot, {column} zu senken,",
    "not raising {column}": "das Verbot, {column} zu erhöhen,",
    "‘{text}’": "„{text}“",
    "Undo this, and there is an answer:": (
        "Heben Sie dies auf, dann gibt es eine Antwort:"
    ),
    "Undo one of these, and there is an answer:": (
        "Heben Sie eines davon auf, dann gibt es eine Antwort:"
    ),
    "{n:# change|# changes} then": "dann {n:# Änderung|# Änderungen}",
    "Choose another one:": "Wählen Sie ein anderes:",
    "Undo this:": "Dies rückgängig machen:",
    "let {columns} change": "Änderung von {columns} zulassen",
    "accept any other {label_column}": "jeden anderen Wert von {label_column} zulassen",
    "allow {n:# change|# changes}": "{n:# Änderung|# Änderungen} zulassen",
    "accept a case with less support": "einen Fall mit weniger Gleichen zulassen",
    "accept a case whose values also came with another outcome": (
        "einen Fall zulassen, dessen Werte auch mit anderem Ergebnis vorkamen"
    ),
    "any {label_column} but {label}": "jeder Wert von {label_column} außer {label}",
    # ui/views/overview.py
    "Classes": "Klassen",
    "Overview": "Überblick",
    "Protected groups side by side": "Geschützte Gruppen im Vergleich",
    # ui/views/problems.py
    "No row of {table} has a {label_column}.": (
        "Keine Zeile von {table} hat einen Wert bei {label_column}."
    ),
    "No {column} in {table} is like '{text}'.": (
        "Kein Wert von {column} in {table} ähnelt „{text}“."
    ),
    "No row to explain": "Keine Zeile zu erklären",
    "No row has the id '{text}'": "Keine Zeile hat die Kennung „{text}“",
    "no row {row} in {table}": "keine Zeile {row} in {table}",
    "No such row": "Keine solche Zeile",
    "No such value": "Kein solcher Wert",
    "No such outcome": "Kein solches Ergebnis",
    "Which row?": "Welche Zeile?",
    "Give its id, or search for its values.": (
        "Geben Sie ihre Kennung ein, oder suchen Sie nach ihren Werten."
    ),
    "Rows with ‘{text}’": "Zeilen mit „{text}“",
    "This has several conditions.": "Das sind mehrere Bedingungen.",
    "no value is like it either": "auch kein Wert ähnelt dem",
    "Look for {text}": "Nach {text} suchen",
    "No such feature": "Kein solches Merkmal",
    "Ask for any other class": "Nach jeder anderen Klasse fragen",
    "Let all features change": "Alle Merkmale ändern lassen",
    "Ask without a class of the case": "Ohne Klasse des Falls fragen",
    "{n:# row|# rows} with this value": "{n:# Zeile|# Zeilen} mit diesem Wert",
    "List the rows that fit": "Passende Zeilen auflisten",
    "Show row {row}": "Zeile {row} zeigen",
    "This is an outcome: {n:# row|# rows} with {label_column} {label}.": (
        "Das ist ein Ergebnis: {n:# Zeile|# Zeilen} mit {label_column} {label}."
    ),
    "{n} features have this value": "{n} Merkmale haben diesen Wert",
    "{n:List it|List them}": "{n:Zeile|Zeilen} auflisten",
    # ui/views/rows.py
    "that fit ‘{text}’": "passend zu „{text}“",
    "pairs name people, and this session names nobody": (
        "Paare nennen Personen, und diese Sitzung nennt niemanden"
    ),
    "Rows": "Zeilen",
    "Pairs": "Paare",
    "{n:# pair|# pairs}": "{n:# Paar|# Paare}",
    # ui/views/tables.py
    "Tables": "Tabellen",
    "{n:# table|# tables} in {database}": "{n:# Tabelle|# Tabellen} in {database}",
    "not yet": "noch nicht",
    "changed since": "seither geändert",
    # ui/views/terms.py
    "{n} of the {n_equal:# case|# cases} with exactly the answer's values "
    "{n:has|have} {label}; the others had another outcome.": (
        "{n} der {n_equal:# Fälle|# Fälle} mit genau den Werten der Antwort "
        "{n:hat|haben} {label}; die anderen hatten ein anderes Ergebnis."
    ),
    "Whatever {n:# other case|# other cases} were taken out, this would stay the "
    "only best answer.": (
        "Welche {n:# anderer Fall|# anderen Fälle} auch wegfielen, dies bliebe die "
        "einzige beste Antwort."
    ),
    "The one case with exactly the answer's values has {label}.": (
        "Der einzige Fall mit genau den Werten der Antwort hat {label}."
    ),
    "All {n} cases with exactly its values have {label}.": (
        "Alle {n} Fälle mit genau ihren Werten haben {label}."
    ),
    "One other case less, and another answer may be the best.": (
        "Ein anderer Fall weniger, und eine andere Antwort kann die beste sein."
    ),
    "The ball is all {n_ball:# case|# cases} as near to the answer as this one, or "
    "nearer. {n} of them {n:has|have} another {label_column} than {label}: the "
    "answer explains these as well.": (
        "Die Kugel {n_ball:ist der # Fall, der|sind alle # Fälle, die} der Antwort so "
        "nahe {n_ball:ist|sind} wie dieser oder näher. {n} davon {n:hat|haben} bei "
        "{label_column} einen anderen Wert als {label}: Die Antwort erklärt auch diese."
    ),
    "{n} of the {n_all:# case|# cases} with {label} {n:is|are} in the ball: how "
    "usual the answer is for its outcome.": (
        "{n} der {n_all:# Fälle|# Fälle} mit {label} {n:liegt|liegen} in der Kugel: "
        "wie üblich die Antwort für ihr Ergebnis ist."
    ),
    "{n} ÷ {n_ball}: the part of the ball that the answer explains.": (
        "{n} ÷ {n_ball}: der Teil der Kugel, den die Antwort erklärt."
    ),
    "{n} ÷ {n_ball}: the part of the ball with {label}, as this case has.": (
        "{n} ÷ {n_ball}: der Teil der Kugel mit {label}, wie bei diesem Fall."
    ),
    # ui/templates/answer.html
    "Looking through {n} rows for {seconds:.0f} s so far. The answer comes here by "
    "itself.": (
        "{n} Zeilen werden durchsucht, seit {seconds:.0f} s. Die Antwort erscheint "
        "hier von selbst."
    ),
    "{n} of {n_all} parts are done.": "{n} von {n_all} Teilen sind fertig.",
    "Progress": "Fortschritt",
    "Values like it": "Ähnliche Werte",
    "Copy": "Kopieren",
    " the sentence": " (den Satz)",
    "Print": "Drucken",
    # ui/templates/base.html
    "The server does not answer: cfsql ui has stopped. Start it again, and open the "
    "link that it shows.": (
        "Der Server antwortet nicht: cfsql ui läuft nicht mehr. Starten Sie es neu, "
        "und öffnen Sie den Link, den es zeigt."
    ),
    "Copied": "Kopiert",
    "The browser does not allow copying": "Der Browser erlaubt das Kopieren nicht",
    "Still looking": "Die Suche läuft noch",
    "Skip to the answer": "Zur Antwort springen",
    "Pages": "Seiten",
    "One row": "Eine Zeile",
    "Find rows": "Zeilen suchen",
    "Find rows: an id, or any values": "Zeilen suchen: Kennung oder Werte",
    "A counterfactual says what other cases have, not what would happen if "
    "something changed: it is not causal. cfsql {version}, on this machine; nothing "
    "is loaded from elsewhere.": (
        "Ein kontrafaktischer Fall sagt, was andere Fälle haben, nicht, was geschähe, "
        "wenn sich etwas änderte: Er ist keine Aussage über Ursachen. cfsql {version}, "
        "auf diesem Rechner; nichts wird von anderswo geladen."
    ),
    # ui/templates/case_form.html
    "Which cases of {table} are nearest to a case that is not in it, and what "
    "{label_column} did they have? Nothing is predicted. Fill in what is known; an "
    "empty field is a missing value.": (
        "Welche Fälle von {table} sind einem Fall am nächsten, der nicht darin steht, "
        "und welchen Wert hatten sie bei {label_column}? Nichts wird vorhergesagt. "
        "Füllen Sie aus, was bekannt ist; ein leeres Feld ist ein fehlender Wert."
    ),
    "It began as {row}.": "Ausgangspunkt war {row}.",
    "Begin with row": "Mit Zeile beginnen",
    "Take its values": "Ihre Werte übernehmen",
    "Ask": "Fragen",
    # ui/templates/columns.html
    "Columns": "Spalten",
    "Move {column} to the front": "{column} nach vorn schieben",
    "Move {column} to the back": "{column} nach hinten schieben",
    "Hide {column}": "{column} ausblenden",
    "Columns to add": "Weitere Spalten",
    "Show": "Zeigen",
    "The usual columns": "Die üblichen Spalten",
    # ui/templates/compare.html
    "The other": "Die andere",
    "Compare": "Vergleichen",
    "The two rows, what differs first": "Die beiden Zeilen, Unterschiede zuerst",
    "differs": "verschieden",
    "Give two row ids, or tick two rows in a {list}.": (
        "Geben Sie zwei Kennungen ein, oder wählen Sie zwei Zeilen in einer {list} aus."
    ),
    "list of rows": "Liste von Zeilen",
    # ui/templates/comparison.html
    "The values": "Die Werte",
    "What would have changed it": "Was es geändert hätte",
    "What could have changed it": "Was es hätte ändern können",
    "Changed only": "Nur Geändertes",
    "Show features with": "Merkmale zeigen mit",
    "Filter {n} features": "{n} Merkmale filtern",
    "The row beside its optimal counterfactual, changed features first": (
        "Die Zeile neben ihrem optimalen kontrafaktischen Fall, geänderte Merkmale "
        "zuerst"
    ),
    "The values of the row": "Die Werte der Zeile",
    "Tick what may not change": "Ankreuzen, was sich nicht ändern darf",
    "keep": "fest",
    "the case": "der Fall",
    "becomes": "wird zu",
    "and {n} equal": "und {n} gleiche",
    "not known": "nicht bekannt",
    "in {n} of {n_equal} cases": "in {n} von {n_equal} Fällen",
    "{column} may not change": "{column} darf sich nicht ändern",
    "{n:# feature is|# features are} not shown by the filter": (
        "{n:# Merkmal ist|# Merkmale sind} durch den Filter ausgeblendet"
    ),
    "{n:# feature is|# features are} not shown": (
        "{n:# Merkmal ist|# Merkmale sind} ausgeblendet"
    ),
    "; {n:it stays as it is|they stay as they are}": (
        "; {n:es bleibt, wie es ist|sie bleiben, wie sie sind}"
    ),
    # ui/templates/elsewhere.html
    "The same elsewhere": "Dasselbe an anderer Stelle",
    "Copy link": "Link kopieren",
    "Change its values": "Ihre Werte ändern",
    "This page's address holds the whole question. The command and the statement "
    "below give the same answer.": (
        "Die Adresse dieser Seite enthält die ganze Frage. Der Befehl und die Abfrage "
        "unten geben dieselbe Antwort."
    ),
    "This page's address holds the whole question. The command below gives the same "
    "answer.": (
        "Die Adresse dieser Seite enthält die ganze Frage. Der Befehl unten gibt "
        "dieselbe Antwort."
    ),
    " the command": " (den Befehl)",
    "SQL that gives the same answer": "SQL mit derselben Antwort",
    " the SQL": " (das SQL)",
    # ui/templates/error.html
    "This page looks again every {n:# second|# seconds}.": (
        "Diese Seite schaut {n:jede Sekunde|alle # Sekunden} wieder nach."
    ),
    # ui/templates/explanation.html
    "asked": "gefragt",
    # ui/templates/facets.html
    "Choose": "Auswählen",
    "up to": "bis",
    "and {n:# other value|# other values}: search for {example}": (
        "und {n:# weiterer Wert|# weitere Werte}: suchen Sie nach {example}"
    ),
    "how clear": "wie klar",
    "Find": "Suchen",
    # ui/templates/outcomes.html
    "The nearest cases of every {label_column}": (
        "Die nächsten Fälle für jeden Wert von {label_column}"
    ),
    "{n:# case|# cases} with exactly these values": (
        "{n:# Fall|# Fälle} mit genau diesen Werten"
    ),
    "{changes} away: {n:# case|# cases}": "{changes} entfernt: {n:# Fall|# Fälle}",
    "and {n:# other feature|# other features}": (
        "und {n:# weiteres Merkmal|# weitere Merkmale}"
    ),
    # ui/templates/overview.html
    "A sample of": "Eine Stichprobe aus",
    "Ranking {n} rows drawn at random, for {seconds:.0f} s so far. This page comes "
    "by itself.": (
        "{n} zufällig gezogene Zeilen werden ausgewertet, seit {seconds:.0f} s. Die "
        "Seite erscheint von selbst."
    ),
    "Reading the results, for {seconds:.0f} s so far. This page comes by itself.": (
        "Die Ergebnisse werden gelesen, seit {seconds:.0f} s. Die Seite erscheint von "
        "selbst."
    ),
    "Computed just now from {n} rows drawn at random, and not stored: shares are "
    "those of the sample. For all rows, run:": (
        "Soeben aus {n} zufällig gezogenen Zeilen berechnet und nicht gespeichert: "
        "Anteile sind die der Stichprobe. Für alle Zeilen:"
    ),
    "{n} rows, {n_features:# feature|# features}, {n_classes:# class|# classes} of "
    "{label_column}.": (
        "{n} Zeilen, {n_features:# Merkmal|# Merkmale}, {n_classes:# Klasse|# Klassen} "
        "von {label_column}."
    ),
    "Not ranked yet, so there are no results to sum up. This command makes them, "
    "while these pages may stay open:": (
        "Noch nicht ausgewertet, also gibt es nichts zusammenzufassen. Dieser Befehl "
        "holt das nach; diese Seiten können offen bleiben:"
    ),
    "Rank {n} rows now, as a sample": "Jetzt {n} Zeilen als Stichprobe auswerten",
    "Look at one row": "Eine Zeile ansehen",
    "Other rankings:": "Andere Ranglisten:",
    "For whom does the answer differ?": "Für wen ist die Antwort eine andere?",
    "{rows} ({share}) in {n:# group|# groups} with the same features and different "
    "outcomes. Nothing in the features tells them apart.": (
        "{rows} ({share}) in {n:# Gruppe|# Gruppen} mit denselben Merkmalen und "
        "verschiedenen Ergebnissen. Nichts in den Merkmalen unterscheidet sie."
    ),
    "Audit": "Prüfung",
    "An audit needs a ranking of all rows.": (
        "Eine Prüfung braucht eine Rangliste aller Zeilen."
    ),
    "Whom does the table treat unequally, and who is within 1, 2 or 3 changes of "
    "another outcome? This command finds out.": (
        "Wen behandelt die Tabelle ungleich, und wer ist höchstens 1, 2 oder 3 "
        "Änderungen von einem anderen Ergebnis entfernt? Dieser Befehl findet es "
        "heraus."
    ),
    "Whom does the table treat unequally, and who is within 1, 2 or 3 changes of "
    "another outcome? This command finds out, with the columns that should not "
    "matter, such as sex,race:": (
        "Wen behandelt die Tabelle ungleich, und wer ist höchstens 1, 2 oder 3 "
        "Änderungen von einem anderen Ergebnis entfernt? Dieser Befehl findet es "
        "heraus, mit den Spalten, auf die es nicht ankommen soll, wie sex,race:"
    ),
    # ui/templates/pages.html
    "More of the list": "Mehr von der Liste",
    "Previous": "Zurück",
    "Next": "Weiter",
    # ui/templates/pairs.html
    "{first} to {last} of {n_all}": "{first} bis {last} von {n_all}",
    "the other": "der andere",
    "There is no such pair.": "Ein solches Paar gibt es nicht.",
    "All rows": "Alle Zeilen",
    # ui/templates/question.html
    "The question": "Die Frage",
    "Row": "Zeile",
    "id or value": "Kennung oder Wert",
    "Previous row": "Vorige Zeile",
    "Next row": "Nächste Zeile",
    "An id, or a value such as {example}": "Eine Kennung, oder ein Wert wie {example}",
    "{label_column} of the case": "{label_column} des Falls",
    "Minimum difference of {label_column}": "{label_column}: Unterschied, mindestens",
    "any": "beliebig",
    "May not change": "Darf sich nicht ändern",
    "Let it change": "Änderung zulassen",
    ": let it change": ": Änderung zulassen",
    "Let all change": "Alles ändern lassen",
    "Nothing yet. Tick features in the comparison below.": (
        "Noch nichts. Kreuzen Sie unten im Vergleich Merkmale an."
    ),
    "Nothing yet. Tick features in the comparison.": (
        "Noch nichts. Kreuzen Sie im Vergleich Merkmale an."
    ),
    "May only rise": "Darf nur steigen",
    "May only fall": "Darf nur sinken",
    "Let it go any way": "Beide Richtungen zulassen",
    ": let it go any way": ": beide Richtungen zulassen",
    "As declared with the table: {declared}.": (
        "Wie mit der Tabelle festgelegt: {declared}."
    ),
    "Only up or only down": "Nur steigend oder nur sinkend",
    "up": "steigt",
    "down": "sinkt",
    "{column} may only rise": "{column} darf nur steigen",
    "{column} may only fall": "{column} darf nur sinken",
    "Some changes are harder": "Manche Änderungen sind schwerer",
    "A change counts once. What is harder counts more often.": (
        "Eine Änderung zählt einmal. Was schwerer ist, zählt öfter."
    ),
    "counts": "zählt",
    "Over the case {a} and its answer {b}, such as {example}. It may look at these "
    "two rows alone.": (
        "Über den Fall {a} und seine Antwort {b}, etwa {example}. Sie darf nur diese "
        "beiden Zeilen ansehen."
    ),
    "Without the condition": "Ohne die Bedingung",
    "Other people are not named in this session.": (
        "Andere Personen werden in dieser Sitzung nicht genannt."
    ),
    "Do not name other people": "Andere Personen nicht nennen",
    # ui/templates/ranked.html
    "The only answer": "Die einzige Antwort",
    "{n:# answer|# answers}, best first": (
        "{n:# Antwort|# Antworten}, die besten zuerst"
    ),
    "The changes of the best answer count {n} in all.": (
        "Die Änderungen der besten Antwort zählen zusammen {n}."
    ),
    "It is a real case with another {label_column} that differs in {n:# feature|# "
    "features}.": (
        "Sie ist ein wirklicher Fall mit einem anderen Wert bei {label_column}, der "
        "sich in {n:# Merkmal|# Merkmalen} unterscheidet."
    ),
    "Each is a real case with another {label_column} that differs in {n:# feature|# "
    "features}.": (
        "Jede ist ein wirklicher Fall mit einem anderen Wert bei {label_column}, der "
        "sich in {n:# Merkmal|# Merkmalen} unterscheidet."
    ),
    "Each is a real case with the {label_column} {label} that differs in {n:# "
    "feature|# features}.": (
        "Jede ist ein wirklicher Fall mit {label_column} {label}, der sich in {n:# "
        "Merkmal|# Merkmalen} unterscheidet."
    ),
    "Those of no other case that may be chosen count less.": (
        "Die keines anderen Falles, der gewählt werden darf, zählen weniger."
    ),
    "None that may be chosen differs in fewer.": (
        "Keiner, der gewählt werden darf, unterscheidet sich in weniger."
    ),
    "None differs in fewer.": "Keiner unterscheidet sich in weniger.",
    "Power counts the cases around it that it explains as well.": (
        "Die Stärke zählt die Fälle ringsum, die sie auch erklärt."
    ),
    "What the figures of the best answer mean": (
        "Was die Zahlen der besten Antwort bedeuten"
    ),
    "In the drawings the circle is the ball, and its middle the answer. Dark cases "
    "have the outcome of the answer; what the figure counts is lit.": (
        "In den Zeichnungen ist der Kreis die Kugel und seine Mitte die Antwort. "
        "Dunkle Fälle haben das Ergebnis der Antwort; was die Zahl zählt, leuchtet."
    ),
    "optimal": "optimal",
    "compare": "vergleichen",
    "Show all": "Alle zeigen",
    "Show {n}": "{n} zeigen",
    "{n:# more answer|# more answers}": "{n:# weitere Antwort|# weitere Antworten}",
    # ui/templates/rankings.html
    "Two rankings: for whom is the answer another one?": (
        "Zwei Ranglisten: Für wen ist die Antwort eine andere?"
    ),
    "{table} has one ranking.": "{table} hat eine Rangliste.",
    "{table} has no ranking.": "{table} hat keine Rangliste.",
    "{command} stores another one, such as one with {option}.": (
        "{command} speichert eine weitere, etwa eine mit {option}."
    ),
    "In place of": "Statt",
    "this ranking": "diese Rangliste",
    "Comparing, for {seconds:.0f} s so far. This page comes by itself.": (
        "Der Vergleich läuft, seit {seconds:.0f} s. Die Seite erscheint von selbst."
    ),
    "The first {n} of them; {command} lists all.": (
        "Die ersten {n} davon; {command} zeigt alle."
    ),
    "has": "hat",
    "before": "vorher",
    "after": "nachher",
    "This session names nobody: the rows are not listed.": (
        "Diese Sitzung nennt niemanden: Die Zeilen werden nicht aufgeführt."
    ),
    # ui/templates/rows.html
    "An id, conditions, or words from any value": (
        "Kennung, Bedingungen oder Wörter aus Werten"
    ),
    "Such as {example}. A condition may be =, <, >, <= or >=; words without a "
    "column are looked for in all values.": (
        "Etwa {example}. Eine Bedingung hat =, <, >, <= oder >=; Wörter ohne Spalte "
        "werden in allen Werten gesucht."
    ),
    "The rows": "Die Zeilen",
    "Looking through {n} rows for {seconds:.0f} s so far. The list comes here by "
    "itself.": (
        "{n} Zeilen werden durchsucht, seit {seconds:.0f} s. Die Liste erscheint hier "
        "von selbst."
    ),
    "Open row {row}": "Zeile {row} öffnen",
    "It has this id.": "Sie hat diese Kennung.",
    "Conditions": "Bedingungen",
    "Remove": "Entfernen",
    ": remove": ": entfernen",
    "Compare two ticked rows": "Zwei angekreuzte Zeilen vergleichen",
    "Download": "Herunterladen",
    "The rows, to scroll sideways": "Die Zeilen, seitwärts zu rollen",
    "Compare row {row}": "Zeile {row} vergleichen",
    "not ranked": "nicht ausgewertet",
    "This session names nobody: a row is shown when it is the only one left. Add "
    "what you know of it.": (
        "Diese Sitzung nennt niemanden: Eine Zeile wird gezeigt, wenn nur sie übrig "
        "ist. Ergänzen Sie, was Sie von ihr wissen."
    ),
    "There is no such row. Remove a condition, or {list}.": (
        "Eine solche Zeile gibt es nicht. Entfernen Sie eine Bedingung, oder {list}."
    ),
    "see all rows": "sehen Sie alle Zeilen",
    # ui/templates/tables.html
    "What would have had to be different for another outcome? Pick a table, then a "
    "case.": (
        "Was hätte für ein anderes Ergebnis anders sein müssen? Wählen Sie eine "
        "Tabelle, dann einen Fall."
    ),
    "go to": "weiter zu",
    "Nothing is loaded into this database yet.": (
        "In dieser Datenbank ist noch nichts geladen."
    ),
    "Load a file of cases with an outcome; its last column is the outcome unless "
    "{option} names another:": (
        "Laden Sie eine Datei von Fällen mit Ergebnis; ihre letzte Spalte ist das "
        "Ergebnis, wenn {option} keine andere nennt:"
    ),
    # ui/templates/understood.html
    "Understood:": "Verstanden:",
    "‘{text}’ was left out: {reason}.": "„{text}“ wurde weggelassen: {reason}.",
    "Did you mean:": "Meinten Sie:",
    # ui/templates/why.html
    "Why it is {label}": "Warum es {label} ist",
    "The fewest of its own values that always come with {label}: no case with these "
    "values has another {label_column}.": (
        "Die wenigsten eigenen Werte, die immer mit {label} vorkommen: Kein Fall mit "
        "diesen Werten hat bei {label_column} einen anderen Wert."
    ),
    "cases with these values": "Fälle mit diesen Werten",
    "There are more; these are the smallest that were found. {command} lists all.": (
        "Es gibt mehr; dies sind die kleinsten gefundenen. {command} zeigt alle."
    ),
    "Still looking, for {seconds:.0f} s so far.": (
        "Die Suche läuft noch, seit {seconds:.0f} s."
    ),
    "Look again": "Noch einmal nachsehen",
    "Looking for the values that always come with it…": (
        "Die Werte, die immer damit vorkommen, werden gesucht …"
    ),
}

LANGUAGE = Language(
    name="Deutsch",
    english_name="German",
    thousands=".",
    decimal=",",
    percent="\N{NO-BREAK SPACE}%",
    singular=(1,),
    sentences=SENTENCES,
    texts=TEXTS,
)
