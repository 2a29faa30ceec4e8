"""LangGraph's store, in process and through a server; `make test-peers` runs its own suite."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from client.served import served
from mohen.client import Client
from mohen.memory import open_memory

pytest.importorskip("langgraph.store.base")


@pytest.fixture(params=["in process", "through a server"])
def memory(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Any]:
    if request.param == "in process":
        with open_memory(tmp_path / "home", meaning=False) as opened:
            yield opened
    else:
        with served(tmp_path / "home"), Client(home=tmp_path / "home") as client:
            yield client


def letters(texts: list[str]) -> list[list[float]]:
    return [[float(text.lower().count(each)) for each in "abcdef"] for text in texts]


def test_items_are_exact_and_of_one_project(memory: Any) -> None:
    from mohen.integrations.langgraph import MohenStore

    store, other = MohenStore(memory, "one"), MohenStore(memory, "two")
    value = {"z": 1.0, "a": [None, 10**30, "雪"], "t": (1, 2)}
    store.put(("users", "安"), "k", value)
    item = store.get(("users", "安"), "k")
    assert item is not None
    assert item.value == {**value, "t": [1, 2]}
    assert list(item.value) == list(value)
    assert other.get(("users", "安"), "k") is None
    assert other.search(()) == []
    assert store.list_namespaces() == [("users", "安")]
    store.delete(("users", "安"), "k")
    assert store.get(("users", "安"), "k") is None


def test_more_than_a_batch_and_more_than_a_page(memory: Any) -> None:
    from langgraph.store.base import PutOp

    from mohen.integrations.langgraph import MohenStore

    store = MohenStore(memory, "one")
    store.batch([PutOp(("n",), str(n), {"n": n}) for n in range(1_200)])
    found = store.search(("n",), limit=1_500, filter={"n": {"$gte": 100}})
    assert [each.value["n"] for each in found] == list(range(1_199, 99, -1))
    assert store.search(("n",), limit=0) == []


def test_the_callers_embeddings_find_field_by_field(memory: Any) -> None:
    from mohen.integrations.langgraph import MohenStore

    index: Any = {"dims": 6, "embed": letters, "fields": ["title", "parts[*].text"]}
    store = MohenStore(memory, "one", index=index)

    async def work() -> list[Any]:
        await store.aput(("d",), "1", {"title": "aaa", "parts": [{"text": "bbb"}, {"text": "ccc"}]})
        await store.aput(("d",), "2", {"title": "ddd", "parts": [], "note": "ccc"})
        await store.aput(("d",), "3", {"title": "ccc"}, index=False)
        return await store.asearch(("d",), query="c")

    found = asyncio.run(work())
    assert [each.key for each in found] == ["1", "2", "3"]
    assert [each.score for each in found] == [pytest.approx(1.0), pytest.approx(0.0), None]


def test_an_item_lives_as_long_as_it_is_said(memory: Any) -> None:
    from mohen.integrations.langgraph import MohenStore

    store = MohenStore(memory, "one", ttl={"default_ttl": 5.0})
    store.put(("t",), "k", {})
    store.put(("t",), "for ever", {}, ttl=None)
    shelf = store._shelf
    assert shelf.get(["t"], "k")["ttlMs"] == 300_000  # type: ignore[index]
    assert "ttlMs" not in shelf.get(["t"], "for ever")  # type: ignore[operator]
