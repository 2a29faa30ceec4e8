"""What is taken away: by the user, or by upkeep."""

from __future__ import annotations

from typing import Any

from mohen.server.channel import Channel, Desk
from mohen.server.schemas import upkeep
from mohen.server.wire import Wire


def _forget(desk: Desk, asked: upkeep.ForgetPayload) -> Wire:
    return upkeep.ReceiptData.of(
        desk.memory.upkeep.forget(
            asked.project_id,
            asked.target(),
            dry_run=asked.dry_run,
            token=asked.confirm_token,
            operator=asked.operator,
        )
    )


def _clear_project(desk: Desk, asked: upkeep.ClearProjectPayload) -> Wire:
    return upkeep.ReceiptData.of(
        desk.memory.upkeep.clear_project(
            asked.project_id, token=asked.confirm_token, operator=asked.operator
        )
    )


def _clear_all(desk: Desk, asked: upkeep.ClearAllPayload) -> Wire:
    return upkeep.ReceiptData.of(
        desk.memory.upkeep.clear_all(token=asked.confirm_token, operator=asked.operator)
    )


def _cleanup(desk: Desk, asked: upkeep.CleanupPayload) -> Wire:
    return upkeep.CleanupData.of(desk.memory.upkeep.cleanup(dry_run=asked.dry_run))


def _audit(desk: Desk, asked: upkeep.AuditPayload) -> Wire:
    return upkeep.AuditData.of(desk.memory.upkeep.audit(before=asked.before(), limit=asked.limit))


TABLE: tuple[Channel[Any], ...] = (
    Channel(
        "memory:forget",
        "Forget one episode, rule or piece of knowledge, or everything that says certain words "
        "(which needs a token). No file holds it afterwards.",
        upkeep.ForgetPayload,
        upkeep.ReceiptData,
        _forget,
        in_order=True,
    ),
    Channel(
        "memory:clear:project",
        "Take away everything of one project. Without a token nothing goes, and the refusal "
        "says what would.",
        upkeep.ClearProjectPayload,
        upkeep.ReceiptData,
        _clear_project,
        in_order=True,
    ),
    Channel(
        "memory:clear:all",
        "Take away everything, as a new user finds it; only the audit stays. Needs a token.",
        upkeep.ClearAllPayload,
        upkeep.ReceiptData,
        _clear_all,
        in_order=True,
    ),
    Channel(
        "memory:cleanup:run",
        "Do now what is done by night: compress, purge, evict, abandon. A dry run says the "
        "same numbers and changes nothing.",
        upkeep.CleanupPayload,
        upkeep.CleanupData,
        _cleanup,
    ),
    Channel(
        "memory:audit:list",
        "Destructive acts, newest first: who, when, what kind, how many.",
        upkeep.AuditPayload,
        upkeep.AuditData,
        _audit,
    ),
)
