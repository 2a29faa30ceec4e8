"""Channels of a team's administrators: counts and health, never a text of anybody."""

from __future__ import annotations

from typing import Annotated

from mohen.errors import Unsupported
from mohen.server.channels import Channel, Desk
from mohen.server.shapes import Limits, Milliseconds, Wire
from mohen.team.hall import AuthorState, Hall, Held, TeamState


class TeamStatusPayload(Wire):
    author: Annotated[
        str | None, "one of them, with how much their memory holds; absent: a page of all"
    ] = None
    after: Annotated[str | None, "`after` of the page before"] = None
    limit: Annotated[int | None, Limits(1, 200), "authors of a page"] = None


class HeldData(Wire, of=Held):
    episodes: Annotated[int | None, "absent, as the others: they cannot be counted"] = None
    rules: int | None = None
    knowledge: Annotated[int | None, "living items"] = None
    file_bytes: int


class AuthorStateData(Wire, of=AuthorState):
    name: str
    since: Annotated[Milliseconds, "when they were added"]
    removed: Annotated[Milliseconds | None, "since when they are shut out"] = None
    tokens: Annotated[int, "that they have"]
    browsers: Annotated[int, "that were let in for them"]
    used: Annotated[Milliseconds | None, "when a token of theirs was used last"] = None
    open: Annotated[bool, "their memory, in the process that answers"]
    degraded: Annotated[list[str], "codes of what is broken in it, where it is open"]
    held: Annotated[HeldData | None, "of one author who was asked for"] = None


class TeamStatusData(Wire, of=TeamState):
    authors: list[AuthorStateData]
    after: Annotated[str | None, "absent: this was the last page"] = None


def _status(desk: Desk, asked: TeamStatusPayload) -> object:
    if not isinstance(desk.memory, Hall):
        raise Unsupported("only the server of a team can say: `mohen serve --team FOLDER`")
    return desk.memory.state(asked.author, asked.after, asked.limit)


TABLE: tuple[Channel, ...] = (
    Channel(
        "team:status",
        "How a team is: its authors with counts and health, and no word of any memory. For a token "
        "of scope `admin`.",
        TeamStatusPayload,
        TeamStatusData,
        _status,
        admin=True,
    ),
)
