-- Explain: one row or new case with few counterfactuals, in few statements.
--
-- One with many is ranked as `rank` ranks it.

-- view: asked_cases
-- The row that is asked about, as the search takes it.
-- grain:  one row
select
    asked_rows.instance_id,
    population.label_id,
    population.code
from population
inner join asked_rows
    on population.instance_id = asked_rows.instance_id;

-- stage: nearest_cases(target_id, min_support, min_share, furthest)
-- The minimal counterfactuals of the one case that is asked about.
-- grain:  one row per instance_id
with unlike_cases as (
    select
        population.instance_id,
        population.label_id,
        population.code,
        asked_cases.label_id as asked_label_id,
        asked_cases.code as asked_code,
        coalesce(contradicted_codes.n_rows, population.n_rows) as n_equal,
        hamming(asked_cases.code, population.code) as distance
    from asked_cases
    inner join population
        on
            frozen_agree(asked_cases.code, population.code)
            and directed(asked_cases.code, population.code)
            and unlike(asked_cases.label_id, population.label_id)
    left join contradicted_codes
        on population.code = contradicted_codes.code
    where
        population.label_id = coalesce($target_id, population.label_id)
        and population.n_rows >= $min_support
        and share(
            population.n_rows,
            coalesce(contradicted_codes.n_rows, population.n_rows)
        ) >= $min_share
),

least_distances as (
    select min(distance) as distance
    from unlike_cases
    where distance between 1 and $furthest
)

select unlike_cases.*
from unlike_cases
inner join least_distances
    on unlike_cases.distance = least_distances.distance;

-- stage: answers
-- The minimal counterfactuals of one row with their figures, best first.
--
-- Every pair is looked at: this is for a row that has few. A new case without a label,
-- whose label_id is -1, has no universality.
-- grain:  one row per counterfactual_id
with balls as (
    select
        nearest_cases.instance_id,
        cast(sum(population.weight) as bigint) as ball_size,
        cast(
            sum(population.weight) filter (
                where population.label_id = nearest_cases.label_id
            ) as bigint
        ) as n_like,
        cast(
            sum(population.weight) filter (
                where population.label_id = nearest_cases.asked_label_id
            ) as bigint
        ) as n_own
    from nearest_cases
    inner join population
        on
            hamming(nearest_cases.code, population.code)
            <= nearest_cases.distance
    group by nearest_cases.instance_id
)

select
    instances.row_id as counterfactual_id,
    labels.label as counterfactual_label,
    nearest_cases.distance,
    rank() over (order by balls.n_like - balls.ball_size) as rank,
    balls.ball_size - balls.n_like as power,
    balls.ball_size,
    typicality(balls.n_like, labels.n_rows) as typicality,
    capacity(balls.ball_size - balls.n_like, balls.ball_size) as capacity,
    case
        when nearest_cases.asked_label_id >= 0
            then universality(coalesce(balls.n_own, 0), balls.ball_size)
    end as universality,
    count(*) over (
        partition by
            disagreement(nearest_cases.asked_code, nearest_cases.code)
    ) as dag_count,
    instances.n_rows as support,
    share(instances.n_rows, nearest_cases.n_equal) as share,
    nearest_cases.n_equal,
    nearest_cases.instance_id as to_id
from nearest_cases
inner join balls
    on nearest_cases.instance_id = balls.instance_id
inner join instances
    on nearest_cases.instance_id = instances.instance_id
inner join labels
    on nearest_cases.label_id = labels.label_id;

-- view: shown_rows into wanted_rows
-- The row that is asked about, and its counterfactuals.
-- grain:  one row per row_id
select row_id
from asked_rows
union all
select counterfactual_id as row_id
from answers;

-- view: answer_rows into wanted_rows
-- The counterfactuals of a new case, which is no row itself.
-- grain:  one row per row_id
select counterfactual_id as row_id
from answers;

-- fetch: listed_answers
-- The counterfactuals of one row in the order in which they are listed.
-- grain:  one row per counterfactual_id
select
    answers.*,
    texts.feature_texts
from answers
inner join texts
    on answers.counterfactual_id = texts.row_id
order by answers.rank, answers.counterfactual_id;

-- fetch: own_row
-- The row that is asked about, in words.
-- grain:  one row
select
    asked_rows.row_id,
    labels.label,
    instances.n_rows,
    coalesce(contradicted_codes.n_rows, instances.n_rows) as n_equal,
    instances.is_contradicted,
    texts.feature_texts
from asked_rows
inner join instances
    on asked_rows.instance_id = instances.instance_id
inner join labels
    on instances.label_id = labels.label_id
inner join texts
    on asked_rows.row_id = texts.row_id
left join contradicted_codes
    on instances.code = contradicted_codes.code;

-- fetch: own_case
-- The new case that is asked about, in words.
-- grain:  one row
select
    row_id,
    label,
    n_like as n_rows,
    n_equal,
    is_contradicted,
    feature_texts
from new_instances;

-- view: said_case(said)
-- One case with its first answer, as a JSON text: what there is to say of it reads no
-- table then, so that it is planned once for all cases.
-- grain:  one row
select
    cast(1 as bigint) as instance_id,
    unnest( -- noqa: AL03
        from_json(
            cast($said as varchar),
            '{
                "row_id": "VARCHAR",
                "label": "VARCHAR",
                "n_rows": "BIGINT",
                "n_equal": "BIGINT",
                "is_contradicted": "BOOLEAN",
                "min_distance": "INTEGER",
                "n_minimal": "BIGINT",
                "n_optimal": "BIGINT",
                "power": "BIGINT",
                "second_power": "BIGINT",
                "n_listed": "BIGINT",
                "answer_id": "VARCHAR",
                "answer_label": "VARCHAR",
                "support": "BIGINT",
                "answer_n_equal": "BIGINT",
                "changes": [
                    {
                        "feature": "VARCHAR",
                        "from_value": "VARCHAR",
                        "to_value": "VARCHAR"
                    }
                ],
                "label_column": "VARCHAR"
            }'
        )
    );

-- view: said_first
-- Its first answer, as results/told_instances reads it.
-- grain:  one row
select
    instance_id as from_id,
    answer_id as counterfactual_id,
    answer_label as counterfactual_label,
    support,
    answer_n_equal as n_equal,
    changes
from said_case;

-- view: said_figures
-- What its summary says of all answers.
-- grain:  one row
select
    instance_id as from_id,
    min_distance,
    n_minimal,
    n_optimal,
    power,
    second_power,
    n_listed
from said_case;

-- view: said_wanted
-- What was asked for, as far as an answer speaks of it.
-- grain:  one row
select
    label_column,
    cast(null as varchar) as target_label,
    false as is_required,
    cast(null as double) as differs_by,
    cast(null as double) as least_outcome,
    cast(null as double) as greatest_outcome
from said_case;

-- view: said_blamed
-- No constraint, as there is an answer.
-- grain:  no row
select
    instance_id,
    cast(null as varchar) as blocked_by,
    cast(null as integer) as place
from said_case
where false;
