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

from mohen.errors import (
    Backpressure,
    Conflict,
    InvalidArgument,
    NotFound,
    PermissionDenied,
    TraceMismatch,
)
from mohen.server.app import STATUS
from mohen.server.channels import all_channels
from mohen.server.schema import model_of
from mohen.testing import ScriptedWriter
from server.test_dispatch import SOUND
from shows import shows
from worlds import ANSWERS, World

SECRET = "墨痕深处的秘密"
WRITING = ("session:", "context:", "ai:skill:", "project:", "compaction:", "graph:", "memory:trace")
CHANNELS = all_channels()
OURS = sorted(name for name in CHANNELS if name.startswith(WRITING))
ours = pytest.mark.parametrize("channel", OURS)

Place = tuple[str | int, ...]


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
    asked = {"skillId": "continue", "projectId": "novel", "candidates": 1}
    made.ok("ai:skill:run", text="雪夜。", runId="run_1", **asked)
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
    text = json.dumps(error, ensure_ascii=False)
    assert SECRET not in text
    assert str(world.home.parent) not in text


def said(payload: dict[str, Any]) -> dict[str, Any]:
    """None takes a field away."""
    return {key: value for key, value in payload.items() if value is not None}


def field(error: dict[str, Any]) -> Any:
    return error.get("details", {}).get("field")


# -- shapes


def shapes(channel: str) -> Iterator[tuple[Place, set[str]]]:
    """Every field of a request that can be reached from the sound one, with its JSON types."""
    whole = model_of(CHANNELS[channel].payload).model_json_schema(by_alias=True)

    def types(shape: dict[str, Any]) -> set[str]:
        if "$ref" in shape:
            return types(whole["$defs"][shape["$ref"].rpartition("/")[2]])
        if "anyOf" in shape:
            return {name for each in shape["anyOf"] for name in types(each)}
        return {shape.get("type", "string")}

    def inner(shape: dict[str, Any], sample: Any, path: Place) -> Iterator[tuple[Place, set[str]]]:
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


def spoilt(channel: str, path: Place, value: Any) -> dict[str, Any]:
    """The sound request with another value at one place."""
    payload: Any = copy.deepcopy(SOUND[channel])
    place = payload
    for part in path[:-1]:
        place = place[part]
    place[path[-1]] = value
    return dict(payload)


def named(path: Place) -> str:
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
            where = str(field(error))
            assert where == named(path) or (
                isinstance(value, dict | list) and where.startswith(f"{named(path)}.")
            ), (path, value)


@shows("R109")
@ours
def test_a_field_that_is_missing_or_that_nobody_knows(world: World, channel: str) -> None:
    sound = SOUND[channel]
    for name in (
        model_of(CHANNELS[channel].payload).model_json_schema(by_alias=True).get("required", [])
    ):
        left = {key: value for key, value in sound.items() if key != name}
        error = refused(world, channel, left)
        assert (error["code"], field(error)) == ("INVALID_ARGUMENT", name)
    for unknown in ("nobody", "project_ID", "constructor", "__proto__"):
        error = refused(world, channel, {**sound, unknown: SECRET})
        assert (error["code"], field(error)) == ("INVALID_ARGUMENT", unknown)
    for payload in (None, [], SECRET, 7, nan, [sound]):
        assert field(refused(world, channel, payload)) == "payload"


# -- what they say


@shows("C92")
@ours
def test_an_id_that_cannot_be_one(world: World, channel: str) -> None:
    for path, _types in shapes(channel):
        if str(path[-1]).endswith("Id"):
            for value in ("", " \t\u3000", SECRET * 200):
                error = refused(world, channel, spoilt(channel, path, value))
                assert (error["code"], field(error)) == ("INVALID_ARGUMENT", named(path)), value


ELSEWHERE = {
    ("ai:skill:check", "text"): "frontmatter",  # of a file its part is named
    ("ai:skill:check", "folder"): "name",
    ("ai:skill:feedback", "evidenceRef"): None,  # a passage teaches nothing, which is said (C83)
}


@shows("R109")
@ours
def test_a_megabyte_where_a_word_is_meant(world: World, channel: str) -> None:
    for path, types in shapes(channel):
        where = ELSEWHERE.get((channel, named(path)), named(path))
        if "string" not in types or where is None:
            continue
        error = refused(world, channel, spoilt(channel, path, SECRET * 150_000))
        assert error["code"] in ("INVALID_ARGUMENT", "CONTEXT_INPUT_TOO_LARGE"), path
        assert field(error) == where, path


GOOD = SOUND["graph:upsert"]["evidence"]

MEANINGLESS: list[tuple[str, dict[str, Any], str]] = [
    # where one stands
    *(
        (channel, {**changes}, where)
        for channel in ("context:assemble", "context:inspect", "context:without", "ai:skill:run")
        for changes, where in [
            ({"selection": {"start": 0, "end": 1}, "cursor": 1}, "cursor"),
            ({"selection": {"start": 2, "end": 1}, "cursor": None}, "selection"),
            ({"selection": {"start": -1, "end": 1}, "cursor": None}, "selection"),
            ({"selection": None, "cursor": -1}, "cursor"),
            ({"skillId": "../../etc/passwd"}, "skillId"),
            ({"skillId": "/etc/passwd"}, "skillId"),
            ({"skillId": "Continue"}, "skillId"),
            ({"skillId": "con"}, "skillId"),
            ({"skillId": "continue\0"}, "skillId"),
        ]
    ),
    ("context:without", {"without": "ep_nowhere"}, "without"),
    ("context:without", {"without": "../../etc/passwd"}, "without"),
    ("context:cache", {"limit": 0}, "limit"),
    ("context:cache", {"ttlMs": -1}, "ttlMs"),
    ("context:cache", {"minimumTokens": -1}, "minimumTokens"),
    # runs
    ("ai:skill:run", {"candidates": 0}, "candidates"),
    ("ai:skill:run", {"candidates": 10**9}, "candidates"),
    ("ai:skill:run", {"maxTokens": 0}, "maxTokens"),
    ("ai:skill:run", {"maxTokens": 2**70}, "maxTokens"),
    ("ai:skill:run", {"runId": "../r"}, "runId"),
    ("ai:skill:run", {"runId": "r\n"}, "runId"),
    ("ai:skill:run", {"runId": "r" * 81}, "runId"),
    ("ai:skill:feedback", {"selectedIndex": 1}, "selectedIndex"),
    ("ai:skill:feedback", {"selectedIndex": -(2**70)}, "selectedIndex"),
    ("ai:skill:feedback", {"action": "accept", "selectedIndex": -1}, "selectedIndex"),
    ("ai:skill:feedback", {"action": "reject", "selectedIndex": 0}, "selectedIndex"),
    ("ai:skill:feedback", {"action": SECRET}, "action"),
    ("ai:skill:feedback", {"responseTimeMs": -1}, "responseTimeMs"),
    ("ai:skill:feedback", {"responseTimeMs": 2**70}, "responseTimeMs"),
    ("ai:skill:create", {"skillId": "../up"}, "skillId"),
    ("ai:skill:create", {"skillId": "a/b"}, "skillId"),
    # working memory
    ("session:focus", {"cursor": 4}, "cursor"),
    ("session:focus", {"cursor": -1}, "cursor"),
    ("session:note", {"kind": SECRET}, "kind"),
    ("session:note", {"text": None}, "text"),
    ("session:note", {"text": " \n"}, "text"),
    ("session:note", {"weight": 0}, "weight"),
    ("session:note", {"weight": 1.01}, "weight"),
    ("session:note", {"kind": "intent"}, "weight"),
    ("session:note", {"role": "user"}, "role"),
    # folders
    ("project:bind", {"folder": "novel"}, "folder"),
    ("project:bind", {"folder": "../novel"}, "folder"),
    ("project:bind", {"folder": ""}, "folder"),
    ("project:bind", {"folder": "/"}, "folder"),
    ("project:bind", {"folder": "/etc/passwd"}, "folder"),
    ("project:bind", {"folder": "/nul\0l"}, "folder"),
    ("project:bind", {"folder": f"/{SECRET}"}, "folder"),
    # conversations
    ("compaction:save", {"conversationId": "../talk"}, "conversationId"),
    ("compaction:save", {"conversationId": "talk\0"}, "conversationId"),
    ("compaction:get", {"conversationId": "/etc/passwd"}, "conversationId"),
    ("compaction:save", {"messages": [{"role": "user", "content": "", "at": -1}]}, "messages.0.at"),
    ("compaction:save", {"messages": [{"role": "user"}]}, "messages.0.content"),
    ("compaction:save", {"messages": [{"role": "ghost", "content": ""}]}, "messages.0.role"),
    ("compaction:list", {"cursor": SECRET}, "cursor"),
    ("compaction:list", {"cursor": f"{10**30}.talk"}, "cursor"),
    # the story
    ("graph:query", {"depth": 4}, "depth"),
    ("graph:query", {"depth": -1}, "depth"),
    ("graph:query", {"type": SECRET}, "type"),
    ("graph:query", {"at": SECRET}, "at"),
    ("graph:path", {"maxDepth": 0}, "maxDepth"),
    ("graph:path", {"maxDepth": 9}, "maxDepth"),
    ("graph:check", {"chapter": SECRET}, "chapter"),
    ("graph:check", {"since": ""}, "since"),
    ("graph:export", {"format": "svg"}, "format"),
    ("graph:upsert", {"entity": None}, "entity"),
    ("graph:upsert", {"state": {"entity": "林远", "attribute": "a", "value": "b"}}, "entity"),
    ("graph:upsert", {"entity": {"name": " ", "type": "character"}}, "entity.name"),
    *(
        ("graph:upsert", {"evidence": {**GOOD, **changes}}, f"evidence.{next(iter(changes))}")
        for changes in (
            {"ref": "/etc/passwd"},
            {"ref": "../outside.md"},
            {"ref": "a\0b"},
            {"firstLine": -1},
            {"lastLine": 2},
        )
    ),
    # knowledge
    ("knowledge:search", {"since": -1}, "since"),
    ("knowledge:search", {"until": 10**30}, "until"),
    ("knowledge:search", {"asOf": 10**30}, "asOf"),
    ("knowledge:retract", {"line": 0}, "line"),
    ("knowledge:retract", {"line": 10**30}, "line"),
    ("memory:forget", {"episodeId": None, "source": "\ud800"}, "source"),
    # traces
    ("memory:trace:get", {"generationId": None}, "generationId"),
    ("memory:trace:get", {"runId": "run_1"}, "generationId"),
    ("memory:trace:feedback", {"verdict": SECRET}, "verdict"),
]


@shows("R109", "R162", "C92")
@pytest.mark.parametrize(("channel", "changes", "where"), MEANINGLESS)
def test_a_request_that_makes_no_sense(
    world: World, channel: str, changes: dict[str, Any], where: str
) -> None:
    payload = {**SOUND[channel], **changes}
    error = refused(
        world, channel, {key: each for key, each in payload.items() if each is not None}
    )
    assert (error["code"], field(error)) == ("INVALID_ARGUMENT", where)


def test_a_place_beyond_the_text_is_its_end(world: World) -> None:
    for place in ({"cursor": 2**70}, {"selection": {"start": 1, "end": 2**70}}):
        made = world.ok("context:assemble", skillId="polish", text="雪夜。", **place)
        assert "雪夜" in made["user"] or "夜。" in made["user"]


# -- what they name

NOWHERE: list[tuple[str, dict[str, Any], str, str | None]] = [
    ("session:focus", {"sessionId": "nobody"}, "NOT_FOUND", "sessionId"),
    ("session:note", {"sessionId": "nobody"}, "NOT_FOUND", "sessionId"),
    (
        "session:note",
        {"projectId": "novel", "itemId": "wm_nowhere", "text": None},
        "NOT_FOUND",
        "itemId",
    ),
    ("session:state", {"sessionId": "nobody"}, "NOT_FOUND", "sessionId"),
    ("session:end", {"sessionId": "nobody"}, "NOT_FOUND", "sessionId"),
    ("ai:skill:get", {"skillId": "nowhere"}, "NOT_FOUND", "skillId"),
    ("ai:skill:run", {"skillId": "nowhere"}, "NOT_FOUND", "skillId"),
    ("context:assemble", {"skillId": "nowhere"}, "NOT_FOUND", "skillId"),
    ("ai:skill:create", {"projectId": "unbound"}, "NOT_FOUND", "projectId"),
    ("ai:skill:feedback", {"runId": "run_nowhere"}, "NOT_FOUND", "runId"),
    ("ai:skill:cancel", {"runId": "run_nowhere"}, "NOT_FOUND", "runId"),
    ("project:files", {"projectId": "unbound"}, "NOT_FOUND", "projectId"),
    ("compaction:get", {"conversationId": "nowhere"}, "NOT_FOUND", "conversationId"),
    ("compaction:expand", {"conversationId": "nowhere"}, "NOT_FOUND", "conversationId"),
    ("graph:query", {"entity": "nobody"}, "NOT_FOUND", "entity"),
    ("graph:path", {"to": "nobody"}, "NOT_FOUND", "to"),
    ("graph:exempt", {}, "NOT_FOUND", "findingId"),
    ("graph:delete", {}, "NOT_FOUND", "id"),
    ("memory:trace:get", {}, "MEMORY_TRACE_MISMATCH", None),
    ("memory:trace:feedback", {}, "MEMORY_TRACE_MISMATCH", None),
]


@shows("R114", "C92")
@pytest.mark.parametrize(("channel", "changes", "code", "where"), NOWHERE)
def test_something_that_is_not_there(
    world: World, channel: str, changes: dict[str, Any], code: str, where: str | None
) -> None:
    payload = {**SOUND[channel], "at": None, **changes}
    error = refused(
        world, channel, {key: each for key, each in payload.items() if each is not None}
    )
    assert (error["code"], field(error)) == (code, where)


@shows("R116", "C92")
def test_something_of_another_project_is_denied_without_a_word_of_it(world: World) -> None:
    # Given a project with a run, its trace, a session, a conversation and a story of its own
    secret = {"projectId": "secret"}
    made = world.ok("ai:skill:run", skillId="continue", text=SECRET, candidates=1, **secret)
    world.ok("session:begin", sessionId="hidden", **secret)
    world.ok("session:note", sessionId="hidden", kind="intent", text=SECRET, **secret)
    talk = [{"role": "user", "content": SECRET}]
    world.ok("compaction:save", conversationId="hidden", messages=talk, **secret)
    someone = world.ok("graph:upsert", entity={"name": SECRET, "type": "secret"}, **secret)
    entity = someone["entity"]["id"]
    # When another project asks for any of it by its id
    asked: list[tuple[str, dict[str, Any], str]] = [
        ("ai:skill:feedback", {"runId": made["runId"]}, "MEMORY_SCOPE_DENIED"),
        ("ai:skill:cancel", {"runId": made["runId"]}, "MEMORY_SCOPE_DENIED"),
        ("memory:trace:get", {"generationId": made["generationId"]}, "MEMORY_SCOPE_DENIED"),
        ("memory:trace:feedback", {"generationId": made["generationId"]}, "MEMORY_SCOPE_DENIED"),
        ("session:focus", {"sessionId": "hidden", "projectId": "novel"}, "MEMORY_SCOPE_DENIED"),
        ("session:note", {"sessionId": "hidden", "projectId": "novel"}, "MEMORY_SCOPE_DENIED"),
        ("session:state", {"sessionId": "hidden"}, "MEMORY_SCOPE_DENIED"),
        ("session:end", {"sessionId": "hidden"}, "MEMORY_SCOPE_DENIED"),
        ("context:assemble", {"sessionId": "hidden"}, "CONTEXT_SCOPE_VIOLATION"),
        ("ai:skill:run", {"sessionId": "hidden"}, "CONTEXT_SCOPE_VIOLATION"),
        ("compaction:get", {"conversationId": "hidden"}, "NOT_FOUND"),  # names of each project
        ("compaction:expand", {"conversationId": "hidden"}, "NOT_FOUND"),
        ("graph:query", {"entity": entity, "at": None}, "MEMORY_SCOPE_DENIED"),
        ("graph:path", {"to": entity}, "MEMORY_SCOPE_DENIED"),
        ("graph:delete", {"id": entity}, "MEMORY_SCOPE_DENIED"),
    ]
    for channel, changes, code in asked:
        payload = {**SOUND[channel], **changes}
        error = refused(world, channel, said(payload))
        # Then it is denied, and the answer holds nothing of it
        assert error["code"] == code, channel
    # And nothing of it was changed
    state = world.ok("session:state", sessionId="hidden", **secret)
    assert [each["text"] for each in state["intentStack"]] == [SECRET]
    assert world.ok("ai:skill:feedback", runId=made["runId"], action="accept", **secret)["recorded"]


# -- without end

DIGITS = "9" * 5_000
LONG = "/" + "a" * 5_000
ENDLESS: list[tuple[str, dict[str, Any], str, str | None]] = [
    ("memory:clear:all", {"confirmToken": DIGITS}, "MEMORY_CLEAR_CONFIRM_REQUIRED", None),
    ("memory:clear:all", {"confirmToken": f"{DIGITS}.x"}, "MEMORY_CLEAR_CONFIRM_REQUIRED", None),
    ("memory:preferences:clear", {"confirmToken": DIGITS}, "MEMORY_CLEAR_CONFIRM_REQUIRED", None),
    ("memory:import", {"projectId": "novel", "path": LONG}, "IO_ERROR", None),
    ("memory:import", {"projectId": "novel", "path": "/" + "a/" * 5_000}, "IO_ERROR", None),
    ("project:create", {"projectId": "new", "folder": "/tmp/\0"}, "INVALID_ARGUMENT", "folder"),
    ("project:create", {"projectId": "new", "folder": LONG}, "IO_ERROR", "folder"),
    ("memory:status", {"projectId": DIGITS}, "INVALID_ARGUMENT", "projectId"),
]


@shows("R114")
@pytest.mark.parametrize(("channel", "payload", "code", "where"), ENDLESS)
def test_what_has_no_end_is_refused_by_its_field(
    world: World, channel: str, payload: dict[str, Any], code: str, where: str | None
) -> None:
    error = world.door.call(channel, payload)["error"]
    assert (error["code"], field(error)) == (code, where)


def test_bullets_without_bottom_are_read(world: World, tmp_path: Path) -> None:
    deep = tmp_path / "MEMORY.md"
    deep.write_text(
        "\n".join(f"{' ' * depth}- 他住在第{depth}层" for depth in range(1_100)), "utf-8"
    )
    told = world.ok("memory:import", projectId="novel", path=str(deep), dryRun=True)
    assert told["format"] == "memory-md"
    assert "too_long" in [each["code"] for each in told["refused"]]


@pytest.mark.parametrize("deep", [1_100, 100_000])
def test_nesting_without_bottom_is_refused(world: World, deep: int) -> None:
    nest: Any = "x"
    for _ in range(deep):
        nest = [nest]
    error = world.door.call("memory:status", {"projectId": nest})["error"]
    assert (error["code"], "nested" in error["message"]) == ("INVALID_ARGUMENT", True)


# -- over HTTP

FAULTS_OF_THE_CALLER = (InvalidArgument, NotFound, TraceMismatch, Conflict, PermissionDenied)


def test_no_fault_of_the_caller_is_said_to_be_the_servers() -> None:
    for kind in (*FAULTS_OF_THE_CALLER, Backpressure):
        for each in (kind, *kind.__subclasses__()):
            assert 400 <= STATUS[each.code] < 500, each
    for each in (Backpressure, *Backpressure.__subclasses__()):
        assert STATUS[each.code] == 429


# -- everything at once

# Who tests as root may make a folder anywhere else: no folder can be where a file is.
NOWHERE = f"/dev/null/{SECRET}"
WORDS = st.sampled_from(
    [SECRET, f"{SECRET}\0", NOWHERE, f"../{SECRET}", "", " ", "\ud800", SECRET * 2_000, "s"]
)
NAMES = st.sampled_from(["x", "", "0", "__proto__", "\ud800"])  # a field's name is repeated
VALUES = st.recursive(
    WORDS | st.none() | st.booleans() | st.integers() | st.floats() | st.just(2**70),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(NAMES, inner, max_size=2),
    max_leaves=4,
)


@shows("R109", "R172", "R149")
@settings(
    max_examples=300,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(channel=st.sampled_from(OURS), data=st.data())
def test_whatever_is_wrong_it_is_never_a_bug_of_ours_and_no_word_is_repeated(
    world: World, channel: str, data: st.DataObject
) -> None:
    payload: Any = SOUND[channel]
    paths = [path for path, _types in shapes(channel) if len(path) == 1]
    for path in data.draw(st.lists(st.sampled_from(paths), max_size=3)) if paths else []:
        payload = {**payload, path[0]: data.draw(VALUES)}
    envelope = world.door.call(channel, payload)
    if envelope["ok"]:
        ANSWERS[channel].validate(envelope["data"])
        return
    error = envelope["error"]
    assert error["code"] != "INTERNAL", (channel, payload)
    assert str(world.home.parent) not in str(error)
    assert SECRET not in str(error), (channel, payload)
