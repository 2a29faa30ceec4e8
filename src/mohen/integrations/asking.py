"""How an adapter asks: a memory in this process, or a running server, in the same words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias

from mohen.knowledge.workspace.snapshot_text import without_search

if TYPE_CHECKING:
    from mohen.client import Client
    from mohen.memory import Memory

Ask: TypeAlias = Callable[[str, dict[str, Any]], dict[str, Any]]
"""A channel and its payload; answers its data, or raises `MohenError`."""

_PAGE = 500  # documents asked for, and messages told, at once


def asking(memory: Memory | Client) -> Ask:
    """Both are told apart by what they can do: a client calls."""
    if hasattr(memory, "home"):
        return _in_process(memory)  # type: ignore[arg-type]
    call: Any = memory.call
    return lambda channel, payload: dict(call(channel, payload).data)


def _in_process(memory: Memory) -> Ask:
    from mohen.server.channels import Desk, find

    desk = Desk(memory, lambda _request: False)

    def ask(channel: str, payload: dict[str, Any]) -> dict[str, Any]:
        row = find(channel)
        assert row is not None
        return row.handle(desk, payload)

    return ask


class Companion:
    """The memory beside an agent's conversations: what is known goes in, what was said is heard."""

    def __init__(self, memory: Memory | Client, project_id: str) -> None:
        self._ask = asking(memory)
        self._project = {"projectId": project_id}

    def snapshot(self) -> str:
        """What belongs into every conversation; nothing where nothing is known."""
        found = self._ask("knowledge:snapshot", self._project)
        return without_search(found["text"]) if found["items"] else ""

    def beside(self, message: str) -> str:
        """What surely matters for this message."""
        if not message.strip():
            return ""
        return str(self._ask("knowledge:inject", {**self._project, "message": message})["block"])

    def hear(self, session: str, messages: list[dict[str, Any]]) -> None:
        """What was said, in its order; what repeats the end of what was heard is not heard again.
        Facts are drawn from the user's words alone."""
        said = [each for each in messages if each["text"].strip()]
        for at in range(0, len(said), _PAGE):
            told = {"session": session, "messages": said[at : at + _PAGE]}
            self._ask("talk:hear", {**self._project, **told})


class Shelf:
    """The documents of one project, as adapters use them."""

    def __init__(self, memory: Memory | Client, project_id: str) -> None:
        self._ask = asking(memory)
        self._project = {"projectId": project_id}

    def batch(self, ops: list[dict[str, Any]]) -> list[dict[str, Any]]:
        results: list[dict[str, Any]] = self._ask("documents:batch", {**self._project, "ops": ops})[
            "results"
        ]
        return results

    def get(self, namespace: list[str], key: str) -> dict[str, Any] | None:
        return self._ask(
            "documents:get", {**self._project, "namespace": namespace, "key": key}
        ).get("document")

    def search(self, limit: int | None = None, **asked: Any) -> list[dict[str, Any]]:
        """However many are wanted; without a limit all."""
        return list(islice(self._pages(limit, **asked), limit))

    def _pages(self, limit: int | None, *, offset: int = 0, **asked: Any) -> Iterator[Any]:
        size = _PAGE if limit is None else max(1, min(_PAGE, limit))
        while True:
            payload = {**self._project, **asked, "limit": size, "offset": offset}
            found = self._ask("documents:search", payload)["items"]
            yield from found
            offset += size
            if len(found) < size:
                return

    def clear(self, namespace: list[str]) -> int:
        payload = {**self._project, "namespace": namespace}
        return int(self._ask("documents:clear", payload)["deleted"])
