-- On Spark: functions.

-- function: counted(number)
-- A number in a sentence: Spark has no format of Python's.
create or replace temporary function counted (number bigint)
return format_number(number, 0);

-- function: number_text(written)
-- A floating point number that Spark has written, as DuckDB writes it.
--
-- Spark writes 1.0E7 for ten million and 1.0E-4 for a ten thousandth, which DuckDB
-- writes out from 0.0001 up to 1e16. Beyond, exponents have a sign and two digits.
-- The sign of a zero would tell equal values apart.
--
--     number_text('1.5E20') = '1.5e+20' and number_text('1.0E7') = '10000000.0'
create or replace temporary function number_text (written string)
return case
    when written = 'NaN' then 'nan'
    when written in ('Infinity', '-Infinity')
        then replace(written, 'Infinity', 'inf')
    when written = '-0.0' then '0.0'
    when not contains(written, 'E') then written
    when
        cast(split_part(written, 'E', 2) as int) between -4 and 15
        then concat(
            if(startswith(written, '-'), '-', ''),
            regexp_replace(
                regexp_replace(
                    cast(
                        abs(cast(written as decimal(38, 21))) as string
                    ),
                    '0+$',
                    ''
                ),
                '[.]$',
                '.0'
            )
        )
    else concat(
        regexp_replace(split_part(written, 'E', 1), '[.]0$', ''),
        'e',
        if(cast(split_part(written, 'E', 2) as int) < 0, '-', '+'),
        lpad(
            cast(abs(cast(split_part(written, 'E', 2) as int)) as string),
            greatest(
                2,
                length(
                    cast(
                        abs(cast(split_part(written, 'E', 2) as int)) as string
                    )
                )
            ),
            '0'
        )
    )
end;

-- function: order_key(how, words, value_text)
-- A text that sorts as values do: numbers, dates, or words as they are listed.
--
-- On Spark: numbers are told apart by 25 digits before the point and 12 after it.
create or replace temporary function order_key (
    how string, words array<string>, value_text string
)
return case how
    when 'numbers'
        then lpad(
            cast(
                try_cast(trim(value_text) as decimal(38, 12))
                + cast('10000000000000000000000000' as decimal(38, 12))
                as string
            ),
            40,
            '0'
        )
    when 'dates' then cast(try_cast(value_text as timestamp_ntz) as string)
    else lpad(
        cast(nullif(array_position(words, value_text), 0) as string), 9, '0'
    )
end;
