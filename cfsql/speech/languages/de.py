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
    # compare.py
    "Rows {first} and {second} differ in {n} of {n_features:# feature|# "
    "features}: {changed}.": (
        "Die Zeilen {first} und {second} unterscheiden sich in {n} von "
        "{n_features:# Merkmal|# Merkmalen}: {changed}."
    ),
    "Rows {first} and {second} are equal in every feature.": (
        "Die Zeilen {first} und {second} sind in jedem Merkmal gleich."
    ),
    # counterfactuals.py
    "{which} counterfactuals of row {row} of {table}, whose {label_column} is "
    "{label}": (
        "Kontrafaktische Fälle zu Zeile {row} von {table} ({label_column}: "
        "{label}): {which}"
    ),
    "the nearest {n} of {n_all}": "die nächsten {n} von {n_all}",
    # explain.py
    "Row {row} of {table}": "Zeile {row} von {table}",
    "A new case of {table}": "Ein neuer Fall zu {table}",
    # rules.py
    "{n:# rule|# rules} for {label_column} {label} in {table}": (
        "{n:# Regel|# Regeln} für {label_column} {label} in {table}"
    ),
    # why.py
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
        "Keine Werte erklären es ohne Ausnahme: Ein Fall mit denselben Merkmalen "
        "hat bei {label_column} einen anderen Wert. Eine Präzision unter 1 lässt "
        "Ausnahmen zu."
    ),
    # counterfactuals.py
    "{n:# counterfactual|# counterfactuals}, the nearest first": (
        "{n:# kontrafaktischer Fall|# kontrafaktische Fälle}, die nächsten zuerst"
    ),
    "yes": "ja",
    "no": "nein",
    "row": "Zeile",
    "distance": "Abstand",
    "minimal": "minimal",
    "irreducible": "irreduzibel",
    "by literals": "nach Literalen",
    "support": "Gleiche",
    "changes": "Änderungen",
    "It has no counterfactual.": "Sie hat keinen kontrafaktischen Fall.",
    # explanation.py
    "{n:# counterfactual|# counterfactuals} with {changes}, best first": (
        "{n:# kontrafaktischer Fall|# kontrafaktische Fälle}, die besten zuerst; "
        "nötig: {changes}"
    ),
    "{n:# counterfactual|# counterfactuals} at distance {distance} ({changes}; "
    "{weights}), best first": (
        "{n:# kontrafaktischer Fall|# kontrafaktische Fälle} im Abstand {distance} "
        "({changes}; {weights}), die besten zuerst"
    ),
    "{least} to {most}": "{least} bis {most}",
    "distance {n}": "Abstand {n}",
    "{least} to {n:# change|# changes}": "{least} bis {n:# Änderung|# Änderungen}",
    "A new case for {table}: {label_column} is not known": (
        "Ein neuer Fall zu {table}: {label_column} ist nicht bekannt"
    ),
    "A new case for {table}: {label_column} is {label}": (
        "Ein neuer Fall zu {table}: {label_column} ist {label}"
    ),
    "; {n} are optimal": "; {n} sind optimal",
    "{n:# change|# changes}": "{n:# Änderung|# Änderungen}",
    "{n:# new case|# new cases} for {table}": (
        "{n:# neuer Fall|# neue Fälle} zu {table}"
    ),
    "share": "Anteil",
    "rank": "Rang",
    "power": "Stärke",
    "ball": "Kugel",
    # pieces.py
    "… and {n} more; --show {all} lists them all": (
        "… und {n} weitere; --show {all} zeigt alle"
    ),
    "Row {row} of {table}: {label_column} is {label}": (
        "Zeile {row} von {table}: {label_column} ist {label}"
    ),
    "{n:# row|# rows}": "{n:# Zeile|# Zeilen}",
    "{n:# group|# groups}": "{n:# Gruppe|# Gruppen}",
    "As declared: {declared}. --no-defaults lifts this.": (
        "Wie festgelegt: {declared}. --no-defaults hebt das auf."
    ),
    # declarations.py
    "{columns} {n:does|do} not change": "{columns} {n:ändert|ändern} sich nicht",
    "{columns} {n:does|do} not fall": "{columns} {n:sinkt|sinken} nicht",
    "{columns} {n:does|do} not rise": "{columns} {n:steigt|steigen} nicht",
    "; ": "; ",
    # ranking.py
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
    "counterfactuals": "kontrafaktisch",
    "unique optimal": "genau ein bester",
    "mean gap": "mittl. Vorsprung",
    "optimal, mean": "beste, Mittel",
    "no change needed": "schon am Ziel",
    "no counterfactual": "ohne Antwort",
    "not sure": "nicht sicher",
    "contradicted": "widersprochen",
    "rows by distance to their nearest counterfactual": (
        "Zeilen nach Abstand zum nächsten kontrafaktischen Fall"
    ),
    "the first explanations": "die ersten Erklärungen",
    "{n:# distinct one|# distinct ones}": "{n:# verschiedene|# verschiedenen}",
    "no row has a counterfactual": "keine Zeile hat einen kontrafaktischen Fall",
    # side_by_side.py
    "new case": "neuer Fall",
    "… {n:# feature|# features}; --all-features shows them": (
        "… {n:# Merkmal|# Merkmale}; --all-features zeigt sie"
    ),
    "… {n:# feature|# features} with the same value in both; --all-features "
    "shows them": (
        "… {n:# Merkmal|# Merkmale} mit gleichem Wert in beiden; --all-features "
        "zeigt sie"
    ),
    # why.py
    "There may be more explanations than these": (
        "Es kann mehr Erklärungen als diese geben"
    ),
    "{known}. --limit, --max-size and --time-limit set how far to look.": (
        "{known}. --limit, --max-size und --time-limit legen fest, wie weit "
        "gesucht wird."
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
        "keine Regel gilt innerhalb der gesetzten Grenzen; --precision lässt "
        "Ausnahmen zu"
    ),
    "{n:# minimal rule|# minimal rules}, by the cases that they cover": (
        "{n:# minimale Regel|# minimale Regeln}, nach den Fällen, für die sie gelten"
    ),
    "every case": "jeder Fall",
    " at a precision of {precision}": " mit einer Präzision von {precision}",
    "{n}, {mean:.1f} per row": "{n}, {mean:.1f} je Zeile",
    "{n:# case|# cases}": "{n:# Fall|# Fälle}",
    "{n:# other feature|# other features}": (
        "{n:# weiteres Merkmal|# weitere Merkmale}"
    ),
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
        "Es kann Regeln geben, die für mehr Fälle gelten: Die Zeit war um, bevor "
        "alle geprüft waren. --time-limit lässt länger suchen."
    ),
    "size": "Größe",
    "cases": "Fälle",
    "no row has an explanation": "keine Zeile hat eine Erklärung",
    "precision": "Präzision",
    # __init__.py
    "another case": "ein anderer Fall",
    "row {row}": "Zeile {row}",
    # error.html
    "{n:# second|# seconds}": "{n:# Sekunde|# Sekunden}",
    # overview.html
    "{n:# class|# classes}": "{n:# Klasse|# Klassen}",
    # ranked.html
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
