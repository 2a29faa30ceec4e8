"""Channels of working memory: what a session holds."""

from __future__ import annotations

from typing import Annotated, Literal

from mohen.server.channels import Channel, Desk
from mohen.server.shapes import At, Beside, Milliseconds, WholeWire, Wire
from mohen.session.model import Focus, Kind, Settled, Working, WorkingItem


class BeginPayload(Wire):
    project_id: str
    session_id: Annotated[
        str | None, "yours; live in this project it goes on, in another it settles"
    ] = None
    chapter_id: str | None = None


class OfSession(Wire):
    session_id: str
    project_id: str | None = None


class FocusPayload(OfSession):
    chapter_id: Annotated[str | None, "absent: as before; text and sceneType are always new"] = None
    scene_type: str | None = None
    text: Annotated[str, "what is on the screen; of more, what stands around the cursor"] = ""
    cursor: Annotated[int | None, "code points; absent: at the end"] = None


class NotePayload(OfSession):
    kind: Kind
    text: str | None = None
    role: Annotated[Literal["user", "assistant"] | None, "of dialogue; default user"] = None
    weight: Annotated[float | None, "of a signal: above 0, at most 1; default 1"] = None
    item_id: Annotated[
        str | None, "the author came back to it; of a step: it was undone or redone"
    ] = None
    conversation_id: Annotated[str | None, "of dialogue: another one than before replaces it"] = (
        None
    )


class FocusData(Wire, of=Focus):
    at: Milliseconds
    chapter_id: str | None
    scene_type: str | None
    text: str
    tokens: int


class ItemData(Wire, of=WorkingItem):
    id: str
    kind: Kind
    text: str
    importance: float
    uses: int
    weight: Annotated[float, "of a signal: what it has gathered"]
    role: str | None
    tokens: int
    at: Milliseconds
    touched_at: Milliseconds


def _of_kind(*kinds: Kind) -> At:
    return At(lambda working: [each for each in working.items if each.kind in kinds])


class StateData(WholeWire, of=Working):
    session_id: str
    project_id: str
    began_at: Milliseconds
    current_focus: Annotated[FocusData | None, At("focus")]
    intent_stack: Annotated[list[ItemData], _of_kind(Kind.INTENT)]
    undo_buffer: Annotated[
        list[ItemData], _of_kind(Kind.UNDO, Kind.REDO), "what was undone is of kind redo"
    ]
    temp_signals: Annotated[list[ItemData], _of_kind(Kind.SIGNAL)]
    ai_dialog_context: Annotated[list[ItemData], _of_kind(Kind.DIALOGUE)]
    tokens: int
    token_budget: int
    evicted: Annotated[int, "items that had to go so far"]


class SettledData(Wire, of=Settled):
    pass


class BegunData(StateData):
    settled: Annotated[SettledData | None, "the session of that name in another project"]


class TakenData(WholeWire, of=Working):
    """What a session holds after something was taken in."""

    session_id: str
    project_id: str
    tokens: int
    token_budget: int
    evicted: int


class NotedData(TakenData):
    item: ItemData


def _begin(desk: Desk, asked: BeginPayload) -> object:
    begun = desk.memory.session.begin(**asked.arguments())
    return Beside(begun.working, settled=begun.settled)


def _note(desk: Desk, asked: NotePayload) -> object:
    noted = desk.memory.session.note(**asked.arguments())
    return Beside(noted.working, item=noted.item)


TABLE: tuple[Channel, ...] = (
    Channel(
        "session:begin",
        "Begin a session of a project, or go on with the live one of that name. Nothing of it is "
        "on disk.",
        BeginPayload,
        BegunData,
        _begin,
        in_order=True,
    ),
    Channel(
        "session:focus",
        "The author looks at something else: chapter, kind of scene, the text around the cursor.",
        FocusPayload,
        TakenData,
        "session.focus",
        in_order=True,
    ),
    Channel(
        "session:note",
        "Something the author has in mind: an intent, a step that can be undone, a sign of a "
        "preference, a line of dialogue.",
        NotePayload,
        NotedData,
        _note,
        in_order=True,
    ),
    Channel(
        "session:state",
        "Everything a session holds, each with its importance as of now.",
        OfSession,
        StateData,
        "session.state",
        in_order=True,
        changes=False,
    ),
    Channel(
        "session:end",
        "End a session: what was said often enough becomes episodes, the rest is gone.",
        OfSession,
        SettledData,
        "session.end",
        in_order=True,
    ),
)
