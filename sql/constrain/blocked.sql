-- name: blocked(step, target_id, min_support)
-- The targets that had a counterfactual before a constraint, and have none with it.
--
-- Of the instances that agree with a target on what is frozen so far, those with
-- its label and those with all its features are none. `kept_key` is generated from
-- what is frozen.
--
-- reads:  unanswered, instances, blamed
-- writes: blamed
-- grain:  one row per target
with chosen as (
    select
        label_id,
        code,
        kept_key(code) as frozen_key
    from instances
    where
        label_id = coalesce($target_id, label_id)
        and n_rows >= $min_support
),

by_key as (
    select
        frozen_key,
        label_id,
        count(*) as n_instances,
        sum(count(*)) over (partition by frozen_key) as n_in_all
    from chosen
    group by frozen_key, label_id
),

by_code as (
    select
        code,
        label_id,
        count(*) as n_instances,
        sum(count(*)) over (partition by code) as n_in_all
    from chosen
    group by code, label_id
),

near_keys as (
    select
        unanswered.instance_id,
        max(by_key.n_in_all) as n_in_all,
        sum(by_key.n_instances) filter (
            where by_key.label_id = unanswered.label_id
        ) as n_like
    from unanswered
    inner join by_key
        on kept_key(unanswered.code) = by_key.frozen_key
    group by unanswered.instance_id
),

equal_codes as (
    select
        unanswered.instance_id,
        sum(by_code.n_instances) as n_equal
    from unanswered
    inner join by_code
        on
            unanswered.code = by_code.code
            and unanswered.label_id <> by_code.label_id
    group by unanswered.instance_id
)

select
    unanswered.instance_id,
    $step as blocked_by
from unanswered
anti join blamed
    on unanswered.instance_id = blamed.instance_id
left join near_keys
    on unanswered.instance_id = near_keys.instance_id
left join equal_codes
    on unanswered.instance_id = equal_codes.instance_id
where
    coalesce(near_keys.n_in_all, 0)
    - coalesce(near_keys.n_like, 0)
    - coalesce(equal_codes.n_equal, 0) = 0
