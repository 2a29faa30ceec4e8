"""What the user may set, and what is never kept (seed 003 §2; R119, C95)."""

from __future__ import annotations

import json
import logging

import pytest

from inside import inside
from shows import shows
from worlds import World

DEFAULTS = {
    "injectionEnabled": True,
    "preferenceLearningEnabled": True,
    "privacyModeEnabled": False,
    "preferenceLearningThreshold": 3,
    "redactNames": [],
    "embedder": {"kind": "builtin"},
    "model": {"kind": "none"},
    "distillationTokensPerDay": 20_000,
    "consolidationTokensPerDay": 1_800,
    "tokenizer": "estimate",
    "promptLanguage": "zh",
    "maskNamesEnabled": False,
    "contextInspectionEnabled": False,
    "keepConversations": 365,
    "modelHub": "https://huggingface.co",
}


@shows("R125", "R126", "R127", "R128", "R131")
def test_the_defaults(world: World) -> None:
    assert world.ok("memory:settings:get") == DEFAULTS


@shows("R129")
def test_a_patch_changes_what_it_names_and_answers_with_everything(world: World) -> None:
    answer = world.ok("memory:settings:update", privacyModeEnabled=True)
    assert answer == {**DEFAULTS, "privacyModeEnabled": True}
    world.reopen()
    assert world.ok("memory:settings:get") == answer


@pytest.mark.parametrize(
    ("patch", "field"),
    [
        ({}, "patch"),
        ({"preferenceLearningThreshold": 0}, "preferenceLearningThreshold"),
        ({"preferenceLearningThreshold": 101}, "preferenceLearningThreshold"),
        ({"preferenceLearningThreshold": 2.5}, "preferenceLearningThreshold"),
        ({"injectionEnabled": "yes"}, "injectionEnabled"),
        ({"redactNames": [""]}, "redactNames"),
        ({"redactNames": ["x" * 61]}, "redactNames"),
        ({"embedder": {"kind": "magic"}}, "embedder.kind"),
        ({"keepConversations": -1}, "keepConversations"),
        ({"keepConversations": "off"}, "keepConversations"),
        ({"volume": 11}, "volume"),
    ],
)
def test_nonsense_is_refused_by_name_and_changes_nothing(
    world: World, patch: dict[str, object], field: str
) -> None:
    error = world.fails("memory:settings:update", **patch)
    assert error["code"] == "INVALID_ARGUMENT"
    assert error["details"]["field"] == field
    assert world.ok("memory:settings:get") == DEFAULTS


@pytest.mark.parametrize(
    ("embedder", "code"),
    [
        ({"kind": "onnx", "model": "/nowhere/at/all"}, "MODEL_NOT_READY"),
        ({"kind": "onnx"}, "INVALID_ARGUMENT"),
        ({"kind": "openai"}, "INVALID_ARGUMENT"),
        ({"kind": "openai", "model": "m", "baseUrl": "nonsense"}, "INVALID_ARGUMENT"),
    ],
)
def test_an_embedder_that_cannot_work_is_refused_at_once(
    world: World, embedder: dict[str, str], code: str
) -> None:
    error = world.fails("memory:settings:update", embedder=embedder)
    assert error["code"] == code
    assert "/nowhere" not in error["message"]
    assert world.ok("memory:settings:get") == DEFAULTS


def test_a_corrupt_stored_setting_is_its_default_and_logged(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    rotten = {"preference_learning_threshold": '"many"', "injection_enabled": "{"}
    inside(world.memory).mind_db.write(
        lambda tx: inside(world.memory).settings_store.put_settings(tx, rotten, now=1)
    )
    with caplog.at_level(logging.WARNING):
        assert world.ok("memory:settings:get") == DEFAULTS
    assert "preference_learning_threshold" in caplog.text


@shows("C95", "R127")
def test_privacy_mode_keeps_the_signal_and_no_word(world: World) -> None:
    # Given privacy mode
    world.ok("memory:settings:update", privacyModeEnabled=True)
    secret = "紫罗兰协议"
    # When an edited interaction is recorded
    answer = world.record(
        inputContext=f"他念出了{secret}。",
        candidates=[f"{secret}开始了！", "别的。"],
        selectedIndex=0,
        finalText=f"{secret}开始了。",
        explicit=f"{secret}太吵",
    )
    # Then signal, scene, lengths and measured differences are there
    kept = world.episode(answer["episodeId"])
    assert kept["meta"]["private"] is True
    assert answer["signal"] == "LIGHT_EDIT"
    assert kept["trigger"]["sceneType"] == "action"
    assert kept["meta"]["lengths"] == {"input": 10, "candidates": [9, 3], "final": 9}
    with inside(world.memory).episodes_db.read() as reader:
        evidence = json.loads(reader.execute("SELECT body FROM evidence").get)
    assert evidence
    # And not one word of text, in the answer or in any file
    assert kept["aiOutput"] == {"candidates": [], "selectedIndex": 0, "finalText": None}
    assert kept["feedback"]["explicit"] is None
    world.close()
    assert secret.encode() not in world.bytes_everywhere()
    world.memory = world._open()


@shows("R119")
def test_configured_names_are_masked_before_they_are_kept(world: World) -> None:
    # Given two names that must not be kept
    world.ok("memory:settings:update", redactNames=["林远", "Ann"])
    answer = world.record(
        inputContext="林远看着Ann的信。Anna didn't. ANN left.",
        candidates=["林远走了。"],
        selectedIndex=0,
        explicit="Ann不会这样说",
    )
    # Then each is a stable mark, and longer words that only contain one are left alone
    kept = world.episode(answer["episodeId"])
    context = kept["trigger"]["inputContext"]
    assert "林远" not in context
    assert "Anna didn't" in context
    assert context.count("⟦") == 3
    assert kept["feedback"]["explicit"].endswith("不会这样说")
    # And asking by the name still finds it
    for number in range(5):
        world.record(inputContext=f"无关的第{number}段文字，说的是天气。")
    assert world.ids_of(world.query(queryText="林远"))[0] == answer["episodeId"]
    # And no file of the home holds it, but for the setting itself
    world.close()
    assert "林远".encode() not in world.stored("episodes.db")
    world.memory = world._open()


@shows("R119")
def test_no_episode_text_reaches_the_log(world: World, caplog: pytest.LogCaptureFixture) -> None:
    secret = "青铜门后的字条"
    with caplog.at_level(logging.DEBUG):
        answer = world.record(inputContext=secret, candidates=[secret], selectedIndex=0)
        world.query(queryText=secret)
        world.fails("memory:episode:get", projectId="novel", episodeId=secret)
        world.fails("memory:episode:record", projectId=secret)
        world.ok("memory:episode:undo", projectId="novel", episodeId=answer["episodeId"])
        world.ok("memory:index:rebuild")
    assert secret not in caplog.text
    assert str(world.home) not in caplog.text
