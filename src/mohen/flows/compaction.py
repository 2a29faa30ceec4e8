"""Conversations: the whole is kept, a compact stands for it and points back (R165, R166)."""

from __future__ import annotations

from mohen.flows.parts import Parts
from mohen.model.conversation import Compact


def recent(parts: Parts, project_id: str | None, limit: int) -> tuple[Compact, ...]:
    """Skeleton: brief A writes this file."""
    return ()
