"""What would have changed each decision, without changing anybody's sex."""


def model(dbt, session):  # type: ignore[no-untyped-def]
    """The columns of T_summary: a row for each person, with a sentence."""
    import cfsql

    dbt.config(materialized="table")
    decisions = dbt.ref("decisions").arrow()
    with cfsql.connect() as database:
        table = database.load(decisions, label="loan", id="person", table="decisions")
        summary = table.rank(freeze=["sex"], anonymous=True).summary.arrow()
    # dbt wants its one return here.
    return summary  # noqa: RET504
