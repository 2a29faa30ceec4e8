"""Mohen as a capability of Pydantic AI's own agent. It needs that package: `make test-peers`."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from client.served import served
from mohen.client import Client
from mohen.memory import open_memory

pytest.importorskip("pydantic_ai")

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


class Model:
    """A model that calls a tool once and then answers, and keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, messages: Any, info: Any) -> Any:
        from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart

        prompts = [
            part.content
            for message in messages
            for part in message.parts
            if part.part_kind in ("user-prompt", "tool-return")
        ]
        self.asked.append("\n".join([info.instructions or "", *map(str, prompts)]))
        called = any(part.part_kind == "tool-return" for part in messages[-1].parts)
        return ModelResponse([TextPart("Noted.")] if called else [ToolCallPart("clock", {})])


def heard(memory: Any) -> dict[str, list[tuple[str, str]]]:
    from mohen.integrations.asking import asking

    ask, project = asking(memory), {"projectId": "one"}
    return {
        each["session"]: [
            (one["role"], one["text"])
            for one in ask("talk:read", {**project, "session": each["session"]})["items"]
        ]
        for each in ask("talk:sessions", project)["items"]
    }


def test_what_was_said_in_one_conversation_is_known_in_the_next(memory: Any) -> None:
    """Given an agent that was told something. When it is asked in another conversation. Then its
    model is given what was said, with every request of the run the same, and no history holds what
    we put in, so that nothing of it is heard."""
    from pydantic_ai import Agent
    from pydantic_ai.models.function import FunctionModel

    from mohen.integrations.pydantic_ai import MohenMemory

    model = Model()
    agent: Any = Agent(FunctionModel(model), capabilities=[MohenMemory(memory, "one")])
    agent.tool_plain(lambda: "noon", name="clock")

    async def work() -> None:
        first = await agent.run(SAYS, conversation_id="a")
        again = await agent.run(
            "I live in Oslo.", conversation_id="a", message_history=first.all_messages()
        )
        assert again.output == "Noted."
        model.asked.clear()
        last = await agent.run(ASKS, conversation_id="b")
        assert FACT not in str(last.all_messages()).replace(SAYS, "")

    asyncio.run(work())
    first, second = model.asked
    assert FACT in first
    assert FACT in second
    assert second.startswith(first)
    told = heard(memory)
    assert told["a"] == [
        ("user", SAYS),
        ("assistant", "Noted."),
        ("user", "I live in Oslo."),
        ("assistant", "Noted."),
    ]
    assert told["b"] == [("user", ASKS), ("assistant", "Noted.")]
