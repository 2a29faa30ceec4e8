"""How near documents are to a vector."""

from __future__ import annotations

import pytest

from mohen.documents import nearest
from mohen.errors import InvalidArgument


def packed(*vector: float) -> bytes:
    return nearest.packed(vector, "vector", 8)


def test_the_nearest_of_several_vectors_counts() -> None:
    vectors = [(1, packed(1, 0)), (1, packed(0, 3)), (2, packed(1, 1)), (3, packed(-2, 0))]
    scores = nearest.scores(vectors, packed(0, 5))
    assert scores == pytest.approx({1: 1.0, 2: 0.5**0.5, 3: 0.0}, abs=1e-6)


def test_what_has_no_vector_stands_behind_as_it_stood() -> None:
    assert nearest.ranked([9, 8, 7, 6], {8: 0.1, 6: 0.9}) == [6, 8, 9, 7]


def test_nothing_is_near_nothing() -> None:
    assert nearest.scores([(1, packed(1, 0))], packed(0, 0)) == {1: 0.0}
    assert nearest.scores([], packed(1, 0)) == {}


@pytest.mark.parametrize("vector", [(), (1.0,) * 9, (float("nan"),), (float("inf"), 1.0)])
def test_no_vector(vector: tuple[float, ...]) -> None:
    with pytest.raises(InvalidArgument):
        nearest.packed(vector, "vector", 8)
