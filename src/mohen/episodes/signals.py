"""Implicit feedback in an author's act: choosing, editing, rejecting, undoing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from rapidfuzz.distance import Levenshtein

from mohen.episodes.model import Draft, Signal, Verdict
from mohen.episodes.policy import Signals

_AT_ONCE = 10_000  # code points of each text; what a distance costs grows with their product


def edit_distance(before: str, after: str) -> float:
    """Levenshtein distance over code points divided by the longer length: 0 same, 1 all new.

    What differs in very long texts is compared share by share, so that it can be a little more.
    """
    longer = max(len(before), len(after))
    if longer <= _AT_ONCE:
        return float(Levenshtein.normalized_distance(before, after))
    start = _alike(before, after)
    before, after = before[start:], after[start:]
    end = _alike(before[::-1], after[::-1])
    before, after = before[: len(before) - end], after[: len(after) - end]
    shares = -(-max(len(before), len(after)) // _AT_ONCE)
    pairs = zip(_shares(before, shares), _shares(after, shares), strict=True)
    return sum(Levenshtein.distance(*each) for each in pairs) / longer


def _alike(one: str, other: str) -> int:
    """How many code points both begin with."""
    least, most = 0, min(len(one), len(other))
    while least < most:
        half = (least + most + 1) // 2
        if one[least:half] == other[least:half]:
            least = half
        else:
            most = half - 1
    return least


def _shares(text: str, count: int) -> Iterator[str]:
    """As many parts of the same size."""
    places = [len(text) * each // count for each in range(count + 1)] if count else []
    return (text[start:end] for start, end in pairwise(places))


def measured_distance(draft: Draft) -> float:
    """How far the kept text is from what the AI wrote: the caller's figure, or ours."""
    if draft.edit_distance is not None:
        return draft.edit_distance
    if is_rejection(draft):
        if draft.final_text is None or not draft.candidates:
            return 1.0
        return min(edit_distance(each, draft.final_text) for each in draft.candidates)
    chosen = draft.candidates[draft.selected_index]
    return 0.0 if draft.final_text is None else edit_distance(chosen, draft.final_text)


def is_rejection(draft: Draft) -> bool:
    return draft.selected_index < 0 or not draft.candidates


def is_middling(distance: float, policy: Signals) -> bool:
    """Neither a light edit nor a heavy rewrite (C13): both bounds belong to the middle."""
    return policy.light_edit_below <= distance <= policy.heavy_rewrite_above


def classify(draft: Draft, earlier_uses: int, policy: Signals) -> Verdict:
    """The signal of one interaction and its weight (C14).

    `earlier_uses`: how often this skill was already used in this kind of scene with a middling
    edit. An author who keeps coming back to a skill that never quite pleases still prefers it
    for that scene (R29); a clear verdict on the text says more and goes first.
    """
    distance = measured_distance(draft)
    if is_rejection(draft):
        return Verdict(Signal.FULL_REJECT, policy.full_reject, distance)
    if distance == 0:
        return Verdict(Signal.DIRECT_ACCEPT, policy.direct_accept, distance)
    if distance < policy.light_edit_below:
        return Verdict(Signal.LIGHT_EDIT, policy.light_edit, distance)
    if distance > policy.heavy_rewrite_above:
        return Verdict(Signal.HEAVY_REWRITE, policy.heavy_rewrite, distance)
    if earlier_uses >= policy.repeat_from:
        counted = min(earlier_uses, policy.repeat_at_most)
        weight = policy.repeated_scene_skill * counted
        return Verdict(Signal.REPEATED_SCENE_SKILL, weight, distance)
    return Verdict(Signal.NEUTRAL, 0.0, distance)
