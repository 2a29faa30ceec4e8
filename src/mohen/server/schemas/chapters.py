"""Shapes of chapters, as the desk reads and writes them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from mohen.model.chapter import ChapterFile, Manuscript
from mohen.server.schemas.common import Milliseconds
from mohen.server.schemas.projects import Missing, Ref, TroubleCode
from mohen.server.wire import Wire

Version = Annotated[str, Field(description="of the file's bytes: another text has another one")]
Title = Annotated[str, Field(description="its first heading, or else the name of its file")]
Chars = Annotated[int, Field(description="code points")]
Text = Annotated[
    str, Field(description="every line ends in `\\n`; the file's own ends of lines are kept")
]


class ChapterListPayload(Wire):
    project_id: str


class ChapterItem(Wire):
    ref: Ref
    title: Title
    chars: Chars
    modified_at: Milliseconds | None = None
    version: Annotated[str | None, Field(description="absent: it cannot be read")] = None
    trouble: TroubleCode | None = None

    @classmethod
    def of(cls, chapter: ChapterFile) -> ChapterItem:
        file = chapter.file
        return cls.model_validate(
            {
                "ref": file.ref,
                "title": chapter.title,
                "chars": len(file.text),
                "modified_at": file.modified_at,
                "version": file.version or None,
                "trouble": file.trouble and file.trouble.value,
            }
        )


class ChapterListData(Wire):
    items: Annotated[list[ChapterItem], Field(description="in the order a reader counts")]
    missing: Missing

    @classmethod
    def of(cls, manuscript: Manuscript) -> ChapterListData:
        items = [ChapterItem.of(each) for each in manuscript.chapters]
        return cls(items=items, missing=manuscript.missing)


class ChapterReadPayload(Wire):
    project_id: str
    ref: Ref


class ChapterData(Wire):
    ref: Ref
    title: Title
    text: Text
    version: Version
    modified_at: Milliseconds

    @classmethod
    def of(cls, chapter: ChapterFile) -> ChapterData:
        file = chapter.file
        return cls(
            ref=file.ref,
            title=chapter.title,
            text=file.text,
            version=file.version,
            modified_at=file.modified_at or 0,
        )


class ChapterWritePayload(Wire):
    project_id: str
    ref: Ref
    text: Text
    version: Annotated[
        str,
        Field(
            description="that the text was made from; where the file is of another by now, "
            "`CONFLICT` with that one in `details.version`, and nothing is written"
        ),
    ]


class ChapterWrittenData(Wire):
    ref: Ref
    title: Title
    chars: Chars
    version: Version
    modified_at: Milliseconds

    @classmethod
    def of(cls, chapter: ChapterFile) -> ChapterWrittenData:
        file = chapter.file
        return cls(
            ref=file.ref,
            title=chapter.title,
            chars=len(file.text),
            version=file.version,
            modified_at=file.modified_at or 0,
        )


class ChapterCreatePayload(Wire):
    project_id: str
    title: Annotated[str, Field(description="its heading; its file is numbered as the others are")]


class ChapterWrittenPush(Wire):
    project_id: str
    ref: Ref
    version: Version
    at: Milliseconds
