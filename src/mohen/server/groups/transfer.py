"""What goes out, comes in, and is judged."""

from __future__ import annotations

from typing import Any

from mohen.server.channel import Channel, Desk
from mohen.server.schemas import transfer
from mohen.server.wire import Wire


def _export(desk: Desk, asked: transfer.ExportPayload) -> Wire:
    made = desk.memory.transfer.export(
        asked.project_id,
        form=asked.format,
        episodes=asked.include_episodes,
        after=asked.cursor,
    )
    return transfer.ExportData.of(made)


def _import(desk: Desk, asked: transfer.ImportPayload) -> Wire:
    made = desk.memory.transfer.take(
        asked.project_id, asked.path, form=asked.format, dry_run=asked.dry_run, once=asked.once
    )
    return transfer.ImportData.of(made)


def _review(desk: Desk, asked: transfer.ReviewPayload) -> Wire:
    found = desk.memory.transfer.review(
        asked.project_id,
        path=asked.path,
        form=asked.format,
        fix=asked.fix,
        limit=asked.limit,
    )
    return transfer.ReviewData.of(found)


TABLE: tuple[Channel[Any], ...] = (
    Channel(
        "memory:export",
        "A whole memory, piece by piece: settings without keys, agents, rules, items with "
        "sources and history, on request episodes; or Markdown by theme.",
        transfer.ExportPayload,
        transfer.ExportData,
        _export,
        timeout=lambda policy: policy.doors.timeout_max_ms,
    ),
    Channel(
        "memory:import",
        "Take in a memory of any make, a MEMORY.md, or conversations. Twice is once.",
        transfer.ImportPayload,
        transfer.ImportData,
        _import,
        in_order=True,
        timeout=lambda policy: policy.doors.timeout_max_ms,
    ),
    Channel(
        "knowledge:review",
        "The judge of a memory's quality: junk, duplicates, stale, contradictions, orphans, "
        "secrets; of ours, or of another memory's export.",
        transfer.ReviewPayload,
        transfer.ReviewData,
        _review,
        in_order=True,
        timeout=lambda policy: policy.doors.timeout_max_ms,
    ),
)
