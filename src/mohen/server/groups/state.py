"""How the memory is, and what keeps it well."""

from __future__ import annotations

from typing import Any

import mohen
from mohen.server.channel import Channel, Desk, Push
from mohen.server.schemas import common, state
from mohen.server.wire import Wire


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


TABLE: tuple[Channel[Any], ...] = (
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

PUSHES = (
    Push("memory:alert", "Something broke, or works again.", state.AlertData),
    Push("memory:index:progress", "How far a rebuild has come.", state.IndexProgress),
)
