"""Why something was written, and the author's word on it (seed 000, provenance)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from inside import inside
from mohen.prompts.verdict import Verdicts
from mohen.rules.model import Origin, shown
from mohen.testing import ScriptedWriter
from prose import Author
from rulebooks import (
    SHORT,
    add,
    believe,
    destroy_episodes,
    history,
    learn,
    only,
    rule,
    unmeasured,
)
from shows import shows
from worlds import World, Worlds

STORM = "林远拔剑冲上去，雨水顺着他的脸颊往下淌，他什么也看不清，只听见自己的心跳越来越响。"
TERSE = "霜刃出鞘。血溅。人倒。"


@pytest.fixture
def desk(worlds: Worlds) -> World:
    """A world whose AI writes short sentences."""
    return worlds(writer=ScriptedWriter(TERSE))


def run(world: World, **asked: Any) -> dict[str, Any]:
    plain = {"skillId": "continue", "projectId": "novel", "sceneType": "action", "text": STORM}
    return world.ok("ai:skill:run", **{**plain, **asked})


def why(world: World, written: dict[str, Any], **asked: Any) -> dict[str, Any]:
    return world.ok("memory:trace:get", generationId=written["generationId"], **asked)


def judge(
    world: World, written: dict[str, Any], verdict: str = "incorrect", **asked: Any
) -> dict[str, Any]:
    return world.ok(
        "memory:trace:feedback", generationId=written["generationId"], verdict=verdict, **asked
    )


def confidence(world: World, id: str) -> float:
    answer = world.ok("memory:semantic:why", id=id)
    return float(answer["rule"]["confidence"])


# -- a trace for every generation


@shows("R82", "R84")
def test_every_generation_says_what_it_was_based_on(desk: World) -> None:
    # Given a rule, an episode, a fact, and something on the author's mind
    kept = add(desk, "动作场景用短句")
    episode = desk.record()
    fact = desk.ok(
        "memory:create", type="fact", scope="project", projectId="novel", content="林远的剑叫霜刃"
    )
    session = desk.ok("session:begin", projectId="novel")["sessionId"]
    note = desk.ok(
        "session:note", projectId="novel", sessionId=session, kind="intent", text="林远要活下来"
    )
    # When something is written
    written = run(desk, sessionId=session)
    # Then its trace names each of them, by kind
    trace = why(desk, written)
    named = trace["memoryReferences"]
    assert named["semantic"] == [kept["id"]]
    assert named["episodic"] == [episode["episodeId"]]
    assert fact["id"] in named["knowledge"]
    assert named["working"] == [note["item"]["id"]]
    # And how much each had to do with it, together all of it
    weights = trace["influenceWeights"]
    assert weights.keys() == {id for ids in named.values() for id in ids}
    assert sum(weights.values()) == pytest.approx(1)
    assert all(each > 0 for each in weights.values())
    # And it is found by its run and by its episode too
    assert desk.ok("memory:trace:get", runId=written["runId"]) == trace
    assert desk.ok("memory:trace:get", episodeId=written["episodeId"]) == trace
    assert (trace["stablePrefixHash"], trace["model"]) == (
        written["stablePrefixHash"],
        "scripted",
    )


@shows("R83", "R85")
def test_references_are_shown_by_kind_with_their_weights(desk: World) -> None:
    add(desk, "动作场景用短句")
    desk.record()
    desk.ok(
        "memory:create", type="fact", scope="project", projectId="novel", content="林远的剑叫霜刃"
    )
    trace = why(desk, run(desk))
    groups = {each["kind"]: each["weight"] for each in trace["groups"]}
    assert groups.keys() == {"semantic", "episodic", "knowledge"}
    assert sum(groups.values()) == pytest.approx(1)
    for kind, weight in groups.items():
        of_kind = [each["weight"] for each in trace["references"] if each["kind"] == kind]
        assert weight == pytest.approx(sum(of_kind))
    said = [each["weight"] for each in trace["references"]]
    assert said == sorted(said, reverse=True)
    # And an episode says when it was; the others did not happen at a time
    (episode,) = desk.ok("memory:episode:list", projectId="novel")["items"][-1:]
    dated = {each["id"]: each["at"] for each in trace["references"] if "at" in each}
    assert dated == {episode["id"]: episode["timestamp"]}


@shows("R82")
def test_what_shows_in_the_output_weighs_more_than_what_does_not(desk: World) -> None:
    # Given two facts alike in everything but that the AI made use of one
    used, unused = (
        desk.ok("memory:create", type="fact", scope="project", projectId="novel", content=content)[
            "id"
        ]
        for content in ("他手里的剑叫霜刃", "他背后的弓叫青雀")
    )
    found = {each["id"]: each for each in why(desk, run(desk))["references"]}
    assert found[used]["effect"] > found[unused]["effect"] == 0
    assert found[used]["weight"] > found[unused]["weight"]


LANGUAGES: dict[str, dict[str, Any]] = {
    "zh": {
        "rule": "动作场景用短句，平均句长小于 10 字",
        "chapter": STORM,
        "written": TERSE,
        "undone": ["霜刃出鞘，血溅三尺，人倒在雪里。"],
        "files": {
            "characters/su.md": "# 苏青\n医者，不会武功，养一只黑猫，说话很少。"
            + "旧药箱里有铜钱。" * 9,
            "world.md": "# 世界\n北境终年积雪，关外有三座城，商队夏天过关。",
        },
    },
    "en": {
        "rule": "Short sentences in action scenes, under 8 words on average",
        "chapter": "Mara ran at the gate while the rain came down harder than it had all night.",
        "written": "Frostbite sang. Steel met bone. He fell.",
        "undone": ["Frostbite sang out, steel met bone, and the guard fell in the snow."],
        "files": {
            "characters/su.md": "# Sue\nA healer with a black cat, quiet and never in a hurry. "
            + "Coins rattle in her old medicine chest. " * 9,
            "world.md": "# World\nThree towns beyond the pass; caravans cross in summer only.",
        },
    },
}


@shows("R82", "R83", "R85")
@pytest.mark.parametrize("language", LANGUAGES)
def test_neither_what_was_undone_nor_what_the_text_shows_nothing_of_leads(
    worlds: Worlds, tmp_path: Path, language: str
) -> None:
    said = LANGUAGES[language]
    world = worlds(writer=ScriptedWriter(said["written"]))
    # Given long files that the text will show nothing of, a rule, and an episode much like it
    for name, text in said["files"].items():
        path = tmp_path / "novel" / ".mohen" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    world.ok("project:bind", projectId="novel", folder=str(tmp_path / "novel"))
    kept = add(world, said["rule"])["id"]
    episode = world.record(
        inputContext=said["chapter"], candidates=said["undone"], selectedIndex=0
    )["episodeId"]  # fmt: skip
    written = run(world, text=said["chapter"])
    led = why(world, written)["references"]
    assert episode in [each["id"] for each in led[:2]]
    # When the author takes that episode back, it had its day
    world.ok("memory:episode:undo", episodeId=episode, projectId="novel")
    trace = why(world, written)
    assert trace["references"][0]["id"] == kept
    shares = trace["influenceWeights"]
    assert sum(weight for id, weight in shares.items() if id != kept) < 0.15
    # Nor does it lead what is written after that
    again = run(world, text=said["chapter"])
    assert why(world, again)["references"][0]["id"] == kept
    heaviest = max(why(world, again)["groups"], key=lambda each: each["weight"])
    assert heaviest["kind"] == "semantic"


@shows("R82", "R83")
def test_the_output_is_measured_by_each_rule_that_applies(desk: World) -> None:
    short = add(desk, "动作场景偏好短句，平均句长 < 10 字")
    shout = add(desk, "动作场景多用感叹号")
    silent = add(desk, "对话中多用感叹号")  # of what is said: nobody speaks here
    add(desk, "描写段落少用逗号")  # it does not apply here
    trace = why(desk, run(desk, text=STORM * 10))
    told = {each["ruleId"]: each for each in trace["compliance"]}
    assert told.keys() == {short["id"], shout["id"], silent["id"]}
    assert told[silent["id"]].keys().isdisjoint({"measured", "obeyed"})
    assert told[short["id"]]["obeyed"] is True
    assert told[short["id"]]["measured"] == pytest.approx(8 / 3, abs=0.01)
    assert told[short["id"]]["predicate"]["feature"] == "mean_sentence_length"
    assert told[shout["id"]]["measured"] == 0
    effects = {each["id"]: each.get("effect") for each in trace["references"]}
    assert effects[short["id"]] == 1.0  # the text around is not so
    assert effects[shout["id"]] < 0.5


@shows("R82")
def test_a_prompt_for_another_s_model_is_traced_and_completed_later(world: World) -> None:
    # Given a tool with a model of its own that asked for a prompt
    kept = add(world, "动作场景偏好短句，平均句长 < 10 字")
    made = world.ok(
        "context:assemble", skillId="continue", projectId="novel", sceneType="action", text=STORM
    )
    before = why(world, made)
    assert "compliance" not in before
    assert "effect" not in before["references"][0]
    # When what it wrote is known
    parts = inside(world.memory)
    told = {"project_id": "novel", "episode_id": "ep_7", "text": STORM}
    assert parts.provenance.complete(made["generationId"], [TERSE], **told)
    # Then the trace has its outcome
    after = world.ok("memory:trace:get", episodeId="ep_7")
    assert after["compliance"][0]["ruleId"] == kept["id"]
    assert after["compliance"][0]["obeyed"] is True
    # And where nothing was written there is nothing to measure
    assert not parts.provenance.complete(made["generationId"], [" "], project_id="novel")
    # And no other project can complete it
    assert not parts.provenance.complete(made["generationId"], [STORM], project_id="other")
    assert world.ok("memory:trace:get", episodeId="ep_7") == after


@shows("R144", "R97")
def test_with_injection_off_nothing_is_referred_to(desk: World) -> None:
    add(desk, "动作场景用短句")
    desk.record()
    desk.ok("memory:settings:update", injectionEnabled=False)
    trace = why(desk, run(desk))
    assert trace["references"] == []
    assert trace["influenceWeights"] == {}
    assert trace["groups"] == []


@shows("C64")
def test_a_trace_knows_what_of_the_prompt_was_our_own_voice(desk: World) -> None:
    desk.ok(
        "memory:create",
        type="fact",
        scope="project",
        projectId="novel",
        content="林远的剑名叫霜刃，是他师父留给他的。",
    )
    written = run(desk)
    kept = inside(desk.memory).trace_store.get(None, written["generationId"])
    assert kept is not None
    assert kept.echoes
    assert all("霜" not in each for each in kept.echoes)
    assert sum(each.tokens for each in kept.pieces) <= kept.tokens * 1.1


def test_an_episode_that_names_its_generation_leads_to_the_trace(world: World) -> None:
    made = world.ok("context:assemble", skillId="continue", projectId="novel", text=STORM)
    told = world.record(generationId=made["generationId"])
    found = world.ok("memory:trace:get", episodeId=told["episodeId"])
    assert found["generationId"] == made["generationId"]


# -- what is told, and to whom


@shows("C93", "C74")
def test_what_was_deleted_is_not_told_by_a_trace_either(desk: World) -> None:
    kept = add(desk, "动作场景写霜刃的寒光")
    episode = desk.record(finalText="雪地上只剩一行脚印")
    written = run(desk)
    texts = {each["id"]: each["text"] for each in why(desk, written)["references"]}
    assert texts[kept["id"]] == "动作场景写霜刃的寒光"
    assert "一行脚印" in texts[episode["episodeId"]]
    desk.ok("memory:semantic:delete", id=kept["id"])
    desk.ok("memory:forget", projectId="novel", episodeId=episode["episodeId"])
    after = why(desk, written)
    for each in after["references"]:
        assert each["deleted"]
        assert "text" not in each
    assert sum(after["influenceWeights"].values()) == pytest.approx(1)
    assert "寒光".encode() not in desk.bytes_everywhere()
    assert "一行脚印".encode() not in desk.bytes_everywhere()


@shows("C93")
def test_a_rule_that_was_changed_is_not_said_to_have_asked_for_what_it_asks_now(
    desk: World,
) -> None:
    kept = add(desk, "动作场景偏好短句，平均句长 < 10 字")
    written = run(desk)
    assert "predicate" in why(desk, written)["compliance"][0]
    patch = {"rule": "动作场景偏好长句，平均句长 > 25 字"}
    desk.ok("memory:semantic:update", id=kept["id"], version=kept["version"], patch=patch)
    (told,) = why(desk, written)["compliance"]
    assert "predicate" not in told
    assert told["obeyed"] is True  # it did obey what was asked then


@shows("R3")
def test_working_memory_is_told_only_while_its_session_lives(desk: World) -> None:
    session = desk.ok("session:begin", projectId="novel")["sessionId"]
    desk.ok(
        "session:note", projectId="novel", sessionId=session, kind="intent", text="林远要活下来"
    )
    written = run(desk, sessionId=session)
    (live,) = why(desk, written)["references"]
    assert live["text"] == "林远要活下来"
    desk.ok("session:end", projectId="novel", sessionId=session)
    (after,) = why(desk, written)["references"]
    assert "text" not in after
    assert after["weight"] == live["weight"]


@shows("C92")
def test_another_project_is_told_nothing(desk: World) -> None:
    add(desk, "动作场景用短句")
    written = run(desk)
    for channel, more in (
        ("memory:trace:get", {}),
        ("memory:trace:feedback", {"verdict": "incorrect"}),
    ):
        error = desk.fails(channel, generationId=written["generationId"], projectId="other", **more)
        assert error["code"] == "MEMORY_SCOPE_DENIED"
        assert "短句" not in str(error)
    assert why(desk, written, projectId="novel")["projectId"] == "novel"


@shows("R114")
def test_no_trace_or_one_that_makes_no_sense_is_a_mismatch(desk: World) -> None:
    written = run(desk)
    for asked in ({"generationId": "gen_x"}, {"runId": "run_x"}, {"episodeId": "ep_x"}):
        assert desk.fails("memory:trace:get", **asked)["code"] == "MEMORY_TRACE_MISMATCH"
    asked = {"generationId": "gen_x", "verdict": "correct"}
    assert desk.fails("memory:trace:feedback", **asked)["code"] == "MEMORY_TRACE_MISMATCH"
    inside(desk.memory).mind_db.write(
        lambda tx: tx.execute("UPDATE generations SET refs = ?", ("[[1]]",))
    )
    error = desk.fails("memory:trace:get", generationId=written["generationId"])
    assert error["code"] == "MEMORY_TRACE_MISMATCH"


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({}, "generationId"),
        ({"generationId": "gen_1", "runId": "run_1"}, "generationId"),
        ({"generationId": " "}, "generationId"),
        ({"runId": ""}, "runId"),
        ({"generationId": "gen_1", "projectId": ""}, "projectId"),
    ],
)
def test_one_thing_is_asked_for(desk: World, asked: dict[str, str], field: str) -> None:
    error = desk.fails("memory:trace:get", **asked)
    assert (error["code"], error["details"]["field"]) == ("INVALID_ARGUMENT", field)


@shows("R93", "R96")
def test_a_trace_is_told_without_the_episodes_that_cannot_be_read(desk: World) -> None:
    add(desk, "动作场景用短句")
    desk.record()
    written = run(desk)
    destroy_episodes(desk)
    trace = why(desk, written)
    (episode,) = (each for each in trace["references"] if each["kind"] == "episodic")
    assert "text" not in episode
    assert not episode["deleted"]  # nobody knows
    assert "MEMORY_DEGRADE_EPISODES_UNREADABLE" in desk.memory.degraded()
    desk.close()
    desk.destroy("mind.db")
    desk.memory = desk._open()
    error = desk.fails("memory:trace:get", generationId=written["generationId"])
    assert error["code"] == "DB_ERROR"


def test_a_trace_outlives_the_process(desk: World) -> None:
    add(desk, "动作场景用短句")
    written = run(desk)
    trace = why(desk, written)
    desk.reopen()
    assert why(desk, written) == trace


# -- the author's word on it


@pytest.fixture
def taught(worlds: Worlds) -> World:
    """A world that has learned, and acts on, one rule: short sentences in action scenes."""
    world = worlds(writer=ScriptedWriter(TERSE))
    author = Author(language="zh")
    for _ in range(25):
        world.record(**author.short())
    learn(world)
    assert only(world)["predicate"]["feature"] == "mean_sentence_length"
    return world


@shows("R86", "C16", "C35", "C81")
def test_judged_wrong_the_rule_is_believed_less_and_it_is_learned_from(taught: World) -> None:
    # Given something written by a rule that was learned
    before = only(taught)
    written = run(taught)
    # When the author judges it wrong
    judged = judge(taught, written, reason="  太碎了  ")
    # Then the rule is believed less, at once and by the one formula
    (lowered,) = judged["lowered"]
    assert lowered["id"] == before["id"]
    assert lowered["before"] == before["confidence"]
    n, prior = before["tally"]["supporting"], taught.policy.learning.confidence_prior
    told = taught.ok("memory:semantic:why", id=before["id"])["supporting"]
    weight = sum(each["weight"] for each in told)
    assert lowered["after"] == shown(weight / (weight + 1) * (n + 1) / (n + 1 + prior))
    after = only(taught)
    assert after["confidence"] == lowered["after"] < before["confidence"]
    assert judged["episodeId"] in after["contradictingEpisodes"]
    # And the verdict is an episode of its own, with what was said
    episode = taught.episode(judged["episodeId"])
    assert episode["feedback"]["implicit"]["signal"] == "FULL_REJECT"
    assert episode["feedback"]["explicit"] == "太碎了"
    where = episode["trigger"]
    assert (where["sceneType"], where["skillUsed"]) == ("action", "continue")
    # And it stands in the learning history
    assert history(taught)[0] == "lowered"
    # And the trace remembers
    assert why(taught, written)["verdict"] == "incorrect"


@shows("R86", "C76")
def test_no_later_distillation_undoes_a_verdict(taught: World) -> None:
    before = only(taught)["confidence"]
    episode = judge(taught, run(taught))["episodeId"]
    less = only(taught)["confidence"]
    learn(taught)
    after = only(taught)
    assert after["confidence"] == pytest.approx(less)
    assert after["confidence"] < before
    assert episode in after["contradictingEpisodes"]


@shows("R86")
def test_judged_right_it_is_believed_more(taught: World) -> None:
    before, n = only(taught)["confidence"], only(taught)["tally"]["supporting"]
    written = run(taught)
    judged = judge(taught, written, "correct")
    (raised,) = judged["raised"]
    assert judged["lowered"] == []
    assert raised["before"] == before
    assert raised["after"] == only(taught)["confidence"] == shown((n + 1) / (n + 6))
    assert judged["episodeId"] in only(taught)["supportingEpisodes"]
    accepted = taught.episode(judged["episodeId"])["feedback"]["implicit"]
    assert accepted["signal"] == "DIRECT_ACCEPT"
    learn(taught)
    assert only(taught)["confidence"] == raised["after"]


@shows("R75", "R86")
@pytest.mark.parametrize("verdict", ["correct", "incorrect"])
def test_what_the_author_confirmed_or_typed_keeps_its_confidence(desk: World, verdict: str) -> None:
    kept = add(desk, "动作场景用短句")
    judged = judge(desk, run(desk), verdict)
    assert judged["recorded"]
    assert judged["unchanged"] == [{"id": kept["id"], "why": "confirmed"}]
    assert judged["lowered"] == judged["raised"] == []
    assert confidence(desk, kept["id"]) == 1.0
    assert judged["episodeId"] in str(desk.ok("memory:semantic:why", id=kept["id"]))


@shows("R86")
def test_the_first_verdict_stands(taught: World) -> None:
    written = run(taught)
    judge(taught, written)
    less = only(taught)["confidence"]
    for verdict in ("incorrect", "correct"):
        again = judge(taught, written, verdict)
        assert again == {"recorded": False, "lowered": [], "raised": [], "unchanged": []}
    named = judge(taught, written, targetId=only(taught)["id"])  # it was meant already
    assert not named["recorded"]
    assert only(taught)["confidence"] == less
    assert why(taught, written)["verdict"] == "incorrect"


@shows("R86")
def test_one_memory_can_be_judged_by_itself(desk: World) -> None:
    made = desk.record()
    ids = [believe(desk, rule(f"rule_{n}", text=f"规则 {n}"), by=["ep_a", "ep_b"]).id for n in "xy"]
    written = run(desk)
    judged = judge(desk, written, targetId=ids[0])
    assert [each["id"] for each in judged["lowered"]] == ids[:1]
    assert confidence(desk, ids[1]) == 0.87
    # Of what is no rule nobody is more or less sure
    other = judge(desk, written, targetId=made["episodeId"])
    assert other["unchanged"] == [{"id": made["episodeId"], "why": "not_a_rule"}]
    verdicts = {each["id"]: each.get("verdict") for each in why(desk, written)["references"]}
    assert verdicts == {ids[0]: "incorrect", ids[1]: None, made["episodeId"]: "incorrect"}
    error = desk.fails(
        "memory:trace:feedback",
        generationId=written["generationId"],
        verdict="incorrect",
        targetId="rule_z",
    )
    assert (error["code"], error["details"]["field"]) == ("INVALID_ARGUMENT", "targetId")


def test_a_rule_that_is_gone_cannot_be_believed_less(desk: World) -> None:
    believe(desk, rule(), by=["ep_a"])
    written = run(desk)
    desk.ok("memory:semantic:delete", id="rule_a")
    judged = judge(desk, written, targetId="rule_a")
    assert judged["unchanged"] == [{"id": "rule_a", "why": "deleted"}]


@pytest.mark.parametrize("verdict", ["maybe", "", None, True])
def test_a_verdict_is_right_or_wrong(desk: World, verdict: Any) -> None:
    written = run(desk)
    asked = {"generationId": written["generationId"], "verdict": verdict}
    error = desk.fails("memory:trace:feedback", **asked)
    assert (error["code"], error["details"]["field"]) == ("INVALID_ARGUMENT", "verdict")


def test_a_blank_reason_is_dropped(desk: World) -> None:
    believe(desk, rule(), by=["ep_a"])
    judged = judge(desk, run(desk), reason=" \n ")
    assert desk.episode(judged["episodeId"])["feedback"]["explicit"] is None


@shows("C70", "R28")
def test_a_verdict_is_not_what_an_undo_takes_back(desk: World) -> None:
    believe(desk, rule(), by=["ep_a"])
    written = run(desk, candidates=1)
    desk.ok("ai:skill:feedback", runId=written["runId"], action="accept", selectedIndex=0)
    judge(desk, written, "correct")
    undone = desk.ok("memory:episode:undo", projectId="novel", generationId=written["generationId"])
    assert undone["episodeId"] == written["episodeId"]


# -- rules of every origin


@shows("R86")
def test_a_rule_that_nobody_measures_moves_by_its_links_and_stays_there(desk: World) -> None:
    kept = unmeasured(desk, "rule_m", by=["ep_a", "ep_b", "ep_c"], confidence=3 / 8)
    judge(desk, run(desk), targetId=kept.id)
    less = confidence(desk, kept.id)
    assert less == shown(3 / 4 * 4 / 9)
    learn(desk)
    assert confidence(desk, kept.id) == less


@shows("R86", "C83")
def test_a_rule_made_by_labels_stays_as_the_verdict_left_it(desk: World) -> None:
    label = {"projectId": "novel", "skillId": "continue", "evidenceRef": "多写风声"}
    for _ in range(4):
        desk.ok("memory:preferences:ingest", action="accept", **label)
    kept = only(desk)
    assert kept["origin"] == Origin.LEARNED
    (lowered,) = judge(desk, run(desk))["lowered"]
    assert lowered["before"] == kept["confidence"] == shown(4 / 9)
    assert lowered["after"] == shown(4 / 5 * 5 / 10)
    # The next label is counted beside it, not instead of it
    desk.ok("memory:preferences:ingest", action="accept", **label)
    assert only(desk)["confidence"] == shown(5 / 6 * 6 / 11)


@shows("R86")
def test_a_rule_about_a_word_stays_as_the_verdict_left_it(worlds: Worlds) -> None:
    # Given an author who keeps cutting a word
    world = worlds(writer=ScriptedWriter(TERSE))
    for n, follows in enumerate(["停下", "抬头", "笑了", "转身", "开口", "起身", "回头"] * 2):
        text = f"他忽然{follows}，第{n}盏灯灭了，风从巷口吹来。"
        world.record(
            sceneType="narration",
            candidates=[text],
            selectedIndex=0,
            finalText=text.replace("忽然", ""),
            inputContext="夜深。",
        )
    learn(world)
    kept = only(world)
    assert kept["predicate"]["feature"] == "phrase:忽然"
    # When the rule is judged wrong
    judged = judge(world, run(world, sceneType="narration", text="夜深。"))
    less = only(world)["confidence"]
    assert less < kept["confidence"]
    # Then a distillation that finds the habit again leaves that so
    learn(world)
    after = only(world)
    assert judged["episodeId"] in after["contradictingEpisodes"]
    assert after["confidence"] == pytest.approx(less)


@shows("C77")
def test_without_a_project_the_verdict_is_counted_and_no_episode_made(desk: World) -> None:
    kept = believe(desk, rule(project_id=None, predicate=SHORT), by=["ep_a", "ep_b"])
    written = desk.ok("ai:skill:run", skillId="continue", sceneType="action", text=STORM)
    judged = judge(desk, written)
    assert "episodeId" not in judged
    (lowered,) = judged["lowered"]
    assert confidence(desk, kept.id) == lowered["after"] < 0.87
    (found,) = desk.ok("memory:semantic:list", scope="global")["items"]
    assert found["tally"] == {"supporting": 2, "contradicting": 0, "gone": 1}


@shows("C95")
def test_in_privacy_mode_a_verdict_keeps_no_word(desk: World) -> None:
    believe(desk, rule(), by=["ep_a"])
    desk.ok("memory:settings:update", privacyModeEnabled=True)
    judged = judge(desk, run(desk), reason="这里的霜刃太冷")
    assert judged["lowered"]
    for word in ("霜刃", "太冷"):
        assert word.encode() not in desk.bytes_everywhere()


# -- leave one out


@shows("R86")
def test_of_two_verdicts_at_the_same_moment_the_first_moves_the_rule(
    desk: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = believe(desk, rule(), by=["ep_x", "ep_y"])
    written = run(desk)
    record = Verdicts._recorded

    def late(self: Any, case: Any) -> str | None:
        monkeypatch.setattr(Verdicts, "_recorded", record)
        judge(desk, written)  # another process, meanwhile
        return record(self, case)

    monkeypatch.setattr(Verdicts, "_recorded", late)
    assert judge(desk, written)["recorded"] is False
    assert history(desk).count("lowered") == 1
    assert confidence(desk, kept.id) < kept.confidence


@shows("R83")
def test_what_the_context_would_be_without_one_memory(desk: World) -> None:
    kept = add(desk, "动作场景用短句")
    episode = desk.record()["episodeId"]
    request = {"skillId": "continue", "projectId": "novel", "sceneType": "action", "text": STORM}
    # Without a rule the stable prefix is another
    spared = desk.ok("context:without", **request, without=kept["id"])
    assert spared["removed"] == [kept["id"]]
    assert spared["prefixChanges"]
    assert spared["with"]["stablePrefixHash"] != spared["without"]["stablePrefixHash"]
    # Without an episode it is the same, and the prompt is shorter
    spared = desk.ok("context:without", **request, without=episode)
    assert spared["removed"] == [episode]
    assert not spared["prefixChanges"]
    assert spared["without"]["tokenCount"] < spared["with"]["tokenCount"]
    # Prompts are shown to those who may see them
    assert "diff" not in spared
    desk.ok("memory:settings:update", contextInspectionEnabled=True)
    shown = desk.ok("context:without", **request, without=kept["id"])["diff"]
    gone = [line for line in shown.splitlines() if line.startswith("-") and "短句" in line]
    assert len(gone) == 1
    error = desk.fails("context:without", **request, without="rule_x")
    assert (error["code"], error["details"]["field"]) == ("INVALID_ARGUMENT", "without")


def test_what_takes_the_place_of_a_memory_is_named(desk: World) -> None:
    ids = [desk.record(finalText=f"{STORM}{n}")["episodeId"] for n in range(5)]
    request = {"skillId": "continue", "projectId": "novel", "sceneType": "action", "text": STORM}
    there = desk.ok("context:assemble", **request)["injected"]["episodes"][0]["id"]
    spared = desk.ok("context:without", **request, without=there)
    assert spared["removed"] == [there]
    assert len(spared["added"]) == 1
    assert set(spared["added"]) < set(ids) - {there}


@shows("R83")
def test_every_kind_of_memory_can_be_left_out(world: World, tmp_path: Path) -> None:
    # Given an outline that speaks of the chapter, and something the author has in mind
    outline = tmp_path / "novel" / ".mohen" / "outline.md"
    outline.parent.mkdir(parents=True)
    outline.write_text("# 大纲\n\n## ch3\n林远回到旧宅。\n", "utf-8")
    world.ok("project:bind", projectId="novel", folder=str(outline.parents[1]))
    session = world.ok("session:begin", projectId="novel", chapterId="ch3")["sessionId"]
    world.ok("session:note", sessionId=session, kind="intent", text="这一场要安静")
    request = {"skillId": "expand", "projectId": "novel", "sessionId": session, "text": STORM}
    made = world.ok("context:assemble", **request)
    traced = world.ok("memory:trace:get", generationId=made["generationId"])
    there = {each["id"] for each in traced["references"]}
    assert {each.partition("_")[0] for each in there} >= {"wm", ".mohen/outline.md#place"}
    # Then each of them can be left out, and nothing goes with it but a part of itself
    for id in there:
        removed = world.ok("context:without", **request, without=id)["removed"]
        assert removed == sorted(each for each in there if each.startswith(id))


@shows("R83", "C24")
def test_a_rule_that_is_left_out_overrides_nothing(world: World) -> None:
    everybodys = world.ok("memory:semantic:add", rule="对白里不用感叹号", scope="global")["id"]
    own = world.ok(
        "memory:semantic:add", rule="对白里多用感叹号", scope="project", projectId="novel"
    )["id"]
    spared = world.ok(
        "context:without", skillId="continue", projectId="novel", text=STORM, without=own
    )
    assert (spared["removed"], spared["added"]) == ([own], [everybodys])


@shows("R82", "R83")
def test_a_tool_with_its_own_model_has_its_output_explained_when_it_is_recorded(
    world: World,
) -> None:
    # Given a prompt for a model of the tool's own, with a rule that can be measured
    rule = world.ok("memory:semantic:add", rule="不用感叹号", scope="global")
    made = world.ok("context:assemble", skillId="continue", projectId="novel", text="雪夜。")
    before = world.ok("memory:trace:get", generationId=made["generationId"], projectId="novel")
    assert before.get("compliance", []) == []
    # When the tool records what the author did with its output
    episode = world.record(
        generationId=made["generationId"],
        candidates=["「冲啊！」他喊道。「快走！」"],
        selectedIndex=0,
    )
    # Then the trace knows the episode and whether the output kept the rule
    why = world.ok("memory:trace:get", generationId=made["generationId"], projectId="novel")
    assert why["episodeId"] == episode["episodeId"]
    [kept] = why["compliance"]
    assert (kept["ruleId"], kept["obeyed"]) == (rule["id"], False)
