"""What is drawn over time: an episode's strength, an author's edit cost."""

from __future__ import annotations

from typing import Any

from mohen.server.channel import Channel, Desk
from mohen.server.schemas import progress
from mohen.server.wire import Wire


def _strength(desk: Desk, asked: progress.StrengthPayload) -> Wire:
    return progress.StrengthData.of(
        desk.memory.progress.strength(asked.project_id, asked.episode_id)
    )


def _cost(desk: Desk, asked: progress.CostPayload) -> Wire:
    return progress.CostData.of(
        desk.memory.progress.edit_cost(
            asked.project_id,
            skill_used=asked.skill_used,
            scene_type=asked.scene_type,
            buckets=asked.buckets,
        )
    )


TABLE: tuple[Channel[Any], ...] = (
    Channel(
        "memory:episode:strength",
        "How an episode fades, as a row of points: by the formula that upkeep goes by, with the "
        "recalls there were so far.",
        progress.StrengthPayload,
        progress.StrengthData,
        _strength,
    ),
    Channel(
        "memory:learning:cost",
        "How much of the AI's texts the author had to change, over time, and what was learned "
        "meanwhile.",
        progress.CostPayload,
        progress.CostData,
        _cost,
    ),
)
