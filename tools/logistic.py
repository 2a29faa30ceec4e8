"""A logistic regression over a few signs of very many, drawn towards nothing.

What `fit_orders.py` and `fit_secrets.py` fit. Needs scikit-learn, which nothing else of Mohen does:
`pip install scikit-learn`. The same rows give the same weights.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

Floats = npt.NDArray[np.float64]
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
