"""What was said goes with the memory, word by word, and is the same conversation where it comes in
(R228, C102)."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import on_postgres
from mohen.policy import Policy
from shows import shows
from worlds import World, Worlds

DEFAULTS = Policy()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "carried.jsonl"


def hear(world: World, *messages: dict[str, Any], session: str = "s") -> None:
    world.ok("talk:hear", projectId="mo", session=session, messages=list(messages))


def user(text: str, **more: Any) -> dict[str, Any]:
    return {"role": "user", "text": text, **more}


def assistant(text: str) -> dict[str, Any]:
    return {"role": "assistant", "text": text}


def exported(world: World, *, form: str = "jsonl") -> list[str]:
    """The pieces, one behind the other."""
    pieces, cursor = list[str](), dict[str, str]()
    while True:
        asked = {"projectId": "mo", "format": form, "includeConversations": True, **cursor}
        piece = world.ok("memory:export", **asked)
        pieces += [each["text"] for each in piece["files"]]
        if "nextCursor" not in piece:
            return pieces
        cursor = {"cursor": piece["nextCursor"]}


def records(world: World, *kinds: str) -> list[dict[str, Any]]:
    told = (json.loads(line) for line in "".join(exported(world)).splitlines())
    return [each for each in told if each.get("record") in (kinds or ("item", "message"))]


def write(world: World, file: Path) -> None:
    file.write_text("".join(exported(world)), "utf-8")


def take(world: World, file: Path) -> dict[str, Any]:
    return world.ok("memory:import", projectId="mo", path=str(file))


def said(world: World, session: str = "s") -> list[tuple[int, str]]:
    found = world.ok("talk:read", projectId="mo", session=session)["items"]
    return [(each["place"], each["text"]) for each in found]


def known(world: World) -> dict[str, list[str]]:
    listed = world.ok("knowledge:list", projectId="mo")["items"]
    return {each["content"]: each["sources"] for each in listed}


@shows("R228", "C102")
@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_a_conversation_is_the_same_in_the_home_that_it_is_carried_to(
    world: World, worlds: Worlds, tmp_path: Path, form: str
) -> None:
    # Given what was said: twice the same, under an id, by somebody, edited, corrected by hand
    hear(world, user("我住在北京。"), assistant("好"), user("继续"), assistant("好"), user("继续"))
    world.clock.advance(days=1)
    hear(world, user("我对芒果过敏", id="a"), session="two")
    hear(world, user("我搬到上海了。", id="x", speaker="林晚"), user("I'm allergic to peanuts."))
    hear(world, user("我对虾过敏", id="a"), session="two")
    (nuts,) = (
        each
        for each in world.ok("knowledge:list", projectId="mo")["items"]
        if "peanuts" in each["content"]
    )
    walnuts = "The user is allergic to walnuts"
    world.ok("knowledge:update", projectId="mo", id=nuts["id"], patch={"content": walnuts})
    file = tmp_path / f"carried.{form}"
    file.write_text("".join(exported(world, form=form)), "utf-8")
    # When it is carried to another home
    other = worlds()
    other.clock.advance(days=3)
    made = take(other, file)
    # Then every message and every fact is there once, each in its place, as it was
    assert (made["messages"], made["troubles"]) == (8, [])
    assert records(other) == records(world)
    (found, *_) = other.ok("memory:search", projectId="mo", query="Where do I live? 上海")["items"]
    assert (found["content"], found["sources"]) == ("用户搬到了上海", ["s:6"])
    assert found["said"]["message"]["text"] == "我搬到上海了。"
    # And once more is once, there and where it came from
    for home in (other, world):
        before = exported(home)
        again = take(home, file)
        assert (again["added"], again["messages"]) == (0, 0)
        assert exported(home) == before


@shows("C64", "C93", "R119")
def test_what_is_forgotten_or_masked_stays_so(world: World, worlds: Worlds, file: Path) -> None:
    world.ok("memory:settings:update", redactNames=["林晚"])
    hear(world, user("林晚是我的同事。"), user("I collect porcelain."), user("林晚 hates rain."))
    write(world, file)
    assert "林晚" not in file.read_text("utf-8")
    # When some of it is forgotten, and the export comes back
    world.ok("memory:forget", projectId="mo", source="s:2")
    world.ok("memory:forget", projectId="mo", source="s:3")
    take(world, file)
    # Then what is masked is known again, and what is forgotten is not
    assert [place for place, _ in said(world)] == [1]
    assert b"porcelain" not in world.bytes_everywhere()
    # And it goes out no more
    write(world, file)
    assert "porcelain" not in file.read_text("utf-8")
    other = worlds()
    take(other, file)
    assert said(other) == said(world)


def test_where_a_place_is_taken_facts_follow_their_messages(
    world: World, worlds: Worlds, file: Path
) -> None:
    hear(world, user("我住在北京。"), assistant("好"), user("I'm allergic to peanuts."))
    write(world, file)
    # Given a home that has another conversation of that name
    other = worlds()
    hear(other, user("I collect porcelain."), user("我在学法语"))
    take(other, file)
    # Then what comes in stands behind it, and each fact names its own line
    assert [text for _, text in said(other)] == [
        "I collect porcelain.",
        "我在学法语",
        "我住在北京。",
        "好",
        "I'm allergic to peanuts.",
    ]
    assert known(other)["用户住在北京"] == ["s:3"]
    assert known(other)["The user is allergic to peanuts"] == ["s:5"]
    before = exported(other)
    assert take(other, file)["messages"] == 0
    assert exported(other) == before


def test_an_older_export_takes_nothing_back_that_was_edited_since(world: World, file: Path) -> None:
    hear(world, user("我对芒果过敏", id="a"))
    write(world, file)
    hear(world, user("我对虾过敏", id="a"))
    take(world, file)
    assert said(world) == [(1, "我对虾过敏")]
    assert known(world) == {"用户对虾过敏": ["s:1"]}


def test_what_nobody_had_learned_from_is_learned_where_it_comes_in(
    worlds: Worlds, file: Path
) -> None:
    busy = worlds(immediate=False)
    hear(busy, user("I'm allergic to peanuts."))
    write(busy, file)
    other = worlds()
    take(other, file)
    assert known(other) == {"The user is allergic to peanuts": ["s:1"]}


@shows("C102")
@pytest.mark.parametrize(
    "setting", [{"privacyModeEnabled": True}, {"keepConversations": 0}], ids=["private", "off"]
)
def test_who_keeps_no_conversations_keeps_none_that_come_in(
    world: World, worlds: Worlds, file: Path, setting: dict[str, Any]
) -> None:
    hear(world, user("I'm allergic to peanuts, can you believe it?"))
    write(world, file)
    other = worlds()
    other.ok("memory:settings:update", **setting)
    take(other, file)
    assert said(other) == []
    assert b"can you believe it" not in other.bytes_everywhere()
    assert list(known(other)) == ["The user is allergic to peanuts"]


def test_a_file_of_what_was_said_that_cannot_be_read_keeps_no_fact_out(
    world: World, worlds: Worlds, file: Path
) -> None:
    hear(world, user("I'm allergic to peanuts."))
    write(world, file)
    other = worlds()
    hear(other, assistant("hello"))
    other.close()
    other.destroy("talk.db")
    other.reopen()
    made = take(other, file)
    assert (made["added"], made["messages"]) == (1, 0)
    (trouble,) = made["troubles"]
    reason = "sealed" if on_postgres.is_on() else "corrupt"
    assert trouble["why"] == f"what was said cannot be kept here: {reason}"


def test_it_goes_out_piece_by_piece_in_the_order_of_hearing(worlds: Worlds) -> None:
    small = replace(DEFAULTS, transfer=replace(DEFAULTS.transfer, page=3, piece_chars=12))
    world = worlds(policy=small)
    texts = ["ok", "fine", "go on", "a long one", "and on", "hm"]
    for each in texts:
        hear(world, assistant(each))
    pieces = [text for text in exported(world, form="json") if '"message"' in text]
    assert [piece.count('"record"') for piece in pieces] == [3, 2, 1]
    whole = json.loads("".join(exported(world, form="json")))["records"]
    assert [each["text"] for each in whole if each["record"] == "message"] == texts
    # And only a project has any
    assert world.fails("memory:export", includeConversations=True)["details"]["field"] == (
        "projectId"
    )
    for cursor in ("m:x", "em:", ":", "x:1"):
        asked = {"projectId": "mo", "cursor": cursor}
        assert world.fails("memory:export", **asked)["details"]["field"] == "cursor"


def test_a_message_that_makes_no_sense_is_told_and_the_others_come_in(
    world: World, file: Path
) -> None:
    head = {"format": "mohen-export", "version": 1}
    sound = {"record": "message", "session": "s", "place": 7, "role": "user", "text": "hello"}
    sound["at"] = "2026-03-01T12:00:00Z"
    broken = [
        {**sound, "role": "king"},
        {**sound, "place": 0},
        {**sound, "at": "noon"},
        {**sound, "text": 3},
        {**sound, "session": " "},
        {"record": "message"},
    ]
    lines = [head, *broken, sound]
    file.write_text("".join(f"{json.dumps(each)}\n" for each in lines), "utf-8")
    made = take(world, file)
    assert sorted(each["line"] for each in made["troubles"]) == [2, 3, 4, 5, 6, 7]
    assert said(world) == [(7, "hello")]


@shows("R228", "C102")
def test_who_the_user_is_goes_along(worlds: Worlds, file: Path) -> None:
    # Given a home in which two people speak by name
    here, there = worlds(), worlds()
    hear(here, user("I live in Oslo.", speaker="Ann"), user("I like jazz.", speaker="Bob"))
    here.ok("knowledge:consolidate", projectId="mo", force=True)
    write(here, file)
    # When it is carried to another, and there the one who is not the user speaks first
    take(there, file)
    hear(there, user("I live in Leeds.", speaker="Bob"))
    there.ok("knowledge:consolidate", projectId="mo", force=True)
    # Then the user is still who they were
    known = there.ok("knowledge:list", projectId="mo")["items"]
    told = {each["content"] for each in known}
    assert told >= {"The user lives in Oslo", "Bob lives in Leeds"}


@shows("R228", "C102")
@pytest.mark.parametrize("settings", [{"keepConversations": 0}, {"redactNames": ["Ann"]}])
def test_who_the_user_is_goes_along_whatever_is_kept_there(
    worlds: Worlds, file: Path, settings: dict[str, Any]
) -> None:
    # Given a home in which two people speak by name
    here, there = worlds(), worlds()
    hear(here, user("I live in Oslo.", speaker="Ann"), user("I like jazz.", speaker="Bob"))
    here.ok("knowledge:consolidate", projectId="mo", force=True)
    write(here, file)
    # When it is carried to one that keeps no conversations, or not that name
    there.ok("memory:settings:update", **settings)
    take(there, file)
    hear(there, user("I like tea.", speaker="Bob"), user("I play chess.", speaker="Ann"))
    there.ok("knowledge:consolidate", projectId="mo", force=True)
    # Then the user is still who they were
    known = there.ok("knowledge:list", projectId="mo")["items"]
    assert {each["content"] for each in known} >= {"Bob likes tea", "The user plays chess"}
