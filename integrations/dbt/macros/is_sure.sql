{# A condition on a model with the columns of T_summary: one best answer, which stays it
   whatever fewer than so many other rows are taken away, for a case that no equal one
   contradicts. #}
{% macro is_sure(margin=1) -%}
(is_unique and margin >= {{ margin }} and not is_contradicted)
{%- endmacro %}
