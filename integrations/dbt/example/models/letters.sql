-- A letter to everyone who was refused.
select
    row_id as person,
    {{ cfsql.is_sure() }} as is_sure,
    concat_ws(
        chr(10),
        'Dear applicant ' || row_id || ',',
        'your application was refused. ' || sentence,
        'This is what another case looks like. It is no promise.'
    ) as letter
from {{ ref('ranked') }}
where label = 'no'
