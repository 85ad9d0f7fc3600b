-- Sentences: when to say what.
--
-- The words are those of a language. A function say_… is a sentence of it with its
-- placeholders in alphabetical order: cfsql/speech/languages/en.py has them all.
-- shown_column and shown_value give the display names. A session makes the functions
-- that its queries call, in the language that was asked for; none of them is stored.

-- function: counted(number)
-- A number with commas between its thousands.
--
--     counted(1040) = '1,040'
create or replace temporary macro counted(number) as
format('{:,}', number);

-- function: column_phrase(column_name)
-- A column in a sentence.
create or replace temporary macro column_phrase(column_name) as
say_column(shown_column(column_name));

-- function: said(column_name, value_text)
-- A value of a column in a sentence.
--
-- Most begin with something that is seen, and need not be looked at further.
--
--     said('age', null) = 'missing' and said('age', ' ') = ''' '''
create or replace temporary macro said(column_name, value_text) as
case
    when value_text is null then say_missing()
    when value_text >= '!' then shown_value(column_name, value_text)
    when trim(value_text, concat(' ', chr(9), chr(10), chr(13))) = ''
        then concat('''', shown_value(column_name, value_text), '''')
    else shown_value(column_name, value_text)
end;

-- function: listing(parts)
-- Parts of a sentence with commas between them, and an `and` before the last.
--
--     listing(['a', 'b', 'c']) = 'a, b and c'
create or replace temporary macro listing(parts) as
list_transform(
    [parts],
    lambda each: case
        when array_length(each) < 2 then array_to_string(each, '')
        else concat(
            array_to_string(list_slice(each, 1, array_length(each) - 1), ', '),
            say_and(),
            array_to_string(
                list_slice(each, array_length(each), array_length(each)), ''
            )
        )
    end
)[1];

-- function: changes_phrase(changes)
-- Changes as the beginning of a sentence; the first may be said in another way.
--
--     changes_phrase([{feature: 'age', from_value: '<25', to_value: '25-60'}])
--     = 'Had age been 25-60 instead of <25'
create or replace temporary macro changes_phrase(changes) as
say_changes(
    listing(
        list_concat(
            [
                say_first_change(
                    column_phrase(changes[1]['feature']),
                    said(changes[1]['feature'], changes[1]['from_value']),
                    said(changes[1]['feature'], changes[1]['to_value'])
                )
            ],
            list_transform(
                list_slice(changes, 2, array_length(changes)),
                lambda change: say_next_change(
                    column_phrase(change['feature']),
                    said(change['feature'], change['from_value']),
                    said(change['feature'], change['to_value'])
                )
            )
        )
    )
);

-- function: case_phrase(answer_id)
-- A case by its row id, or without it.
create or replace temporary macro case_phrase(answer_id) as
case
    when answer_id is null then say_another_case()
    else say_row(cast(answer_id as varchar))
end;

-- function: equal_cases_phrase(answer_id, support)
-- An answer whose values came with its label alone, and the rows that are equal.
create or replace temporary macro equal_cases_phrase(answer_id, support) as
case
    when support = 1 then case_phrase(answer_id)
    when support = 2 then say_case_and_one(case_phrase(answer_id))
    else say_case_and_more(case_phrase(answer_id), support - 1)
end;

-- function: some_cases_phrase(answer_id, support, n_equal)
-- An answer whose values came with other labels too.
create or replace temporary macro
some_cases_phrase(answer_id, support, n_equal) as
case
    when answer_id is null then say_some_of_equal(support, n_equal)
    else say_some_with_row(support, n_equal, cast(answer_id as varchar))
end;

-- function: precedents_phrase(answer_id, support, n_equal, is_required)
-- The cases that an answer rests on, as the end of a sentence.
--
-- A condition over both rows was asked of the named case alone: it may look at
-- numbers that are one interval, or at a column that is no feature.
--
--     precedents_phrase(2, 3, 3, false) = 'row 2 and 2 equal to it'
--     precedents_phrase(null, 25, 1040, false)
--     = '25 of the 1,040 cases with exactly these values'
create or replace temporary macro
precedents_phrase(answer_id, support, n_equal, is_required) as
case
    when support = n_equal and is_required and support > 1
        then say_equal_unmet(equal_cases_phrase(answer_id, support))
    when support = n_equal then equal_cases_phrase(answer_id, support)
    when is_required and support > 1
        then say_others_unmet(some_cases_phrase(answer_id, support, n_equal))
    else some_cases_phrase(answer_id, support, n_equal)
end;

-- function: answer_sentence(phrase, label_column, label, to_label, is_sure, precedents)
-- An answer: what had to be different, what came of it, and for whom.
--
-- Where the same values came with another label too, it is what could have been.
create or replace temporary macro
answer_sentence(phrase, label_column, label, to_label, is_sure, precedents) as
case
    when label is null and is_sure
        then say_new_answer(
            precedents,
            phrase,
            column_phrase(label_column),
            said(label_column, to_label)
        )
    when label is null
        then say_unsure_new_answer(
            precedents,
            phrase,
            column_phrase(label_column),
            said(label_column, to_label)
        )
    when is_sure
        then say_answer(
            precedents,
            phrase,
            said(label_column, label),
            column_phrase(label_column),
            said(label_column, to_label)
        )
    else say_unsure_answer(
        precedents,
        phrase,
        said(label_column, label),
        column_phrase(label_column),
        said(label_column, to_label)
    )
end;

-- function: number_phrase(number)
-- A number in a sentence, without zeros at its end.
--
--     number_phrase(50.0) = '50' and number_phrase(0.25) = '0.25'
create or replace temporary macro number_phrase(number) as
regexp_replace(cast(round(number, 6) as varchar), '[.]0$', '');

-- function: no_answer_sentence(label_column, label, is_contradicted, target, blocked_by, differs_by, largest)
-- Why a case has no answer: no other has another label, or none that may be chosen.
--
-- Where outcomes are to differ by `differs_by`, `largest` is how far any differs.
create or replace temporary macro
no_answer_sentence(
    label_column,
    label,
    is_contradicted,
    target,
    blocked_by,
    differs_by,
    largest
) as
case
    when blocked_by = 'differs-by' and largest < differs_by
        then say_none_differs(
            number_phrase(differs_by),
            said(label_column, label),
            column_phrase(label_column),
            number_phrase(largest)
        )
    when blocked_by = 'differs-by'
        then say_none_far_enough(
            said(label_column, label), column_phrase(label_column)
        )
    when blocked_by is not null and label = target
        then say_already_there(
            said(label_column, label), column_phrase(label_column)
        )
    when blocked_by is not null and target is null
        then say_none_allowed(
            blocked_by, said(label_column, label), column_phrase(label_column)
        )
    when blocked_by is not null
        then say_no_target_allowed(
            blocked_by, column_phrase(label_column), said(label_column, target)
        )
    when label is null then say_all_are_equal()
    when is_contradicted
        then say_others_are_equal(
            said(label_column, label), column_phrase(label_column)
        )
    else say_one_label(said(label_column, label), column_phrase(label_column))
end;

-- function: contradiction_sentence(label_column, label, n_like, n_equal)
-- That the very values of a case came with another label as well.
--
-- A new case is not counted among those that have its values.
--
--     contradiction_sentence('loan', 'no', 2, 5) =
--     'Of the 5 cases with exactly the values of this one, 3 had another loan than no.'
create or replace temporary macro
contradiction_sentence(label_column, label, n_like, n_equal) as
case
    when n_like > 0
        then say_contradicted(
            said(label_column, label),
            column_phrase(label_column),
            n_equal - n_like,
            n_equal
        )
    when n_equal = 1
        then say_contradicted_by_one(
            said(label_column, label), column_phrase(label_column)
        )
    else say_contradicted_by_all(
        said(label_column, label), column_phrase(label_column), n_equal
    )
end;

-- function: sureness_reason(cause, n_optimal, support, n_equal)
-- What decides how sure an answer is, as the end of a sentence.
--
--     sureness_reason('tied', 2, 1, 1) = '2 answers are equally good'
create or replace temporary macro
sureness_reason(cause, n_optimal, support, n_equal) as
case cause
    when 'contradicted' then say_sure_contradicted()
    when 'tied' then say_sure_tied(n_optimal)
    when 'mixed' then say_sure_mixed(support, n_equal)
    when 'close' then say_sure_close()
    when 'exceptions' then say_sure_exceptions(n_equal - support, n_equal)
    when 'one_case_alone' then say_sure_one_case_alone()
    when 'one_case' then say_sure_one_case()
    when 'one_ahead' then say_sure_one_ahead()
    when 'near' then say_sure_near()
    when 'only' then say_sure_only(support)
    when 'ahead' then say_sure_ahead(support)
end;
