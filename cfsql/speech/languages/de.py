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
    "none_allowed": "Kein Fall, der gewählt werden darf, hat bei {label_column} "
    "einen anderen Wert als {label}: Den letzten schloss {blocked_by} aus.",
    "no_target_allowed": "Kein Fall, der gewählt werden darf, hat bei "
    "{label_column} den Wert {target}: Den letzten schloss {blocked_by} aus.",
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
}

# All other texts, by the English one.
TEXTS = {
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
    # questions/explain.py
    "Row {row} of {table}": "Zeile {row} von {table}",
    "A new case of {table}": "Ein neuer Fall zu {table}",
    # questions/rules.py
    "{n:# rule|# rules} for {label_column} {label} in {table}": (
        "{n:# Regel|# Regeln} für {label_column} {label} in {table}"
    ),
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
    "Intervals are of 95 %: what other rows of the same kind would have given. A "
    "value with fewer rows has fewer cases beside it, and tends to need more "
    "changes for that reason alone. The figures compare all rows with a value, not "
    "rows that are alike.": (
        "Die Intervalle gelten zu 95 %: so weit könnten die Werte bei anderen Zeilen "
        "derselben Art liegen. Ein Wert mit weniger Zeilen hat weniger Fälle um sich "
        "und braucht schon deshalb oft mehr Änderungen. Die Zahlen vergleichen alle "
        "Zeilen mit einem Wert, nicht gleichartige Zeilen."
    ),
    "Answers may change protected columns themselves: to keep them, rank with "
    "--freeze {columns} first, then audit again.": (
        "Antworten dürfen auch geschützte Spalten ändern. Damit diese bleiben, wie sie "
        "sind: erst rank mit --freeze {columns}, dann noch einmal audit."
    ),
    "For each outcome by itself, rank with --target each first, then audit again.": (
        "Für jedes Ergebnis einzeln: erst rank mit --target each, dann noch einmal "
        "audit."
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
    "none": "keiner",
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
    "taken by {constraint}": "ausgeschlossen durch {constraint}",
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
    "Rows without an answer, by what took the last case that would have been one": (
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
    "No two cases are equal in everything but {columns}: there is nothing to "
    "compare.": (
        "Keine zwei Fälle sind in allem außer {columns} gleich: Es gibt nichts zu "
        "vergleichen."
    ),
    "row {row}": "Zeile {row}",
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
    "Of two rows that are equal in everything but these, {share} have different "
    "outcomes; of two of these rows that are equal in all columns, {twin_share}. "
    "Where the two shares are alike, outcomes differ as often without any "
    "difference in these columns.": (
        "Von je zwei Zeilen, die in allem außer diesen Spalten gleich sind, haben "
        "{share} verschiedene Ergebnisse; von je zwei dieser Zeilen, die in allen "
        "Spalten gleich sind, {twin_share}. Sind beide Anteile ähnlich, so "
        "unterscheiden sich die Ergebnisse ebenso oft, ohne dass sich diese Spalten "
        "unterscheiden."
    ),
    "Each pair is two real cases. It shows that these columns and nothing else in "
    "the table told them apart; what the table does not hold, it does not show. It "
    "is not causal.": (
        "Jedes Paar sind zwei wirkliche Fälle. Es zeigt, dass diese Spalten und sonst "
        "nichts in der Tabelle sie unterscheidet; was nicht in der Tabelle steht, "
        "zeigt es nicht. Es ist keine Aussage über Ursachen."
    ),
    "Of two rows that are equal in everything but these, {share} have different "
    "outcomes; no two of these rows are equal in everything.": (
        "Von je zwei Zeilen, die in allem außer diesen Spalten gleich sind, haben "
        "{share} verschiedene Ergebnisse; keine zwei dieser Zeilen sind in allem "
        "gleich."
    ),
    "{column} alone": "nur {column}",
    "Pairs of cases by what differs": "Paare von Fällen danach, was verschieden ist",
    "Who has which outcome, where one column alone differs": (
        "Wer welches Ergebnis hat, wo nur eine Spalte verschieden ist"
    ),
    "Rows by protected value, where a case differs in that column alone": (
        "Zeilen nach geschütztem Wert, wo ein anderer Fall nur in dieser Spalte "
        "verschieden ist"
    ),
    "The {n} pairs that say most": "Die {n} aussagekräftigsten Paare",
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
    "A feature that changes for most rows is one that the outcomes hang on in these "
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
    "{feature} has {n_values} values in {n} rows, so nearly all rows differ in it, "
    "whatever their outcome. If it is an id or a weight, load the table again and "
    "leave it out with --ignore.": (
        "{feature} hat {n_values} Werte in {n} Zeilen; fast alle Zeilen unterscheiden "
        "sich also darin, was auch ihr Ergebnis ist. Ist es eine Kennung oder ein "
        "Gewicht, so laden Sie die Tabelle neu und lassen es mit --ignore weg."
    ),
    "{n:# other|# others}": "{n:# andere|# andere}",
    "mean distance": "mittl. Abstand",
    "mean changes": "Änderungen, Mittel",
    "The largest groups": "Die größten Gruppen",
    "The groups": "Die Gruppen",
    "such as {row}": "etwa {row}",
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
    "Half of them would have had to change in {n} features or fewer.": (
        "Die Hälfte davon hätte sich in {n} Merkmalen oder weniger ändern müssen."
    ),
    "Half of them would have had to change in 1 feature.": (
        "Die Hälfte davon hätte sich in 1 Merkmal ändern müssen."
    ),
    "rows ranked": "ausgewertete Zeilen",
    "of {n_all}": "von {n_all}",
    "in contradictions": "im Widerspruch",
    "rows, {share}": "Zeilen, {share}",
    "distance needed": "nötiger Abstand",
    "changes needed": "nötige Änderungen",
    "counterfactuals": "kontrafaktisch",
    "per row, median {middle:g}": "je Zeile, Median {middle:g}",
    "unique optimal": "genau ein bester",
    "The answer of {share} is not sure: its values came with another outcome too.": (
        "Bei {share} ist die Antwort nicht sicher: Ihre Werte kamen auch mit anderem "
        "Ergebnis vor."
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
    "Every figure comes from a query under {folder} over {summary} and {ranked}; "
    "any row can be explained with {explain}. The method is that of {paper} (Lim, "
    "Prade, Richard).": (
        "Kontrafaktische Fälle werden in der ganzen Tabelle gesucht, welche Zeilen "
        "auch ausgewertet werden. Merkmale werden nur auf Gleichheit verglichen. Ein "
        "kontrafaktischer Fall sagt, was andere Fälle haben, nicht, was geschähe, wenn "
        "sich etwas änderte: Er ist keine Aussage über Ursachen. Jede Zahl kommt aus "
        "einer Abfrage unter {folder} über {summary} und {ranked}; jede Zeile lässt "
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
    "How far": "Wie weit",
    "How many": "Wie viele",
    "How clear": "Wie klar",
    "What changes": "Was sich ändert",
    "Which class turns into which": "Welche Klasse zu welcher führt",
    "The three metrics": "Die drei Maße",
    "How sure": "Wie sicher",
    "Unequal treatment": "Ungleiche Behandlung",
    "Within reach": "In Reichweite",
    "The ranking was made with:": "Die Rangliste wurde erstellt mit:",
    " with cfsql {version}": " mit cfsql {version}",
    # show/pages/stability.py
    "the answer": "die Antwort",
    "its features": "ihre Merkmale",
    "the distance": "der Abstand",
    "always": "immer",
    "in {share} or more": "in {share} oder mehr",
    "in less than half": "in weniger als der Hälfte",
    "What stays the same in {n:# subsample|# subsamples} of the table": (
        "Was in {n:# Teilstichprobe|# Teilstichproben} der Tabelle gleich bleibt"
    ),
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
    "Rows by how often their answer stays": (
        "Zeilen danach, wie oft ihre Antwort bleibt"
    ),
    "the answer stays": "die Antwort bleibt",
    "stays": "bleibt",
    "{share} interval": "Intervall zu {share}",
    "subsamples": "Teilstichproben",
    "{low:.1%} to {high:.1%}": "{low:.1%} bis {high:.1%}",
    # show/terminal/counterfactuals.py
    "{n:# counterfactual|# counterfactuals}, the nearest first": (
        "{n:# kontrafaktischer Fall|# kontrafaktische Fälle}, die nächsten zuerst"
    ),
    "yes": "ja",
    "no": "nein",
    "irreducible": "irreduzibel",
    "by literals": "nach Literalen",
    "It has no counterfactual.": "Sie hat keinen kontrafaktischen Fall.",
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
    # show/terminal/pieces.py
    "… and {n} more; --show {all} lists them all": (
        "… und {n} weitere; --show {all} zeigt alle"
    ),
    "Row {row} of {table}: {label_column} is {label}": (
        "Zeile {row} von {table}: {label_column} ist {label}"
    ),
    "As declared: {declared}. --no-defaults lifts this.": (
        "Wie festgelegt: {declared}. --no-defaults hebt das auf."
    ),
    "{n:# group|# groups}": "{n:# Gruppe|# Gruppen}",
    # show/terminal/ranking.py
    "{table}: {n} of {n_all:# row|# rows} ranked by {by}": (
        "{table}: {n} von {n_all:# Zeile|# Zeilen}, Rang nach {by}"
    ),
    "{n} minimal ones, {mean:.1f} per row": "{n} minimale, {mean:.1f} je Zeile",
    "{rows}, which {n:is|are} {target} already": "{rows}, schon {target}",
    ", one of {n} optimal": ", einer von {n} optimalen",
    ", so in {n} of {n_equal} cases": ", so in {n} von {n_equal} Fällen",
    ", duplicates counted once": ", Duplikate einmal gezählt",
    "; {n} listed, the nearest first": "; {n} aufgeführt, die nächsten zuerst",
    "{rows}, whose answer came with another outcome too": (
        "{rows}, deren Antwort auch mit anderem Ergebnis vorkam"
    ),
    "row {row}: {label} → {to_label} as {case} (power {n}{ties}{often})": (
        "Zeile {row}: {label} → {to_label} wie {case} (Stärke {n}{ties}{often})"
    ),
    "{n:# row|# rows}: the last one was taken by {constraint}": (
        "{n:# Zeile|# Zeilen}: den letzten Fall schloss {constraint} aus"
    ),
    "none, as no row has two counterfactuals to compare": (
        "keiner, da keine Zeile zwei kontrafaktische Fälle hat"
    ),
    "optimal, mean": "beste, Mittel",
    "no change needed": "schon am Ziel",
    "not sure": "nicht sicher",
    "rows by distance to their nearest counterfactual": (
        "Zeilen nach Abstand zum nächsten kontrafaktischen Fall"
    ),
    "the first explanations": "die ersten Erklärungen",
    "{n:# distinct one|# distinct ones}": "{n:# verschiedene|# verschiedenen}",
    "no row has a counterfactual": "keine Zeile hat einen kontrafaktischen Fall",
    # show/terminal/side_by_side.py
    "new case": "neuer Fall",
    "… {n:# feature|# features}; --all-features shows them": (
        "… {n:# Merkmal|# Merkmale}; --all-features zeigt sie"
    ),
    "… {n:# feature|# features} with the same value in both; --all-features shows "
    "them": (
        "… {n:# Merkmal|# Merkmale} mit gleichem Wert in beiden; --all-features zeigt "
        "sie"
    ),
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
    "; ": "; ",
    # ui/templates/error.html
    "{n:# second|# seconds}": "{n:# Sekunde|# Sekunden}",
    # ui/templates/outcomes.html
    "{n:# case|# cases}": "{n:# Fall|# Fälle}",
    # ui/templates/overview.html
    "{n:# class|# classes}": "{n:# Klasse|# Klassen}",
    # ui/templates/ranked.html
    "{n:# answer|# answers}": "{n:# Antwort|# Antworten}",
    "{n:# more answer|# more answers}": "{n:# weitere Antwort|# weitere Antworten}",
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
