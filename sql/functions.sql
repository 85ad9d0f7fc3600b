-- Functions: each figure is defined once, here. Sentences are in sentences.sql.
--
-- A session makes the functions that its queries call. In stored views and macros a
-- call is written out, but for the words of changes, which are kept in the schema
-- cf_internal.

-- function: typicality(n_like_centre, class_size)
-- Of the counterfactual's class, the share that its hyperball holds.
--
--     typicality(2, 4) = 0.5
create or replace temporary macro typicality(n_like_centre, class_size) as
n_like_centre / class_size;

-- function: capacity(power, ball_size)
-- Of the hyperball, the share with another label than the counterfactual's.
--
--     capacity(3, 4) = 0.75
create or replace temporary macro capacity(power, ball_size) as
power / ball_size;

-- function: universality(n_like_row, ball_size)
-- Of the hyperball, the share with the label of the row.
--
-- A new case without a label has none.
--
--     universality(1, 4) = 0.25 and universality(null, 4) is null
create or replace temporary macro universality(n_like_row, ball_size) as
n_like_row / ball_size;

-- function: gap(power, second_power)
-- How far the best counterfactual is ahead of the second, as a share of its power.
--
-- Powers that are all 0 are a tie.
--
--     gap(4, 3) = 0.25 and gap(0, 0) = 0 and gap(4, null) is null
create or replace temporary macro gap(power, second_power) as
(power - second_power) / greatest(power, 1);

-- function: share(n_rows, n_equal)
-- Of the rows with an answer's features, the share that has its label too.
--
--     share(25, 100) = 0.25
create or replace temporary macro share(n_rows, n_equal) as
n_rows / n_equal;

-- function: margin(is_unique, support, power, second_power)
-- How many rows must go before another answer than the unique one can be optimal.
--
-- All of its own rows, or as many around it as it is ahead of the second.
--
--     margin(true, 2, 9, 4) = 2 and margin(true, 7, 9, 4) = 5
--     margin(true, 7, 9, null) = 7 and margin(false, 7, 9, 9) is null
create or replace temporary macro
margin(is_unique, support, power, second_power) as
case when is_unique then least(support, power - second_power) end;

-- function: sureness_cause(is_contradicted, n_minimal, n_optimal, support, n_equal, power, second_power)
-- What decides how sure the first answer of a row is; NULL without an answer.
--
-- The support is that of the answer, and n_equal counts all rows with its features. A
-- margin of 1 is a single row with them, or a lead of one.
--
--     sureness_cause(false, 2, 1, 1, 1, 9, 4) = 'one_case'
--     sureness_cause(false, 2, 1, 3, 4, 9, 4) = 'mixed'
--     sureness_cause(false, null, null, null, null, null, null) is null
create or replace temporary macro
sureness_cause(
    is_contradicted,
    n_minimal,
    n_optimal,
    support,
    n_equal,
    power,
    second_power
) as
case
    when n_minimal is null then null
    when is_contradicted then 'contradicted'
    when n_optimal > 1 then 'tied'
    when share(support, n_equal) < 0.8 then 'mixed'
    when gap(power, second_power) < 0.1 then 'close'
    when support < n_equal then 'exceptions'
    when support = 1 and n_minimal = 1 then 'one_case_alone'
    when support = 1 then 'one_case'
    when power - second_power = 1 then 'one_ahead'
    when gap(power, second_power) < 0.2 then 'near'
    when n_minimal = 1 then 'only'
    else 'ahead'
end;

-- function: sureness(cause)
-- How sure an answer is in one word, by what decides it.
--
--     sureness('one_case') = 'fair' and sureness(null) is null
create or replace temporary macro sureness(cause) as
case
    when cause in ('contradicted', 'tied', 'mixed', 'close') then 'shaky'
    when cause in ('only', 'ahead') then 'firm'
    when cause is not null then 'fair'
end;

-- function: wilson_low(n_hits, n_tries)
-- The lower end of Wilson's interval for a share, at 95 %.
--
-- 1.96 is the normal quantile, to more digits than anyone needs.
--
--     wilson_low(0, 10) = 0 and round(wilson_low(190, 200), 4) = 0.9104
create or replace temporary macro wilson_low(n_hits, n_tries) as
case
    when n_hits = 0 then 0.0
    when n_hits > 0
        then
            (
                n_hits + pow(1.959963984540054, 2) / 2
                - 1.959963984540054 * sqrt(
                    n_hits * (n_tries - n_hits) / n_tries
                    + pow(1.959963984540054, 2) / 4
                )
            ) / (n_tries + pow(1.959963984540054, 2))
end;

-- function: wilson_high(n_hits, n_tries)
-- The upper end of Wilson's interval for a share, at 95 %.
--
--     wilson_high(10, 10) = 1 and round(wilson_high(190, 200), 4) = 0.9726
create or replace temporary macro wilson_high(n_hits, n_tries) as
1 - wilson_low(n_tries - n_hits, n_tries);

-- function: is_in_tenth(power, second_power, tenth)
-- Whether the gap is above (tenth - 1) / 10 and at most tenth / 10.
--
-- Whole numbers are compared: 0.7 * 10 is above 7.
--
--     is_in_tenth(10, 3, 7) and is_in_tenth(4, 4, 0)
create or replace temporary macro is_in_tenth(power, second_power, tenth) as
10 * (power - second_power) between power * (tenth - 1) + 1 and power * tenth;

-- function: clearness(n_minimal, n_optimal)
-- How clear an answer is: the only one, the best of several, one of a tie, or none.
create or replace temporary macro clearness(n_minimal, n_optimal) as
case
    when n_minimal = 0 then 'none'
    when n_minimal = 1 then 'only'
    when n_optimal = 1 then 'best'
    when n_optimal > 1 then 'tied'
end;

-- function: searched_text(given)
-- A text as a search compares it: small letters and figures, one space between words.
--
--     searched_text('Some-college') = 'some college'
create or replace temporary macro searched_text(given) as
trim(
    regexp_replace(
        lower(strip_accents(given)), '[^\p{L}\p{N}]+', ' ', 'g'
    )
);

-- function: choose(n, k)
-- In how many ways k of n can be chosen.
--
--     choose(5, 2) = 10 and choose(5, 0) = 1
create or replace temporary macro choose(n, k) as
cast(
    round(
        coalesce(
            list_product(
                list_transform(
                    range(1, k + 1), lambda step: (n - k + step) / step
                )
            ),
            1
        )
    ) as hugeint
);

-- function: resampled_mean(z, n, mean, deviation, skewness, kurtosis)
-- A quantile of the mean of n draws with replacement: an end of the bootstrap
-- interval that infinitely many draws would give, by Cornish and Fisher's expansion.
--
-- The deviation is that of the n values themselves, the kurtosis is in excess.
--
--     resampled_mean(1.96, 100, 2.0, 0.0, 0.0, 0.0) = 2
--     resampled_mean(2.0, 100, 2.0, 1.0, 0.0, 0.0) = 2.2
create or replace temporary macro
resampled_mean(z, n, mean, deviation, skewness, kurtosis) as
mean + deviation / sqrt(n) * (
    z
    + (z * z - 1) * skewness / (6 * sqrt(n))
    + (z * z * z - 3 * z) * kurtosis / (24 * n)
    - (2 * z * z * z - 5 * z) * skewness * skewness / (36 * n)
);

-- function: sign_test(n_one_way, n_other_way)
-- The exact two-sided p-value: as uneven as this or more, were both ways as likely.
--
-- Twice the sum of binomials up to the smaller number, by logarithms: the binomials
-- of a thousand are no numbers any more.
--
--     sign_test(3, 0) = 0.25 and sign_test(4, 4) = 1
create or replace temporary macro sign_test(n_one_way, n_other_way) as
least(
    1.0,
    2 * list_sum(
        list_transform(
            range(0, least(n_one_way, n_other_way) + 1),
            lambda n_fewer: exp(
                lgamma(n_one_way + n_other_way + 1)
                - lgamma(n_fewer + 1)
                - lgamma(n_one_way + n_other_way - n_fewer + 1)
                - (n_one_way + n_other_way) * ln(2)
            )
        )
    )
);

-- function: uneven_effect(n_one_way, n_other_way)
-- How uneven two numbers are in words, by Cohen's g: the larger share less a half.
--
-- Cohen's limits are 0.05, 0.15 and 0.25. Whole numbers are compared.
--
--     uneven_effect(55, 45) = 'small' and uneven_effect(3, 1) = 'large'
create or replace temporary macro uneven_effect(n_one_way, n_other_way) as
case
    when 10 * abs(n_one_way - n_other_way) < n_one_way + n_other_way
        then 'negligible'
    when 10 * abs(n_one_way - n_other_way) < 3 * (n_one_way + n_other_way)
        then 'small'
    when 10 * abs(n_one_way - n_other_way) < 5 * (n_one_way + n_other_way)
        then 'medium'
    else 'large'
end;

-- function: superiority_effect(superiority)
-- How far a probability of superiority is from a half, in words.
--
-- The limits 0.56, 0.64 and 0.71 are Vargha and Delaney's.
--
--     superiority_effect(0.6) = 'small' and superiority_effect(0.2) = 'large'
create or replace temporary macro superiority_effect(superiority) as
case
    when superiority is null then null
    when round(abs(superiority - 0.5), 9) < 0.06 then 'negligible'
    when round(abs(superiority - 0.5), 9) < 0.14 then 'small'
    when round(abs(superiority - 0.5), 9) < 0.21 then 'medium'
    else 'large'
end;

-- function: changes_between(features, from_texts, to_texts)
-- The changes that lead from one case to another, in these features.
--
-- Each feature has its name and its place in the texts.
create or replace temporary macro
changes_between(features, from_texts, to_texts) as
list_transform(
    features,
    lambda each: {
        feature: each['feature'],
        from_value: from_texts[each['feature_id']],
        to_value: to_texts[each['feature_id']]
    }
);

-- function: literal_changes(literals, other_literals)
-- The changes between the values of two cases in the same features.
create or replace temporary macro literal_changes(literals, other_literals) as
list_filter(
    list_transform(
        list_zip(literals, other_literals),
        lambda pair: {
            feature: pair[1]['feature'],
            from_value: pair[1]['value'],
            to_value: pair[2]['value']
        }
    ),
    lambda change: change['from_value'] is distinct from change['to_value']
);

-- function: changes_text(changes)
-- Changes as the text that explains them.
--
--     changes_text([{feature: 'age', from_value: '<25', to_value: '25-60'}])
--     = 'age: <25 → 25-60'
create or replace temporary macro changes_text(changes) as
array_to_string(
    list_transform(
        changes,
        lambda change: concat(
            change['feature'],
            ': ',
            coalesce(change['from_value'], 'NULL'),
            ' → ',
            coalesce(change['to_value'], 'NULL')
        )
    ),
    ', '
);

-- function: feature_names(features)
-- The names in a list of features, of changes or of literals.
create or replace temporary macro feature_names(features) as
list_transform(features, lambda each: each['feature']);

-- function: weighted_sum(names, weights)
-- How often these features count together: once each, unless weights say more.
--
--     weighted_sum(['age', 'sex'], ['age=3']) = 4
create or replace temporary macro weighted_sum(names, weights) as
len(names) + coalesce(
    list_sum(
        list_transform(
            weights,
            lambda each: case
                when
                    list_contains(names, regexp_replace(each, '=[0-9]+$', ''))
                    then cast(regexp_extract(each, '[0-9]+$') as integer) - 1
                else 0
            end
        )
    ),
    0
);

-- function: literals_in(features, feature_texts)
-- The values that a case has in these features.
--
-- Each feature has its name and its place in the texts.
create or replace temporary macro literals_in(features, feature_texts) as
list_transform(
    features,
    lambda each: {
        feature: each['feature'],
        value: feature_texts[each['feature_id']]
    }
);

-- function: named_values(names, feature_texts)
-- The values of a case in these features, all of them in their order.
create or replace temporary macro named_values(names, feature_texts) as
list_transform(
    list_zip(cast(names as varchar[]), feature_texts),
    lambda pair: { feature: pair[1], value: pair[2] }
);

-- function: literals_text(literals)
-- Literals as the text that states them.
--
--     literals_text([{feature: 'age', value: '<25'}]) = 'age: <25'
create or replace temporary macro literals_text(literals) as
array_to_string(
    list_transform(
        literals,
        lambda literal:
        concat(literal['feature'], ': ', coalesce(literal['value'], 'NULL'))
    ),
    ', '
);

-- function: total(weight, is_counted)
-- The weights of a group's rows that count, summed; 0 where none does.
create or replace temporary macro total(weight, is_counted) as
cast(coalesce(sum(weight) filter (where is_counted), 0) as bigint);

-- function: one_hot(digits)
-- Digits from 0 to 2 as the bits of one number: three for each, of which one is set.
--
--     one_hot([0, 2]) = 33
create or replace temporary macro one_hot(digits) as
cast(
    list_sum(
        list_transform(
            generate_series(1, len(digits)),
            lambda place: cast(1 as bigint) << (3 * place - 3 + digits[place])
        )
    ) as bigint
);

-- function: one_hot_distance(code, other_code)
-- In how many digits two such numbers differ: in half as many as in bits.
create or replace temporary macro one_hot_distance(code, other_code) as
bit_count(xor(code, other_code)) // 2;

-- function: as_text(column_value)
-- A value as the text that stands for it, in the dictionary and to a reader.
--
-- Equal values must have equal texts. The sign of a zero or a NaN, also in a
-- list or a struct, and the units of an interval would tell equal ones apart.
--
--     as_text(-0.0::double) = '0.0'
--     as_text(interval '1 month') = '30 days'
create or replace temporary macro as_text(column_value) as
case
    when
        contains(typeof(column_value), 'DOUBLE')
        or contains(typeof(column_value), 'FLOAT')
        then regexp_replace(
            cast(column_value as varchar),
            '-(0\.0|nan)([^0-9a-z]|$)',
            '\1\2',
            'g'
        )
    when typeof(column_value) = 'INTERVAL'
        then cast(
            to_days(
                cast(
                    epoch_us(
                        try_cast(cast(column_value as varchar) as interval)
                    ) // 86400000000 as integer
                )
            )
            + to_microseconds(
                epoch_us(try_cast(cast(column_value as varchar) as interval))
                % 86400000000
            ) as varchar
        )
    else cast(column_value as varchar)
end;

-- function: number_key(number_text)
-- A text that sorts as the number does which is written there; NULL if none is.
--
-- A number has up to 1000 digits, and an exponent of up to three.
--
-- Digits are compared, not doubles: numbers of every type and length are told
-- apart exactly, and 25, 25.0 and 2.5e1 are one number. The first character is
-- for the sign (-inf, negative, zero, positive, inf, nan), then come the
-- exponent and the digits; those of a negative number are turned round.
--
--     number_key('-2.5') < number_key('0.30') and number_key('a') is null
create or replace temporary macro number_key(number_text) as
case
    when ltrim(lower(trim(number_text)), '+-') = 'nan' then '5'
    when
        lower(trim(number_text)) in ('inf', 'infinity', '+inf', '+infinity')
        then '4'
    when lower(trim(number_text)) in ('-inf', '-infinity') then '0'
    else list_transform(
        [
            regexp_extract(
                trim(number_text),
                '^([+-]?)([0-9]*)\.?([0-9]*)(?:[eE]([+-]?[0-9]{1,3}))?$',
                ['sign', 'whole', 'fraction', 'exponent']
            )
        ],
        lambda parts: case
            when len(concat(parts.whole, parts.fraction)) not between 1 and 1000
                then null
            when trim(concat(parts.whole, parts.fraction), '0') = '' then '2'
            when parts.sign = '-'
                then concat(
                    '1',
                    5000000 + len(parts.fraction)
                    - len(ltrim(concat(parts.whole, parts.fraction), '0'))
                    - coalesce(try_cast(parts.exponent as integer), 0),
                    translate(
                        trim(concat(parts.whole, parts.fraction), '0'),
                        '0123456789',
                        '9876543210'
                    ),
                    '~'
                )
            else concat(
                '3',
                5000000 - len(parts.fraction)
                + len(ltrim(concat(parts.whole, parts.fraction), '0'))
                + coalesce(try_cast(parts.exponent as integer), 0),
                trim(concat(parts.whole, parts.fraction), '0')
            )
        end
    )[1]
end;

-- function: order_key(how, words, value_text)
-- A text that sorts as values do: numbers, dates, or words as they are listed.
--
-- NULL for what has no place: a word that is not listed, or no number, or no date.
--
--     order_key('order', ['low', 'high'], 'high') = '000000002'
create or replace temporary macro order_key(how, words, value_text) as
case how
    when 'numbers' then number_key(value_text)
    when 'dates' then cast(try_cast(value_text as timestamp) as varchar)
    else lpad(
        cast(nullif(list_position(words, value_text), 0) as varchar), 9, '0'
    )
end;

-- function: listed_intervals(low_key, interval_text, place)
-- The intervals of a group's rows in their order, as interval_of takes them.
create or replace temporary macro
listed_intervals(low_key, interval_text, place) as
list({ low_key: low_key, interval_text: interval_text } order by place);

-- function: interval_of(own_key, intervals)
-- The interval of a number, given its number_key and the intervals in order.
--
-- It is the last one that the number reaches. NULL and nan are in none, and stay.
--
--     interval_of(number_key('38'), [{low_key: '', interval_text: '< 25'}, …])
create or replace temporary macro interval_of(own_key, intervals) as
case
    when own_key = '5' then 'nan'
    else list_filter(
        intervals, lambda each: each.low_key <= own_key
    )[-1].interval_text
end;
