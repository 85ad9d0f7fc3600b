"""A scikit-learn estimator that explains outcomes or predictions by real cases."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, Protocol, overload

import pyarrow as pa
from sklearn.base import BaseEstimator
from sklearn.utils import check_array
from sklearn.utils.validation import (
    check_consistent_length,
    check_is_fitted,
    validate_data,
)

from cfsql.api.database import connect
from cfsql.engines import duckdb as engine
from cfsql.errors import UnknownName
from cfsql.keywords import takes
from cfsql.method.columns import BLOCKED, RANKED, SUMMARY, SURE, WEIGHTED
from cfsql.options import MethodOptions, options_of, refuse_wrong_values
from cfsql.questions.explanation import Counterfactual, Explanation
from cfsql.questions.new_cases.values import case_values
from cfsql.tables.frames import Frames, Rows, together
from cfsql.words import many

if TYPE_CHECKING:
    import duckdb
    import pandas
    import polars as pl
    from typing_extensions import Unpack

    from cfsql.api.explaining import Explainer
    from cfsql.api.table import Table
    from cfsql.questions.new_cases.explain import NewCases

# What the table of the cases and its columns are called, unless the cases say it.
_TABLE, _ID, _LABEL, _FEATURE = "cases", "case", "outcome", "x{}"

# Cases that are explained sooner one by one, by what is ready, than together.
_FEW = 3


class _Row(Protocol):
    """A row of a pandas frame, a Series."""

    @property
    def index(self) -> Any: ...

    def to_frame(self) -> Any: ...


class CounterfactualExplainer(BaseEstimator):  # type: ignore[misc]
    """Explains the outcome of a case by real cases with another outcome.

    A case goes by its label in the index of a pandas frame that is unique, else by its
    place from 0 on.

    Parameters:
        estimator: a fitted model, whose predictions are the outcomes; without one the
            outcomes are the `y` of `fit`.
        bins: columns of numbers to compare by intervals, such as {"age": "q4"}.
        options: what every explanation takes, such as {"freeze": ["sex"]}; the options
            of `Table.explain`.
    """

    def __init__(
        self,
        estimator: Any = None,
        *,
        bins: Mapping[str, object] | None = None,
        options: MethodOptions | None = None,
    ) -> None:
        """Keep the parameters as they are: scikit-learn copies and compares them."""
        self.estimator = estimator
        self.bins = bins
        self.options = options

    def fit(self, X: Any, y: Any = None) -> CounterfactualExplainer:  # noqa: N803
        """Take the cases that answers are chosen from.

        Parameters:
            X: a frame, whose columns are the features, or an array.
            y: the outcomes; with an estimator they are predicted.
        """
        self._refuse_unknown_options()
        cases = self._checked(X, is_new=False)
        outcomes = self._outcomes(X, y)
        check_consistent_length(X, outcomes)
        self.classes_ = sorted({str(each) for each in outcomes})
        self.cases_ = self._labelled(cases, outcomes)
        self._ids = _ids(X)
        self._like = type(X)
        self._explainer: Explainer | None = None
        return self

    @overload
    def explain(  # type: ignore[overload-overlap]
        self,
        X: Mapping[str, object] | _Row,  # noqa: N803
        y: object = None,
        **options: Unpack[MethodOptions],
    ) -> Explanation: ...

    @overload
    def explain(
        self,
        X: object,  # noqa: N803
        y: object = None,
        **options: Unpack[MethodOptions],
    ) -> Explained: ...

    @takes(MethodOptions)
    def explain(
        self,
        X: Any,  # noqa: N803
        y: Any = None,
        **options: Unpack[MethodOptions],
    ) -> Explained | Explanation:
        """Explain new cases: what would have to differ for another outcome.

        The result has a row for each case of X, in its order and with its index;
        `.answers` has all answers. One case, as a dict or a row of pandas, is given
        an explanation, as by `Table.explain`. Of values that no fitted case has, a
        warning says which are nearest.

        Parameters:
            X: the cases, as in `fit`, or one case.
            y: their outcomes; not needed with an estimator or a target.
        """
        check_is_fitted(self, "cases_")
        asked: dict[str, Any] = {**(self.options or {}), **options}
        is_one = isinstance(X, Mapping) or (
            hasattr(X, "to_frame") and hasattr(X, "index")
        )
        given = self._frame_of(X) if is_one else X
        cases = self._checked(given, is_new=True)
        if y is not None or self.estimator is not None or not asked.get("target"):
            is_bare = is_one and (isinstance(y, str) or not hasattr(y, "__len__"))
            outcomes = self._outcomes(given, [y] if is_bare and y is not None else y)
            check_consistent_length(cases, outcomes)
            cases = self._labelled(cases, outcomes)
        if is_one:
            (explanation,) = self._one_by_one(cases, asked)
            _warn(explanation.remarks)
            return explanation
        index = X.index if hasattr(X, "index") and hasattr(X, "iloc") else None
        names = _names(has_weights=bool(asked.get("weight")))
        if len(cases) <= _FEW:
            alone = self._one_by_one(cases, asked)
            remarks = dict.fromkeys(each for one in alone for each in one.remarks)
            _warn(remarks)
            return Explained(*_each_alone(alone, names), index, [*remarks])
        found = self.table.explain_cases(cases, **asked)
        _warn(found.remarks)
        return Explained(*_together(found, names), index, found.remarks)

    @property
    def table(self) -> Table:
        """The cases as a table of cfsql, in a database in memory."""
        return self._ready.table

    @property
    def _ready(self) -> Explainer:
        """The table made ready, once."""
        check_is_fitted(self, "cases_")
        if self._explainer is None:
            import polars as pl

            id = self._apart(_ID)
            table = connect().load(
                self.cases_.with_columns(pl.Series(id, self._ids)),
                label=self._label,
                table=_TABLE,
                id=id,
                bins=dict(self.bins) if self.bins else None,
            )
            self._explainer = table.explainer()
        return self._explainer

    def _one_by_one(
        self, cases: pl.DataFrame, asked: Mapping[str, Any]
    ) -> list[Explanation]:
        """The explanation of each case, by what is ready."""
        return [
            self._ready.explain(case_values(case), **asked) for case in cases.to_dicts()
        ]

    def _frame_of(self, case: Any) -> Any:
        """One case as a frame, of the kind and in the order that were fitted."""
        values = dict(case)
        order = {name: place for place, name in enumerate(self._names)}
        names = sorted(values, key=lambda name: order.get(str(name), len(order)))
        if self._is_array:
            return [[values[name] for name in names]]
        return self._like({name: [values[name]] for name in names})

    def _refuse_unknown_options(self) -> None:
        """Refuse options that no explanation has, and words that are no choice."""
        known = options_of(MethodOptions)
        for name in self.options or {}:
            if name not in known:
                raise UnknownName("option", name, known, type(self).__name__)
        refuse_wrong_values(MethodOptions, self.options or {})

    @property
    def _label(self) -> str:
        """A name of the outcome that no feature has."""
        return self._apart(_LABEL)

    def _apart(self, name: str) -> str:
        """A name that no feature has."""
        known = {each.lower() for each in self._names}
        while name in known:
            name += "_"
        return name

    def _checked(self, X: Any, *, is_new: bool) -> pl.DataFrame:  # noqa: N803
        """The cases as a frame, of the columns that were fitted."""
        import polars as pl

        is_array = not hasattr(X, "columns")
        if not is_array:
            validate_data(self, X, reset=not is_new, skip_check_array=True)
            if not len(X):
                check_array([[]])
            frame = X if isinstance(X, pl.DataFrame) else pl.from_pandas(X)
        else:
            array = validate_data(
                self, X, reset=not is_new, dtype=None, ensure_all_finite="allow-nan"
            )
            names = [_FEATURE.format(place) for place in range(array.shape[1])]
            frame = pl.DataFrame(dict(zip(names, array.T.tolist(), strict=True)))
        if not is_new:
            self._names, self._is_array = list(frame.columns), is_array
        return frame

    def _outcomes(self, X: Any, y: Any) -> list[object]:  # noqa: N803
        """The outcomes of some cases: predicted, or given."""
        if self.estimator is not None:
            y = self.estimator.predict(X)
        if y is None:
            # As scikit-learn says it, and what else there is.
            raise ValueError(
                f"{type(self).__name__} requires y to be passed, but the target y is "
                "None; give y, an estimator that predicts it, or to explain a target"
            )
        found = y.tolist() if hasattr(y, "tolist") else list(y)
        return [each[0] if isinstance(each, list) else each for each in found]

    def _labelled(self, cases: pl.DataFrame, outcomes: list[object]) -> pl.DataFrame:
        import polars as pl

        return cases.with_columns(pl.Series(self._label, outcomes))

    def __getstate__(self) -> dict[str, Any]:
        """All but the database, which is made again when it is needed."""
        return {**super().__getstate__(), "_explainer": None}

    def __sklearn_tags__(self) -> Any:
        """What the checks of scikit-learn may expect."""
        tags = super().__sklearn_tags__()
        tags.target_tags.required = self.estimator is None
        tags.input_tags.allow_nan = True
        tags.input_tags.string = True
        tags.input_tags.categorical = True
        return tags


class Aligned(Frames):
    """Rows about cases: in pandas with the index of the cases, else `row_id` has it."""

    def __init__(self, rows: pa.Table, index: pandas.Index | None) -> None:
        """Take rows whose `row_id` is the place of the case, from 0 on."""
        self._rows, self._index = rows, index

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def headline(self) -> str:
        """How many rows there are, of how many cases."""
        n_cases = len(set(self._rows["row_id"].to_pylist()))
        return f"{many(n_cases, 'case')}, {many(len(self), 'row')}"

    def relation(self) -> duckdb.DuckDBPyRelation:
        """The rows as a DuckDB relation; `row_id` is the index, or the place."""
        import duckdb

        rows = self._rows
        if self._index is not None:
            labels = pa.array(_labels(self._index)).take(rows["row_id"])
            rows = rows.set_column(0, "row_id", labels)
        return duckdb.connect().from_arrow(rows)

    def df(self) -> pandas.DataFrame:
        """The rows as a pandas frame, with the index of the cases if they had one."""
        frame = super().df()
        if self._index is None:
            return frame
        places = self._rows["row_id"].to_numpy()
        return frame.drop(columns="row_id").set_axis(self._index.take(places))


class Explained(Aligned):
    """What would have to differ in each case: a row per case, in their order.

    `answers` are all answers, a row for each, also for a case without any; `remarks`
    are about values that no row has.
    """

    def __init__(
        self,
        rows: pa.Table,
        answers: pa.Table,
        index: pandas.Index | None,
        remarks: Sequence[str],
    ) -> None:
        """Use `CounterfactualExplainer.explain` instead."""
        super().__init__(rows, index)
        self.answers = Aligned(answers, index)
        self.remarks = list(remarks)

    @property
    def notes(self) -> list[str]:
        """What to know beside the answers."""
        return self.remarks

    def _beside(self) -> duckdb.DuckDBPyRelation:
        return self.answers.relation()


def _warn(remarks: Iterable[str]) -> None:
    """Warn of what is odd about the values, where `explain` was called."""
    for remark in remarks:
        # The caller stands above `_warn`, `explain` and what checks its keywords.
        warnings.warn(remark, UserWarning, stacklevel=4)


def _together(found: NewCases, names: Sequence[str]) -> tuple[pa.Table, pa.Table]:
    """The rows and the answers of cases that were explained together."""
    rows, answers = (
        engine.in_form(relation, engine.FRAME).to_arrow_table().sort_by("row_id")
        for relation in (found.summary, found.answers)
    )
    columns = {
        name: rows[name] if name in rows.column_names else pa.nulls(len(rows), "string")
        for name in names
    }
    return _from_0(pa.table(columns)), _from_0(answers)


def _from_0(rows: pa.Table) -> pa.Table:
    places = [place - 1 for place in rows["row_id"].to_pylist()]
    return rows.set_column(0, "row_id", pa.array(places, "int64"))


def _each_alone(
    found: Sequence[Explanation], names: Sequence[str]
) -> tuple[pa.Table, pa.Table]:
    """The rows and the answers of cases that were explained one by one: the same."""
    id_type = found[0].id_type
    summary = Rows(Explanation, found, without=_others(Explanation, names))
    rows = replace(summary, id_type=id_type).relation().to_arrow_table().select(names)
    rows = rows.set_column(0, "row_id", pa.array(range(len(found)), "int64"))
    ranked = [column.name for column in RANKED]
    parts = [
        Rows(
            Counterfactual,
            each.counterfactuals,
            {"row_id": (int, place), "label": (str, each.label)},
            _others(Counterfactual, ranked),
            id_type,
        )
        for place, each in enumerate(found)
    ]
    answers = together(parts).to_arrow_table().select(ranked)
    for name in ("sentence", "sureness", "sureness_reason"):
        said = [getattr(each, name) for each in found for _ in each.counterfactuals]
        answers = answers.append_column(name, pa.array(said, "string"))
    without = [
        {"row_id": place, "label": each.label, "sentence": each.sentence}
        for place, each in enumerate(found)
        if not each.counterfactuals
    ]
    more = pa.Table.from_pylist(without, schema=answers.schema)
    return rows, pa.concat_tables([answers, more]).sort_by("row_id")


def _others(kind: type, names: Sequence[str]) -> tuple[str, ...]:
    """The fields of a dataclass that are not among these."""
    return tuple(each.name for each in fields(kind) if each.name not in names)


def _names(*, has_weights: bool) -> list[str]:
    """The columns of the rows of cases."""
    columns = (*SUMMARY, *BLOCKED, *(WEIGHTED if has_weights else ()), *SURE)
    return [column.name for column in columns]


def _labels(index: pandas.Index) -> list[Any]:
    """The labels of an index, if each is one number or text; else their places."""
    labels = index.tolist()
    if all(isinstance(each, int) and not isinstance(each, bool) for each in labels):
        return list(labels)
    if index.nlevels > 1 or index.hasnans:
        return list(range(len(labels)))
    return [str(each) for each in labels]


def _ids(cases: Any) -> list[Any]:
    """What fitted cases go by: the labels of an index that is unique, or the places."""
    has_index = hasattr(cases, "iloc") and cases.index.is_unique
    labels = _labels(cases.index) if has_index else []
    return labels if labels and len(set(labels)) == len(labels) else _places(cases)


def _places(cases: Any) -> list[int]:
    return list(range(len(cases)))
