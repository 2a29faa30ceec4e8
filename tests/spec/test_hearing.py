"""What is said is heard: kept word by word, each message once, and learned from by itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from inside import inside
from mohen.conversations.model import Role, Said
from mohen.core.policy import DAY_MS
from mohen.testing import FrozenClock
from shows import shows
from transcripts import OpenClawFile
from worlds import World

NOON = 1_772_424_000_000


@pytest.fixture
def world(tmp_path: Path) -> Any:
    made = World(tmp_path / "home", clock=FrozenClock(NOON))
    yield made
    made.close()


def hear(world: World, *messages: dict[str, Any], session: str = "s") -> dict[str, Any]:
    return world.ok("talk:hear", projectId="mo", session=session, messages=list(messages))


def user(text: str, **more: Any) -> dict[str, Any]:
    return {"role": "user", "text": text, **more}


def assistant(text: str, **more: Any) -> dict[str, Any]:
    return {"role": "assistant", "text": text, **more}


def said(world: World, session: str = "s") -> list[str]:
    found = world.ok("talk:read", projectId="mo", session=session)["items"]
    return [each["text"] for each in found]


def known(world: World) -> list[str]:
    return sorted(each["content"] for each in world.ok("knowledge:list", projectId="mo")["items"])


def test_a_place_that_no_file_can_hold_is_beyond_the_end(world: World) -> None:
    hear(world, user("Hello."), user("Again."))
    for far in (10**30, 2**63):
        asked = {"projectId": "mo", "session": "s"}
        assert len(world.ok("talk:read", **asked, before=far)["items"]) == 2
        assert world.ok("talk:read", **asked, after=far)["items"] == []
        assert world.ok("talk:read", **asked, before=-far)["items"] == []


def test_what_a_live_host_says_in_a_new_session_is_not_looked_for_in_all_the_others(
    world: World,
) -> None:
    class Nobody:
        def execute(self, *_asked: object) -> Any:
            raise AssertionError("asked for what only a transcript can hold")

    said = [(Said(role=Role.USER, text="Hello.", id="1"), "0" * 32)]
    store = inside(world.memory).talk_store
    assert store.copied(Nobody(), "mo", "new", said) == frozenset()


@shows("C102")
def test_every_word_is_kept_in_its_order_and_what_the_user_says_is_learned(world: World) -> None:
    # When a host tells what is said
    told = hear(
        world,
        user("我叫林晚，我对花生过敏。", speaker="林晚", at=NOON - 5_000),
        assistant("I live in Paris. Try the soup at Mario's.", at=NOON - 4_000),
        {"role": "tool", "text": "I am 90 years old.", "at": NOON - 3_000},
    )
    # Then it is on disk, each as what it is
    assert (told["heard"], told["same"], told["edited"], told["leftOut"]) == (3, 0, 0, 0)
    found = world.ok("talk:read", projectId="mo", session="s")["items"]
    assert [(each["role"], each["place"], each["at"]) for each in found] == [
        ("user", 1, NOON - 5_000),
        ("assistant", 2, NOON - 4_000),
        ("tool", 3, NOON - 3_000),
    ]
    assert found[0]["speaker"] == "林晚"
    # And only the user's own words become facts about the user, each with its place
    assert known(world) == ["用户叫林晚", "用户对花生过敏"]
    items = world.ok("knowledge:list", projectId="mo")["items"]
    assert {each["sources"][0] for each in items} == {"s:1"}
    listed = world.ok("talk:sessions", projectId="mo")["items"]
    assert [(each["session"], each["messages"]) for each in listed] == [("s", 3)]
    assert listed[0]["opening"].startswith("我叫林晚")


@pytest.mark.parametrize(
    "again",
    [
        [user("我叫林晚", id="a"), assistant("你好", id="b")],  # by the host's id
        [user("我叫林晚", at=NOON - 9), assistant("你好", at=NOON - 8)],  # by words and time
        [user("我叫林晚"), assistant("你好")],  # by what was said last
    ],
)
def test_the_same_message_again_is_the_same_message(
    world: World, again: list[dict[str, Any]]
) -> None:
    hear(world, *again)
    # When it is told again, alone, with more, or twice in a call
    told = hear(world, *again)
    assert (told["heard"], told["same"]) == (0, 2)
    more = hear(world, *again, user("我对花生过敏", id="c"))
    assert (more["heard"], more["same"]) == (1, 2)
    # Then it is there once
    assert said(world) == ["我叫林晚", "你好", "我对花生过敏"]
    assert known(world) == ["用户叫林晚", "用户对花生过敏"]


def test_two_who_say_the_same_are_two_messages(world: World) -> None:
    hear(world, user("继续", id="1"), assistant("好的"), user("继续", id="2"))
    hear(world, user("继续", at=NOON - 70), assistant("好"), user("继续", at=NOON - 60))
    hear(world, user("继续"))
    assert said(world) == ["继续", "好的", "继续", "继续", "好", "继续"]
    hear(world, assistant("行"), user("继续"))
    assert said(world)[-2:] == ["行", "继续"]


def test_two_people_who_say_the_same_are_two_messages(world: World) -> None:
    # Given several people, of whom nothing but their names and words is told
    hear(world, user("I am a vegetarian.", speaker="Ann"))
    # When another says the same right after
    told = hear(world, user("I am a vegetarian.", speaker="Bob"))
    # Then that is another message
    assert (told["heard"], told["same"]) == (1, 0)
    assert known(world) == ["Bob is vegetarian", "The user is vegetarian"]
    # And either is known again, with its name, with that name hidden, and without
    both = [user("I am a vegetarian.", speaker=each) for each in ("Ann", "Bob")]
    assert hear(world, *both)["heard"] == 0
    world.ok("memory:settings:update", redactNames=["Ann"])
    assert hear(world, *both)["heard"] == 0
    assert hear(world, both[0], user("I am a vegetarian."))["heard"] == 0
    # As is an assistant that has another name meanwhile: of these only one is spoken to
    hear(world, {**assistant("Noted."), "speaker": "small"})
    assert hear(world, {**assistant("Noted."), "speaker": "large"})["heard"] == 0


def test_an_edit_takes_the_place_of_what_was_said_and_of_what_was_learned(world: World) -> None:
    hear(world, user("我对花生过敏", id="1"), assistant("记住了", id="2"))
    # When the host says something else under the same id
    told = hear(world, user("我对芒果过敏", id="1"))
    # Then that stands in its place, and nothing is known from the old words
    assert told["edited"] == 1
    assert said(world) == ["我对芒果过敏", "记住了"]
    assert known(world) == ["用户对芒果过敏"]
    found = world.ok("talk:read", projectId="mo", session="s")["items"]
    assert [each["place"] for each in found] == [1, 2]


@shows("C64", "R119")
def test_secrets_and_names_are_masked_and_our_own_words_left_out(world: World) -> None:
    world.ok("memory:settings:update", redactNames=["林晚"])
    key = "sk-abcdefghijklmnopqrstuvwx1234567890"
    block = "<!-- mohen:memory -->\n- 用户住在杭州\n<!-- /mohen -->"
    told = hear(
        world,
        user(f"我是林晚的同事，密钥是 {key}。我在学法语。", speaker="林晚"),
        user(block),
        user("  "),
    )
    assert (told["heard"], told["leftOut"]) == (1, 2)
    kept = said(world)[0]
    assert "林晚" not in kept
    assert key not in kept
    everywhere = world.bytes_everywhere()
    for secret in (key, "林晚的同事", "住在杭州"):
        assert secret.encode() not in everywhere
    assert known(world) == ["用户在学法语"]


@shows("C102")
def test_in_privacy_mode_nothing_is_kept(world: World) -> None:
    world.ok("memory:settings:update", privacyModeEnabled=True)
    told = hear(world, user("我对花生过敏"))
    assert (told["heard"], told["private"]) == (0, True)
    assert "我对花生过敏".encode() not in world.bytes_everywhere()
    assert not (world.home / "talk.db").exists()


def test_what_cannot_be_heard_is_refused(world: World) -> None:
    for messages, field in (
        ([], "messages"),
        ([user("x" * 1_000_001)], "text"),
        ([user("x", speaker="y" * 101)], "speaker"),
        ([user("x", id="")], "id"),
        ([{"role": "king", "text": "x"}], "messages.0.role"),
    ):
        error = world.fails("talk:hear", projectId="mo", session="s", messages=messages)
        assert error["code"] == "INVALID_ARGUMENT"
        assert error["details"]["field"] == field


# -- a file and a live host are one path


def with_a_transcript(world: World, path: Path) -> OpenClawFile:
    file = OpenClawFile(path / "sessions" / "s.jsonl", at=NOON)
    source = {"kind": "openclaw", "path": str(path / "sessions")}
    world.ok("agent:init", workspace=str(path), agentId="mo", sources=[source])
    return file


def test_a_host_that_tells_and_writes_a_transcript_is_heard_once(
    world: World, tmp_path: Path
) -> None:
    # Given what was told live stands in the host's transcript too, and more beside it
    file = with_a_transcript(world, tmp_path / "work")
    hear(world, user("我对花生过敏", id="live-1"), assistant("记住了", id="live-2"))
    file.say("我对花生过敏")
    file.say("记住了", role="assistant")
    file.say("我叫林晚")
    # When that is read
    world.clock.advance(hours=24)
    world.ok("knowledge:consolidate")
    # Then each message is there once, and the host may tell the rest again
    assert said(world) == ["我对花生过敏", "记住了", "我叫林晚"]
    hear(world, user("我叫林晚", at=file.at))
    assert said(world) == ["我对花生过敏", "记住了", "我叫林晚"]
    assert known(world) == ["用户叫林晚", "用户对花生过敏"]


def test_a_branch_left_behind_takes_its_words_along(world: World, tmp_path: Path) -> None:
    # Given a transcript of which a branch is left after it was read
    file = with_a_transcript(world, tmp_path / "work")
    trunk = file.say("我叫林晚")
    file.say("我对虾过敏")
    world.ok("knowledge:consolidate")
    assert known(world) == ["用户叫林晚", "用户对虾过敏"]
    file.last = trunk
    file.say("我对花生过敏")
    # When it is read on
    world.clock.advance(hours=24)
    world.ok("knowledge:consolidate")
    # Then neither the words nor what was known from them are there
    assert said(world) == ["我叫林晚", "我对花生过敏"]
    assert known(world) == ["用户叫林晚", "用户对花生过敏"]


# -- faults


def test_what_was_heard_and_not_learned_from_is_learned_later(tmp_path: Path) -> None:
    # Given somebody who heard and was gone before anything was learned
    world = World(tmp_path / "home", clock=FrozenClock(NOON), immediate=False)
    hear(world, user("我对花生过敏"))
    world.close()
    # When the memory is opened again
    world = World(tmp_path / "home", clock=FrozenClock(NOON))
    # Then it is known, once
    assert known(world) == ["用户对花生过敏"]
    assert [each["projectId"] for each in world.ok("agent:list")["items"]] == ["mo"]
    world.close()


@pytest.mark.files("a file that is gone")
def test_without_its_file_everything_else_works_and_what_comes_is_heard(world: World) -> None:
    hear(world, user("我对花生过敏"))
    for side in ("", "-wal", "-shm"):
        (world.home / f"talk.db{side}").unlink(missing_ok=True)
    hear(world, user("我叫林晚"))
    assert said(world) == ["我叫林晚"]
    assert known(world) == ["用户叫林晚", "用户对花生过敏"]


def test_a_rehearsal_hears_what_waits_and_keeps_nothing(world: World, tmp_path: Path) -> None:
    file = with_a_transcript(world, tmp_path / "work")
    file.say("我对花生过敏")
    told = world.ok("knowledge:consolidate", dryRun=True)["outcomes"][0]
    assert [each["content"] for each in told["changes"]] == ["用户对花生过敏"]
    assert known(world) == []
    assert world.ok("talk:sessions", projectId="mo")["items"] == []
    assert json.dumps(inside(world.memory).talk_store.is_there) == "false"


# -- it fades from the day it was read


@shows("C115")
def test_a_transcript_of_last_year_is_in_force_until_it_fades_from_today(
    world: World, tmp_path: Path
) -> None:
    # Given what was said a year ago
    file = with_a_transcript(world, tmp_path / "work")
    file.at = NOON - 365 * DAY_MS
    for text in ("我喜欢喝茶", "我在学法语", "我可能要换工作", "我住在杭州", "我在豆瓣工作"):
        file.say(text)
    # When it is read today
    done = world.ok("knowledge:consolidate", projectId="mo")["outcomes"][0]
    # Then nothing is archived at birth, and the times at which it holds are those of the words
    assert done["changed"].get("archived", 0) == 0
    items = world.ok("knowledge:list", projectId="mo")["items"]
    assert len(items) >= 5
    assert {each["state"] for each in items} == {"active"}
    assert all(each["validFrom"] < NOON - 364 * DAY_MS for each in items)
    assert "喝茶" in world.ok("knowledge:snapshot", projectId="mo")["text"]
    found = world.ok("knowledge:search", projectId="mo", query="我喜欢喝什么")["items"]
    assert found[0]["content"] == "用户喜欢喝茶"
    # And it fades as if it had been said today
    world.live(days=120)
    world.ok("knowledge:consolidate", projectId="mo", force=True)
    items = world.ok("knowledge:list", projectId="mo", states=["active"])["items"]
    left = {each["content"] for each in items}
    assert "用户喜欢喝茶" in left
    assert "用户可能要换工作" not in left


# -- it is found


def found(world: World, query: str | None = None, **asked: Any) -> list[str]:
    if query is not None:
        asked["query"] = query
    items = world.ok("talk:search", projectId="mo", **asked)["items"]
    return [each["message"]["text"] for each in items]


@pytest.fixture
def talked(world: World) -> World:
    day = 86_400_000
    hear(
        world,
        user("周末想吃点辣的，有推荐吗？", at=NOON - 3 * day),
        assistant("可以试试老码头的毛血旺。", at=NOON - 3 * day + 1),
        user("好的，谢谢", at=NOON - 3 * day + 2),
        session="monday",
    )
    hear(
        world,
        user("My personal best is 25:50 now.", speaker="Anna", at=NOON - day),
        user("Mine is still 31 minutes.", speaker="Ben", at=NOON - day + 1),
        session="run",
    )
    return world


def test_what_was_said_is_found_with_a_line_before_and_after(talked: World) -> None:
    (best, *_) = talked.ok("talk:search", projectId="mo", query="你推荐的毛血旺是哪家？")["items"]
    assert best["message"]["text"] == "可以试试老码头的毛血旺。"
    assert best["message"]["role"] == "assistant"
    assert best["before"]["text"].startswith("周末想吃")
    assert best["after"]["text"] == "好的，谢谢"
    assert "words" in best["because"]
    assert found(talked, "personal best")[0] == "My personal best is 25:50 now."


def test_a_search_may_name_session_speaker_and_time(talked: World) -> None:
    assert found(talked, "推荐", speaker="assistant") == ["可以试试老码头的毛血旺。"]
    assert found(talked, "minutes best", speaker="ben") == ["Mine is still 31 minutes."]
    assert found(talked, "毛血旺", session="run") == []
    assert found(talked, since=NOON - 2 * 86_400_000) == [
        "Mine is still 31 minutes.",
        "My personal best is 25:50 now.",
    ]
    assert found(talked, session="monday", limit=1) == ["好的，谢谢"]


def test_what_comes_is_found_at_once_and_what_goes_is_not(talked: World) -> None:
    assert found(talked, "毛血旺") != []
    hear(talked, user("我也喜欢毛血旺", id="x"), session="tuesday")
    assert "我也喜欢毛血旺" in found(talked, "毛血旺")
    hear(talked, user("我也喜欢水煮鱼", id="x"), session="tuesday")
    assert "我也喜欢毛血旺" not in found(talked, "毛血旺")
    assert found(talked, "水煮鱼")[0] == "我也喜欢水煮鱼"
    talked.ok("memory:forget", projectId="mo", source="tuesday")
    assert found(talked, "水煮鱼") == []
