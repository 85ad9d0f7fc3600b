-- name: as_text(column_value)
-- A value as the text that stands for it, in the dictionary and to a reader.
--
-- Equal values must have equal texts. Only -0.0, which equals 0.0, would not.
--
--     as_text(-0.0::double) = '0.0'
create or replace temporary macro as_text(column_value) as
case
    when
        typeof(column_value) in ('DOUBLE', 'FLOAT')
        and cast(column_value as varchar) = '-0.0'
        then '0.0'
    else cast(column_value as varchar)
end
