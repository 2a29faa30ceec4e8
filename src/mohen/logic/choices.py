"""What an author's response to an offer means: which candidate, and how much was said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mohen.errors import InvalidArgument
from mohen.logic import feedback
from mohen.model.episode import Signal
from mohen.model.feedback import Action
from mohen.model.run_result import Response
from mohen.policy import Signals

NONE = -1  # no candidate was taken


@dataclass(frozen=True, slots=True)
class Choice:
    """`selected` is None where it is not known what became of the candidates: the author used
    some of it and did not say what."""

    selected: int | None
    final_text: str | None


def choice(response: Response, offered: int, candidates: Sequence[str]) -> Choice:
    """What was chosen of so many candidates, whose text may not be known any more. Raises
    `InvalidArgument` for a choice that makes no sense."""
    action, at, final = response.action, response.selected_index, response.final_text
    if at is not None and not NONE <= at < offered:
        raise InvalidArgument(
            f"selectedIndex names one of {offered} candidates, counted from 0",
            field="selectedIndex",
        )
    if action is Action.REJECT:
        if at not in (None, NONE):
            raise InvalidArgument("a rejection selects no candidate", field="selectedIndex")
        return Choice(NONE, final)
    if at == NONE:
        raise InvalidArgument(
            "name the place of the candidate that was used", field="selectedIndex"
        )
    if action is Action.PARTIAL:
        return _partial(at, final, offered, candidates)
    if at is None and offered != 1:
        raise InvalidArgument(
            f"name which of {offered} candidates was accepted", field="selectedIndex"
        )
    return Choice(at or 0, final)


def _partial(at: int | None, final: str | None, offered: int, candidates: Sequence[str]) -> Choice:
    """Without the final text nothing is known; with it, it comes from the nearest candidate."""
    if final is None or not final.strip():
        return Choice(None, None)
    if at is None and candidates:
        distances = [feedback.edit_distance(each, final) for each in candidates]
        at = distances.index(min(distances))
    if at is None and offered == 1:
        at = 0
    return Choice(at, final)


def by_act(action: Action, made: Choice, policy: Signals) -> tuple[Signal, float, float | None]:
    """Signal, weight and edit distance where nothing can be measured: the act alone speaks."""
    if made.selected == NONE:
        return Signal.FULL_REJECT, policy.full_reject, 1.0
    if action is Action.ACCEPT and made.final_text is None:
        return Signal.DIRECT_ACCEPT, policy.direct_accept, 0.0
    return Signal.NEUTRAL, 0.0, None
