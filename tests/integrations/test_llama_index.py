"""Mohen as a memory block of LlamaIndex's own memory. It needs that package: `make test-peers`."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from client.served import served
from mohen.client import Client
from mohen.memory import open_memory

pytest.importorskip("llama_index.core")

SAYS = "For the record: my parrot is called Bartholomew."
ASKS = "What is the name of my parrot?"
FACT = "Bartholomew"


@pytest.fixture(params=["in process", "through a server"])
def memory(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Any]:
    """One that has learned from what it heard when it answers."""
    if request.param == "in process":
        with open_memory(tmp_path / "home", meaning=False, immediate=True) as opened:
            yield opened
    else:
        with served(tmp_path / "home", immediate=True), Client(home=tmp_path / "home") as client:
            yield client


def model(asked: list[str]) -> Any:
    """One that always answers the same, and keeps what it was asked."""
    from llama_index.core.base.llms.types import ChatMessage, ChatResponse
    from llama_index.core.llms.mock import MockLLM

    class Kept(MockLLM):
        def chat(self, messages: Any, **_how: Any) -> ChatResponse:
            asked.append("\n".join(f"{each.role.value}: {each.content}" for each in messages))
            return ChatResponse(message=ChatMessage(role="assistant", content="Noted."))

        async def achat(self, messages: Any, **how: Any) -> ChatResponse:
            return self.chat(messages, **how)

    return Kept()


def heard(memory: Any, session: str) -> list[tuple[str, str]]:
    from mohen.integrations.asking import asking

    asked = {"projectId": "one", "session": session, "limit": 100}
    found = asking(memory)("talk:read", asked)["items"]
    return [(each["role"], each["text"]) for each in found]


def test_what_was_said_in_one_session_is_known_in_the_next(memory: Any) -> None:
    """Given a chat that was told something. When another is asked. Then its model is given what was
    said; each message is heard once, also while the short memory lets go of the oldest."""
    from llama_index.core.chat_engine import SimpleChatEngine
    from llama_index.core.memory import Memory

    from mohen.integrations.llama_index import MohenMemoryBlock

    asked: list[str] = []

    def chat(session: str) -> Any:
        block = MohenMemoryBlock(memory=memory, project_id="one")
        kept = Memory.from_defaults(
            session_id=session,
            memory_blocks=[block],
            token_limit=400,
            chat_history_token_ratio=0.4,
            token_flush_size=40,
        )
        return SimpleChatEngine.from_defaults(llm=model(asked), memory=kept)

    async def work() -> list[str]:
        first, said = chat("a"), [SAYS, *(f"I walked {n} miles on day {n}." for n in range(30))]
        for each in said:
            await first.achat(each)
        asked.clear()
        await chat("b").achat(ASKS)
        return said

    said = asyncio.run(work())
    assert FACT in asked[-1]
    assert [text for role, text in heard(memory, "a") if role == "user"] == said
    assert [text for _, text in heard(memory, "b")][:1] == [ASKS]
