"""A browser is let in: by a ticket, once, and never by anything that stays in a link."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from mohen.memory import Memory
from mohen.server.login_links import HANDED_MAX, Tickets
from server.running import TOKEN, Running


class Desk:
    """A server whose links are told to a list; a browser that has nothing yet."""

    def __init__(self, memory: Memory) -> None:
        self.told: list[str] = []
        tickets = Tickets(self.told.append)
        self.running = Running(memory, tickets=tickets)
        tickets.tell()
        self.browser = httpx.Client(base_url=self.running.origin, timeout=120)

    def enter(self, ticket: Any, **headers: str) -> httpx.Response:
        return self.browser.post("/session", json={"ticket": ticket}, headers=headers)

    def close(self) -> None:
        self.browser.close()
        self.running.close()  # what is told behind an answer has been told then


@pytest.fixture
def desk(memory: Memory) -> Iterator[Desk]:
    made = Desk(memory)
    yield made
    made.close()


def test_a_ticket_lets_one_in_once(desk: Desk) -> None:
    (ticket,) = desk.told
    first = desk.enter(ticket, Origin=desk.running.origin)
    assert (first.status_code, set(first.json()["data"])) == (200, {"id", "key"})
    assert TOKEN not in first.text
    assert first.headers["cache-control"] == "no-store"
    assert first.json()["meta"]["requestId"].startswith("rq_")
    again = desk.enter(ticket)
    assert again.status_code == 401
    error = again.json()["error"]
    assert (error["code"], error["details"]["field"]) == ("PERMISSION_DENIED", "ticket")
    assert "mohen open" in error["message"]


def test_a_used_ticket_is_followed_by_the_next_which_is_told_once(desk: Desk) -> None:
    desk.enter(desk.told[0])
    desk.close()
    assert len(desk.told) == len(set(desk.told)) == 2


@pytest.mark.parametrize("wrong", ["", "a", "令牌", "\x00" * 43, "x" * 4_000])
def test_a_wrong_ticket_is_refused_and_costs_nothing(desk: Desk, wrong: str) -> None:
    refused = desk.enter(wrong)
    assert refused.status_code == 401
    assert TOKEN not in refused.text
    assert desk.told[0] not in refused.text
    assert desk.enter(desk.told[0]).status_code == 200


@pytest.mark.parametrize(
    "body", [b"", b"garbage", b"[]", b"{}", b'{"ticket": 7}', b'{"ticket": "a", "more": 1}']
)
def test_what_is_no_ticket_is_told_so(desk: Desk, body: bytes) -> None:
    answer = desk.browser.post("/session", content=body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "INVALID_ARGUMENT")


def test_strangers_cannot_even_try(desk: Desk) -> None:
    (ticket,) = desk.told
    for headers in ({"Host": "evil.example"}, {"Origin": "http://evil.example"}):
        assert desk.enter(ticket, **headers).status_code == 403
    assert desk.browser.get("/session").status_code == 405
    assert desk.enter(ticket).status_code == 200


def test_who_is_in_opens_another_window(desk: Desk) -> None:
    asked = desk.running.client.post("/ticket")
    assert asked.status_code == 200
    assert asked.headers["cache-control"] == "no-store"
    ticket = asked.json()["data"]["ticket"]
    assert desk.enter(ticket).status_code == 200
    assert desk.enter(ticket).status_code == 401
    assert desk.enter(desk.told[0]).status_code == 200  # the link on the terminal still stood


def test_who_is_not_in_gets_no_ticket(desk: Desk) -> None:
    answer = desk.browser.post("/ticket")
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "PERMISSION_DENIED")


def test_tickets_nobody_uses_do_not_pile_up_and_the_link_stands() -> None:
    told: list[str] = []
    tickets = Tickets(told.append)
    tickets.tell()
    handed = [tickets.hand() for _ in range(HANDED_MAX + 1)]
    assert not tickets.spend(handed[0])
    assert all(tickets.spend(each) for each in handed[1:])
    assert tickets.spend(told[0])
    tickets.tell()
    tickets.tell()
    assert len(told) == 2


def test_tickets_cannot_be_guessed_and_are_of_one_server() -> None:
    ours, theirs = Tickets(), Tickets()
    many = {ours.hand() for _ in range(100)}
    assert len(many) == 100
    assert all(len(each) * 6 >= 128 for each in many)
    assert not any(theirs.spend(each) for each in many)
