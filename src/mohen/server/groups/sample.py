"""The sample project."""

from __future__ import annotations

from typing import Any

from mohen.server.channel import Channel, Desk
from mohen.server.schemas import sample
from mohen.server.wire import Wire


def _load(desk: Desk, asked: sample.SampleLoadPayload) -> Wire:
    made = desk.memory.sample.load(asked.language, reset=asked.reset)
    return sample.SampleLoadData.of(made)


def _remove(desk: Desk, asked: sample.SampleRemovePayload) -> Wire:
    return sample.SampleRemoveData.of(desk.memory.sample.remove(asked.language))


TABLE: tuple[Channel[Any], ...] = (
    Channel(
        "sample:load",
        "Make the sample project and learn from it: a folder with three chapters, and eight weeks "
        "of work told to the memory week by week. Nothing of it is global.",
        sample.SampleLoadPayload,
        sample.SampleLoadData,
        _load,
        timeout=lambda policy: policy.doors.timeout_max_ms,
    ),
    Channel(
        "sample:remove",
        "Take the sample project away. Files in its folder that were changed or added stay.",
        sample.SampleRemovePayload,
        sample.SampleRemoveData,
        _remove,
        timeout=lambda policy: policy.doors.timeout_max_ms,
    ),
)
