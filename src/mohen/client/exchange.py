"""What both clients do with a call: make the request, read the answer, try again where it is safe.

It reaches nobody itself. It says what is to be sent or how long to wait, and is told what came
back, so that waiting and awaiting go by the same words.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from functools import cache
from typing import Any, Generic, TypedDict, TypeVar

import httpx

from mohen import errors
from mohen.client.address import Address
from mohen.core.policy import Doors
from mohen.core.values import dataclass
from mohen.errors import BadAnswer, InvalidArgument, MohenError, PermissionDenied, Unreachable

KEEP_S = Doors().idle_ms / 1000 - 2
"""How long an idle connection is kept: the server must not be the one who closes it, just when the
next call sets out on it."""
_CONNECT_S = 5.0
_GRACE_S = 5.0  # beyond the time that the server gives itself
_SILENT = 3  # comments that /events may miss
_PAUSE_S = 0.1  # doubled at each try
_PUSHED_DIGITS = 18
_UNHEARD = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
"""Nothing of the request was sent."""

Data = TypeVar("Data")
Fields = Mapping[str, Any]
Steps = Generator[httpx.Request | float, httpx.Response | None, "Answered[Any]"]
"""A request to send, or seconds to wait."""


class Manner(TypedDict, total=False):
    """How a call is made: the time it has, tries included, and the name `request:cancel` knows it
    by."""

    timeout_ms: int | None
    request_id: str | None


@dataclass(frozen=True, slots=True)
class Answered(Generic[Data]):
    """What a channel answered. `degraded` names what is broken on the server's side while it
    answers all the same; `masked` counts the secrets that were masked in what was kept."""

    data: Data
    request_id: str
    degraded: tuple[str, ...] = ()
    masked: int = 0


def exchange(
    addresses: Callable[[], Address],
    channel: str,
    payload: Fields | None,
    *,
    timeout_ms: int | None,
    request_id: str | None,
    retries: int,
) -> Steps:
    """One call. What the server says may be tried again is, and so is what nobody heard; whether a
    line that broke was heard cannot be known, so that is not."""
    body, until = _body(payload), _Until(timeout_ms)
    address, turned_away, tries = None, False, 0
    while True:
        try:
            address = address or addresses()
            response = yield _request(address, channel, body, until.left_ms(), request_id)
            return _answered(response)
        except PermissionDenied:
            if turned_away or (now := addresses()) == address:
                raise
            address, turned_away = now, True  # the token was changed, and we know the new one
            continue
        except _UNHEARD:
            failed: MohenError = _nobody()
            address = None  # perhaps it moved
        except httpx.HTTPError:
            raise Unreachable(
                "the line broke before an answer came: see whether it was done, then call again"
            ) from None
        except MohenError as error:
            failed = error
        pause = _pause_s(failed, tries)
        may = failed.retryable and failed.code != "TIMEOUT"
        if not may or tries == retries or not until.allows(pause):
            raise failed
        tries += 1
        yield pause


class _Until:
    """When the caller's time is up, if they said so."""

    def __init__(self, timeout_ms: int | None) -> None:
        self._asked = timeout_ms
        self._end = None if timeout_ms is None else time.monotonic() + timeout_ms / 1000

    def left_ms(self) -> int | None:
        """What is no time is the server's to refuse."""
        if self._end is None or self._asked is None or self._asked < 1:
            return self._asked
        return min(self._asked, max(1, round((self._end - time.monotonic()) * 1000)))

    def allows(self, pause_s: float) -> bool:
        return self._end is None or time.monotonic() + pause_s < self._end


def events_request(address: Address) -> httpx.Request:
    silence = _SILENT * Doors().keepalive_ms / 1000
    return httpx.Request(
        "GET",
        f"{address.origin}/events",
        headers={"Authorization": f"Bearer {address.token}"},
        extensions={"timeout": _timeout(silence)},
    )


def _request(
    address: Address, channel: str, body: bytes, timeout_ms: int | None, request_id: str | None
) -> httpx.Request:
    said = {"X-Timeout-Ms": timeout_ms, "X-Request-Id": request_id}
    most = Doors().timeout_max_ms if timeout_ms is None else max(0, timeout_ms)
    return httpx.Request(
        "POST",
        f"{address.origin}/ipc/{channel}",
        headers={
            "Authorization": f"Bearer {address.token}",
            "Content-Type": "application/json",
            **{name: str(value) for name, value in said.items() if value is not None},
        },
        content=body,
        extensions={"timeout": _timeout(most / 1000 + _GRACE_S)},
    )


def _timeout(read_s: float) -> dict[str, float]:
    return {"connect": _CONNECT_S, "pool": _CONNECT_S, "write": read_s, "read": read_s}


def _body(payload: Fields | None) -> bytes:
    try:
        return json.dumps(payload or {}, ensure_ascii=False, allow_nan=False).encode()
    except (TypeError, ValueError, RecursionError):
        raise InvalidArgument("the payload is no JSON", field="payload") from None


def _answered(response: httpx.Response | None) -> Answered[Any]:
    said, meta = _opened(response)
    if said["ok"] is not True:
        raise _error(said["error"], meta)
    request, degraded, masked = (meta.get(each) for each in ("requestId", "degraded", "masked"))
    return Answered(said["data"], str(request), tuple(degraded or ()), masked or 0)


def refused(response: httpx.Response) -> MohenError:
    """Why there is nothing to listen to."""
    said, meta = _opened(response)
    return BadAnswer(_NOT_OURS) if said["ok"] is True else _error(said["error"], meta)


_NOT_OURS = "what answers there is not `mohen serve`"


def _opened(response: httpx.Response | None) -> tuple[Fields, Fields]:
    """An envelope, and what is said about it."""
    try:
        said = json.loads(b"" if response is None else response.content)
        whole = "data" in said if said["ok"] is True else {"code", "message"} <= set(said["error"])
        if whole and isinstance(said["meta"], dict):
            return said, said["meta"]
    except (ValueError, LookupError, TypeError):
        pass
    raise BadAnswer(_NOT_OURS)


def _error(told: Fields, meta: Fields) -> MohenError:
    """As the memory itself would have raised it."""
    details = told.get("details") or {}
    code, retryable = str(told["code"]), bool(told.get("retryable"))
    error = _kind(code, retryable, details.get("reason"))(str(told["message"]))
    error.details = details
    vars(error).update(code=code, retryable=retryable)  # a newer server may know more of them
    error.add_note(f"requestId {meta.get('requestId')}")
    return error


def _kind(code: str, retryable: bool, reason: object) -> type[MohenError]:
    """The class of that code: the one that says as much of it, then the most general."""

    def fit(kind: type[MohenError]) -> tuple[bool, bool, int]:
        same = getattr(kind, "reason", None) == reason
        return same, kind.retryable == retryable, -len(kind.__mro__)

    alike = [each for each in _kinds() if each.code == code]
    return max(reversed(alike), key=fit, default=MohenError)


@cache
def _kinds() -> tuple[type[MohenError], ...]:
    found = [each for each in vars(errors).values() if isinstance(each, type)]
    return tuple(each for each in found if issubclass(each, MohenError) and each is not MohenError)


def broken() -> Unreachable:
    return Unreachable("the line to the server broke: listen again")


def _nobody() -> Unreachable:
    return Unreachable("nobody answers there: is `mohen serve` running?")


def _pause_s(error: MohenError, tries: int) -> float:
    """As long as the server asks for, else twice as long each time."""
    asked = error.details.get("retryAfterMs")
    if isinstance(asked, int | float) and not isinstance(asked, bool):
        return max(0.0, asked / 1000)
    return float(_PAUSE_S * 2**tries)


class Events:
    """Bytes of /events, put together to pushes and the numbers behind them. A line ends with its
    line feed alone: a text may hold other characters that end lines elsewhere."""

    def __init__(self) -> None:
        self._begun: list[bytes] = []  # pieces of a line
        self._channel = ""

    def take(self, chunk: bytes) -> Iterator[Any]:
        """The pushes that end with it, each followed by its number."""
        first, *others = chunk.split(b"\n")
        self._begun.append(first)
        for other in others:
            line, self._begun = b"".join(self._begun), [other]
            name, _, value = line.partition(b": ")
            if name == b"event":
                self._channel = value.decode()
            elif name == b"data":
                yield {"channel": self._channel, "data": _parsed(value)}
            elif name == b"id":
                yield _number(value.decode(errors="replace"))


def pushed(response: httpx.Response) -> int:
    """The number of the last push that the server made before it answered."""
    return _number(response.headers.get("X-Pushed", ""))


def _number(said: str) -> int:
    return int(said) if said.isascii() and said.isdigit() and len(said) <= _PUSHED_DIGITS else 0


def _parsed(said: bytes) -> Any:
    try:
        return json.loads(said)
    except ValueError:
        raise BadAnswer(_NOT_OURS) from None
