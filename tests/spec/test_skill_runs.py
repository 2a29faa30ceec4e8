"""A skill is run, and the author answers: seed 004's feedback loop (R162–R164), C84, C70."""

from __future__ import annotations

from queue import SimpleQueue
from threading import Event, Thread
from typing import Any

import pytest

from factories import policy
from inside import inside
from mohen.errors import ModelError, ModelNotReady, ModelTimeout
from mohen.models.model import Reply
from mohen.server.dispatch import Dispatcher
from mohen.testing import ScriptedWriter
from shows import shows
from worlds import FIGHT, World, Worlds

WRITTEN = ["他退了一步。", "剑落。血溅。", "他大喊：“杀！”"]


@pytest.fixture
def writer() -> ScriptedWriter:
    return ScriptedWriter(*WRITTEN, WRITTEN[-1])


@pytest.fixture
def world(worlds: Worlds, writer: ScriptedWriter) -> World:
    return worlds(writer=writer)


def asked(**changes: Any) -> dict[str, Any]:
    payload = {"skillId": "continue", "projectId": "novel", "text": FIGHT, **changes}
    return {key: value for key, value in payload.items() if value is not None}


def run(world: World, **changes: Any) -> dict[str, Any]:
    world.writer.script = [*WRITTEN, WRITTEN[-1]]  # type: ignore[union-attr]
    return world.ok("ai:skill:run", **asked(**changes))


def answer(world: World, run_id: str, action: str = "accept", **said: Any) -> dict[str, Any]:
    return world.ok("ai:skill:feedback", runId=run_id, action=action, **said)


def nothing_is_left(world: World) -> None:
    """No episode, no trace, and nobody running."""
    assert world.ok("memory:episode:list", projectId="novel")["items"] == []
    assert inside(world.memory).trace_store.page("novel", limit=9) == []
    assert inside(world.memory).running._live == {}


# -- R18: every run is recorded by itself


@shows("R18", "C84")
def test_a_run_records_itself_and_waits_for_its_answer(world: World) -> None:
    # When a skill is run
    said = run(world, chapterId="ch1")
    # Then the author has candidates, and an episode is there without anybody having recorded it
    assert said["candidates"] == WRITTEN
    episode = world.episode(said["episodeId"])
    assert episode["meta"]["state"] == "open"
    assert episode["aiOutput"] == {
        "candidates": WRITTEN, "selectedIndex": None, "finalText": None
    }  # fmt: skip
    assert episode["trigger"]["inputContext"] == FIGHT
    assert episode["trigger"]["chapterId"] == "ch1"
    assert episode["trigger"]["generationId"] == said["generationId"]
    # And nobody has judged it: it is out of recall, learning and counters
    assert episode["feedback"]["implicit"]["signal"] is None
    assert world.query(queryText=FIGHT)["items"] == []
    status = world.ok("memory:status", projectId="novel")
    assert (status["episodes"]["active"], status["episodes"]["open"]) == (0, 1)
    learning = world.ok("memory:semantic:list", projectId="novel")["learning"]
    assert learning["pendingEpisodes"] == 0


@shows("R18")
def test_its_answer_closes_it_and_it_becomes_an_episode_like_any_other(world: World) -> None:
    said = run(world)
    # When the author takes the second candidate and says why
    heard = answer(world, said["runId"], selectedIndex=1, explicit="够短", responseTimeMs=1_500)
    # Then the same episode is closed, judged and findable
    assert heard["episodeId"] == said["episodeId"]
    assert heard["signal"] == "DIRECT_ACCEPT"
    episode = world.episode(said["episodeId"])
    assert episode["meta"]["state"] == "closed"
    assert episode["aiOutput"]["selectedIndex"] == 1
    assert episode["aiOutput"]["finalText"] == WRITTEN[1]
    assert episode["feedback"]["explicit"] == "够短"
    assert episode["feedback"]["implicit"]["responseTimeMs"] == 1_500
    assert world.ids_of(world.query(queryText=FIGHT)) == [said["episodeId"]]
    learning = world.ok("memory:semantic:list", projectId="novel")["learning"]
    assert learning["pendingEpisodes"] == 1


def test_an_answer_that_comes_after_others_is_new_for_learning_all_the_same(world: World) -> None:
    # Given a run that still waits, while others are recorded, measured and distilled
    said = run(world)
    for _ in range(3):
        world.record()
    world.ok("memory:semantic:distill", projectId="novel", wait=True)
    # When it is answered at last
    answer(world, said["runId"], selectedIndex=1, finalText="剑落，血溅。")
    # Then it counts as new, and what was changed was measured
    learning = world.ok("memory:semantic:list", projectId="novel")["learning"]
    assert learning["pendingEpisodes"] == 1
    assert evidence_of(world, said["episodeId"])


def evidence_of(world: World, episode_id: str) -> str | None:
    parts = inside(world.memory)
    (episode,) = parts.episode_store.get(id=episode_id)
    with parts.episodes_db.read() as reader:
        return parts.episode_store.evidence(reader, episode.seq)


ACTS: list[tuple[str, dict[str, Any]]] = [
    ("accept", {"selectedIndex": 0}),
    ("accept", {"selectedIndex": 1, "finalText": "剑落。血溅！"}),
    ("accept", {"selectedIndex": 1, "finalText": "剑落下，血溅了。"}),
    ("accept", {"selectedIndex": 2, "finalText": "夜深了，谁也没有说话，只有雨。"}),
    ("reject", {}),
    ("reject", {"selectedIndex": -1, "finalText": "夜深了。"}),
    ("partial", {"selectedIndex": 1, "finalText": "剑落。血溅！"}),
]


@shows("R162", "R163", "C13")
@pytest.mark.parametrize(("action", "said"), ACTS)
def test_an_answer_is_judged_exactly_as_a_recording_of_the_same(
    world: World, action: str, said: dict[str, Any]
) -> None:
    made = run(world)
    answered = answer(world, made["runId"], action, **said)
    recorded = world.record(
        candidates=WRITTEN,
        inputContext=FIGHT,
        selectedIndex=said.get("selectedIndex", -1),
        finalText=said.get("finalText"),
    )
    one, other = world.episode(answered["episodeId"]), world.episode(recorded["episodeId"])
    assert answered["signal"] == recorded["signal"]
    assert one["feedback"]["editDistance"] == other["feedback"]["editDistance"]
    assert one["feedback"]["implicit"]["weight"] == other["feedback"]["implicit"]["weight"]
    assert one["aiOutput"] == other["aiOutput"]
    assert evidence_of(world, one["id"]) == evidence_of(world, other["id"])


def test_one_candidate_need_not_be_named(world: World) -> None:
    made = run(world, candidates=1)
    assert answer(world, made["runId"])["signal"] == "DIRECT_ACCEPT"


@shows("C41")
def test_some_of_it_used_without_saying_what_is_recorded_and_proves_nothing(world: World) -> None:
    made = run(world)
    answered = answer(world, made["runId"], "partial")
    episode = world.episode(made["episodeId"])
    assert answered["signal"] == "NEUTRAL"
    assert episode["feedback"]["implicit"]["weight"] == 0
    assert (episode["aiOutput"]["selectedIndex"], episode["meta"]["state"]) == (None, "closed")
    assert '"d":[]' in (evidence_of(world, made["episodeId"]) or "")


def test_a_part_that_was_used_is_taken_to_come_from_the_nearest_candidate(world: World) -> None:
    made = run(world)
    answer(world, made["runId"], "partial", finalText="剑落。血溅一地。")
    assert world.episode(made["episodeId"])["aiOutput"]["selectedIndex"] == 1


@shows("R162", "C92")
@pytest.mark.parametrize(
    ("said", "code", "field"),
    [
        ({"selectedIndex": 3}, "INVALID_ARGUMENT", "selectedIndex"),
        ({"selectedIndex": -2}, "INVALID_ARGUMENT", "selectedIndex"),
        ({"selectedIndex": -1}, "INVALID_ARGUMENT", "selectedIndex"),
        ({}, "INVALID_ARGUMENT", "selectedIndex"),
        ({"action": "reject", "selectedIndex": 0}, "INVALID_ARGUMENT", "selectedIndex"),
        ({"action": "maybe"}, "INVALID_ARGUMENT", "action"),
        ({"selectedIndex": 0, "responseTimeMs": -1}, "INVALID_ARGUMENT", "responseTimeMs"),
        ({"selectedIndex": 0, "finalText": "长" * 200_001}, "INVALID_ARGUMENT", "finalText"),
        ({"runId": "run_nowhere", "selectedIndex": 0}, "NOT_FOUND", "runId"),
        ({"runId": " ", "selectedIndex": 0}, "INVALID_ARGUMENT", "runId"),
        ({"selectedIndex": 0, "projectId": "other"}, "MEMORY_SCOPE_DENIED", None),
    ],
)
def test_an_answer_that_makes_no_sense_changes_nothing(
    world: World, said: dict[str, Any], code: str, field: str | None
) -> None:
    made = run(world)
    error = world.fails("ai:skill:feedback", **{"runId": made["runId"], "action": "accept", **said})
    assert error["code"] == code
    assert error.get("details", {}).get("field") == field
    # And the run still waits for a sound one
    assert world.episode(made["episodeId"])["meta"]["state"] == "open"
    assert answer(world, made["runId"], selectedIndex=0)["recorded"]


@shows("R162")
def test_a_run_is_answered_once(world: World) -> None:
    made = run(world)
    answer(world, made["runId"], selectedIndex=0)
    again = {"runId": made["runId"], "action": "reject", "evidenceRef": "太啰嗦了"}
    assert world.fails("ai:skill:feedback", **again)["code"] == "CONFLICT"
    world.reopen()
    assert world.fails("ai:skill:feedback", **again)["code"] == "CONFLICT"
    assert world.episode(made["episodeId"])["feedback"]["implicit"]["signal"] == "DIRECT_ACCEPT"


@shows("R162")
def test_a_run_can_be_answered_after_a_restart(world: World) -> None:
    made = run(world, chapterId="ch1", sceneType="对白")
    world.reopen()
    answered = answer(world, made["runId"], selectedIndex=1, finalText="剑落。血溅！")
    assert (answered["episodeId"], answered["signal"]) == (made["episodeId"], "LIGHT_EDIT")
    trigger = world.episode(made["episodeId"])["trigger"]
    assert (trigger["sceneType"], trigger["chapterId"]) == ("dialogue", "ch1")


# -- what is learned from the label


@shows("R163", "C83")
def test_equal_labels_of_answers_become_a_preference(world: World) -> None:
    learned = [
        answer(world, run(world)["runId"], selectedIndex=1, evidenceRef="多用短句")["learned"]
        for _ in range(3)
    ]
    assert learned[:2] == [[], []]
    (rule,) = learned[2]
    assert rule in [
        each["id"] for each in world.ok("memory:semantic:list", projectId="novel")["items"]
    ]


@shows("C83")
def test_one_act_is_counted_by_one_path(world: World) -> None:
    # Given an author whose tool reports each accept twice, by both channels
    for _ in range(2):
        made = run(world)
        one = world.ok(
            "memory:preferences:ingest",
            projectId="novel",
            runId=made["runId"],
            skillId="continue",
            action="accept",
            evidenceRef="多用短句",
        )
        other = answer(world, made["runId"], selectedIndex=1, evidenceRef="多用短句")
        # Then it is one act
        assert one["feedbackId"] == other["feedbackId"]
        assert (one["learned"], other["learned"]) == ([], [])


def test_a_label_that_teaches_nothing_says_why(world: World) -> None:
    answered = answer(world, run(world)["runId"], selectedIndex=1, evidenceRef="短")
    assert (answered["recorded"], answered["ignored"], answered["reason"]) == (
        True, True, "too_short"
    )  # fmt: skip


def test_a_plain_answer_has_no_label_to_ignore(world: World) -> None:
    for response in ({"action": "accept", "selectedIndex": 0}, {"action": "reject"}):
        answered = answer(world, run(world)["runId"], **response)
        assert (answered["recorded"], answered["ignored"], answered["reason"]) == (
            True, False, None
        )  # fmt: skip


# -- nobody answers


@shows("C84")
def test_a_run_that_nobody_answered_is_given_up_and_is_no_rejection(world: World) -> None:
    made = run(world)
    world.clock.advance(hours=25)
    world.ok("memory:cleanup:run")
    episode = world.episode(made["episodeId"])
    assert episode["meta"]["state"] == "abandoned"
    implicit = episode["feedback"]["implicit"]
    assert (implicit["signal"], implicit["weight"]) == ("ABANDONED", 0)
    assert world.ok("memory:semantic:list", projectId="novel")["learning"]["pendingEpisodes"] == 0


def test_an_answer_the_next_day_is_still_an_answer(world: World) -> None:
    made = run(world)
    world.clock.advance(hours=25)
    world.ok("memory:cleanup:run")
    assert answer(world, made["runId"], selectedIndex=0)["signal"] == "DIRECT_ACCEPT"
    assert world.ok("memory:semantic:list", projectId="novel")["learning"]["pendingEpisodes"] == 1


@shows("C84", "R10")
def test_the_end_of_a_session_gives_its_open_runs_up(world: World) -> None:
    session = world.ok("session:begin", projectId="novel")["sessionId"]
    waiting, answered = run(world, sessionId=session), run(world, sessionId=session)
    elsewhere = run(world)
    answer(world, answered["runId"], selectedIndex=0)
    settled = world.ok("session:end", sessionId=session)
    states = [
        world.episode(each["episodeId"])["meta"]["state"] for each in (waiting, answered, elsewhere)
    ]
    assert (settled["abandoned"], states) == (1, ["abandoned", "closed", "open"])


def test_what_was_said_in_a_run_belongs_to_the_session(world: World) -> None:
    session = world.ok("session:begin", projectId="novel")["sessionId"]
    run(world, sessionId=session, instruction="让他先开口")
    dialogue = world.ok("session:state", sessionId=session)["aiDialogContext"]
    assert [(each["role"], each["text"]) for each in dialogue] == [
        ("user", "让他先开口"),
        ("assistant", WRITTEN[0]),
    ]


@shows("C70", "R28")
@pytest.mark.parametrize("name", ["runId", "generationId", "episodeId"])
@pytest.mark.parametrize("restarted", [False, True])
def test_an_accepted_run_can_be_undone_by_any_of_its_names(
    world: World, name: str, restarted: bool
) -> None:
    made = run(world)
    answer(world, made["runId"], selectedIndex=1)
    if restarted:
        world.reopen()
    undone = world.ok("memory:episode:undo", projectId="novel", **{name: made[name]})
    assert (undone["episodeId"], undone["weight"]) == (made["episodeId"], -1.0)


@shows("C70")
def test_what_was_not_accepted_cannot_be_undone(world: World) -> None:
    made = run(world)
    undo = {"projectId": "novel", "runId": made["runId"]}
    assert world.fails("memory:episode:undo", **undo)["code"] == "CONFLICT"
    undo["runId"] = "run_nowhere"
    assert world.fails("memory:episode:undo", **undo)["code"] == "NOT_FOUND"


# -- the answer of a run


@shows("R147")
def test_a_run_says_what_went_into_its_prompt(world: World, writer: ScriptedWriter) -> None:
    # Given the prompt that would be made
    made = world.ok("context:assemble", **asked())
    # When the skill is run
    said = run(world)
    # Then exactly that prompt was written to, and the answer says so
    (first, *_) = writer.asked
    assert [each.content for each in first.messages] == [made["system"], made["user"]]
    for name in ("stablePrefixHash", "promptHash", "tokenCount", "injected", "layers"):
        assert said[name] == made[name]
    assert said["stablePrefixUnchanged"] is True
    assert (said["sceneType"], said["memoryDegraded"], said["warnings"]) == ("action", False, [])
    assert said["model"] == {"name": "scripted", "offline": False}
    trace = world.ok("memory:trace:get", runId=said["runId"])
    assert (trace["generationId"], trace["episodeId"]) == (
        said["generationId"], said["episodeId"]
    )  # fmt: skip


@shows("C63")
def test_what_went_into_the_prompt_of_a_run_was_recalled(
    world: World, writer: ScriptedWriter
) -> None:
    # Given an episode that fits the scene
    kept = world.record()["episodeId"]

    def recalls() -> int:
        return int(world.episode(kept)["meta"]["recallCount"])

    # When a run fails, nothing was recalled
    writer.script = [ModelError("the model server cannot be reached")]
    world.fails("ai:skill:run", **asked())
    assert recalls() == 0
    # When runs succeed, it was: once a day
    for _ in range(2):
        assert [each["id"] for each in run(world)["injected"]["episodes"]] == [kept]
    assert recalls() == 1


@shows("C65")
def test_without_a_model_the_offline_writer_stands_in_and_says_so(worlds: Worlds) -> None:
    world = worlds()
    model = world.ok("ai:skill:run", **asked())["model"]
    assert (model["name"], model["offline"]) == ("offline", True)
    assert "offline writer" in model["notice"]["en"]
    # One who chose it knows
    world.ok("memory:settings:update", model={"kind": "offline"})
    model = world.ok("ai:skill:run", **asked())["model"]
    assert (model["offline"], "notice" in model) == (True, False)


def test_each_candidate_is_asked_for_by_itself(world: World, writer: ScriptedWriter) -> None:
    run(world, candidates=2, maxTokens=77)
    assert [(each.variant, each.max_tokens) for each in writer.asked] == [(0, 77), (1, 77)]


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"candidates": 0}, "INVALID_ARGUMENT", "candidates"),
        ({"candidates": 6}, "INVALID_ARGUMENT", "candidates"),
        ({"maxTokens": 0}, "INVALID_ARGUMENT", "maxTokens"),
        ({"maxTokens": 6_001}, "INVALID_ARGUMENT", "maxTokens"),
        ({"runId": ""}, "INVALID_ARGUMENT", "runId"),
        ({"runId": "a/b"}, "INVALID_ARGUMENT", "runId"),
        ({"runId": "r" * 81}, "INVALID_ARGUMENT", "runId"),
        ({"skillId": "nonsense"}, "NOT_FOUND", "skillId"),
        ({"projectId": " "}, "INVALID_ARGUMENT", "projectId"),
        ({"cursor": -1}, "INVALID_ARGUMENT", "cursor"),
        ({"extra": 1}, "INVALID_ARGUMENT", "extra"),
    ],
)
def test_a_run_that_makes_no_sense_asks_no_writer(
    world: World, writer: ScriptedWriter, changes: dict[str, Any], code: str, field: str
) -> None:
    error = world.fails("ai:skill:run", **{**asked(), **changes})
    assert (error["code"], error["details"]["field"]) == (code, field)
    assert writer.asked == []
    nothing_is_left(world)


def test_what_a_skill_saw_is_kept_in_short(world: World) -> None:
    long = "雨" * 3_000
    saw = world.episode(run(world, text=long + FIGHT, instruction="快些")["episodeId"])
    kept = saw["trigger"]["inputContext"]
    assert kept.startswith("快些\n雨")
    assert kept.endswith(FIGHT)
    assert len(kept) <= world.policy.runs.input_chars + 1
    span = {"start": 3_000, "end": 3_000 + len(FIGHT)}
    chosen = run(world, skillId="polish", text=long + FIGHT + long, selection=span)
    assert world.episode(chosen["episodeId"])["trigger"]["inputContext"] == FIGHT


def test_without_a_project_there_is_nothing_to_remember_but_the_label(world: World) -> None:
    made = run(world, projectId=None)
    assert (made["episodeId"], made["candidates"]) == (None, WRITTEN)
    answered = answer(world, made["runId"], selectedIndex=0, evidenceRef="多用短句")
    assert (answered["episodeId"], answered["signal"], answered["ignored"]) == (None, None, False)
    again = {"runId": made["runId"], "action": "accept", "selectedIndex": 0}
    assert world.fails("ai:skill:feedback", **again)["code"] == "CONFLICT"


# -- streaming


def test_a_run_that_streams_tells_each_piece(world: World, writer: ScriptedWriter) -> None:
    writer.script = [("剑", "落。"), "血溅。"]
    said = world.ok("ai:skill:run", **asked(candidates=2, stream=True, runId="r-1"))
    told = [data for push, data in world.pushes if push == "ai:skill:stream"]
    assert {each["runId"] for each in told} == {"r-1"}
    assert [(each["event"], each.get("candidate"), each.get("text")) for each in told] == [
        ("run_started", None, None),
        ("delta", 0, "剑"),
        ("delta", 0, "落。"),
        ("delta", 1, "血溅。"),
        ("run_completed", None, None),
    ]
    assert said["candidates"] == ["剑落。", "血溅。"]


def test_a_run_that_does_not_stream_tells_nothing(world: World) -> None:
    run(world)
    assert [push for push, _ in world.pushes if push == "ai:skill:stream"] == []


# -- when the model fails


@pytest.mark.parametrize(
    ("failure", "code", "retryable"),
    [
        (ModelError("the model server cannot be reached"), "UPSTREAM_ERROR", True),
        (ModelTimeout("the model server did not answer in time"), "TIMEOUT", True),
        (
            ModelNotReady("OpenAI needs a key: put one into the environment variable X"),
            "MODEL_NOT_READY",
            False,
        ),
        (("剑", ModelError("the model server cannot be reached")), "UPSTREAM_ERROR", True),
        ("  \n", "UPSTREAM_ERROR", True),
    ],
)
def test_a_run_whose_writer_fails_leaves_nothing_and_may_be_tried_again(
    world: World, writer: ScriptedWriter, failure: Any, code: str, retryable: bool
) -> None:
    writer.script = [failure]
    error = world.fails("ai:skill:run", **asked(runId="r1", stream=True))
    assert (error["code"], error["retryable"]) == (code, retryable)
    assert world.pushes[-1][1]["event"] == "run_failed"
    assert world.pushes[-1][1]["error"]["code"] == code
    nothing_is_left(world)
    assert run(world, runId="r1")["candidates"] == WRITTEN


def test_candidates_that_were_written_before_the_writer_failed_are_given(
    world: World, writer: ScriptedWriter
) -> None:
    writer.script = ["剑落。", ("血", ModelError("the model server cannot be reached"))]
    said = world.ok("ai:skill:run", **asked())
    assert said["candidates"] == ["剑落。"]
    assert [each["code"] for each in said["warnings"]] == ["UPSTREAM_ERROR"]
    assert said["memoryDegraded"] is False
    assert answer(world, said["runId"])["signal"] == "DIRECT_ACCEPT"


@shows("C65")
def test_every_call_is_counted_and_none_is_refused(world: World, writer: ScriptedWriter) -> None:
    # Given an author who has switched all budgets off
    world.ok("memory:settings:update", distillationTokensPerDay=0, consolidationTokensPerDay=0)
    # When skills are run, well and badly
    writer.script = [
        Reply("剑落。", 300, 4),
        ("血", ModelError("the model server cannot be reached")),
        ModelError("the model server cannot be reached"),
    ]
    world.ok("ai:skill:run", **asked(candidates=2))
    world.fails("ai:skill:run", **asked())
    # Then each call has left its receipt
    receipts = inside(world.memory).receipt_store.list(limit=9)
    kept = [(each.purpose, each.result, each.tokens_in > 0) for each in reversed(receipts)]
    assert kept == [("skill", "ok", True), ("skill", "failed", True), ("skill", "failed", False)]
    assert (receipts[-1].tokens_in, receipts[-1].tokens_out) == (300, 4)


# -- when the memory fails


@shows("R93")
@pytest.mark.parametrize("file", ["episodes.db", "mind.db"])
def test_the_author_gets_what_was_written_though_it_cannot_be_recorded(
    world: World, file: str
) -> None:
    world.record()
    world.close()
    world.destroy(file)
    world.memory = world._open()
    said = run(world)
    assert (said["candidates"], said["episodeId"]) == (WRITTEN, None)
    assert said["memoryDegraded"] is True
    assert "MEMORY_EPISODE_WRITE_FAILED" in [each["code"] for each in said["warnings"]]


@shows("R93")
def test_a_run_that_could_not_be_recorded_is_recorded_with_its_answer(
    worlds: Worlds, writer: ScriptedWriter
) -> None:
    # Given a project that is full of confirmed episodes, so that a run cannot be recorded
    world = worlds(writer=writer, policy=policy(capacity={"active_per_project": 1}))
    kept = world.record(userConfirmed=True)["episodeId"]
    made = run(world)
    assert made["episodeId"] is None
    assert "MEMORY_CAPACITY_EXCEEDED" in [each["code"] for each in made["warnings"]]
    # When there is room again before the author answers
    world.ok("memory:forget", projectId="novel", episodeId=kept)
    answered = answer(world, made["runId"], selectedIndex=1)
    # Then nothing was lost
    assert answered["signal"] == "DIRECT_ACCEPT"
    assert world.episode(answered["episodeId"])["aiOutput"]["candidates"] == WRITTEN
    again = {"runId": made["runId"], "action": "reject"}
    assert world.fails("ai:skill:feedback", **again)["code"] == "CONFLICT"


def test_an_open_run_is_not_compressed_to_make_room(worlds: Worlds, writer: ScriptedWriter) -> None:
    world = worlds(writer=writer, policy=policy(capacity={"active_per_project": 2}))
    made = run(world)
    for _ in range(3):
        world.record(importance=1.0)
    assert world.episode(made["episodeId"])["aiOutput"]["candidates"] == WRITTEN
    assert answer(world, made["runId"], selectedIndex=0)["signal"] == "DIRECT_ACCEPT"


def test_a_run_whose_episode_was_forgotten_cannot_be_answered(world: World) -> None:
    made = run(world)
    world.ok("memory:forget", projectId="novel", episodeId=made["episodeId"])
    error = world.fails("ai:skill:feedback", runId=made["runId"], action="reject")
    assert error["code"] == "NOT_FOUND"


# -- privacy


@shows("C95")
def test_in_privacy_mode_no_word_is_kept_and_the_answer_is_measured(world: World) -> None:
    world.ok("memory:settings:update", privacyModeEnabled=True)
    made = run(world, instruction="悄悄地")
    answered = answer(
        world, made["runId"], selectedIndex=1, finalText="剑落，血溅，他没有回头看一眼。"
    )
    assert answered["signal"] == "HEAVY_REWRITE"
    assert "final_vs_chosen" in (evidence_of(world, made["episodeId"]) or "")
    inside(world.memory).episodes_db.close()
    for text in (FIGHT, *WRITTEN, "悄悄地", "回头看"):
        assert text.encode() not in world.bytes_everywhere()


@shows("C95")
@pytest.mark.parametrize(
    ("action", "said", "signal"),
    [
        ("accept", {"selectedIndex": 1}, "DIRECT_ACCEPT"),
        ("accept", {"selectedIndex": 1, "finalText": "剑落。"}, "NEUTRAL"),
        ("reject", {}, "FULL_REJECT"),
        ("partial", {"finalText": "剑落。"}, "NEUTRAL"),
    ],
)
def test_after_a_restart_only_the_act_speaks_of_what_was_not_kept(
    world: World, action: str, said: dict[str, Any], signal: str
) -> None:
    world.ok("memory:settings:update", privacyModeEnabled=True)
    made = run(world)
    world.reopen()
    assert answer(world, made["runId"], action, **said)["signal"] == signal
    meta = world.episode(made["episodeId"])["meta"]
    assert (meta["private"], meta["lengths"]["candidates"]) == (True, [6, 6, 8])
    bad = {"runId": made["runId"], "action": "accept", "selectedIndex": 1}
    assert world.fails("ai:skill:feedback", **bad)["code"] == "CONFLICT"


def test_what_was_run_in_privacy_stays_private(world: World) -> None:
    world.ok("memory:settings:update", privacyModeEnabled=True)
    made = run(world)
    world.ok("memory:settings:update", privacyModeEnabled=False)
    answer(world, made["runId"], selectedIndex=1)
    episode = world.episode(made["episodeId"])
    assert (episode["meta"]["private"], episode["aiOutput"]["candidates"]) == (True, [])


@shows("R119")
@pytest.mark.parametrize("restarted", [False, True])
def test_names_that_are_not_to_be_kept_are_no_edit(worlds: Worlds, restarted: bool) -> None:
    world = worlds(writer=ScriptedWriter("林远退了一步。"))
    world.ok("memory:settings:update", redactNames=["林远"])
    made = world.ok("ai:skill:run", **asked(candidates=1, text="林远拔剑。"))
    assert made["candidates"] == ["林远退了一步。"]
    if restarted:
        world.reopen()
    answered = answer(world, made["runId"], finalText="林远退了一步。")
    assert answered["signal"] == "DIRECT_ACCEPT"
    assert "林远" not in str(world.episode(made["episodeId"]))


@pytest.mark.parametrize("remote", [True, False])
def test_a_remote_writer_does_not_learn_names_and_the_author_gets_them_back(
    worlds: Worlds, remote: bool
) -> None:
    # Given an author who wants names to stay at home
    writer = ScriptedWriter("…", remote=remote)
    world = worlds(writer=writer)
    world.ok("memory:settings:update", redactNames=["林远"], maskNamesEnabled=True)
    world.ok("ai:skill:run", **asked(candidates=1, text="林远拔剑。"))
    (first,) = writer.asked
    prompt = "".join(each.content for each in first.messages)
    assert ("林远" in prompt) is not remote
    assert ("stand for names" in first.messages[0].content) is remote
    # When the writer speaks of whom it was told, piece by piece
    stranger = prompt.split("<before>\n")[1].split("拔剑")[0]
    writer.script = [(*stranger, "退", "了一步。")]
    made = world.ok("ai:skill:run", **asked(candidates=1, text="林远拔剑。", stream=True))
    # Then the author reads of him by his name, in the stream as in the end
    assert made["candidates"] == ["林远退了一步。"]
    told = [data.get("text", "") for push, data in world.pushes if push == "ai:skill:stream"]
    assert "".join(told) == "林远退了一步。"


# -- stopping it


class Line:
    """One connection to a memory; what it asks is answered when it is answered."""

    def __init__(self, world: World) -> None:
        self.door = Dispatcher(world.memory)
        self._answers: SimpleQueue[dict[str, Any]] = SimpleQueue()

    def ask(self, channel: str, payload: dict[str, Any], **how: Any) -> None:
        self.door.submit(channel, payload, self._answers.put, **how)

    def answer(self) -> dict[str, Any]:
        return self._answers.get(timeout=60)


LONG_ENOUGH = 3_000  # ms in which a run comes to its writer, on a busy machine and any engine


def held(world: World, writer: ScriptedWriter, **how: Any) -> Line:
    """A run that hangs in its writer."""
    writer.hold()
    line = Line(world)
    line.ask("ai:skill:run", asked(runId="r1", stream=True), request=7, **how)
    writer.wait_until_held()
    return line


def over(world: World, writer: ScriptedWriter, line: Line, code: str) -> None:
    """The caller was told, the writer has stopped, and nothing is pending (R164)."""
    assert line.answer()["error"]["code"] == code
    line.door.close()  # returns when its workers have ended: the writer was stopped, not let go
    nothing_is_left(world)
    said = world.pushes[-1][1]["event"]
    assert said == ("run_canceled" if code == "CANCELED" else "run_failed")
    assert world.fails("ai:skill:feedback", runId="r1", action="reject")["code"] == "NOT_FOUND"
    # And the id can be used again
    writer.let_go()
    assert run(world, runId="r1")["candidates"] == WRITTEN


@shows("R164")
def test_a_run_is_cancelled_from_another_connection_and_leaves_nothing(
    world: World, writer: ScriptedWriter
) -> None:
    line = held(world, writer)
    assert world.ok("ai:skill:cancel", runId="r1") == {"runId": "r1", "canceled": True}
    over(world, writer, line, "CANCELED")


@shows("R164")
def test_a_run_is_cancelled_as_any_request_is(world: World, writer: ScriptedWriter) -> None:
    line = held(world, writer)
    line.ask("request:cancel", {"id": 7})
    first, second = line.answer(), line.answer()
    assert {first["ok"], second["ok"]} == {True, False}
    line._answers.put(first if not first["ok"] else second)
    over(world, writer, line, "CANCELED")


@shows("R164")
def test_a_caller_who_is_gone_wants_nothing_any_more(world: World, writer: ScriptedWriter) -> None:
    line = held(world, writer)
    line.door.cancel_all()
    over(world, writer, line, "CANCELED")


@shows("R164")
def test_a_run_that_takes_too_long_leaves_nothing(world: World, writer: ScriptedWriter) -> None:
    line = held(world, writer, timeout_ms=LONG_ENOUGH)
    over(world, writer, line, "TIMEOUT")


def test_a_run_has_a_time_of_its_own(worlds: Worlds, writer: ScriptedWriter) -> None:
    patient = worlds(writer=writer, policy=policy(doors={"timeout_ms": 1}))
    assert run(patient)["candidates"] == WRITTEN
    hasty = worlds(writer=writer, policy=policy(skills={"timeout_ms": LONG_ENOUGH}))
    over(hasty, writer, held(hasty, writer), "TIMEOUT")


def test_cancelling_twice_is_fine_and_what_is_finished_stays(
    world: World, writer: ScriptedWriter
) -> None:
    line = held(world, writer)
    world.ok("ai:skill:cancel", runId="r1")
    line.door.close()
    assert world.ok("ai:skill:cancel", runId="r1")["canceled"] is True
    writer.let_go()
    made = run(world)
    assert world.ok("ai:skill:cancel", runId=made["runId"])["canceled"] is False
    world.reopen()
    assert world.ok("ai:skill:cancel", runId=made["runId"])["canceled"] is False
    assert world.fails("ai:skill:cancel", runId="run_nowhere")["code"] == "NOT_FOUND"


def test_a_run_of_another_project_is_not_cancelled(world: World, writer: ScriptedWriter) -> None:
    line = held(world, writer)
    error = world.fails("ai:skill:cancel", runId="r1", projectId="other")
    assert error["code"] == "MEMORY_SCOPE_DENIED"
    writer.let_go()
    assert line.answer()["ok"]
    line.door.close()


def test_while_it_runs_its_id_is_taken_and_there_is_nothing_to_answer(
    world: World, writer: ScriptedWriter
) -> None:
    line = held(world, writer)
    refused = world.fails("ai:skill:run", **asked(runId="r1"))
    assert (refused["code"], refused["details"]["field"]) == ("CONFLICT", "runId")
    error = world.fails("ai:skill:feedback", runId="r1", action="reject")
    assert error["code"] == "CONFLICT"
    writer.let_go()
    assert line.answer()["ok"]
    line.door.close()
    # And afterwards, and after a restart
    refused = world.fails("ai:skill:run", **asked(runId="r1"))
    assert (refused["code"], refused["details"]["field"]) == ("CONFLICT", "runId")
    world.reopen()
    refused = world.fails("ai:skill:run", **asked(runId="r1"))
    assert (refused["code"], refused["details"]["field"]) == ("CONFLICT", "runId")


def test_more_runs_than_fit_are_refused_at_once(worlds: Worlds, writer: ScriptedWriter) -> None:
    world = worlds(writer=writer, policy=policy(skills={"concurrent_max": 1}))
    line = held(world, writer)
    error = world.fails("ai:skill:run", **asked())
    assert (error["code"], error["retryable"]) == ("MEMORY_BACKPRESSURE", True)
    assert error["details"]["retryAfterMs"] > 0
    writer.let_go()
    assert line.answer()["ok"]
    line.door.close()
    assert run(world)["candidates"] == WRITTEN


@shows("R164")
@pytest.mark.parametrize("how", ["cancelled", "out of time"])
def test_an_answer_that_ends_before_it_began_leaves_the_run_waiting(world: World, how: str) -> None:
    # Given a run, and a file that somebody else is busy with
    made = run(world)
    busy, free = Event(), Event()
    database = inside(world.memory).mind_db
    holder = Thread(target=database.write, args=(lambda _tx: (busy.set(), free.wait()),))
    holder.start()
    assert busy.wait(60)
    # When the author's answer waits for it and is cancelled, or runs out of time
    line = Line(world)
    said = {
        "runId": made["runId"],
        "projectId": "novel",
        "action": "accept",
        "selectedIndex": 0,
        "evidenceRef": "多用短句",
    }
    line.ask("ai:skill:feedback", said, request=1, timeout_ms=60_000 if how == "cancelled" else 200)
    if how == "cancelled":
        line.door.cancel_all()
    code = line.answer()["error"]["code"]
    free.set()
    holder.join()
    line.door.close()
    # Then nothing of it was done, nothing is pending, and the run still waits
    assert code == ("CANCELED" if how == "cancelled" else "TIMEOUT")
    assert not inside(world.memory).label_store.heard(made["runId"])
    assert world.episode(made["episodeId"])["meta"]["state"] == "open"
    assert world.ok("ai:skill:feedback", **said)["signal"] == "DIRECT_ACCEPT"
