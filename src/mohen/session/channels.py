"""Shapes of working memory."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from mohen.core.shapes import Milliseconds
from mohen.server.channel import Channel, Desk, Push
from mohen.server.wire import WholeWire, Wire
from mohen.session.model import Begun, Focus, Kind, Noted, Settled, Working, WorkingItem

KindName = Literal["intent", "undo", "redo", "signal", "dialogue"]


class BeginPayload(Wire):
    project_id: str
    session_id: Annotated[
        str | None,
        Field(description="yours; live in this project it goes on, in another it settles"),
    ] = None
    chapter_id: str | None = None


class OfSession(Wire):
    session_id: str
    project_id: str | None = None


class FocusPayload(OfSession):
    chapter_id: Annotated[
        str | None, Field(description="absent: as before; text and sceneType are always new")
    ] = None
    scene_type: str | None = None
    text: Annotated[
        str, Field(description="what is on the screen; of more, what stands around the cursor")
    ] = ""
    cursor: Annotated[int | None, Field(description="code points; absent: at the end")] = None


class NotePayload(OfSession):
    kind: KindName
    text: str | None = None
    role: Annotated[
        Literal["user", "assistant"] | None, Field(description="of dialogue; default user")
    ] = None
    weight: Annotated[
        float | None, Field(description="of a signal: above 0, at most 1; default 1")
    ] = None
    item_id: Annotated[
        str | None,
        Field(description="the author came back to it; of a step: it was undone or redone"),
    ] = None
    conversation_id: Annotated[
        str | None, Field(description="of dialogue: another one than before replaces it")
    ] = None


class FocusData(Wire):
    at: Milliseconds
    chapter_id: str | None
    scene_type: str | None
    text: str
    tokens: int

    @classmethod
    def of(cls, focus: Focus) -> FocusData:
        return cls(
            at=focus.at,
            chapter_id=focus.chapter_id,
            scene_type=focus.scene_type,
            text=focus.text,
            tokens=focus.tokens,
        )


class ItemData(Wire):
    id: str
    kind: KindName
    text: str
    importance: float
    uses: int
    weight: Annotated[float, Field(description="of a signal: what it has gathered")]
    role: str | None
    tokens: int
    at: Milliseconds
    touched_at: Milliseconds

    @classmethod
    def of(cls, item: WorkingItem) -> ItemData:
        return cls(
            id=item.id,
            kind=item.kind.value,
            text=item.text,
            importance=item.importance,
            uses=item.uses,
            weight=item.weight,
            role=item.role,
            tokens=item.tokens,
            at=item.at,
            touched_at=item.touched_at,
        )


class StateData(WholeWire):
    session_id: str
    project_id: str
    began_at: Milliseconds
    current_focus: FocusData | None
    intent_stack: list[ItemData]
    undo_buffer: Annotated[list[ItemData], Field(description="what was undone is of kind redo")]
    temp_signals: list[ItemData]
    ai_dialog_context: list[ItemData]
    tokens: int
    token_budget: int
    evicted: Annotated[int, Field(description="items that had to go so far")]

    @classmethod
    def of(cls, working: Working) -> StateData:
        return cls.model_validate(_state_data(working))


class SettledData(Wire):
    session_id: str
    project_id: str
    episodes: Annotated[list[str], Field(description="made of signals that reached the threshold")]
    discarded: int
    abandoned: Annotated[int, Field(description="runs that nobody answered")]
    failed: Annotated[list[str], Field(description="codes; what failed is lost")]

    @classmethod
    def of(cls, settled: Settled) -> SettledData:
        return cls(
            session_id=settled.session_id,
            project_id=settled.project_id,
            episodes=list(settled.episodes),
            discarded=settled.discarded,
            abandoned=settled.abandoned,
            failed=list(settled.failed),
        )


class BegunData(StateData):
    settled: Annotated[
        SettledData | None, Field(description="the session of that name in another project")
    ]

    @classmethod
    def made(cls, begun: Begun) -> BegunData:
        settled = None if begun.settled is None else SettledData.of(begun.settled)
        return cls.model_validate({**_state_data(begun.working), "settled": settled})


class TakenData(WholeWire):
    """What a session holds after something was taken in."""

    session_id: str
    project_id: str
    tokens: int
    token_budget: int
    evicted: int

    @classmethod
    def of(cls, working: Working) -> TakenData:
        return cls.model_validate(_budget(working))


class NotedData(TakenData):
    item: ItemData

    @classmethod
    def made(cls, noted: Noted) -> NotedData:
        return cls.model_validate({**_budget(noted.working), "item": ItemData.of(noted.item)})


def _budget(working: Working) -> dict[str, object]:
    return {
        "session_id": working.session_id,
        "project_id": working.project_id,
        "tokens": working.tokens,
        "token_budget": working.token_budget,
        "evicted": working.evicted,
    }


def _state_data(working: Working) -> dict[str, object]:
    steps = [each for each in working.items if each.kind in (Kind.UNDO, Kind.REDO)]
    return {
        **_budget(working),
        "began_at": working.began_at,
        "current_focus": None if working.focus is None else FocusData.of(working.focus),
        "intent_stack": [ItemData.of(each) for each in working.of(Kind.INTENT)],
        "undo_buffer": [ItemData.of(each) for each in steps],
        "temp_signals": [ItemData.of(each) for each in working.of(Kind.SIGNAL)],
        "ai_dialog_context": [ItemData.of(each) for each in working.of(Kind.DIALOGUE)],
    }


# -- Working memory.


def _begin(desk: Desk, asked: BeginPayload) -> Wire:
    return BegunData.made(
        desk.memory.session.begin(
            asked.project_id, session_id=asked.session_id, chapter_id=asked.chapter_id
        )
    )


def _focus(desk: Desk, asked: FocusPayload) -> Wire:
    return TakenData.of(
        desk.memory.session.focus(
            asked.session_id,
            project_id=asked.project_id,
            chapter_id=asked.chapter_id,
            scene_type=asked.scene_type,
            text=asked.text,
            cursor=asked.cursor,
        )
    )


def _note(desk: Desk, asked: NotePayload) -> Wire:
    return NotedData.made(
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


def _state(desk: Desk, asked: OfSession) -> Wire:
    return StateData.of(desk.memory.session.state(asked.session_id, asked.project_id))


def _end(desk: Desk, asked: OfSession) -> Wire:
    return SettledData.of(desk.memory.session.end(asked.session_id, asked.project_id))


TABLE: tuple[Channel[Any], ...] = (
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
        _focus,
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
        _state,
        in_order=True,
    ),
    Channel(
        "session:end",
        "End a session: what was said often enough becomes episodes, the rest is gone.",
        OfSession,
        SettledData,
        _end,
        in_order=True,
    ),
)

PUSHES: tuple[Push, ...] = ()
