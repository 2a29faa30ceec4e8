"""A browser that was let in stays in, nobody else comes in by what it bears, and its owner can shut
it out."""

from __future__ import annotations

import json
import re
import stat
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from queue import Queue
from typing import Any

import httpx
import pytest

from mohen.memory import Memory, open_memory
from mohen.policy import DAY_MS, Policy
from mohen.server.browsers.kept import Browsers, name_of
from mohen.server.login_links import Tickets
from mohen.testing import FrozenClock
from server.running import Running

TOKEN = "q8Zk2vXw0aB7sLr4TnYu1mEo9pDc3HfJ"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


class Door:
    """A server of one home, with a clock that stands still until it is set."""

    def __init__(self, home: Path, token: str = TOKEN, **numbers: int) -> None:
        policy = replace(Policy(), doors=replace(Policy().doors, **numbers))
        self.clock = FrozenClock()
        home.mkdir()
        (home / "token").write_text(token)
        self.memory = open_memory(home, policy=policy, clock=self.clock)
        self.tickets = Tickets()
        self._token = token
        self.greeted: list[str] = []
        self._browsers: list[Browser] = []
        self.start()

    def start(self) -> None:
        self.running = Running(self.memory, tickets=self.tickets, greet=self.greeted.append)
        self.running.token = self._token

    def close(self) -> None:
        for each in self._browsers:
            each.client.close()
        self.running.close()
        self.memory.close()

    def browser(self, port: int | None = None) -> Browser:
        self._browsers.append(Browser(self, port))
        return self._browsers[-1]


class Browser:
    """What a browser does by itself, and what a page of ours has it say."""

    def __init__(self, door: Door, port: int | None = None) -> None:
        """`port`: as which the page is seen, behind a tunnel say."""
        seen = f"http://127.0.0.1:{port}" if port else door.running.origin
        self.door = door
        self.headers = {"User-Agent": FIREFOX, "Origin": seen, "Host": seen.removeprefix("http://")}
        self.client = httpx.Client(base_url=door.running.origin, timeout=120)
        self.id, self.key = "", ""

    def enter(self, **given: str) -> httpx.Response:
        said = self.client.post(
            "/session",
            json=given or {"ticket": self.door.tickets.hand()},
            headers=self.headers | self.bearing,
        )
        if said.status_code == 200:
            self.id, self.key = said.json()["data"]["id"], said.json()["data"]["key"]
        return said

    @property
    def bearing(self) -> dict[str, str]:
        return {"Authorization": f"Browser {self.key}"} if self.key else {}

    def call(self, channel: str = "memory:status", **payload: Any) -> httpx.Response:
        return self.ask(self.headers | self.bearing, channel, payload)

    def ask(
        self, headers: dict[str, str], channel: str = "memory:status", payload: Any = None
    ) -> httpx.Response:
        return self.client.post(f"/ipc/{channel}", json=payload or {}, headers=headers)

    def is_in(self) -> bool:
        return self.call().status_code == 200

    @property
    def cookie(self) -> tuple[str, str]:
        [(name, value)] = self.client.cookies.items()
        return name, value


@pytest.fixture
def door(home: Path) -> Iterator[Door]:
    made = Door(home)
    yield made
    made.close()


# -- staying in


def test_one_that_was_let_in_stays_in(door: Door, home: Path) -> None:
    # Given a browser that followed a link
    browser = door.browser()
    said = browser.enter()
    assert TOKEN not in said.text + str(said.headers)
    cookie = said.headers["set-cookie"]
    assert re.fullmatch(
        r"mohen-\d+-[0-9a-f]{12}=[\w.-]+; Max-Age=34560000; Path=/; HttpOnly; SameSite=Strict",
        cookie,
    )
    assert browser.is_in()
    # When the server is started again at the same place
    port = door.running.address[1]
    door.running.close()
    door.start()
    again = door.browser(port)
    again.key, again.client.cookies = browser.key, browser.client.cookies
    # Then it needs no link, and each visit keeps its cookie for as long again
    assert again.is_in()
    with again.client.stream("GET", "/events", headers=again.headers | again.bearing) as pushes:
        assert pushes.headers["set-cookie"] == cookie
    assert door.greeted == ["Firefox, Linux"]


def test_a_second_link_makes_no_second_browser(door: Door) -> None:
    browser = door.browser()
    browser.enter()
    first = browser.id, browser.key
    browser.enter()
    assert (browser.id, browser.key) == first
    assert len(browser.call("browser:list").json()["data"]["items"]) == 1
    # A greeting comes after the answer, and before the server's end.
    door.running.close()
    assert len(door.greeted) == 1


def test_the_token_lets_a_browser_in_and_a_wrong_one_does_not(door: Door) -> None:
    browser = door.browser()
    wrong = browser.enter(token="not-the-token")
    assert (wrong.status_code, wrong.json()["error"]["details"]["field"]) == (401, "token")
    assert browser.enter(token=TOKEN).status_code == 200
    assert browser.is_in()


def test_where_nothing_can_be_written_one_is_in_as_long_as_the_server_runs(
    door: Door, home: Path
) -> None:
    (home / "browsers").write_text("no folder")
    browser = door.browser()
    browser.enter()
    assert browser.is_in()


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (FIREFOX, "Firefox, Linux"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge, Windows"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) Version/18 Safari/605", "Safari, macOS"),
        ("Mozilla/5.0 (Linux; Android 16) Chrome/140.0 Mobile Safari/537.36", "Chrome, Android"),
        ("<script>", ""),
    ],
)
def test_it_is_called_by_what_it_is(agent: str, name: str) -> None:
    assert name_of(agent) == name


# -- nobody else


def test_both_halves_are_needed(door: Door) -> None:
    browser, other = door.browser(), door.browser()
    browser.enter()
    other.enter()
    name, value = browser.cookie
    for cookie, key in (
        (value, ""),
        (value, other.key),
        (other.cookie[1], browser.key),
        ("", browser.key),
        (browser.key, value),
        ("../token", browser.key),
        (f"{browser.id}.", browser.key),
    ):
        thief = door.browser()
        thief.key = key
        thief.client.cookies.set(name, cookie)
        assert not thief.is_in(), (cookie, key)


def test_the_file_in_the_home_opens_nothing(door: Door, home: Path) -> None:
    browser = door.browser()
    browser.enter()
    [file] = (home / "browsers").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    kept = file.read_text()
    name, value = browser.cookie
    for secret in (TOKEN, browser.key, value, value.partition(".")[2]):
        assert secret not in kept
    seal = json.loads(kept)["seal"]
    for cookie, key in ((seal, seal), (f"{file.name}.{seal}", seal), (value, seal)):
        thief = door.browser()
        thief.key = key
        thief.client.cookies.set(name, cookie)
        assert not thief.is_in()


def test_a_file_that_is_none_lets_nobody_in_and_harms_nobody(door: Door, home: Path) -> None:
    browser, other = door.browser(), door.browser()
    browser.enter()
    other.enter()
    for broken in (b"", b"{", b"[]", b'{"seal": 7}', b"\xff", b'{"seal":"\xe5\xa2\xa8"}'):
        (home / "browsers" / browser.id).write_bytes(broken)
        assert browser.call().status_code in (401, 429)
        items = other.call("browser:list").json()["data"]["items"]
        assert [each["id"] for each in items] == [other.id]


def test_a_cookie_of_another_home_is_of_no_use_here(door: Door, tmp_path: Path) -> None:
    """Cookies go to every port of a host, whoever listens there."""
    theirs = Door(tmp_path / "other", token=TOKEN[::-1])
    theirs.running.token = "another-token-of-another-home"
    try:
        browser, visitor = door.browser(), theirs.browser()
        browser.enter()
        visitor.enter()
        # Two homes do not throw each other out
        assert browser.cookie[0] != visitor.cookie[0]
        visitor.client.cookies.update(browser.client.cookies)
        browser.client.cookies.update(visitor.client.cookies)
        assert browser.is_in()
        assert visitor.is_in()
        # And what is good in one is nothing in the other
        visitor.key = browser.key
        assert not visitor.is_in()
    finally:
        theirs.close()


def test_one_home_at_two_ports_keeps_two_cookies(door: Door) -> None:
    here, there = door.browser(), door.browser(8080)
    here.enter()
    there.enter()
    here.client.cookies.update(there.client.cookies)
    assert len(here.client.cookies) == 2
    assert here.is_in()


def test_cookies_that_others_set_under_the_name_shut_nobody_out(door: Door) -> None:
    browser = door.browser()
    browser.enter()
    name, value = browser.cookie
    tossed = browser.headers | browser.bearing | {"Cookie": f"{name}=evil; {name}={value}"}
    browser.client.cookies.clear()
    assert browser.ask(tossed).status_code == 200


FOREIGN = {
    "a form of another site": {"Origin": "http://evil.example", "Sec-Fetch-Site": "cross-site"},
    "a form of a page without an origin": {"Origin": "null"},
    "a page of another port": {"Origin": "http://127.0.0.1:9", "Sec-Fetch-Site": "same-site"},
    "another name of this machine": {"Origin": "http://localhost:9"},
    "a name that leads here": {"Host": "evil.example", "Origin": "http://evil.example"},
}


def test_a_foreign_page_changes_nothing(door: Door) -> None:
    """It has the browser send the cookie along; even with the key it would stay outside."""
    browser = door.browser()
    browser.enter()
    note = {"type": "note", "scope": "global", "content": "雨声"}
    for said in FOREIGN.values():
        for bearing in ({}, browser.bearing):
            headers = browser.headers | {"Content-Type": "text/plain"} | said | bearing
            assert browser.ask(headers, "memory:create", note).status_code in (401, 403)
            assert browser.client.post("/ticket", headers=headers).status_code in (401, 403)
    assert browser.call("memory:list").json()["data"]["items"] == []


def test_what_a_page_of_ours_always_says_must_be_said(door: Door) -> None:
    browser = door.browser()
    browser.enter()
    silent = {name: each for name, each in browser.headers.items() if name != "Origin"}
    assert browser.ask(silent | browser.bearing).status_code == 401
    for site in ("same-site", "cross-site", "none"):
        told = browser.headers | browser.bearing | {"Sec-Fetch-Site": site}
        assert browser.ask(told).status_code == 401


UNHEARD: dict[str, dict[str, str]] = {
    "an image or a script, which says no origin": {},
    "one of another port": {"Sec-Fetch-Site": "same-site"},
    "an EventSource of another port": {"Origin": "http://127.0.0.1:9"},
    "a web socket": {
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13",
    },
}


def test_a_foreign_page_hears_nothing(door: Door) -> None:
    browser = door.browser()
    browser.enter()
    for what, headers in UNHEARD.items():
        said = browser.client.get("/events", headers=headers)
        assert said.status_code in (401, 403), what
        assert "access-control-allow-origin" not in said.headers


def test_nobody_is_let_in_from_a_foreign_page(door: Door) -> None:
    """A page that knew a ticket could have the author write into a memory that is not theirs."""
    browser = door.browser()
    given = json.dumps({"ticket": door.tickets.hand()})
    for said in FOREIGN.values():
        headers = browser.headers | said | {"Content-Type": "text/plain"}
        refused = browser.client.post("/session", content=given, headers=headers)
        assert refused.status_code == 403
        assert "set-cookie" not in refused.headers
    # And who is in is not thrown out by a link that lets nobody in
    browser.enter()
    assert browser.enter(ticket="of-somebody-else").status_code == 401
    assert browser.is_in()


def test_guesses_are_slowed_as_those_of_tokens(home: Path) -> None:
    door = Door(home, wrong_tokens=3, wrong_token_pause_ms=1)
    try:
        browser, guesser = door.browser(), door.browser()
        browser.enter()
        guesser.key = "x" * 43
        assert [guesser.call().status_code for _ in range(4)] == [401, 401, 401, 429]
        assert browser.is_in()
    finally:
        door.close()


# -- shut out


def let_in(door: Door, *browsers: Browser) -> None:
    """And told of, which comes after the answer."""
    told = Queue[str]()
    stop = door.memory.listen(lambda push, _data: told.put(push))
    for each in browsers:
        each.enter()
        assert told.get(timeout=60) == "browser:changed"
    stop()


def listening(browser: Browser) -> Any:
    return browser.client.stream("GET", "/events", headers=browser.headers | browser.bearing)


def opened(heard: Iterator[str]) -> str:
    """The number of the last push before the stream began."""
    told, number, end = next(heard), next(heard), next(heard)
    assert (told, end) == (": listening", "")
    assert number.startswith("id: ")
    return number


def test_one_that_is_revoked_is_out_at_once_and_so_are_its_windows(home: Path) -> None:
    door = Door(home, keepalive_ms=3_600_000)  # nothing else wakes who listens
    try:
        browser, other = door.browser(), door.browser()
        let_in(door, browser, other)
        with listening(browser) as mine, listening(other) as theirs:
            heard, others = mine.iter_lines(), theirs.iter_lines()
            assert opened(heard) == opened(others)
            said = other.call("browser:revoke", id=browser.id)
            assert said.json()["data"] == {"revoked": 1}
            # Its stream ends without another word, and the other one goes on
            assert list(heard) == []
            assert 'data: {"count":1}' in others
        assert not browser.is_in()
        assert other.is_in()
        assert other.call("browser:revoke", id=browser.id).status_code == 404
    finally:
        door.close()


def test_all_are_revoked_even_who_asks(door: Door) -> None:
    browsers = [door.browser() for _ in range(3)]
    for each in browsers:
        each.enter()
    assert browsers[0].call("browser:revoke").json()["data"] == {"revoked": 3}
    assert not any(each.is_in() for each in browsers)
    assert browsers[0].enter().status_code == 200  # by a link as at first
    assert browsers[0].is_in()


def test_with_another_token_all_are_out_and_none_is_listed(door: Door) -> None:
    browser = door.browser()
    let_in(door, browser)
    with listening(browser) as pushes:
        heard = pushes.iter_lines()
        assert opened(heard)
        door.running.token = "another-token"
        note = {"type": "note", "scope": "global", "content": "雨声"}
        headers = {"Authorization": "Bearer another-token"}
        assert door.running.post("memory:create", note, headers=headers).status_code == 200
        door.memory.push("memory:alert", {"code": "X"})
        assert list(heard) == []
    assert not browser.is_in()
    before = browser.key
    browser.enter()
    assert browser.key != before
    assert browser.is_in()


def test_to_be_seen_does_not_bring_back_who_was_revoked(door: Door, home: Path) -> None:
    browser = door.browser()
    browser.enter()
    door.clock.advance(seconds=120)
    assert browser.is_in()
    (home / "browsers" / browser.id).unlink()
    door.clock.advance(seconds=120)
    assert not browser.is_in()
    assert list((home / "browsers").iterdir()) == []


# -- how many, how long


def test_it_is_told_when_each_was_seen(door: Door) -> None:
    first, second = door.browser(), door.browser()
    first.enter()
    began = door.memory.now()
    door.clock.advance(seconds=3600)
    second.enter()
    door.clock.advance(seconds=3600)
    assert first.is_in()
    items = second.call("browser:list").json()["data"]["items"]
    assert {each["id"]: each["since"] - began for each in items} == {
        first.id: 0,
        second.id: 3_600_000,
    }
    assert {each["seen"] - began for each in items} == {7_200_000}
    assert items[0]["name"] == "Firefox, Linux"


def test_there_are_only_so_many_and_the_one_not_seen_for_longest_goes(home: Path) -> None:
    door = Door(home, browsers=2)
    try:
        browsers = []
        for _ in range(3):
            browsers.append(door.browser())
            browsers[-1].enter()
            door.clock.advance(seconds=1)
        assert [each.is_in() for each in browsers] == [False, True, True]
    finally:
        door.close()


def test_one_that_is_never_seen_is_out_after_a_year_and_nothing_is_deleted(home: Path) -> None:
    home.mkdir()
    now = [1_760_000_000_000]
    browsers = Browsers(home, lambda: TOKEN, lambda: now[0], Policy().doors)
    given = browsers.let_in("")
    now[0] += 401 * DAY_MS
    assert (browsers.knows(given), browsers.all()) == (False, [])
    now[0] -= 401 * DAY_MS  # it was the clock
    assert browsers.knows(given)


# -- words for who reads it in a browser


READER = {"Accept": "text/html,application/xhtml+xml", "Sec-Fetch-Mode": "navigate"}


def test_a_person_reads_a_page_that_says_what_to_do(door: Door) -> None:
    for path, status in (("/closed", 200), ("/events", 401), ("/ipc/memory:status", 401)):
        page = httpx.get(door.running.origin + path, headers=READER)
        assert page.status_code == status
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        assert page.text.count(">mohen open</pre>") == 2
        assert "一次" in page.text
        assert "works once" in page.text
        assert "<script" not in page.text
        assert "script-src 'self'" in page.headers["content-security-policy"]


@pytest.mark.parametrize(("speaks", "first"), [("en-GB,en;q=0.9", "en"), ("zh-CN,zh;q=0.9", "zh")])
def test_that_page_speaks_its_readers_language_first(door: Door, speaks: str, first: str) -> None:
    asked = {**READER, "Accept-Language": speaks}
    page = httpx.get(door.running.origin + "/closed", headers=asked).text
    assert f'<html lang="{first}">' in page
    assert (page.index("works once") < page.index("一次")) is (first == "en")


def test_a_tool_gets_an_envelope_as_ever(door: Door) -> None:
    for headers in ({}, {"Accept": "*/*"}, READER | {"Sec-Fetch-Mode": "cors"}):
        said = httpx.get(door.running.origin + "/events", headers=headers)
        assert (said.status_code, said.json()["error"]["code"]) == (401, "PERMISSION_DENIED")


def test_a_memory_without_a_door_has_no_browsers(memory: Memory) -> None:
    from mohen.server.dispatch import Dispatcher

    said = Dispatcher(memory).call("browser:list", {})
    assert said["data"] == {"items": []}
