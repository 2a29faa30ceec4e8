"""Shapes of the sample project."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from mohen.manuscript.channels import Folder
from mohen.sample.model import Loaded, Removed
from mohen.server.channel import Channel, Desk
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


# -- The sample project.


def _load(desk: Desk, asked: SampleLoadPayload) -> Wire:
    made = desk.memory.sample.load(asked.language, reset=asked.reset)
    return SampleLoadData.of(made)


def _remove(desk: Desk, asked: SampleRemovePayload) -> Wire:
    return SampleRemoveData.of(desk.memory.sample.remove(asked.language))


TABLE: tuple[Channel[Any], ...] = (
    Channel(
        "sample:load",
        "Make the sample project and learn from it: a folder with three chapters, and eight weeks "
        "of work told to the memory week by week. Nothing of it is global.",
        SampleLoadPayload,
        SampleLoadData,
        _load,
        timeout=lambda policy: policy.doors.timeout_max_ms,
    ),
    Channel(
        "sample:remove",
        "Take the sample project away. Files in its folder that were changed or added stay.",
        SampleRemovePayload,
        SampleRemoveData,
        _remove,
        timeout=lambda policy: policy.doors.timeout_max_ms,
    ),
)
