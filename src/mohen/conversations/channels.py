"""Channels of what was said: heard, listed, read."""

from __future__ import annotations

from typing import Annotated

from mohen.conversations.model import Heard, Message, Page, Quote, Role, Said, Talk
from mohen.server.channels import Channel
from mohen.server.shapes import ITSELF, At, Milliseconds, Wire, filled, rounded

# -- talk:hear


class SaidPayload(Wire, builds=Said):
    role: Role
    text: str
    speaker: Annotated[str | None, "who said it, where the role alone does not tell"] = None
    at: Annotated[Milliseconds | None, "when it was said; absent: now"] = None
    id: Annotated[str | None, "the host's own: the same again is the same message"] = None


class HearPayload(Wire):
    project_id: str
    session: str
    messages: Annotated[list[SaidPayload], "in their order"]


class HearData(Wire, of=Heard):
    heard: Annotated[int, "messages that were new, and are on disk now"]
    same: Annotated[int, "that were known"]
    edited: Annotated[int, "that say something else than before"]
    left_out: Annotated[int, "that hold nothing but blanks, or our own words"]
    private: Annotated[bool, "privacy mode is on: nothing is kept"]


# -- talk:search, talk:sessions, talk:read


class SearchPayload(Wire):
    project_id: str
    query: Annotated[str | None, "absent: what the other fields let through, newest first"] = None
    session: str | None = None
    speaker: Annotated[str | None, "a name, or a role: `assistant` for what you were told"] = None
    since: Annotated[Milliseconds | None, "said from then on"] = None
    until: Annotated[Milliseconds | None, "said before then"] = None
    as_of: Annotated[Milliseconds | None, "as if it were asked then"] = None
    limit: Annotated[int | None, "at most 50; default 10"] = None


class SessionsPayload(Wire):
    project_id: str
    after: Annotated[str | None, "a session: those that come behind it"] = None
    limit: Annotated[int | None, "at most 200; default 50"] = None


class SessionData(Wire, of=Talk):
    session: str
    first_at: Milliseconds
    last_at: Milliseconds
    messages: int
    opening: Annotated[str, "how the first message begins"]
    speakers: Annotated[
        list[str] | None, filled("speakers"), "names under which somebody speaks in it"
    ] = None


class SessionsData(Wire):
    items: Annotated[list[SessionData], ITSELF]


class ReadPayload(Wire):
    project_id: str
    session: str
    after: Annotated[int | None, "a place: what was said after it"] = None
    before: Annotated[int | None, "a place: what was said just before it, instead"] = None
    limit: Annotated[int | None, "at most 200; default 50"] = None


class MessageData(Wire, of=Message):
    session: str
    place: Annotated[int, "its order in the session; knowledge names it as `session:place`"]
    role: Role
    speaker: Annotated[str | None, filled("speaker")] = None
    at: Milliseconds
    text: str


class QuoteData(Wire, of=Quote):
    message: MessageData
    score: Annotated[float, rounded("score")]
    because: Annotated[list[str], "what brought it: words, neighbours, speaker, time"]
    before: Annotated[MessageData | None, "what was said just before it"] = None
    after: Annotated[MessageData | None, "and just after"] = None


class SearchData(Wire):
    items: Annotated[list[QuoteData], ITSELF]


class ReadData(Wire, of=Page):
    items: list[MessageData]
    next: Annotated[int | None, At("after"), "`after` of the next page"] = None
    previous: Annotated[int | None, At("before"), "`before` of the page before"] = None


TABLE: tuple[Channel, ...] = (
    Channel(
        "talk:hear",
        "What was said just now, message by message; it is on disk when this answers.",
        HearPayload,
        HearData,
        "conversations.hear",
        in_order=True,
    ),
    Channel(
        "talk:search",
        "What was said, found by words with what was said around them, by speaker and time.",
        SearchPayload,
        SearchData,
        "conversations.search",
    ),
    Channel(
        "talk:sessions",
        "Conversations of a project, the last one first.",
        SessionsPayload,
        SessionsData,
        "conversations.sessions",
    ),
    Channel(
        "talk:read",
        "Messages of a session, in their order.",
        ReadPayload,
        ReadData,
        "conversations.read",
    ),
)
