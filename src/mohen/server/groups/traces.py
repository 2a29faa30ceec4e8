"""Provenance: why something was written."""

from __future__ import annotations

from typing import Any

from mohen.model.trace import Verdict
from mohen.server.channel import Channel, Desk, Push
from mohen.server.schemas import traces
from mohen.server.wire import Wire


def _get(desk: Desk, asked: traces.TracePayload) -> Wire:
    return traces.TraceData.of(
        desk.memory.traces.get(
            asked.generation_id,
            run_id=asked.run_id,
            episode_id=asked.episode_id,
            project_id=asked.project_id,
        )
    )


def _feedback(desk: Desk, asked: traces.TraceFeedbackPayload) -> Wire:
    return traces.TraceFeedbackData.of(
        desk.memory.traces.feedback(
            asked.generation_id,
            Verdict(asked.verdict),
            reason=asked.reason,
            target_id=asked.target_id,
            project_id=asked.project_id,
        )
    )


def _without(desk: Desk, asked: traces.WithoutPayload) -> Wire:
    return traces.WithoutData.of(desk.memory.traces.without(asked.request(), asked.without))


TABLE: tuple[Channel[Any], ...] = (
    Channel(
        "memory:trace:get",
        "Why something was written: the memories in its prompt, how much each had to do with "
        "the output, and whether the output obeys the rules.",
        traces.TracePayload,
        traces.TraceData,
        _get,
    ),
    Channel(
        "memory:trace:feedback",
        "The author says whether a generation was right: the rules behind it are believed more "
        "or less at once, and the verdict is an episode to learn from.",
        traces.TraceFeedbackPayload,
        traces.TraceFeedbackData,
        _feedback,
        in_order=True,
    ),
    Channel(
        "context:without",
        "What the context of a request would be without one memory. Leaves no trace.",
        traces.WithoutPayload,
        traces.WithoutData,
        _without,
    ),
)

PUSHES: tuple[Push, ...] = ()
