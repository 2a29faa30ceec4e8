"""The channels as OpenAPI: where they are told, and that real answers fit."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from mohen.memory import open_memory
from mohen.server.channels import all_channels
from server.running import Running
from worlds import interaction

ROOT = Path(__file__).parents[2]


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    with open_memory(tmp_path / "home") as memory:
        server = Running(memory)
        yield server
        server.close()


def test_it_is_told_to_who_has_no_token_and_is_what_the_docs_hold(running: Running) -> None:
    answer = running.client.get("/openapi.json", headers={"Authorization": ""})
    assert answer.headers["content-type"] == "application/json"
    told = answer.json()
    kept = json.loads((ROOT / "docs" / "openapi.json").read_text("utf-8"))
    del kept["x-generated"]
    assert told == kept
    assert {path.removeprefix("/ipc/") for path in told["paths"]} - {"/events"} == {*all_channels()}
    stranger = running.client.get("/openapi.json", headers={"Host": "evil.example"})
    assert stranger.status_code == 403
    for channel, payload in (
        ("memory:episode:record", interaction()),
        ("memory:episode:list", {"projectId": "novel"}),
        ("memory:semantic:list", {}),
        ("memory:episode:record", {"projectId": "novel"}),
    ):
        said = running.post(channel, payload)
        fits(told, channel, payload, said.json(), failed=said.status_code != 200)


def fits(told: dict[str, Any], channel: str, sent: Any, said: Any, *, failed: bool) -> None:
    operation = told["paths"][f"/ipc/{channel}"]["post"]
    if failed:
        assert operation["responses"]["4XX"] == {"$ref": "#/components/responses/Failure"}
        answered = {"$ref": "#/components/schemas/Failure"}
    else:
        body = operation["requestBody"]["content"]["application/json"]["schema"]
        validator(told, body).validate(sent)
        answered = operation["responses"]["200"]["content"]["application/json"]["schema"]
    validator(told, answered).validate(said)


def validator(told: dict[str, Any], schema: dict[str, Any]) -> Draft202012Validator:
    return Draft202012Validator({**schema, "components": told["components"]})


def test_it_is_sound() -> None:
    """By a validator of somebody else's making."""
    reason = "openapi-spec-validator is not installed: make setup"
    judge = pytest.importorskip("openapi_spec_validator", reason=reason)
    kept = json.loads((ROOT / "docs" / "openapi.json").read_text("utf-8"))
    judge.OpenAPIV31SpecValidator(kept).validate()
