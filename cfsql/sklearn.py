"""A scikit-learn estimator that explains outcomes or predictions by real cases."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sklearn.base import BaseEstimator
from sklearn.utils import check_array
from sklearn.utils.validation import (
    check_consistent_length,
    check_is_fitted,
    validate_data,
)

from cfsql.api.database import connect

if TYPE_CHECKING:
    import polars as pl

    from cfsql.api.table import Table
    from cfsql.questions.new_cases import NewCases

# What the table of the cases and its columns are called, unless the cases say it.
_TABLE, _LABEL, _FEATURE = "cases", "outcome", "x{}"


class CounterfactualExplainer(BaseEstimator):  # type: ignore[misc]
    """Explains the outcome of a case by real cases with another outcome.

    Parameters:
        estimator: a fitted model, whose predictions are the outcomes; without one the
            outcomes are the `y` of `fit`.
        bins: columns of numbers to compare by intervals, such as {"age": "q4"}.
        options: what every explanation takes, such as {"freeze": ["sex"]}; the keywords
            of `Table.explain_cases`.
    """

    def __init__(
        self,
        estimator: Any = None,
        *,
        bins: Mapping[str, object] | None = None,
        options: Mapping[str, object] | None = None,
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
        cases = self._checked(X, is_new=False)
        outcomes = self._outcomes(X, y)
        check_consistent_length(X, outcomes)
        self.classes_ = sorted({str(each) for each in outcomes})
        self.cases_ = self._labelled(cases, outcomes)
        self._table: Table | None = None
        return self

    def explain(
        self,
        X: Any,  # noqa: N803
        y: Any = None,
        **options: Any,
    ) -> NewCases:
        """Explain new cases: what would have to differ for another outcome.

        The result has `.pl()`, `.df()`, `.to_dict()` and the sentence of each case.

        Parameters:
            X: the cases, as in `fit`.
            y: their outcomes; not needed with an estimator or a target.
            options: as for the estimator, for this call.
        """
        check_is_fitted(self, "cases_")
        cases = self._checked(X, is_new=True)
        given = {**(self.options or {}), **options}
        if y is not None or self.estimator is not None or not given.get("target"):
            cases = self._labelled(cases, self._outcomes(X, y))
        return self.table.explain_cases(cases, **given)

    @property
    def table(self) -> Table:
        """The cases as a table of cfsql, in a database in memory."""
        check_is_fitted(self, "cases_")
        if self._table is None:
            self._table = connect().load(
                self.cases_,
                label=self._label,
                table=_TABLE,
                bins=dict(self.bins) if self.bins else None,
            )
        return self._table

    @property
    def _label(self) -> str:
        """A name of the outcome that no feature has."""
        name, known = _LABEL, {str(each).lower() for each in self._names}
        while name in known:
            name += "_"
        return name

    def _checked(self, X: Any, *, is_new: bool) -> pl.DataFrame:  # noqa: N803
        """The cases as a frame, of the columns that were fitted."""
        import polars as pl

        if hasattr(X, "columns"):
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
            self._names = list(frame.columns)
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
        return {**super().__getstate__(), "_table": None}

    def __sklearn_tags__(self) -> Any:
        """What the checks of scikit-learn may expect."""
        tags = super().__sklearn_tags__()
        tags.target_tags.required = self.estimator is None
        tags.input_tags.allow_nan = True
        tags.input_tags.string = True
        tags.input_tags.categorical = True
        return tags
