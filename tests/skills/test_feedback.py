"""What a response means: the laws that hold for every one of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.episodes.model import Signal
from mohen.episodes.policy import Signals
from mohen.errors import InvalidArgument
from mohen.rules.model import Action
from mohen.skills import feedback
from mohen.skills.model import Response

TEXTS = st.lists(st.text(max_size=12), min_size=1, max_size=5)
RESPONSES = st.builds(
    Response,
    action=st.sampled_from(Action),
    selected_index=st.none() | st.integers(-3, 6),
    final_text=st.none() | st.text(max_size=12),
)


@given(response=RESPONSES, candidates=TEXTS, known=st.booleans())
def test_a_response_names_a_candidate_none_or_nothing_or_is_refused_by_its_field(
    response: Response, candidates: list[str], known: bool
) -> None:
    made = chosen(response, candidates, known=known)
    if isinstance(made, InvalidArgument):
        assert made.details["field"] == "selectedIndex"
        return
    assert made.selected is None or feedback.NONE <= made.selected < len(candidates)
    # Only a rejection takes none, and only a part that was used can be of unknown origin
    assert (made.selected == feedback.NONE) == (response.action is Action.REJECT)
    if made.selected is None:
        assert response.action is Action.PARTIAL
    if response.selected_index is not None and made.selected is not None:
        assert made.selected == response.selected_index


def chosen(
    response: Response, candidates: list[str], *, known: bool
) -> feedback.Choice | InvalidArgument:
    try:
        return feedback.choice(response, len(candidates), candidates if known else ())
    except InvalidArgument as refusal:
        return refusal


@given(candidates=TEXTS, at=st.integers(0, 4))
def test_a_part_equal_to_a_candidate_comes_from_one_of_that_text(
    candidates: list[str], at: int
) -> None:
    final = candidates[at % len(candidates)]
    response = Response(action=Action.PARTIAL, final_text=final)
    made = feedback.choice(response, len(candidates), candidates)
    if final.strip():
        assert made.selected is not None
        assert candidates[made.selected] == final
    else:
        assert made == feedback.Choice(None, None)


@pytest.mark.parametrize(
    ("action", "selected", "final", "signal"),
    [
        (Action.REJECT, -1, None, Signal.FULL_REJECT),
        (Action.REJECT, -1, "own", Signal.FULL_REJECT),
        (Action.ACCEPT, 0, None, Signal.DIRECT_ACCEPT),
        (Action.ACCEPT, 0, "edited", Signal.NEUTRAL),
        (Action.PARTIAL, None, None, Signal.NEUTRAL),
    ],
)
def test_where_nothing_can_be_measured_the_act_alone_speaks(
    action: Action, selected: int | None, final: str | None, signal: Signal
) -> None:
    said, weight, distance = feedback.by_act(action, feedback.Choice(selected, final), Signals())
    assert said is signal
    assert (weight == 0) == (distance is None) == (signal is Signal.NEUTRAL)
