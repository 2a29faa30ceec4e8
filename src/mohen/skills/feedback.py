"""What an author's response to an offer means: which candidate, and how much was said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from mohen.core import validation
from mohen.core.scope import Scope, refuse_strangers
from mohen.core.values import dataclass
from mohen.episodes import signals, validate
from mohen.episodes.model import Draft, Episode, Signal, State
from mohen.errors import (
    Conflict,
    EpisodeWriteFailed,
    InvalidArgument,
    NotFound,
    StoreError,
)
from mohen.rules.model import Action
from mohen.skills.model import Answered, Offer, Response
from mohen.text import redact

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx
    from mohen.core.ports import Clock
    from mohen.core.settings import UserSettings
    from mohen.core.settings_model import Settings
    from mohen.episodes.policy import Signals
    from mohen.episodes.record import Episodes
    from mohen.episodes.retention_store import RetentionStore
    from mohen.episodes.store import EpisodeStore
    from mohen.policy import Policy
    from mohen.prompts.store import TraceStore
    from mohen.rules.label_learning import LabelLearning
    from mohen.rules.label_store import LabelStore
    from mohen.skills.running import Running


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


def judged(offer: Offer, made: Choice, seen: Sequence[int] | None) -> tuple[Offer, Choice]:
    """What was chosen from: not what came after the choice, nor what ends in the middle, unless it
    was taken. Nobody has refused those."""
    if not offer.candidates:
        return offer, made  # nothing is known of them any more
    kept = [
        at
        for at in range(len(offer.candidates))
        if at == made.selected or (at not in offer.cut and (seen is None or at in seen))
    ] or [*range(len(offer.candidates))]
    chosen = tuple(offer.candidates[at] for at in kept)
    at = made.selected
    selected = at if at is None or at == NONE else kept.index(at)
    return replace(offer, candidates=chosen, cut=()), replace(made, selected=selected)


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


class SkillFeedback:
    """Takes in what the author did with what a skill wrote."""

    def __init__(
        self,
        *,
        clock: Clock,
        episode_store: EpisodeStore,
        episodes: Episodes,
        episodes_db: Database,
        label_learning: LabelLearning,
        label_store: LabelStore,
        policy: Policy,
        retention_store: RetentionStore,
        running: Running,
        settings: UserSettings,
        trace_store: TraceStore,
    ) -> None:
        self._clock = clock
        self._episode_store = episode_store
        self._episodes = episodes
        self._episodes_db = episodes_db
        self._label_learning = label_learning
        self._label_store = label_store
        self._policy = policy
        self._retention_store = retention_store
        self._running = running
        self._settings = settings
        self._trace_store = trace_store

    def said_before(self, project_id: str | None) -> list[str]:
        """What the latest runs of a project offered, as far as it is known; none where memory
        cannot be read, since a run must not fail because of that."""
        held = self._running.texts(project_id, self._clock.now(), self._policy)
        if project_id is None:
            return held
        try:
            most = self._policy.runs.remembered
            latest = self._episode_store.latest(Scope(project_id), most, answered=False)
        except StoreError:
            return held
        kept = (text for each in latest for text in (*each.texts.candidates, each.texts.final_text))
        return [*dict.fromkeys([*held, *filter(None, kept)])]

    # -- opening, and giving up

    def open(self, offer: Offer, *, instead_of: Episode | None = None) -> Episode:
        """The episode of a run, before anybody has answered, with what can be judged of it;
        `instead_of` one that was opened before more was written. Raises `EpisodeWriteFailed` or
        `CapacityExceeded`."""
        whole = replace(offer, candidates=offer.whole)
        draft = validate.check(_draft(whole), self._policy.recording)
        try:
            rules = self._settings.get()
            waiting = replace(
                self._episodes.compose(draft, rules),
                state=State.OPEN,
                selected_index=None,
                scene_inferred=offer.scene_inferred,
            )
            if instead_of is not None:
                waiting = replace(waiting, id=instead_of.id)

            def write(tx: Tx) -> int:
                there = instead_of and self._episode_store.find(
                    tx, id=instead_of.id, generation=None
                )
                for each in there or ():  # unless it was forgotten meanwhile
                    self._episode_store.withdraw(tx, each)
                return self._insert(tx, waiting)

            seq = self._episodes_db.write(write).value
        except StoreError as error:
            raise EpisodeWriteFailed.because(error, what="the episode") from error
        return replace(waiting, seq=seq)

    def _insert(self, tx: Tx, episode: Episode) -> int:
        return self._episode_store.insert(tx, self._episodes.make_room(tx, episode), episode)

    def abandon(self, episode_ids: Sequence[str]) -> int:
        """Close those of them that nobody answered; answers how many (C84)."""
        if not episode_ids:
            return 0
        return self._episodes_db.write(
            lambda tx: self._retention_store.abandon_these(tx, episode_ids)
        ).value

    # -- answering

    def respond(
        self, run_id: str, response: Response, *, project_id: str | None = None
    ) -> Answered:
        """Learn from the label, then close the episode. A label of the same run counts once, so if
        the second part fails, the whole can be tried again."""
        validation.check_ids(self._policy.recording, runId=run_id, projectId=project_id)
        try:
            offer, waiting = self._found(run_id, project_id)
            offered = len(offer.candidates)
            if not offered and waiting is not None:
                offered = len(waiting.lengths.candidates)
            made = choice(response, offered, offer.candidates)
            offer, made = judged(offer, made, response.seen)
            rules = self._settings.get()
            draft = self._answered(rules, offer, response, made)
            learned = self._label_learning.ingest(
                response.action,
                response.evidence_ref,
                skill_id=offer.skill_id,
                project_id=offer.project_id,
                run_id=run_id,
            )
            if response.evidence_ref is None:
                learned = replace(learned, ignored=None)  # there was no label to be ignored
            if offer.project_id is None:
                return Answered(learned)
            closed = self._close(rules, draft, waiting, response.action, made)
        except StoreError as error:
            raise EpisodeWriteFailed.because(error, what="the answer") from error
        offer = replace(offer, episode_id=closed.id, result=None, answered=True)
        self._running.remember(offer, self._policy)
        return Answered(learned, closed.id, closed.signal)

    def _found(self, run_id: str, project_id: str | None) -> tuple[Offer, Episode | None]:
        """What was offered, and the episode that waits for the answer; None where none was
        opened."""
        if self._running.live(run_id) is not None:
            raise Conflict("the run is not finished yet: wait for it, or cancel it")
        offer = self._running.offered(run_id, self._clock.now(), self._policy) or self._kept(run_id)
        if offer is None:
            raise NotFound("no such run: it failed, was cancelled or never began", field="runId")
        refuse_strangers(offer.project_id, project_id)
        if offer.episode_id is None:
            if offer.project_id is None and self._label_store.heard(run_id):
                raise Conflict("the run was answered already")
            return offer, None
        waiting = _waiting(self._episode_store.get(id=offer.episode_id))
        if not offer.candidates:
            offer = replace(
                offer,
                chapter_id=waiting.chapter_id,
                input_context=waiting.texts.input_context,
                candidates=waiting.texts.candidates,
                masked=True,
            )
        return offer, waiting

    def _kept(self, run_id: str) -> Offer | None:
        """As its trace tells it: after a restart, or in another process."""
        trace = self._trace_store.by_run(run_id)
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

    def _answered(self, rules: Settings, offer: Offer, response: Response, made: Choice) -> Draft:
        """The whole interaction, as if it were recorded now."""
        draft = replace(
            _draft(offer),
            selected_index=NONE if made.selected is None else made.selected,
            final_text=made.final_text,
            explicit=response.explicit,
            response_time_ms=response.response_time_ms,
        )
        draft = validate.check(draft, self._policy.recording)
        if not (offer.masked and draft.final_text and rules.redact_names):
            return draft
        # Beside masked candidates an unmasked name would look like an edit.
        key, bounds = self._settings.redaction_key(), self._policy.settings
        final = redact.mask(draft.final_text, rules.redact_names, key, bounds)
        return replace(draft, final_text=final)

    def _close(
        self,
        rules: Settings,
        draft: Draft,
        waiting: Episode | None,
        action: Action,
        made: Choice,
    ) -> Episode:
        if waiting is not None and waiting.private:  # and so it stays
            rules = replace(rules, privacy_mode_enabled=True)
        episode = self._episodes.compose(draft, rules)
        if waiting is not None:
            episode = replace(
                episode,
                id=waiting.id,
                scene_type=waiting.scene_type,
                scene_inferred=waiting.scene_inferred,
            )
            measured = waiting.lengths.candidates
            if len(draft.candidates) in (0, len(measured)):  # masked, or not known any more
                episode = replace(episode, lengths=replace(episode.lengths, candidates=measured))
        if made.selected is None or not draft.candidates:
            signal, weight, distance = by_act(action, made, self._policy.signals)
            episode = replace(
                episode,
                selected_index=made.selected,
                signal=signal,
                weight=weight,
                edit_distance=distance,
            )
            draft = replace(draft, candidates=(), selected_index=NONE)
        return self._episodes.keep(
            draft, episode, before=lambda tx: self._take_out(tx, waiting)
        ).episode

    def _take_out(self, tx: Tx, waiting: Episode | None) -> None:
        """Somebody else may have answered meanwhile."""
        if waiting is not None:
            found = self._episode_store.find(tx, id=waiting.id, generation=None)
            self._episode_store.withdraw(tx, _waiting(found))


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
