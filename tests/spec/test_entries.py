"""What the user types in: created, listed, changed, deleted (seed 003 §1, §3)."""

from __future__ import annotations

from typing import Any

import pytest

from shows import shows
from worlds import World

SECRET = "林远的左手是假的"


def add(world: World, content: str = SECRET, kind: str = "fact", **changes: Any) -> dict[str, Any]:
    payload = {"scope": "project", "projectId": "novel", **changes}
    given = {key: value for key, value in payload.items() if value is not None}
    return world.ok("memory:create", type=kind, content=content, **given)


def everywhere(world: World, content: str, kind: str = "fact") -> dict[str, Any]:
    return add(world, content, kind, scope="global", projectId=None)


def said(world: World, label: str = SECRET) -> dict[str, Any]:
    return world.ok(
        "memory:preferences:ingest",
        projectId="novel", skillId="continue", action="accept", evidenceRef=label,
    )  # fmt: skip


def contents(world: World, **asked: Any) -> list[str]:
    answer = world.ok("memory:list", **{"projectId": "novel", **asked})
    assert answer["total"] >= len(answer["items"])
    return [each["content"] for each in answer["items"]]


# -- creating


@shows("R123", "R130", "C94")
def test_a_fact_is_kept_as_it_was_typed(world: World) -> None:
    made = add(world, f"  {SECRET}\n")
    world.reopen()
    assert world.ok("memory:list", projectId="novel")["items"] == [made]
    assert made == {
        "id": made["id"],
        "type": "fact",
        "scope": "project",
        "projectId": "novel",
        "origin": "manual",
        "content": SECRET,
        "createdAt": world.clock.now(),
        "updatedAt": world.clock.now(),
        "version": 1,
    }


@shows("C62", "R123")
def test_a_preference_is_the_same_rule_at_every_door(world: World) -> None:
    # Given a preference typed in as an entry
    made = add(world, "动作场景用短句", "preference")
    # Then the rules know it under the same id, confirmed and sure
    [rule] = world.ok("memory:semantic:list", projectId="novel")["items"]
    assert (rule["id"], rule["rule"]) == (made["id"], "动作场景用短句")
    assert (rule["origin"], rule["userConfirmed"], rule["confidence"]) == ("manual", True, 1.0)
    # And a rule added at the other door is an entry
    other = world.ok("memory:semantic:add", rule="Use British spelling", scope="global")
    assert contents(world) == ["动作场景用短句", "Use British spelling"]
    assert world.ok("memory:list")["items"][0]["id"] == other["id"]


@shows("C44", "R123")
def test_a_new_type_breaks_nothing(world: World) -> None:
    add(world, "雪是线索", "motif")
    add(world, "他怕水", "fact")
    world.reopen()
    assert contents(world) == ["他怕水", "雪是线索"]
    assert contents(world, type="motif") == ["雪是线索"]


@shows("R124")
@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"scope": "global"}, "projectId"),
        ({"projectId": None}, "projectId"),
        ({"projectId": " "}, "projectId"),
        ({"documentId": "d1"}, "documentId"),
        ({"scope": "document"}, "scope"),
        ({"content": " \n "}, "content"),
        ({"content": "雪" * 10_001}, "content"),
        ({"type": "preference", "content": "雪" * 501}, "content"),
        ({"type": "Two words"}, "type"),
    ],
)
def test_an_unsound_entry_is_refused_with_its_field(
    world: World, changes: dict[str, Any], field: str
) -> None:
    payload = {
        "type": "note", "scope": "project", "projectId": "novel", "content": "雪", **changes
    }  # fmt: skip
    given = {key: value for key, value in payload.items() if value is not None}
    error = world.fails("memory:create", **given)
    assert (error["code"], error["details"]["field"]) == ("INVALID_ARGUMENT", field)
    assert world.ok("memory:list", projectId="novel")["items"] == []


# -- listing


@shows("R137", "R130")
def test_the_list_is_sorted_by_scope_type_newest_and_id(world: World) -> None:
    for kind in ("note", "preference", "fact"):
        everywhere(world, f"g {kind} thing", kind)
        add(world, f"p {kind} thing", kind)
    world.clock.advance(seconds=1)
    add(world, "p newer note", "note")
    assert contents(world) == [
        "p preference thing", "p fact thing", "p newer note", "p note thing",
        "g preference thing", "g fact thing", "g note thing",
    ]  # fmt: skip
    assert contents(world, scope="global", type="note") == ["g note thing"]
    assert contents(world, limit=2) == ["p preference thing", "p fact thing"]


@shows("R124", "C92")
def test_a_project_sees_its_own_and_what_is_global(world: World) -> None:
    add(world)
    everywhere(world, "Seasons are reversed")
    assert contents(world, projectId="poems") == ["Seasons are reversed"]
    assert [each["content"] for each in world.ok("memory:list")["items"]] == [
        "Seasons are reversed"
    ]
    assert world.fails("memory:list", scope="project")["code"] == "INVALID_ARGUMENT"


# -- changing


@shows("R130")
@pytest.mark.parametrize("kind", ["fact", "preference"])
def test_an_entry_is_changed_in_place(world: World, kind: str) -> None:
    made = add(world, "多用短句子", kind)
    world.clock.advance(seconds=5)
    changed = world.ok(
        "memory:update", id=made["id"], projectId="novel", version=1, patch={"content": "用长句子"}
    )
    assert (changed["content"], changed["version"]) == ("用长句子", 2)
    assert changed["updatedAt"] == made["updatedAt"] + 5000
    assert contents(world) == ["用长句子"]


@pytest.mark.parametrize("kind", ["fact", "preference"])
def test_a_stale_version_changes_nothing(world: World, kind: str) -> None:
    made = add(world, "多用短句子", kind)
    ask = {"id": made["id"], "projectId": "novel"}
    world.ok("memory:update", **ask, patch={"content": "用长句子"})  # whatever version it has
    error = world.fails("memory:update", **ask, version=1, patch={"content": "不用句号"})
    assert error["code"] == "CONFLICT"
    assert contents(world) == ["用长句子"]


@pytest.mark.parametrize(
    ("patch", "field"),
    [({}, "patch"), ({"content": "  "}, "patch.content"), ({"origin": "x"}, "patch.origin")],
)
def test_an_empty_or_unsound_patch_is_refused(
    world: World, patch: dict[str, Any], field: str
) -> None:
    made = add(world)
    error = world.fails("memory:update", id=made["id"], projectId="novel", patch=patch)
    assert (error["code"], error["details"]["field"]) == ("INVALID_ARGUMENT", field)


# -- deleting


@shows("R134", "C23", "C93", "C74")
@pytest.mark.parametrize("kind", ["fact", "preference"])
def test_what_is_deleted_is_in_no_list_no_preview_and_no_file(world: World, kind: str) -> None:
    # Given an entry that was also said as a label
    made = add(world, kind=kind)
    said(world)
    # When it is deleted
    answer = world.ok("memory:delete", id=made["id"], projectId="novel", operator="me")
    # Then it is gone everywhere
    assert (answer["deleted"], answer["wiped"]) == (True, True)
    assert answer["receipt"]["labels"] == 1
    assert contents(world) == []
    assert world.ok("memory:injection:preview", projectId="novel")["items"] == []
    assert SECRET.encode() not in world.bytes_everywhere()


@shows("R134", "C93")
@pytest.mark.parametrize("kind", ["fact", "preference"])
def test_deleting_twice_is_fine(world: World, kind: str) -> None:
    made = add(world, kind=kind)
    ask = {"id": made["id"], "projectId": "novel"}
    assert world.ok("memory:delete", **ask)["deleted"] is True
    world.reopen()
    again = world.ok("memory:delete", **ask)
    assert (again["deleted"], again["receipt"]) == (False, {})


@shows("C75")
@pytest.mark.parametrize("kind", ["fact", "preference"])
def test_a_dry_run_says_what_would_go_and_takes_nothing(world: World, kind: str) -> None:
    made = add(world, kind=kind)
    said(world)
    ask = {"id": made["id"], "projectId": "novel"}
    would = world.ok("memory:delete", **ask, dryRun=True)
    assert would["deleted"] is False
    assert contents(world) == [SECRET]
    assert world.ok("memory:delete", **ask)["receipt"] == would["receipt"]


def test_an_unknown_id_is_not_found(world: World) -> None:
    for channel, more in (("memory:delete", {}), ("memory:update", {"patch": {"content": "雪"}})):
        assert world.fails(channel, id="kn_nobody", **more)["code"] == "NOT_FOUND"


@shows("C92")
@pytest.mark.parametrize("kind", ["fact", "preference"])
def test_another_project_is_denied_without_content(world: World, kind: str) -> None:
    made = add(world, kind=kind)
    ask = {"id": made["id"], "projectId": "poems"}
    for channel, more in (("memory:delete", {}), ("memory:update", {"patch": {"content": "雪"}})):
        error = world.fails(channel, **ask, **more)
        assert error["code"] == "MEMORY_SCOPE_DENIED"
        assert SECRET not in str(error)
    assert contents(world) == [SECRET]
    # Nor does a tombstone tell another project that there was something
    world.ok("memory:delete", id=made["id"], projectId="novel")
    assert world.fails("memory:delete", **ask)["code"] == "MEMORY_SCOPE_DENIED"


def test_what_has_no_letters_can_be_deleted_too(world: World) -> None:
    made = add(world, "……！", "note")
    assert world.ok("memory:delete", id=made["id"], projectId="novel")["deleted"] is True


@shows("C64")
def test_typing_a_deleted_text_again_lifts_its_veto(world: World) -> None:
    made = add(world, "多用短句子", "note")
    world.ok("memory:delete", id=made["id"], projectId="novel")
    assert said(world, "多用短句子")["reason"] == "vetoed"
    again = add(world, "多用短句子", "note")
    assert again["id"] != made["id"]
    assert said(world, "多用短句子")["ignored"] is False
