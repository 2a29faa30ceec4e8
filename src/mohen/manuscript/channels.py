"""Channels of projects, their folders and files, and of chapters."""

from __future__ import annotations

from typing import Annotated

from mohen.manuscript.model import (
    ChapterFile,
    FileKind,
    Known,
    Listing,
    Manuscript,
    ProjectFile,
    Trouble,
)
from mohen.server.channels import Channel, Desk, Push
from mohen.server.shapes import ITSELF, At, Beside, Milliseconds, Wire, camel
from mohen.text.length import counted

Ref = Annotated[str, "path in the project's folder, with forward slashes"]
TroubleCode = Annotated[
    Trouble,
    "`INVALID_FORMAT`: not UTF-8, or a name that cannot be referred to; "
    "`OUTSIDE`: a link, or no plain file; `TOO_LARGE`: the file, or how many there are",
]
Folder = Annotated[str, "absolute path on this machine"]
Missing = Annotated[bool, "the folder is not there now"]


class BindPayload(Wire):
    project_id: str
    folder: Folder


class TroubleData(Wire, of=ProjectFile):
    ref: Ref
    code: Annotated[TroubleCode, At("trouble")]


class BindData(Wire, of=Listing):
    project_id: Annotated[str, At("project.id")]
    folder: Annotated[str, At("project.folder"), "where it really is, behind links"]
    bound_at: Annotated[Milliseconds, At("project.bound_at")]
    files: Annotated[
        dict[str, int],
        At(lambda listing: {camel(kind): number for kind, number in listing.counts().items()}),
        "how many of each kind can be read",
    ]
    troubles: Annotated[
        list[TroubleData],
        At(lambda listing: [each for each in listing.files if each.trouble]),
        "what cannot be read, and why",
    ]


class ProjectCreatePayload(Wire):
    project_id: str
    folder: Annotated[
        str | None,
        "absolute path; made, if the folder above it is there. Absent: one of its own in the home",
    ] = None
    title: Annotated[str | None, "of the first chapter, where a folder is made for it"] = None


class ProjectListPayload(Wire):
    all: Annotated[bool, "also projects known by their memory alone, and how much it is"] = False


class ProjectData(Wire):
    project_id: str
    folder: Annotated[
        str | None, "absolute path on this machine, in a team its name alone; absent: it has none"
    ] = None
    bound_at: Milliseconds | None = None
    missing: Missing
    episodes: Annotated[int | None, "interactions kept; with `all`, and where they can be read"] = (
        None
    )
    last_episode_at: Milliseconds | None = None
    rules: Annotated[int | None, "of the project alone; with `all`"] = None
    knowledge: Annotated[int | None, "living items; with `all`"] = None


class ProjectListData(Wire):
    items: Annotated[list[ProjectData], ITSELF]


class ProjectPayload(Wire):
    project_id: str


class FileData(Wire, of=ProjectFile):
    ref: Ref
    kind: FileKind
    chars: Annotated[int, At(lambda file: len(file.text)), "code points"]
    trouble: TroubleCode | None = None


class FilesData(Wire, of=Listing):
    project_id: Annotated[str, At("project.id")]
    files: list[FileData]
    missing: Missing


class UnbindData(Wire):
    project_id: str
    unbound: Annotated[bool, "false: it had no folder"]


class FilesChangedData(Wire):
    project_id: str
    refs: Annotated[list[str], "changed, added or taken away; `.`: the folder"]
    at: Milliseconds


Version = Annotated[str, "of the file's bytes: another text has another one"]
Title = Annotated[str, "its first heading, or else the name of its file"]
Chars = Annotated[int, "code points"]
Words = Annotated[
    int | None,
    At(lambda chapter: counted(chapter.file.text)[0]),
    "as writers count: a Chinese character is one, and so is a word of letters",
]
Ideographic = Annotated[
    bool | None, At(lambda chapter: counted(chapter.file.text)[1]), "there are such characters"
]
Text = Annotated[str, "every line ends in `\\n`; the file's own ends of lines are kept"]


class ChapterListPayload(ProjectPayload):
    pass


class ChapterItem(Wire, of=ChapterFile):
    ref: Annotated[Ref, At("file.ref")]
    title: Title
    chars: Annotated[Chars, At(lambda chapter: len(chapter.file.text))]
    words: Words = None
    ideographic: Ideographic = None
    modified_at: Annotated[Milliseconds | None, At("file.modified_at")] = None
    version: Annotated[
        str | None, At(lambda chapter: chapter.file.version or None), "absent: it cannot be read"
    ] = None
    trouble: Annotated[TroubleCode | None, At("file.trouble")] = None


class ChapterListData(Wire, of=Manuscript):
    items: Annotated[list[ChapterItem], At("chapters"), "in the order a reader counts"]
    missing: Missing


class ChapterReadPayload(Wire):
    project_id: str
    ref: Ref


class ChapterData(Wire, of=ChapterFile):
    ref: Annotated[Ref, At("file.ref")]
    title: Title
    text: Annotated[Text, At("file.text")]
    version: Annotated[Version, At("file.version")]
    modified_at: Annotated[Milliseconds, At(lambda chapter: chapter.file.modified_at or 0)]


class ChapterWritePayload(Wire):
    project_id: str
    ref: Ref
    text: Text
    version: Annotated[
        str,
        "that the text was made from; where the file is of another by now, "
        "`CONFLICT` with that one in `details.version`, and nothing is written",
    ]


class ChapterWrittenData(Wire, of=ChapterFile):
    ref: Annotated[Ref, At("file.ref")]
    title: Title
    chars: Annotated[Chars, At(lambda chapter: len(chapter.file.text))]
    version: Annotated[Version, At("file.version")]
    modified_at: Annotated[Milliseconds, At(lambda chapter: chapter.file.modified_at or 0)]
    words: Words = None
    ideographic: Ideographic = None


class ChapterCreatePayload(Wire):
    project_id: str
    title: Annotated[str, "its heading; its file is numbered as the others are"]


class ChapterWrittenPush(Wire):
    project_id: str
    ref: Ref
    version: Version
    at: Milliseconds


def _list(desk: Desk, asked: ProjectListPayload) -> list[object]:
    if asked.all:
        return [_known(each) for each in desk.memory.projects.known()]
    return [
        {
            "project_id": each.id,
            "folder": each.folder,
            "bound_at": each.bound_at,
            "missing": not there,
        }
        for each, there in desk.memory.projects.list()
    ]


def _known(known: Known) -> object:
    bound = known.folder
    return Beside(
        known, project_id=known.id, folder=bound and bound.folder, bound_at=bound and bound.bound_at
    )


def _unbind(desk: Desk, asked: ProjectPayload) -> object:
    had = desk.memory.projects.unbind(asked.project_id)
    return {"project_id": asked.project_id, "unbound": had}


TABLE: tuple[Channel, ...] = (
    Channel(
        "project:bind",
        "Read a project's files (`.mohen/`, `AGENTS.md`, chapters) from a folder from now on.",
        BindPayload,
        BindData,
        "projects.bind",
        in_order=True,
        machine=True,
    ),
    Channel(
        "project:create",
        "Begin a project: in a folder, made if it is not there, or in one of its own in the home. "
        "A folder that is made for it begins with a first chapter. Never overwrites.",
        ProjectCreatePayload,
        BindData,
        "projects.create",
        in_order=True,
        machine=("folder",),
        places=frozenset({"folder"}),
    ),
    Channel(
        "project:list",
        "Projects that have a folder; with `all`, also those of which anything is remembered.",
        ProjectListPayload,
        ProjectListData,
        _list,
        places=frozenset({"folder"}),
    ),
    Channel(
        "project:files",
        "The files of a project that Mohen reads, and what of them cannot be read and why.",
        ProjectPayload,
        FilesData,
        "projects.files",
    ),
    Channel(
        "project:unbind",
        "Leave a project's folder alone from now on. Nothing in it is touched.",
        ProjectPayload,
        UnbindData,
        _unbind,
        in_order=True,
    ),
    Channel(
        "project:chapters",
        "The chapters of a project in their order, with what each is called.",
        ChapterListPayload,
        ChapterListData,
        "chapters.list",
    ),
    Channel(
        "chapter:read",
        "The whole text of a chapter, and the version to name when it is written.",
        ChapterReadPayload,
        ChapterData,
        "chapters.read",
    ),
    Channel(
        "chapter:write",
        "Replace the text of a chapter, all or nothing; the file keeps its rights, its mark and "
        "its ends of lines. Refused when it was changed elsewhere meanwhile.",
        ChapterWritePayload,
        ChapterWrittenData,
        "chapters.write",
        in_order=True,
    ),
    Channel(
        "chapter:create",
        "Begin the next chapter in a file of its own. Never overwrites.",
        ChapterCreatePayload,
        ChapterData,
        "chapters.create",
        in_order=True,
    ),
)

PUSHES: tuple[Push, ...] = (
    Push(
        "context:files:changed",
        "Files of a project were changed, added or taken away.",
        FilesChangedData,
    ),
    Push(
        "chapter:written",
        "A chapter was written or begun here, by this window or another: one that has it open in "
        "another version reads it again. What other programs do is told as "
        "`context:files:changed`.",
        ChapterWrittenPush,
    ),
)
