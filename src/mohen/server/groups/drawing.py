"""What is known as a picture."""

from __future__ import annotations

from typing import Any

from mohen.server.channel import Channel, Desk
from mohen.server.schemas import drawing
from mohen.server.wire import Wire


def _draw(desk: Desk, asked: drawing.DrawPayload) -> Wire:
    return drawing.DrawData.of(desk.memory.knowledge.graph(asked.project_id))


TABLE: tuple[Channel[Any], ...] = (
    Channel(
        "knowledge:graph",
        "Everything that is known or was, and a story if there is one, as entities and what "
        "ties them from when to when: what `mohen graph --html` draws.",
        drawing.DrawPayload,
        drawing.DrawData,
        _draw,
        timeout=lambda policy: policy.doors.timeout_max_ms,
    ),
)
