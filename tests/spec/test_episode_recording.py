"""Episodes and implicit feedback (seed 000, "情景记忆记录与隐式反馈提取")."""

from __future__ import annotations

import pytest

from shows import shows
from worlds import FIGHT, World, interaction


@shows("R32", "R12", "R30")
def test_choosing_b_with_a_small_edit_is_kept_as_a_weak_positive(world: World) -> None:
    # Given three candidates for a fight scene in chapter seven
    # When the author takes B and edits it by 15 %
    answer = world.record(chapterId="ch7", selectedIndex=1, editDistance=0.15)
    # Then the episode says so, as a light edit, and survives a restart
    assert answer["signal"] == "LIGHT_EDIT"
    assert answer["weight"] == 0.45
    world.reopen()
    kept = world.episode(answer["episodeId"])
    assert kept["trigger"]["skillUsed"] == "continue"
    assert kept["trigger"]["sceneType"] == "action"
    assert kept["aiOutput"]["selectedIndex"] == 1
    assert kept["feedback"]["editDistance"] == 0.15


@shows("R19", "R20", "R21", "R22", "R23", "R109")
def test_every_field_of_the_seeds_comes_back(world: World) -> None:
    # Given an interaction with everything the seeds name
    answer = world.record(
        chapterId="ch7",
        finalText="剑落。血溅。雪红。",
        explicit="太啰嗦",
        responseTimeMs=4200,
        importance=0.8,
        generationId="gen-1",
        userConfirmed=True,
        coreSetting=True,
    )
    # When it is read back
    kept = world.episode(answer["episodeId"])
    # Then it has the nested shape of seed 002, whole
    assert kept["trigger"] == {
        "skillUsed": "continue",
        "inputContext": FIGHT,
        "projectId": "novel",
        "chapterId": "ch7",
        "sceneType": "action",
        "sceneInferred": False,
        "generationId": "gen-1",
    }
    assert kept["aiOutput"]["candidates"] == interaction()["candidates"]
    assert kept["aiOutput"]["finalText"] == "剑落。血溅。雪红。"
    assert kept["feedback"]["explicit"] == "太啰嗦"
    assert kept["feedback"]["implicit"]["signal"] == answer["signal"]
    assert kept["feedback"]["implicit"]["responseTimeMs"] == 4200
    assert kept["meta"]["importance"] == 0.8
    assert kept["meta"]["recallCount"] == 0
    assert kept["meta"]["lastRecalledAt"] is None
    assert kept["meta"]["compressed"] is False
    assert kept["meta"]["userConfirmed"] is True
    assert kept["meta"]["coreSetting"] is True
    assert (kept["projectId"], kept["scope"], kept["version"]) == ("novel", "project", 1)


@shows("R22")
def test_what_was_not_given_is_null(world: World) -> None:
    kept = world.episode(world.record()["episodeId"])
    assert kept["trigger"]["chapterId"] is None
    assert kept["feedback"]["explicit"] is None
    assert kept["feedback"]["editDistance"] == 0


@shows("R33", "R28", "C15", "C70")
def test_an_undo_later_turns_the_same_episode_into_the_heaviest_negative(world: World) -> None:
    # Given a polish that was accepted
    accepted = world.record(skillUsed="polish", generationId="gen-9")
    # When the author undoes it 30 seconds later
    world.clock.advance(seconds=30)
    undone = world.ok("memory:episode:undo", projectId="novel", generationId="gen-9")
    # Then the same episode carries the delayed negative, and no second one appears
    assert undone["episodeId"] == accepted["episodeId"]
    assert undone["signal"] == "UNDO_AFTER_ACCEPT"
    assert undone["undoLatencyMs"] == 30_000
    kept = world.episode(accepted["episodeId"])
    assert kept["feedback"]["implicit"]["weight"] == -1.0
    assert kept["version"] == 2
    assert world.ok("memory:status")["episodes"]["active"] == 1


@shows("C15", "C70")
def test_an_undo_counts_after_any_time_and_only_once(world: World) -> None:
    accepted = world.record()
    world.clock.advance(days=40)
    first = world.ok("memory:episode:undo", projectId="novel", episodeId=accepted["episodeId"])
    world.clock.advance(days=1)
    again = world.ok("memory:episode:undo", projectId="novel", episodeId=accepted["episodeId"])
    assert again["undoLatencyMs"] == first["undoLatencyMs"]
    assert world.episode(accepted["episodeId"])["version"] == 2


def test_undoing_what_is_not_there_makes_nothing(world: World) -> None:
    error = world.fails("memory:episode:undo", projectId="novel", episodeId="ep_nowhere")
    assert error["code"] == "NOT_FOUND"
    assert world.ok("memory:status")["episodes"]["active"] == 0


def test_a_rejection_cannot_be_undone(world: World) -> None:
    rejected = world.record(selectedIndex=-1)
    error = world.fails("memory:episode:undo", projectId="novel", episodeId=rejected["episodeId"])
    assert error["code"] == "CONFLICT"


@pytest.mark.parametrize("both", [{}, {"episodeId": "a", "generationId": "b"}])
def test_an_undo_names_exactly_one_thing(world: World, both: dict[str, str]) -> None:
    error = world.fails("memory:episode:undo", projectId="novel", **both)
    assert error["code"] == "INVALID_ARGUMENT"


@shows("C92", "R116", "R119")
def test_another_projects_episode_is_denied_without_content(world: World) -> None:
    mine = world.record()
    for channel in ("memory:episode:get", "memory:episode:undo"):
        error = world.fails(channel, projectId="other", episodeId=mine["episodeId"])
        assert error["code"] == "MEMORY_SCOPE_DENIED"
        assert FIGHT not in str(error)
    assert world.query(projectId="other", queryText=FIGHT)["items"] == []
    assert world.ok("memory:episode:list", projectId="other")["items"] == []


@pytest.mark.parametrize(
    ("field", "bad"),
    [
        ("projectId", " "),
        ("skillUsed", ""),
        ("chapterId", "  "),
        ("sceneType", "\n"),
        ("generationId", ""),
        ("projectId", "p" * 201),
        ("editDistance", -0.1),
        ("editDistance", 1.5),
        ("editDistance", float("nan")),
        ("importance", float("inf")),
        ("responseTimeMs", -1),
        ("timestamp", -5),
        ("timestamp", 10**18),
        ("selectedIndex", 3),
        ("selectedIndex", -2),
        ("selectedIndex", "1"),
        ("candidates", "not a list"),
        ("candidates", ["x"] * 33),
        ("inputContext", None),
        ("inputContext", "half a pair \ud800"),
        ("finalText", 7),
        ("nonsense", True),
    ],
)
@shows("R109", "R114")
def test_bad_input_names_its_field_and_leaves_nothing(
    world: World, field: str, bad: object
) -> None:
    payload = {**interaction(), field: bad}
    if bad is None:
        del payload[field]
    envelope = world.door.call("memory:episode:record", payload)
    assert envelope["error"]["code"] == "INVALID_ARGUMENT"
    assert envelope["error"]["details"]["field"].startswith(field)
    assert world.ok("memory:status")["episodes"]["active"] == 0


def test_importance_is_a_hint_and_clamped(world: World) -> None:
    high, low, none = (world.record(importance=value) for value in (7.5, -3.0, None))
    kept = [world.episode(each["episodeId"])["meta"]["importance"] for each in (high, low, none)]
    assert kept == [1.0, 0.0, 0.5]


@shows("C69")
@pytest.mark.parametrize(
    ("given", "kept"), [("对白", "dialogue"), ("动作", "action"), ("梦境", "梦境")]
)
def test_scene_types_are_an_open_set_with_chinese_names(
    world: World, given: str, kept: str
) -> None:
    answer = world.record(sceneType=given)
    assert answer["sceneType"] == kept
    assert answer["sceneInferred"] is False


@shows("C69")
def test_a_scene_type_nobody_gave_is_inferred_and_marked_so(world: World) -> None:
    talk = "“你来了？”她问。“来了。”他说。“坐吧。”“不坐了，我就走。”"
    answer = world.record(sceneType=None, inputContext=talk)
    assert answer["sceneType"] == "dialogue"
    assert answer["sceneInferred"] is True


def test_backfilled_episodes_keep_their_own_time(world: World) -> None:
    then = world.clock.now() - 5 * 86_400_000
    kept = world.episode(world.record(timestamp=then)["episodeId"])
    assert kept["timestamp"] == then
    assert kept["meta"]["recordedAt"] == world.clock.now()
    assert kept["meta"]["strength"] < 1


@shows("R31")
def test_a_list_walks_everything_newest_first_and_filters(world: World) -> None:
    made = []
    for number in range(7):
        world.clock.advance(seconds=1)
        scene = "dialogue" if number % 2 else "action"
        made.append(world.record(sceneType=scene)["episodeId"])
    walked, cursor = [], None
    while True:
        asked = {"projectId": "novel", "limit": 3, **({"cursor": cursor} if cursor else {})}
        page = world.ok("memory:episode:list", **asked)
        assert page["page"]["limit"] == 3
        walked += [item["id"] for item in page["items"]]
        if (cursor := page["page"].get("nextCursor")) is None:
            break
    assert walked == made[::-1]
    only = world.ok("memory:episode:list", projectId="novel", sceneType="对白")
    assert [item["id"] for item in only["items"]] == made[1::2][::-1]
    error = world.fails("memory:episode:list", projectId="novel", cursor="bogus")
    assert error["details"]["field"] == "cursor"
