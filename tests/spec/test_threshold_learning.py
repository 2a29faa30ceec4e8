"""Labels that come often enough become preferences (seed 003 §5)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from factories import policy
from inside import inside
from shows import shows
from worlds import World

LABEL = "林远说话带口头禅"  # nothing measures it, so that only its words are compared


def act(
    world: World, action: str = "accept", label: str | None = LABEL, **changes: Any
) -> dict[str, Any]:
    payload = {
        "projectId": "novel", "skillId": "continue", "action": action, "evidenceRef": label,
        **changes,
    }  # fmt: skip
    given = {key: value for key, value in payload.items() if value is not None}
    answer = world.ok("memory:preferences:ingest", **given)
    assert answer["recorded"] is True
    return answer


def acts(world: World, times: int, action: str = "accept", label: str = LABEL) -> list[str]:
    """Act so often; the rules that the last one made or moved."""
    return [act(world, action, label) for _ in range(times)][-1]["learned"]


def rules(world: World, project: str | None = "novel") -> list[dict[str, Any]]:
    asked = {} if project is None else {"projectId": project}
    return world.ok("memory:semantic:list", **asked)["items"]


def texts(world: World, project: str | None = "novel") -> list[str]:
    return [each["rule"] for each in rules(world, project)]


def events(world: World) -> list[str]:
    found = world.ok("memory:learning:history", projectId="novel")["items"]
    return [each["kind"] for each in reversed(found)]


def threshold(world: World, value: int) -> None:
    world.ok("memory:settings:update", preferenceLearningThreshold=value)


# -- learning


@shows("R140", "R128", "R143", "C16", "C77", "R138")
def test_three_accepts_make_a_preference_of_the_project(world: World) -> None:
    # Given two accepts, which teach nothing yet
    assert acts(world, 2) == []
    # When the third comes
    [learned] = acts(world, 1)
    # Then a rule is learned, in this project, unconfirmed, as sure as three acts make it
    [rule] = rules(world)
    assert (rule["id"], rule["rule"], rule["origin"]) == (learned, LABEL, "learned")
    assert (rule["scope"], rule["projectId"]) == ("project", "novel")
    assert rule["userConfirmed"] is False
    assert rule["confidence"] == pytest.approx(3 / 8, abs=0.01)
    assert events(world) == ["created"]
    # And nobody else has it
    assert texts(world, "poems") == []
    # And the preview shows it and says why
    [item] = world.ok("memory:injection:preview", projectId="novel")["items"]
    assert (item["id"], item["type"], item["origin"]) == (learned, "preference", "learned")
    assert item["reason"]["message"]["en"] == "learned from 3 of your acts"


@shows("C41")
def test_partials_take_away_from_it(world: World) -> None:
    acts(world, 2)
    acts(world, 2, "partial")
    assert acts(world, 1) == []  # 3 accepts and 2 partials: a score of 2
    assert texts(world) == []
    assert len(acts(world, 1)) == 1


@shows("C41", "R138")
@pytest.mark.parametrize(
    ("label", "rule"),
    [
        ("夸张的比喻句", "避免：夸张的比喻句"),
        ("purple prose", "Avoid: purple prose"),
        ("不要写梦境", "不要写梦境"),
    ],
)
def test_three_rejects_make_something_to_avoid(world: World, label: str, rule: str) -> None:
    acts(world, 3, "reject", label)
    assert texts(world) == [rule]


def test_one_label_however_it_is_spelled_is_shown_as_first_typed(world: World) -> None:
    for label in ("Mention the Weather", "mention the  weather.", "MENTION THE WEATHER!"):
        act(world, label=label)
        world.clock.advance(seconds=1)
    assert texts(world) == ["Mention the Weather"]


@shows("C9", "C16")
def test_later_acts_move_its_confidence(world: World) -> None:
    acts(world, 3)
    assert len(acts(world, 1)) == 1
    assert rules(world)[0]["confidence"] == pytest.approx(4 / 9, abs=0.01)
    assert len(acts(world, 1, "reject")) == 1
    assert rules(world)[0]["confidence"] == pytest.approx(4 / 5 * 5 / 10)
    assert events(world) == ["created", "raised", "lowered"]


@shows("C9", "R66")
def test_what_the_user_confirmed_stays_as_it_is(world: World) -> None:
    [id] = acts(world, 3)
    rule = world.ok(
        "memory:semantic:update",
        id=id, projectId="novel", version=1, patch={"userConfirmed": True, "confidence": 0.9},
    )  # fmt: skip
    assert acts(world, 9, "reject") == []
    [still] = rules(world)
    assert (still["rule"], still["confidence"]) == (LABEL, rule["confidence"])
    assert still["version"] == rule["version"]


def test_an_author_who_turns_around_is_followed(world: World) -> None:
    acts(world, 3)
    acts(world, 6, "reject")
    assert texts(world) == [f"避免：{LABEL}"]
    assert events(world)[-2:] == ["withdrawn", "created"]


def test_a_reworded_rule_is_still_the_one_the_label_made(world: World) -> None:
    [id] = acts(world, 3)
    world.ok("memory:update", id=id, projectId="novel", patch={"content": "口头禅只在对白里出现"})
    acts(world, 3)
    assert texts(world) == ["口头禅只在对白里出现"]


def test_two_labels_that_say_one_thing_speak_of_one_rule(world: World) -> None:
    # Given a rule that came of rejects, and the same said in so many words
    [id] = acts(world, 3, "reject")
    assert acts(world, 1, label=f"避免：{LABEL}") == [id]
    [rule] = rules(world)
    assert rule["confidence"] == pytest.approx(4 / 9, abs=0.01)
    # Then an act about something else does not move it
    assert acts(world, 1, label="另外一件小事") == []
    assert rules(world) == [rule]


def test_nor_does_it_matter_when_they_are_counted(world: World) -> None:
    threshold(world, 10)
    acts(world, 3, "reject")
    world.clock.advance(seconds=1)
    acts(world, 2, label=f"避免：{LABEL}")
    threshold(world, 3)  # which is reached already (B16)
    [rule] = rules(world)
    assert rule["confidence"] == pytest.approx(5 / 10)
    assert acts(world, 1, label="另外一件小事") == []


def test_two_labels_that_mean_one_thing_make_one_rule(world: World) -> None:
    threshold(world, 10)
    acts(world, 3, label="不用感叹号")
    world.clock.advance(seconds=1)
    acts(world, 3, label="No exclamation marks")
    threshold(world, 3)
    act(world, label="另外一件小事")
    assert texts(world) == ["不用感叹号"]


@shows("C83")
def test_the_same_act_of_a_run_counts_once(world: World) -> None:
    answers = [act(world, runId="run_1") for _ in range(5)]
    assert len({each["feedbackId"] for each in answers}) == 1
    assert texts(world) == []
    act(world, runId="run_2")
    assert len(act(world, runId="run_3")["learned"]) == 1


def test_without_a_project_the_preference_is_global(world: World) -> None:
    for _ in range(3):
        act(world, projectId=None)
    assert texts(world, None) == texts(world, "poems") == [LABEL]


@shows("C92")
def test_projects_do_not_add_up(world: World) -> None:
    acts(world, 2)
    for _ in range(2):
        act(world, projectId="poems")
    assert texts(world) == texts(world, "poems") == []


# -- the threshold


@shows("B16", "R128")
def test_a_lowered_threshold_fires_with_the_next_act_whatever_it_is_about(world: World) -> None:
    threshold(world, 10)
    acts(world, 5)
    assert texts(world) == []
    threshold(world, 4)
    act(world, label="另外一件小事")
    assert texts(world) == [LABEL]


@shows("B16")
def test_or_as_soon_as_somebody_looks(world: World) -> None:
    threshold(world, 10)
    acts(world, 5)
    for _ in range(4):
        act(world, projectId=None, label="Mention the weather")
    threshold(world, 4)
    # When the labels are looked at, as after a change of settings or in a distillation
    inside(world.memory).label_learning.settle_everywhere()
    # Then each scope has learned what it had heard often enough, once
    assert sorted(texts(world)) == sorted([LABEL, "Mention the weather"])
    assert texts(world, None) == ["Mention the weather"]
    assert inside(world.memory).label_learning.settle_everywhere() == []


def test_nothing_is_settled_while_learning_is_off(world: World) -> None:
    threshold(world, 10)
    acts(world, 5)
    world.ok(
        "memory:settings:update", preferenceLearningThreshold=4, preferenceLearningEnabled=False
    )
    assert inside(world.memory).label_learning.settle("novel") == []
    assert texts(world) == []


@shows("R118")
def test_a_full_scope_learns_nothing_more_and_keeps_the_acts(tmp_path: Path) -> None:
    world = World(tmp_path / "home", policy=policy(rules={"cap": 1}))
    rule = world.ok(
        "memory:semantic:add", rule="每章结尾留悬念", scope="project", projectId="novel"
    )
    assert acts(world, 4) == []
    world.ok("memory:delete", id=rule["id"], projectId="novel")
    assert len(acts(world, 1)) == 1
    world.close()


# -- never again, never our own voice


@shows("B11", "C64", "R77")
@pytest.mark.parametrize("channel", ["memory:delete", "memory:semantic:delete"])
def test_a_deleted_preference_never_comes_back(world: World, channel: str) -> None:
    # Given a learned preference that the user deletes
    [id] = acts(world, 3)
    world.ok(channel, id=id, projectId="novel")
    # When it is accepted again, however often and however spelled
    answers = [act(world, label=label) for label in (LABEL, f" {LABEL}。") for _ in range(5)]
    # Then it stays away, and is not even kept as a label
    assert {each["reason"] for each in answers} == {"vetoed"}
    assert texts(world) == []
    world.reopen()
    assert acts(world, 5) == []
    assert LABEL.encode() not in world.bytes_everywhere()


@shows("C64", "C74")
def test_deleting_what_is_to_be_avoided_takes_its_label_too(world: World) -> None:
    [id] = acts(world, 3, "reject")
    world.ok("memory:delete", id=id, projectId="novel")
    assert LABEL.encode() not in world.bytes_everywhere()
    acts(world, 5, "reject")
    assert texts(world) == []


@shows("C64")
def test_the_text_of_a_rule_is_support_of_it_and_never_a_second_one(world: World) -> None:
    rule = world.ok("memory:semantic:add", rule=LABEL, scope="global")
    acts(world, 5)
    assert [each["id"] for each in rules(world)] == [rule["id"]]
    history = world.ok("memory:learning:history", projectId="novel")["items"]
    assert [each["kind"] for each in history[:5]] == ["supported"] * 5
    assert rules(world)[0]["version"] == rule["version"]


@shows("C64")
def test_what_measures_the_same_as_a_rule_is_no_second_one(world: World) -> None:
    world.ok("memory:semantic:add", rule="不用感叹号", scope="project", projectId="novel")
    acts(world, 3, label="No exclamation marks")
    assert texts(world) == ["不用感叹号"]


@shows("C64")
def test_a_fact_said_back_to_us_is_no_preference(world: World) -> None:
    world.ok("memory:create", type="fact", scope="global", content=LABEL)
    acts(world, 5)
    assert texts(world) == []


# -- what teaches nothing


@shows("R139", "R143", "C83", "C43")
@pytest.mark.parametrize(
    ("label", "reason"),
    [
        (None, "empty"),
        ("  ", "empty"),
        ("雪", "too_short"),
        ("ab", "too_short"),
        ("雪" * 241, "too_long"),
        ("skill:continue", "noise"),
        ("可以", "noise"),
        ("他走了。天黑了。", "noise"),
    ],
)
def test_noise_is_recorded_and_ignored(world: World, label: str | None, reason: str) -> None:
    for _ in range(4):
        answer = act(world, label=label)
    assert (answer["ignored"], answer["reason"], answer["learned"]) == (True, reason, [])
    assert texts(world) == []


@shows("C43", "C105")
@pytest.mark.parametrize("label", ["短句", "白描", "口语", "dry"])
def test_two_chinese_characters_are_a_label(world: World, label: str) -> None:
    assert acts(world, 3, label=label) != []
    assert texts(world) == [label]


@shows("R126")
def test_while_learning_is_off_acts_are_recorded_without_their_label(world: World) -> None:
    world.ok("memory:settings:update", preferenceLearningEnabled=False)
    answers = [act(world) for _ in range(5)]
    assert {each["reason"] for each in answers} == {"learning_disabled"}
    assert len({each["feedbackId"] for each in answers}) == 5
    assert LABEL.encode() not in world.bytes_everywhere()
    # And they do not count later
    world.ok("memory:settings:update", preferenceLearningEnabled=True)
    assert acts(world, 2) == []


@shows("R79")
def test_while_learning_is_paused_acts_wait(world: World) -> None:
    world.ok("memory:learning:pause", projectId="novel")
    assert acts(world, 4) == []
    world.ok("memory:learning:resume", projectId="novel")
    assert len(acts(world, 1)) == 1


@shows("R127", "R139", "C42")
def test_privacy_mode_keeps_abstract_labels_and_no_words(world: World) -> None:
    world.ok("memory:settings:update", privacyModeEnabled=True)
    answers = [act(world) for _ in range(4)]
    assert {each["reason"] for each in answers} == {"privacy_mode_reject"}
    assert LABEL.encode() not in world.bytes_everywhere()
    assert len(acts(world, 3, label="tone.warm")) == 1
    assert texts(world) == ["tone.warm"]
    # And what was hashed does not come to light when the mode is off again
    world.ok("memory:settings:update", privacyModeEnabled=False)
    act(world, label="另外一件小事")
    assert texts(world) == ["tone.warm"]


@shows("R119")
def test_a_name_that_is_not_to_be_kept_is_not_kept_in_a_label(world: World) -> None:
    world.ok("memory:settings:update", redactNames=["林远"])
    acts(world, 3)
    [text] = texts(world)
    assert "林远" not in text
    assert text.endswith("说话带口头禅")
    assert LABEL.encode() not in world.bytes_everywhere()


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"skillId": " "}, "skillId"),
        ({"action": "like"}, "action"),
        ({"projectId": ""}, "projectId"),
    ],
)
def test_an_unsound_act_is_refused(world: World, changes: dict[str, Any], field: str) -> None:
    payload = {"skillId": "continue", "action": "accept", "evidenceRef": LABEL, **changes}
    error = world.fails("memory:preferences:ingest", **payload)
    assert (error["code"], error["details"]["field"]) == ("INVALID_ARGUMENT", field)


# -- clearing


def token(world: World, **scope: Any) -> str:
    error = world.fails("memory:preferences:clear", **scope)
    assert error["code"] == "MEMORY_CLEAR_CONFIRM_REQUIRED"
    return str(error["details"]["confirmToken"])


@shows("R133", "C75", "C93", "C74")
def test_clearing_takes_labels_and_what_they_taught_and_learns_anew(world: World) -> None:
    # Given one learned preference, one that the user took over, and one of another project
    acts(world, 3)
    [kept] = acts(world, 3, label="每章结尾留悬念")
    world.ok(
        "memory:semantic:update",
        id=kept, projectId="novel", version=1, patch={"userConfirmed": True},
    )  # fmt: skip
    for _ in range(3):
        act(world, projectId="poems", label="押韵要宽松")
    # When clearing is asked for, nothing goes until it is confirmed
    refused = world.fails("memory:preferences:clear", projectId="novel")
    assert refused["details"]["would"] == {"feedback": 6, "rules": 1}
    assert len(texts(world)) == 2
    # Then labels and the unconfirmed preference go, from every file
    answer = world.ok(
        "memory:preferences:clear",
        projectId="novel", confirmToken=refused["details"]["confirmToken"], operator="me",
    )  # fmt: skip
    assert (answer["receipt"], answer["wiped"]) == ({"feedback": 6, "rules": 1}, True)
    assert texts(world) == ["每章结尾留悬念"]
    assert texts(world, "poems") == ["押韵要宽松"]
    assert LABEL.encode() not in world.bytes_everywhere()
    # And it can be learned anew
    assert len(acts(world, 3)) == 1


@shows("C75")
def test_a_token_is_good_for_its_scope_and_its_time_only(world: World) -> None:
    acts(world, 3)
    for wrong in (token(world), token(world, projectId="poems"), "1.abc", "nonsense"):
        error = world.fails("memory:preferences:clear", projectId="novel", confirmToken=wrong)
        assert error["code"] == "MEMORY_CLEAR_CONFIRM_REQUIRED"
    old = token(world, projectId="novel")
    world.clock.advance(hours=1)
    world.fails("memory:preferences:clear", projectId="novel", confirmToken=old)
    assert texts(world) == [LABEL]
