"""The panel of a team: signed in with a token, as its author, until that token is gone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from mohen.server.app import LOOPBACK, Address
from team.served import Team

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


class Browser:
    """What a browser does by itself, and what a page of ours has it say."""

    def __init__(self, team: Team) -> None:
        self.origin = team.running.origin
        self.client = team.client("")
        del self.client.headers["Authorization"]
        self.client.headers.update({"User-Agent": FIREFOX, "Origin": self.origin})
        self.id, self.key = "", ""

    def sign_in(self, **given: str) -> httpx.Response:
        said = self.client.post("/session", json=given, headers=self._bearing)
        if said.status_code == 200:
            self.id, self.key = said.json()["data"]["id"], said.json()["data"]["key"]
        return said

    @property
    def _bearing(self) -> dict[str, str]:
        return {"Authorization": f"Browser {self.key}"} if self.key else {}

    def ask(self, channel: str, **payload: Any) -> httpx.Response:
        return self.client.post(f"/ipc/{channel}", json=payload, headers=self._bearing)

    def notes(self) -> list[str]:
        return [each["content"] for each in self.ask("memory:list").json()["data"]["items"]]


def test_a_browser_is_in_as_the_author_of_its_token(team: Team) -> None:
    # Given two authors with a note each
    tokens = {name: team.token(name) for name in ("ann", "bob")}
    for name, token in tokens.items():
        made = {"type": "note", "scope": "global", "content": f"{name} 的"}
        team.client(token).post("/ipc/memory:create", json=made)
    # When a browser signs in as ann
    browser = Browser(team)
    said = browser.sign_in(token=tokens["ann"])
    assert said.status_code == 200
    assert tokens["ann"] not in said.text + str(said.headers)
    # Then it sees ann's, and lists itself alone
    assert browser.notes() == ["ann 的"]
    [listed] = browser.ask("browser:list").json()["data"]["items"]
    assert (listed["id"], listed["name"]) == (browser.id, "Firefox, Linux")
    # And when it signs in as bob it is bob's, and ann's no more
    browser.sign_in(token=tokens["bob"])
    assert browser.notes() == ["bob 的"]
    assert team.people.browsers.of("ann").all() == []


def test_signing_in_again_with_the_same_token_makes_no_second_browser(team: Team) -> None:
    token, browser = team.token("ann"), Browser(team)
    browser.sign_in(token=token)
    first = browser.id, browser.key
    browser.sign_in(token=token)
    assert (browser.id, browser.key) == first


def test_both_halves_are_needed_and_the_store_opens_nothing(team: Team) -> None:
    token, browser = team.token("ann"), Browser(team)
    browser.sign_in(token=token)
    [(name, cookie)] = browser.client.cookies.items()
    seal, _, _ = team.people.store.by_browser(browser.id) or ("", 0, None)
    for half, key in ((cookie, seal), (f"{browser.id}.{seal}", browser.key), ("", browser.key)):
        thief = Browser(team)
        thief.key = key
        thief.client.cookies.set(name, half)
        assert thief.ask("memory:list").status_code == 401


@pytest.mark.parametrize("how", ["token", "author", "browser", "expiry"])
def test_it_is_shut_out_with_its_token_its_author_or_alone(team: Team, how: str) -> None:
    token, browser = team.token("ann", days=30), Browser(team)
    browser.sign_in(token=token)
    assert browser.ask("memory:status").status_code == 200
    if how == "token":
        team.people.tokens.revoke(team.people.tokens.of("ann")[0].id)
    elif how == "author":
        team.people.authors.remove("ann")
    elif how == "expiry":
        team.clock.advance(days=31)
    else:
        assert browser.ask("browser:revoke", id=browser.id).json()["data"] == {"revoked": 1}
    assert browser.ask("memory:status").status_code == 401


def test_who_revokes_a_browser_has_it_out_at_once(open_team: Callable[..., Team]) -> None:
    team = open_team(known_ms=60_000)
    token, browser, other = team.token("ann"), Browser(team), Browser(team)
    browser.sign_in(token=token)
    other.sign_in(token=token)
    assert other.ask("memory:status").status_code == 200
    assert browser.ask("browser:revoke", id=other.id).status_code == 200
    assert other.ask("memory:status").status_code == 401
    assert browser.ask("memory:status").status_code == 200


def test_a_browser_reads_only_where_its_token_does(team: Team) -> None:
    browser = Browser(team)
    browser.sign_in(token=team.token("ann", scope="read"))
    assert browser.ask("memory:list").status_code == 200
    refused = browser.ask("memory:create", type="note", scope="global", content="x")
    assert refused.json()["error"]["details"] == {"scope": "write"}


def test_no_link_and_no_administrator_opens_a_panel(team: Team) -> None:
    browser, admin = Browser(team), team.token("root", scope="admin")
    assert browser.sign_in(ticket="anything").status_code == 401
    refused = browser.sign_in(token=admin)
    assert (refused.status_code, "set-cookie" in refused.headers) == (401, False)
    assert team.client(admin).post("/ticket").json()["error"]["code"] == "UNSUPPORTED"
    assert browser.client.get("/", headers={"Accept": "text/html"}).status_code == 200


def test_behind_a_proxy_a_cookie_is_for_https_alone(open_team: Callable[..., Team]) -> None:
    address = Address(LOOPBACK | {"mohen.example"}, secure=True, proxied=True)
    team = open_team(address=address)
    token = team.token("ann")
    there = {"Host": "mohen.example", "Origin": "https://mohen.example"}
    said = httpx.post(f"{team.running.origin}/session", json={"token": token}, headers=there)
    assert said.status_code == 200
    assert said.headers["set-cookie"].endswith("; HttpOnly; SameSite=Strict; Secure")
    # The names that were given hold, and no others
    for headers in (
        there | {"Host": "evil.example", "Origin": "https://evil.example"},
        there | {"Origin": "http://mohen.example"},
        there | {"Origin": "https://evil.example"},
    ):
        refused = httpx.post(
            f"{team.running.origin}/session", json={"token": token}, headers=headers
        )
        assert refused.status_code == 403
    # On the machine itself, a check of health goes around the proxy
    assert httpx.get(f"{team.running.origin}/health").text == "ok"
