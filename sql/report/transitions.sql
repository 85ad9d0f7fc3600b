-- name: transitions
-- How many rows of one class have their optimal counterfactual in another.
--
-- A place is that of a named class; NULL stands for all other classes together.
--
-- reads:  label_pairs, named_classes
-- grain:  one row per (from_place, to_place)
select
    from_classes.place as from_place,
    to_classes.place as to_place,
    round(sum(label_pairs.n_rows), 6) as n_rows
from label_pairs
left join named_classes as from_classes
    on label_pairs.from_label = from_classes.label
left join named_classes as to_classes
    on label_pairs.to_label = to_classes.label
group by from_classes.place, to_classes.place
order by from_classes.place nulls last, to_classes.place nulls last
