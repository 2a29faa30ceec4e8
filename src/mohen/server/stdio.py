"""Channels over standard input and output, one JSON object a line (`mohen ipc`).

Answers may come out of order. End of input finishes what was asked, closes and returns.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, BinaryIO

from mohen.errors import InvalidArgument, MohenError
from mohen.memory import Memory
from mohen.server import wire
from mohen.server.dispatch import Dispatcher

_KEYS = {"id", "channel", "payload", "timeoutMs"}


def serve(memory: Memory, source: BinaryIO, sink: BinaryIO) -> None:
    """Answer every line of `source` on `sink` until the input ends."""
    door = _Door(memory, sink)
    doors = memory.policy.doors
    stop_listening = memory.listen(door.push)
    with ThreadPoolExecutor(doors.workers, thread_name_prefix="mohen-ipc") as pool:
        for line in _lines(source, doors.body_bytes):
            if line is None:
                door.refuse(None, _too_long(doors.body_bytes))
            elif line.strip():
                door.take(line, pool)
    stop_listening()


class _Door:
    def __init__(self, memory: Memory, sink: BinaryIO) -> None:
        self._dispatcher = Dispatcher(memory)
        self._sink = sink
        self._lock = threading.Lock()

    def take(self, line: bytes, pool: ThreadPoolExecutor) -> None:
        """Begin a request now (its time runs from here) and have it answered by a worker."""
        id = None
        try:
            request = wire.loads(line)
            id = _id(request)
            unknown = sorted(set(request) - _KEYS)
            if unknown:
                raise InvalidArgument(f"unknown field {unknown[0][:40]}", field=unknown[0][:40])
            call = self._dispatcher.begin(id, request.get("timeoutMs"))
        except MohenError as error:
            self.refuse(id, error)
            return

        def work() -> None:
            payload = request.get("payload", {})
            self._say(
                id,
                self._dispatcher.answer(request.get("channel"), payload, call=call, request=id),
            )

        if request.get("channel") == "request:cancel":
            work()  # must not wait behind what it cancels
        else:
            pool.submit(work)

    def refuse(self, id: Any, error: MohenError) -> None:
        self._say(id, self._dispatcher.refuse(error))

    def push(self, channel: str, data: Mapping[str, Any]) -> None:
        self._write({"push": channel, "data": data})

    def _say(self, id: Any, envelope: dict[str, Any]) -> None:
        self._write({"id": id, **envelope})

    def _write(self, message: Mapping[str, Any]) -> None:
        line = wire.dumps(message) + b"\n"
        with self._lock:
            try:
                self._sink.write(line)
                self._sink.flush()
            except (BrokenPipeError, ValueError):
                self._dispatcher.cancel_all()  # nobody reads any more


def _id(request: Any) -> str | int | None:
    if not isinstance(request, dict):
        raise InvalidArgument("a request is a JSON object")
    id = request.get("id")
    if id is not None and (isinstance(id, bool) or not isinstance(id, str | int)):
        raise InvalidArgument("id must be a string or a whole number", field="id")
    return id


def _too_long(limit: int) -> InvalidArgument:
    return InvalidArgument(f"the request is longer than {limit} bytes", limitBytes=limit)


def _lines(source: BinaryIO, limit: int) -> Iterator[bytes | None]:
    """Lines up to a limit; None for one that is longer, which is skipped without being held."""
    while line := source.readline(limit + 1):
        if len(line) <= limit or line.endswith(b"\n"):
            yield line
            continue
        while line and not line.endswith(b"\n"):
            line = source.readline(limit)
        yield None
