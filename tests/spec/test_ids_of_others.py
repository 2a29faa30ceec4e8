"""An id is a name, not a key: through no channel does it reach into another project (C92)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from mohen.testing import ScriptedWriter
from server.test_dispatch import SOUND
from shows import shows
from worlds import SCHEMA, World

SECRET = "霜刃藏在第七块石板下"
WHOSE = {"projectId": "secret"}
NAMES = {"projectId", "skillId", "chapterId", "agentId"}  # of things every project has its own of
OWNERS = {
    "request:cancel",  # the caller's own requests: no project has them
    "browser:revoke",  # of the home, and of no project
    "session:begin",  # who begins in another project has switched, and the session settles (R10)
}
DENIED = ("MEMORY_SCOPE_DENIED", "CONTEXT_SCOPE_VIOLATION")
WITHOUT_DENIAL = {
    # a name in each project, and not what another project calls the same
    *("compaction:save", "compaction:get", "compaction:expand", "compaction:delete"),
    # kept with what is given, and not looked for
    *("memory:episode:record", "memory:preferences:ingest"),
    # a hash of words, and no item's name: what another project holds back is not found
    "memory:held:accept",
}


def id_fields(channel: str) -> list[str]:
    fields = SCHEMA["channels"][channel]["payload"].get("properties", {})
    return [
        each
        for each in fields
        if (each == "id" or each.endswith(("Id", "Ref"))) and each not in NAMES
    ]


BY_ID = sorted(name for name in SCHEMA["channels"] if id_fields(name))


@shows("C92")
@pytest.mark.parametrize("channel", BY_ID)
def test_who_names_an_item_can_say_where_they_stand(channel: str) -> None:
    fields = SCHEMA["channels"][channel]["payload"]["properties"]
    assert "projectId" in fields or channel in OWNERS


@pytest.fixture(scope="module")
def secret(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[World, set[str], list[Any]]]:
    """A world in which one project has one of everything, the ids of it all, and all of it."""
    home = tmp_path_factory.mktemp("secret") / "home"
    world = World(home, writer=ScriptedWriter("雪落。"))
    ids: set[str] = set()

    def make(channel: str, **payload: Any) -> dict[str, Any]:
        made = world.ok(channel, **WHOSE, **payload)
        for key, value in _leaves(made):
            if isinstance(value, str) and (key == "id" or key.endswith("Id")):
                ids.add(value)
        return made

    world.ok("memory:settings:update", contextInspectionEnabled=True)
    for text in ("对白不用感叹号", "对白多用感叹号"):
        make("memory:semantic:add", rule=text, scope="project")
    make("memory:conflict:list")
    make("memory:create", type="note", scope="project", content=SECRET)
    make("knowledge:capture", content=SECRET)
    world.record(projectId="secret", finalText=SECRET)
    make("memory:episode:list")
    make("session:begin", sessionId="hidden")
    make("session:note", sessionId="hidden", kind="intent", text=SECRET)
    make("ai:skill:run", skillId="continue", text=SECRET, candidates=1)
    make("graph:upsert", entity={"name": SECRET, "type": "secret"})
    make("compaction:save", conversationId="talk", messages=[{"role": "user", "content": SECRET}])
    yield world, ids - {"secret"}, belongings(world)
    world.close()


def _leaves(value: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, key)
    elif isinstance(value, list):
        for inner in value:
            yield from _leaves(inner, name)
    else:
        yield name, value


def belongings(world: World) -> list[Any]:
    """Everything of the project that another could have changed."""
    return [
        world.ok("memory:export", includeEpisodes=True, **WHOSE),
        world.ok("session:state", sessionId="hidden", **WHOSE)["intentStack"],
        world.ok("memory:conflict:list", **WHOSE)["items"],
        world.ok("compaction:list", **WHOSE)["items"],
        world.ok("graph:query", **WHOSE)["entities"],
    ]


@shows("C92", "R116", "R119")
@pytest.mark.parametrize("channel", sorted(set(BY_ID) - OWNERS))
def test_an_id_alone_opens_nothing(secret: tuple[World, set[str], list[Any]], channel: str) -> None:
    world, ids, before = secret
    needed = SCHEMA["channels"][channel]["payload"].get("required", ())
    nowhere: list[dict[str, str]] = [] if "projectId" in needed else [{}]
    for stands in (*nowhere, {"projectId": "elsewhere"}):
        codes = set()
        for field in id_fields(channel):
            for id in sorted(ids):
                answer = world.door.call(channel, {**_alone(channel, field), **stands, field: id})
                codes.add("" if answer["ok"] else answer["error"]["code"])
                assert SECRET not in str(answer), (field, id, stands)
                assert "感叹号" not in str(answer), (field, id, stands)
        assert codes & {*DENIED} or channel in WITHOUT_DENIAL, (stands, codes)
    assert belongings(world) == before


def _alone(channel: str, field: str) -> dict[str, Any]:
    """A sound request that names nothing but by this field, and stands nowhere."""
    others = {*id_fields(channel), "projectId"} - {field}
    needed = {*SCHEMA["channels"][channel]["payload"].get("required", ())}
    if channel == "memory:conflict:resolve":
        needed.add("chosenRuleId")  # or what is to become of both
    sound = {"queryText": None, "source": None}
    return {
        key: value
        for key, value in SOUND[channel].items()
        if (key not in others or key in needed) and key not in sound and key != "dryRun"
    }
