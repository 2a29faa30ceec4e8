"""From transcripts to knowledge, in seven phases."""

from __future__ import annotations

from typing import Any

from mohen.server.channel import Channel, Desk, Push
from mohen.server.schemas import consolidation
from mohen.server.wire import Wire


def _consolidate(desk: Desk, asked: consolidation.ConsolidatePayload) -> Wire:
    door = desk.memory.consolidation
    if not (asked.wait or asked.dry_run):
        return consolidation.ConsolidateData.begun(
            door.begin(asked.project_id, force=asked.force, phase=asked.phase)
        )
    return consolidation.ConsolidateData.of(
        door.run(asked.project_id, force=asked.force, phase=asked.phase, dry_run=asked.dry_run)
    )


def _status(desk: Desk, asked: consolidation.ConsolidationPayload) -> Wire:
    found = desk.memory.consolidation.status(asked.project_id)
    return consolidation.ConsolidationData(
        agents=[consolidation.StandingData.of(each) for each in found]
    )


TABLE: tuple[Channel[Any], ...] = (
    Channel(
        "knowledge:consolidate",
        "What was said since the last time becomes knowledge: read, sifted, reconciled, faded, "
        "put into the snapshot. Goes on where an earlier run was interrupted.",
        consolidation.ConsolidatePayload,
        consolidation.ConsolidateData,
        _consolidate,
        timeout=lambda policy: policy.doors.timeout_max_ms,
    ),
    Channel(
        "knowledge:consolidation",
        "How far each agent's conversations are consolidated, what waits, and when it is due.",
        consolidation.ConsolidationPayload,
        consolidation.ConsolidationData,
        _status,
    ),
)

PUSHES: tuple[Push, ...] = (
    Push(
        "knowledge:consolidate:progress",
        "How far a consolidation has come.",
        consolidation.ConsolidateProgress,
    ),
)
