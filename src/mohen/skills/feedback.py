"""What an author's response to an offer means: which candidate, and how much was said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from mohen.core import settings
from mohen.core.database import Tx
from mohen.core.settings_model import Settings
from mohen.episodes import record, signals, validate
from mohen.episodes.model import Draft, Episode, Signal, State
from mohen.episodes.policy import Signals
from mohen.errors import (
    Conflict,
    EpisodeWriteFailed,
    InvalidArgument,
    NotFound,
    ScopeDenied,
    StoreError,
)
from mohen.rules import label_learning
from mohen.rules.model import Action
from mohen.skills.model import Answered, Offer, Response
from mohen.text import redact

if TYPE_CHECKING:
    from mohen.parts import Parts


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
        distances = [signals.edit_distance(each, final) for each in candidates]
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


# -- What the author did with what a skill wrote (R162, R163, C84).


NOWHERE = "-"
"""Stands for no project in a draft that is checked and not kept."""


# -- opening, and giving up


def open(parts: Parts, offer: Offer) -> Episode:
    """The episode of a run, before anybody has answered. Raises `EpisodeWriteFailed` or
    `CapacityExceeded`."""
    draft = validate.check(_draft(offer), parts.policy.recording)
    try:
        rules = settings.load(parts)
        waiting = replace(
            record.compose(parts, draft, rules),
            state=State.OPEN,
            selected_index=None,
            scene_inferred=offer.scene_inferred,
        )
        seq = parts.episodes_db.write(lambda tx: _insert(parts, tx, waiting)).value
    except StoreError as error:
        raise EpisodeWriteFailed.because(error, what="the episode") from error
    return replace(waiting, seq=seq)


def _insert(parts: Parts, tx: Tx, episode: Episode) -> int:
    return parts.episodes.insert(tx, record.make_room(parts, tx, episode), episode)


def abandon(parts: Parts, episode_ids: Sequence[str]) -> int:
    """Close those of them that nobody answered; answers how many (C84)."""
    if not episode_ids:
        return 0
    return parts.episodes_db.write(lambda tx: parts.retention.abandon_these(tx, episode_ids)).value


# -- answering


def respond(
    parts: Parts, run_id: str, response: Response, *, project_id: str | None = None
) -> Answered:
    """Learn from the label, then close the episode. A label of the same run counts once, so if
    the second part fails, the whole can be tried again."""
    validate.check_ids(parts.policy.recording, runId=run_id, projectId=project_id)
    try:
        offer, waiting = _found(parts, run_id, project_id)
        offered = offer.candidates if waiting is None else waiting.lengths.candidates
        made = choice(response, len(offered), offer.candidates)
        rules = settings.load(parts)
        draft = _answered(parts, rules, offer, response, made)
        learned = label_learning.ingest(
            parts,
            response.action,
            response.evidence_ref,
            skill_id=offer.skill_id,
            project_id=offer.project_id,
            run_id=run_id,
        )
        if offer.project_id is None:
            return Answered(learned)
        closed = _close(parts, rules, draft, waiting, response.action, made)
    except StoreError as error:
        raise EpisodeWriteFailed.because(error, what="the answer") from error
    parts.running.remember(replace(offer, episode_id=closed.id), parts.policy)
    return Answered(learned, closed.id, closed.signal)


def _found(parts: Parts, run_id: str, project_id: str | None) -> tuple[Offer, Episode | None]:
    """What was offered, and the episode that waits for the answer; None where none was opened."""
    if parts.running.live(run_id) is not None:
        raise Conflict("the run is not finished yet: wait for it, or cancel it")
    offer = parts.running.offered(run_id, parts.clock.now(), parts.policy) or _kept(parts, run_id)
    if offer is None:
        raise NotFound("no such run: it failed, was cancelled or never began", field="runId")
    if project_id is not None and offer.project_id != project_id:
        raise ScopeDenied("the run belongs to another project")
    if offer.episode_id is None:
        if offer.project_id is None and parts.feedback.heard(run_id):
            raise Conflict("the run was answered already")
        return offer, None
    waiting = _waiting(parts.episodes.get(id=offer.episode_id))
    if not offer.candidates:
        offer = replace(
            offer,
            chapter_id=waiting.chapter_id,
            input_context=waiting.texts.input_context,
            candidates=waiting.texts.candidates,
            masked=True,
        )
    return offer, waiting


def _kept(parts: Parts, run_id: str) -> Offer | None:
    """As its trace tells it: after a restart, or in another process."""
    trace = parts.generations.by_run(run_id)
    if trace is None or (trace.episode_id is None and trace.project_id is not None):
        return None
    return Offer(
        run_id=run_id,
        project_id=trace.project_id,
        skill_id=trace.skill_id,
        generation_id=trace.id,
        at=trace.at,
        scene_type=trace.scene_type,
        episode_id=trace.episode_id,
    )


def _waiting(found: Sequence[Episode]) -> Episode:
    """The one that waits. One that was given up may still be answered while its text is there:
    better late than not at all."""
    if not found:
        raise NotFound("the run's episode was deleted", field="runId")
    episode = found[0]
    if episode.state is State.CLOSED or episode.compressed:
        raise Conflict("the run was answered already, or too long ago")
    return episode


# -- closing


def _draft(offer: Offer) -> Draft:
    return Draft(
        project_id=offer.project_id or NOWHERE,
        skill_used=offer.skill_id,
        input_context=offer.input_context,
        candidates=offer.candidates,
        selected_index=NONE,
        scene_type=offer.scene_type,
        chapter_id=offer.chapter_id,
        generation_id=offer.generation_id,
        timestamp=offer.at,
    )


def _answered(
    parts: Parts, rules: Settings, offer: Offer, response: Response, made: Choice
) -> Draft:
    """The whole interaction, as if it were recorded now."""
    draft = replace(
        _draft(offer),
        selected_index=NONE if made.selected is None else made.selected,
        final_text=made.final_text,
        explicit=response.explicit,
        response_time_ms=response.response_time_ms,
    )
    draft = validate.check(draft, parts.policy.recording)
    if not (offer.masked and draft.final_text and rules.redact_names):
        return draft
    # Beside masked candidates an unmasked name would look like an edit.
    key, bounds = settings.redaction_key(parts), parts.policy.settings
    final = redact.mask(draft.final_text, rules.redact_names, key, bounds)
    return replace(draft, final_text=final)


def _close(
    parts: Parts,
    rules: Settings,
    draft: Draft,
    waiting: Episode | None,
    action: Action,
    made: Choice,
) -> Episode:
    if waiting is not None and waiting.private:  # and so it stays
        rules = replace(rules, privacy_mode_enabled=True)
    episode = record.compose(parts, draft, rules)
    if waiting is not None:
        episode = replace(
            episode,
            id=waiting.id,
            scene_type=waiting.scene_type,
            scene_inferred=waiting.scene_inferred,
            lengths=replace(episode.lengths, candidates=waiting.lengths.candidates),
        )
    if made.selected is None or not draft.candidates:
        signal, weight, distance = by_act(action, made, parts.policy.signals)
        episode = replace(
            episode,
            selected_index=made.selected,
            signal=signal,
            weight=weight,
            edit_distance=distance,
        )
        draft = replace(draft, candidates=(), selected_index=NONE)
    return record.keep(
        parts, draft, episode, before=lambda tx: _take_out(parts, tx, waiting)
    ).episode


def _take_out(parts: Parts, tx: Tx, waiting: Episode | None) -> None:
    """Somebody else may have answered meanwhile."""
    if waiting is not None:
        found = parts.episodes.find(tx, id=waiting.id, generation=None)
        parts.episodes.withdraw(tx, _waiting(found))
