-- name: interval_of(own_key, intervals)
-- The interval of a number, given its number_key and the intervals in order.
--
-- It is the last one that the number reaches. What is no number, NULL and nan,
-- is in none and stays what it is.
--
--     interval_of(number_key('38'), [{low_key: '', interval_text: '< 25'}, …])
create or replace temporary macro interval_of(own_key, intervals) as
case
    when own_key = '5' then 'nan'
    else list_filter(
        intervals, lambda each: each.low_key <= own_key
    )[-1].interval_text
end
