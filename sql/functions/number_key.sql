-- name: number_key(number_text)
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
end
