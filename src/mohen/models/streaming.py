"""Answers that come piece by piece, over a connection that another thread can cut."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, Final, NamedTuple

from mohen.errors import ModelError

_CONNECTED: Final = (".connect_tcp.complete", ".start_tls.complete")
_END: Final = b"[DONE]"
_THOUGHT: Final = "<think>"
_THOUGHT_OUT: Final = "</think>"


class Connection:
    """The sockets that a client of httpx opens.

    Who reads from a socket does not notice that another thread closed it, so it is shut down:
    the reader wakes, and the server learns that nobody listens any more.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._sockets: list[socket.socket] = []
        self._is_cut = False

    def watch(self, request: Any) -> None:
        """A hook of httpx: called with each request before it is sent."""
        request.extensions["trace"] = self._saw

    def _saw(self, event: str, info: Mapping[str, Any]) -> None:
        if event.endswith(_CONNECTED):
            with self._lock:
                self._sockets.append(info["return_value"].get_extra_info("socket"))
                too_late = self._is_cut
            if too_late:
                self.cut()

    def cut(self) -> None:
        with self._lock:
            self._is_cut = True
            sockets = list(self._sockets)
        for each in sockets:
            with suppress(OSError):  # it is closed already
                # Not the method of a TLS socket, which takes its reader's cipher away.
                socket.socket.shutdown(each, socket.SHUT_RDWR)


class Piece(NamedTuple):
    text: str
    counts: tuple[int | None, int | None] | None = None  # tokens in and out, where they are told


def pieces(chunks: Iterable[bytes]) -> Iterator[Piece]:
    """What a stream of server-sent events says; `ModelError` if it breaks off."""
    ended = False
    for data in _events(chunks):
        if data == _END:
            return
        event = json.loads(data)
        if event.get("error"):
            raise ModelError("the model server failed in the middle of its answer")
        choice = (event.get("choices") or [{}])[0]
        ended = ended or choice.get("finish_reason") is not None
        yield Piece(_text((choice.get("delta") or {}).get("content")), _counts(event))
    if not ended:
        raise ModelError("the model server broke off in the middle of its answer")


def spoken(said: Iterable[Piece]) -> Iterator[Piece]:
    """Without what some models think aloud before they write: that is not for the manuscript."""
    held: str | None = ""  # None: the thought is over, if there was one
    for piece in said:
        if held is None:
            yield piece
            continue
        held += piece.text
        if _is_thought(held):
            yield Piece("", piece.counts)
            continue
        yield Piece(_behind_the_thought(held), piece.counts)
        held = None
    if held:
        yield Piece(_behind_the_thought(held))


def _is_thought(text: str) -> bool:
    """Nothing but a thought, or what may become one."""
    begun = text.lstrip()
    return (
        _THOUGHT.startswith(begun[: len(_THOUGHT)]) and not begun.partition(_THOUGHT_OUT)[2].strip()
    )


def _behind_the_thought(text: str) -> str:
    begun = text.lstrip()
    return begun.partition(_THOUGHT_OUT)[2].lstrip() if begun.startswith(_THOUGHT) else text


def whole(body: bytes) -> Piece:
    """What a server says that does not stream."""
    answer = json.loads(body)
    return Piece(_text(answer["choices"][0]["message"]["content"]), _counts(answer))


def _events(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The data of each event. Lines end at a line feed and nowhere else: prose may hold other
    characters that Python takes for the end of a line."""
    rest = b""
    for chunk in chunks:
        *lines, rest = (rest + chunk).split(b"\n")
        yield from filter(None, map(_data, lines))
    yield from filter(None, [_data(rest)])


def _data(line: bytes) -> bytes:
    return line.removeprefix(b"data:").strip() if line.startswith(b"data:") else b""


def _text(said: Any) -> str:
    if said is not None and not isinstance(said, str):
        raise TypeError("no text")
    # Half a character, which JSON can say, is one that no file and no wire can carry.
    return (said or "").encode(errors="replace").decode()


def _counts(answer: Mapping[str, Any]) -> tuple[int | None, int | None] | None:
    used = answer.get("usage")
    if not isinstance(used, dict):
        return None
    return count(used.get("prompt_tokens")), count(used.get("completion_tokens"))


def count(said: Any) -> int | None:
    return said if type(said) is int and said >= 0 else None
