"""The archive is cold: what a person put there stays until they restore it, what faded may return,
and the files say so in the same call."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from factories import policy
from shows import shows
from transcripts import OpenClawFile
from workspaces import FACTS, Agent
from worlds import World, Worlds

TEA, COLD = "用户喜欢喝乌龙茶", "layer2/archive/facts.jsonl"
DAY_MS = 86_400_000


@pytest.fixture
def agent(worlds: Worlds, tmp_path: Path) -> Agent:
    """Nothing of hers is done in the background and waited for."""
    return Agent(worlds(immediate=False), tmp_path / "workspace")


@shows("R180", "R192", "R215", "R227")
def test_what_a_person_archives_is_found_only_by_who_asks_for_the_archive(agent: Agent) -> None:
    # Given something that its owner put into the archive
    tea = agent.knows(TEA)
    agent.knows("用户住在杭州")
    assert agent.found("乌龙茶") == [tea]
    agent.world.ok("knowledge:archive", projectId=agent.id, id=tea)
    # Then no search meets it, whatever it is for, and neither does what is put beside a message
    for asked in ({}, {"purpose": "context"}, {"includeArchived": False}):
        assert tea not in agent.found("乌龙茶", **asked) + agent.found(entity="用户", **asked)
    beside = agent.world.ok(
        "knowledge:inject", projectId=agent.id, message="你还记得我喜欢喝什么茶吗"
    )
    assert TEA not in beside["block"]
    # When the archive is asked for, it is there, and says who put it away
    for asked in ({"query": "乌龙茶"}, {"query": "乌龙茶", "purpose": "context"}, {}):
        assert tea in agent.found(includeArchived=True, **asked)
    agent.world.memory.drain()
    held = agent.get(tea)
    assert (held["state"], held["putAway"], held["accesses"]) == ("archived", True, 0)
    # Then it is as cold as before, until it is restored
    assert agent.found("乌龙茶") == []
    back = agent.world.ok("knowledge:restore", projectId=agent.id, id=tea)
    assert (back["state"], back.get("putAway")) == ("active", None)
    assert agent.found("乌龙茶") == [tea]


@shows("R180", "R192", "R227")
def test_what_faded_is_in_the_archive_and_returns_by_a_hit(agent: Agent) -> None:
    # Given a guess that time has taken
    guess = agent.knows("用户可能在学大提琴", type="belief", importance=0.2)
    agent.world.live(days=30)
    agent.consolidate()
    assert agent.get(guess)["state"] == "archived"
    assert [each["id"] for each in agent.lines("layer2/archive/beliefs.jsonl")] == [guess]
    assert guess not in (agent.folder / "layer2/index/keywords.json").read_text("utf-8")
    # When somebody asks about it
    assert agent.found("大提琴", includeArchived=False) == []
    assert agent.found("大提琴") == [guess]
    agent.world.memory.drain()
    # Then it is back, and so are its lines
    assert agent.get(guess)["state"] == "active"
    assert agent.lines("layer2/archive/beliefs.jsonl") == []
    assert [each["id"] for each in agent.lines("layer2/active/beliefs.jsonl")] == [guess]


@shows("R180", "R227")
def test_neither_a_conversation_nor_a_capture_brings_it_back(world: World, tmp_path: Path) -> None:
    # Given something that was said, learned and archived by hand
    talk = tmp_path / "talk"
    OpenClawFile(talk / "a.jsonl", at=world.clock.now() - DAY_MS).say("我喜欢喝乌龙茶。")
    heard = [{"kind": "openclaw", "path": str(talk)}]
    agent = Agent(world, tmp_path / "workspace", sources=heard)
    agent.consolidate()
    (tea,) = agent.found("乌龙茶")
    world.ok("knowledge:archive", projectId=agent.id, id=tea)
    # When it is said once more, and an agent wants it kept
    OpenClawFile(talk / "b.jsonl", at=world.clock.now()).say("我喜欢喝乌龙茶。")
    world.clock.advance(days=1)
    agent.consolidate()
    again = world.ok("knowledge:capture", projectId=agent.id, content=TEA)
    # Then it stays, and whoever wanted it is told how to have it
    assert again["item"]["state"] == "archived"
    assert f"mohen restore {tea}" in again["warnings"][0]
    assert agent.found("乌龙茶") == []
    # But what its owner types anew is there anew
    world.ok("memory:create", type="fact", scope="project", projectId=agent.id, content=TEA)
    assert agent.found("乌龙茶") == [tea]


# -- files


@shows("R180", "R182", "R198", "C97")
def test_files_index_and_snapshot_follow_in_the_same_call(agent: Agent, tmp_path: Path) -> None:
    """Each act, and at once what active/, archive/, the index and the snapshot say."""

    def shown(word: str) -> tuple[bool, bool, bool, bool]:
        return (
            any(word in each["content"] for each in agent.lines()),
            any(word in each["content"] for each in agent.lines(COLD)),
            word in (agent.folder / "layer2/index/keywords.json").read_text("utf-8"),
            word in agent.snapshot(),
        )

    warm, cold, gone = (True, False, True, True), (False, True, False, False), (False,) * 4
    tea = agent.knows(TEA)
    assert shown("乌龙茶") == warm
    one = {"projectId": agent.id, "id": tea}
    agent.world.ok("knowledge:archive", **one)
    assert shown("乌龙茶") == cold
    assert "活跃: 0 | 归档: 1" in agent.snapshot()
    agent.world.ok("knowledge:restore", **one)
    assert shown("乌龙茶") == warm
    agent.world.ok("knowledge:update", **one, patch={"content": "用户喜欢喝龙井茶"})
    assert (shown("乌龙茶"), shown("龙井茶")) == (gone, warm)
    agent.world.ok("memory:forget", projectId=agent.id, knowledgeId=tea)
    assert shown("龙井茶") == gone
    memory = tmp_path / "MEMORY.md"
    memory.write_text("- 用户养了一只柯基\n", "utf-8")
    agent.world.ok("memory:import", projectId=agent.id, path=str(memory))
    assert shown("柯基") == warm
    typed = {
        "type": "quote",
        "scope": "project",
        "projectId": agent.id,
        "content": "落霞与孤鹜齐飞",
    }
    quote = agent.world.ok("memory:create", **typed)["id"]
    notes = "layer2/active/notes.jsonl"
    assert [each["content"] for each in agent.lines(notes)] == ["落霞与孤鹜齐飞"]
    agent.world.ok(
        "memory:update", projectId=agent.id, id=quote, patch={"content": "秋水共长天一色"}
    )
    assert [each["content"] for each in agent.lines(notes)] == ["秋水共长天一色"]
    agent.world.ok("memory:delete", projectId=agent.id, id=quote)
    assert agent.lines(notes) == []
    # And nothing that validates files against what is known has anything to say
    assert agent.defects() == []


@shows("R180", "R228")
@pytest.mark.parametrize("way", ["export", "tree"])
def test_what_was_put_away_stays_so_in_another_home(
    agent: Agent, worlds: Worlds, tmp_path: Path, way: str
) -> None:
    tea = agent.knows(TEA)
    agent.world.ok("knowledge:archive", projectId=agent.id, id=tea)
    other = worlds()
    if way == "tree":  # the folder itself, which somebody moved
        workspace = agent.folder.parent.rename(tmp_path / "moved")
        other.ok("agent:init", workspace=str(workspace), agentId="main", sources=[])
    else:
        file, cursor = tmp_path / "all.json", None
        while True:
            asked = {} if cursor is None else {"cursor": cursor}
            piece = agent.world.ok("memory:export", projectId=agent.id, **asked)
            with file.open("a", encoding="utf-8") as out:
                out.write(piece["files"][0]["text"])
            if (cursor := piece.get("nextCursor")) is None:
                break
        other.ok("memory:import", projectId="main", path=str(file))
    assert other.ok("knowledge:search", projectId="main", query="乌龙茶")["items"] == []
    (hit,) = other.ok("knowledge:search", projectId="main", query="乌龙茶", includeArchived=True)[
        "items"
    ]
    assert hit["content"] == TEA


# -- files against what is known


def without_a_line(agent: Agent, tea: str) -> list[tuple[str, str]]:
    agent.edit(*(each for each in agent.lines() if each["id"] != tea))
    return [("MISSING_LINE", f"{FACTS}: {tea}")]


def with_one_more(agent: Agent, _tea: str) -> list[tuple[str, str]]:
    agent.edit(*agent.lines(), {"content": "用户养了一只猫"})
    return [("EXTRA_LINE", f"{FACTS}:3")]


def in_other_words(agent: Agent, tea: str) -> list[tuple[str, str]]:
    lines = [
        {**each, "content": "用户爱茶"} if each["id"] == tea else each for each in agent.lines()
    ]
    agent.edit(*lines)
    return [("DIFFERENT", f"{FACTS}:1")]


def in_the_wrong_folder(agent: Agent, tea: str) -> list[tuple[str, str]]:
    agent.edit(*(each for each in agent.lines() if each["id"] == tea), ref=COLD)
    agent.edit(*(each for each in agent.lines() if each["id"] != tea))
    return [("FOLDER", f"{COLD}:1 → {FACTS}")]


def without_a_file(agent: Agent, _tea: str) -> list[tuple[str, str]]:
    (agent.folder / FACTS).unlink()
    return [("MISSING", FACTS)]


def with_another_index(agent: Agent, _tea: str) -> list[tuple[str, str]]:
    agent.edit("{}", ref="layer2/index/keywords.json")
    return [("STALE", "layer2/index/keywords.json")]


def with_an_edited_snapshot(agent: Agent, _tea: str) -> list[tuple[str, str]]:
    path = agent.folder / "layer1/snapshot.md"
    path.write_text(agent.snapshot().replace("## 约束\n", "## 约束\n- 回答要简短\n"), "utf-8")
    return [("EDITED", "layer1/snapshot.md")]


@shows("R214")
@pytest.mark.parametrize(
    "harm",
    [
        without_a_line,
        with_one_more,
        in_other_words,
        in_the_wrong_folder,
        without_a_file,
        with_another_index,
        with_an_edited_snapshot,
    ],
)
def test_validate_says_where_files_differ_from_what_is_known(
    agent: Agent, harm: Callable[[Agent, str], list[tuple[str, str]]]
) -> None:
    # Given files that are as they should be
    tea, _home = agent.knows(TEA), agent.knows("用户住在杭州")
    assert agent.defects() == []
    # When somebody or something changed one
    expected = harm(agent, tea)
    found = agent.world.ok("knowledge:validate", projectId=agent.id)
    # Then it is said what differs and where, in both languages, with the cure
    assert [(each["code"], each["where"]) for each in found["defects"]] == expected
    assert found["sound"] is False
    for each in found["defects"]:
        assert all(each["message"].values())
        assert all("--repair" in said for said in each["cure"].values())
    # And the cure cures
    assert agent.world.ok("knowledge:validate", projectId=agent.id, repair=True)["sound"] is True
    assert agent.defects() == []


@shows("R214")
def test_rows_that_files_have_not_heard_of_are_found_too(agent: Agent, tmp_path: Path) -> None:
    """As after a crash between the two: the files are as we left them, and behind."""
    home = agent.knows("用户住在杭州")
    # Given that something was kept and something put away while the workspace was not there
    away = agent.folder.parent.rename(tmp_path / "away")
    tea = agent.knows(TEA)
    agent.world.ok("knowledge:archive", projectId=agent.id, id=home)
    away.rename(agent.folder.parent)
    # Then all of it is said, and repaired
    found = agent.defects()
    assert ("MISSING_LINE", f"{FACTS}: {tea}") in found
    assert ("FOLDER", f"{FACTS}:1 → {COLD}") in found
    assert ("STALE", "layer2/index/keywords.json") in found
    assert agent.world.ok("knowledge:validate", projectId=agent.id, repair=True)["sound"] is True
    assert [each["id"] for each in agent.lines()] == [tea]
    assert [each["id"] for each in agent.lines(COLD)] == [home]


def test_a_line_in_the_archive_says_who_put_it_there(agent: Agent) -> None:
    tea = agent.knows(TEA)
    agent.world.ok("knowledge:archive", projectId=agent.id, id=tea)
    (line,) = agent.lines(COLD)
    assert line["put_away"] is True
    # And who takes the line back to active/ has restored it
    agent.edit(line)
    agent.edit(ref=COLD)
    agent.sync()
    assert agent.found("乌龙茶") == [tea]
    assert "put_away" not in json.dumps(agent.lines()[0])


def test_where_much_is_known_nobody_waits_for_the_files(worlds: Worlds, tmp_path: Path) -> None:
    few = policy(knowledge={"files_at_once": 1})
    agent = Agent(worlds(immediate=False, policy=few), tmp_path / "workspace")
    agent.knows(TEA)
    assert len(agent.lines()) == 1
    agent.knows("用户住在杭州")
    agent.world.memory.drain()
    assert len(agent.lines()) == 2
    assert agent.defects() == []
