"""Shapes of the snapshot and of what is wrong with a memory and its files."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from mohen.model.projection import Kept, Projected
from mohen.model.validation import Defect, Validation
from mohen.server.schemas.common import Bilingual, Milliseconds
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
