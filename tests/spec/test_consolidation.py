"""Conversations become knowledge (R193–R205): when, in what steps, and what is told of it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from mohen.embedders.builtin import Builtin
from mohen.policy import Policy
from mohen.testing import FailingEmbedder, FrozenClock, ScriptedModel
from shows import shows
from transcripts import DAY_ONE, OpenClawFile
from worlds import World

PHASES = [1, 2, 3, 4, 5, 6, 7]


class Claw:
    """A user, an agent in its workspace, and the memory that listens."""

    def __init__(self, folder: Path, **options: Any) -> None:
        self.clock = FrozenClock(DAY_ONE + 12 * 3_600_000)
        self.workspace = folder / "claw"
        self.workspace.mkdir()
        self.sessions = folder / "sessions"
        self.talk = OpenClawFile(self.sessions / "first.jsonl", at=self.clock.now())
        self.world = World(folder / "home", clock=self.clock, **options)
        self.world.ok(
            "agent:init",
            workspace=str(self.workspace),
            agentId="claw",
            sources=[{"kind": "openclaw", "path": str(self.sessions)}],
        )

    def say(self, *texts: str) -> None:
        for each in texts:
            self.talk.say(each)

    def consolidate(self, **how: Any) -> dict[str, Any]:
        answer = self.world.ok("knowledge:consolidate", projectId="claw", **how)
        (outcome,) = answer["outcomes"]
        return outcome

    def status(self) -> dict[str, Any]:
        (standing,) = self.world.ok("knowledge:consolidation", projectId="claw")["agents"]
        return standing

    def found(self, query: str) -> list[str]:
        answer = self.world.ok("knowledge:search", projectId="claw", query=query)
        return [each["content"] for each in answer["items"]]

    def pushes(self) -> list[dict[str, Any]]:
        return [
            data for push, data in self.world.pushes if push == "knowledge:consolidate:progress"
        ]


@pytest.fixture
def claw(tmp_path: Path) -> Iterator[Claw]:
    made = Claw(tmp_path)
    yield made
    made.world.close()


def added(outcome: dict[str, Any]) -> set[str]:
    return {each["content"] for each in outcome["changes"] if each["done"] == "added"}


@shows("R193", "R194", "R195", "R196", "R204", "R205", "C45")
def test_the_seeds_own_examples_are_remembered(claw: Claw) -> None:
    # Given what the seed says that users say, between chatter
    claw.say("你好", "我对花生过敏", "好的", "我叫张三", "嗯", "我讨厌香菜", "OK")
    # When the conversation is consolidated
    outcome = claw.consolidate()
    # Then each of them is a fact, and the chatter is nothing
    assert {"用户对花生过敏", "用户讨厌香菜"} <= added(outcome)
    assert any("张三" in each for each in added(outcome))
    assert len(added(outcome)) == 3
    assert outcome["phases"] == PHASES
    assert outcome["tokens"] == 0


@shows("R181")
def test_the_transcript_is_never_touched(claw: Claw) -> None:
    claw.say("我对花生过敏")
    before = claw.talk.path.read_bytes()
    claw.consolidate()
    assert claw.talk.path.read_bytes() == before


@shows("C58", "R224")
def test_what_was_heard_is_not_heard_again_and_what_is_new_is(claw: Claw) -> None:
    claw.say("我对花生过敏")
    claw.consolidate()
    claw.say("我讨厌香菜")
    outcome = claw.consolidate(force=True)
    assert outcome["messages"] == 1
    assert added(outcome) == {"用户讨厌香菜"}


@shows("R201", "R209")
def test_by_hand_it_runs_once_in_twenty_hours_or_by_force(claw: Claw) -> None:
    claw.say("我对花生过敏")
    assert "skipped" not in claw.consolidate()
    skipped = claw.consolidate()
    assert skipped["phases"] == []
    assert "--force" in skipped["skipped"]["en"]
    assert "--force" in skipped["skipped"]["zh"]
    assert claw.consolidate(force=True)["phases"] == PHASES


@shows("R209", "C57", "B17")
def test_one_phase_alone(claw: Claw) -> None:
    # Given a conversation
    claw.say("我对花生过敏")
    # Then phase 0 is refused, and a phase that has nothing to work on says what to do
    error = claw.world.fails("knowledge:consolidate", projectId="claw", phase=0)
    assert (error["code"], error["details"]["field"]) == ("INVALID_ARGUMENT", "phase")
    error = claw.world.fails("knowledge:consolidate", projectId="claw", phase=2)
    assert error["code"] == "CONFLICT"
    assert "phase 1" in error["message"]
    # And one after the other they do what a whole run does, and are no success
    for phase in PHASES:
        assert claw.consolidate(phase=phase)["phases"] == [phase]
    assert "lastSuccess" not in claw.status()
    assert claw.found("过敏") == ["用户对花生过敏"]


@shows("C75", "R209")
def test_what_it_would_do_can_be_seen_first(claw: Claw) -> None:
    claw.say("我对花生过敏")
    would = claw.consolidate(dryRun=True)
    assert would["dryRun"]
    assert added(would) == {"用户对花生过敏"}
    assert claw.found("过敏") == []
    assert claw.status()["unprocessed"] == 1
    assert claw.consolidate()["changes"] == would["changes"]


@shows("R202", "R211")
def test_how_it_stands(claw: Claw) -> None:
    claw.say("我对花生过敏", "我讨厌香菜")
    before = claw.status()
    assert before["unprocessed"] == 2
    assert "lastSuccess" not in before
    claw.consolidate()
    after = claw.status()
    assert after["unprocessed"] == 0
    assert after["lastSuccess"] == after["lastRun"] == claw.clock.now()
    assert "currentPhase" not in after
    assert after["nextDue"] > claw.clock.now()


@shows("R202")
def test_progress_is_pushed(claw: Claw) -> None:
    claw.say("我对花生过敏")
    answer = claw.world.ok("knowledge:consolidate", projectId="claw", wait=False)
    assert answer["status"] == "running"
    heard = claw.pushes()
    assert {each["runId"] for each in heard} == set(answer["runIds"])
    assert [each["phase"] for each in heard] == [*PHASES, 7]
    assert [each["status"] for each in heard] == ["running"] * 7 + ["completed"]
    progress = [each["progress"] for each in heard]
    assert progress == sorted(progress)
    assert progress[-1] == 1


@shows("R130", "C95")
def test_in_privacy_mode_it_does_nothing_and_says_so(claw: Claw) -> None:
    claw.say("我对花生过敏")
    claw.world.ok("memory:settings:update", privacyModeEnabled=True)
    outcome = claw.consolidate(force=True)
    assert "privacy" in outcome["skipped"]["en"]
    assert "隐私" in outcome["skipped"]["zh"]
    claw.world.ok("memory:settings:update", privacyModeEnabled=False)
    assert added(claw.consolidate()) == {"用户对花生过敏"}


@shows("C58", "C92")
def test_agents_are_consolidated_each_for_itself(claw: Claw, tmp_path: Path) -> None:
    # Given two agents, each with its own user
    claw.say("我对花生过敏")
    other = OpenClawFile(tmp_path / "others" / "o.jsonl", at=claw.clock.now())
    other.say("我讨厌香菜")
    claw.world.ok("agent:init", agentId="other", sources=[{"path": str(other.path.parent)}])
    # When all of them are consolidated
    answer = claw.world.ok("knowledge:consolidate")
    # Then each knows what was said to it
    said = {each["projectId"]: added(each) for each in answer["outcomes"]}
    assert said == {"claw": {"用户对花生过敏"}, "other": {"用户讨厌香菜"}}
    assert claw.found("香菜") == []


def test_a_stranger_is_no_agent(claw: Claw) -> None:
    error = claw.world.fails("knowledge:consolidate", projectId="nobody")
    assert error["code"] == "NOT_FOUND"


# -- by itself


@shows("R201")
def test_it_runs_by_night_and_makes_up_for_what_was_missed_once(claw: Claw) -> None:
    # Given an agent that was consolidated, and somebody who speaks on
    claw.consolidate()
    claw.say("我对花生过敏")
    # When the memory is opened again within the day, nothing happens
    claw.world.reopen()
    assert claw.found("过敏") == []
    # When it was off for three nights, it is done once
    claw.clock.advance(days=3)
    claw.world.reopen()
    assert claw.found("过敏") == ["用户对花生过敏"]
    ran = claw.status()["lastRun"]
    assert ran == claw.clock.now()
    claw.clock.advance(seconds=60)
    claw.world.reopen()
    assert claw.status()["lastRun"] == ran


@shows("R201")
def test_it_runs_when_more_than_a_hundred_messages_wait(claw: Claw) -> None:
    claw.consolidate()
    claw.say("我对花生过敏", *["嗯嗯好的"] * 99)
    claw.clock.advance(hours=1)
    claw.world.reopen()
    assert claw.found("过敏") == []
    claw.say("好吧")
    claw.world.reopen()
    assert claw.found("过敏") == ["用户对花生过敏"]


# -- phase 6


class Counting(FailingEmbedder):
    """Remembers what it was shown."""

    def __init__(self) -> None:
        super().__init__(Builtin(Policy()))
        self.shown: list[str] = []

    def embed(self, texts: Sequence[str]) -> Any:
        self.shown += texts
        return super().embed(texts)


@shows("R198", "R224")
def test_the_indexes_grow_by_what_is_new_and_ask_no_model(tmp_path: Path) -> None:
    # Given an agent that knows something, and a model that could be asked
    embedder, model = Counting(), ScriptedModel("{}")
    claw = Claw(tmp_path, embedder=embedder, model=model)
    claw.say("我住在杭州。", "我女朋友叫李梅。")
    claw.consolidate(force=True)
    folder = claw.workspace / "memory/layer2/index"

    def index() -> dict[str, Any]:
        return {each.stem: json.loads(each.read_text("utf-8")) for each in folder.iterdir()}

    before, old = index(), list(embedder.shown)
    assert before.keys() == {"keywords", "timeline", "relations"}
    assert old
    # When there is something new
    claw.clock.advance(days=40)
    OpenClawFile(claw.sessions / "second.jsonl", at=claw.clock.now()).say("我在腾讯上班。")
    for phase in range(1, 6):
        claw.consolidate(force=True, phase=phase)
    embedder.shown.clear()
    model.asked.clear()
    claw.consolidate(force=True, phase=6)
    # Then the new thing alone was put in, and the model was left alone
    assert len(embedder.shown) == 1
    assert "腾讯" in embedder.shown[0]
    assert model.asked == []
    # And files lead to it by word, by month and by name, and to all else as before
    after = index()
    month = datetime.fromtimestamp(claw.clock.now() / 1000, UTC).strftime("%Y-%m")
    (job,) = set(after["keywords"]["腾讯"])
    assert [at for at, ids in after["timeline"].items() if job in ids] == [month]
    assert job in after["relations"]["腾讯"]["facts"]
    assert before["keywords"].items() <= {**after["keywords"], **_without(after, job)}.items()
    assert claw.found("腾讯")


def _without(index: dict[str, Any], id: str) -> dict[str, list[str]]:
    return {word: [each for each in ids if each != id] for word, ids in index["keywords"].items()}
