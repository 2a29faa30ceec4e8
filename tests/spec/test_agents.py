"""Several agents share a home, each with its own conversations (R229; ruling C92)."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from inside import inside
from shows import shows
from transcripts import OpenClawFile
from worlds import World


@pytest.fixture(autouse=True)
def claws(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where OpenClaw keeps its state: not where the owner of this machine does."""
    folder = tmp_path / "openclaw"
    monkeypatch.setenv("OPENCLAW_STATE_DIR", str(folder))
    return folder


def workspace(tmp_path: Path, name: str = "claw") -> Path:
    folder = tmp_path / "work" / name
    folder.mkdir(parents=True)
    return folder


@shows("R208")
def test_asking_twice_is_asking_once(world: World, tmp_path: Path) -> None:
    folder = workspace(tmp_path)
    # Given an agent that was set up with something to listen to
    made = world.ok(
        "agent:init", workspace=str(folder), sources=[{"kind": "text", "path": str(tmp_path)}]
    )
    assert (made["projectId"], made["created"], made["moved"]) == ("claw", True, False)
    assert json.loads((folder / "memory" / "config.json").read_text("utf-8"))["agent"] == "claw"
    # When it is set up again, through a link too, then nothing changes
    link = tmp_path / "link"
    link.symlink_to(folder)
    for path in (folder, link):
        again = world.ok("agent:init", workspace=str(path))
        assert again == {**made, "created": False}
    assert [each["projectId"] for each in world.ok("agent:list")["items"]] == ["claw"]


def test_an_agent_is_named_after_its_folder(world: World, tmp_path: Path) -> None:
    world.ok("project:bind", projectId="novel", folder=str(workspace(tmp_path, "p")))
    found = []
    for name in ("a/claw", "b/claw", "我的 助手!", "novel", "..."):
        folder = workspace(tmp_path, f"x/{name}")
        found.append(world.ok("agent:init", workspace=str(folder))["projectId"])
    # The name of a project that has a folder is not taken: its memory is its own
    assert found == ["claw", "claw-2", "我的-助手", "novel-2", "agent"]
    assert world.ok("agent:init", agentId="bare")["projectId"] == "bare"


def test_a_workspace_that_was_moved_is_known_again(world: World, tmp_path: Path) -> None:
    old = workspace(tmp_path)
    world.ok("agent:init", workspace=str(old))
    new = tmp_path / "elsewhere"
    old.rename(new)
    assert world.ok("agent:list")["items"][0]["missing"]
    moved = world.ok("agent:init", workspace=str(new))
    assert (moved["projectId"], moved["created"], moved["moved"]) == ("claw", False, True)
    assert moved["workspace"] == str(new)
    # But a copy is another agent
    copy = tmp_path / "copy"
    shutil.copytree(new, copy)
    assert world.ok("agent:init", workspace=str(copy))["projectId"] == "copy"
    assert len(world.ok("agent:list")["items"]) == 2


def test_a_name_stays_with_its_workspace(world: World, tmp_path: Path) -> None:
    one, two = workspace(tmp_path, "one"), workspace(tmp_path, "two")
    world.ok("agent:init", workspace=str(one), agentId="a")
    for asked in (
        {"workspace": str(one), "agentId": "b"},
        {"workspace": str(two), "agentId": "a"},
    ):
        error = world.fails("agent:init", **asked)
        assert (error["code"], error["details"]["field"]) == ("CONFLICT", "agentId")
    world.ok("agent:init", workspace=str(two), agentId="b")
    error = world.fails("agent:update", projectId="b", workspace=str(one))
    assert (error["code"], error["details"]["field"]) == ("CONFLICT", "workspace")


def test_openclaws_sessions_of_the_workspace_are_found(
    world: World, tmp_path: Path, claws: Path
) -> None:
    folder = workspace(tmp_path)
    OpenClawFile(claws / "agents" / "main" / "sessions" / "s.jsonl", cwd=str(folder)).say(
        "我叫张三"
    )
    OpenClawFile(claws / "agents" / "work" / "sessions" / "t.jsonl", cwd="/other").say("x")
    # and one whose state is damaged, as may be
    damaged = claws / "agents" / "damaged" / "agent" / "openclaw-agent.sqlite"
    damaged.parent.mkdir(parents=True)
    damaged.write_bytes(b"no database" * 99)
    made = world.ok("agent:init", workspace=str(folder))
    assert made["sources"] == [{"kind": "openclaw", "path": str(claws / "agents" / "main")}]
    # And none is fine
    other = workspace(tmp_path, "other")
    assert world.ok("agent:init", workspace=str(other))["sources"] == []


def test_a_source_says_itself_what_it_is(world: World, tmp_path: Path) -> None:
    page = tmp_path / "notes.md"
    page.write_text("我住在北京\n")
    made = world.ok("agent:init", agentId="a", sources=[{"path": str(page)}] * 2)
    assert made["sources"] == [{"kind": "text", "path": str(page)}]
    changed = world.ok("agent:update", projectId="a", sources=[])
    assert changed["sources"] == []


@shows("C92")
def test_what_one_may_see_of_another_is_a_setting(world: World) -> None:
    for id in ("a", "b", "c"):
        world.ok("agent:init", agentId=id)
    parts = inside(world.memory)
    assert parts.agents.readable("a") == ()
    world.ok("agent:update", projectId="a", sees=["b", "a"])
    assert parts.agents.readable("a") == ("b",)
    world.ok("agent:update", projectId="c", sees=["*"])
    assert parts.agents.readable("c") == ("a", "b")
    assert parts.agents.readable(None) == parts.agents.readable("novel") == ()
    error = world.fails("agent:update", projectId="a", sees=["b", "nobody"])
    assert (error["code"], error["details"]["field"]) == ("INVALID_ARGUMENT", "sees")
    # An agent that is removed leaves no door open for the next one of that name
    world.ok("agent:remove", projectId="b")
    world.ok("agent:init", agentId="b")
    assert parts.agents.readable("a") == ()


def test_who_works_in_a_folder(world: World, tmp_path: Path) -> None:
    folder = workspace(tmp_path)
    world.ok("agent:init", workspace=str(folder))
    (folder / "src").mkdir()
    for below in (folder, folder / "src", folder / "gone"):
        assert world.ok("agent:find", workspace=str(below))["agent"]["projectId"] == "claw"
    nobody = world.ok("agent:find", workspace=str(tmp_path))
    assert nobody.keys() == {"projectId"}
    assert nobody["projectId"].startswith(tmp_path.name)  # as one would be called who came there


def test_removing_an_agent_keeps_what_it_knows(world: World, tmp_path: Path) -> None:
    folder = workspace(tmp_path)
    world.ok("agent:init", workspace=str(folder))
    world.ok("memory:create", type="fact", scope="project", projectId="claw", content="住在北京")
    assert world.ok("agent:remove", projectId="claw")["removed"]
    assert not world.ok("agent:remove", projectId="claw")["removed"]
    known = world.ok("memory:list", projectId="claw", scope="project")
    assert [each["content"] for each in known["items"]] == ["住在北京"]
    assert (folder / "memory" / "config.json").exists()


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({}, "workspace"),
        ({"workspace": "relative/path"}, "workspace"),
        ({"workspace": "/nowhere/at/all"}, "workspace"),
        ({"workspace": "/"}, "workspace"),
        ({"workspace": "HOME"}, "workspace"),
        ({"agentId": " "}, "agentId"),
        ({"agentId": "*"}, "agentId"),
        ({"agentId": "a", "sources": [{"kind": "text", "path": "notes.md"}]}, "sources"),
        ({"agentId": "a", "sources": [{"path": "/nowhere/at/all"}]}, "sources"),
        ({"agentId": "a", "sources": [{"kind": "text", "path": "HOME"}]}, "sources"),
        ({"agentId": "a", "sees": ["nobody"]}, "sees"),
    ],
)
def test_what_cannot_be_is_refused_with_its_field(
    world: World, asked: dict[str, object], field: str
) -> None:
    home = str(world.home)
    asked = json.loads(json.dumps(asked).replace("HOME", home))
    error = world.fails("agent:init", **asked)
    assert (error["code"], error["details"]["field"]) == ("INVALID_ARGUMENT", field)
    assert home not in json.dumps(error)
    assert world.ok("agent:list")["items"] == []


def test_changing_nobody_or_nothing(world: World) -> None:
    assert world.fails("agent:update", projectId="nobody", sees=[])["code"] == "NOT_FOUND"
    world.ok("agent:init", agentId="a")
    assert world.fails("agent:update", projectId="a")["code"] == "INVALID_ARGUMENT"


@shows("R201")
def test_how_much_is_unread(world: World, tmp_path: Path) -> None:
    # Given an agent with a small session, a large one, and an export
    parts = inside(world.memory)
    sessions = tmp_path / "sessions"
    small = OpenClawFile(sessions / "small.jsonl")
    for number in range(7):
        small.say(f"message {number}")
        small.say("answer", role="assistant")
    source = {"kind": "openclaw", "path": str(sessions)}
    world.ok("agent:init", agentId="a", sources=[source])
    # Then what is small is counted
    assert parts.backlog.waiting("a") == 7
    # And what is large is told by its size
    large = OpenClawFile(sessions / "large.jsonl")
    for _ in range(80):
        large.say("x" * 5_000)
    assert parts.backlog.waiting("a") > 80
    # And what was read does not count
    for each in parts.transcripts.sessions(parts.agent_store.all()[0].sources[0]):
        reading = parts.transcripts.read(
            parts.agent_store.all()[0].sources[0], each.key, None, most=999
        )
        parts.mind_db.write(
            lambda tx, key=each.key, mark=reading.bookmark: parts.agent_store.put_bookmark(
                tx, "a", key, mark
            )
        )
    assert parts.backlog.waiting("a") == 0
    small.say("one more")
    assert parts.backlog.waiting("a") == 1
    assert parts.backlog.waiting("nobody") == 0
