"""Every malformed request is refused by its field: never a bug of ours, never the user's words.

The table of sound requests is `server/test_dispatch.py`'s; here each of those of writing is spoilt
in every way there is. Where it is the file of a skill that is malformed: `test_malformed_skills`.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from math import inf, nan
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mohen.server.channels import CHANNELS
from mohen.testing import ScriptedWriter
from server.test_dispatch import SOUND
from shows import shows
from worlds import ANSWERS, World

SECRET = "墨痕深处的秘密"
WRITING = ("session:", "context:", "ai:skill:", "project:", "compaction:", "graph:", "memory:trace")
OURS = sorted(name for name in CHANNELS if name.startswith(WRITING))
ours = pytest.mark.parametrize("channel", OURS)

Path_ = tuple[str | int, ...]


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """A project with a folder, a session, a story and a run that waits for its answer."""
    place = Path(tmp_path_factory.mktemp("malformed"))
    (place / "novel").mkdir()
    made = World(place / "home", writer=ScriptedWriter("剑落。"))
    made.ok("project:bind", projectId="novel", folder=str(place / "novel"))
    made.ok("memory:settings:update", contextInspectionEnabled=True)
    for name in ("林远", "苏晴"):
        made.ok("graph:upsert", projectId="novel", entity={"name": name, "type": "character"})
    made.ok("ai:skill:run", skillId="continue", projectId="novel", text="雪夜。", runId="run_1")
    made.ok("compaction:save", **SOUND["compaction:save"])
    yield made
    made.close()


@pytest.fixture(autouse=True)
def session(world: World) -> None:
    """The one of the sound requests; a sound `session:end` may have ended it."""
    world.ok("session:begin", projectId="novel", sessionId="s")


def refused(world: World, channel: str, payload: Any) -> dict[str, Any]:
    """What is said to a request that must not be taken; of the user's words nothing."""
    envelope = world.door.call(channel, payload)
    assert not envelope["ok"], (channel, payload)
    error = envelope["error"]
    keeps_quiet(world, error)
    return dict(error)


def keeps_quiet(world: World, error: dict[str, Any]) -> None:
    said = json.dumps(error, ensure_ascii=False)
    assert SECRET not in said
    assert str(world.home.parent) not in said


def field(error: dict[str, Any]) -> Any:
    return error.get("details", {}).get("field")


# -- shapes


def shapes(channel: str) -> Iterator[tuple[Path_, set[str]]]:
    """Every field of a request that can be reached from the sound one, with its JSON types."""
    whole = CHANNELS[channel].payload.model_json_schema(by_alias=True)

    def types(shape: dict[str, Any]) -> set[str]:
        if "$ref" in shape:
            return types(whole["$defs"][shape["$ref"].rpartition("/")[2]])
        if "anyOf" in shape:
            return {name for each in shape["anyOf"] for name in types(each)}
        return {shape.get("type", "string")}

    def inner(shape: dict[str, Any], sample: Any, path: Path_) -> Iterator[tuple[Path_, set[str]]]:
        for each in shape.get("anyOf", [shape]):
            found = whole["$defs"][each["$ref"].rpartition("/")[2]] if "$ref" in each else each
            if isinstance(sample, list) and "items" in found:
                yield (*path, 0), types(found["items"])
                yield from inner(found["items"], sample[0], (*path, 0))
            if isinstance(sample, dict):
                for name, part in found.get("properties", {}).items():
                    yield (*path, name), types(part)
                    yield from inner(part, sample.get(name), (*path, name))

    yield from inner(whole, SOUND[channel], ())


def spoilt(channel: str, path: Path_, value: Any) -> dict[str, Any]:
    """The sound request with another value at one place."""
    payload: Any = copy.deepcopy(SOUND[channel])
    place = payload
    for part in path[:-1]:
        place = place[part]
    place[path[-1]] = value
    return dict(payload)


def named(path: Path_) -> str:
    return ".".join(str(part) for part in path)


KINDS: dict[str, list[Any]] = {
    "string": [SECRET],
    "integer": [7, -1, 2**70],
    "number": [0.5],
    "boolean": [True],
    "array": [[SECRET]],
    "object": [{"x": SECRET}],
}


@shows("R109", "R172")
@ours
def test_a_value_of_the_wrong_type(world: World, channel: str) -> None:
    for path, types in shapes(channel):
        takes = types | ({"integer"} if "number" in types else set())
        wrong = [value for kind, values in KINDS.items() if kind not in takes for value in values]
        for value in (*wrong, nan, inf, -inf, {"\ud800": 1} if "object" in types else "\ud800"):
            error = refused(world, channel, spoilt(channel, path, value))
            assert error["code"] == "INVALID_ARGUMENT", (path, value)
            said = str(field(error))
            assert said == named(path) or (
                isinstance(value, dict | list) and said.startswith(f"{named(path)}.")
            ), (path, value)


@shows("R109")
@ours
def test_a_field_that_is_missing_or_that_nobody_knows(world: World, channel: str) -> None:
    sound = SOUND[channel]
    for name in CHANNELS[channel].payload.model_json_schema(by_alias=True).get("required", []):
        left = {key: value for key, value in sound.items() if key != name}
        error = refused(world, channel, left)
        assert (error["code"], field(error)) == ("INVALID_ARGUMENT", name)
    for unknown in ("nobody", "project_ID", "constructor", "__proto__"):
        error = refused(world, channel, {**sound, unknown: SECRET})
        assert (error["code"], field(error)) == ("INVALID_ARGUMENT", unknown)
    for payload in (None, [], SECRET, 7, nan, [sound]):
        assert field(refused(world, channel, payload)) == "payload"


# -- what they say


LATER = {("graph:refresh", "projectId")}


@shows("C92")
@ours
def test_an_id_that_cannot_be_one(world: World, channel: str) -> None:
    for path, _types in shapes(channel):
        if not str(path[-1]).endswith("Id") or (channel, path[-1]) in LATER:
            continue
        for value in ("", " \t\u3000", SECRET * 200_000):
            error = refused(world, channel, spoilt(channel, path, value))
            assert (error["code"], field(error)) == ("INVALID_ARGUMENT", named(path)), value


TOO_LONG = {
    ("ai:skill:check", "text"): "frontmatter",
    ("ai:skill:check", "folder"): "name",
    ("context:assemble", "text"): "text",
}
"""Of a file it is the part of it that is named."""


@ours
def test_a_megabyte_where_a_word_is_meant(world: World, channel: str) -> None:
    for path, types in shapes(channel):
        if "string" not in types:
            continue
        error = refused(world, channel, spoilt(channel, path, SECRET * 150_000))
        assert error["code"] in ("INVALID_ARGUMENT", "CONTEXT_INPUT_TOO_LARGE", "NOT_FOUND"), path
        where = TOO_LONG.get((channel, named(path)), named(path))
        assert field(error) == where, path
