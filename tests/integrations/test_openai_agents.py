"""Sessions of OpenAI's Agents SDK. Its own suite runs behind `make test-peers`."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from client.served import served
from mohen.client import Client
from mohen.memory import open_memory

pytest.importorskip("agents.memory")


@pytest.fixture(params=["in process", "through a server"])
def memory(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Any]:
    if request.param == "in process":
        with open_memory(tmp_path / "home", meaning=False) as opened:
            yield opened
    else:
        with served(tmp_path / "home"), Client(home=tmp_path / "home") as client:
            yield client


def item(n: int) -> Any:
    return {"role": "user", "content": f"第 {n} 句"}


def test_a_session_is_what_was_added_in_its_order(memory: Any) -> None:
    from mohen.integrations.openai_agents import MohenSession

    async def work() -> None:
        session = MohenSession("s", memory, "one")
        await session.add_items([item(n) for n in range(1_100)])
        await session.add_items([item(1_100)])
        assert await session.get_items() == [item(n) for n in range(1_101)]
        assert await session.get_items(2) == [item(1_099), item(1_100)]
        assert await session.get_items(0) == []
        assert await session.pop_item() == item(1_100)
        await MohenSession("t", memory, "one").add_items([item(7)])
        await session.clear_session()
        assert await session.get_items() == []
        assert await session.pop_item() is None
        assert await MohenSession("t", memory, "one").get_items() == [item(7)]

    asyncio.run(work())


def test_each_item_is_popped_once(memory: Any) -> None:
    from mohen.integrations.openai_agents import MohenSession

    async def work() -> None:
        session = MohenSession("s", memory, "one")
        await session.add_items([item(n) for n in range(12)])
        taken = await asyncio.gather(*(session.pop_item() for _ in range(15)))
        found = sorted(each["content"] for each in taken if each is not None)  # type: ignore[index]
        assert found == sorted(item(n)["content"] for n in range(12))

    asyncio.run(work())
