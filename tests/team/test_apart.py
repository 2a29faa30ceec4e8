"""One author's words are in no answer, push, log, metric or file of another."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from team.served import Caller, Team, pushed

CANARY = "zanzibarcanary"
PROGRESS = "memory:index:progress"
QUESTIONS = (
    ("memory:list", {}),
    ("memory:status", {}),
    ("memory:search", {"projectId": "novel", "query": CANARY}),
    ("memory:episode:list", {"projectId": "novel"}),
    ("memory:episode:query", {"projectId": "novel", "queryText": CANARY}),
    ("knowledge:search", {"projectId": "novel", "query": CANARY}),
    ("talk:search", {"projectId": "novel", "query": CANARY}),
    ("talk:sessions", {"projectId": "novel"}),
    ("context:assemble", {"projectId": "novel", "skillId": "continue", "cursorText": "rain"}),
    ("memory:export", {"projectId": "novel", "includeEpisodes": True}),
    ("memory:audit:list", {}),
    ("project:list", {"all": True}),
    ("browser:list", {}),
)


def remember(author: Caller) -> None:
    author.note(f"my secret word is {CANARY}")
    author.ok(
        "memory:episode:record",
        projectId="novel",
        sceneType="action",
        skillUsed="continue",
        inputContext=f"the {CANARY} sang",
        candidates=[f"and the {CANARY} flew"],
        selectedIndex=0,
    )
    said = [{"role": "user", "text": f"I keep a {CANARY} in the attic."}]
    author.ok("talk:hear", projectId="novel", session="s", messages=said)


def test_what_one_told_no_other_is_told(
    team: Team, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    caplog.set_level(logging.DEBUG)
    # Given ann, who listens too, bob, and an administrator
    ann, bob, admin = team.author("ann"), team.author("bob"), team.author("root", scope="admin")
    with bob.listening() as heard, ann.listening() as own:
        # When ann remembers, and both their memories push something
        remember(ann)
        ann.ok("memory:index:rebuild")
        assert pushed(own, PROGRESS)["done"] > 0
        bob.note("nothing to hide")
        bob.ok("memory:episode:record", **_plain_episode())
        bob.ok("memory:index:rebuild")
        # Then bob hears his own alone
        assert pushed(heard, PROGRESS) == {"stage": "words", "done": 1, "total": 1}
        assert not any(CANARY in line for line in heard.queue)
    # And whatever bob asks, it is in no answer
    answers = [bob.ask(channel, **payload).text for channel, payload in QUESTIONS]
    assert not any(CANARY in each for each in answers)
    assert any(CANARY in ann.ask(channel, **payload).text for channel, payload in QUESTIONS)
    # Nor in what an administrator is told, nor in metrics, nor in the log
    for payload in ({}, {"author": "ann"}, {"author": "bob"}):
        assert CANARY not in admin.ask("team:status", **payload).text
    metrics = admin.client.get("/metrics").text
    for hidden in (CANARY, "ann", "bob"):
        assert f'"{hidden}' not in metrics
        assert hidden not in metrics.replace("channel", "")
    assert CANARY not in caplog.text
    # And on disk it is in ann's home alone
    team.rooms._open.close()
    found = {path for path in tmp_path.rglob("*") if path.is_file() and CANARY in _text(path)}
    assert found
    assert {path.relative_to(tmp_path / "team" / "authors").parts[0] for path in found} == {"ann"}


def _plain_episode() -> dict[str, object]:
    return {
        "projectId": "novel",
        "sceneType": "action",
        "skillUsed": "continue",
        "inputContext": "it rained",
        "candidates": ["and poured"],
        "selectedIndex": 0,
    }


def _text(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "replace")


def test_ids_of_another_open_nothing(team: Team) -> None:
    ann, bob = team.author("ann"), team.author("bob")
    made = ann.note(CANARY)
    assert bob.fails("memory:delete", id=made["id"])["code"] == "NOT_FOUND"
    assert bob.fails("knowledge:get", id=made["id"])["code"] == "NOT_FOUND"
    assert ann.notes() == [CANARY]


def test_a_request_is_cancelled_by_its_own_author_alone(team: Team) -> None:
    ann, bob = team.author("ann"), team.author("bob")
    for each in (ann, bob):
        assert each.ok("request:cancel", id="mine") == {"canceled": False}


def test_numbers_of_pushes_are_each_authors_own(team: Team) -> None:
    """Who follows a call waits for the last push before it: another's would be waited for in
    vain."""
    ann, bob = team.author("ann"), team.author("bob")
    ann.ok("memory:episode:record", **_plain_episode())
    begun = int(bob.ask("memory:status").headers["x-pushed"])
    ann.ok("memory:index:rebuild")
    after = int(ann.ask("memory:status").headers["x-pushed"])
    assert after > begun
    assert int(bob.ask("memory:status").headers["x-pushed"]) == begun
    with ann.listening() as heard:
        assert heard.get(timeout=60) == f"id: {after}"


def test_a_closed_memory_opens_again_with_what_it_held(open_team: object) -> None:
    team: Team = open_team(open_authors=1)  # type: ignore[operator]
    ann, bob = team.author("ann"), team.author("bob")
    with ann.listening() as heard:
        ann.note("第一条")
        bob.note("nothing")
        assert ann.notes() == ["第一条"]
        assert team.opened == ["ann", "bob", "ann"]
        # And who listened all the while still hears
        ann.ok("memory:episode:record", **_plain_episode())
        ann.ok("memory:index:rebuild")
        assert pushed(heard, PROGRESS)["total"] == 1
