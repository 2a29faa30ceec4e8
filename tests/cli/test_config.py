"""Settings as a person types them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from cli.running import Run
from shows import shows


def get(mohen: Run, name: str) -> Any:
    return json.loads(mohen("config", "list", "--json").stdout)["data"][name]


FIXTURES = Path(__file__).parents[1] / "contracts" / "fixtures"


@shows("R131")
@pytest.mark.parametrize(
    ("key", "typed", "name", "value"),
    [
        ("privacy-mode-enabled", "on", "privacyModeEnabled", True),
        ("privacyModeEnabled", "开", "privacyModeEnabled", True),
        ("injection_enabled", "FALSE", "injectionEnabled", False),
        ("preference-learning-threshold", "5", "preferenceLearningThreshold", 5),
        ("redact-names", "Ann Lee, 林墨，阿文、", "redactNames", ["Ann Lee", "林墨", "阿文"]),
        ("redact-names", "", "redactNames", []),
        ("prompt-language", "en", "promptLanguage", "en"),
        ("mask-names-enabled", "on", "maskNamesEnabled", True),
        ("context-inspection-enabled", "on", "contextInspectionEnabled", True),
        ("keep-conversations", "off", "keepConversations", 0),
        ("keep-conversations", "90", "keepConversations", 90),
        ("model", "offline", "model", {"kind": "offline"}),
        ("embedder", "builtin", "embedder", {"kind": "builtin"}),
        ("embedder", "use", "embedder", {"kind": "use"}),
        ("embedder", "openai:small", "embedder", {"kind": "openai", "model": "small"}),
        (
            "embedder",
            "openai:bge-m3:latest@http://127.0.0.1:1/v1",
            "embedder",
            {"kind": "openai", "model": "bge-m3:latest", "baseUrl": "http://127.0.0.1:1/v1"},
        ),
    ],
)
def test_what_is_typed_is_set(mohen: Run, key: str, typed: str, name: str, value: Any) -> None:
    assert mohen("config", "set", key, typed).exit_code == 0
    assert get(mohen, name) == value


def test_an_embedder_may_name_its_key_and_size(mohen: Run) -> None:
    mohen("config", "set", "embedder", "openai:m", "--api-key-env", "THE_KEY", "--dims", "8")
    assert get(mohen, "embedder") == {
        "kind": "openai",
        "model": "m",
        "apiKeyEnv": "THE_KEY",
        "dims": 8,
    }


def test_a_model_may_say_how_much_it_reads(mohen: Run) -> None:
    mohen("config", "set", "model", "openai:m@http://127.0.0.1:1/v1", "--window", "65536")
    assert get(mohen, "model") == {
        "kind": "openai",
        "model": "m",
        "baseUrl": "http://127.0.0.1:1/v1",
        "window": 65536,
    }


@pytest.mark.parametrize("typed", ["onnx:package:no_such_package", "onnx:no/such/folder"])
def test_an_embedder_that_is_not_there_is_refused_with_what_to_do(mohen: Run, typed: str) -> None:
    refused = mohen("config", "set", "embedder", typed)
    assert refused.exit_code == 8
    assert get(mohen, "embedder") == {"kind": "builtin"}


def test_a_folder_is_found_from_everywhere(
    mohen: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = tmp_path / "model"
    model.mkdir()
    shutil.copy(FIXTURES / "tiny_sentence.onnx", model / "model.onnx")
    shutil.copy(FIXTURES / "tiny_tokenizer.json", model / "tokenizer.json")
    monkeypatch.chdir(tmp_path)
    mohen("config", "set", "embedder", "onnx:model")
    assert get(mohen, "embedder")["model"] == str((tmp_path / "model").resolve())


@pytest.mark.parametrize(
    ("key", "typed"),
    [
        ("nonsense", "on"),
        ("privacy-mode-enabled", "perhaps"),
        ("preference-learning-threshold", "many"),
        ("preference-learning-threshold", "0"),
        ("embedder", "oracle"),
        ("prompt-language", "fr"),
    ],
)
def test_what_makes_no_sense_is_refused(mohen: Run, key: str, typed: str) -> None:
    before = mohen("config", "list").stdout
    assert mohen("config", "set", key, typed).exit_code == 2
    assert mohen("config", "list").stdout == before


def test_one_setting_alone(mohen: Run) -> None:
    mohen("config", "set", "redact-names", "林墨,阿文")
    assert mohen("config", "get", "redact-names").stdout == "林墨, 阿文\n"
    assert json.loads(mohen("config", "get", "redactNames", "--json").stdout)["data"] == {
        "redactNames": ["林墨", "阿文"]
    }
    assert mohen("config", "get", "injection-enabled").stdout == "on\n"


def test_another_embedder_wants_another_index(mohen: Run) -> None:
    assert "rebuild-index" in mohen("config", "set", "embedder", "use").stderr
