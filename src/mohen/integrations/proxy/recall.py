"""What the memory adds to a request, and what it hears of the answer. It asks channels alone."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from mohen.core.logs import logger
from mohen.core.values import dataclass
from mohen.errors import Timeout
from mohen.integrations.policy import Proxy as Bounds
from mohen.integrations.proxy.conversation import (
    Answer,
    Asked,
    Exchange,
    Seal,
    exchange,
    heard,
    is_about_another,
)
from mohen.knowledge.workspace.snapshot_text import without_search
from mohen.server.dispatch import Dispatcher, Envelope

log = logger(__name__)

_THREADS = 16
_LATELY = 32  # exchanges that a front-end may ask about in its own name
_WARM = "What do I like to eat? 我喜欢吃什么？"
ADDED, NOTHING, OFF, FAILED = "added", "nothing", "off", "failed"


@dataclass(frozen=True, slots=True)
class Recalled:
    snapshot: str = ""
    block: str = ""
    state: str = NOTHING  # as a header tells it


class Recall:
    """The memory of one project, as the proxy uses it. Nothing of it ever fails a call."""

    def __init__(
        self,
        dispatcher: Dispatcher,
        project_id: str,
        seal: Seal,
        bounds: Bounds,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._dispatcher = dispatcher
        self._project_id = project_id
        self._seal = seal
        self._bounds = bounds
        self._told = _Lately(bounds, clock)
        self._sessions = OrderedDict[str, str]()
        self._lately = deque[Exchange](maxlen=_LATELY)
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="mohen-proxy")

    def session(self, answer_id: str) -> str | None:
        """Of an answer that was heard."""
        return self._sessions.get(answer_id)

    def is_about_another(self, asked: Asked) -> bool:
        """Whether it is what a front-end wants to know of a conversation that was just heard."""
        return is_about_another(asked, self._lately)

    async def warm(self) -> None:
        """Read in what the first call would wait for."""
        project = {"projectId": self._project_id}
        await self._ask("knowledge:snapshot", project)
        await self._ask("knowledge:inject", {**project, "message": _WARM, "maxTokens": 0})

    async def of(self, session: str, asked: Asked) -> Recalled:
        """The snapshot, and what matters for the user's last words, as far as they came in time.
        Both stay the same to the byte while a conversation goes on, so that what the model has
        cached holds; but nothing stays that was deleted meanwhile."""
        found = _Found()
        # One thread for all of it: to hand a question over takes as long as to answer most.
        loop = asyncio.get_running_loop()
        work = loop.run_in_executor(self._threads, self._find, session, asked, found)
        try:
            await asyncio.wait_for(work, self._bounds.memory_ms / 1000)
        except TimeoutError:
            log.warning("proxy goes on without memory: %s", Timeout.code)
        return found.recalled()

    def _find(self, session: str, asked: Asked, found: _Found) -> None:
        settings = self._answer("memory:settings:get", {})
        if settings is not None and not settings["injectionEnabled"]:
            found.is_off = True
            return
        deleted = self._answer("memory:audit:list", {"limit": 1})
        last = repr(deleted and deleted["items"])
        said = str(sum(1 for each in asked.turns if each.role == "user"))
        found.snapshot = self._same(self._seal("snapshot", session, last), self._snapshot)
        turn = self._seal("block", session, said, asked.last, last)
        found.block = self._same(turn, partial(self._beside, asked.last))
        found.failed = None in (settings, deleted, found.snapshot, found.block)

    def _same(self, key: str, make: Callable[[], str | None]) -> str | None:
        known = self._told.get(key)
        if known is None:
            known = make()
            if known is not None:
                self._told.put(key, known)
        return known

    def _snapshot(self) -> str | None:
        found = self._answer("knowledge:snapshot", {"projectId": self._project_id})
        if found is None:
            return None
        return without_search(found["text"]) if found["items"] else ""

    def _beside(self, message: str) -> str | None:
        if not message:
            return ""
        asked = message[-self._bounds.asked_chars :]
        found = self._answer("knowledge:inject", {"projectId": self._project_id, "message": asked})
        return None if found is None else str(found["block"])

    def _answer(self, channel: str, payload: Mapping[str, Any]) -> dict[str, Any] | None:
        told = self._dispatcher.call(channel, payload, timeout_ms=self._bounds.memory_ms)
        return _data(channel, told)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def hear(self, session: str, asked: Asked, answer: Answer) -> None:
        """The exchange, as it was without us."""
        if self.is_about_another(asked):
            return
        if (made := exchange(asked, answer)) is not None:
            self._lately.append(made)
        if answer.id:
            self._sessions[answer.id] = session
            while len(self._sessions) > self._bounds.kept:
                self._sessions.popitem(last=False)
        messages = heard(session, asked, answer, self._seal, self._bounds.tool_chars)
        if not answer.turns or not messages:
            return
        payload = {"projectId": self._project_id, "session": session, "messages": messages}
        await self._ask("talk:hear", payload)

    async def _ask(self, channel: str, payload: Mapping[str, Any]) -> dict[str, Any] | None:
        """In its turn, with the time that the channel has."""
        loop = asyncio.get_running_loop()
        answered: asyncio.Future[Envelope] = loop.create_future()

        def settle(envelope: Envelope) -> None:
            if not answered.done():
                answered.set_result(envelope)

        self._dispatcher.submit(
            channel, payload, lambda envelope: loop.call_soon_threadsafe(settle, envelope)
        )
        return _data(channel, await answered)


def _data(channel: str, envelope: Envelope) -> dict[str, Any] | None:
    """None where it failed, which the log tells."""
    if envelope["ok"]:
        return dict(envelope["data"])
    log.warning("proxy goes on without memory: %s %s", channel, envelope["error"]["code"])
    return None


class _Found:
    """What is known so far; whoever waits may lose patience."""

    snapshot: str | None = None
    block: str | None = None
    is_off = False
    failed = True

    def recalled(self) -> Recalled:
        if self.is_off:
            return Recalled(state=OFF)
        state = ADDED if self.snapshot or self.block else NOTHING
        return Recalled(self.snapshot or "", self.block or "", FAILED if self.failed else state)


class _Lately:
    """What was told last, for as long as a model may have it cached."""

    def __init__(self, bounds: Bounds, clock: Callable[[], float]) -> None:
        self._most = bounds.kept
        self._life_s = bounds.kept_ms / 1000
        self._idle_s = bounds.idle_ms / 1000
        self._clock = clock
        self._kept: OrderedDict[str, tuple[float, float, str]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: str) -> str | None:
        now = self._clock()
        with self._lock:
            if key not in self._kept:
                return None
            made, used, value = self._kept.pop(key)
            if now - made > self._life_s or now - used > self._idle_s:
                return None
            self._kept[key] = (made, now, value)
            return value

    def put(self, key: str, value: str) -> None:
        now = self._clock()
        with self._lock:
            self._kept[key] = (now, now, value)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
