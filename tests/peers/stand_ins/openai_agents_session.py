"""A plugin of pytest, in the tests of OpenAI's Agents SDK: Mohen's session in the place of theirs.

Sessions on one file of theirs stand on one home here.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import agents
import agents.memory
import pytest

from mohen import open_memory
from mohen.integrations.openai_agents import MohenSession
from mohen.memory import Memory

_OPEN: dict[str, Memory] = {}


class Session(MohenSession):
    """As `SQLiteSession` is made, and closed."""

    def __init__(
        self, session_id: str, db_path: str | Path = ":memory:", session_settings: Any = None
    ) -> None:
        name = f"{db_path}{id(self) if db_path == ':memory:' else ''}"
        if name not in _OPEN:
            _OPEN[name] = open_memory(tempfile.mkdtemp(prefix="peers-"), meaning=False)
        super().__init__(session_id, _OPEN[name], "peer", session_settings=session_settings)

    def close(self) -> None: ...


agents.SQLiteSession = Session  # type: ignore[misc,assignment]
agents.memory.SQLiteSession = Session  # type: ignore[misc,assignment]


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    yield
    while _OPEN:
        _OPEN.popitem()[1].close()
