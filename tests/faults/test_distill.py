"""A distillation that cannot be finished leaves rules as they were, and the next one succeeds
(R49, R113, R115)."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import apsw
import pytest

from factories import confirmed, draft, policy
from faults.processes import Process
from inside import inside
from mohen.core.erasure import Target
from mohen.errors import Conflict
from mohen.memory import Memory, open_memory
from mohen.rules import distill
from prose import Author
from rulebooks import SHORT_TEXT, book, learn, only
from shows import shows
from worlds import World

QUICK = policy(storage={"busy_timeout_ms": 1})
LEASE_S = QUICK.upkeep.lease_ms / 1000


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """Nine episodes that teach something, and nothing learned yet."""
    made = World(tmp_path / "home", policy=QUICK)
    author = Author()
    for _ in range(9):
        made.record(**author.short())
    yield made
    made.close()


def at_stage(world: World, stage: str, do: Callable[[], object]) -> None:
    """Do something, once, in the middle of the next distillation."""
    waiting = [do]

    def heard(push: str, data: Any) -> None:
        if push == "memory:distill:progress" and data["stage"] == stage and waiting:
            waiting.pop()()

    world.memory.listen(heard)


def last_push(world: World) -> dict[str, Any]:
    return [data for push, data in world.pushes if push == "memory:distill:progress"][-1]


@shows("R113", "R49", "C18", "C89")
@pytest.mark.parametrize("stage", ["started", "generated"])
def test_a_locked_mind_fails_the_run_and_writes_nothing(world: World, stage: str) -> None:
    # Given another program that begins to write while a distillation is under way
    other = apsw.Connection(str(world.home / "mind.db"))
    at_stage(world, stage, lambda: other.execute("BEGIN IMMEDIATE"))
    # When it comes to writing
    error = world.fails("memory:semantic:distill", projectId="novel")
    # Then it has failed, with a code, and says so
    assert (error["code"], error["details"]["reason"]) == ("DB_ERROR", "busy")
    told = last_push(world)
    assert (told["stage"], told["progress"], told["error"]) == ("failed", 1.0, "DB_ERROR")
    # And nothing was learned, nothing forgotten
    other.close()
    learning = book(world)["learning"]
    assert (book(world)["items"], learning["pendingEpisodes"]) == ([], 9)
    # When the lock is gone and the lease over, the next trigger succeeds
    world.clock.advance(seconds=LEASE_S)
    world.record(**Author(2).short())
    assert only(world)["rule"] == SHORT_TEXT
    assert book(world)["learning"]["pendingEpisodes"] == 0


@shows("R113", "R49")
def test_a_mind_that_breaks_meanwhile_fails_the_run(world: World) -> None:
    # Given a rule, and a copy of the file that holds it
    learn(world)
    before = book(world)["items"]
    world.reopen()
    shutil.copy(world.home / "mind.db", world.home.parent / "copy.db")
    world.record(**Author(3).short())
    world.memory.close()
    world.memory = world._open()
    # When the file is destroyed in the middle of a distillation
    at_stage(world, "generated", lambda: world.destroy("mind.db"))
    world.fails("memory:semantic:distill", projectId="novel")
    assert last_push(world)["stage"] == "failed"
    # Then with the file restored everything is as it was, and the next run succeeds
    world.close()
    for side in ("", "-wal", "-shm"):
        (world.home / f"mind.db{side}").unlink(missing_ok=True)
    shutil.copy(world.home.parent / "copy.db", world.home / "mind.db")
    world.memory = world._open()
    assert book(world)["items"] == before
    assert learn(world)["updated"] == [before[0]["id"]]


@shows("R113", "R49")
def test_episodes_that_cannot_be_read_fail_the_run_and_keep_the_rules(world: World) -> None:
    learn(world)
    before = book(world)["items"]
    world.close()
    shutil.copy(world.home / "episodes.db", world.home.parent / "copy.db")
    world.destroy("episodes.db")
    world.memory = world._open()
    error = world.fails("memory:semantic:distill", projectId="novel")
    assert error["code"] == "DB_ERROR"
    assert [each["rule"] for each in book(world)["items"]] == [each["rule"] for each in before]
    world.close()
    for side in ("", "-wal", "-shm"):
        (world.home / f"episodes.db{side}").unlink(missing_ok=True)
    shutil.copy(world.home.parent / "copy.db", world.home / "episodes.db")
    world.memory = world._open()
    assert learn(world)["status"] == "completed"
    assert book(world)["items"] == before


@shows("R49", "C18", "C91")
def test_whatever_goes_wrong_the_run_is_known_to_have_failed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a mistake of ours
    def mistaken(*_asked: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr("mohen.rules.distill.Distiller.study", mistaken)
        assert world.fails("memory:semantic:distill", projectId="novel")["code"] == "INTERNAL"
    assert (last_push(world)["stage"], last_push(world)["error"]) == ("failed", "INTERNAL")
    (run,) = inside(world.memory).distillation_store.latest("novel", limit=5)
    assert (run.status, run.error) == ("failed", "INTERNAL")
    # Then nobody has to wait for the next
    assert inside(world.memory).lease_store.holder(distill.LEASE) is None
    assert learn(world)["status"] == "completed"


@shows("C91", "C89")
def test_who_took_too_long_and_lost_the_lease_writes_nothing(world: World) -> None:
    # Given a distillation that lasts so long that another process takes its place
    parts = inside(world.memory)

    def overtaken() -> None:
        world.clock.advance(seconds=LEASE_S + 1)
        now = world.clock.now()
        with parts.mind_db.unbound():  # as who holds nothing
            parts.mind_db.write(
                lambda tx: parts.lease_store.take(tx, distill.LEASE, "another", now, now + 60_000)
            )

    at_stage(world, "patterned", overtaken)
    # Then it gives up and leaves the lease to the other
    assert world.fails("memory:semantic:distill", projectId="novel")["code"] == "CONFLICT"
    assert last_push(world)["error"] == "CONFLICT"
    assert book(world)["items"] == []
    held = parts.lease_store.holder(distill.LEASE)
    assert held is not None
    assert held[0] == "another"


@shows("C89", "R115")
def test_what_the_author_does_meanwhile_is_not_overwritten(world: World) -> None:
    # Given a learned rule that the author edits, and another that they delete, in the middle
    learn(world)
    rule = only(world)
    world.record(**Author(4).short())

    def edit() -> None:
        world.ok(
            "memory:semantic:update",
            id=rule["id"], version=only(world)["version"], patch={"rule": "打斗要短促"},
        )  # fmt: skip

    at_stage(world, "generated", edit)
    world.record(**Author(5).short())
    learn(world)
    assert only(world)["rule"] == "打斗要短促"
    at_stage(world, "generated", lambda: world.ok("memory:semantic:delete", id=rule["id"]))
    world.record(**Author(6).short())
    learn(world)
    assert rule["id"] not in [each["id"] for each in book(world)["items"]]


# -- other processes, for real


def fill(home: Path, count: int = 9) -> None:
    with open_memory(home, immediate=True) as memory:
        author = Author()
        for _ in range(count):
            act = author.short()
            memory.episodes.record(
                draft(candidates=tuple(act["candidates"]), selected_index=act["selectedIndex"])
            )


def rules(memory: Memory) -> list[str]:
    return [each.rule.text for each in memory.rules.list("novel").items]


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is a POSIX notion")
@shows("C91", "R115", "R49", "C89")
@pytest.mark.parametrize("stage", ["started", "generated"])
def test_a_killed_distillation_leaves_rules_as_they_were(home: Path, stage: str) -> None:
    # Given another process in the middle of a distillation
    fill(home)
    child = Process("distil", home, stop=stage)
    try:
        child.wait_until_ready()
        child.tell(go=True)
        while child.line() != stage:
            pass
        with open_memory(home, immediate=True) as memory:
            # Then nobody else can distil, but everybody can write
            with pytest.raises(Conflict):
                memory.rules.distill("novel")
            memory.episodes.record(draft(project_id="essay"))
    finally:
        # When it is killed
        child.kill()
    with open_memory(home, immediate=True) as memory:
        # Then nothing was learned, and nobody has to wait for the dead: another does the work
        assert rules(memory) == []
        assert memory.rules.distill("novel").status == "completed"
        assert rules(memory) == [SHORT_TEXT]
        assert inside(memory).mind_db.check() == "ok"


@shows("C91", "C89")
def test_what_another_process_learned_is_seen_at_once(home: Path) -> None:
    fill(home)
    child = Process("distil", home, stop="nowhere")
    with open_memory(home, immediate=True) as memory:
        assert rules(memory) == []
        child.wait_until_ready()
        child.tell(go=True)
        while child.line() != "completed":
            pass
        assert child.close() == 0
        assert rules(memory) == [SHORT_TEXT]


@pytest.mark.skipif(sys.platform == "win32", reason="forks")
@shows("C91", "C74")
@pytest.mark.parametrize(("project", "said"), [("novel", "CONFLICT"), ("essay", "completed")])
def test_another_process_gives_way_to_what_is_forgotten_here(
    home: Path, project: str, said: str
) -> None:
    # Given another process that stands in the middle of a distillation of the novel
    with open_memory(home, immediate=True) as memory:
        author = Author()
        for _ in range(9):
            act = author.cutting("zyqxvarn")
            memory.episodes.record(
                draft(
                    project_id=project,
                    candidates=tuple(act["candidates"]),
                    selected_index=act["selectedIndex"],
                    final_text=act["finalText"],
                )
            )
    fill(home)
    child = Process("distil", home, stop="generated")
    try:
        child.wait_until_ready()
        child.tell(go=True)
        while child.line() != "generated":
            pass
        # When something of one project is forgotten here
        with open_memory(home, immediate=True) as memory:
            words = Target(query_text="zyqxvarn")
            assert confirmed(memory.upkeep.forget)(project, words).wiped
        # Then it gives way, or is not disturbed by what is no concern of its
        child.tell(go="on")
        while (line := child.line()) not in ("CONFLICT", "completed"):
            assert line
        assert line == said
        assert child.close() == 0
    finally:
        child.kill()
    with open_memory(home, immediate=True) as memory:
        assert rules(memory) == ([] if project == "novel" else [SHORT_TEXT])
    assert b"zyqxvarn" not in b"".join(each.read_bytes() for each in home.glob("*.db*"))
