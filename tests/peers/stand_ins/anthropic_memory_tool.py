"""A plugin of pytest, in Anthropic's own tests: Mohen's memory tool in the place of its own.

Their tests look at the folder that the tool writes; here the documents are written out as files
for them to look at.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from types import ModuleType

import anthropic.lib.tools._beta_builtin_memory_tool as theirs
import pytest

from mohen import open_memory
from mohen.integrations.anthropic_memory import MohenAsyncMemoryTool, MohenMemoryTool
from mohen.memory import Memory

_OPEN: dict[str, Memory] = {}


def _memory(base_path: str) -> Memory:
    if base_path not in _OPEN:
        _OPEN[base_path] = open_memory(tempfile.mkdtemp(prefix="peers-"), meaning=False)
    return _OPEN[base_path]


class Tool(MohenMemoryTool):
    def __init__(self, base_path: str) -> None:
        self.base_path = base_path
        super().__init__(_memory(base_path), "peer")


class AsyncTool(MohenAsyncMemoryTool):
    def __init__(self, base_path: str) -> None:
        self.base_path = base_path
        super().__init__(_memory(base_path), "peer")


theirs.BetaLocalFilesystemMemoryTool = Tool  # type: ignore[assignment,misc]
theirs.BetaAsyncLocalFilesystemMemoryTool = AsyncTool  # type: ignore[assignment,misc]


def _snapshot(base_path: str) -> dict[str, str]:
    found = _OPEN[base_path].documents.search("peer", limit=1_000)
    return {
        "/".join(["memories", *each.namespace[1:], each.key]): each.value["text"] for each in found
    }


@pytest.fixture(autouse=True)
def _looked_at(request: pytest.FixtureRequest) -> Iterator[None]:
    module: ModuleType = request.module
    module.get_directory_snapshot = _snapshot  # type: ignore[attr-defined]
    yield
    while _OPEN:
        _OPEN.popitem()[1].close()
