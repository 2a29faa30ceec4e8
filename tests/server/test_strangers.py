"""Who has no token holds nothing: no connection, no descriptor, no thread, no room in the log."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from pathlib import Path
from queue import Queue

import httpx
import pytest

from mohen.cli.logs import Sparing
from mohen.memory import Memory, open_memory
from mohen.policy import Policy
from mohen.server.login_links import Tickets
from mohen.server.wrong_tokens import WrongTokens
from server.running import TOKEN, Running

SOON, NEVER = 50, 3_600_000  # ms: a time that is over at once, and one that no test sees the end of
Door = Callable[..., Running]


@pytest.fixture
def door(home: Path) -> Iterator[Door]:
    """A server with other numbers of its doors."""
    with ExitStack() as stack:

        def open_door(tickets: Tickets | None = None, **numbers: int) -> Running:
            usual = Policy()
            policy = replace(usual, doors=replace(usual.doors, **numbers))
            memory: Memory = stack.enter_context(open_memory(home, policy=policy))
            running = Running(memory, **({} if tickets is None else {"tickets": tickets}))
            stack.callback(running.close)
            return running

        yield open_door


def dial(server: Running, said: bytes = b"") -> socket.socket:
    line = socket.create_connection(server.address, timeout=60)
    line.sendall(said)
    return line


def rest(line: socket.socket) -> bytes:
    """What is said until the other end hangs up."""
    said = b""
    with closing(line):
        try:
            while part := line.recv(1 << 16):
                said += part
        except ConnectionResetError:
            pass
    return said


# -- time

HEAD = b"POST /session HTTP/1.1\r\nHost: localhost\r\n"
BORNE = f"Authorization: Bearer {TOKEN}\r\n".encode()


@pytest.mark.parametrize(
    "said",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(HEAD, id="half a head"),
        pytest.param(HEAD + b"Content-Length: 9\r\n\r\n{", id="half a body"),
        pytest.param(HEAD + b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n", id="an endless body"),
        pytest.param(
            b"POST /ipc/memory:status HTTP/1.1\r\nHost: localhost\r\n"
            + BORNE
            + b"Content-Length: 9\r\n\r\n{",
            id="half a body with the token",
        ),
        pytest.param(
            b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n",
            id="an answer before its body",
        ),
        pytest.param(
            b"GET /page.css HTTP/1.1\r\nHost: localhost\r\n\r\nGET /", id="half of the next"
        ),
    ],
)
def test_nobody_is_waited_for_without_end(door: Door, said: bytes) -> None:
    server = door(head_ms=SOON, body_ms=SOON, idle_ms=NEVER)
    assert b"200 OK" in rest(dial(server, said)) or not said.startswith(b"GET")
    assert server.post("memory:status").status_code == 200


def test_between_two_requests_a_connection_is_kept_for_a_while_only(door: Door) -> None:
    server = door(idle_ms=SOON, head_ms=NEVER)
    said = rest(dial(server, b"GET /page.css HTTP/1.1\r\nHost: localhost\r\n\r\n"))
    assert said.startswith(b"HTTP/1.1 200")


def test_an_answer_that_nobody_reads_is_given_up(door: Door) -> None:
    server = door(unread_ms=SOON, push_queue=1)
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(server.address)
    with closing(line):
        page = b"GET /page.css HTTP/1.1\r\nHost: localhost\r\n\r\n"
        with suppress(OSError):  # it ends with the other end hanging up
            while True:
                line.sendall(page * 64)
    assert server.post("memory:status").status_code == 200


# -- places


def test_four_hundred_who_say_nothing_leave_the_owner_their_place(door: Door) -> None:
    server = door(strangers=16, head_ms=NEVER)
    with ExitStack() as crowd:
        lines = [crowd.enter_context(closing(dial(server))) for _ in range(400)]
        assert server.post("memory:status").status_code == 200
        # Those who came first have left for those who came later.
        assert lines[0].recv(1) == b""
        assert len(server.connections) <= 16 + 1
        assert server.post("memory:status").status_code == 200


def test_who_is_known_does_not_leave_for_strangers(door: Door) -> None:
    server = door(strangers=2, head_ms=NEVER)
    with server.client.stream("GET", "/events") as pushes, ExitStack() as crowd:
        lines = pushes.iter_lines()
        assert next(lines) == ": listening"
        for _ in range(20):
            crowd.enter_context(closing(dial(server)))
        note = {"type": "note", "scope": "global", "content": "雨声"}
        assert server.post("memory:create", note).status_code == 200
        assert len(server.connections) >= 2
        server.token = "another-token"  # what bore the old one hears nothing any more
        server.end_streams()
        assert [each for each in lines if not each.startswith("id: ")] == [""]


def test_who_is_refused_is_not_kept(door: Door) -> None:
    server = door(head_ms=NEVER, body_ms=NEVER, idle_ms=NEVER)
    refused = rest(dial(server, b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n"))
    assert refused.startswith(b"HTTP/1.1 401")
    assert b"connection: close" in refused.lower()


def test_a_body_without_a_token_is_short(door: Door) -> None:
    said = door().client.post("/session", content=b'{"ticket":"' + b"x" * 8_000 + b'"}')
    assert said.status_code == 413


# -- wrong tokens


def test_guesses_are_slowed_and_the_right_token_never_waits(door: Door) -> None:
    server = door(wrong_tokens=3, wrong_token_pause_ms=1)

    def guess() -> httpx.Response:
        return server.client.get("/events", headers={"Authorization": "Bearer " + "9" * 5_000})

    assert [guess().status_code for _ in range(5)] == [401, 401, 401, 429, 429]
    slowed = guess()
    assert slowed.json()["error"]["code"] == "PERMISSION_DENIED"
    assert int(slowed.headers["retry-after"]) == 60
    assert server.post("memory:status").status_code == 200
    # A ticket is a guess like any other, and a missing token is none.
    assert server.client.post("/session", json={"ticket": "x"}).status_code == 429
    assert httpx.get(server.origin + "/events").status_code == 401


def test_guesses_are_counted_over_a_minute() -> None:
    now = [0.0]
    wrong = WrongTokens(replace(Policy().doors, wrong_tokens=2), clock=lambda: now[0])
    assert [wrong.one_more() for _ in range(4)] == [False, False, True, True]
    now[0] = 61.0
    assert [wrong.one_more() for _ in range(3)] == [False, False, True]


def test_elsewhere_guesses_are_counted_for_each_address_and_for_all_of_them() -> None:
    doors = replace(Policy().doors, wrong_tokens=2)
    wrong = WrongTokens(doors, clock=lambda: 0.0, each_address=True)
    assert [wrong.one_more("1.1.1.1") for _ in range(3)] == [False, False, True]
    assert [wrong.one_more("2.2.2.2") for _ in range(3)] == [False, False, True]
    # A crowd of addresses with a guess each is slowed when there are sixteen times as many
    crowd = [wrong.one_more(f"3.3.3.{number}") for number in range(40)]
    assert crowd == [False] * 26 + [True] * 14


# -- tokens and tickets


def test_a_new_token_holds_at_once(door: Door) -> None:
    now = [TOKEN]
    tickets = Tickets(token=lambda: now[0])
    server, link = door(tickets), tickets.hand()
    now[0] = server.token = "another-token"
    assert server.post("memory:status").status_code == 401
    assert server.client.post("/session", json={"ticket": link}).status_code == 401
    server.client.headers["Authorization"] = "Bearer another-token"
    assert server.post("memory:status").status_code == 200


def test_a_link_is_good_for_an_hour_and_followed_by_the_next(door: Door) -> None:
    now, told = [0.0], Queue[str]()
    tickets = Tickets(told.put, clock=lambda: now[0])
    tickets.tell()
    server, link, handed = door(tickets), told.get(), tickets.hand()
    now[0] = 3_600.0
    for old in (link, handed):
        refused = server.client.post("/session", json={"ticket": old})
        assert (refused.status_code, "too old" in refused.json()["error"]["message"]) == (401, True)
    assert server.client.post("/session", json={"ticket": told.get(timeout=60)}).json()["data"]


# -- odd requests


@pytest.mark.parametrize("digits", ["9" * 5_000, "٣٣", "-1", "1e3"])
def test_a_time_that_is_none_is_named(door: Door, digits: str) -> None:
    headers = {b"X-Timeout-Ms": digits.encode()}
    said = door().client.post("/ipc/memory:status", headers=headers)
    assert (said.status_code, said.json()["error"]["details"]["field"]) == (400, "timeoutMs")


def test_a_name_longer_than_any_file_is_not_there(door: Door) -> None:
    said = door().client.get("/assets/" + "a" * 5_000 + ".js")
    assert (said.status_code, said.json()["error"]["code"]) == (404, "NOT_FOUND")


@pytest.mark.parametrize("deep", [1_100, 100_000])
def test_nesting_without_end_is_refused(door: Door, deep: int) -> None:
    server = door()
    for body in (b"[" * deep, b"[" * deep + b"]" * deep, b'{"a":' * deep + b"1" + b"}" * deep):
        said = server.client.post("/ipc/memory:status", content=body)
        assert (said.status_code, said.json()["error"]["code"]) == (400, "INVALID_ARGUMENT")


def test_a_bug_of_ours_is_said_in_an_envelope_too(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_raw: bytes) -> None:
        raise ZeroDivisionError("雨声")

    server = door()
    monkeypatch.setattr("mohen.server.wire.loads", broken)
    said = server.post("memory:status", {})
    assert (said.status_code, said.json()["error"]["code"]) == (500, "INTERNAL")
    assert "雨声" not in said.text


# -- the log


def test_of_the_same_again_and_again_the_log_keeps_little() -> None:
    spared = Sparing()

    def knock(at: float, message: str = "Invalid HTTP request received.") -> logging.LogRecord:
        record = logging.LogRecord("uvicorn.error", logging.WARNING, "", 0, message, (), None)
        record.created = at
        record.passed = spared.filter(record)
        return record

    assert sum(knock(at=1.0).passed for _ in range(10_000)) == 20
    assert knock(at=1.0, message="something else").passed
    later = knock(at=62.0)
    assert later.passed
    assert "9980" in later.getMessage()
