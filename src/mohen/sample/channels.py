"""Channels of the sample project: made, and taken away."""

from __future__ import annotations

from typing import Annotated, Literal

from mohen.sample.model import Loaded, Removed
from mohen.server.channels import Channel
from mohen.server.shapes import ITSELF, Wire

Wanted = Annotated[
    Literal["zh", "en", "both"], '「雾港来信」 (zh), "Letters from Fog Harbour" (en), or both'
]


class SampleLoadPayload(Wire):
    language: Wanted = "both"
    reset: Annotated[
        bool,
        "clear what the sample made before, with all that was remembered of it "
        "since, and begin anew; a folder with changed files is moved aside, not deleted",
    ] = False


class SampleProjectData(Wire, of=Loaded):
    pass


class SampleLoadData(Wire):
    projects: Annotated[list[SampleProjectData], ITSELF]


class SampleRemovePayload(Wire):
    language: Wanted = "both"


class SampleRemovedData(Wire, of=Removed):
    pass


class SampleRemoveData(Wire):
    projects: Annotated[list[SampleRemovedData], ITSELF]


TABLE: tuple[Channel, ...] = (
    Channel(
        "sample:load",
        "Make the sample project and learn from it: a folder with three chapters, and eight weeks "
        "of work told to the memory week by week. Nothing of it is global.",
        SampleLoadPayload,
        SampleLoadData,
        "sample.load",
        timeout=lambda policy: policy.doors.timeout_max_ms,
        changes=True,
        places=frozenset({"folder", "keptFolder"}),
    ),
    Channel(
        "sample:remove",
        "Take the sample project away. Files in its folder that were changed or added stay.",
        SampleRemovePayload,
        SampleRemoveData,
        "sample.remove",
        timeout=lambda policy: policy.doors.timeout_max_ms,
        changes=True,
        places=frozenset({"leftFolder"}),
    ),
)
