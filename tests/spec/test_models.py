"""A language model adds to what statistics say, within its budget, and its failure harms nothing
(R43, R49, C65, C66)."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from contracts import model_server as server_says
from contracts.loopback import Behaviour
from contracts.model_server import ModelServer, serving
from factories import policy
from inside import inside
from mohen.errors import ModelError, ModelNotReady, ModelTimeout
from mohen.models.model import Receipt, Reply
from mohen.policy import Policy
from mohen.rules.model import Candidate, Op, Predicate, Suggestions
from mohen.testing import ScriptedModel
from shows import shows
from worlds import World, Worlds

SHORT = Candidate(
    "short",
    Predicate("mean_sentence_length", Op.LESS, 15, "characters", "action"),
    "动作场景偏好短句，平均句长 < 15 字",
    "Action scenes: short sentences, under 15 characters on average",
)
SAID = "她把信折了两折，压在灯下。"
NONSENSE = "I would rather talk about the weather."


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with serving() as server:
        yield server


def write(world: World, count: int = 4, **changes: Any) -> list[str]:
    """The author works with some suggestions; answers the episodes' ids."""
    return [world.record(finalText=SAID, **changes)["episodeId"] for _ in range(count)]


def suggest(world: World, ids: list[str], project: str = "novel") -> Suggestions:
    """As distillation asks, with what statistics found and the episodes to look at."""
    samples = [world.memory.episodes.get(project, each) for each in ids]
    return inside(world.memory).rule_suggestions.suggest(project, [SHORT], lambda: samples, "run_1")


def answer(ids: list[str], **changes: Any) -> str:
    rule = {
        "zh": "对白克制，情绪藏在动作里",
        "en": "Restrained dialogue; let gestures carry the feeling",
        "category": "character",
        "confidence": 0.9,
        "supporting": ids,
        **changes,
    }
    reworded = {
        "key": "short",
        "zh": "动作场景句子宜短，平均不超过 15 字",
        "en": "Action scenes: keep sentences short, 15 characters at most on average",
    }
    return json.dumps({"rewordings": [reworded], "rules": [rule]}, ensure_ascii=False)


def receipts(world: World) -> list[Receipt]:
    return inside(world.memory).receipt_store.list(limit=100)


def budget(world: World, tokens: int) -> None:
    world.ok("memory:settings:update", distillationTokensPerDay=tokens)


def spent(world: World) -> dict[str, tuple[int, int]]:
    shown = world.ok("memory:status")["model"]["spending"]
    return {each["purpose"]: (each["spent"], each["budget"]) for each in shown}


def check(world: World) -> dict[str, Any]:
    checks = world.ok("memory:doctor")["checks"]
    (found,) = [each for each in checks if each["name"] == "model"]
    return dict(found)


def alerts(world: World) -> list[tuple[str, str]]:
    """Which alerts were pushed, in order."""
    return [(data["reason"], data["state"]) for push, data in world.pushes if "reason" in data]


# -- with a model, and without


@shows("C65")
def test_no_model_is_a_normal_state(world: World) -> None:
    # Given a memory with no model configured
    ids = write(world)
    # When distillation would ask one
    found = suggest(world, ids)
    # Then nothing is added, nothing is broken, nothing was called
    assert found == Suggestions()
    status = world.ok("memory:status")
    assert "model" not in status
    assert status["memoryDegraded"] is False
    assert check(world)["finding"] == "ok"
    assert (receipts(world), alerts(world)) == ([], [])


@shows("R43", "C66", "C16")
def test_a_configured_model_words_rules_and_finds_what_counting_cannot(worlds: Worlds) -> None:
    # Given a model that cites four episodes and is very sure
    model = ScriptedModel("")
    world = worlds(model=model)
    ids = write(world)
    model.script = [Reply(answer(ids), 700, 90)]
    # When distillation asks it
    found = suggest(world, ids)
    # Then the rule it found stands, as sure as its evidence lets it be
    (new,) = found.new
    assert new.supporting == tuple(ids)
    assert new.confidence == pytest.approx(4 / 9)
    # And the statistical rule has better words, with its number
    assert found.rewordings["short"][0] == "动作场景句子宜短，平均不超过 15 字"
    # And the call left a receipt, which the status adds up
    (receipt,) = receipts(world)
    assert (receipt.model, receipt.run_id, receipt.result) == ("scripted", "run_1", "ok")
    assert (receipt.tokens_in, receipt.tokens_out) == (700, 90)
    assert spent(world) == {"distillation": (790, 20_000), "consolidation": (0, 1_800)}
    assert "distillation 790/20000" in check(world)["message"]["en"]
    assert found.degraded is None


@shows("C65")
def test_a_model_that_does_not_count_is_estimated(worlds: Worlds) -> None:
    model = ScriptedModel('{"rules": []}')
    world = worlds(model=model)
    suggest(world, write(world))
    (receipt,) = receipts(world)
    assert receipt.tokens_in > 400
    assert 0 < receipt.tokens_out < 20


# -- the budget


@shows("C65", "C96")
def test_the_budget_is_kept_before_the_call_and_renewed_with_the_day(worlds: Worlds) -> None:
    # Given a budget in which one question of the day has left too little for another
    model = ScriptedModel(Reply('{"rules": []}', 6_000, 50))
    world = worlds(model=model)
    ids = write(world)
    budget(world, 7_000)
    assert suggest(world, ids).degraded is None
    # When distillation asks again on the same day, even in its last minutes (UTC)
    again = suggest(world, ids)
    world.clock.advance(hours=15)
    suggest(world, ids)
    # Then the model is not called, and everybody can see why
    assert len(model.asked) == len(receipts(world)) == 1
    assert again == Suggestions(degraded="MEMORY_DEGRADE_BUDGET_SPENT")
    status = world.ok("memory:status")
    assert status["memoryDegraded"] is True
    (degradation,) = status["degradations"]
    assert "distillation-tokens-per-day" in degradation["cure"]["en"]
    assert alerts(world) == [("BUDGET_SPENT", "began")]
    # When the next day begins, the alert ends by itself
    world.clock.advance(hours=0.2)
    assert world.ok("memory:status")["memoryDegraded"] is False
    assert spent(world)["distillation"] == (0, 7_000)
    assert alerts(world)[-1] == ("BUDGET_SPENT", "ended")
    # And the model is asked again
    assert suggest(world, ids).degraded is None
    assert len(model.asked) == 2


@shows("C65")
def test_nought_switches_a_purpose_off_without_complaint(worlds: Worlds) -> None:
    model = ScriptedModel(NONSENSE)
    world = worlds(model=model)
    budget(world, 0)
    assert suggest(world, write(world)) == Suggestions()
    assert (model.asked, receipts(world), alerts(world)) == ([], [], [])


@shows("C65")
def test_a_small_budget_buys_a_small_question(worlds: Worlds) -> None:
    model = ScriptedModel('{"rules": []}')
    world = worlds(model=model)
    ids = write(world, 30, explicit="这里的语气太重了，请收一点，再收一点。")
    suggest(world, ids)
    budget(world, 3_000)
    world.clock.advance(days=1)
    assert suggest(world, ids).degraded is None
    whole, small = (sum(len(each.content) for each in asked.messages) for asked in model.asked[-2:])
    assert small < whole
    assert receipts(world)[0].tokens_in <= 3_000 - world.policy.models.answer_tokens


@shows("C65")
def test_a_budget_that_is_raised_helps_at_once(worlds: Worlds) -> None:
    model = ScriptedModel('{"rules": []}')
    world = worlds(model=model)
    ids = write(world)
    budget(world, 100)
    assert suggest(world, ids).degraded == "MEMORY_DEGRADE_BUDGET_SPENT"
    budget(world, 20_000)
    assert alerts(world)[-1] == ("BUDGET_SPENT", "ended")
    assert suggest(world, ids).degraded is None


@shows("C65", "C91")
def test_two_at_once_cannot_both_spend_the_last_of_it(worlds: Worlds) -> None:
    # Given room for one question, and one that is being answered
    model = ScriptedModel(Reply('{"rules": []}', 10, 10))
    world = worlds(model=model)
    ids = write(world)
    budget(world, 3_000)
    model.hold()
    first = threading.Thread(target=suggest, args=(world, ids))
    first.start()
    model.wait_until_held()
    # When another asks meanwhile
    second = suggest(world, ids)
    model.let_go()
    first.join()
    # Then it is told that the budget is spent, though the first turns out to cost little
    assert second.degraded == "MEMORY_DEGRADE_BUDGET_SPENT"
    assert spent(world)["distillation"] == (20, 3_000)
    assert len(model.asked) == 1


@shows("C65")
def test_what_a_lost_call_may_have_cost_counts_as_spent(worlds: Worlds) -> None:
    # Given a call that timed out, and one whose server could not be reached
    model = ScriptedModel(ModelTimeout("slow"), ModelError("away"))
    world = worlds(model=model)
    ids = write(world)
    suggest(world, ids)
    suggest(world, ids)
    # Then the first is counted with all it may have cost, the second with nothing
    away, slow = receipts(world)
    assert slow.tokens_in > 400
    assert slow.tokens_out == world.policy.models.answer_tokens
    assert (away.tokens_in, away.tokens_out) == (0, 0)


# -- failures


FAILURES: list[tuple[ModelError | Callable[[list[str]], str], str, str]] = [
    (ModelError("away"), "UPSTREAM_ERROR", "failed"),
    (ModelTimeout("slow"), "TIMEOUT", "failed"),
    (ModelNotReady("no key"), "MODEL_NOT_READY", "failed"),
    (lambda _: NONSENSE, "UPSTREAM_ERROR", "nonsense"),
    (lambda _: '{"rules": [', "UPSTREAM_ERROR", "nonsense"),
    (lambda _: json.dumps({"rules": ["短句"]}), "UPSTREAM_ERROR", "nonsense"),
    (lambda ids: answer(ids, confidence=1.2), "MEMORY_CONFIDENCE_OUT_OF_RANGE", "nonsense"),
    (lambda ids: answer(ids, confidence=-0.1), "MEMORY_CONFIDENCE_OUT_OF_RANGE", "nonsense"),
]


@shows("R49", "R113", "C18", "C66")
@pytest.mark.parametrize(("line", "code", "result"), FAILURES)
def test_a_model_that_fails_changes_nothing_and_is_seen_to_fail(
    worlds: Worlds,
    caplog: pytest.LogCaptureFixture,
    line: ModelError | Callable[[list[str]], str],
    code: str,
    result: str,
) -> None:
    # Given a model that is down, slow, or talks nonsense
    model = ScriptedModel("")
    world = worlds(model=model)
    ids = write(world)
    model.script = [line if isinstance(line, ModelError) else line(ids)]
    # When distillation asks it
    with caplog.at_level(logging.INFO):
        found = suggest(world, ids)
    # Then it adds nothing at all, and the rules of the statistics stand
    assert found == Suggestions(degraded=code)
    # And it is in the log (without a word of text), the receipts, the status, the doctor's report
    assert code in caplog.text
    assert not any(text in caplog.text for text in (SAID, "weather", "对白克制"))
    assert [each.result for each in receipts(world)] == [result]
    status = world.ok("memory:status")
    assert status["model"]["lastFailure"]["result"] == result
    assert code in status["degradations"][0]["message"]["en"]
    assert check(world)["finding"] == "warn"
    assert alerts(world) == [("MODEL_UNAVAILABLE", "began")]
    # When it is tried again at the next trigger and works, the end is told
    model.script = [answer(ids)]
    assert suggest(world, ids).new
    assert alerts(world)[-1] == ("MODEL_UNAVAILABLE", "ended")
    assert world.ok("memory:status")["memoryDegraded"] is False
    assert check(world)["finding"] == "ok"


@shows("C66")
def test_an_invented_episode_is_no_evidence(worlds: Worlds) -> None:
    # Given an answer whose rule cites an episode that was not shown
    model = ScriptedModel("")
    world = worlds(model=model)
    ids = write(world)
    model.script = [answer([*ids[:2], "ep_999999"])]
    # When it is read, then the rule falls; the better words for what statistics found stand
    found = suggest(world, ids)
    assert found.new == ()
    assert "short" in found.rewordings


@shows("R113")
def test_where_no_receipt_can_be_kept_no_model_is_asked(worlds: Worlds) -> None:
    model = ScriptedModel('{"rules": []}')
    world = worlds(model=model)
    ids = write(world)
    world.close()
    world.destroy("mind.db")
    world.memory = world._open()
    assert suggest(world, ids) == Suggestions(degraded="DB_ERROR")
    assert model.asked == []


# -- whose text is shown


@shows("R119", "C95")
def test_masked_names_and_privacy_mode_hold_for_prompts_too(worlds: Worlds) -> None:
    # Given episodes kept before the author asked for a name to be masked
    model = ScriptedModel('{"rules": []}')
    world = worlds(model=model)
    ids = write(world, explicit="林远不会这么说")
    world.ok("memory:settings:update", redactNames=["林远"])
    suggest(world, ids)
    prompt = "".join(each.content for each in model.asked[-1].messages)
    assert "不会这么说" in prompt
    assert "林远" not in prompt
    # When privacy mode is on, then no word of an episode is shown
    world.ok("memory:settings:update", privacyModeEnabled=True)
    suggest(world, ids)
    prompt = "".join(each.content for each in model.asked[-1].messages)
    assert SHORT.en in prompt
    assert "不会这么说" not in prompt
    assert SAID not in prompt


@shows("R119")
@pytest.mark.parametrize("remote", [True, False])
def test_a_remote_model_distils_without_the_names_of_the_cast(
    worlds: Worlds, tmp_path: Path, remote: bool
) -> None:
    card = tmp_path / "novel" / ".mohen" / "characters" / "lin.md"
    card.parent.mkdir(parents=True)
    card.write_text("# 林远\n", "utf-8")
    model = ScriptedModel('{"rules": []}', remote=remote)
    world = worlds(model=model)
    world.ok("project:bind", projectId="novel", folder=str(tmp_path / "novel"))
    world.ok("memory:settings:update", maskNamesEnabled=True)
    write(world, explicit="林远不会这么说")
    world.ok("memory:semantic:distill", projectId="novel", wait=True)
    prompt = "".join(each.content for each in model.asked[-1].messages)
    assert "不会这么说" in prompt
    assert ("林远" in prompt) is not remote


@shows("R119")
def test_another_projects_episodes_are_never_shown(worlds: Worlds) -> None:
    model = ScriptedModel('{"rules": []}')
    world = worlds(model=model)
    write(world)
    other = write(world, projectId="diary", explicit="私下的话")
    samples = [world.memory.episodes.get("diary", each) for each in other]
    inside(world.memory).rule_suggestions.suggest("novel", [SHORT], lambda: samples, "run_1")
    assert "私下的话" not in model.asked[0].messages[1].content


# -- over real HTTP


def connect(worlds: Worlds, server: ModelServer, policy: Policy | None = None) -> World:
    world = worlds(policy=policy)
    config = {"kind": "openai", "model": "m", "baseUrl": server.url}
    assert world.ok("memory:settings:update", model=config)["model"] == config
    return world


@shows("R43", "C66")
def test_a_model_in_the_settings_is_asked(worlds: Worlds, server: ModelServer) -> None:
    # Given a server that was busy a moment ago
    world = connect(worlds, server)
    ids = write(world)
    good = server_says.answering(answer(ids), prompt_tokens=512, completion_tokens=64)
    server.behave = server_says.in_turn(server_says.refusing(429, Retry_After="1"), good)
    # When distillation asks, then it is asked again and its answer taken
    assert suggest(world, ids).new
    assert len(server.asked) == 2
    assert world.clock.pauses[-1] == 1_000
    assert spent(world)["distillation"] == (576, 20_000)
    assert world.ok("memory:status")["model"]["name"] == "openai:m"
    # And it stays in the settings
    world.reopen()
    assert world.ok("memory:settings:get")["model"]["model"] == "m"


@shows("R49", "R113")
@pytest.mark.parametrize(
    ("behave", "code"),
    [
        (server_says.refusing(500), "UPSTREAM_ERROR"),
        (server_says.refusing(401), "MODEL_NOT_READY"),
        (server_says.garbage, "UPSTREAM_ERROR"),
        (server_says.answering(NONSENSE), "UPSTREAM_ERROR"),
    ],
)
def test_a_server_that_misbehaves_is_seen_and_forgiven(
    worlds: Worlds, server: ModelServer, behave: Behaviour, code: str
) -> None:
    world = connect(worlds, server)
    ids = write(world)
    server.behave = behave
    assert suggest(world, ids) == Suggestions(degraded=code)
    assert check(world)["finding"] == "warn"
    server.behave = server_says.answering(answer(ids))
    assert suggest(world, ids).new
    assert check(world)["finding"] == "ok"


@shows("R49")
def test_a_server_that_hangs_is_left_when_time_is_up(worlds: Worlds, server: ModelServer) -> None:
    world = connect(worlds, server, policy(models={"timeout_here_ms": 50}))
    server.behave = server.hang
    assert suggest(world, write(world)) == Suggestions(degraded="TIMEOUT")
    assert len(server.asked) == 1


@shows("R49")
def test_a_server_that_is_not_there_is_no_harm(worlds: Worlds) -> None:
    world = worlds()
    config = {"kind": "openai", "model": "m", "baseUrl": "http://127.0.0.1:9/v1"}
    world.ok("memory:settings:update", model=config)
    assert suggest(world, write(world)) == Suggestions(degraded="UPSTREAM_ERROR")
    # When the user does without a model, nothing is broken any more
    world.ok("memory:settings:update", model={"kind": "none"})
    assert world.ok("memory:status")["memoryDegraded"] is False
    assert check(world)["finding"] == "ok"


# -- settings


@pytest.mark.parametrize(
    ("patch", "field"),
    [
        ({"model": {"kind": "openai"}}, "model.model"),
        ({"model": {"kind": "openai", "model": "m", "baseUrl": "nonsense"}}, "model.baseUrl"),
        ({"model": {"kind": "openai", "model": "m", "apiKeyEnv": "sk-1"}}, "model.apiKeyEnv"),
        ({"model": {"kind": "oracle"}}, "model.kind"),
        ({"model": {"kind": "openai", "model": "m", "apiKey": "sk-1"}}, "model.apiKey"),
        ({"distillationTokensPerDay": -1}, "distillationTokensPerDay"),
        ({"consolidationTokensPerDay": 10**9}, "consolidationTokensPerDay"),
        ({"distillationTokensPerDay": 1.5}, "distillationTokensPerDay"),
    ],
)
def test_a_model_or_budget_that_cannot_work_is_refused_at_once(
    world: World, patch: dict[str, Any], field: str
) -> None:
    before = world.ok("memory:settings:get")
    error = world.fails("memory:settings:update", **patch)
    assert error["code"] == "INVALID_ARGUMENT"
    assert error["details"]["field"] == field
    assert "sk-1" not in error["message"]
    assert world.ok("memory:settings:get") == before


def test_a_key_that_has_gone_is_named_by_its_variable_and_nothing_is_sent(
    worlds: Worlds, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a model whose key stands in a variable that is not set
    world = worlds()
    monkeypatch.delenv("MY_KEY", raising=False)
    config = {"kind": "openai", "model": "m", "baseUrl": server.url, "apiKeyEnv": "MY_KEY"}
    world.ok("memory:settings:update", model=config)
    # When it is to write, then the author is told which one, and the server nothing
    error = world.fails("ai:skill:run", skillId="continue", text="雨停了。")
    assert (error["code"], error["details"]["reason"]) == ("MODEL_NOT_READY", "key-missing")
    assert "MY_KEY is not set" in error["message"]
    # And distillation goes on without it
    assert suggest(world, write(world)) == Suggestions(degraded="MODEL_NOT_READY")
    assert check(world)["finding"] == "warn"
    assert not server.asked
