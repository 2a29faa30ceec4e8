"""The whole loop over the real stdio door: `mohen ipc` as a tool maker starts it.

No key, no model, no network: the offline writer writes, and says so.
"""

from __future__ import annotations

import json
import subprocess
from typing import Any

import pytest

from cli.running import Spawn
from mohen.text import style
from prose import Prose
from shows import shows

CHAPTER = "雪下了一夜。\n\n林远退到墙边，剑横在胸前。三个黑衣人从门外逼近，谁也没有出声。"


class Tool:
    """A writing tool with Mohen as its child process, one question at a time."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._say, self._hear = process.stdin, process.stdout
        self._asked = 0
        self.pushes: list[dict[str, Any]] = []

    def call(self, channel: str, **payload: Any) -> dict[str, Any]:
        self._asked += 1
        asked = {"id": self._asked, "channel": channel, "payload": payload}
        self._say.write(json.dumps(asked, ensure_ascii=False) + "\n")
        self._say.flush()
        while True:
            heard: dict[str, Any] = json.loads(self._hear.readline())
            if "push" in heard:
                self.pushes.append(heard)
            elif heard["id"] == self._asked:
                return heard

    def ok(self, channel: str, **payload: Any) -> dict[str, Any]:
        answer = self.call(channel, **payload)
        assert answer["ok"], answer
        data: dict[str, Any] = answer["data"]
        return data


@pytest.fixture
def tool(spawn: Spawn) -> Tool:
    return Tool(spawn("ipc"))


def fight(tool: Tool, prose: Prose) -> str:
    """An author who takes short sentences in a fight and leaves the long ones."""
    recorded = tool.ok(
        "memory:episode:record",
        projectId="novel", skillUsed="continue", sceneType="action",
        inputContext="黑衣人逼近，剑光一闪。", candidates=[prose.long(), prose.short()],
        selectedIndex=1,
    )  # fmt: skip
    return str(recorded["episodeId"])


@shows("R16", "R11", "R43", "R48", "R82", "R85")
def test_the_fight_scene_has_all_three_memories_in_one_prompt(tool: Tool) -> None:
    # Given an author whose fights were always taken in short sentences, distilled into a rule
    prose = Prose()
    fights = [fight(tool, prose) for _ in range(35)]
    tool.ok("memory:semantic:distill", projectId="novel", wait=True)
    [rule] = [
        each
        for each in tool.ok("memory:semantic:list", projectId="novel")["items"]
        if each["predicate"]["feature"] == "mean_sentence_length"
    ]
    assert rule["predicate"]["sceneType"] == "action"
    # And a session that knows the chapter and what the author is after
    session = tool.ok("session:begin", projectId="novel")["sessionId"]
    tool.ok(
        "session:focus",
        sessionId=session, projectId="novel", chapterId="第三章", sceneType="action", text=CHAPTER,
    )  # fmt: skip
    intent = tool.ok(
        "session:note",
        sessionId=session, projectId="novel", kind="intent", text="林远以一敌三，险胜",
    )  # fmt: skip
    # When the author asks for more and says nothing else
    run = tool.ok(
        "ai:skill:run", skillId="continue", projectId="novel", sessionId=session, candidates=2
    )
    # Then working memory gave the chapter and the intent, episodes the last fights, the rule
    # how to write them
    injected = run["injected"]
    assert intent["item"]["id"] in injected["working"]
    assert len(injected["episodes"]) == 3
    assert {each["id"] for each in injected["episodes"]} <= set(fights)
    assert rule["id"] in [each["id"] for each in injected["memory"]]
    assert run["sceneType"] == "action"
    # And what was written keeps the rule
    assert run["model"]["offline"] is True
    for candidate in run["candidates"]:
        measured = style.measure(candidate)["mean_sentence_length"]
        assert measured < rule["predicate"]["value"], candidate
    # And it can say why
    why = tool.ok("memory:trace:get", generationId=run["generationId"], projectId="novel")
    weights = {each["kind"]: each["weight"] for each in why["groups"]}
    assert {"working", "episodic", "semantic"} <= set(weights)
    assert sum(why["influenceWeights"].values()) == pytest.approx(1)
    [kept] = [each for each in why["compliance"] if each["ruleId"] == rule["id"]]
    assert kept["obeyed"] is True


@shows("R144", "R140", "R159", "R162", "R163", "R18", "C84")
def test_what_is_learned_from_accepts_is_in_the_next_prompt_and_off_means_off(tool: Tool) -> None:
    # Given three runs whose result the author accepted for the same stated reason
    learned: list[str] = []
    for _ in range(3):
        run = tool.ok(
            "ai:skill:run", skillId="polish", projectId="novel", text=CHAPTER, candidates=1
        )
        assert run["injected"]["memory"] == []
        answer = tool.ok(
            "ai:skill:feedback",
            runId=run["runId"], projectId="novel", action="accept", evidenceRef="对白口语化",
        )  # fmt: skip
        assert answer["recorded"] is True
        assert answer["episodeId"] == run["episodeId"]
        learned += answer["learned"]
    # Then a preference was learned, and the next prompt holds it
    [rule] = learned
    on = tool.ok("ai:skill:run", skillId="polish", projectId="novel", text=CHAPTER, candidates=1)
    assert [each["id"] for each in on["injected"]["memory"]] == [rule]
    preview = tool.ok("memory:injection:preview", projectId="novel")
    assert [each["id"] for each in preview["items"]] == [rule]
    # When injection is off, the prompt has the same shape and none of it
    tool.ok("memory:settings:update", injectionEnabled=False)
    off = tool.ok("ai:skill:run", skillId="polish", projectId="novel", text=CHAPTER, candidates=1)
    assert off["injected"]["memory"] == off["injected"]["episodes"] == []
    assert [each["chapter"] for each in off["layers"]] == [each["chapter"] for each in on["layers"]]
    # And every run left its episode by itself
    episodes = tool.ok("memory:episode:list", projectId="novel")["items"]
    assert len(episodes) == 5
    assert [each["feedback"]["implicit"].get("signal") for each in episodes].count(
        "DIRECT_ACCEPT"
    ) == 3


@shows("R161", "R86", "R83")
def test_judging_a_rule_wrong_lowers_it_and_the_next_distillation_remembers(tool: Tool) -> None:
    prose = Prose()
    for _ in range(35):
        fight(tool, prose)
    tool.ok("memory:semantic:distill", projectId="novel", wait=True)
    run = tool.ok(
        "ai:skill:run",
        skillId="continue", projectId="novel", text=CHAPTER, sceneType="action", candidates=1,
    )  # fmt: skip
    rule = run["injected"]["memory"][0]
    answer = tool.ok(
        "memory:trace:feedback",
        generationId=run["generationId"], projectId="novel", verdict="incorrect",
        targetId=rule["id"], reason="这里应当舒缓",
    )  # fmt: skip
    [lowered] = answer["lowered"]
    assert lowered["after"] < lowered["before"] == rule["confidence"]
    assert answer["episodeId"]
    # And learning again from everything does not take it back
    tool.ok("memory:semantic:distill", projectId="novel", wait=True)
    [again] = [
        each
        for each in tool.ok("memory:semantic:list", projectId="novel")["items"]
        if each["id"] == rule["id"]
    ]
    assert again["confidence"] < lowered["before"]
