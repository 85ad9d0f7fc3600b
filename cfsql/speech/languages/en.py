"""English: all other texts stand in the code, as the templates that are translated."""

from cfsql.speech.language import Language

# What SQL says too, by name.
SENTENCES = {
    # Between the last two of a list.
    "and": " and ",
    # A value that is not there.
    "missing": "missing",
    # The name of a column, in a sentence.
    "column": "{column}",
    # What had to be different. A list of changes, of which the first is another.
    "changes": "Had {changes}",
    "first_change": "{column} been {to_value} instead of {from_value}",
    "next_change": "{column} {to_value} instead of {from_value}",
    # For whom it was so, after "as it was for".
    "row": "row {row}",
    "another_case": "another case",
    "case_and_one": "{case} and one equal to it",
    "case_and_more": "{case} and {n} equal to it",
    "equal_unmet": "{cases}, which need not meet the condition",
    "some_of_equal": "{n} of the {n_equal} cases with exactly these values",
    "some_with_row": "{n} of the {n_equal} cases with exactly these values, "
    "row {row}{n:| among them}",
    "others_unmet": "{cases}; the others need not meet the condition",
    # An answer; an unsure one had other outcomes too; a new case may have none.
    "answer": "{changes}, {label_column} would have been {to_label} instead of "
    "{label}, as it was for {cases}.",
    "unsure_answer": "{changes}, {label_column} could have been {to_label} instead "
    "of {label}, as it was for {cases}.",
    "new_answer": "{changes}, {label_column} would have been {to_label} as it was "
    "for {cases}.",
    "unsure_new_answer": "{changes}, {label_column} could have been {to_label} as "
    "it was for {cases}.",
    # No answer, and why.
    "already_there": "The {label_column} is {label} already, which is the one to "
    "reach: nothing has to change.",
    "none_allowed": "No case with another {label_column} than {label} meets the "
    "conditions: {blocked_by} excluded the last of them.",
    "no_target_allowed": "No case whose {label_column} is {target} meets the "
    "conditions: {blocked_by} excluded the last of them.",
    "none_differs": "No case differs from {label} in {label_column} by {differs_by} "
    "or more: the largest difference is {largest}.",
    "none_far_enough": "No case differs from {label} in {label_column} by enough.",
    "all_are_equal": "Every row of the table is equal to this case in every "
    "feature: nothing can be changed.",
    "others_are_equal": "The only rows with another {label_column} than {label} "
    "are equal to this one in every feature: nothing can be changed.",
    "one_label": "Every row of the table has the {label_column} {label}: nothing "
    "in the data would have changed it.",
    # The same values came with other outcomes.
    "contradicted": "Of the {n_equal} cases with exactly the values of this one, "
    "{n} had another {label_column} than {label}.",
    "contradicted_by_one": "The only case with exactly the values of this one had "
    "another {label_column} than {label}.",
    "contradicted_by_all": "All {n_equal} cases with exactly the values of this "
    "one had another {label_column} than {label}.",
    # How sure an answer is: what decides it, after "firm: ", "fair: " or "shaky: ".
    "sure_contradicted": "exactly the values of this case came with another outcome "
    "too",
    "sure_tied": "{n} answers are equally good",
    "sure_mixed": "only {n} of the {n_equal} cases with the values of this answer had "
    "its outcome",
    "sure_close": "the next best answer is less than 10% behind",
    "sure_exceptions": "{n} of the {n_equal} cases with the values of this answer had "
    "another outcome",
    "sure_one_case_alone": "only one case is like this answer; without it the answer "
    "would be a farther one, or none",
    "sure_one_case": "only one case is like this answer; without it another answer "
    "would be the best",
    "sure_one_ahead": "the next best answer is only one case behind",
    "sure_near": "the next best answer is less than 20% behind",
    "sure_only": "{n} cases are like this answer, and no other answer is as near",
    "sure_ahead": "{n} cases are like this answer, and the next best one is at least "
    "20% behind",
}

LANGUAGE = Language(
    name="English",
    english_name="English",
    thousands=",",
    decimal=".",
    percent="%",
    singular=(1,),
    sentences=SENTENCES,
    texts={},
)
