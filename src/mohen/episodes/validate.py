"""Validates a reported interaction: says which field is wrong, and what it should be."""

from __future__ import annotations

from dataclasses import replace
from math import isfinite

from mohen.core.validation import check_characters, check_id, check_ids, check_moments
from mohen.episodes.model import Draft
from mohen.episodes.policy import Recording
from mohen.errors import InvalidArgument


def check(draft: Draft, policy: Recording) -> Draft:
    """The draft in canonical form, or `InvalidArgument` with the field's wire name."""
    _check_ids(draft, policy)
    _check_texts(draft, policy)
    _check_choice(draft)
    _check_numbers(draft, policy)
    return replace(
        draft,
        selected_index=-1 if not draft.candidates else draft.selected_index,
        importance=_importance(draft, policy),
        explicit=(draft.explicit or "").strip() or None,
    )


def _check_ids(draft: Draft, policy: Recording) -> None:
    check_id("projectId", draft.project_id, policy)
    check_id("skillUsed", draft.skill_used, policy)
    check_ids(
        policy,
        chapterId=draft.chapter_id,
        sceneType=draft.scene_type,
        generationId=draft.generation_id,
    )


def _check_texts(draft: Draft, policy: Recording) -> None:
    if len(draft.candidates) > policy.candidates_max:
        raise InvalidArgument(
            f"candidates holds more than {policy.candidates_max}", field="candidates"
        )
    texts = [
        ("inputContext", draft.input_context),
        ("finalText", draft.final_text),
        ("explicit", draft.explicit),
        *((f"candidates.{i}", text) for i, text in enumerate(draft.candidates)),
    ]
    for field, text in texts:
        if text is None:
            continue
        if len(text) > policy.text_chars_max:
            raise InvalidArgument(
                f"{field} is longer than {policy.text_chars_max} characters", field=field
            )
        check_characters(field, text)


def _check_choice(draft: Draft) -> None:
    chosen = draft.selected_index
    if chosen < -1 or (draft.candidates and chosen >= len(draft.candidates)):
        raise InvalidArgument(
            "selectedIndex must be the place of a candidate, or -1 for none", field="selectedIndex"
        )


def _check_numbers(draft: Draft, policy: Recording) -> None:
    distance = draft.edit_distance
    if distance is not None and not (isfinite(distance) and 0 <= distance <= 1):
        raise InvalidArgument("editDistance must lie between 0 and 1", field="editDistance")
    if draft.importance is not None and not isfinite(draft.importance):
        raise InvalidArgument("importance must be a number", field="importance")
    check_moments(policy, responseTimeMs=draft.response_time_ms, timestamp=draft.timestamp)


def _importance(draft: Draft, policy: Recording) -> float:
    """Clamped rather than refused: it is a hint (edge: Record)."""
    if draft.importance is None:
        return policy.default_importance
    return min(1.0, max(0.0, draft.importance))
