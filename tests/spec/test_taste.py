"""How likely the author takes each candidate: through the channel, with reasons, and honest about
how well it guesses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from cli.habits import LONG, SHORT
from mohen.policy import Policy
from mohen.rules.comparisons import Account
from rulebooks import rules
from shows import shows
from worlds import World

ENGLISH = (
    ("He ran.", "She fell down.", "Rain came.", "The door shut.", "No one spoke."),
    (
        "She ran along the wet street until the lamps gave out and the harbour began.",
        "He waited beside the gate, and when nobody came he walked home through the fields.",
        "The rain that had filled the barrel all night ran over the yard and under the door.",
    ),
)
CHINESE = (SHORT, LONG)
POOLS = {"en": ENGLISH, "zh": CHINESE}


def offers(language: str, lot: Random) -> list[str]:
    """One short text and two long ones, as they come."""
    short, long = POOLS[language]
    offered = [lot.choice(short), *lot.sample(long, 2)]
    lot.shuffle(offered)
    return offered


def of(offered: Sequence[str], pool: Sequence[str]) -> int:
    return next(at for at, each in enumerate(offered) if each in pool)


def writes(world: World, count: int, language: str = "zh", how: str = "short") -> None:
    """An author who takes the one of short sentences, but for a whim now and then."""
    lot = Random(1)
    for number in range(count):
        offered = offers(language, lot)
        taken = {"short": of(offered, POOLS[language][0]), "lot": lot.randrange(3), "first": 0}[how]
        world.record(
            candidates=offered, selectedIndex=0 if number % 8 == 7 else taken, sceneType=None
        )


def rank(world: World, candidates: Sequence[str], **more: Any) -> dict[str, Any]:
    asked = {"projectId": "novel", "candidates": list(candidates), **more}
    return world.ok("memory:taste:rank", **asked)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_an_author_keeps_taking_is_likeliest_and_says_why(world: World, language: str) -> None:
    # Given an author who takes the shortest of three
    writes(world, 40, language)
    # When candidates are asked about
    short, long = POOLS[language]
    told = rank(world, [long[0], short[0], long[1]])
    # Then the short one is likeliest, and the reasons say so in both languages
    assert sum(each["chance"] for each in told["candidates"]) == pytest.approx(1)
    assert [each["rank"] for each in told["candidates"]].index(1) == 1
    assert told["candidates"][1]["chance"] > 0.6
    words = [each["words"] for each in told["candidates"][1]["reasons"]]
    assert any("you tend to take" in each["en"] for each in words)
    assert any("你多半选" in each["zh"] for each in words)
    # And it says how well it would have guessed
    assert told["proven"]
    proof = told["proof"]
    assert proof["guessed"] > proof["chance"] + 10
    assert (
        f"would have guessed {proof['guessed']} of your last {proof['of']}" in proof["words"]["en"]
    )
    assert f"你最近 {proof['of']} 次" in proof["words"]["zh"]


@shows("C111")
def test_of_nobody_only_what_anybody_prefers_is_known(world: World) -> None:
    told = rank(world, [LONG[0], SHORT[0], LONG[0][:20]])
    assert not told["proven"]
    assert told["proof"]["words"]["en"] == "nothing was chosen yet"
    reasons = [reason for each in told["candidates"] for reason in each["reasons"]]
    assert not any(each["own"] for each in reasons)
    assert not any("you" in each["words"]["en"] for each in reasons)


@shows("C114")
def test_choices_by_lot_and_whoever_takes_the_first_prove_nothing(worlds: Any) -> None:
    for how in ("lot", "first"):
        world = worlds()
        writes(world, 40, how=how)
        assert not rank(world, [LONG[0], SHORT[0]])["proven"], how


def test_what_was_chosen_since_counts_at_once_and_what_was_taken_back_no_more(world: World) -> None:
    writes(world, 20)
    before = rank(world, [LONG[0], SHORT[0]])
    last = world.record(candidates=[LONG[1], SHORT[1]], selectedIndex=1, sceneType=None)
    after = rank(world, [LONG[0], SHORT[0]])
    assert after["proof"]["choices"] == before["proof"]["choices"] + 1
    assert after["candidates"][1]["chance"] > before["candidates"][1]["chance"]
    world.ok("memory:episode:undo", projectId="novel", episodeId=last["episodeId"])
    assert rank(world, [LONG[0], SHORT[0]]) == before
    # A memory that is opened anew knows the same
    world.reopen()
    assert rank(world, [LONG[0], SHORT[0]]) == before


def test_only_what_is_new_is_read(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Asking costs no more in a long project than in a short one."""
    read: list[str] = []

    def counted(cls: type[Account], evidence: str) -> Account:
        read.append(evidence)
        return whole(cls, evidence)

    whole = Account.read.__func__
    writes(world, 12)
    monkeypatch.setattr(Account, "read", classmethod(counted))
    counts = []
    for number in (0, 0, 1, 3):
        writes(world, number)
        read.clear()
        rank(world, [LONG[0], SHORT[0]])
        counts.append(len(read))
    assert counts == [12, 0, 1, 3]


def test_of_a_long_project_the_newest_choices_count(worlds: Any) -> None:
    policy = replace(Policy(), taste=replace(Policy().taste, window=12, window_step=4))
    world = worlds(policy=policy)
    counts = []
    for number in (10, 2, 1, 3, 1):
        writes(world, number)
        counts.append(rank(world, [LONG[0], SHORT[0]])["proof"]["choices"])
    assert counts == [10, 12, 9, 12, 9]


def test_what_the_author_deleted_is_no_reason(world: World) -> None:
    writes(world, 40)
    (rule,) = rules(world)
    world.ok("memory:semantic:delete", id=rule["id"], projectId="novel")
    told = rank(world, [LONG[0], SHORT[0], LONG[1]])["candidates"]
    features = {reason["feature"] for each in told for reason in each["reasons"]}
    assert features
    assert rule["predicate"]["feature"] not in features


def test_one_kind_of_scene_may_have_a_taste_of_its_own(world: World) -> None:
    lot = Random(5)
    for number in range(60):
        offered = offers("zh", lot)
        scene, wanted = (("action", SHORT), ("description", LONG))[number % 2]
        taken = of(offered, wanted)
        world.record(candidates=offered, selectedIndex=taken, sceneType=scene)
    pair = [LONG[0], SHORT[0]]
    fight = rank(world, pair, sceneType="action")["candidates"]
    garden = rank(world, pair, sceneType="description")["candidates"]
    assert fight[1]["chance"] > 0.6
    assert garden[0]["chance"] > 0.6


@shows("R79")
def test_while_learning_is_paused_nothing_of_the_taste_changes(world: World) -> None:
    writes(world, 20)
    before = rank(world, [LONG[0], SHORT[0]])
    world.clock.advance(seconds=60)
    world.ok("memory:learning:pause", projectId="novel")
    world.clock.advance(seconds=60)
    writes(world, 5)
    assert rank(world, [LONG[0], SHORT[0]]) == before
    world.ok("memory:learning:resume", projectId="novel")
    assert rank(world, [LONG[0], SHORT[0]])["proof"]["choices"] == before["proof"]["choices"] + 5


def test_a_rule_that_says_the_same_is_named(world: World) -> None:
    writes(world, 40)
    known = {each["id"]: each["predicate"]["feature"] for each in rules(world)}
    told = rank(world, [LONG[0], SHORT[0], LONG[1]])["candidates"]
    reasons = [reason for each in told for reason in each["reasons"] if "ruleId" in reason]
    assert reasons
    assert all(known[each["ruleId"]] == each["feature"] for each in reasons)


def test_what_cannot_be_compared_is_equally_likely(world: World) -> None:
    writes(world, 20)
    for candidates in (
        ["他走了。", "He left, and nobody saw him go."],
        ["……", "他走了。"],
        ["好。"],
    ):
        told = rank(world, candidates)["candidates"]
        assert {each["chance"] for each in told} == {1 / len(candidates)}
        assert [each["rank"] for each in told] == [*range(1, len(candidates) + 1)]


def test_none_to_choose_from_is_refused(world: World) -> None:
    error = world.fails("memory:taste:rank", projectId="novel", candidates=[])
    assert (error["code"], error["details"]["field"]) == ("INVALID_ARGUMENT", "candidates")


@shows("C95")
def test_without_any_text_kept_the_taste_is_learned_all_the_same(world: World) -> None:
    world.ok("memory:settings:update", privacyModeEnabled=True)
    writes(world, 40)
    assert rank(world, [LONG[0], SHORT[0]])["proven"]
