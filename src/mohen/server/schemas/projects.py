"""Shapes of projects' folders and of the files in them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from pydantic.alias_generators import to_camel

from mohen.model.project import Known, Listing, Project, ProjectFile
from mohen.server.schemas.common import Milliseconds
from mohen.server.wire import Wire

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
