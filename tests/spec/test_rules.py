"""The author governs what was learned: adds, edits, deletes (seed 000, panel; C20–C23, C62–C74)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from factories import policy
from inside import inside
from mohen.core.keyed_hash import sealed
from mohen.rules import conflicts
from mohen.rules.model import Wording
from rulebooks import (
    NO_SHOUTING,
    SHORT,
    SHORT_TEXT,
    add,
    believe,
    book,
    destroy_episodes,
    history,
    listed,
    only,
    rule,
    rules,
    update,
)
from shows import shows
from worlds import World

# -- adding


@shows("R78", "R45", "R36", "R37", "C62", "C21")
def test_a_rule_that_the_author_types_is_in_force_at_once(world: World) -> None:
    # When the author adds a rule by hand
    made = add(world)
    # Then it is certain, confirmed and listed
    assert made == only(world)
    assert (made["confidence"], made["userConfirmed"], made["origin"]) == (1.0, True, "manual")
    assert (made["rule"], made["scope"], made["projectId"]) == (NO_SHOUTING, "project", "novel")
    assert (made["userModified"], made["version"], made["schemaVersion"]) == (False, 1, 1)
    assert made["supportingEpisodes"] == made["contradictingEpisodes"] == made["history"] == []
    assert made["createdAt"] == made["updatedAt"] == world.clock.now()
    # And what it measures was read from its words, and gives it its group
    assert (made["predicate"]["feature"], made["predicate"]["op"]) == ("exclamation", "<")
    assert made["predicate"]["part"] == "speech"
    assert "sceneType" not in made["predicate"]
    assert made["category"] == "style"
    assert made["ruleZh"] == NO_SHOUTING
    assert "exclamation" in made["ruleEn"]


def test_a_rule_of_an_older_home_is_read_again(world: World) -> None:
    # Given rules that were typed before speech was told from scenes of dialogue, and one learned
    made, unread = add(world), add(world, "人物说话不要用成语")
    learned = believe(world, rule(predicate=replace(SHORT, scene_type="dialogue")))
    before = '["exclamation", "<", 0.1, "per 100 code points", "dialogue", null]'
    kept = '["mean_sentence_length", "<", 15.0, "characters", "dialogue", null]'
    rows = [(before, made["id"]), (None, unread["id"]), (kept, learned.id)]
    inside(world.memory).mind_db.write(
        lambda tx: tx.executemany("UPDATE rules SET predicate = ? WHERE id = ?", rows)
    )
    # When the home is opened by this version
    world.reopen()
    # Then what the author typed is read as it is read now, and what was learned stays
    found = {each["id"]: each for each in rules(world)}
    assert found[made["id"]] == made
    assert found[unread["id"]] == unread
    assert found[learned.id]["predicate"]["sceneType"] == "dialogue"


@shows("R36")
def test_the_author_says_which_group_a_rule_is_in(world: World) -> None:
    assert add(world, category="character")["category"] == "character"
    plain = add(world, "像我外婆那样说话")
    assert "predicate" not in plain
    assert plain["category"] == "style"


@shows("R87", "C92")
@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"rule": "  \n "}, "rule"),
        ({"rule": "。。。！"}, "rule"),
        ({"rule": "长" * 501}, "rule"),
        ({"rule": "半\ud800"}, "rule"),
        ({"scope": "global"}, "projectId"),
        ({"projectId": None}, "projectId"),
        ({"projectId": " "}, "projectId"),
        ({"category": "mood"}, "category"),
    ],
)
def test_a_rule_that_makes_no_sense_is_refused(
    world: World, asked: dict[str, Any], field: str
) -> None:
    payload = {"rule": NO_SHOUTING, "scope": "project", "projectId": "novel", **asked}
    given = {key: value for key, value in payload.items() if value is not None}
    error = world.fails("memory:semantic:add", **given)
    assert (error["code"], error["details"]["field"]) == ("INVALID_ARGUMENT", field)
    assert book(world)["items"] == []


def test_the_same_rule_twice_in_a_scope_is_a_conflict(world: World) -> None:
    made = add(world)
    error = world.fails(
        "memory:semantic:add", rule=f" {NO_SHOUTING}\n", scope="project", projectId="novel"
    )
    assert (error["code"], error["details"]["id"]) == ("CONFLICT", made["id"])
    add(world, projectId="other")  # another scope, another rule


@shows("R118")
def test_the_cap_refuses_one_rule_more(tmp_path: Any) -> None:
    world = World(tmp_path / "home", policy=policy(rules={"cap": 2}))
    for text in ("多写梦", "少写雨"):
        add(world, text)
    error = world.fails("memory:semantic:add", rule="第三条", scope="project", projectId="novel")
    assert error["code"] == "MEMORY_CAPACITY_EXCEEDED"
    add(world, "第三条", projectId="other")
    world.close()


# -- editing


@shows("R76", "C20", "C21", "R45")
def test_an_edited_rule_is_the_authors_and_keeps_its_earlier_wording(world: World) -> None:
    # Given a distilled rule
    believe(world, rule())
    world.clock.advance(days=1)
    # When the author rewrites it
    edited = update(world, only(world), rule="动作场景不使用感叹号")
    # Then it says that, measures that, and remembers what it said
    assert edited["rule"] == "动作场景不使用感叹号"
    assert edited["predicate"]["feature"] == "exclamation"
    assert (edited["userModified"], edited["version"]) == (True, 2)
    assert edited["origin"] == "distilled"
    assert edited["history"] == [{"rule": SHORT_TEXT, "until": world.clock.now(), "by": "user"}]
    assert edited["updatedAt"] == world.clock.now() > edited["createdAt"]
    assert edited == only(world)
    assert history(world) == ["edited"]


def test_only_so_many_earlier_wordings_are_kept(world: World) -> None:
    made = add(world)
    for n in range(22):
        made = update(world, made, rule=f"第{n}种写法")
    assert len(made["history"]) == 20
    assert made["history"][-1]["rule"] == "第20种写法"


@shows("R75", "R66")
def test_confirming_a_rule_and_taking_it_back(world: World) -> None:
    believe(world, rule())
    confirmed = update(world, only(world), userConfirmed=True)
    assert (confirmed["userConfirmed"], confirmed["confidence"]) == (True, 0.87)
    assert confirmed["userModified"] is False
    again = update(world, confirmed, userConfirmed=False)
    assert again["userConfirmed"] is False
    assert history(world) == ["unconfirmed", "confirmed"]


@shows("R114")
@pytest.mark.parametrize("confidence", [1.2, -0.1])
def test_a_confidence_out_of_range_changes_nothing(world: World, confidence: float) -> None:
    believe(world, rule())
    before = only(world)
    error = world.fails(
        "memory:semantic:update",
        id=before["id"], projectId="novel", version=1,
        patch={"rule": "别的", "confidence": confidence},
    )  # fmt: skip
    assert error["code"] == "MEMORY_CONFIDENCE_OUT_OF_RANGE"
    assert only(world) == before


def test_the_author_may_set_confidence_and_group(world: World) -> None:
    believe(world, rule())
    changed = update(world, only(world), confidence=0.4, category="vocabulary")
    assert (changed["confidence"], changed["category"]) == (0.4, "vocabulary")
    raised = update(world, changed, confidence=0.5)
    assert history(world) == ["raised", "lowered", "edited"]
    events = world.ok("memory:learning:history", ruleId=raised["id"])["items"]
    assert [(each["before"], each["after"]) for each in events[:2]] == [(0.4, 0.5), (0.87, 0.4)]


def test_without_a_version_a_rule_is_changed_as_it_is_now(world: World) -> None:
    made = add(world)
    for confirmed in (True, False):
        asked = {"id": made["id"], "projectId": "novel", "patch": {"userConfirmed": confirmed}}
        changed = world.ok("memory:semantic:update", **asked)
        assert changed["userConfirmed"] is confirmed
    assert changed["version"] == made["version"] + 2


@shows("C21")
def test_a_stale_version_an_empty_patch_and_a_stranger_are_refused(world: World) -> None:
    made = add(world)
    update(world, made, category="pacing")

    def refused(**asked: Any) -> str:
        payload = {"id": made["id"], "projectId": "novel", "version": 2, "patch": {}, **asked}
        return str(world.fails("memory:semantic:update", **payload)["code"])

    assert refused(version=1, patch={"rule": "新"}) == "CONFLICT"
    assert refused() == "INVALID_ARGUMENT"
    assert refused(patch={"rule": " "}) == "INVALID_ARGUMENT"
    assert refused(patch={"mood": 1}) == "INVALID_ARGUMENT"
    assert refused(id="rule_none", patch={"rule": "新"}) == "NOT_FOUND"
    assert refused(projectId="other", patch={"rule": "新"}) == "MEMORY_SCOPE_DENIED"
    other = add(world, "另一条")
    assert refused(id=other["id"], version=1, patch={"rule": NO_SHOUTING}) == "CONFLICT"


# -- deleting


@shows("R77", "B8", "C23", "C74", "C93", "R45")
def test_a_deleted_rule_is_gone_from_every_file(world: World) -> None:
    # Given a rule with an earlier wording that two episodes speak for and one against
    episodes = [world.record()["episodeId"] for _ in range(3)]
    believe(
        world,
        rule(
            text="剑光要短促如闪电",
            text_en="Swords flash like lightning",
            history=(Wording("旧日的青铜词句", 5, "user"),),
        ),
        by=episodes[:2],
        against=episodes[2:],
    )
    asked = {"id": "rule_a", "projectId": "novel"}
    # When it is asked what a deletion would do
    would = world.ok("memory:semantic:delete", **asked, dryRun=True)
    # Then nothing has happened yet
    assert listed(world) == ["rule_a"]
    # When it is deleted
    receipt = world.ok("memory:semantic:delete", **asked)
    # Then the receipt says what went, as was promised
    assert receipt == {**would, "dryRun": False, "wiped": True}
    assert (receipt["rules"], receipt["links"], receipt["wordings"]) == (1, 3, 1)
    assert (receipt["episodesMarked"], receipt["vetoes"] >= 2) == (2, True)
    assert listed(world) == []
    # And no file holds a word of it
    everything = world.bytes_everywhere()
    for text in ("剑光要短促如闪电", "Swords flash", "旧日的青铜词句"):
        assert text.encode() not in everything
    # And the episodes that taught it are marked, the other is not
    assert [world.episode(each)["meta"]["marked"] for each in episodes] == [True, True, False]
    # And what is left is a tombstone and a line of the audit
    parts = inside(world.memory)
    tomb = parts.audit_store.buried("rule_a")
    assert tomb is not None
    assert (tomb.kind, tomb.project_id) == ("rule", "novel")
    act = parts.audit_store.page(None, 1)[0]
    assert (act.act, act.subject, act.counts["links"]) == ("delete-rule", "rule_a", 3)
    assert history(world) == ["deleted"]
    # And a second time there is nothing to delete
    assert world.fails("memory:semantic:delete", **asked)["code"] == "NOT_FOUND"


@shows("C64", "C23", "R77")
def test_a_deletion_bars_learning_the_same_again_until_the_author_says_so(world: World) -> None:
    parts = inside(world.memory)
    deleted = believe(world, rule())
    world.ok("memory:semantic:delete", id="rule_a")
    key = parts.settings.redaction_key()
    barred = [sealed(key, each) for each in conflicts.fingerprints(deleted.text, deleted.predicate)]
    # Whatever its wording and number, the preference is barred in that project, and only there
    assert parts.rule_store.vetoed("novel", barred) == set(barred)
    assert parts.rule_store.vetoed("other", barred) == set()
    # When the author writes it themselves
    add(world, SHORT_TEXT)
    # Then nothing is barred any more
    assert parts.rule_store.vetoed("novel", barred) == set()


def test_an_edit_does_not_hide_what_was_learned_from_a_later_deletion(world: World) -> None:
    learned = believe(world, rule())
    update(world, only(world), rule="像鼓点一样写打斗")
    world.ok("memory:semantic:delete", id="rule_a")
    parts = inside(world.memory)
    meaning = conflicts.fingerprints(learned.text, learned.predicate)[-1]
    veto = sealed(parts.settings.redaction_key(), meaning)
    assert parts.rule_store.vetoed("novel", [veto]) == {veto}


@shows("R77", "C74")
def test_labels_that_taught_a_rule_go_with_it(world: World) -> None:
    for _ in range(3):
        world.ok(
            "memory:preferences:ingest",
            projectId="novel", skillId="continue", action="accept", evidenceRef="月下独白要冷清",
        )  # fmt: skip
    learned = only(world)
    assert learned["origin"] == "learned"
    receipt = world.ok("memory:semantic:delete", id=learned["id"])
    assert receipt["labels"] == 3
    assert "月下独白要冷清".encode() not in world.bytes_everywhere()


@shows("R93", "R96", "R110")
def test_a_rule_can_be_deleted_while_the_episodes_cannot_be_written(world: World) -> None:
    episode = world.record()["episodeId"]
    believe(world, rule(), by=[episode])
    destroy_episodes(world)
    envelope = world.door.call("memory:semantic:delete", {"id": "rule_a", "projectId": "novel"})
    assert envelope["ok"]
    assert envelope["data"]["rules"] == 1
    assert envelope["data"]["episodesMarked"] == 0
    assert "MEMORY_DEGRADE_EPISODES_UNREADABLE" in envelope["meta"]["degraded"]
    assert listed(world) == []


@shows("B1", "C20")
def test_a_restart_loses_nothing_of_a_rule(world: World) -> None:
    episode = world.record()["episodeId"]
    believe(world, replace(rule(), user_modified=True, user_confirmed=True), by=[episode])
    before = book(world)
    world.reopen()
    assert book(world) == before
