"""Mohen as a memory block of LlamaIndex: `pip install '.[llama-index]'`.

>>> from mohen import open_memory
>>> from mohen.integrations.llama_index import MohenMemoryBlock
>>> block = MohenMemoryBlock(memory=open_memory(), project_id="my-agent")
>>> memory = Memory.from_defaults(session_id="chat-1", memory_blocks=[block])

Whenever the memory is asked for a request, what was said is heard, and what is known about it is
put in. A last answer, after which nobody asks, is heard with the next question.
"""

from __future__ import annotations

import asyncio
from typing import Any

from llama_index.core.base.llms.types import ChatMessage, MessageRole
from llama_index.core.bridge.pydantic import Field
from llama_index.core.memory import BaseMemoryBlock

from mohen.integrations.asking import Companion

_GAP = "\n\n"


class MohenMemoryBlock(BaseMemoryBlock[str]):
    """The memory of one project, in the sessions of a LlamaIndex memory."""

    name: str = "Mohen"
    memory: Any = Field(exclude=True, description="an open memory, or a client of a server")
    project_id: str = Field(description="all that it sees")

    async def _aget(
        self, messages: list[ChatMessage] | None = None, session_id: str = "", **_more: Any
    ) -> str:
        return await asyncio.to_thread(self._recalled, messages or [], session_id)

    def _recalled(self, messages: list[ChatMessage], session: str) -> str:
        companion = Companion(self.memory, self.project_id)
        if session and (said := _said(messages)):
            companion.hear(session, said)
        asked = next((each.content for each in reversed(messages) if _is_users(each)), None)
        return _GAP.join(filter(None, (companion.snapshot(), companion.beside(asked or ""))))

    async def _aput(self, messages: list[ChatMessage]) -> None:
        """What leaves the short memory was heard when it was said."""


def _is_users(message: ChatMessage) -> bool:
    return bool(message.role == MessageRole.USER)


def _said(messages: list[ChatMessage]) -> list[dict[str, Any]]:
    roles = (MessageRole.USER, MessageRole.ASSISTANT)
    return [
        {"role": each.role.value, "text": each.content}
        for each in messages
        if each.role in roles and each.content
    ]
