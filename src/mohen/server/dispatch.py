"""A request in, an envelope out. The only place where errors become envelopes."""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping
from typing import Any

from mohen import call as calls
from mohen.errors import Internal, InvalidArgument, MohenError, Unsupported
from mohen.memory import Memory
from mohen.server import wire
from mohen.server.channels import CHANNELS, Desk

log = logging.getLogger(__name__)

Envelope = dict[str, Any]


class Dispatcher:
    """One caller's way in: it answers each request, and can cancel those that still run."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self._lock = threading.Lock()
        self._running: dict[str | int, calls.Call] = {}
        self._desk = Desk(memory, self._cancel)

    def begin(self, request: str | int | None, timeout_ms: Any = None) -> calls.Call:
        """A call with its deadline, which `request` can be cancelled by."""
        call = calls.Call(self._timeout(timeout_ms))
        if request is not None:
            with self._lock:
                self._running[request] = call
        return call

    def answer(
        self, channel: Any, payload: Any, *, call: calls.Call, request: str | int | None = None
    ) -> Envelope:
        """Never raises: whatever happens, the caller gets an envelope."""
        meta = {"requestId": self.memory.new_id("rq"), "ts": self.memory.now()}
        try:
            with calls.running(call):
                data = self._handle(channel, payload)
            envelope: Envelope = {"ok": True, "data": data, "meta": meta}
        except MohenError as error:
            envelope = failure(error, meta)
        except Exception as error:
            log.exception("%s failed: %s", meta["requestId"], type(error).__name__, exc_info=False)
            broken = Internal(f"failed inside; the log names it under {meta['requestId']}")
            envelope = failure(broken, meta)
        finally:
            if request is not None:
                with self._lock:
                    self._running.pop(request, None)
        if degraded := self.memory.degraded():
            meta["degraded"] = degraded
        return envelope

    def call(self, channel: str, payload: Any, *, timeout_ms: int | None = None) -> Envelope:
        """The in-process transport: what the other doors say, without a wire."""
        try:
            call = self.begin(None, timeout_ms)
        except MohenError as error:
            return self.refuse(error)
        return self.answer(channel, payload, call=call)

    def refuse(self, error: MohenError) -> Envelope:
        """An envelope for what never became a request."""
        return failure(error, {"requestId": self.memory.new_id("rq"), "ts": self.memory.now()})

    def _handle(self, channel: Any, payload: Any) -> dict[str, Any]:
        if not isinstance(channel, str):
            raise InvalidArgument("channel must be a string", field="channel")
        found = CHANNELS.get(channel)
        if found is None:
            raise Unsupported(
                "there is no such channel in this version; docs/channels.md lists them",
                field="channel",
            )
        return found.handle(self._desk, wire.parse(found.payload, payload)).plain()

    def _timeout(self, asked: Any) -> int:
        doors = self.memory.policy.doors
        if asked is None:
            return doors.timeout_ms
        if type(asked) is not int or not 1 <= asked <= doors.timeout_max_ms:
            raise InvalidArgument(
                f"timeoutMs must be a whole number from 1 to {doors.timeout_max_ms}",
                field="timeoutMs",
            )
        return asked

    def _cancel(self, request: str | int) -> bool:
        with self._lock:
            call = self._running.get(request)
        if call is None:
            return False
        call.cancel()
        return True

    def cancel_all(self) -> None:
        """The caller is gone."""
        with self._lock:
            running = list(self._running.values())
        for call in running:
            call.cancel()


def failure(error: MohenError, meta: Mapping[str, Any]) -> Envelope:
    said: dict[str, Any] = {
        "code": error.code,
        "message": error.message,
        "retryable": error.retryable,
    }
    if error.details:
        said["details"] = dict(error.details)
    return {"ok": False, "error": said, "meta": meta}
