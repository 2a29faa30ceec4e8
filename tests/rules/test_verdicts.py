"""What a verdict says of the rules behind a generation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.errors import InvalidArgument
from mohen.policy import Policy
from mohen.rules import verdicts
from mohen.rules.model import Link, Tally
from shows import shows

POLICY = Policy()
PRIOR = POLICY.learning.confidence_prior
TALLIES = st.builds(
    Tally,
    supporting=st.integers(1, 60),
    contradicting=st.integers(0, 60),
    weight_for=st.floats(0.5, 60),
    weight_against=st.floats(0, 60),
)


@shows("R86", "C16")
@given(TALLIES, st.floats(0, 1), st.booleans())
def test_right_never_lowers_and_wrong_never_raises(
    tally: Tally, sure: float, correct: bool
) -> None:
    after = verdicts.heard(tally, supports=correct, weight=1.0)
    assert after.bearing == tally.bearing + 1
    moved = verdicts.moved(sure, tally, after, PRIOR, supports=correct)
    assert 0 <= moved <= 1
    assert moved >= sure if correct else moved <= sure


@shows("C16")
def test_a_rule_as_sure_as_its_evidence_makes_it_stays_so() -> None:
    tally = Tally(35, 0, 35.0, 0.0)
    after = verdicts.heard(tally, supports=False, weight=1.0)
    moved = verdicts.moved(0.875, tally, after, PRIOR, supports=False)
    assert moved == pytest.approx(35 / 36 * 36 / 41)


@given(TALLIES, st.booleans())
def test_what_was_heard_can_be_taken_back(tally: Tally, correct: bool) -> None:
    after = verdicts.heard(tally, supports=correct, weight=0.5)
    again = verdicts.unheard(after, [Link("ep_1", correct, 0.5)])
    assert again.bearing == tally.bearing
    assert again.weight_for == pytest.approx(tally.weight_for)
    assert again.weight_against == pytest.approx(tally.weight_against, abs=1e-9)


@shows("C3")
def test_without_an_episode_it_counts_as_one_that_is_gone() -> None:
    tally = Tally(3, 1, 3.0, 1.0, 2, 0)
    after = verdicts.heard(tally, supports=False, weight=1.0)
    assert verdicts.unlinked(after, tally) == Tally(3, 1, 3.0, 2.0, 2, 1)


def test_beside_labels_every_verdict_is_counted_once() -> None:
    said, kept = Tally(4, 1, 4.0, 0.5), Tally(1, 1, 5.0, 2.5, 0, 1)
    links = [
        Link("ep_1", True, 1.0, verdict=True),
        Link("ep_2", False, 1.0, verdict=True),
        Link("ep_3", True, 0.5),  # what a distillation found is not said by labels
    ]
    found = verdicts.beside_labels(said, links, kept, POLICY.learning)
    assert found == Tally(5, 2, 5.0, 2.5, 0, 1)
    assert verdicts.as_heavy(found, kept)
    assert not verdicts.as_heavy(found, said)


@pytest.mark.parametrize("blank", [None, "", " \n\u3000"])
def test_a_blank_reason_is_none(blank: str | None) -> None:
    assert verdicts.check_reason(blank, POLICY.recording) is None


@pytest.mark.parametrize("reason", ["长" * (POLICY.recording.text_chars_max + 1), "半\ud800"])
def test_a_reason_that_cannot_be_kept_is_named(reason: str) -> None:
    with pytest.raises(InvalidArgument) as raised:
        verdicts.check_reason(reason, POLICY.recording)
    assert raised.value.details["field"] == "reason"
