"""Nothing leaves the machine, and the author can switch, delete, audit, teach and go on without."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

import on_postgres
from shows import shows
from worlds import World

TEXT = "雪下了一夜。林远站在门口。"


@shows("R173", "R177")
def test_the_whole_loop_works_without_a_connection_to_anywhere(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every feature of the first priorities, with the network gone."""

    def refused(*_: object) -> None:
        raise AssertionError("something tried to connect")

    monkeypatch.setattr(socket.socket, "connect", refused)
    monkeypatch.setattr(socket, "getaddrinfo", refused)
    folder = tmp_path / "novel"
    (folder / ".mohen").mkdir(parents=True)
    (folder / ".mohen" / "style-guide.md").write_text("短句。", "utf-8")
    world.ok("project:bind", projectId="novel", folder=str(folder))
    for _ in range(3):
        # context_rules, files, preferences and the stable prefix go into a run by themselves
        run = world.ok("ai:skill:run", skillId="continue", projectId="novel", text=TEXT)
        assert run["injected"]["refs"] == [".mohen/style-guide.md"]
        # feedback is tracked, and teaches
        answer = world.ok(
            "ai:skill:feedback",
            runId=run["runId"], action="accept", selectedIndex=0, evidenceRef="对白口语化",
        )  # fmt: skip
    [rule] = answer["learned"]
    again = world.ok("ai:skill:run", skillId="continue", projectId="novel", text=TEXT)
    assert [each["id"] for each in again["injected"]["memory"]] == [rule]
    # a long conversation is compacted and the way back is there
    said = [{"role": "user", "content": f"第{n}句"} for n in range(31)]
    world.ok("compaction:save", projectId="novel", conversationId="c", messages=said)
    whole = world.ok("compaction:expand", projectId="novel", conversationId="c")
    assert len(whole["messages"]) == 31
    # the story is checked
    assert world.ok("graph:check", projectId="novel")["findings"] == []
    # and everything can be switched off, deleted and audited
    world.ok("memory:semantic:delete", id=rule, projectId="novel")
    world.ok("memory:settings:update", injectionEnabled=False)
    last = world.ok("ai:skill:run", skillId="continue", projectId="novel", text=TEXT)
    assert last["injected"]["memory"] == []
    assert world.ok("memory:audit:list")["items"]
    # in two files of SQLite and nowhere else (on PostgreSQL only their keys are here); beside them
    # is room for deleting, on a full disk
    kept = {"author"} if on_postgres.is_on() else {"episodes.db", "mind.db"}
    assert {path.name.split("-")[0] for path in world.home.iterdir()} == {*kept, "reserve"}
