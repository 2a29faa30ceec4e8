"""Clearing and forgetting reach everything that writing leaves behind (C74, C93)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mohen.episodes.record import Episodes
from mohen.errors import CapacityExceeded
from shows import shows
from worlds import World

SECRET = "青铜匣子里的名单"


def everything(world: World, folder: Path) -> None:
    """A secret in every place that a day of writing may put it."""
    chapter = folder / "chapters" / "01.md"
    chapter.parent.mkdir(parents=True, exist_ok=True)
    chapter.write_text(f"# 第一章\n\n林远得知了{SECRET}。", "utf-8")
    world.ok("project:bind", projectId="novel", folder=str(folder))
    session = world.ok("session:begin", projectId="novel")["sessionId"]
    for _ in range(3):
        world.ok("session:note", sessionId=session, kind="signal", text=f"{SECRET}写得太长")
    run = world.ok(
        "ai:skill:run",
        skillId="continue", projectId="novel", sessionId=session, text=f"他翻出{SECRET}。",
        candidates=1,
    )  # fmt: skip
    world.ok(
        "ai:skill:feedback", runId=run["runId"], action="accept", finalText=f"{SECRET}，烧了。"
    )
    world.ok(
        "compaction:save", projectId="novel", conversationId="talk",
        messages=[{"role": "user", "content": f"把{SECRET}写进去"}],
    )  # fmt: skip
    world.ok("graph:refresh", projectId="novel")
    world.ok("memory:create", type="fact", scope="project", projectId="novel", content=SECRET)


def ours(folder: Path) -> bytes:
    """What we wrote into the project's folder; the manuscript is the author's."""
    return b"".join(path.read_bytes() for path in (folder / ".mohen").rglob("*") if path.is_file())


def cleared(world: World, channel: str, **payload: Any) -> dict[str, Any]:
    asked = world.fails(channel, **payload)
    assert asked["code"] == "MEMORY_CLEAR_CONFIRM_REQUIRED"
    return world.ok(channel, **payload, confirmToken=asked["details"]["confirmToken"])


@shows("C74", "C93")
@pytest.mark.parametrize("how", ["memory:clear:project", "memory:clear:all", "memory:forget"])
def test_an_answer_to_a_run_of_before_brings_nothing_back(
    world: World, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    # Given a run whose episode could not be opened: its text is held in this process alone
    def full(*_: object) -> int:
        raise CapacityExceeded("full")

    with monkeypatch.context() as broken:
        broken.setattr(Episodes, "make_room", full)
        run = world.ok(
            "ai:skill:run", skillId="polish", projectId="novel", text=SECRET, candidates=1
        )
    assert run["episodeId"] is None
    # When everything is cleared or forgotten, and the author answers afterwards
    scope = {} if how == "memory:clear:all" else {"projectId": "novel"}
    cleared(world, how, **scope, **({"queryText": SECRET} if how == "memory:forget" else {}))
    error = world.fails("ai:skill:feedback", runId=run["runId"], action="accept")
    # Then there is nothing to answer, and nothing is kept
    assert error["code"] == "NOT_FOUND"
    assert SECRET.encode() not in world.bytes_everywhere()


@shows("C74", "C93", "R88")
def test_clearing_a_project_leaves_nothing_of_its_writing(world: World, tmp_path: Path) -> None:
    folder = tmp_path / "novel"
    everything(world, folder)
    assert SECRET.encode() in world.bytes_everywhere() + ours(folder)
    receipt = cleared(world, "memory:clear:project", projectId="novel")
    assert receipt["wiped"]
    assert receipt["traces"]
    assert receipt["conversations"]
    assert SECRET.encode() not in world.bytes_everywhere() + ours(folder)
    # And a session that was live settles nothing back
    world.reopen()
    assert world.ok("memory:episode:list", projectId="novel")["items"] == []
    assert SECRET.encode() not in world.bytes_everywhere()
    # The folder is the author's and stays bound
    assert world.ok("project:list")["items"]
    assert (folder / "chapters" / "01.md").exists()


@shows("C74")
def test_clearing_everything_takes_the_conversations_in_the_folders_too(
    world: World, tmp_path: Path
) -> None:
    folder = tmp_path / "novel"
    everything(world, folder)
    assert cleared(world, "memory:clear:all")["wiped"]
    assert SECRET.encode() not in world.bytes_everywhere() + ours(folder)
    assert world.ok("project:list")["items"] == []


@shows("C74", "C75")
def test_forgetting_words_finds_them_wherever_writing_put_them(
    world: World, tmp_path: Path
) -> None:
    folder = tmp_path / "novel"
    everything(world, folder)
    would = world.ok("memory:forget", projectId="novel", queryText=SECRET, dryRun=True)
    for kind in ("episodes", "knowledge", "conversations"):
        assert would[kind], kind
    receipt = cleared(world, "memory:forget", projectId="novel", queryText=SECRET)
    assert receipt["wiped"]
    assert SECRET.encode() not in world.bytes_everywhere() + ours(folder)
    world.reopen()  # the session ends, and has nothing to say of it
    assert SECRET.encode() not in world.bytes_everywhere()
