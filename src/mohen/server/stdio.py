"""Channels over standard input and output, one JSON object a line (`mohen ipc`).

Answers may come out of order. End of input finishes what was asked, closes and returns.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Any, BinaryIO

from mohen.errors import InvalidArgument, MohenError
from mohen.memory import Memory
from mohen.server import wire
from mohen.server.dispatch import Dispatcher, Envelope

_KEYS = {"id", "channel", "payload", "timeoutMs"}


def serve(
    memory: Memory,
    source: BinaryIO,
    sink: BinaryIO,
    *,
    patience_s: Callable[[], float | None] = lambda: None,
) -> None:
    """Answer every line of `source` on `sink` until the input ends. `patience_s`: how long what
    was asked may still take then; without it, as long as it takes."""
    door = _Door(memory, sink)
    limit = memory.policy.doors.body_bytes
    stop_listening = memory.listen(door.push)
    for line in _lines(source, limit):
        if line is None:
            error = InvalidArgument(f"the request is longer than {limit} bytes", limitBytes=limit)
            door.refuse(None, error)
        elif line.strip():
            door.take(line)
    door.close(patience_s())
    stop_listening()


class _Door:
    def __init__(self, memory: Memory, sink: BinaryIO) -> None:
        self._dispatcher = Dispatcher(memory)
        # A sender who does not wait for answers is read no faster than they are given.
        self._places = threading.Semaphore(memory.policy.doors.in_flight)
        self._sink = sink
        self._lock = threading.Lock()

    def take(self, line: bytes) -> None:
        id = None
        try:
            request = wire.loads(line)
            id = _id(request)
            if unknown := sorted(set(request) - _KEYS):
                name = wire.shortened(unknown[0])
                raise InvalidArgument(f"{name} is not a field of a request", field=name)
        except MohenError as error:
            self.refuse(id if id is not None else wire.peek_id(line), error)
            return
        self._places.acquire()

        def reply(envelope: Envelope) -> None:
            self._places.release()
            self._write({"id": id, **envelope})

        self._dispatcher.submit(
            request.get("channel"),
            request.get("payload", {}),
            reply,
            request=id,
            timeout_ms=request.get("timeoutMs"),
        )

    def refuse(self, id: Any, error: MohenError) -> None:
        self._write({"id": id, **self._dispatcher.refuse(error)})

    def push(self, channel: str, data: Mapping[str, Any]) -> None:
        self._write({"push": channel, "data": data})

    def close(self, patience_s: float | None) -> None:
        self._dispatcher.close(patience_s)

    def _write(self, message: Mapping[str, Any]) -> None:
        line = wire.dumps(message) + b"\n"
        try:
            with self._lock:
                self._sink.write(line)
                self._sink.flush()
        except (OSError, ValueError):
            self._dispatcher.cancel_all()  # nobody reads any more


def _id(request: Any) -> str | int | None:
    if not isinstance(request, dict):
        raise InvalidArgument("a request is a JSON object")
    id = request.get("id")
    if id is not None and (isinstance(id, bool) or not isinstance(id, str | int)):
        raise InvalidArgument("id must be a string or a whole number", field="id")
    return id


def _lines(source: BinaryIO, limit: int) -> Iterator[bytes | None]:
    """Lines up to a limit; None for one that is longer, which is skipped without being held."""
    while line := source.readline(limit + 1):
        if len(line) <= limit or line.endswith(b"\n"):
            yield line
            continue
        while line and not line.endswith(b"\n"):
            line = source.readline(limit)
        yield None
