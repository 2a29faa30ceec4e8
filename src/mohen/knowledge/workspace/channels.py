"""Channels of the snapshot, of a workspace's files, and of what is wrong with either."""

from __future__ import annotations

from typing import Annotated

from mohen.knowledge.agents.model import Host
from mohen.knowledge.consolidation.model import Change
from mohen.knowledge.workspace.model import Defect, Kept, Projected, Trouble, Validation
from mohen.server.channels import Channel
from mohen.server.shapes import At, Milliseconds, Wire, filled


class SnapshotPayload(Wire):
    project_id: Annotated[str | None, "absent: of what is global"] = None
    host: Annotated[
        Host | None, "of who reads it: its last line names the search that works there"
    ] = None


class SnapshotData(Wire, of=Kept):
    text: Annotated[str, "the same bytes until what it tells would differ"]
    items: Annotated[list[str], "ids of what it tells"]
    at: Annotated[Milliseconds, "when it was made"]
    tokens: Annotated[int, "by estimate"]


class FilesPayload(Wire):
    project_id: Annotated[str, "an agent with a workspace"]


class ChangeData(Wire, of=Change):
    done: str
    id: str
    type: str
    content: str
    before: Annotated[str | None, filled("before")] = None
    why: Annotated[str | None, filled("why")] = None


class TroubleData(Wire, of=Trouble):
    pass


class FilesData(Wire, of=Projected):
    written: int
    deleted: int
    left: Annotated[list[str], "changed just now: to be taken in next time"]
    taken: Annotated[list[ChangeData], At("taken.changes"), "what a person had changed"]
    troubles: Annotated[list[TroubleData], At("taken.troubles"), "what was not taken in"]


class ValidatePayload(Wire):
    project_id: str | None = None
    repair: Annotated[bool, "put right what can be without losing anything"] = False


class DefectData(Wire, of=Defect):
    pass


class ValidateData(Wire, of=Validation):
    sound: bool
    items: int
    files: int
    defects: list[DefectData]


TABLE: tuple[Channel, ...] = (
    Channel(
        "knowledge:snapshot",
        "The snapshot that goes into every conversation: about 2,000 tokens, relevance-free, "
        "byte-stable.",
        SnapshotPayload,
        SnapshotData,
        "snapshot.current",
    ),
    Channel(
        "knowledge:files",
        "Take in what a person changed in the workspace's files, then write them anew.",
        FilesPayload,
        FilesData,
        "snapshot.write_files",
        in_order=True,
        timeout=lambda policy: policy.doors.timeout_max_ms,
    ),
    Channel(
        "knowledge:validate",
        "Whether a memory is whole: rows, index, files; with `repair`, put right what can be.",
        ValidatePayload,
        ValidateData,
        "snapshot.validate",
        in_order=True,
        timeout=lambda policy: policy.doors.timeout_max_ms,
    ),
)
