"""Sessions of OpenAI's Agents SDK on Mohen's documents: `pip install '.[openai-agents]'`.

>>> from mohen import open_memory
>>> from mohen.integrations.openai_agents import MohenSession
>>> session = MohenSession("thread-1", open_memory(), "my-agent")
>>> result = await Runner.run(agent, "Hello", session=session)

It keeps the items of a session exactly, in their order. Several may share a session, in several
processes: each item is popped once.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from agents.memory import SessionABC, SessionSettings

from mohen.integrations.asking import Shelf

if TYPE_CHECKING:
    from agents import TResponseInputItem

    from mohen.client import Client
    from mohen.memory import Memory

_ROOM = "openai-agents"
_MOST = 1_000  # items written at once


class MohenSession(SessionABC):
    """One conversation's items, each a document."""

    def __init__(
        self,
        session_id: str,
        memory: Memory | Client,
        project_id: str,
        *,
        session_settings: SessionSettings | dict[str, Any] | None = None,
    ) -> None:
        self.session_id = session_id
        self.session_settings: SessionSettings = SessionSettings().resolve(session_settings)
        self._shelf = Shelf(memory, project_id)
        self._namespace = [_ROOM, session_id]

    async def get_items(self, limit: int | None = None) -> list[TResponseInputItem]:
        """All of them, or the last ones; in their order."""
        most = self.session_settings.limit if limit is None else limit
        if most is not None and most <= 0:
            return []
        found = await asyncio.to_thread(self._shelf.search, most, namespace=self._namespace)
        return [each["value"] for each in reversed(found)]

    async def add_items(self, items: list[TResponseInputItem]) -> None:
        """Written in their order; what is written later is later in the session."""
        ops = [
            {"put": {"namespace": self._namespace, "key": uuid4().hex, "value": _plain(each)}}
            for each in items
        ]
        for at in range(0, len(ops), _MOST):
            await asyncio.to_thread(self._shelf.batch, ops[at : at + _MOST])

    async def pop_item(self) -> TResponseInputItem | None:
        return await asyncio.to_thread(self._pop)

    def _pop(self) -> Any:
        """The last one that nobody else takes first."""
        while found := self._shelf.search(1, namespace=self._namespace):
            place = {"namespace": self._namespace, "key": found[0]["key"]}
            if self._shelf.batch([{"delete": place}])[0]["deleted"]:
                return found[0]["value"]
        return None

    async def clear_session(self) -> None:
        await asyncio.to_thread(self._shelf.clear, self._namespace)


def _plain(item: Any) -> Any:
    """Items may be models of the SDK's own."""
    return item.model_dump(exclude_unset=True) if hasattr(item, "model_dump") else item
