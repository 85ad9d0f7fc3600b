# %% [markdown]
# # fairlearn and cfsql on Compas
#
# Compas scores how likely a defendant is to offend again. ProPublica's question, and
# since then that of many tutorials of fairness: *are Black defendants scored higher
# than others?* There is no model to train: the score is the decision.
#
# fairlearn compares the score with what happened in the next two years, by group.
# cfsql compares defendants who are equal in everything that was known when they were
# scored, but race.

# %%
import warnings
from importlib.metadata import version
from itertools import combinations
from time import perf_counter

import pandas as pd
from fairlearn.metrics import (
    MetricFrame,
    count,
    equalized_odds_difference,
    false_negative_rate,
    false_positive_rate,
    selection_rate,
)
from IPython.display import display

import cfsql
from benchmarks.tables import data_folder

warnings.filterwarnings("ignore")
pd.set_option("display.max_colwidth", None)
for package in ("fairlearn", "cfsql"):
    print(package, version(package))

# %% [markdown]
# ## The table
#
# What came after the score (`two_year_recid` and three others) is no feature.
# `age_cat` says `age` again, in three intervals: it is kept in its place, so that
# people of nearly the same age can be equal.

# %%
compas = pd.read_csv(data_folder() / "compas.csv")
after = ["is_recid", "is_violent_recid", "event", "two_year_recid"]
known = compas.drop(columns=[*after, "age", "score_text"])
score = (compas.score_text != "Low").map({True: "higher", False: "low"})
two = compas.race.isin(["African-American", "Caucasian"])
print(f"{len(compas)} rows, {two.sum()} of them African-American or Caucasian")
print(score.value_counts().to_dict())

# %% [markdown]
# ## fairlearn
#
# *Scored higher though no new offence followed* is the false positive rate: it was
# ProPublica's finding.

# %%
started = perf_counter()
true, said = compas.two_year_recid[two], (score == "higher").astype(int)[two]
groups = MetricFrame(
    metrics={
        "rows": count,
        "scored medium or high": selection_rate,
        "higher though no new offence followed": false_positive_rate,
        "low though one followed": false_negative_rate,
    },
    y_true=true,
    y_pred=said,
    sensitive_features=compas.race[two],
)
apart = equalized_odds_difference(true, said, sensitive_features=compas.race[two])
print(f"equalized odds difference {apart:.3f}, in {perf_counter() - started:.2f} s")
display(groups.by_group.round(3))

# %% [markdown]
# ## cfsql

# %%
started = perf_counter()
table = cfsql.connect().load(known.assign(score=score), table="compas", label="score")
audit = table.audit(["race"])
print(f"{perf_counter() - started:.1f} s, with a ranking of all rows")
print(audit.sentence)
unequal, twins = audit.unequal_rate, audit.twin_rate
print(f"Of two rows that differ in race alone, {unequal:.1%} differ in score;")
print(f"of two that are equal in everything, race too, {twins:.1%} do.")
tests = pd.DataFrame(
    [
        (
            f"{each.value} {each.label}, {each.other_value} {each.other_label}",
            each.n_pairs,
            each.n_reversed,
            each.effect,
            f"{each.p_holm:.4f}" if each.p_holm >= 0.0001 else "below 0.0001",
            each.p_holm,
        )
        for each in audit.tests
    ],
    columns=["", "pairs", "the other way round", "effect", "p, corrected", "p"],
)
display(tests.sort_values("p").drop(columns="p").head(4).set_index(""))
effort = pd.DataFrame(
    [
        (each.value, each.n_rows, each.mean_changes, each.effect)
        for each in audit.effort
        if each.feature == "race" and each.to_label == "low"
    ],
    columns=["race", "rows scored higher", "changes to low, mean", "than others"],
)
display(effort.round(2).set_index("race"))

# %% [markdown]
# Checked without cfsql: all pairs of different cases that are equal in everything but
# race, and differ in their score.

# %%
others = [name for name in known if name != "race"]
labelled = known.assign(score=score)
cases = labelled.drop_duplicates()
pairs = sum(
    one.race != other.race and one.score != other.score
    for _, group in cases.groupby(others, sort=False)
    for one, other in combinations(group.itertuples(), 2)
)
assert pairs == audit.n_pairs
print(pairs, "pairs of cases")

# %% [markdown]
# Some of them, with the number of people behind each case:

# %%
for pair in audit.pairs[:3]:
    print(f"{pair.explanation}: {pair.label} (rows: {pair.n_rows}),", end=" ")
    print(f"{pair.other_label} (rows: {pair.n_other_rows})")
    display(known.assign(score=score).loc[[pair.row_id - 1, pair.other_id - 1]])

# %% [markdown]
# ## What each cannot say
#
# - fairlearn's rates need to know what happened afterwards. They do not ask who had
#   which record: a group with more prior offences is scored higher by any score that
#   looks at them.
# - cfsql asks only that: same record, same charge, same age group, another race. It
#   looks at the rows that have such a twin, and its answer is silent about the
#   others.
# - A pair is a question and not a verdict: the yardstick is how often rows that are
#   equal in *everything* are scored differently, because Compas knows more than this
#   table has.
# - Neither says whether the score should exist, or what causes a difference.
