-- name: as_text(column_value)
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
end
