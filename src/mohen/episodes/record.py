"""An interaction becomes an episode: judged, masked, given room, written, made findable.

When this returns, the episode is on disk and can be found by its words. Meaning and measured
differences follow in the background, where they cost the author nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from mohen.core import health, paging, settings
from mohen.core.database import Tx
from mohen.core.degradation import Reason
from mohen.core.scope import Scope
from mohen.core.settings_model import Settings
from mohen.core.write_lane import Written
from mohen.episodes import compress, decay, embed, eviction, measure, signals, validate
from mohen.episodes.model import (
    Draft,
    Episode,
    Filter,
    Lengths,
    Page,
    Recorded,
    Signal,
    State,
    Texts,
    Vitals,
    searchable,
)
from mohen.episodes.style_evidence import Evidence
from mohen.errors import (
    CapacityExceeded,
    Conflict,
    EpisodeWriteFailed,
    InvalidArgument,
    NotFound,
    ScopeDenied,
    StoreError,
)
from mohen.prompts import provenance, self_output
from mohen.text import redact, scenes, terms

if TYPE_CHECKING:
    from mohen.parts import Parts


T = TypeVar("T")

_MIDDLING = (Signal.NEUTRAL, Signal.REPEATED_SCENE_SKILL)


def record(parts: Parts, draft: Draft, *, evidence: Evidence | None = None) -> Recorded:
    """`evidence`: what it proves, where that is not to be measured on its texts."""
    draft = self_output.unechoed(parts, validate.check(draft, parts.policy.recording))
    try:
        episode = compose(parts, draft, settings.load(parts))
        return keep(parts, draft, episode, evidence=evidence)
    except StoreError as error:
        raise EpisodeWriteFailed.because(error, what="the episode") from error


def keep(
    parts: Parts,
    draft: Draft,
    episode: Episode,
    *,
    evidence: Evidence | None = None,
    before: Callable[[Tx], object] = lambda _tx: None,
) -> Recorded:
    """Write an interaction that was answered, and learn from it when there is time. `before` is
    done first, in the same transaction."""
    if evidence is None and episode.private:
        evidence = measure.of(parts, draft)
    words = _words(episode)

    def write(tx: Tx) -> tuple[Episode, bool]:
        before(tx)
        return _write(parts, tx, draft, episode, evidence, words)

    written = _written(parts, write)
    kept, indexed = written.value
    _afterwards(parts, kept.project_id, indexed=indexed)
    if draft.generation_id is not None:
        parts.jobs.submit("trace", lambda: _explained(parts, draft, kept.id), once=False)
    return Recorded(kept, written.retries)


def _explained(parts: Parts, draft: Draft, episode_id: str) -> None:
    """Its trace, if a prompt of ours led to it, learns what came of it."""
    taken = [] if signals.is_rejection(draft) else [draft.candidates[draft.selected_index]]
    provenance.complete(
        parts,
        draft.generation_id or "",
        taken or draft.candidates,
        project_id=draft.project_id,
        episode_id=episode_id,
        text=draft.input_context,
    )


def settle(parts: Parts, project_id: str, left: Sequence[Draft], *, around: str) -> list[Episode]:
    """What a session leaves behind (R10), all of it or nothing: words about the text, with no
    suggestion to judge by them. `around` is the text they were said at, to guess the scene by."""
    checked = [validate.check(each, parts.policy.recording) for each in left]
    try:
        rules = settings.load(parts)
        made = [_aside(parts, each, rules, around) for each in checked]
        kept = _written(parts, lambda tx: [_write(parts, tx, *each) for each in made]).value
    except StoreError as error:
        raise EpisodeWriteFailed.because(error, what="what the session left") from error
    _afterwards(parts, project_id, indexed=all(indexed for _, indexed in kept))
    return [episode for episode, _ in kept]


def _aside(
    parts: Parts, draft: Draft, rules: Settings, around: str
) -> tuple[Draft, Episode, Evidence | None, str]:
    episode = replace(compose(parts, draft, rules), signal=Signal.NEUTRAL)
    if episode.scene_inferred and around:
        episode = replace(episode, scene_type=scenes.infer(around, parts.policy.scenes))
    evidence = measure.of(parts, draft) if episode.private else None
    return draft, episode, evidence, _words(episode)


def _words(episode: Episode) -> str:
    return " ".join(terms.expand(searchable(episode.texts)))


def _afterwards(parts: Parts, project_id: str, *, indexed: bool) -> None:
    if not indexed:
        parts.health.settle("words", [health.INDEX_BROKEN], among=[Reason.INDEX_UNAVAILABLE])
    policy = parts.policy.vectors
    parts.jobs.submit(
        "follow up",
        lambda: _follow_up(parts),
        after_ms=policy.embed_delay_ms,
        at_most_ms=policy.embed_at_most_ms,
    )
    from mohen.rules import triggers

    triggers.after_record(parts, project_id)


def _written(parts: Parts, work: Callable[[Tx], T]) -> Written[T]:
    """Write, and once more without words if a damaged full-text table may have spoiled the
    commit: an episode is worth more than its index (R93)."""
    try:
        return parts.episodes_db.write(work)
    except StoreError as error:
        if error.reason not in ("corrupt", "failed"):
            raise
        parts.index.leave_words_out()
        return parts.episodes_db.write(work)


def _follow_up(parts: Parts) -> None:
    """What the author does not wait for."""
    embed.catch_up(parts)
    measure.catch_up(parts)


def compose(parts: Parts, draft: Draft, rules: Settings) -> Episode:
    """The episode as it will be kept; the verdict is added under the lane's eyes."""
    now = parts.clock.now()
    made = now if draft.timestamp is None else draft.timestamp
    vitals = Vitals(
        timestamp=made,
        importance=draft.importance or 0.0,
        core_setting=draft.core_setting,
    )
    final = _final_text(draft)
    scene = draft.scene_type and scenes.canonical(draft.scene_type)
    return Episode(
        id=parts.ids.new("ep"),
        project_id=draft.project_id,
        skill_used=draft.skill_used.strip(),
        scene_type=scene or scenes.infer(final or draft.input_context, parts.policy.scenes),
        scene_inferred=scene is None,
        state=State.CLOSED,
        recorded_at=now,
        vitals=vitals,
        strength=decay.strength(vitals, now, parts.policy.decay),
        lengths=Lengths(
            len(draft.input_context),
            tuple(len(each) for each in draft.candidates),
            None if final is None else len(final),
        ),
        texts=_kept_texts(parts, draft, rules),
        selected_index=draft.selected_index,
        signal=None,
        weight=0.0,
        edit_distance=None,
        chapter_id=draft.chapter_id,
        generation_id=draft.generation_id,
        response_time_ms=draft.response_time_ms,
        user_confirmed=draft.user_confirmed,
        private=rules.privacy_mode_enabled,
    )


def _final_text(draft: Draft) -> str | None:
    """What stands in the manuscript: the author's text, or the candidate as it was."""
    if draft.final_text is not None or signals.is_rejection(draft):
        return draft.final_text
    return draft.candidates[draft.selected_index]


def _kept_texts(parts: Parts, draft: Draft, rules: Settings) -> Texts:
    if rules.privacy_mode_enabled:
        return Texts()  # signal, scene, lengths and measured differences only (C95)
    texts = Texts(
        input_context=draft.input_context,
        candidates=draft.candidates,
        final_text=_final_text(draft),
        explicit=draft.explicit,
    )
    if not rules.redact_names:
        return texts
    key = settings.redaction_key(parts)
    return redact.mask_texts(texts, rules.redact_names, key, parts.policy.settings)


# -- inside the lane


def _write(
    parts: Parts, tx: Tx, draft: Draft, episode: Episode, evidence: Evidence | None, words: str
) -> tuple[Episode, bool]:
    """The episode with its number, and whether it can be found by its words. One that carries a
    signal already is not judged."""
    project = make_room(parts, tx, episode)
    if episode.signal is None:
        episode = _judge(parts, tx, project, draft, episode)
    seq = parts.episodes.insert(tx, project, episode)
    if evidence is not None:
        parts.episodes.put_evidence(tx, [(seq, evidence.to_json())])
    indexed = episode.private or parts.index.add_words(tx, seq, project, words)
    return replace(episode, seq=seq), indexed


def _judge(parts: Parts, tx: Tx, project: int, draft: Draft, episode: Episode) -> Episode:
    policy = parts.policy.signals
    distance = signals.measured_distance(draft)
    earlier = 0
    if signals.is_middling(distance, policy):
        earlier = parts.episodes.earlier_uses(
            tx, project, episode.scene_type, episode.skill_used, _MIDDLING, policy.repeat_at_most
        )
    verdict = signals.classify(replace(draft, edit_distance=distance), earlier, policy)
    return replace(
        episode,
        signal=verdict.signal,
        weight=verdict.weight,
        edit_distance=verdict.edit_distance,
    )


def make_room(parts: Parts, tx: Tx, episode: Episode) -> int:
    """The synchronous capacity check (R103): compress what must go, or refuse the write.
    Answers the project's number."""
    project = parts.episodes.project(tx, episode.project_id)
    _reclaim(parts, tx, project, episode.recorded_at)
    return project


def _reclaim(parts: Parts, tx: Tx, project: int, now: int) -> None:
    policy = parts.policy.capacity
    active, compressed = parts.episodes.room(tx, project)
    missing = eviction.shortage(active, policy)
    if missing == 0:
        return
    expired = parts.episodes.expired(
        tx, project, eviction.expired_before(now, policy), max(missing, policy.reclaim_batch)
    )
    coldest = parts.episodes.coldest(tx, project, missing + len(expired))
    plan = eviction.plan(
        active=active,
        compressed=compressed,
        expired=[eviction.Candidate(*each) for each in expired],
        coldest=[eviction.Candidate(*each) for each in coldest],
        policy=policy,
    )
    if not plan.fits:
        raise CapacityExceeded(
            f"the project holds {active} episodes, its cap, and all are confirmed or core "
            "settings: unconfirm or delete some, or raise the cap",
            active=active,
            cap=policy.active_per_project,
        )
    compress.compress(parts, tx, project, plan.compress)
    if plan.purge_digests:
        parts.episodes.purge_digests(tx, project, plan.purge_digests)


# -- Looking at episodes one by one or by the page.


def get(parts: Parts, project_id: str, episode_id: str) -> Episode:
    validate.check_ids(parts.policy.recording, projectId=project_id, episodeId=episode_id)
    found = own(Scope(project_id), parts.episodes.get(id=episode_id))
    if not found:
        raise NotFound("no such episode", field="episodeId")
    return found[0]


def own(scope: Scope, found: list[Episode]) -> list[Episode]:
    """The project's own of what was found; only others' means the door is shut (C92)."""
    mine = [each for each in found if each.project_id == scope.project_id]
    if found and not mine:
        raise ScopeDenied("the item belongs to another project")
    return mine


def list_page(
    parts: Parts,
    project_id: str,
    wanted: Filter,
    *,
    before: tuple[int, int] | None = None,
    limit: int | None = None,
) -> Page:
    validate.check_ids(
        parts.policy.recording,
        projectId=project_id,
        sceneType=wanted.scene_type,
        skillUsed=wanted.skill_used,
        chapterId=wanted.chapter_id,
    )
    validate.check_moments(parts.policy.recording, since=wanted.since, until=wanted.until)
    bounds = parts.policy.paging
    size = paging.size(limit, default=bounds.list_default, most=bounds.list_max)
    if wanted.scene_type is not None:
        wanted = replace(wanted, scene_type=scenes.canonical(wanted.scene_type))
    return parts.episodes.page(Scope(project_id), wanted, before=before, limit=size)


# -- The author takes an accepted suggestion back: the heaviest verdict there is (R28, R33).


def undo(
    parts: Parts,
    project_id: str,
    *,
    episode_id: str | None = None,
    generation_id: str | None = None,
    run_id: str | None = None,
) -> Recorded:
    """Found by episode, generation or run at any later time (C15, C70). Undoing twice changes
    nothing: the first time stands."""
    if len([each for each in (episode_id, generation_id, run_id) if each is not None]) != 1:
        raise InvalidArgument(
            "name exactly one of episodeId, generationId and runId", field="episodeId"
        )
    validate.check_ids(
        parts.policy.recording,
        projectId=project_id,
        episodeId=episode_id,
        generationId=generation_id,
        runId=run_id,
    )
    if run_id is not None:
        generation_id = _generation_of(parts, run_id)
    try:
        written = parts.episodes_db.write(
            lambda tx: _undo(parts, tx, Scope(project_id), episode_id, generation_id)
        )
    except StoreError as error:
        raise EpisodeWriteFailed.because(error, what="the undo") from error
    from mohen.rules import triggers

    triggers.after_record(parts, project_id)
    return Recorded(written.value, written.retries)


def _generation_of(parts: Parts, run_id: str) -> str:
    held = parts.running.offered(run_id, parts.clock.now(), parts.policy)
    if held is not None:
        return held.generation_id
    kept = parts.generations.by_run(run_id)
    if kept is None:
        raise NotFound("no such run", field="runId")
    return kept.id


def _undo(
    parts: Parts, tx: Tx, scope: Scope, episode_id: str | None, generation_id: str | None
) -> Episode:
    found = parts.episodes.find(tx, id=episode_id, generation=generation_id)
    episode = _accepted(own(scope, found))
    if episode.undone_at is not None:
        return episode
    now = parts.clock.now()
    latency = max(0, now - episode.timestamp)
    weight = parts.policy.signals.undo_after_accept
    parts.episodes.mark_undone(
        tx,
        episode.seq,
        signal=Signal.UNDO_AFTER_ACCEPT,
        weight=weight,
        at=now,
        latency_ms=latency,
    )
    undone = replace(
        episode,
        signal=Signal.UNDO_AFTER_ACCEPT,
        weight=weight,
        undone_at=now,
        undo_latency_ms=latency,
        version=episode.version + 1,
    )
    if episode.compressed:
        compress.rewrite(parts, tx, undone)
    return undone


def _accepted(found: list[Episode]) -> Episode:
    """The newest that was accepted; only what was accepted can be taken back."""
    if not found:
        raise NotFound("no such episode in this project", field="episodeId")
    for episode in found:
        if episode.state is State.CLOSED and (episode.selected_index or 0) >= 0:
            return episode
    raise Conflict("nothing of this episode was accepted, so there is nothing to undo")
