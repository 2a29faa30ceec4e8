"""A token may what its scope says, and a refusal names what is missing."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mohen.core.sqlite.database import SqliteDatabase
from mohen.server.channels import Channel, all_channels
from mohen.server.scopes import permit
from server.test_fuzz import CHANNELS as PAYLOADS
from server.test_fuzz import HEAVY, Fuzzer
from team.served import Team
from worlds import SCHEMA, World

CHANNELS = all_channels()


def needed(channel: Channel) -> str:
    return "admin" if channel.admin else "write" if channel.writes else "read"


@pytest.mark.parametrize("scope", ["read", "write", "admin"])
def test_every_channel_is_refused_without_its_scope(team: Team, scope: Any) -> None:
    caller = team.author("ann", scope=scope)
    may = {"read": {"read"}, "write": {"read", "write"}, "admin": {"admin"}}[scope]
    for name, channel in CHANNELS.items():
        if needed(channel) in may:
            if channel.machine is not True:
                permit(scope, channel, dict.fromkeys(_fields(channel)))
            continue
        said = caller.ask(name)
        error = said.json()["error"]
        assert (said.status_code, error["code"]) == (403, "PERMISSION_DENIED"), name
        assert error["details"] == {"scope": needed(channel)}
    assert team.opened == []  # nobody's memory was opened for it


def _fields(channel: Channel) -> tuple[str, ...]:
    return channel.machine if isinstance(channel.machine, tuple) else ()


def test_who_may_write_may_not_reach_the_servers_machine(team: Team) -> None:
    """A path or an address of another server is asked by the server itself: it would read for one
    author what is another's."""
    ann = team.author("ann")
    for name, channel in CHANNELS.items():
        if channel.machine is True:
            error = ann.fails(name)
            assert (error["code"], error["details"]) == ("PERMISSION_DENIED", {"field": "channel"})
        for field in _fields(channel):
            error = ann.fails(name, **{field: "/etc"})
            assert (error["code"], error["details"]) == ("PERMISSION_DENIED", {"field": field})


_NAMES_A_PLACE = re.compile(r"absolute path|^Where the|folder that holds", re.IGNORECASE)
_PLACES = {"path", "folder", "workspace", "baseUrl", "apiKeyEnv", "sources", "modelHub"}
_HARMLESS = {("ai:skill:check", "folder")}  # the name of a folder that is not looked at


def test_every_field_that_names_a_place_is_marked() -> None:
    for name, schema in PAYLOADS.items():
        channel = CHANNELS[name]
        for field, said in schema.get("properties", {}).items():
            told = str(said.get("description", ""))
            if (field in _PLACES or _NAMES_A_PLACE.search(told)) and (name, field) not in _HARMLESS:
                assert channel.machine is True or field in _fields(channel), (name, field)


_PATHS = re.compile(r"path$|folder$|workspace$", re.IGNORECASE)
_WITHIN = {  # an export, or what was dropped into the panel
    ("memory:export", "path"),
    ("memory:import", "path"),
}


def test_every_answer_that_names_a_place_is_marked() -> None:
    for name, channel in CHANNELS.items():
        shape = SCHEMA["channels"][name]["data"]
        for each in (shape, *shape.get("$defs", {}).values()):
            found = {field for field in each.get("properties", {}) if _PATHS.search(field)}
            left = {field for field in found - channel.places if (name, field) not in _WITHIN}
            assert channel.machine is True or not left, (name, left)


def test_an_author_is_not_told_where_the_server_keeps_things(
    open_team: Callable[..., Team], tmp_path: Path
) -> None:
    # Given ann, who has a project, and a folder and an agent that whoever runs the server gave her,
    # and may ask as often as she likes
    team = open_team(burst=10_000)
    ann = team.author("ann")
    assert ann.ok("project:create", projectId="novel", title="One")["folder"] == "novel"
    place = tmp_path / "team"
    with team.open("ann") as memory:
        (place / "bound").mkdir()
        memory.projects.bind("bound", str(place / "bound"))
        memory.agents.init(str(place / "bound"), agent_id="scribe")
    # When she asks for them, she is told what they are called
    for payload in ({}, {"all": True}):
        told = ann.ok("project:list", **payload)["items"]
        assert {each["projectId"]: each["folder"] for each in told} == {
            "bound": "bound",
            "novel": "novel",
        }
    assert ann.ok("agent:list")["items"][0]["workspace"] == "bound"
    assert ann.ok("agent:update", projectId="scribe", sees=["*"])["workspace"] == "bound"
    # And whatever else she asks, the place is in no answer
    fuzzer = Fuzzer(20261118, tmp_path)
    answered = set[str]()
    for name in sorted(CHANNELS.keys() - HEAVY):
        for _ in range(4):
            payload = fuzzer.payload(PAYLOADS[name])
            if isinstance(payload, dict) and "projectId" in payload:
                payload["projectId"] = "novel"
            said = ann.client.post(f"/ipc/{name}", json=payload)
            assert str(place) not in said.text, name
            answered |= {name} if said.status_code == 200 else set()
    assert len(answered) > len(CHANNELS) / 4


_COUNTED = {  # what is read is counted, or a first picture of it is kept: nobody's words change
    "memory:episode:query",
    "memory:search",
    "knowledge:search",
    "knowledge:inject",
    "knowledge:snapshot",
}


def test_what_is_said_to_only_read_writes_nothing(
    world: World, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Requests made from the schemas, over every channel that is not said to change anything."""
    wrote = list[str]()
    write = SqliteDatabase.write
    monkeypatch.setattr(
        SqliteDatabase, "write", lambda self, work: (wrote.append(self.name), write(self, work))[1]
    )
    fuzzer = Fuzzer(20261117, tmp_path)
    world.record()
    world.ok("memory:create", type="note", scope="global", content="雨声")
    reading = [each for each in CHANNELS.values() if needed(each) == "read" and not each.machine]
    answered = set[str]()
    for turn in range(8):
        for channel in reading:
            payload = fuzzer.payload(PAYLOADS[channel.name])
            if turn % 2 and isinstance(payload, dict) and "projectId" in payload:
                payload["projectId"] = "novel"
            wrote.clear()
            envelope = world.door.call(channel.name, payload)
            answered |= {channel.name} if envelope["ok"] else set()
            assert not wrote or channel.name in _COUNTED, (channel.name, payload)
    assert len(answered) > len(reading) / 2


@pytest.fixture
def world(tmp_path: Any) -> Any:
    made = World(tmp_path / "home")
    yield made
    made.close()
