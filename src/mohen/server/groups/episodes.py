"""Episodes: kept, undone, found, shown."""

from __future__ import annotations

from typing import Any

from mohen.server.channel import Channel, Desk
from mohen.server.schemas import episodes, recall, record
from mohen.server.wire import Wire


def _record(desk: Desk, asked: record.RecordPayload) -> Wire:
    return record.RecordData.of(desk.memory.episodes.record(asked.draft()))


def _undo(desk: Desk, asked: record.UndoPayload) -> Wire:
    return record.UndoData.of(
        desk.memory.episodes.undo(
            asked.project_id,
            episode_id=asked.episode_id,
            generation_id=asked.generation_id,
            run_id=asked.run_id,
        )
    )


def _query(desk: Desk, asked: recall.QueryPayload) -> Wire:
    return recall.QueryData.of(desk.memory.episodes.query(asked.question()))


def _get(desk: Desk, asked: episodes.GetPayload) -> Wire:
    return episodes.EpisodeData.of(desk.memory.episodes.get(asked.project_id, asked.episode_id))


def _list(desk: Desk, asked: episodes.ListPayload) -> Wire:
    return episodes.ListData.of(
        desk.memory.episodes.list(
            asked.project_id, asked.filter(), before=asked.before(), limit=asked.limit
        )
    )


TABLE: tuple[Channel[Any], ...] = (
    Channel(
        "memory:episode:record",
        "Keep one interaction with the AI. Answered when it is on disk and findable.",
        record.RecordPayload,
        record.RecordData,
        _record,
        in_order=True,
    ),
    Channel(
        "memory:episode:undo",
        "An accepted suggestion was taken back: the heaviest signal. Name the episode, its "
        "generation or its run.",
        record.UndoPayload,
        record.UndoData,
        _undo,
        in_order=True,
    ),
    Channel(
        "memory:episode:query",
        "The three to five past interactions that matter most here, each with its reason.",
        recall.QueryPayload,
        recall.QueryData,
        _query,
    ),
    Channel(
        "memory:episode:get",
        "One whole episode.",
        episodes.GetPayload,
        episodes.EpisodeData,
        _get,
    ),
    Channel(
        "memory:episode:list",
        "A page of episodes, newest first, by filters.",
        episodes.ListPayload,
        episodes.ListData,
        _list,
    ),
)
