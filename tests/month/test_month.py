"""A month of conversations in two languages with two agents, no model: exactly what a careful
reader would keep of it, what held when, what was believed, summed up, forgotten and shown."""

from __future__ import annotations

import json
import math
import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from inside import inside
from mohen.models.model import Purpose
from mohen.testing import FrozenClock
from month.living import (
    AGENTS,
    BEGIN,
    END,
    Ear,
    Month,
    at,
    kept,
    known,
    summaries,
)
from month.script import HOUR, month, said
from shows import shows
from transcripts import OpenClawFile
from worlds import World

pytestmark = [
    pytest.mark.skipif(not hasattr(time, "tzset"), reason="cannot move to Beijing here"),
    pytest.mark.xdist_group("month"),
]
HERE = Path(__file__).parent


@pytest.fixture(scope="module", autouse=True)
def beijing() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", "Asia/Shanghai")
        time.tzset()
        yield
    time.tzset()


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Month]:
    """The month, night by night. Nobody changes it."""
    month = Month.begin(tmp_path_factory.mktemp("month")).live()
    yield month
    month.world.close()


@pytest.fixture
def after(lived: Month, tmp_path: Path) -> Iterator[World]:
    """The morning after the month, to go on from."""
    world = lived.copied(tmp_path / "after")
    yield world
    world.close()


def saying(world: World, content: str, agent: str = "mo") -> dict[str, Any]:
    (found,) = (each for each in known(world, agent) if each["content"] == content)
    return found


# -- the script


def test_the_month_is_long_and_speaks_both_languages() -> None:
    texts = [line.text for agent in AGENTS for line in said(agent)]
    chinese = [text for text in texts if re.search("[一-鿿]", text)]
    assert all(len(month(agent)) == 31 for agent in AGENTS)
    assert len(texts) >= 200
    assert min(len(chinese), len(texts) - len(chinese)) >= 80


# -- what is known, every night


@shows("R184", "R185", "R195", "R196", "C45", "C47", "C64")
def test_every_night_exactly_what_a_careful_reader_would_keep_is_known(lived: Month) -> None:
    assert lived.wrong == []


@shows("C58", "R193")
def test_every_line_of_every_session_is_read_once(lived: Month) -> None:
    # A tail that was not written to its end is a broken line, and no reason to stop
    assert sum(each["brokenLines"] for each in lived.outcomes) > 0
    assert not any(each["unreadable"] or each.get("skipped") for each in lived.outcomes)
    assert len(lived.outcomes) == 31 * len(AGENTS)
    spoken = sum(len(list(said(agent))) for agent in AGENTS)
    assert sum(each["messages"] for each in lived.outcomes) > spoken


@shows("C65", "R203")
def test_without_a_model_nothing_is_asked(lived: Month) -> None:
    assert {each["tokens"] for each in lived.outcomes} == {0}
    assert {each.get("degraded") for each in lived.outcomes} == {None}


@shows("C92")
def test_neither_agent_knows_what_the_other_was_told(lived: Month) -> None:
    mo, nova = (str(known(lived.world, agent)) for agent in AGENTS)
    assert "林晚" in mo
    assert "Daniel" in nova
    assert "Daniel" not in mo
    assert "林晚" not in nova


# -- what held when


@shows("R196")
def test_a_home_has_a_history_without_gaps_across_languages(lived: Month) -> None:
    here = saying(lived.world, "The user moved to Hangzhou in the week of 2026-03-16")
    held = lived.world.ok("knowledge:history", projectId="mo", id=here["id"])["items"]
    assert [each["content"] for each in held] == [
        "The user moved to Hangzhou in the week of 2026-03-16",
        "用户搬到了上海",
        "用户住在杭州",
    ]
    assert [each.get("validTo") for each in held] == [
        None,
        held[0]["validFrom"],
        held[1]["validFrom"],
    ]
    assert [each.get("supersededBy") for each in held] == [None, held[0]["id"], held[1]["id"]]


@pytest.mark.parametrize(
    ("day", "home"),
    [
        ("2026-03-05T12:00", "用户住在杭州"),
        ("2026-03-15T12:00", "用户搬到了上海"),
        ("2026-03-30T12:00", "The user moved to Hangzhou in the week of 2026-03-16"),
    ],
)
def test_what_held_on_a_day_can_be_asked(after: World, day: str, home: str) -> None:
    found = after.ok("knowledge:search", projectId="mo", query="我住在哪里", asOf=at(day))["items"]
    homes = {
        "用户住在杭州",
        "用户搬到了上海",
        "The user moved to Hangzhou in the week of 2026-03-16",
    }
    assert [each["content"] for each in found if each["content"] in homes] == [home]


def test_near_names_are_two(lived: Month) -> None:
    def now(name: str) -> list[str]:
        found = lived.world.ok("knowledge:entity", projectId="mo", name=name)
        return [each["value"] for each in found["attributes"].values()]

    assert (now("机器人_5"), now("机器人_50")) == (["赵敏"], ["李娜"])


# -- beliefs


@shows("R196", "R185")
def test_what_was_believed_is_confirmed_denied_or_still_believed(lived: Month) -> None:
    believed = [
        each for agent in AGENTS for each in known(lived.world, agent) if each["type"] == "belief"
    ]
    facts = {each["id"]: each for agent in AGENTS for each in known(lived.world, agent)}
    confirmed = {
        each["content"]: facts[each["supersededBy"]]
        for each in believed
        if each["state"] == "superseded"
    }
    assert {belief: fact["content"] for belief, fact in confirmed.items()} == {
        "用户可能要换工作": "用户换工作了",
        "用户可能对芒果过敏": "用户对芒果过敏",
        "The user might be lactose intolerant": "The user is lactose intolerant",
    }
    assert all(fact["sourceFacts"] and fact["confidence"] == 1 for fact in confirmed.values())
    assert {(e["content"], e["confidence"]) for e in believed if e["state"] == "denied"} == {
        ("用户可能有胃炎", 0),
        ("The user possibly has asthma", 0),
    }
    assert {(e["content"], e["confidence"]) for e in believed if e["state"] == "active"} == {
        ("用户可能会去北京工作", 0.5),
        ("The user might move to Oslo", 0.5),
    }


# -- how much it matters, and when it is


WEIGHTS = [
    ("mo", "用户叫林晚", 1.0),  # identity
    ("mo", "用户对花生过敏", 1.0),  # health, and to be remembered
    ("mo", "用户喜欢喝咖啡", 0.8),  # preference
    ("mo", "用户讨厌香菜", 1.0),  # and said again
    ("mo", "用户 2026-03-11 要去上海出差", 0.5),  # on a day
    ("mo", "用户 2026-03-02 去了灵隐寺", 0.3),  # by the way
    ("mo", "寒武纪项目 2026-03-20 上线", 0.8),  # on a day, and important
    ("mo", "用户要求助手不要透露用户的地址", 0.8),  # constraint
    ("mo", "用户要求助手以后都用中文回答用户", 1.0),  # and for good
    ("nova", "The user is severely allergic to shellfish", 1.0),
    ("nova", "The user doesn't like cilantro", 1.0),  # said again
    ("nova", "The user likes tea", 0.8),
    ("nova", "The user went to the Vasa Museum on 2026-03-21", 0.3),
    ("nova", "The user wants to learn Swedish", 0.5),
]


@shows("R187", "R188", "R189", "C51", "C52")
@pytest.mark.parametrize(("agent", "content", "importance"), WEIGHTS)
def test_it_matters_as_much_as_its_kind_and_how_it_is_said(
    lived: Month, agent: str, content: str, importance: float
) -> None:
    assert saying(lived.world, content, agent)["importance"] == pytest.approx(importance)


DAYS = [
    ("mo", "用户 2026-03-11 要去上海出差", "2026-03-11T00:00"),  # 下周三, said on a Wednesday
    ("mo", "用户 2026-03-10 15:00 和作者开会", "2026-03-10T15:00"),  # 明天下午三点
    ("mo", "寒武纪项目 2026-03-20 上线", "2026-03-20T00:00"),  # 周五, said on a Tuesday
    ("mo", "用户 2026-04-03 有面试", "2026-04-03T00:00"),  # 下个月三号
    ("nova", "The user is flying to Tokyo on 2026-03-13", "2026-03-13T00:00"),
    ("nova", "The user has a meeting on 2026-03-28 at 15:00", "2026-03-28T15:00"),
]


@shows("C46")
@pytest.mark.parametrize(("agent", "content", "day"), DAYS)
def test_a_day_is_counted_from_the_day_it_was_said(
    lived: Month, agent: str, content: str, day: str
) -> None:
    assert saying(lived.world, content, agent)["eventAt"] == at(day)


# -- summed up and shown


SUMMARIES = {
    "mo": [
        "助手：不要用感叹号，以后都用中文回答用户，不要透露用户的地址，不要再提陈默，回答尽量简短一点",
        "用户：上司叫李强，没有女朋友，养了一只叫豆豆的猫",
        "用户：不再喝咖啡，更喜欢喝茶，更喜欢下雨天，怕蛇",
        "用户：叫林晚，笔名是晚舟，希望被叫做小晚，30岁，是产品经理，在豆瓣工作，在做项目“寒武纪”",
        "用户：每天早上跑步，周末一般在家写小说，在学日语，会弹钢琴，想学法语",
        "用户：没有胃炎，有高血压，对花生过敏，对芒果过敏",
    ],
    "nova": [
        "The user: doesn't like cilantro; likes tea, jazz; prefers window seats;"
        " doesn't drink coffee anymore",
        "The user: is called Daniel; is 35 years old; moved to Stockholm;"
        " got a new job as a data scientist; started at Spotify;"
        ' is working on a project called "Lighthouse"',
        "The user: is lactose intolerant; doesn't have asthma; has type 2 diabetes;"
        " is severely allergic to shellfish; takes metformin",
        "The user: uses Python every day; usually wakes up at 6am; plays the violin;"
        " speaks French; speaks German; wants to learn Swedish; drives a Tesla",
        "The user: wife is Anna; sister is Emma; has a cat named Luna, a cat named Milo;"
        " boss is called Karina",
    ],
}


@shows("R186", "R196")
@pytest.mark.parametrize("agent", AGENTS)
def test_three_facts_on_a_theme_are_summed_up(lived: Month, agent: str) -> None:
    items = known(lived.world, agent)
    assert summaries(items) == SUMMARIES[agent]
    holds = {each["id"] for each in items if each["state"] == "active"}
    for each in items:
        if each["type"] == "summary" and each["state"] == "active":
            assert len(each["sourceFacts"]) >= 3
            assert holds.issuperset(each["sourceFacts"])


@shows("R179", "R199", "R207")
@pytest.mark.parametrize("agent", AGENTS)
def test_the_snapshot_is_what_one_would_tell_a_stranger(lived: Month, agent: str) -> None:
    shown = lived.world.ok("knowledge:snapshot", projectId=agent)
    assert shown["text"] == (HERE / f"{agent}.snapshot.md").read_text("utf-8")
    assert shown["tokens"] <= 2_000
    written = lived.root / agent / "memory" / "layer1" / "snapshot.md"
    assert written.read_text("utf-8") == shown["text"]


# -- what fades


DAY = 24 * HOUR


def faded(item: dict[str, Any], now: int) -> float:
    """The law by hand (R190, R191), for the whole days since it was said."""
    rate = {"fact": 0.008, "belief": 0.07, "summary": 0.025}[item["type"]]
    days = (now - item["createdAt"]) // DAY
    score: float = item["importance"] * math.exp(-rate * (1 - item["importance"] / 2) * days)
    return score


@shows("R190", "R191", "R192", "R197", "C48", "C49", "C50")
def test_who_is_silent_for_long_is_forgotten_by_degrees(after: World, lived: Month) -> None:
    # Given ten silent weeks, each of which is consolidated
    now = END
    for _ in range(10):
        after.clock.advance(days=7)
        now += 7 * DAY
        after.ok("knowledge:consolidate")
    # Then guesses of a month ago are in the archive, and what is known stays
    for agent in AGENTS:
        items = known(after, agent)
        archived = {each["content"] for each in items if each["state"] == "archived"}
        before = [each for each in known(lived.world, agent) if each["state"] == "active"]
        repeated = {"用户讨厌香菜", "用户对花生过敏", "The user doesn't like cilantro"}
        gone = {each["content"] for each in before if faded(each, now) < 0.05}
        assert archived == gone
        assert {each["type"] for each in items if each["state"] == "archived"} == {"belief"}
        for each in items:
            if each["state"] == "active" and each["content"] not in repeated:
                assert each["score"] == pytest.approx(faded(each, now), abs=1e-5)
    # And a hit brings one back
    after.ok("knowledge:search", projectId="mo", query="去北京工作", purpose="context")
    after.clock.advance(days=1)
    after.ok("knowledge:consolidate")
    back = saying(after, "用户可能会去北京工作")
    assert back["state"] == "active"


@shows("C50")
def test_who_one_is_and_what_harms_one_is_never_forgotten(after: World) -> None:
    after.live(days=3 * 365)
    after.ok("knowledge:consolidate")
    for content in ("用户叫林晚", "用户对花生过敏", "用户有高血压"):
        assert saying(after, content)["state"] == "active"
    assert saying(after, "用户更喜欢喝茶")["state"] == "archived"


# -- read again, and in another order


def end_state(items: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """But for the stamp of a run that changed nothing."""
    return [{k: v for k, v in each.items() if k != "updatedAt"} for each in items]


@shows("C58", "C97")
def test_reading_everything_again_changes_nothing(after: World) -> None:
    before = {agent: end_state(known(after, agent)) for agent in AGENTS}
    parts = inside(after.memory)
    for agent in AGENTS:
        parts.mind_db.write(lambda tx, agent=agent: parts.agent_store.drop_bookmarks(tx, agent))
    outcomes = after.ok("knowledge:consolidate", force=True)["outcomes"]
    assert all(each["messages"] > 100 for each in outcomes)
    assert [each["changed"] for each in outcomes] == [{}, {}]
    assert not any(each["snapshotWritten"] for each in outcomes)
    assert {agent: end_state(known(after, agent)) for agent in AGENTS} == before


def test_one_run_over_the_whole_month_keeps_the_same(lived: Month, tmp_path: Path) -> None:
    at_once = Month.begin(tmp_path).live(nightly=False)
    try:
        assert at_once.wrong == []
        for agent in AGENTS:
            assert summaries(known(at_once.world, agent)) == SUMMARIES[agent]
    finally:
        at_once.world.close()


STAMPS = ("id", "updatedAt", "sources", "sourceFacts", "supersededBy")


def without_names(items: list[dict[str, Any]]) -> list[Any]:
    """What is known, apart from what it is called, and from where and when it was written down."""
    told = [sorted((k, str(v)) for k, v in each.items() if k not in STAMPS) for each in items]
    return sorted(told)


@shows("C97", "C102")
def test_told_while_it_is_said_and_read_from_files_it_is_the_same_month(
    lived: Month, tmp_path: Path
) -> None:
    # Given a host that tells what is said, from which is learned at once
    told = Month.begin(tmp_path, told=True).live()
    try:
        # Then every night and in the end the same is known
        assert told.wrong == []
        for agent in AGENTS:
            one, other = (known(each.world, agent) for each in (told, lived))
            assert without_names(one) == without_names(other)
            shots = [
                each.world.ok("knowledge:snapshot", projectId=agent)["text"]
                for each in (told, lived)
            ]
            assert shots[0] == shots[1]
    finally:
        told.world.close()


FORGOTTEN = {"用户讨厌香菜", "The user goes to the gym every Monday"}


@pytest.mark.parametrize("agent", AGENTS)
def test_read_from_the_last_day_to_the_first_the_same_facts_hold(
    lived: Month, tmp_path: Path, agent: str
) -> None:
    # Given each session is found only after all that came later
    world = World(tmp_path / "home", clock=lived.world.clock)
    sessions = tmp_path / "sessions"
    sessions.mkdir()
    sources = [{"kind": "openclaw", "path": str(sessions)}]
    world.ok("agent:init", workspace=str(tmp_path), agentId=agent, sources=sources)
    for name in reversed([each.name for day in month(agent) for each in day.sessions]):
        shutil.copy2(lived.root / agent / "sessions" / f"{name}.jsonl", sessions)
        world.ok("knowledge:consolidate", projectId=agent, force=True)
    # Then the same holds; only what was to be forgotten was not known yet when that was said
    holding = [
        {each for each in kept(items) if each.type == "fact" and each.state == "active"}
        for items in (known(world, agent), known(lived.world, agent))
    ]
    world.close()
    assert {each.content for each in holding[0] ^ holding[1]} <= FORGOTTEN
    assert holding[0] >= holding[1]


# -- our own words


@shows("C64", "B17")
def test_our_own_words_in_a_transcript_teach_nothing(after: World, tmp_path: Path) -> None:
    # Given all that we told the agent stands in its next conversation
    before = {agent: end_state(known(after, agent)) for agent in AGENTS}
    for agent, words in (("mo", "我对什么过敏"), ("nova", "Do I drink coffee or tea?")):
        sessions = tmp_path / agent
        sources = [{"kind": "openclaw", "path": str(sessions)}]
        sessions.mkdir()
        after.ok("agent:update", projectId=agent, sources=sources)
        shot = after.ok("knowledge:snapshot", projectId=agent)["text"]
        added = after.ok("knowledge:inject", projectId=agent, message=words)["block"]
        hits = after.ok("knowledge:search", projectId=agent, query=words, purpose="context")
        lines = "\n".join(f"- {each['content']}" for each in hits["items"])
        assert lines
        file = OpenClawFile(sessions / "own.jsonl", at=END)
        for told in (shot, added, lines, f"{shot}\n\n{words}"):
            file.say(told)
            file.say(told, role="assistant")
        for each in hits["items"][:3]:
            file.say(f"<memory>\n{each['content']}\n</memory>\n{words}")
    # When that is consolidated
    after.clock.advance(hours=24)
    outcomes = after.ok("knowledge:consolidate")["outcomes"]
    # Then nothing is new
    assert [each["changed"].get("added", 0) for each in outcomes] == [0, 0]
    for agent in AGENTS:
        now = {(each["id"], each["content"]) for each in known(after, agent)}
        assert now == {(each["id"], each["content"]) for each in before[agent]}


@shows("R228", "C102")
@pytest.mark.parametrize("agent", AGENTS)
def test_a_month_that_is_carried_to_another_home_is_the_same_there(
    lived: Month, tmp_path: Path, agent: str
) -> None:
    other = World(tmp_path / "other", clock=FrozenClock(lived.world.clock.now()))
    file = tmp_path / "month.jsonl"
    file.write_text(exported(lived.world, agent), "utf-8")
    made = other.ok("memory:import", projectId=agent, path=str(file))
    after = exported(other, agent)
    other.close()
    assert made["messages"] > 100
    assert told_there(after) == told_there(file.read_text("utf-8"))


def exported(world: World, agent: str) -> str:
    text, asked = "", {"projectId": agent, "format": "jsonl", "includeConversations": True}
    while True:
        piece = world.ok("memory:export", **asked)
        text += "".join(each["text"] for each in piece["files"])
        if "nextCursor" not in piece:
            return text
        asked["cursor"] = piece["nextCursor"]


def told_there(text: str) -> list[Any]:
    told = map(json.loads, text.splitlines())
    return [each for each in told if each.get("record") in ("item", "message")]


# -- with a model


@shows("C65", "R194", "R195", "R200", "R203")
def test_a_model_adds_what_rules_cannot_read_for_1800_tokens_a_day(tmp_path: Path) -> None:
    model = Ear()
    clever = Month.begin(tmp_path, model=model).live()
    try:
        # What rules left undecided is known too, and nothing else is different
        assert clever.wrong == []
        found = kept(each for agent in AGENTS for each in known(clever.world, agent))
        assert {"用户睡眠质量很差", "The user's sleep has been awful lately"} <= {
            each.content for each in found
        }
        # And every day the receipts of all calls stay within the budget
        receipts = inside(clever.world.memory).receipt_store.list(limit=10_000)
        assert len(receipts) == len(model.asked) > 0
        assert {each.purpose for each in receipts} == {Purpose.CONSOLIDATION}
        by_day: dict[int, int] = {}
        for each in receipts:
            day = each.at // DAY
            by_day[day] = by_day.get(day, 0) + each.tokens_in + each.tokens_out
        assert 0 < max(by_day.values()) <= 1_800
        assert sum(by_day.values()) == sum(each["tokens"] for each in clever.outcomes)
        assert min(each.at for each in receipts) >= BEGIN
    finally:
        clever.world.close()
