"""One thread that notices when a call's time is up, so that its caller is told on time."""

from __future__ import annotations

import heapq
import itertools
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack

from mohen.core.calls import Call
from mohen.errors import MohenError


class Deadlines:
    def __init__(self) -> None:
        self._change = threading.Condition()
        self._heap: list[tuple[float, int, Call]] = []
        self._order = itertools.count()
        self._watched: dict[Call, ExitStack] = {}
        self._closing = False
        self._thread: threading.Thread | None = None

    def watch(self, call: Call, over: Callable[[MohenError], None]) -> None:
        """Tell `over` when the call ends before it has begun; `forget` it when it is answered."""

        def tell() -> None:
            if ended := call.ended():
                over(ended)

        with self._change:
            self._watched[call] = stack = ExitStack()
            stack.enter_context(call.waking(tell))
            left = call.remaining()
            if left is not None:
                due = time.monotonic() + left
                heapq.heappush(self._heap, (due, next(self._order), call))
                if self._heap[0][2] is call:
                    self._change.notify()
            if self._thread is None:
                self._thread = threading.Thread(
                    target=self._loop, name="mohen-deadlines", daemon=True
                )
                self._thread.start()

    def forget(self, call: Call) -> None:
        with self._change:
            stack = self._watched.pop(call)
        stack.close()

    def close(self) -> None:
        with self._change:
            self._closing = True
            self._change.notify()
        if self._thread is not None:
            self._thread.join()

    def _loop(self) -> None:
        while True:
            with self._change:
                if self._closing:
                    return
                if not self._heap or (left := self._heap[0][0] - time.monotonic()) > 0:
                    self._change.wait(left if self._heap else None)
                    continue
                _, _, call = heapq.heappop(self._heap)
                wanted = call in self._watched
            if wanted:
                call.expire()
