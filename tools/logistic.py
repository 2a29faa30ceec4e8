"""A logistic regression over a few signs of very many, drawn towards nothing.

What the other `fit_*.py` fit. Needs scikit-learn, which nothing else of Mohen does:
`pip install scikit-learn`. The same rows give the same weights.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

Floats = npt.NDArray[np.float64]
_ROUNDS, _MORE = 20, 1.4
_FREE = 100.0  # the bias is drawn towards nothing so much less


def fit(
    rows: Sequence[Sequence[tuple[int, float]]],
    wanted: Sequence[bool],
    counts: Sequence[float],
    *,
    signs: int,
    drawn: float,
) -> Floats:
    """The weight of each sign, and last the bias. A row has its signs' places and values."""
    owner = np.repeat(np.arange(len(rows)), [len(each) for each in rows])
    column = np.array([place for each in rows for place, _ in each])
    value = np.array([value for each in rows for _, value in each])
    given = csr_matrix((value, (owner, column)), shape=(len(rows), signs))
    model = LogisticRegression(
        C=1 / drawn, solver="liblinear", intercept_scaling=_FREE, max_iter=1_000
    )
    model.fit(given, np.array(wanted), sample_weight=np.array(counts))
    found: Floats = np.append(model.coef_.ravel(), model.intercept_)
    return found


def weights(
    rows: Sequence[frozenset[str]],
    wanted: Sequence[bool],
    counts: Sequence[float],
    *,
    bias: str,
    seen: int,
    drawn: float,
    slight: int = 1,
) -> dict[str, int]:
    """Of each sign, in hundredths, the bias first; signs that fewer rows than `seen` have are left
    out, and so is what is less than `slight`."""
    counted = Counter(sign for each in rows for sign in each)
    names = sorted(sign for sign, many in counted.items() if many >= seen)
    place = {name: n for n, name in enumerate(names)}
    found = fit(
        [[(place[sign], 1.0) for sign in sorted(each) if sign in place] for each in rows],
        wanted,
        counts,
        signs=len(names),
        drawn=drawn,
    ).tolist()
    hundredths = [round(100 * each) for each in found]
    named = zip(names, hundredths[:-1], strict=True)
    return {bias: hundredths[-1], **{name: each for name, each in named if abs(each) >= slight}}


def until_right(
    counts: list[float],
    fitted: Callable[[list[float]], dict[str, int]],
    wrong: Callable[[dict[str, int]], Sequence[int]],
) -> dict[str, int]:
    """Rows that come out wrong count more and more, until none does."""
    for _ in range(_ROUNDS):
        found = fitted(counts)
        if not (rows := wrong(found)):
            break
        for row in rows:
            counts[row] *= _MORE
    return found
