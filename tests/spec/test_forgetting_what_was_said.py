"""What was said goes: by session, speaker, span and words, with a fact, a project, and time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from inside import inside
from mohen.core.policy import DAY_MS
from mohen.testing import FrozenClock
from shows import shows
from transcripts import OpenClawFile
from worlds import World

NOON = 1_772_424_000_000


@pytest.fixture
def world(tmp_path: Path) -> Any:
    made = World(tmp_path / "home", clock=FrozenClock(NOON))
    hear(made, "monday", "我对花生过敏", "林晚", NOON - 3 * DAY_MS)
    hear(made, "monday", "canary 你推荐的面馆不错", "陈默", NOON - 3 * DAY_MS + 1)
    hear(made, "friday", "我在学法语", "林晚", NOON - DAY_MS)
    yield made
    made.close()


def hear(world: World, session: str, text: str, speaker: str = "", at: int | None = None) -> None:
    message = {"role": "user", "text": text, "speaker": speaker}
    if at is not None:
        message["at"] = at
    world.ok("talk:hear", projectId="mo", session=session, messages=[message])


def said(world: World) -> list[str]:
    return [
        each["text"]
        for session in ("monday", "friday")
        for each in world.ok("talk:read", projectId="mo", session=session)["items"]
    ]


def known(world: World) -> list[str]:
    return sorted(each["content"] for each in world.ok("knowledge:list", projectId="mo")["items"])


def forget(world: World, **target: Any) -> dict[str, Any]:
    """As the author does who has seen what would go."""
    would = world.ok("memory:forget", projectId="mo", dryRun=True, **target)
    answer = world.door.call("memory:forget", {"projectId": "mo", **target})
    if not answer["ok"]:
        token = answer["error"]["details"]["confirmToken"]
        answer = world.door.call(
            "memory:forget", {"projectId": "mo", "confirmToken": token, **target}
        )
    assert answer["ok"], answer
    receipt: dict[str, Any] = answer["data"]
    assert receipt["wiped"]
    assert receipt["messages"] == would["messages"]
    assert receipt["knowledge"] == would["knowledge"]
    return receipt


@shows("C74", "C102")
@pytest.mark.parametrize(
    ("target", "left", "facts"),
    [
        ({"source": "monday"}, ["我在学法语"], ["用户在学法语"]),
        ({"source": "monday:1"}, ["canary 你推荐的面馆不错", "我在学法语"], ["用户在学法语"]),
        ({"speaker": "林晚"}, ["canary 你推荐的面馆不错"], []),
        (
            {"since": NOON - 2 * DAY_MS},
            ["我对花生过敏", "canary 你推荐的面馆不错"],
            ["用户对花生过敏"],
        ),
        ({"until": NOON - 2 * DAY_MS}, ["我在学法语"], ["用户在学法语"]),
        ({"queryText": "花生"}, ["canary 你推荐的面馆不错", "我在学法语"], ["用户在学法语"]),
        ({"queryText": "陈默"}, ["我对花生过敏", "我在学法语"], ["用户在学法语", "用户对花生过敏"]),
    ],
)
def test_words_and_what_rests_on_them_go_to_the_byte(
    world: World, target: dict[str, Any], left: list[str], facts: list[str]
) -> None:
    before = said(world)
    receipt = forget(world, **target)
    # Then the messages are gone, and what is known from them alone
    assert said(world) == left
    assert known(world) == facts
    assert receipt["messages"] == len(before) - len(left)
    everywhere = world.bytes_everywhere()
    for text in set(before) - set(left):
        assert text.encode() not in everywhere
    # And telling them again teaches nothing: deleted means deleted
    hear(world, "monday", "我对花生过敏", "林晚", NOON - 3 * DAY_MS)
    hear(world, "friday", "我在学法语", "林晚", NOON - DAY_MS)
    assert said(world) == left
    assert known(world) == facts


@shows("C74", "R119")
@pytest.mark.parametrize("hidden_again", [["Bob"], []])
def test_what_somebody_said_is_found_and_goes_though_their_name_was_hidden_meanwhile(
    world: World, hidden_again: list[str]
) -> None:
    # Given somebody whose name was hidden after they had spoken, and perhaps shown again
    hear(world, "saturday", "I live in Leedsville", "Bob", NOON)
    world.ok("memory:settings:update", redactNames=["bob"])
    hear(world, "sunday", "I like chesspieces", "Bob", NOON + 1)
    world.ok("memory:settings:update", redactNames=hidden_again)
    # When they are asked for by name, then all that they said is found
    found = world.ok("talk:search", projectId="mo", speaker="Bob")["items"]
    both = {"I live in Leedsville", "I like chesspieces"}
    assert {each["message"]["text"] for each in found} == both
    # And when it is forgotten, all of it goes
    receipt = forget(world, speaker="Bob")
    assert receipt["messages"] == len(both)
    assert both.isdisjoint(said(world))
    everywhere = world.bytes_everywhere()
    assert not any(each in everywhere for each in (b"Leedsville", b"chesspieces"))


@shows("C74")
def test_with_a_fact_the_words_go_that_say_it(world: World) -> None:
    (fact,) = (
        each
        for each in world.ok("knowledge:list", projectId="mo")["items"]
        if "花生" in each["content"]
    )
    forget(world, knowledgeId=fact["id"])
    assert "我对花生过敏" not in said(world)
    assert "花生".encode() not in world.bytes_everywhere()


def test_a_name_or_a_span_is_confirmed_and_stands_alone(world: World) -> None:
    error = world.fails("memory:forget", projectId="mo", speaker="林晚")
    assert error["code"] == "MEMORY_CLEAR_CONFIRM_REQUIRED"
    error = world.fails("memory:forget", projectId="mo", speaker="林晚", queryText="花生")
    assert error["code"] == "INVALID_ARGUMENT"
    assert len(said(world)) == 3


@shows("C102")
def test_who_dies_in_between_leaves_it_to_the_next(world: World) -> None:
    # Given a process that died when the fact was gone and the messages were not
    parts = inside(world.memory)
    parts.mind_db.write(lambda tx: parts.talk_eraser.owe(tx, [("mo", "monday", 1)]))
    # When the memory is opened again
    world.reopen()
    # Then they are gone, too
    assert "我对花生过敏" not in said(world)
    assert "我对花生过敏".encode() not in world.bytes_everywhere()


@pytest.mark.parametrize("channel", ["memory:clear:project", "memory:clear:all"])
def test_what_is_cleared_is_cleared_there_too(world: World, channel: str) -> None:
    where = {"projectId": "mo"} if channel.endswith("project") else {}
    refused = world.fails(channel, **where)
    assert refused["details"]["would"]["messages"] == 3
    token = refused["details"]["confirmToken"]
    receipt = world.ok(channel, **where, confirmToken=token)
    assert (receipt["messages"], receipt["wiped"]) == (3, True)
    assert b"canary" not in world.bytes_everywhere()
    # And it hears anew
    hear(world, "monday", "我对花生过敏", at=NOON - 3 * DAY_MS)
    assert known(world) == ["用户对花生过敏"]


# -- how long it is kept


@shows("C102")
def test_it_is_kept_as_long_as_the_user_wants_from_when_it_was_heard(
    world: World, tmp_path: Path
) -> None:
    # Given a transcript of last year that is read today
    file = OpenClawFile(tmp_path / "work" / "sessions" / "old.jsonl", at=NOON - 400 * DAY_MS)
    file.say("去年我们聊过 heirloom tomatoes")
    source = {"kind": "openclaw", "path": str(tmp_path / "work" / "sessions")}
    world.ok("agent:init", workspace=str(tmp_path / "work"), agentId="mo", sources=[source])
    world.ok("knowledge:consolidate", projectId="mo")
    # When nights go by
    world.ok("memory:settings:update", keepConversations=30)
    world.live(days=29)
    assert world.ok("memory:cleanup:run")["messages"] == 0
    world.live(days=2)
    cleaned = world.ok("memory:cleanup:run")
    # Then all that was heard so long ago is gone, and what was learned from it is not
    assert cleaned["messages"] == 4
    assert said(world) == []
    assert b"heirloom" not in world.stored("talk.db")
    dated = "用户在 2025-01-26 说：“去年我们聊过 heirloom tomatoes”"
    assert known(world) == [dated, "用户在学法语", "用户对花生过敏"]
    # And a fact says that its words are not kept any more
    for item in world.ok("knowledge:list", projectId="mo")["items"]:
        one = world.ok("knowledge:get", projectId="mo", id=item["id"])
        assert one["gone"] == item["sources"]


def test_beyond_its_room_the_oldest_sessions_go_first(world: World) -> None:
    parts = inside(world.memory)
    bounds = parts.policy.conversations
    sizes = iter([bounds.keep_bytes + 1, bounds.keep_bytes])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parts.talk_store, "used_bytes", lambda: next(sizes))
        assert world.ok("memory:cleanup:run")["messages"] == 2
    assert said(world) == ["我在学法语"]


@shows("C102")
def test_with_keeping_off_words_go_when_they_were_learned_from(world: World) -> None:
    world.ok("memory:settings:update", keepConversations=0)
    hear(world, "sunday", "我住在杭州", at=NOON - 5)
    assert "用户住在杭州" in known(world)
    assert said(world) == []
    assert world.ok("talk:sessions", projectId="mo")["items"] == []
    # And the same again is still the same
    hear(world, "sunday", "我住在杭州", at=NOON - 5)
    assert len(known(world)) == 3


@pytest.mark.files("a file that is set aside; PostgreSQL's are its own")
def test_doctor_and_status_know_the_file(world: World) -> None:
    assert "talk.db" in world.ok("memory:status")["fileBytes"]
    assert "talk.db" in [each["name"] for each in world.ok("memory:doctor")["checks"]]
    world.close()
    world.destroy("talk.db")
    world.reopen()
    checks = {each["name"]: each["finding"] for each in world.ok("memory:doctor")["checks"]}
    assert checks["talk.db"] == "fail"
    # What was learned is there all the same
    assert known(world) == ["用户在学法语", "用户对花生过敏"]
    world.ok("memory:doctor", mend=True)
    hear(world, "monday", "我住在杭州")
    assert "用户住在杭州" in known(world)
