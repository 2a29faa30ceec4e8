"""The memories work together, in one order; and their owner is in command of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from mohen.episodes.model import Question
from mohen.episodes.recall import Recall
from mohen.models.model import Reply
from mohen.prompts.assemble import Assembler
from mohen.prompts.stable_prefix import StablePrefixes
from mohen.session.session import Sessions
from mohen.testing import ScriptedWriter
from mohen.text.tokens import Message
from shows import shows
from worlds import FIGHT, World, Worlds


class Watched(ScriptedWriter):
    """A writer that notes when its turn has come."""

    def __init__(self, asked: list[str]) -> None:
        super().__init__("剑落。")
        self._turns = asked

    def write(self, messages: Sequence[Message], **how: Any) -> Reply:
        self._turns.append("generation")
        return super().write(messages, **how)


@shows("R17")
def test_the_memories_are_asked_in_their_order(
    worlds: Worlds, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a session that knows the scene, an episode like it, and a rule
    turns: list[str] = []
    questions: list[Question] = []
    writer = Watched(turns)
    world = worlds(writer=writer)
    world.record()
    rule = world.ok("memory:semantic:add", rule="动作场景用短句", scope="global")["id"]
    session = world.ok("session:begin", projectId="novel")["sessionId"]
    world.ok("session:focus", sessionId=session, sceneType="action", text=FIGHT)

    def watch(owner: type, method: str, name: str) -> None:
        inner: Callable[..., Any] = getattr(owner, method)

        def noted(self: Any, *given: Any, **named: Any) -> Any:
            answer = inner(self, *given, **named)
            turns.append(name)
            questions.extend(each for each in given if isinstance(each, Question))
            return answer

        monkeypatch.setattr(owner, method, noted)

    watch(Sessions, "view", "working memory")
    watch(Recall, "begun", "episodes")
    watch(StablePrefixes, "read", "rules")
    watch(Assembler, "compose", "context engine")
    # When the author asks for more and says nothing else
    run = world.ok(
        "ai:skill:run", skillId="continue", projectId="novel", sessionId=session, candidates=1
    )
    # Then each was asked once, one after another
    assert turns == ["working memory", "episodes", "rules", "context engine", "generation"]
    # And episodes were looked for by what working memory knew
    [question] = questions
    assert question.scene_type == "action"
    assert question.query_text == FIGHT
    # And what was found is what was written with
    sent = "\n".join(each.content for each in writer.asked[-1].messages)
    assert rule in [each["id"] for each in run["injected"]["memory"]]
    assert "动作场景用短句" in sent
    assert "剑落。血溅。" in sent


@shows("R145")
def test_the_memory_is_taught_switched_off_audited_deleted_from_and_goes_on_broken(
    worlds: Worlds,
) -> None:
    writer = ScriptedWriter("好。")
    world = worlds(writer=writer)

    def sent() -> str:
        """The prompt of the next run, as the model reads it."""
        world.ok("ai:skill:run", skillId="polish", projectId="novel", text=FIGHT, candidates=1)
        return "\n".join(each.content for each in writer.asked[-1].messages)

    # It learns
    assert "对白口语化" not in sent()
    id = taught(world, "对白口语化")
    assert "- 对白口语化" in sent()
    # What it learned, and from what, can be seen
    why = world.ok("memory:semantic:why", id=id, projectId="novel")
    assert why["rule"]["origin"] == "learned"
    [item] = world.ok("memory:injection:preview", projectId="novel", skillId="polish")["items"]
    assert item["reason"]["message"]["zh"] == "从你的 3 次取舍学到"
    # It is switched off and on
    world.ok("memory:settings:update", injectionEnabled=False)
    assert "对白口语化" not in sent()
    world.ok("memory:settings:update", injectionEnabled=True)
    assert "- 对白口语化" in sent()
    # What is deleted is in no prompt, is not learned again, and the act is on record without text
    world.ok("memory:semantic:delete", id=id, projectId="novel")
    assert "对白口语化" not in sent()
    act = world.ok("memory:audit:list")["items"][0]
    assert (act["act"], act["subject"]) == ("delete-rule", id)
    assert "对白口语化" not in str(act)
    assert taught(world, "对白口语化") == ""
    # And where it is broken, the author writes on, and is told
    world.destroy("mind.db")
    world.memory.close()
    world.memory = world._open()
    broken = world.door.call(
        "context:assemble", {"skillId": "polish", "projectId": "novel", "text": FIGHT}
    )
    assert broken["ok"], broken
    assert broken["data"]["memoryDegraded"] is True
    assert "MEMORY_DEGRADE_MIND_UNREADABLE" in broken["meta"]["degraded"]


def taught(world: World, label: str) -> str:
    """The rule that three accepts for one reason teach; empty where none is."""
    learned: list[str] = []
    for _ in range(3):
        learned += world.ok(
            "memory:preferences:ingest",
            projectId="novel", skillId="polish", action="accept", evidenceRef=label,
        )["learned"]  # fmt: skip
    return learned[-1] if learned else ""
