"""A request in, an envelope out. The only place where errors become envelopes."""

from __future__ import annotations

import errno
import heapq
import itertools
import threading
import time
from collections import deque
from collections.abc import Callable, Hashable, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import ExitStack, nullcontext, suppress
from functools import partial
from typing import Any

from mohen.core import calls, processors
from mohen.core.calls import Call
from mohen.core.logs import logger
from mohen.errors import Internal, InvalidArgument, IoFailed, MohenError, Unsupported
from mohen.memory import Memory
from mohen.server import wire
from mohen.server.channels import Channel, Desk, Kept, find

# -- One thread that notices when a call's time is up, so that its caller is told on time.


_SPARE = 8  # times as many as are watched, before those that are answered are swept out


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
            if len(self._heap) > _SPARE * (len(self._watched) + _SPARE):
                # Most are answered long before their time is up.
                self._heap = [each for each in self._heap if each[2] in self._watched]
                heapq.heapify(self._heap)
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


# -- Work that must keep its order: of one key one after another, of different keys side by side.


HandOn = Callable[[], None]
Work = Callable[[HandOn], None]
"""Is told how to let the next begin before it has ended itself."""


class Turns:
    def __init__(self, pool: Executor) -> None:
        self._pool = pool
        self._lock = threading.Lock()
        self._queues: dict[Hashable, deque[Work]] = {}

    def submit(self, key: Hashable, work: Work) -> None:
        with self._lock:
            waiting = self._queues.get(key)
            if waiting is not None:
                waiting.append(work)
                return
            self._queues[key] = deque([work])
        self._pool.submit(self._run, key)

    def _run(self, key: Hashable) -> None:
        """One worker goes through the whole queue, then leaves."""
        while True:
            with self._lock:
                waiting = self._queues[key]
                if not waiting:
                    del self._queues[key]
                    return
                work = waiting.popleft()
            turn = _Turn(partial(self._pool.submit, self._run, key))
            work(turn.hand_on)
            if turn.is_over:
                return


class _Turn:
    """Of one piece of work, which may be over before the work is."""

    def __init__(self, go_on: Callable[[], object]) -> None:
        self._go_on = go_on
        self.is_over = False

    def hand_on(self) -> None:
        if not self.is_over:
            with suppress(RuntimeError):  # the pool is closing: they follow on this worker
                self._go_on()
                self.is_over = True


log = logger(__name__)

Envelope = dict[str, Any]
Reply = Callable[[Envelope], object]

GRACE_S = 10  # for calls that are being answered when the end is asked for


class Dispatcher:
    """Has channels called for one door, each within its time. Close it when the door closes."""

    def __init__(self, memory: Memory, browsers: Kept | None = None, *, far: bool = False) -> None:
        self.memory = memory
        self._desk = Desk(memory, self._cancel, browsers, far)
        self._pool = ThreadPoolExecutor(
            memory.policy.doors.workers, thread_name_prefix="mohen-call"
        )
        self._turns = Turns(self._pool)
        self._deadlines = Deadlines()
        self._lock = threading.Lock()
        self._running: dict[str | int, calls.Call] = {}

    def call(self, channel: str, payload: Any, *, timeout_ms: int | None = None) -> Envelope:
        """The in-process transport: what the other doors say, without a wire."""
        try:
            wire.refuse_foreign(payload)  # as a wire would have
            call = calls.Call(self._timeout(_channel(channel), timeout_ms))
        except MohenError as error:
            return self.refuse(error)
        return self._answer(channel, payload, call)

    def submit(
        self,
        channel: Any,
        payload: Any,
        reply: Reply,
        *,
        request: str | int | None = None,
        timeout_ms: Any = None,
    ) -> calls.Call | None:
        """Answer through `reply`, once, from whichever thread: when it is done, or as soon as
        its time is up or it is cancelled. None when it was refused."""
        found = _channel(channel)
        try:
            call = calls.Call(self._timeout(found, timeout_ms))
        except MohenError as error:
            reply(self.refuse(error))
            return None
        if channel == "request:cancel":  # must not wait behind what it cancels
            reply(self._answer(channel, payload, call))
            return call
        pending = _Pending(reply)
        with self._lock:
            if request is not None:
                self._running[request] = call
        self._deadlines.watch(call, lambda ended: pending.answer(lambda: self.refuse(ended)))

        def work(hand_on: HandOn | None = None) -> None:
            call.hand_on = hand_on
            self._work(channel, payload, call, request, pending)

        if found is not None and found.in_order:
            self._turns.submit(_project(payload), work)
        else:
            self._pool.submit(work)
        return call

    def _work(
        self,
        channel: Any,
        payload: Any,
        call: calls.Call,
        request: str | int | None,
        pending: _Pending,
    ) -> None:
        envelope = self._answer(channel, payload, call)
        self._deadlines.forget(call)
        with self._lock:
            if request is not None and self._running.get(request) is call:
                del self._running[request]
        pending.answer(lambda: envelope)

    def refuse(self, error: MohenError) -> Envelope:
        """An envelope for what never became a request."""
        return refusal(error, self._meta())

    def close(self, patience_s: float | None = None) -> None:
        """Return when everything that was taken is answered. After so many seconds, if they are
        counted, what has not begun is cancelled: a model may take minutes."""
        timer = None
        if patience_s is None:
            self.memory.stop_runs()
        else:
            timer = threading.Timer(patience_s, self._give_up)
            timer.daemon = True
            timer.start()
        self._pool.shutdown(wait=True)
        if timer is not None:
            timer.cancel()
            timer.join()  # it may be telling somebody that they were cancelled
        self._deadlines.close()

    def _give_up(self) -> None:
        self.cancel_all()
        self.memory.stop_runs()

    def cancel_all(self) -> None:
        """The caller is gone, or we must go."""
        with self._lock:
            running = list(self._running.values())
        for call in running:
            call.cancel()

    def _answer(self, channel: Any, payload: Any, call: calls.Call) -> Envelope:
        """Never raises: whatever happens, the caller gets an envelope."""
        meta = self._meta()
        try:
            with calls.running(call):
                data = self._handle(channel, payload)
            envelope: Envelope = {"ok": True, "data": data, "meta": meta}
        except MohenError as error:
            envelope = refusal(error, meta)
        except OSError as error:
            log.error("%s failed: %s", meta["requestId"], _place(error))
            name = errno.errorcode.get(error.errno or 0, "OSError")
            envelope = refusal(IoFailed(f"a file could not be used ({name})"), meta)
        except Exception as error:  # noqa: BLE001 - the last line before the caller
            log.error("%s failed: %s", meta["requestId"], _place(error))
            broken = Internal(f"failed inside; the log names it under {meta['requestId']}")
            envelope = refusal(broken, meta)
        if call.masked:
            meta["masked"] = call.masked
        if degraded := self.memory.degraded():
            meta["degraded"] = degraded
        return envelope

    def _meta(self) -> dict[str, Any]:
        return {"requestId": self.memory.new_id("rq"), "ts": self.memory.now()}

    def _handle(self, channel: Any, payload: Any) -> dict[str, Any]:
        if not isinstance(channel, str):
            raise InvalidArgument("channel must be a string", field="channel")
        found = find(channel)
        if found is None:
            raise Unsupported(
                "there is no such channel in this version; docs/channels.md lists them",
                field="channel",
            )
        with processors.one() if found.is_question else nullcontext():
            return found.handle(self._desk, payload)

    def _timeout(self, found: Channel | None, asked: Any) -> int:
        doors = self.memory.policy.doors
        if asked is None:
            own = None if found is None else found.timeout
            return doors.timeout_ms if own is None else own(self.memory.policy)
        if type(asked) is not int or not 1 <= asked <= doors.timeout_max_ms:
            raise InvalidArgument(
                f"timeoutMs must be a whole number from 1 to {doors.timeout_max_ms}",
                field="timeoutMs",
            )
        return asked

    def _cancel(self, request: str | int) -> bool:
        with self._lock:
            call = self._running.get(request)
        return call is not None and call.cancel()


def _channel(name: Any) -> Channel | None:
    return find(name) if isinstance(name, str) else None


def _project(payload: Any) -> str:
    """Whose turn a write waits for. Whether the payload makes sense is judged later."""
    return str(payload.get("projectId")) if isinstance(payload, dict) else ""


class _Pending:
    """A reply that is given once: by the worker, or by the deadline if that comes first."""

    def __init__(self, reply: Reply) -> None:
        self._reply = reply
        self._token = threading.Lock()

    def answer(self, envelope: Callable[[], Envelope]) -> None:
        if self._token.acquire(blocking=False):
            self._reply(envelope())


def refusal(error: MohenError, meta: Mapping[str, Any]) -> Envelope:
    """What an error is to its caller."""
    from mohen.text import error_words  # who makes no mistakes need not wait for it

    return {"ok": False, "error": error_words.told(error), "meta": meta}


def _place(error: BaseException) -> str:
    """What went wrong and where, without the message, which may hold user text."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f"{trace.tb_frame.f_code.co_qualname}:{trace.tb_lineno}" if trace else "nowhere"
    return f"{type(error).__name__} in {where}"
