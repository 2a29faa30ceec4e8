"""Shapes of the sample project."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from mohen.model.sample import Loaded, Removed
from mohen.server.schemas.projects import Folder
from mohen.server.wire import Wire

LanguageName = Literal["zh", "en"]
Wanted = Annotated[
    Literal["zh", "en", "both"],
    Field(description='「雾港来信」 (zh), "Letters from Fog Harbour" (en), or both'),
]


class SampleLoadPayload(Wire):
    language: Wanted = "both"
    reset: Annotated[
        bool,
        Field(
            description="clear what the sample made before, with all that was remembered of it "
            "since, and begin anew; a folder with changed files is moved aside, not deleted"
        ),
    ] = False


class SampleProjectData(Wire):
    language: LanguageName
    project_id: str
    folder: Folder
    episodes: int
    rules: int
    conflicts: Annotated[int, Field(description="that wait for the author")]
    knowledge: int
    kept_folder: Annotated[
        str | None, Field(description="where the folder was moved to, if its files were changed")
    ] = None


class SampleLoadData(Wire):
    projects: list[SampleProjectData]

    @classmethod
    def of(cls, loaded: Sequence[Loaded]) -> SampleLoadData:
        return cls(
            projects=[
                SampleProjectData(
                    language=each.language.value,
                    project_id=each.project_id,
                    folder=each.folder,
                    episodes=each.episodes,
                    rules=each.rules,
                    conflicts=each.conflicts,
                    knowledge=each.knowledge,
                    kept_folder=each.kept_folder,
                )
                for each in loaded
            ]
        )


class SampleRemovePayload(Wire):
    language: Wanted = "both"


class SampleRemovedData(Wire):
    language: LanguageName
    project_id: str
    episodes: int
    rules: int
    files: Annotated[int, Field(description="that were deleted")]
    left_folder: Annotated[
        str | None, Field(description="still there, with what was changed or added in it")
    ] = None


class SampleRemoveData(Wire):
    projects: list[SampleRemovedData]

    @classmethod
    def of(cls, removed: Sequence[Removed]) -> SampleRemoveData:
        return cls(
            projects=[
                SampleRemovedData(
                    language=each.language.value,
                    project_id=each.project_id,
                    episodes=each.episodes,
                    rules=each.rules,
                    files=each.files,
                    left_folder=each.left_folder,
                )
                for each in removed
            ]
        )
