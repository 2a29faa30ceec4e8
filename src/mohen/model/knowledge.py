"""Facts and notes about the author and the work."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One piece of knowledge. Its type is an open word; `fact` and `note` are known (C44)."""

    id: str
    type: str
    project_id: str | None  # None: global
    content: str
    origin: str  # manual: what the user typed does not fade (C94)
    created_at: int
    updated_at: int
    version: int = 1
