"""Implicit feedback in an author's act: choosing, editing, rejecting, undoing."""

from __future__ import annotations

from rapidfuzz.distance import Levenshtein

from mohen.episodes.model import Draft, Signal, Verdict
from mohen.episodes.policy import Signals


def edit_distance(before: str, after: str) -> float:
    """Levenshtein distance over code points divided by the longer length: 0 same, 1 all new."""
    return float(Levenshtein.normalized_distance(before, after))


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
