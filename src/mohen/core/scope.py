"""Whose memory it is: everybody's, or one project's."""

from __future__ import annotations

from mohen.core.values import dataclass
from mohen.errors import ScopeDenied


@dataclass(frozen=True, slots=True)
class Scope:
    """Global (no project) or one project. The first parameter of every read of the store."""

    project_id: str | None = None


def refuse_strangers(of: str | None, project_id: str | None) -> None:
    """Nobody touches what is of another project, and who names none only what is global (C92):
    an id is a name, not a key."""
    if of not in (None, project_id):
        raise ScopeDenied("the item belongs to another project: name it with projectId")
