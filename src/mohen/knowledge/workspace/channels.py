"""Shapes of the snapshot and of what is wrong with a memory and its files."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from mohen.core.shapes import Bilingual, Milliseconds
from mohen.knowledge.workspace.model import Defect, Kept, Projected, Validation
from mohen.server.channel import Channel, Desk
from mohen.server.wire import Wire


class SnapshotPayload(Wire):
    project_id: Annotated[str | None, Field(description="absent: of what is global")] = None


class SnapshotData(Wire):
    text: Annotated[str, Field(description="the same bytes until what it tells would differ")]
    items: Annotated[list[str], Field(description="ids of what it tells")]
    at: Annotated[Milliseconds, Field(description="when it was made")]
    tokens: Annotated[int, Field(description="by estimate")]

    @classmethod
    def of(cls, kept: Kept) -> SnapshotData:
        return cls(text=kept.text, items=list(kept.items), at=kept.at, tokens=kept.tokens)


class FilesPayload(Wire):
    project_id: Annotated[str, Field(description="an agent with a workspace")]


class ChangeData(Wire):
    done: str
    id: str
    type: str
    content: str
    before: str | None = None
    why: str | None = None


class TroubleData(Wire):
    ref: str
    line: int
    why: str


class FilesData(Wire):
    written: int
    deleted: int
    left: Annotated[list[str], Field(description="changed just now: to be taken in next time")]
    taken: Annotated[list[ChangeData], Field(description="what a person had changed")]
    troubles: Annotated[list[TroubleData], Field(description="what was not taken in")]

    @classmethod
    def of(cls, made: Projected) -> FilesData:
        return cls(
            written=made.written,
            deleted=made.deleted,
            left=list(made.left),
            taken=[
                ChangeData(
                    done=each.done.value,
                    id=each.id,
                    type=each.type,
                    content=each.content,
                    before=each.before or None,
                    why=each.why or None,
                )
                for each in made.taken.changes
            ],
            troubles=[
                TroubleData(ref=each.ref, line=each.line, why=each.why)
                for each in made.taken.troubles
            ],
        )


class ValidatePayload(Wire):
    project_id: str | None = None
    repair: Annotated[bool, Field(description="put right what can be without losing anything")] = (
        False
    )


class DefectData(Wire):
    code: str
    where: Annotated[str, Field(description="a file and its line, or ids")]
    message: Bilingual
    repaired: bool
    cure: Bilingual | None = None

    @classmethod
    def of(cls, defect: Defect) -> DefectData:
        return cls(
            code=defect.code,
            where=defect.where,
            message=Bilingual.of(defect.message),
            repaired=defect.repaired,
            cure=None if defect.cure is None else Bilingual.of(defect.cure),
        )


class ValidateData(Wire):
    sound: bool
    items: int
    files: int
    defects: list[DefectData]

    @classmethod
    def of(cls, found: Validation) -> ValidateData:
        return cls(
            sound=found.sound,
            items=found.items,
            files=found.files,
            defects=[DefectData.of(each) for each in found.defects],
        )


# -- The snapshot, and the files of a workspace.


def _snapshot(desk: Desk, asked: SnapshotPayload) -> Wire:
    return SnapshotData.of(desk.memory.snapshot.current(asked.project_id))


def _files(desk: Desk, asked: FilesPayload) -> Wire:
    return FilesData.of(desk.memory.snapshot.write_files(asked.project_id))


def _validate(desk: Desk, asked: ValidatePayload) -> Wire:
    found = desk.memory.snapshot.validate(asked.project_id, repair=asked.repair)
    return ValidateData.of(found)


TABLE: tuple[Channel[Any], ...] = (
    Channel(
        "knowledge:snapshot",
        "The snapshot that goes into every conversation: about 2,000 tokens, relevance-free, "
        "byte-stable.",
        SnapshotPayload,
        SnapshotData,
        _snapshot,
    ),
    Channel(
        "knowledge:files",
        "Take in what a person changed in the workspace's files, then write them anew.",
        FilesPayload,
        FilesData,
        _files,
        in_order=True,
        timeout=lambda policy: policy.doors.timeout_max_ms,
    ),
    Channel(
        "knowledge:validate",
        "Whether a memory is whole: rows, index, files; with `repair`, put right what can be.",
        ValidatePayload,
        ValidateData,
        _validate,
        in_order=True,
        timeout=lambda policy: policy.doors.timeout_max_ms,
    ),
)
