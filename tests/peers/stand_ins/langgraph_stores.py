"""A plugin of pytest, in LangGraph's own tests: Mohen's store in the place of theirs.

What their tests do with a store that is no store's business (a connection string, a set-up, a
sweeper of its own) is said here in Mohen's terms.
"""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import langgraph.store.memory
import langgraph.store.sqlite
import langgraph.store.sqlite.aio
import pytest

from mohen import open_memory
from mohen.integrations.langgraph import MohenStore
from mohen.memory import Memory

_OPEN: list[Memory] = []


def _memory() -> Memory:
    memory = open_memory(tempfile.mkdtemp(prefix="peers-"), meaning=False)
    _OPEN.append(memory)
    return memory


def _as_sqlite(ttl: Any) -> Any:
    """Reads prolong an item's life unless somebody says no; SQLite's store asks for a yes."""
    return None if ttl is None else {"refresh_on_read": False, **ttl}


class Store(MohenStore):
    """As `SqliteStore` is opened, and swept."""

    def __init__(self, *, memory: Memory | None = None, index: Any = None, ttl: Any = None) -> None:
        self._memory = memory or _memory()
        super().__init__(self._memory, "peer", index=index, ttl=_as_sqlite(ttl))

    @classmethod
    @contextmanager
    def from_conn_string(cls, _where: str, **how: Any) -> Iterator[Store]:
        with _memory() as memory:
            yield cls(memory=memory, **how)

    def setup(self) -> None: ...
    def start_ttl_sweeper(self) -> None: ...
    def stop_ttl_sweeper(self) -> None: ...

    def sweep_ttl(self) -> int:
        return self._memory.documents.sweep()


class AsyncStore(MohenStore):
    """As `AsyncSqliteStore` is."""

    def __init__(self, memory: Memory, *, index: Any = None, ttl: Any = None) -> None:
        self._memory = memory
        super().__init__(memory, "peer", index=index, ttl=_as_sqlite(ttl))

    @classmethod
    @asynccontextmanager
    async def from_conn_string(cls, _where: str, **how: Any) -> AsyncIterator[AsyncStore]:
        with _memory() as memory:
            yield cls(memory, **how)

    async def setup(self) -> None: ...
    async def start_ttl_sweeper(self) -> None: ...
    async def stop_ttl_sweeper(self) -> None: ...

    async def sweep_ttl(self) -> int:
        return self._memory.documents.sweep()


langgraph.store.memory.InMemoryStore = Store  # type: ignore[misc]
langgraph.store.sqlite.SqliteStore = Store  # type: ignore[misc]
langgraph.store.sqlite.AsyncSqliteStore = AsyncStore  # type: ignore[misc]
langgraph.store.sqlite.aio.AsyncSqliteStore = AsyncStore  # type: ignore[misc]


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    yield
    while _OPEN:
        _OPEN.pop().close()
