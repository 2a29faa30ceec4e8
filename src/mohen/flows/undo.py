"""The author takes an accepted suggestion back: the heaviest verdict there is (R28, R33)."""

from __future__ import annotations

from dataclasses import replace

from mohen.errors import Conflict, EpisodeWriteFailed, InvalidArgument, NotFound, StoreError
from mohen.flows import browse, compress, watch
from mohen.flows.parts import Parts
from mohen.logic import drafts
from mohen.model.episode import Episode, Recorded, Signal, State
from mohen.model.scope import Scope
from mohen.store.sqlite import Tx


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
    drafts.check_ids(
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
    watch.after_record(parts, project_id)
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
    episode = _accepted(browse.own(scope, found))
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
