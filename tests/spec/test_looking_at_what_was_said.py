"""What was said is looked at: session by session, from any place on, from a line to what is known
from it, and with the words marked that were asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mohen.testing import FrozenClock
from worlds import World

NOON = 1_772_424_000_000


@pytest.fixture
def world(tmp_path: Path) -> Any:
    made = World(tmp_path / "home", clock=FrozenClock(NOON))
    yield made
    made.close()


def hear(world: World, session: str, *texts: str, at: int | None = NOON, speaker: str = "") -> None:
    messages = [
        {"role": "user", "text": text, "speaker": speaker, **({} if at is None else {"at": at + n})}
        for n, text in enumerate(texts)
    ]
    world.ok("talk:hear", projectId="mo", session=session, messages=messages)


def test_sessions_go_on_behind_one_and_say_who_speaks(world: World) -> None:
    # Given sessions of which two were heard in the same moment
    hear(world, "old", "早", at=NOON - 9, speaker="林晚")
    hear(world, "old", "hello", at=NOON - 8, speaker="Anna")
    hear(world, "a", "one", at=None)
    hear(world, "b", "two", at=None)
    whole = world.ok("talk:sessions", projectId="mo")["items"]
    # When they are read one by one
    found: list[dict[str, Any]] = []
    while page := world.ok(
        "talk:sessions",
        projectId="mo",
        limit=1,
        **({"after": found[-1]["session"]} if found else {}),
    )["items"]:
        found += page
    # Then each came once, in the same order
    assert found == whole
    assert [each["session"] for each in found] == ["a", "b", "old"]
    assert sorted(found[-1]["speakers"]) == ["Anna", "林晚"]
    assert "speakers" not in found[0]


def test_a_session_is_read_backwards_from_a_place(world: World) -> None:
    hear(world, "s", *(f"line {n}" for n in range(1, 8)))

    def before(place: int) -> tuple[list[int], int | None]:
        page = world.ok("talk:read", projectId="mo", session="s", before=place, limit=3)
        assert "next" not in page
        return [each["place"] for each in page["items"]], page.get("previous")

    assert before(7) == ([4, 5, 6], 4)
    assert before(4) == ([1, 2, 3], None)
    assert before(1) == ([], None)


def test_from_a_line_to_what_is_known_from_it(world: World) -> None:
    hear(world, "monday", "我对花生过敏", "今天天气不错", "我在学法语")
    hear(world, "friday", "我住在杭州")
    listed = {"projectId": "mo", "states": ["active"]}

    def known(source: str) -> list[str]:
        found = world.ok("knowledge:list", **listed, source=source)["items"]
        return sorted(each["content"] for each in found)

    assert known("monday") == ["用户在学法语", "用户对花生过敏"]
    assert known("monday:1") == ["用户对花生过敏"]
    assert known("monday:2") == []
    assert known("friday:1") == ["用户住在杭州"]
    # And page by page it is the same
    first = world.ok("knowledge:list", **listed, source="monday", limit=1)
    cursor = first["page"]["nextCursor"]
    second = world.ok("knowledge:list", **listed, source="monday", limit=1, cursor=cursor)
    assert "nextCursor" not in second["page"]
    assert {each["content"] for page in (first, second) for each in page["items"]} == {
        "用户在学法语", "用户对花生过敏"
    }  # fmt: skip


@pytest.mark.parametrize(
    ("said", "asked", "marked"),
    [
        ("I moved to Oslo in May.", "Where did I move?", ["moved"]),
        ("我对花生过敏", "花生过敏吗", ["花生过敏"]),
        ("我的記憶體是十六吉", "记忆体多大", ["記憶體"]),
        ("Anna's café is closed", "anna cafe", ["Anna's", "café"]),
    ],
)
def test_the_words_that_were_asked_for_are_told_as_they_stand(
    world: World, said: str, asked: str, marked: list[str]
) -> None:
    hear(world, "s", said)
    found = world.ok("memory:search", projectId="mo", query=asked, marks=True)
    assert found["items"]
    assert set(marked) <= set(found["marks"])
    # Who does not ask for them is not told
    assert "marks" not in world.ok("memory:search", projectId="mo", query=asked)
