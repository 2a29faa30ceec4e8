"""The channel table: every name on the wire, its shapes, and the door of the memory it opens.

One source for the documentation, the JSON Schema and the panel's types. Handlers hold no logic.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

import mohen
from mohen.memory import Memory
from mohen.server.schemas import common, episodes, recall, record, settings, state
from mohen.server.wire import Wire

P = TypeVar("P", bound=Wire)


class Cancel(Protocol):
    def __call__(self, request: str | int) -> bool:
        """Cancel a running request of the same caller; False if there is none."""
        ...


@dataclass(frozen=True, slots=True)
class Desk:
    """What a handler may reach: the memory, and the caller's own other requests."""

    memory: Memory
    cancel: Cancel


@dataclass(frozen=True, slots=True)
class Channel(Generic[P]):
    name: str
    summary: str
    payload: type[P]
    data: type[Wire]
    handle: Callable[[Desk, P], Wire]
    in_order: bool = False  # writes of one project are done in the order they were called


@dataclass(frozen=True, slots=True)
class Push:
    name: str
    summary: str
    data: type[Wire]


def _record(desk: Desk, asked: record.RecordPayload) -> Wire:
    return record.RecordData.of(desk.memory.episodes.record(asked.draft()))


def _undo(desk: Desk, asked: record.UndoPayload) -> Wire:
    return record.UndoData.of(
        desk.memory.episodes.undo(
            asked.project_id, episode_id=asked.episode_id, generation_id=asked.generation_id
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


def _settings_get(desk: Desk, _asked: common.Nothing) -> Wire:
    return settings.SettingsData.of(desk.memory.settings.get())


def _settings_update(desk: Desk, asked: settings.SettingsPatch) -> Wire:
    return settings.SettingsData.of(desk.memory.settings.update(**asked.patch()))


def _status(desk: Desk, asked: state.StatusPayload) -> Wire:
    return state.StatusData.of(desk.memory.status(asked.project_id), mohen.__version__)


def _doctor(desk: Desk, asked: state.DoctorPayload) -> Wire:
    mended = desk.memory.mend() if asked.mend else []
    checks = [state.CheckData.of(each) for each in desk.memory.doctor()]
    return state.DoctorData(
        healthy=all(each.finding == "ok" for each in checks),
        mended=[common.Bilingual.of(each) for each in mended],
        checks=checks,
    )


def _rebuild(desk: Desk, _asked: common.Nothing) -> Wire:
    def progress(stage: str, done: int, total: int) -> None:
        told = state.IndexProgress.model_validate({"stage": stage, "done": done, "total": total})
        desk.memory.push("memory:index:progress", told.plain())

    words, vectors = desk.memory.index.rebuild(progress)
    return state.RebuildData(words=words, vectors=vectors)


def _cancel(desk: Desk, asked: state.CancelPayload) -> Wire:
    return state.CancelData(canceled=desk.cancel(asked.id))


_TABLE: tuple[Channel[Any], ...] = (
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
        "An accepted suggestion was taken back: the heaviest signal. Name the episode or its "
        "generation.",
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
    Channel(
        "memory:settings:get",
        "The settings in force.",
        common.Nothing,
        settings.SettingsData,
        _settings_get,
    ),
    Channel(
        "memory:settings:update",
        "Change some settings; answers with all of them.",
        settings.SettingsPatch,
        settings.SettingsData,
        _settings_update,
        in_order=True,
    ),
    Channel(
        "memory:status",
        "How much is remembered, what is broken, what wants attention.",
        state.StatusPayload,
        state.StatusData,
        _status,
    ),
    Channel(
        "memory:doctor",
        "Every check of files, index and embedder, with its cure; can mend.",
        state.DoctorPayload,
        state.DoctorData,
        _doctor,
    ),
    Channel(
        "memory:index:rebuild",
        "Make full-text terms and vectors anew from the episodes.",
        common.Nothing,
        state.RebuildData,
        _rebuild,
    ),
    Channel(
        "request:cancel",
        "Cancel a running request of the same caller. What has not begun never begins.",
        state.CancelPayload,
        state.CancelData,
        _cancel,
    ),
)

CHANNELS = {each.name: each for each in _TABLE}

PUSHES = (
    Push("memory:alert", "Something broke, or works again.", state.AlertData),
    Push("memory:index:progress", "How far a rebuild has come.", state.IndexProgress),
)
