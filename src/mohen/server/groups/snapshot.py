"""The snapshot, and the files of a workspace."""

from __future__ import annotations

from typing import Any

from mohen.server.channel import Channel, Desk
from mohen.server.schemas import snapshot
from mohen.server.wire import Wire


def _snapshot(desk: Desk, asked: snapshot.SnapshotPayload) -> Wire:
    return snapshot.SnapshotData.of(desk.memory.snapshot.current(asked.project_id))


def _files(desk: Desk, asked: snapshot.FilesPayload) -> Wire:
    return snapshot.FilesData.of(desk.memory.snapshot.write_files(asked.project_id))


def _validate(desk: Desk, asked: snapshot.ValidatePayload) -> Wire:
    found = desk.memory.snapshot.validate(asked.project_id, repair=asked.repair)
    return snapshot.ValidateData.of(found)


TABLE: tuple[Channel[Any], ...] = (
    Channel(
        "knowledge:snapshot",
        "The snapshot that goes into every conversation: about 2,000 tokens, relevance-free, "
        "byte-stable.",
        snapshot.SnapshotPayload,
        snapshot.SnapshotData,
        _snapshot,
    ),
    Channel(
        "knowledge:files",
        "Take in what a person changed in the workspace's files, then write them anew.",
        snapshot.FilesPayload,
        snapshot.FilesData,
        _files,
        in_order=True,
        timeout=lambda policy: policy.doors.timeout_max_ms,
    ),
    Channel(
        "knowledge:validate",
        "Whether a memory is whole: rows, index, files; with `repair`, put right what can be.",
        snapshot.ValidatePayload,
        snapshot.ValidateData,
        _validate,
        in_order=True,
        timeout=lambda policy: policy.doors.timeout_max_ms,
    ),
)
