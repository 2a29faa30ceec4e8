"""Whose memory it is: everybody's, or one project's."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Scope:
    """Global (no project) or one project. The first parameter of every read of the store."""

    project_id: str | None = None
