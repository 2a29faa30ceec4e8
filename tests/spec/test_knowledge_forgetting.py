"""What is known and must not be: gone from rows, histories, summaries, snapshots, workspaces and
every byte of the home (C74, C93)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from inside import inside
from mohen.knowledge.model import SUMMARY, Item, State
from mohen.knowledge.transcripts.model import Bookmark
from shows import shows
from worlds import World

SECRET = "用户的帆船停在青鸾七号码头"
ENGLISH = "The safe of Zyqxvarn opens with nine"
WORDS = ("青鸾", "保险箱", "七号", "zyqxvarn", "Zyqxvarn")


@pytest.fixture
def workspace(world: World, tmp_path: Path) -> Path:
    """Of the project `agent`."""
    folder = tmp_path / "workspace"
    folder.mkdir()
    world.ok("agent:init", workspace=str(folder), agentId="agent")
    return folder


def kept(world: World, content: str, **asked: Any) -> str:
    payload = {"projectId": "agent", "content": content, **asked}
    return str(world.ok("knowledge:capture", **payload)["item"]["id"])


def by_words(world: World, text: str, **asked: Any) -> dict[str, Any]:
    token = world.fails("memory:forget", queryText=text, **asked)["details"]["confirmToken"]
    return world.ok("memory:forget", queryText=text, confirmToken=token, **asked)


def everywhere(world: World, *folders: Path) -> bytes:
    """Every byte of the home and of these folders."""
    files = [each for folder in folders for each in sorted(folder.rglob("*")) if each.is_file()]
    return world.bytes_everywhere() + b"".join(each.read_bytes() for each in files)


def holds(world: World, *folders: Path) -> list[str]:
    found = everywhere(world, *folders)
    return [each for each in (SECRET, ENGLISH, *WORDS) if each.encode() in found]


def derive(world: World, content: str, *facts: str) -> str:
    """A summary, as the consolidation makes one."""
    parts, now = inside(world.memory), world.clock.now()

    def write(tx: Any) -> str:
        id = parts.knowledge_store.number(tx, SUMMARY, now)
        parts.knowledge_store.add(
            tx,
            Item(
                id=id,
                type=SUMMARY,
                project_id="agent",
                content=content,
                origin="extracted",
                created_at=now,
                updated_at=now,
                source_facts=facts,
            ),
        )
        return id

    return str(parts.mind_db.write(write).value)


@shows("C74", "C93")
@pytest.mark.parametrize("text", [SECRET, ENGLISH])
def test_a_deleted_fact_leaves_no_byte_in_home_and_workspace(
    world: World, workspace: Path, text: str
) -> None:
    # Given a secret that is searchable, in the snapshot and in the workspace's files
    other = kept(world, "用户喜欢爬山")
    id = kept(world, text, entities=["Zyqxvarn", "青鸾"], basis="he said: " + text)
    world.ok("knowledge:snapshot", projectId="agent")
    assert world.ok("knowledge:search", projectId="agent", query=text)["items"]
    assert text.encode() in everywhere(world, workspace)
    assert any(text in each.read_text("utf-8") for each in workspace.rglob("*.jsonl"))
    # When it is deleted
    answer = world.ok("memory:delete", id=id, projectId="agent")
    # Then nothing holds it, nor a single word of it
    assert (answer["deleted"], answer["wiped"]) == (True, True)
    assert answer["receipt"]["knowledge"] == 1
    assert holds(world, workspace) == []
    # And the other is where it was
    found = world.ok("knowledge:search", projectId="agent", query="爬山")["items"]
    assert [each["id"] for each in found] == [other]
    assert world.fails("knowledge:get", id=id, projectId="agent")["code"] == "NOT_FOUND"
    # And deleting it again is fine
    assert world.ok("memory:delete", id=id, projectId="agent")["deleted"] is False


@shows("C74")
def test_with_a_value_goes_what_it_took_the_place_of(world: World) -> None:
    old = kept(world, "用户住在青鸾")
    world.clock.advance(days=1)
    new = kept(world, "用户住在上海")
    assert world.ok("knowledge:get", projectId="agent", id=old)["item"]["state"] == "superseded"
    assert (
        world.ok("memory:delete", id=new, dryRun=True, projectId="agent")["receipt"]["knowledge"]
        == 2
    )
    assert world.ok("memory:delete", id=new, projectId="agent")["receipt"]["knowledge"] == 2
    assert "住在".encode() not in world.bytes_everywhere()
    assert holds(world) == []


@shows("C74", "R186")
def test_a_summary_that_told_of_it_goes_too_and_one_a_person_wrote_stays(world: World) -> None:
    fact, more = kept(world, SECRET), kept(world, "用户喜欢爬山")
    told = derive(world, f"摘要：{SECRET}，喜欢爬山", fact, more)
    derive(world, "用户喜欢户外", more)
    own = derive(world, "我自己写的摘要", fact)
    world.ok("knowledge:update", projectId="agent", id=own, patch={"importance": 0.9})
    assert world.ok("memory:delete", id=fact, projectId="agent")["receipt"]["knowledge"] == 2
    left = world.ok("knowledge:list", projectId="agent", types=["summary"])["items"]
    assert sorted(each["content"] for each in left) == ["我自己写的摘要", "用户喜欢户外"]
    assert [each["stale"] for each in left if each["id"] == own] == [True]
    assert told not in {each["id"] for each in left}
    assert holds(world) == []


@shows("C74")
def test_an_older_row_of_the_same_words_goes_too(world: World) -> None:
    """Said, taken back, said again: forgotten is forgotten."""
    first = kept(world, SECRET, source="s:1")
    world.ok("knowledge:retract", projectId="agent", session="s", line=1)
    assert world.ok("knowledge:get", projectId="agent", id=first)["item"]["state"] == "withdrawn"
    again = kept(world, SECRET)
    assert again != first
    assert world.ok("memory:delete", id=again, projectId="agent")["receipt"]["knowledge"] == 2
    assert holds(world) == []


@shows("C64")
def test_what_was_deleted_is_kept_again_when_the_user_says_so(world: World) -> None:
    parts = inside(world.memory)

    def vetoed(said: Item) -> bool:

        key = parts.settings.redaction_key()
        with parts.mind_db.read() as reader:
            return parts.vetoes.vetoed(reader, key, "agent", said)

    id = kept(world, "用户住在北京")
    said = parts.knowledge_store.get(id)
    assert said is not None
    world.ok("memory:delete", id=id, projectId="agent")
    # Neither the words nor the same claim in other words are learned again
    assert vetoed(said)
    assert vetoed(replace(said, content="用户家在北京"))
    assert not vetoed(replace(said, content="用户家在上海", value="上海"))
    # Until the user says so
    kept(world, "用户住在北京")
    assert not vetoed(said)


@shows("C74", "C75")
def test_everything_that_says_certain_words_whatever_became_of_it(
    world: World, workspace: Path
) -> None:
    # Given the words in a fact, in a name, in a basis, in the archive and in what was superseded
    ids = [
        kept(world, "用户喜欢青鸾"),
        kept(world, "用户养了一只鸟", entities=["青鸾"]),
        kept(world, "用户也许养鸟", type="belief", basis="提到青鸾"),
        kept(world, "青鸾是一只鸟"),
    ]
    world.ok("knowledge:archive", projectId="agent", id=ids[3])
    safe = kept(world, "用户喜欢爬山")
    elsewhere = kept(world, "别人的青鸾", projectId="other")
    world.ok("knowledge:snapshot", projectId="agent")
    # When they are forgotten by their words
    receipt = by_words(world, "青鸾", projectId="agent")
    # Then all of them are gone, and nothing else
    assert (receipt["knowledge"], receipt["wiped"]) == (4, True)
    left = world.ok("knowledge:list", projectId="agent")["items"]
    assert [each["id"] for each in left] == [safe]
    assert world.ok("knowledge:get", id=elsewhere, projectId="other")["item"]["content"]
    world.ok("memory:delete", id=elsewhere, projectId="other")
    assert holds(world, workspace) == []


@shows("C74")
def test_what_was_heard_and_not_understood_yet_is_forgotten_too(world: World) -> None:
    parts = inside(world.memory)
    parts.mind_db.write(
        lambda tx: tx.execute(
            "INSERT INTO fragments (project_id, session, line, part, role, text, tag, at, quoted)"
            " VALUES ('agent', 's', 7, 0, 'user', ?, 'statement', 1, 0)",
            (SECRET,),
        )
    )
    id = kept(world, "用户有个保险箱", source="s:7")
    world.ok("memory:delete", id=id, projectId="agent")
    assert holds(world) == []


@shows("C74")
def test_a_line_of_a_conversation_is_forgotten(world: World) -> None:
    # Given what was said there alone, and what was said elsewhere too
    alone = kept(world, SECRET, source="s:4")
    both = kept(world, "用户喜欢爬山", source="s:4")
    kept(world, "用户喜欢爬山", source="t:1")
    near = kept(world, "用户养猫", source="s:40")
    # When the line is forgotten
    would = world.ok("memory:forget", projectId="agent", source="s:4", dryRun=True)
    assert would["knowledge"] == 1
    receipt = world.ok("memory:forget", projectId="agent", source="s:4")
    # Then the first is gone and the second has lost a source
    assert (receipt["knowledge"], receipt["wiped"]) == (1, True)
    assert world.fails("knowledge:get", projectId="agent", id=alone)["code"] == "NOT_FOUND"
    assert world.ok("knowledge:get", projectId="agent", id=both)["item"]["sources"] == ["t:1"]
    assert world.ok("knowledge:get", projectId="agent", id=near)["item"]["state"] == "active"
    assert holds(world) == []
    # And a whole conversation goes the same way
    assert world.ok("memory:forget", projectId="agent", source="s")["knowledge"] == 1
    assert world.fails("knowledge:get", projectId="agent", id=near)["code"] == "NOT_FOUND"


@shows("C92", "C74")
def test_a_line_of_another_project_is_nobodys_to_forget(world: World) -> None:
    id = kept(world, SECRET, source="s:4", projectId="other")
    assert world.ok("memory:forget", projectId="agent", source="s:4")["knowledge"] == 0
    assert world.ok("knowledge:get", projectId="other", id=id)["item"]["content"] == SECRET


@shows("C74", "C93")
def test_a_cleared_project_knows_nothing_and_is_not_told_it_again(
    world: World, workspace: Path
) -> None:
    # Given an agent whose conversations were read, with something still to be understood
    parts = inside(world.memory)
    kept(world, SECRET)
    derive(world, f"摘要：{SECRET}")
    kept(world, "别人的事", projectId="other")
    world.ok("knowledge:snapshot", projectId="agent")
    parts.mind_db.write(
        lambda tx: parts.agent_store.put_bookmark(tx, "agent", "k", Bookmark("s", 9, 900, "m", 1))
    )
    # When the project is cleared
    token = world.fails("memory:clear:project", projectId="agent")["details"]["confirmToken"]
    receipt = world.ok("memory:clear:project", projectId="agent", confirmToken=token)
    # Then it knows nothing, in no file
    assert (receipt["knowledge"], receipt["wiped"]) == (2, True)
    assert holds(world, workspace) == []
    assert world.ok("knowledge:stats", projectId="agent")["total"] == 0
    assert world.ok("knowledge:stats", projectId="other")["total"] == 1
    # And what was read is not read again: it would all come back
    assert parts.agent_store.bookmarks("agent").keys() == {"k"}
    # But it learns anew
    kept(world, "用户喜欢爬山")
    assert world.ok("knowledge:search", projectId="agent", query="爬山")["items"]


@shows("C74")
def test_when_everything_is_cleared_workspaces_tell_nothing_either(
    world: World, workspace: Path
) -> None:
    kept(world, SECRET)
    world.ok("knowledge:snapshot", projectId="agent")
    token = world.fails("memory:clear:all")["details"]["confirmToken"]
    assert world.ok("memory:clear:all", confirmToken=token)["wiped"]
    assert holds(world, workspace) == []
    assert (workspace / "memory" / "config.json").exists()
    assert world.ok("knowledge:stats")["total"] == 0


@shows("C74")
def test_a_workspace_that_cannot_be_written_is_said_in_the_receipt(
    world: World, workspace: Path
) -> None:
    id = kept(world, SECRET)
    facts = workspace / "memory" / "layer2" / "active" / "facts.jsonl"
    assert SECRET in facts.read_text("utf-8")
    facts.unlink()
    facts.mkdir()  # nobody can write a file here, whatever their rights
    answer = world.ok("memory:delete", id=id, projectId="agent")
    assert (answer["deleted"], answer["wiped"]) == (True, False)


def test_something_global_goes_from_every_snapshot(world: World, workspace: Path) -> None:
    id = kept(world, SECRET, projectId=None)
    world.ok("knowledge:snapshot", projectId="agent")
    world.ok("knowledge:snapshot")
    assert SECRET.encode() in everywhere(world, workspace)
    assert world.ok("memory:delete", id=id, projectId="agent")["wiped"]
    assert holds(world, workspace) == []


def test_the_state_of_what_is_left_is_what_it_was(world: World) -> None:
    guess = kept(world, "用户养猫", type="belief")
    fact = kept(world, "用户养猫")
    world.ok("memory:delete", id=guess, projectId="agent")
    assert (
        world.ok("knowledge:get", projectId="agent", id=fact)["item"]["state"] == State.ACTIVE.value
    )


@shows("C93")
def test_forgetting_where_something_was_said_brings_back_what_it_replaced(world: World) -> None:
    """Given that one session says Beijing and a later one Shanghai. When the later line is to be
    forgotten. Then Beijing, which was said elsewhere, holds again, as the preview said."""
    old = kept(world, "用户住在北京", source="s1:2")
    world.clock.advance(days=1)
    new = kept(world, "用户住在上海", source="s2:2")
    would = world.ok("memory:forget", projectId="agent", source="s2:2", dryRun=True)
    receipt = world.ok("memory:forget", projectId="agent", source="s2:2")
    assert would["knowledge"] == receipt["knowledge"] == 1
    assert world.fails("knowledge:get", projectId="agent", id=new)["code"] == "NOT_FOUND"
    item = world.ok("knowledge:get", projectId="agent", id=old)["item"]
    assert (item["state"], item["content"]) == ("active", "用户住在北京")


# -- seen before it goes


def going(answer: dict[str, Any]) -> dict[str, tuple[str, str]]:
    return {each["content"]: (each["type"], each["why"]) for each in answer["items"]}


@shows("C75")
def test_what_would_go_is_shown_with_why_and_what_is_gone_is_not(world: World) -> None:
    # Given a value, the one before it, and a summary of it
    kept(world, "用户住在青鸾")
    world.clock.advance(days=1)
    new = kept(world, "用户住在上海")
    derive(world, "用户：住在上海", new)
    # When somebody looks before they forget it
    asked = {"projectId": "agent", "knowledgeId": new}
    would = world.ok("memory:forget", **asked, dryRun=True)
    # Then they see what would go with it, and why
    assert going(would) == {
        "用户住在上海": ("fact", "named"),
        "用户住在青鸾": ("fact", "replaced"),
        "用户：住在上海": ("summary", "summary"),
    }
    assert "more" not in would
    # And the receipt of what is gone holds nothing of it
    gone = world.ok("memory:forget", **asked)
    assert gone["knowledge"] == 3
    assert "items" not in gone
    assert "上海".encode() not in world.bytes_everywhere()


@shows("C75")
def test_before_words_are_confirmed_it_is_shown_what_says_them(world: World) -> None:
    id = kept(world, ENGLISH)
    world.ok(
        "memory:create",
        projectId="agent",
        scope="project",
        type="preference",
        content="Never mention Zyqxvarn",
    )
    error = world.fails("memory:forget", projectId="agent", queryText="Zyqxvarn")
    shown = error["details"]["items"]
    assert {each["type"]: each["content"] for each in shown} == {
        "fact": ENGLISH,
        "rule": "Never mention Zyqxvarn",
    }
    assert id in {each["id"] for each in shown}
    assert error["details"]["more"] == 0
    assert "Zyqxvarn" not in error["message"]


def test_a_preview_is_bounded_and_says_how_many_more_there_are(world: World) -> None:
    for n in range(60):
        kept(world, f"The Zyqxvarn of shelf {n} is red and {n * 7} years old " + "old " * 80)
    would = world.ok("memory:forget", projectId="agent", queryText="Zyqxvarn", dryRun=True)
    assert (len(would["items"]), would["more"]) == (50, 10)
    assert max(len(each["content"]) for each in would["items"]) == 201


def test_a_preview_shows_no_secret(world: World) -> None:
    id = world.ok(
        "memory:create",
        projectId="agent",
        scope="project",
        type="note",
        content="WLAN: password: x9y8z7",
    )
    would = world.ok("memory:forget", projectId="agent", knowledgeId=id["id"], dryRun=True)
    assert [each["content"] for each in would["items"]] == ["WLAN: password: ⟨password⟩"]


@shows("C92")
def test_a_preview_reads_nothing_to_who_names_no_project(world: World) -> None:
    id = kept(world, SECRET)
    would = world.door.call("memory:forget", {"knowledgeId": id, "dryRun": True})
    assert "青鸾" not in str(would)
