-- name: transitions
-- How many rows of one class have their optimal counterfactual in another.
--
-- A place is that of a named class; NULL stands for all other classes together.
--
-- reads:  optimal_answers, named_classes
-- grain:  one row per (from_place, to_place)
select
    from_classes.place as from_place,
    to_classes.place as to_place,
    round(sum(optimal_answers.weight), 6) as n_rows
from optimal_answers
left join named_classes as from_classes
    on optimal_answers.label = from_classes.label
left join named_classes as to_classes
    on optimal_answers.counterfactual_label = to_classes.label
group by from_classes.place, to_classes.place
order by from_classes.place nulls last, to_classes.place nulls last
