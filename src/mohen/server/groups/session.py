"""Working memory."""

from __future__ import annotations

from typing import Any

from mohen.model.session import Kind
from mohen.server.channel import Channel, Desk, Push
from mohen.server.schemas import session
from mohen.server.wire import Wire


def _begin(desk: Desk, asked: session.BeginPayload) -> Wire:
    return session.BegunData.made(
        desk.memory.session.begin(
            asked.project_id, session_id=asked.session_id, chapter_id=asked.chapter_id
        )
    )


def _focus(desk: Desk, asked: session.FocusPayload) -> Wire:
    return session.TakenData.of(
        desk.memory.session.focus(
            asked.session_id,
            project_id=asked.project_id,
            chapter_id=asked.chapter_id,
            scene_type=asked.scene_type,
            text=asked.text,
            cursor=asked.cursor,
        )
    )


def _note(desk: Desk, asked: session.NotePayload) -> Wire:
    return session.NotedData.made(
        desk.memory.session.note(
            asked.session_id,
            Kind(asked.kind),
            asked.text,
            project_id=asked.project_id,
            item_id=asked.item_id,
            role=asked.role,
            weight=asked.weight,
            conversation_id=asked.conversation_id,
        )
    )


def _state(desk: Desk, asked: session.OfSession) -> Wire:
    return session.StateData.of(desk.memory.session.state(asked.session_id, asked.project_id))


def _end(desk: Desk, asked: session.OfSession) -> Wire:
    return session.SettledData.of(desk.memory.session.end(asked.session_id, asked.project_id))


TABLE: tuple[Channel[Any], ...] = (
    Channel(
        "session:begin",
        "Begin a session of a project, or go on with the live one of that name. Nothing of it is "
        "on disk.",
        session.BeginPayload,
        session.BegunData,
        _begin,
        in_order=True,
    ),
    Channel(
        "session:focus",
        "The author looks at something else: chapter, kind of scene, the text around the cursor.",
        session.FocusPayload,
        session.TakenData,
        _focus,
        in_order=True,
    ),
    Channel(
        "session:note",
        "Something the author has in mind: an intent, a step that can be undone, a sign of a "
        "preference, a line of dialogue.",
        session.NotePayload,
        session.NotedData,
        _note,
        in_order=True,
    ),
    Channel(
        "session:state",
        "Everything a session holds, each with its importance as of now.",
        session.OfSession,
        session.StateData,
        _state,
        in_order=True,
    ),
    Channel(
        "session:end",
        "End a session: what was said often enough becomes episodes, the rest is gone.",
        session.OfSession,
        session.SettledData,
        _end,
        in_order=True,
    ),
)

PUSHES: tuple[Push, ...] = ()
