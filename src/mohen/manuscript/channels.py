"""Shapes of chapters, as the desk reads and writes them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field
from pydantic.alias_generators import to_camel

from mohen.core.shapes import Milliseconds
from mohen.manuscript.model import ChapterFile, Known, Listing, Manuscript, Project, ProjectFile
from mohen.server.channel import Channel, Desk, Push
from mohen.server.wire import Wire

# -- Shapes of projects' folders and of the files in them.


Ref = Annotated[str, Field(description="path in the project's folder, with forward slashes")]
TroubleCode = Annotated[
    Literal["NOT_FOUND", "IO_ERROR", "TOO_LARGE", "INVALID_FORMAT", "OUTSIDE"],
    Field(
        description="`INVALID_FORMAT`: not UTF-8, or a name that cannot be referred to; "
        "`OUTSIDE`: a link, or no plain file; `TOO_LARGE`: the file, or how many there are"
    ),
]
Folder = Annotated[str, Field(description="absolute path on this machine")]
Missing = Annotated[bool, Field(description="the folder is not there now")]


class BindPayload(Wire):
    project_id: str
    folder: Folder


class TroubleData(Wire):
    ref: Ref
    code: TroubleCode

    @classmethod
    def of(cls, file: ProjectFile) -> TroubleData:
        return cls.model_validate({"ref": file.ref, "code": file.trouble and file.trouble.value})


class BindData(Wire):
    project_id: str
    folder: Annotated[str, Field(description="where it really is, behind links")]
    bound_at: Milliseconds
    files: Annotated[dict[str, int], Field(description="how many of each kind can be read")]
    troubles: Annotated[list[TroubleData], Field(description="what cannot be read, and why")]

    @classmethod
    def of(cls, listing: Listing) -> BindData:
        return cls(
            project_id=listing.project.id,
            folder=listing.project.folder,
            bound_at=listing.project.bound_at,
            files={to_camel(kind): number for kind, number in listing.counts().items()},
            troubles=[TroubleData.of(each) for each in listing.files if each.trouble],
        )


class ProjectCreatePayload(Wire):
    project_id: str
    folder: Annotated[
        str | None,
        Field(
            description="absolute path; made, if the folder above it is there. Absent: one of its "
            "own in the home"
        ),
    ] = None
    title: Annotated[
        str | None, Field(description="of the first chapter, where a folder is made for it")
    ] = None


class ProjectListPayload(Wire):
    all: Annotated[
        bool, Field(description="also projects known by their memory alone, and how much it is")
    ] = False


class ProjectData(Wire):
    project_id: str
    folder: Annotated[
        str | None, Field(description="absolute path on this machine; absent: it has none")
    ] = None
    bound_at: Milliseconds | None = None
    missing: Missing
    episodes: Annotated[
        int | None,
        Field(description="interactions kept; with `all`, and where they can be read"),
    ] = None
    last_episode_at: Milliseconds | None = None
    rules: Annotated[int | None, Field(description="of the project alone; with `all`")] = None
    knowledge: Annotated[int | None, Field(description="living items; with `all`")] = None

    @classmethod
    def of(cls, project: Project, there: bool) -> ProjectData:
        return cls(
            project_id=project.id,
            folder=project.folder,
            bound_at=project.bound_at,
            missing=not there,
        )

    @classmethod
    def known(cls, known: Known) -> ProjectData:
        return cls(
            project_id=known.id,
            folder=None if known.folder is None else known.folder.folder,
            bound_at=None if known.folder is None else known.folder.bound_at,
            missing=known.missing,
            episodes=known.episodes,
            last_episode_at=known.last_episode_at,
            rules=known.rules,
            knowledge=known.knowledge,
        )


class ProjectListData(Wire):
    items: list[ProjectData]


class ProjectPayload(Wire):
    project_id: str


class FileData(Wire):
    ref: Ref
    kind: Literal[
        "agents", "style_guide", "character", "world", "outline", "skill", "chapter", "other"
    ]
    chars: Annotated[int, Field(description="code points")]
    trouble: TroubleCode | None = None

    @classmethod
    def of(cls, file: ProjectFile) -> FileData:
        return cls.model_validate(
            {
                "ref": file.ref,
                "kind": file.kind.value,
                "chars": len(file.text),
                "trouble": file.trouble and file.trouble.value,
            }
        )


class FilesData(Wire):
    project_id: str
    files: list[FileData]
    missing: Missing

    @classmethod
    def of(cls, listing: Listing) -> FilesData:
        return cls(
            project_id=listing.project.id,
            files=[FileData.of(each) for each in listing.files],
            missing=listing.missing,
        )


class UnbindData(Wire):
    project_id: str
    unbound: Annotated[bool, Field(description="false: it had no folder")]


class FilesChangedData(Wire):
    project_id: str
    refs: Annotated[list[str], Field(description="changed, added or taken away; `.`: the folder")]
    at: Milliseconds


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


# -- Chapters: listed, read, written, begun.


def _list_chapters(desk: Desk, asked: ChapterListPayload) -> Wire:
    return ChapterListData.of(desk.memory.chapters.list(asked.project_id))


def _read(desk: Desk, asked: ChapterReadPayload) -> Wire:
    return ChapterData.of(desk.memory.chapters.read(asked.project_id, asked.ref))


def _write(desk: Desk, asked: ChapterWritePayload) -> Wire:
    return ChapterWrittenData.of(
        desk.memory.chapters.write(asked.project_id, asked.ref, asked.text, asked.version)
    )


def _create_chapter(desk: Desk, asked: ChapterCreatePayload) -> Wire:
    return ChapterData.of(desk.memory.chapters.create(asked.project_id, asked.title))


_CHAPTERS: tuple[Channel[Any], ...] = (
    Channel(
        "project:chapters",
        "The chapters of a project in their order, with what each is called.",
        ChapterListPayload,
        ChapterListData,
        _list_chapters,
    ),
    Channel(
        "chapter:read",
        "The whole text of a chapter, and the version to name when it is written.",
        ChapterReadPayload,
        ChapterData,
        _read,
    ),
    Channel(
        "chapter:write",
        "Replace the text of a chapter, all or nothing; the file keeps its rights, its mark and "
        "its ends of lines. Refused when it was changed elsewhere meanwhile.",
        ChapterWritePayload,
        ChapterWrittenData,
        _write,
        in_order=True,
    ),
    Channel(
        "chapter:create",
        "Begin the next chapter in a file of its own. Never overwrites.",
        ChapterCreatePayload,
        ChapterData,
        _create_chapter,
        in_order=True,
    ),
)

_CHAPTER_PUSHES: tuple[Push, ...] = (
    Push(
        "chapter:written",
        "A chapter was written or begun here, by this window or another: one that has it open in "
        "another version reads it again. What other programs do is told as "
        "`context:files:changed`.",
        ChapterWrittenPush,
    ),
)


# -- Projects and their folders.


def _bind(desk: Desk, asked: BindPayload) -> Wire:
    return BindData.of(desk.memory.projects.bind(asked.project_id, asked.folder))


def _create(desk: Desk, asked: ProjectCreatePayload) -> Wire:
    return BindData.of(desk.memory.projects.create(asked.project_id, asked.folder, asked.title))


def _list(desk: Desk, asked: ProjectListPayload) -> Wire:
    if asked.all:
        items = [ProjectData.known(each) for each in desk.memory.projects.known()]
    else:
        items = [ProjectData.of(*each) for each in desk.memory.projects.list()]
    return ProjectListData(items=items)


def _files(desk: Desk, asked: ProjectPayload) -> Wire:
    return FilesData.of(desk.memory.projects.files(asked.project_id))


def _unbind(desk: Desk, asked: ProjectPayload) -> Wire:
    had = desk.memory.projects.unbind(asked.project_id)
    return UnbindData(project_id=asked.project_id, unbound=had)


TABLE: tuple[Channel[Any], ...] = (
    Channel(
        "project:bind",
        "Read a project's files (`.mohen/`, `AGENTS.md`, chapters) from a folder from now on.",
        BindPayload,
        BindData,
        _bind,
        in_order=True,
    ),
    Channel(
        "project:create",
        "Begin a project: in a folder, made if it is not there, or in one of its own in the home. "
        "A folder that is made for it begins with a first chapter. Never overwrites.",
        ProjectCreatePayload,
        BindData,
        _create,
        in_order=True,
    ),
    Channel(
        "project:list",
        "Projects that have a folder; with `all`, also those of which anything is remembered.",
        ProjectListPayload,
        ProjectListData,
        _list,
    ),
    Channel(
        "project:files",
        "The files of a project that Mohen reads, and what of them cannot be read and why.",
        ProjectPayload,
        FilesData,
        _files,
    ),
    Channel(
        "project:unbind",
        "Leave a project's folder alone from now on. Nothing in it is touched.",
        ProjectPayload,
        UnbindData,
        _unbind,
        in_order=True,
    ),
    *_CHAPTERS,
)

PUSHES: tuple[Push, ...] = (
    Push(
        "context:files:changed",
        "Files of a project were changed, added or taken away.",
        FilesChangedData,
    ),
    *_CHAPTER_PUSHES,
)
