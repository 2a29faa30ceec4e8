"""Who is in a team, and by what they come in."""

from __future__ import annotations

from typing import Annotated

from mohen.core.policy import Milliseconds
from mohen.core.values import dataclass
from mohen.server.scopes import Scope


@dataclass(frozen=True, slots=True)
class Token:
    """What lets somebody in, without the secret itself: nobody keeps that."""

    id: str
    author: str
    scope: Scope
    note: Annotated[str, "what it is for"]
    made: Milliseconds
    expires: Milliseconds
    used: Annotated[Milliseconds | None, "when it was used last, to the minute"] = None


@dataclass(frozen=True, slots=True)
class Author:
    """Somebody with a memory of their own."""

    name: str
    since: Milliseconds
    removed: Annotated[Milliseconds | None, "since when nobody comes in by this name"] = None
    tokens: int = 0
    browsers: int = 0
    used: Annotated[Milliseconds | None, "when one of their tokens was used last"] = None
