"""Memories go out whole and come in from anywhere (R228, C74, C64)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from shows import shows
from worlds import World, Worlds

MEMORY_MD = """# MEMORY

## 基本信息
- 姓名：张三
- 我对花生过敏

## People
- Anna:
  - birthday May 4
  - works at Google
- 妈妈喜欢跳舞
  - 每周三去公园

## 2024-05-01
- [x] 搬家
- [ ] buy a new desk
- 2024-06-02: started learning piano

We wrote this
over two lines.

```python
x = 1
```
- 我的密码是 hunter2
- 好的
"""


def exported(world: World, project: str, form: str = "json", **more: Any) -> str:
    text, cursor = "", None
    while True:
        asked = {"projectId": project, "format": form, **more}
        piece = world.ok("memory:export", **asked, **({"cursor": cursor} if cursor else {}))
        text += "".join(each["text"] for each in piece["files"])
        cursor = piece.get("nextCursor")
        if cursor is None:
            return text


def known(world: World, project: str) -> dict[str, dict[str, Any]]:
    states = ["active", "archived", "superseded", "denied", "withdrawn"]
    listed = world.ok("knowledge:list", projectId=project, states=states, limit=200)["items"]
    return {each["content"]: each for each in listed}


@pytest.fixture
def memory_md(tmp_path: Path) -> Path:
    path = tmp_path / "MEMORY.md"
    path.write_text(MEMORY_MD, "utf-8")
    return path


@shows("R228")
def test_a_memory_md_becomes_facts_and_notes(world: World, memory_md: Path) -> None:
    # When a MEMORY.md that a person kept is taken in
    made = world.ok("memory:import", projectId="claw", path=str(memory_md))
    items = known(world, "claw")
    # Then bullets are facts under the theme of their heading, each with its line
    assert items["我对花生过敏"]["attribute"] == "allergy:花生"
    assert items["我对花生过敏"]["sources"] == ["MEMORY.md:5"]
    assert items["我对花生过敏"]["importance"] == 1.0
    assert items["姓名：张三"]["category"] == "identity"
    # And what hangs from a bullet is said with it
    assert items["Anna: birthday May 4"]["category"] == "relation"
    assert "妈妈喜欢跳舞：每周三去公园" in items
    # And days are when it was written
    assert items["started learning piano"]["createdAt"] == 1_717_286_400_000
    assert items["已完成：搬家"]["type"] == "note"
    assert items["已完成：搬家"]["createdAt"] == 1_714_521_600_000
    # And a paragraph is a note
    assert items["We wrote this over two lines."]["type"] == "note"
    # And what is no memory is left out, and said so, without its words
    assert {each["ref"]: each["code"] for each in made["refused"]} == {
        "MEMORY.md:25": "secret",
        "MEMORY.md:26": "junk",
    }
    assert [each["line"] for each in made["troubles"]] == [22]
    assert "hunter2" not in json.dumps(made)
    assert b"hunter2" not in world.bytes_everywhere()
    # And the file is as it was
    assert memory_md.read_text("utf-8") == MEMORY_MD


@shows("R228")
def test_the_same_file_twice_adds_nothing(world: World, memory_md: Path) -> None:
    first = world.ok("memory:import", projectId="claw", path=str(memory_md))
    before = exported(world, "claw")
    again = world.ok("memory:import", projectId="claw", path=str(memory_md))
    assert (again["added"], again["repeated"]) == (0, first["added"])
    assert exported(world, "claw") == before


@shows("C75")
def test_a_rehearsal_says_what_would_come_in_and_keeps_nothing(
    world: World, memory_md: Path
) -> None:
    would = world.ok("memory:import", projectId="claw", path=str(memory_md), dryRun=True)
    assert would["dryRun"]
    assert known(world, "claw") == {}
    did = world.ok("memory:import", projectId="claw", path=str(memory_md))
    assert [each["content"] for each in did["changes"]] == [
        each["content"] for each in would["changes"]
    ]


@shows("R228")
@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_our_own_export_comes_back_as_it_was(
    world: World, worlds: Worlds, tmp_path: Path, form: str
) -> None:
    # Given a memory with history, links, sources and rules
    for city in ("北京", "上海"):
        world.ok("knowledge:capture", projectId="claw", content=f"我住在{city}", source=f"s:{city}")
        world.clock.advance(days=1)
    world.ok("knowledge:capture", projectId="claw", content="她可能喜欢雨天", type="belief")
    world.ok(
        "memory:semantic:add", projectId="claw", scope="project", rule="多用短句", category="style"
    )
    written = exported(world, "claw", form)
    path = tmp_path / f"e.{form}"
    path.write_text(written, "utf-8")
    # When another home takes it in
    other = worlds()
    other.clock.advance(days=2)
    made = other.ok("memory:import", projectId="claw", path=str(path))
    # Then everything is there under its own name, and writes out the same
    assert (made["added"], made["rules"], made["renamed"]) == (3, 1, {})
    assert known(other, "claw").keys() == known(world, "claw").keys()
    items = [json.loads(each) for each in exported(world, "claw", "jsonl").splitlines()]
    back = [json.loads(each) for each in exported(other, "claw", "jsonl").splitlines()]
    assert [x for x in items if x.get("record") == "item"] == [
        x for x in back if x.get("record") == "item"
    ]
    beijing = known(other, "claw")["我住在北京"]
    assert beijing["supersededBy"] == known(other, "claw")["我住在上海"]["id"]


@shows("R228")
def test_ids_that_are_taken_are_renamed_and_what_points_to_them_follows(
    world: World, tmp_path: Path
) -> None:
    for city in ("北京", "上海"):
        world.ok("knowledge:capture", projectId="one", content=f"我住在{city}")
        world.clock.advance(days=1)
    path = tmp_path / "one.json"
    path.write_text(exported(world, "one"), "utf-8")
    made = world.ok("memory:import", projectId="two", path=str(path))
    one, two = known(world, "one"), known(world, "two")
    assert made["renamed"] == {one[each]["id"]: two[each]["id"] for each in one}
    assert two["我住在北京"]["supersededBy"] == two["我住在上海"]["id"]
    # And once more is once
    assert world.ok("memory:import", projectId="two", path=str(path))["added"] == 0


@shows("R228")
def test_each_line_of_a_memory_md_is_understood_as_a_conversation_is(
    world: World, tmp_path: Path
) -> None:
    # Given a page that somebody kept, with a line that says two things and one that says none
    page = tmp_path / "MEMORY.md"
    page.write_text(
        "# About me\n\n- We decided to use Postgres for Orion\n- I might intern at a tech company\n"
        "- I live in Berlin and I'm allergic to peanuts\n- 我女朋友叫李梅，她喜欢猫\n"
        "- Thursdays, unless Petra objects\n",
        "utf-8",
    )
    # When it comes in
    world.ok("memory:import", projectId="claw", path=str(page))
    items = known(world, "claw")
    # Then kind, entities and importance are those of a conversation
    assert items["We decided to use Postgres for Orion"]["entities"] == [
        "user",
        "Orion",
        "Postgres",
    ]
    assert items["I might intern at a tech company"]["type"] == "belief"
    assert items["The user is allergic to peanuts"]["importance"] == 1.0
    assert items["The user lives in Berlin"]["sources"] == ["MEMORY.md:5"]
    assert items["李梅喜欢猫"]["subject"] == "李梅"
    # And what says nothing that is known stays as it was written
    assert "Thursdays, unless Petra objects" in items


@shows("C109")
def test_what_comes_in_takes_the_place_of_nothing_that_was_said_here(
    world: World, tmp_path: Path
) -> None:
    world.ok("knowledge:capture", projectId="claw", content="我住在上海")
    page = tmp_path / "MEMORY.md"
    page.write_text("- 我住在北京\n", "utf-8")
    world.ok("memory:import", projectId="claw", path=str(page))
    items = known(world, "claw")
    assert (items["我住在上海"]["type"], items["我住在上海"]["state"]) == ("fact", "active")
    assert (items["我住在北京"]["type"], items["我住在北京"]["state"]) == ("belief", "active")


@shows("C64", "C93")
def test_what_was_forgotten_does_not_come_back_with_an_import(world: World, tmp_path: Path) -> None:
    item = world.ok("knowledge:capture", projectId="claw", content="我住在北京")["item"]
    path = tmp_path / "e.json"
    path.write_text(exported(world, "claw"), "utf-8")
    lines = tmp_path / "lines.txt"
    lines.write_text("我住在北京\n", "utf-8")
    world.ok("memory:forget", projectId="claw", knowledgeId=item["id"])
    for each in (path, lines):
        made = world.ok("memory:import", projectId="claw", path=str(each))
        assert (made["added"], [no["code"] for no in made["refused"]]) == (0, ["forgotten"])
    assert known(world, "claw") == {}


def test_an_older_value_that_comes_in_goes_into_history(world: World, tmp_path: Path) -> None:
    world.ok("knowledge:capture", projectId="claw", content="我住在上海")
    path = tmp_path / "mem0.json"
    path.write_text(
        json.dumps({"results": [{"memory": "我住在北京", "created_at": "2020-01-01T00:00:00Z"}]}),
        "utf-8",
    )
    world.ok("memory:import", projectId="claw", path=str(path))
    items = known(world, "claw")
    assert items["我住在上海"]["state"] == "active"
    assert items["我住在北京"]["state"] == "superseded"


def test_an_export_holds_no_key(world: World) -> None:
    world.ok("memory:settings:update", redactNames=["林墨"])
    world.ok("knowledge:capture", projectId="claw", content="林墨喜欢茶")
    text = exported(world, "claw")
    assert "林墨" not in text
    assert "redaction" not in text


@shows("C59", "C64")
def test_markdown_is_for_the_agents_own_search_and_teaches_nothing_when_it_comes_back(
    world: World, tmp_path: Path
) -> None:
    world.ok("knowledge:capture", projectId="claw", content="用户对花生过敏")
    files = world.ok("memory:export", projectId="claw", format="markdown")["files"]
    assert [each["path"] for each in files] == ["mohen-health.md"]
    assert "- 用户对花生过敏 (" in files[0]["text"]
    path = tmp_path / files[0]["path"]
    path.write_text(files[0]["text"], "utf-8")
    assert world.ok("memory:import", projectId="other", path=str(path))["added"] == 0


# -- of other makes

MAKES: dict[str, tuple[str, Any, list[str]]] = {
    "mem0": ("m.json", {"results": [{"id": "1", "memory": "User likes tea"}]}, ["User likes tea"]),
    "mem0 list": ("m.json", [{"memory": "User likes tea"}], ["User likes tea"]),
    "letta": (
        "a.af",
        {"blocks": [{"label": "human", "value": "Her name is Sarah.\nSarah likes tea."}]},
        ["Her name is Sarah.", "Sarah likes tea."],
    ),
    "letta persona": (
        "a.af",
        {"memory": {"blocks": [{"label": "persona", "value": "I am Sam."}]}},
        ["Agent persona: I am Sam."],
    ),
    "zep": (
        "g.json",
        {
            "nodes": [{"uuid": "n1", "name": "Anna"}, {"uuid": "n2", "name": "Oslo"}],
            "edges": [
                {"uuid": "e1", "fact": "Anna lives in Oslo", "source_node_uuid": "n1",
                 "target_node_uuid": "n2", "valid_at": "2024-01-01T00:00:00Z"},
            ],
        },
        ["Anna lives in Oslo"],
    ),
    "langmem": (
        "l.json",
        [{"namespace": ["m"], "key": "k", "value": {"content": {"content": "User likes tea"}}}],
        ["User likes tea"],
    ),
    "mcp": (
        "memory.jsonl",
        [
            {"type": "entity", "name": "Anna", "observations": ["likes tea"]},
            {"type": "relation", "from": "Anna", "to": "Oslo", "relationType": "lives_in"},
        ],
        ["Anna: likes tea", "Anna lives in Oslo"],
    ),
    "claude": (
        "memories.json",
        [{"conversations_memory": "## Work\n- Writes novels about tides", "account_uuid": "x"}],
        ["Writes novels about tides"],
    ),
    "generic": (
        "x.jsonl",
        [{"text": "User likes tea"}, {"fact": "User has a dog"}],
        ["User likes tea", "User has a dog"],
    ),
}  # fmt: skip


@shows("R228")
@pytest.mark.parametrize("make", MAKES)
def test_memories_of_other_makes_come_in(world: World, tmp_path: Path, make: str) -> None:
    name, told, expected = MAKES[make]
    path = tmp_path / name
    lines = "\n".join(map(json.dumps, told)) if name.endswith("l") else json.dumps(told)
    path.write_text(lines, "utf-8")
    world.ok("memory:import", projectId="claw", path=str(path))
    assert sorted(known(world, "claw")) == sorted(expected)


def test_saved_memories_come_in_line_by_line(world: World, tmp_path: Path) -> None:
    path = tmp_path / "chatgpt.txt"
    path.write_text("[2024-01-02] - User likes tea.\n\n2. 用户养了一只猫\n", "utf-8")
    made = world.ok("memory:import", projectId="claw", path=str(path))
    assert made["format"] == "lines"
    assert known(world, "claw")["User likes tea."]["createdAt"] == 1_704_153_600_000
    assert "用户养了一只猫" in known(world, "claw")


def test_a_line_that_does_not_parse_is_told_and_the_others_come_in(
    world: World, tmp_path: Path
) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text('{"memory": "User likes tea"}\n{"memory": \n{"nothing": 1}\n', "utf-8")
    made = world.ok("memory:import", projectId="claw", path=str(path))
    assert made["added"] == 1
    assert [(each["line"], each["why"]) for each in made["troubles"]] == [
        (2, "not JSON"),
        (3, "no field that holds a memory"),
    ]


@shows("R228", "R182")
def test_a_tree_of_the_original_script_comes_in(world: World, tmp_path: Path) -> None:
    active = tmp_path / "memory/layer2/active"
    active.mkdir(parents=True)
    (tmp_path / "memory/config.json").write_text("{}", "utf-8")
    (active / "facts.jsonl").write_text(
        '{"id": "f_20260101_abc123", "content": "用户对花生过敏", "importance": 1.0, "score": 0.9,'
        ' "entities": ["用户"], "created": "2026-01-01T00:00:00Z"}\n',
        "utf-8",
    )
    (active / "beliefs.jsonl").write_text(
        '{"content": "用户可能是夜猫子", "confidence": 0.6}\n', "utf-8"
    )  # fmt: skip
    world.ok("memory:import", projectId="claw", path=str(tmp_path / "memory"))
    items = known(world, "claw")
    assert items["用户对花生过敏"]["importance"] == 1.0
    assert items["用户可能是夜猫子"]["type"] == "belief"
    assert items["用户可能是夜猫子"]["confidence"] == 0.6


def test_conversations_become_a_source_or_are_read_once(world: World, tmp_path: Path) -> None:
    path = tmp_path / "talk.md"
    path.write_text("User: 我对花生过敏\n\nAssistant: 好的\n\nUser: 我住在北京\n", "utf-8")
    # Given a conversation that is listened to
    made = world.ok("memory:import", projectId="claw", path=str(path))
    assert (made["format"], made["source"]["kind"]) == ("transcript", "text")
    agents = world.ok("agent:list")["items"]
    assert [len(each["sources"]) for each in agents] == [1]
    # And one that is read once
    once = world.ok("memory:import", projectId="once", path=str(path), once=True)
    assert once["added"] == 2
    agents = world.ok("agent:list")["items"]
    assert {each["projectId"]: len(each["sources"]) for each in agents} == {"claw": 1, "once": 0}


def test_what_is_not_there_or_nothing_we_know_is_refused(world: World, tmp_path: Path) -> None:
    assert (
        world.fails("memory:import", projectId="c", path="MEMORY.md")["details"]["field"] == "path"
    )
    gone = world.fails("memory:import", projectId="c", path=str(tmp_path / "gone.json"))
    assert gone["code"] == "INVALID_ARGUMENT"
    (tmp_path / "x.json").write_text("3", "utf-8")
    strange = world.fails("memory:import", projectId="c", path=str(tmp_path / "x.json"))
    assert strange["code"] == "INVALID_ARGUMENT"


def test_episodes_are_in_an_export_on_request(world: World) -> None:
    world.record()
    world.record()
    without = json.loads(exported(world, "novel"))["records"]
    with_them = json.loads(exported(world, "novel", includeEpisodes=True))["records"]
    assert [each["record"] for each in without] == ["settings"]
    assert [each["record"] for each in with_them] == ["settings", "episode", "episode"]


def test_what_had_ended_elsewhere_holds_here_no_more(world: World, tmp_path: Path) -> None:
    edge = {"fact": "Anna lives in Oslo", "invalid_at": "2024-01-02T00:00:00Z"}
    path = tmp_path / "zep.json"
    path.write_text(json.dumps({"edges": [edge]}), "utf-8")
    world.ok("memory:import", projectId="claw", path=str(path))
    item = known(world, "claw")["Anna lives in Oslo"]
    assert (item["state"], item["validTo"]) == ("archived", 1_704_153_600_000)


def test_a_summary_among_messages_is_no_memory_that_somebody_kept(
    world: World, tmp_path: Path
) -> None:
    path = tmp_path / "3f2a.jsonl"
    told = [
        {"type": "summary", "summary": "User asked about tides", "leafUuid": "a"},
        {
            "type": "user",
            "uuid": "a",
            "parentUuid": None,
            "sessionId": "3f2a",
            "timestamp": "2026-02-04T10:00:00Z",
            "message": {"role": "user", "content": "我对花生过敏"},
        },
    ]
    path.write_text("\n".join(map(json.dumps, told)) + "\n", "utf-8")
    made = world.ok("memory:import", projectId="claw", path=str(path), once=True)
    assert (made["format"], made["source"]["kind"]) == ("transcript", "claude-code")
    assert list(known(world, "claw")) == ["用户对花生过敏"]
