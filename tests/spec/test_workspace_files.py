"""The tree of seed 001 as a projection of the database (R182): written whole, edits taken in."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from inside import inside
from shows import shows
from workspaces import FACTS, Agent
from worlds import World

TREE = [
    "config.json",
    "layer1/snapshot.md",
    "layer2/active/beliefs.jsonl",
    "layer2/active/facts.jsonl",
    "layer2/active/notes.jsonl",
    "layer2/active/summaries.jsonl",
    "layer2/archive/beliefs.jsonl",
    "layer2/archive/facts.jsonl",
    "layer2/archive/notes.jsonl",
    "layer2/archive/summaries.jsonl",
    "layer2/entities/_index.json",
    "layer2/entities/entity_用户.json",
    "layer2/index/keywords.json",
    "layer2/index/relations.json",
    "layer2/index/timeline.json",
    "state/consolidation.json",
    "state/rankings.json",
]


@pytest.fixture
def agent(world: World, tmp_path: Path) -> Agent:
    return Agent(world, tmp_path / "workspace")


@shows("R182", "R184", "R208")
def test_the_tree_is_the_seeds(agent: Agent) -> None:
    """Given an agent that knows something. When its files are written. Then they are the tree of
    the seed, and a fact is a line with the seed's fields."""
    id = agent.knows(
        "用户对花生过敏", importance=1.0, entities=["用户"], source="session_abc123:15"
    )
    agent.sync()
    assert sorted(agent.tree()) == TREE
    (line,) = agent.lines()
    assert list(line)[:7] == [
        "id",
        "content",
        "importance",
        "score",
        "entities",
        "created",
        "source",
    ]
    assert line["id"] == id
    assert (line["content"], line["source"]) == ("用户对花生过敏", "session_abc123:15")
    assert line["created"].endswith("Z")


@shows("C71", "C97")
def test_writing_twice_changes_no_byte(agent: Agent) -> None:
    agent.knows("用户对花生过敏")
    agent.sync()
    before = agent.tree()
    agent.world.clock.advance(days=1)
    assert agent.sync()["written"] == 0
    assert agent.tree() == before


def test_a_line_that_was_changed_by_hand_is_taken_in(agent: Agent) -> None:
    """Given a fact in its file. When a person changes its words there. Then the memory says what
    they wrote, it is theirs, and it is found by the new words and not the old."""
    id = agent.knows("用户对花生过敏")
    agent.sync()
    (line,) = agent.lines()
    agent.edit({**line, "content": "用户对芒果过敏"})
    done = agent.sync()
    assert [(each["done"], each["content"], each["before"]) for each in done["taken"]] == [
        ("changed", "用户对芒果过敏", "用户对花生过敏")
    ]
    assert (agent.get(id)["content"], agent.get(id)["origin"]) == ("用户对芒果过敏", "manual")
    found = agent.world.ok("knowledge:search", projectId=agent.id, query="芒果")
    assert [each["id"] for each in found["items"]] == [id]
    assert agent.lines()[0]["content"] == "用户对芒果过敏"


def test_a_line_that_was_added_is_a_memory(agent: Agent) -> None:
    agent.knows("用户对花生过敏")
    agent.sync()
    agent.edit(*agent.lines(), {"content": "用户养了一只猫", "importance": 0.8})
    agent.sync()
    assert [each["content"] for each in agent.lines()] == ["用户对花生过敏", "用户养了一只猫"]
    assert agent.lines()[1]["id"].startswith("f_")


def test_a_line_that_was_taken_out_is_archived_not_deleted(agent: Agent) -> None:
    ids = [agent.knows(f"用户的第{n}件事很重要") for n in "一二三四"]
    agent.sync()
    agent.edit(*agent.lines()[1:])
    agent.sync()
    assert agent.get(ids[0])["state"] == "archived"
    assert [each["id"] for each in agent.lines("layer2/archive/facts.jsonl")] == [ids[0]]


def test_a_file_that_lost_most_of_its_lines_is_damage(agent: Agent) -> None:
    ids = [agent.knows(f"用户的第{n}件事很重要") for n in "一二三四"]
    agent.sync()
    agent.edit(agent.lines()[0])
    done = agent.sync()
    assert [each["ref"] for each in done["troubles"]] == [FACTS]
    assert [each["id"] for each in agent.lines()] == ids


def test_a_line_that_does_not_parse_is_reported_and_kept(agent: Agent) -> None:
    """Given a line that is no JSON. When files are written again. Then it is named by file and
    line, stays in the file, and everything else goes on."""
    agent.knows("用户对花生过敏")
    agent.sync()
    agent.edit(*agent.lines(), "{ 这一行坏了", {"content": ""})
    done = agent.sync()
    assert [(each["ref"], each["line"]) for each in done["troubles"]] == [(FACTS, 2), (FACTS, 3)]
    agent.knows("用户养了一只猫")
    agent.sync()
    text = (agent.folder / FACTS).read_text("utf-8")
    assert "{ 这一行坏了" in text
    assert "用户养了一只猫" in text
    found = agent.world.ok("knowledge:validate", projectId=agent.id)
    assert [each["where"] for each in found["defects"]] == [f"{FACTS}:3", f"{FACTS}:4"]
    assert found["sound"] is False


def test_what_was_written_into_the_snapshot_is_kept(agent: Agent) -> None:
    agent.knows("用户对花生过敏", importance=1.0)
    agent.sync()
    path = agent.folder / "layer1/snapshot.md"
    said = path.read_text("utf-8").replace("## 约束\n", "## 约束\n- 回答要简短\n")
    path.write_text(said.replace("## 用户\n", "## 用户\n- 名字: 张三\n"), "utf-8")
    agent.sync()
    known = {each["content"]: each for each in agent.lines()}
    assert known["回答要简短"]["category"] == "constraint"
    assert known["名字: 张三"]["attribute"] == "name"


def test_an_entitys_page_can_be_corrected(agent: Agent) -> None:
    agent.knows("张三住在北京", entities=["张三"])
    agent.sync()
    ref = "layer2/entities/entity_张三.json"
    page = json.loads((agent.folder / ref).read_text("utf-8"))
    page["attributes"]["location"] = {"value": "上海"}
    agent.edit(json.dumps(page), ref=ref)
    agent.sync()
    again = json.loads((agent.folder / ref).read_text("utf-8"))
    assert again["attributes"]["location"]["value"] == "上海"


@shows("C64", "C74")
def test_what_is_forgotten_does_not_come_back_by_an_edit_that_waits(agent: Agent) -> None:
    """Given pages on which a person has just written something, and which tell of a fact too.
    When the fact is forgotten. Then what they wrote is kept, and the fact stands nowhere."""
    gone = agent.knows("用户住在北京", entities=["用户"])
    agent.knows("用户叫张三", entities=["用户"])
    agent.sync()
    snapshot = agent.folder / "layer1/snapshot.md"
    text = snapshot.read_text("utf-8")
    assert "北京" in text
    snapshot.write_text(text.replace("## 约束\n", "## 约束\n- 回答要简短\n"), "utf-8")
    ref = "layer2/entities/entity_用户.json"
    page = json.loads((agent.folder / ref).read_text("utf-8"))
    page["attributes"]["job"] = "医生"
    agent.edit(page, ref=ref)
    agent.world.ok("memory:forget", projectId=agent.id, knowledgeId=gone)
    said = {each["content"]: each for each in agent.lines()}
    assert set(said) == {"用户叫张三", "回答要简短", "用户 job: 医生"}
    assert said["用户 job: 医生"]["subject"] == "user"
    everything = agent.world.bytes_everywhere() + b"".join(agent.tree().values())
    assert "北京".encode() not in everything


@shows("C64", "C74")
def test_an_old_snapshot_that_was_put_back_brings_nothing_deleted_back(agent: Agent) -> None:
    gone = agent.knows("用户对花生过敏", importance=1.0)
    agent.sync()
    snapshot = agent.folder / "layer1/snapshot.md"
    old = snapshot.read_text("utf-8")
    agent.world.ok("memory:forget", projectId=agent.id, knowledgeId=gone)
    snapshot.write_text(old, "utf-8")
    done = agent.sync()
    assert {each["ref"] for each in done["troubles"]} == {"layer1/snapshot.md"}
    assert "花生" not in snapshot.read_text("utf-8")
    assert agent.lines() == []


def test_other_words_say_something_else(agent: Agent) -> None:
    """Given a fact that says where the user lives. When a person changes the place in the file.
    Then the snapshot says it at once, and a line that names a third takes its place."""
    id = agent.knows("用户住在北京")
    agent.sync()
    (line,) = agent.lines()
    agent.edit({**line, "content": "用户住在上海"})
    agent.sync()
    assert agent.get(id)["value"] == "上海"
    snapshot = agent.folder / "layer1/snapshot.md"
    assert "所在地: 上海" in snapshot.read_text("utf-8")
    agent.edit(*agent.lines(), {"content": "用户住在广州"})
    agent.sync()
    assert [each["content"] for each in agent.lines()] == ["用户住在广州"]
    assert "所在地: 广州" in snapshot.read_text("utf-8")


def test_an_edit_undoes_nothing_that_its_file_did_not_tell_yet(tmp_path: Path) -> None:
    """Given files that are behind, for the memory was closed before they followed. When a person
    changes one line, with a program that writes all of them anew. Then that line is changed, and
    what was superseded, archived or added meanwhile is as it was."""
    world = World(tmp_path / "home", immediate=False)
    agent = Agent(world, tmp_path / "workspace")
    agent.knows("用户住在北京")
    cat, tea = agent.knows("用户养了一只猫"), agent.knows("用户喜欢喝茶")
    agent.sync()
    home = agent.knows("用户住在上海")
    world.ok("knowledge:archive", projectId=agent.id, id=cat)
    world.reopen()
    changed = {tea: {"content": "用户喜欢喝红茶"}}
    agent.edit(*({**line, **changed.get(line["id"], {})} for line in agent.lines()))
    done = agent.sync()
    assert [(each["done"], each["id"]) for each in done["taken"]] == [("changed", tea)]
    assert {each["id"] for each in agent.lines()} == {tea, home}
    assert [each["id"] for each in agent.lines("layer2/archive/facts.jsonl")] == [cat]
    world.close()


def test_a_merge_that_was_not_finished_loses_nothing(agent: Agent) -> None:
    """Given two versions of a line between git's marks. When they are taken in. Then the first
    stands, all else is named and kept, until the fact is forgotten: then no copy of it stays."""
    id = agent.knows("用户住在北京")
    agent.sync()
    (line,) = agent.lines()
    one, other = ({**line, "content": f"用户住在{place}"} for place in ("上海", "广州"))
    agent.edit("<<<<<<< HEAD", one, "=======", other, ">>>>>>> other")
    done = agent.sync()
    assert [each["line"] for each in done["troubles"]] == [1, 3, 4, 5]
    assert agent.get(id)["content"] == "用户住在上海"
    agent.knows("用户养了一只猫")
    agent.sync()
    assert json.dumps(other) in (agent.folder / FACTS).read_text("utf-8")
    agent.world.ok("memory:forget", projectId=agent.id, knowledgeId=id)
    assert json.dumps(other) not in (agent.folder / FACTS).read_text("utf-8")


def test_names_that_are_not_to_be_kept_are_not_kept_from_files_either(agent: Agent) -> None:
    agent.sync()
    agent.world.ok("memory:settings:update", redactNames=["李雷"])
    agent.edit({"content": "李雷喜欢喝茶", "entities": ["李雷"]})
    agent.sync()
    everything = b"".join(agent.tree().values())
    assert "李雷".encode() not in everything
    assert "喜欢喝茶".encode() in everything


def test_a_type_that_only_the_user_knows(agent: Agent) -> None:
    agent.sync()
    agent.edit({"content": "2019 年的旧日记", "type": "diary"})
    (added,) = agent.sync()["taken"]
    assert (added["type"], agent.get(added["id"])["type"]) == ("diary", "diary")


def test_a_name_may_be_longer_than_a_file_systems(agent: Agent) -> None:
    agent.knows("用户认识一个人", entities=["长" * 100])
    agent.sync()
    (page,) = agent.folder.glob("layer2/entities/entity_长*.json")
    assert json.loads(page.read_text("utf-8"))["name"] == "长" * 100


@shows("R214")
def test_validate_repairs_what_it_can(agent: Agent) -> None:
    agent.knows("用户对花生过敏")
    agent.sync()
    (agent.folder / "layer2/index/keywords.json").unlink()
    found = agent.world.ok("knowledge:validate", projectId=agent.id)
    assert [(each["code"], each["repaired"]) for each in found["defects"]] == [("MISSING", False)]
    mended = agent.world.ok("knowledge:validate", projectId=agent.id, repair=True)
    assert mended["sound"] is True
    assert agent.world.ok("knowledge:validate", projectId=agent.id)["defects"] == []


def test_the_original_skills_tree_is_taken_over(world: World, tmp_path: Path) -> None:
    """Given the files of the first version's script. When the workspace is made Mohen's. Then
    its memories are kept under their own ids."""
    folder = tmp_path / "old"
    active = folder / "memory/layer2/active"
    active.mkdir(parents=True)
    line = {
        "id": "f_20260204_a1b2c3",
        "content": "用户对花生过敏",
        "importance": 1.0,
        "score": 0.95,
        "entities": ["用户"],
        "created": "2026-02-04T10:30:00Z",
    }
    (active / "facts.jsonl").write_text(json.dumps(line) + "\n", "utf-8")
    world.ok("agent:init", workspace=str(folder), agentId="old", sources=[])
    world.ok("knowledge:files", projectId="old")
    item = world.ok("knowledge:get", projectId="old", id="f_20260204_a1b2c3")["item"]
    assert (item["content"], item["origin"]) == ("用户对花生过敏", "migrated")
    (kept,) = [
        json.loads(each) for each in (active / "facts.jsonl").read_text("utf-8").splitlines()
    ]
    assert kept["created"] == "2026-02-04T10:30:00Z"


@shows("C97")
def test_the_snapshot_is_the_same_until_it_would_tell_something_else(agent: Agent) -> None:
    agent.knows("用户对花生过敏", importance=1.0)
    first = agent.world.ok("knowledge:snapshot", projectId=agent.id)
    agent.world.clock.advance(days=1)
    assert agent.world.ok("knowledge:snapshot", projectId=agent.id) == first


# -- what a person put away


def told(agent: Agent) -> list[str]:
    return [each["content"] for each in agent.lines("layer2/active/summaries.jsonl")]


def summed_up(agent: Agent) -> dict[str, str]:
    """Facts of one theme, enough for a summary."""
    ids = {each: agent.knows(f"用户喜欢{each}") for each in ("咖啡", "爬山", "围棋", "绿茶")}
    agent.world.ok("knowledge:consolidate", projectId=agent.id, force=True)
    agent.sync()
    assert any("围棋" in each for each in told(agent))
    return ids


@shows("R196")
@pytest.mark.parametrize("by", ["file", "command"])
def test_what_was_archived_by_hand_is_not_told_by_a_summary_any_more(agent: Agent, by: str) -> None:
    # Given a summary of four likings
    ids = summed_up(agent)
    # When one of them is taken out of the file, or archived
    if by == "file":
        agent.edit(*(each for each in agent.lines() if each["id"] != ids["围棋"]))
    else:
        agent.world.ok("knowledge:archive", projectId=agent.id, id=ids["围棋"])
    agent.sync()
    # Then nothing tells of it, at once
    assert agent.get(ids["围棋"])["state"] == "archived"
    assert not any("围棋" in each for each in told(agent))
    snapshot = agent.world.ok("knowledge:snapshot", projectId=agent.id)["text"]
    assert "围棋" not in snapshot
    # And the next run sums up what is left
    agent.world.ok("knowledge:consolidate", projectId=agent.id, force=True)
    agent.sync()
    assert any("咖啡" in each and "围棋" not in each for each in told(agent))
    # And all four once it is brought back
    agent.world.ok("knowledge:restore", projectId=agent.id, id=ids["围棋"])
    agent.world.ok("knowledge:consolidate", projectId=agent.id, force=True)
    agent.sync()
    assert any("围棋" in each for each in told(agent))


def test_what_faded_is_still_summed_up(agent: Agent) -> None:
    ids = summed_up(agent)
    agent.world.live(days=900)
    agent.world.ok("knowledge:consolidate", projectId=agent.id, force=True)
    assert agent.get(ids["围棋"])["state"] == "archived"
    found = agent.world.ok("knowledge:search", projectId=agent.id, types=["summary"])
    assert any("围棋" in each["content"] for each in found["items"])


# -- the snapshot tells the truth


def hint(agent: Agent) -> str:
    return agent.snapshot().rstrip().splitlines()[-1]


@shows("R207", "R208")
def test_there_is_a_snapshot_from_the_first_and_it_follows(agent: Agent, tmp_path: Path) -> None:
    assert "活跃: 0" in agent.snapshot()
    agent.knows("用户喜欢爵士乐")
    # What is new stands under what is new, though it stands above too
    assert agent.snapshot().count("用户喜欢爵士乐") == 2
    memory = tmp_path / "MEMORY.md"
    memory.write_text("- 用户养了一只柯基\n", "utf-8")
    agent.world.ok("memory:import", projectId=agent.id, path=str(memory))
    assert "用户养了一只柯基" in agent.snapshot()


@shows("R207", "R221", "C112")
def test_it_names_the_search_that_works_where_it_is_read(agent: Agent, world: World) -> None:
    # Given an agent of whose host nothing was said: a command works everywhere
    agent.knows("用户喜欢爵士乐")
    assert hint(agent) == "使用 `mohen search 关键词` 检索详细信息"
    # When its host is known to speak MCP
    folder = str(agent.folder.parent)
    again = world.ok("agent:init", workspace=folder, agentId=agent.id, host="mcp")
    assert (again["created"], again["host"]) == (False, "mcp")
    # Then the snapshot names the tool, also after it was made anew
    assert hint(agent) == "使用 MCP 工具 `search` 检索详细信息"
    agent.knows("The user plays chess")
    agent.knows("The user lives in Oslo")
    assert hint(agent) == "Use the MCP tool `search` for the details"
    world.ok("agent:update", projectId=agent.id, host="command")
    assert hint(agent) == "Use `mohen search WORDS` for the details"
    # And whoever reads it by another door is told what works there
    text = world.ok("knowledge:snapshot", projectId=agent.id, host="mcp")["text"]
    assert text.endswith("Use the MCP tool `search` for the details\n")
    # Where no folder says whose memory is meant, the command does
    text = world.ok("knowledge:snapshot", projectId="novel")["text"]
    assert "`mohen search --project novel 关键词`" in text


def test_a_snapshot_of_an_earlier_version_names_what_works(agent: Agent) -> None:
    parts = inside(agent.world.memory)
    kept = parts.workspace_store.snapshot(agent.id)
    assert kept is not None
    old = replace(kept, text=kept.text.replace(hint(agent), "使用 memory_search 检索详细信息"))
    parts.mind_db.write(lambda tx: parts.workspace_store.put_snapshot(tx, agent.id, old))
    text = agent.world.ok("knowledge:snapshot", projectId=agent.id)["text"]
    assert text.endswith("使用 `mohen search 关键词` 检索详细信息\n")
