{# A test of a model with the columns of T_summary: the rows for which there is no answer. #}
{% test every_row_is_explained(model) %}
select row_id, label
from {{ model }}
where n_minimal = 0
{% endtest %}
