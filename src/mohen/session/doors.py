"""Working memory: what the author has in mind now, never on disk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mohen.session import session
from mohen.session.model import Begun, Kind, Noted, Settled, Working

if TYPE_CHECKING:
    from mohen.parts import Parts


class SessionDoor:
    """Working memory: what the author has in mind now, never on disk."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def begin(
        self, project_id: str, *, session_id: str | None = None, chapter_id: str | None = None
    ) -> Begun:
        """A new session, or the live one of that name; one in another project settles."""
        return session.begin(self._parts, project_id, session_id=session_id, chapter_id=chapter_id)

    def focus(
        self,
        session_id: str,
        *,
        project_id: str | None = None,
        chapter_id: str | None = None,
        scene_type: str | None = None,
        text: str = "",
        cursor: int | None = None,
    ) -> Working:
        """The author looks at something else."""
        return session.focus(
            self._parts,
            session_id,
            project_id=project_id,
            chapter_id=chapter_id,
            scene_type=scene_type,
            text=text,
            cursor=cursor,
        )

    def note(
        self,
        session_id: str,
        kind: Kind,
        text: str | None = None,
        *,
        project_id: str | None = None,
        item_id: str | None = None,
        role: str | None = None,
        weight: float | None = None,
        conversation_id: str | None = None,
    ) -> Noted:
        """Something new in mind, or with `item_id` something the author came back to."""
        return session.note(
            self._parts,
            session_id,
            kind,
            text,
            project_id=project_id,
            item_id=item_id,
            role=role,
            weight=weight,
            conversation_id=conversation_id,
        )

    def state(self, session_id: str, project_id: str | None = None) -> Working:
        """Everything in mind, each with its importance as of now."""
        return session.state(self._parts, session_id, project_id)

    def end(self, session_id: str, project_id: str | None = None) -> Settled:
        """What was said often enough becomes episodes, the rest is gone."""
        return session.end(self._parts, session_id, project_id)
