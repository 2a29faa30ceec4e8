"""The author's wish to forget goes first (C74, C91): it waits for no distillation or consolidation,
and whoever has read what is gone cannot write it down again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from inside import inside
from mohen.knowledge.consolidation.model import Phase
from mohen.rules import distill
from prose import Author
from rulebooks import SHORT_TEXT, book, learn
from shows import shows
from spec.test_consolidation import Claw
from worlds import World

WORD = "zyqxvarn"
BUSY = ("CONFLICT", True)


def meanwhile(world: World, push: str, at: dict[str, Any], do: Callable[[], object]) -> None:
    """Something is done once, by somebody else, when a push says this."""
    waiting = [do]

    def heard(name: str, data: Any) -> None:
        if name == push and at.items() <= dict(data).items() and waiting:
            other = Thread(target=waiting.pop())
            other.start()
            other.join()

    world.memory.listen(heard)


def taught(world: World, project: str = "novel") -> list[str]:
    """Episodes of an author who cuts a word, which a rule will say."""
    author = Author()
    acts = (author.cutting(WORD, projectId=project) for _ in range(9))
    return [str(world.record(**each)["episodeId"]) for each in acts]


def by_words(world: World, text: str, project: str) -> dict[str, Any]:
    asked = {"projectId": project, "queryText": text}
    token = world.fails("memory:forget", **asked)["details"]["confirmToken"]
    return world.ok("memory:forget", **asked, confirmToken=token)


def cleared(world: World, project: str) -> dict[str, Any]:
    token = world.fails("memory:clear:project", projectId=project)["details"]["confirmToken"]
    return world.ok("memory:clear:project", projectId=project, confirmToken=token)


def everything_cleared(world: World, _project: str) -> dict[str, Any]:
    token = world.fails("memory:clear:all")["details"]["confirmToken"]
    return world.ok("memory:clear:all", confirmToken=token)


def forgotten(world: World, project: str) -> dict[str, Any]:
    return by_words(world, WORD, project)


def holds(world: World, word: str = WORD, *folders: Path) -> bool:
    there = (each for folder in folders for each in folder.rglob("*") if each.is_file())
    found = b"".join([world.bytes_everywhere(), *(each.read_bytes() for each in there)])
    return word in found.decode("utf-8", "ignore").lower()


def told(error: dict[str, Any]) -> tuple[str, bool]:
    return error["code"], error["retryable"]


# -- distillations


@shows("C74", "C91")
@pytest.mark.parametrize(
    ("stage", "gone"),
    [
        ("clustered", forgotten),
        ("generated", forgotten),
        ("patterned", cleared),
        ("generated", everything_cleared),
    ],
)
def test_what_is_forgotten_under_a_distillation_is_not_learned(
    world: World, stage: str, gone: Callable[[World, str], dict[str, Any]]
) -> None:
    # Given a distillation under way of an author who cuts a word
    taught(world)
    receipts = list[dict[str, Any]]()
    meanwhile(
        world,
        "memory:distill:progress",
        {"stage": stage},
        lambda: receipts.append(gone(world, "novel")),
    )
    # When the author wants it gone, it goes at once
    error = world.fails("memory:semantic:distill", projectId="novel")
    (receipt,) = receipts
    assert (receipt["episodes"], receipt["wiped"]) == (9, True)
    # Then the distillation gives way and says that it may be tried again
    assert told(error) == BUSY
    # And nothing of it is anywhere, then or after the next
    assert (book(world)["items"], holds(world)) == ([], False)
    learn(world)
    assert (book(world)["items"], holds(world)) == ([], False)
    # And of what was cleared, not even that somebody learned from it
    runs = inside(world.memory).distillation_store.latest("novel", limit=9)
    assert [each.error for each in runs if each.error] == ["CONFLICT"] * (gone is forgotten)


@shows("C74", "C92")
@pytest.mark.parametrize("gone", [forgotten, cleared])
def test_a_distillation_of_another_project_is_not_disturbed(
    world: World, gone: Callable[[World, str], dict[str, Any]]
) -> None:
    taught(world, "essay")
    author = Author()
    for _ in range(9):
        world.record(**author.short())
    receipts = list[dict[str, Any]]()
    meanwhile(
        world,
        "memory:distill:progress",
        {"stage": "generated"},
        lambda: receipts.append(gone(world, "essay")),
    )
    assert learn(world)["status"] == "completed"
    assert [each["rule"] for each in book(world)["items"]] == [SHORT_TEXT]
    assert [(each["episodes"], each["wiped"]) for each in receipts] == [(9, True)]
    assert not holds(world)


@shows("C77", "C91")
def test_of_all_projects_only_the_one_gives_way(world: World) -> None:
    # Given two projects that are learned from in turn, and one of them loses something meanwhile
    taught(world, "a")
    author = Author()
    for _ in range(9):
        world.record(**author.short(projectId="b"))
    at = {"stage": "generated", "projectId": "a"}
    meanwhile(world, "memory:distill:progress", at, lambda: forgotten(world, "a"))
    (run,) = world.ok("memory:semantic:distill")["runs"]
    assert (run["projectId"], run["status"]) == ("b", "completed")


@shows("C91")
def test_while_something_goes_its_project_is_not_distilled(world: World) -> None:
    taught(world)
    parts, now = inside(world.memory), world.clock.now()

    def another(name: str) -> None:
        parts.mind_db.write(
            lambda tx: parts.lease_store.take(tx, name, "another process", now, now + 1000)
        )

    # Given another process that deletes something of the project
    another(distill.lease_of("novel"))
    # Then learning from it, and one more deletion, may be tried again in a moment
    assert told(world.fails("memory:semantic:distill", projectId="novel")) == BUSY
    another("deletion")
    asked = {"projectId": "novel", "queryText": WORD}
    token = world.fails("memory:forget", **asked)["details"]["confirmToken"]
    assert told(world.fails("memory:forget", **asked, confirmToken=token)) == BUSY
    world.clock.advance(seconds=1)
    assert world.ok("memory:forget", **asked, confirmToken=token)["episodes"] == 9


# -- consolidations


@pytest.fixture
def claw(tmp_path: Path) -> Iterator[Claw]:
    made = Claw(tmp_path)
    yield made
    made.world.close()


@shows("C74", "C91", "C97")
@pytest.mark.parametrize("phase", list(Phase)[1:])
@pytest.mark.parametrize("gone", [forgotten, cleared])
def test_what_is_forgotten_under_a_consolidation_does_not_come_back(
    claw: Claw, phase: Phase, gone: Callable[[World, str], dict[str, Any]]
) -> None:
    # Given an agent that was told something, and a consolidation in one of its phases
    claw.say(f"My cat is called {WORD.title()}.", "I live in Berlin.")
    at = {"status": "running", "phase": int(phase)}
    world, receipts = claw.world, list[dict[str, Any]]()
    meanwhile(
        world,
        "knowledge:consolidate:progress",
        at,
        lambda: receipts.append(gone(world, "claw")),
    )
    # When it is forgotten meanwhile, it goes at once
    error = world.fails("knowledge:consolidate", projectId="claw", force=True)
    assert [each["wiped"] for each in receipts] == [True]
    # Then the consolidation gives way and says that it may be tried again
    assert told(error) == BUSY
    # And it is nowhere, then and when the consolidation has gone on
    assert not holds(world, WORD, claw.workspace)
    if gone is forgotten:
        claw.consolidate(force=True)
        assert not holds(world, WORD, claw.workspace)
        assert holds(world, "berlin", claw.workspace)


# -- indexes and snapshots


@shows("C74")
def test_a_rebuilt_index_does_not_hold_what_was_forgotten_meanwhile(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mohen.episodes import embed

    ids, expand = taught(world), embed.terms.expand

    def slow(text: str) -> Any:
        while ids:
            world.ok("memory:forget", episodeId=ids.pop())
        return expand(text)

    monkeypatch.setattr(embed.terms, "expand", slow)
    world.ok("memory:index:rebuild")
    assert not holds(world)
    counted = inside(world.memory).episodes_db
    with counted.read() as reader:
        assert reader.execute(counted.words("search").rows()).fetchall() == []


@shows("C74", "C97")
def test_a_snapshot_does_not_tell_what_was_forgotten_while_it_was_made(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mohen.knowledge.workspace import snapshot

    asked = {"projectId": "agent", "content": f"The user's cat is called {WORD}"}
    doomed = [world.ok("knowledge:capture", **asked)["item"]["id"]]
    render = snapshot.snapshot_text.render

    def slow(*items: Any, **how: Any) -> Any:
        made = render(*items, **how)
        while doomed:
            world.ok("memory:forget", projectId="agent", knowledgeId=doomed.pop())
        return made

    monkeypatch.setattr(snapshot.snapshot_text, "render", slow)
    assert WORD not in world.ok("knowledge:snapshot", projectId="agent")["text"]
    assert not holds(world)
