"""Without a model the prose is modest and embarrasses nobody: it repeats nothing, stays in its
scene, and where there is nothing to say or to change it says that."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import pytest

from mohen.offline_writer import setting, writer
from mohen.policy import Policy
from mohen.text import sentences
from offline_prompts import asked, unseen_scenes
from shows import shows
from worlds import World

LANGUAGES = ("zh", "en")


def told(text: str) -> list[str]:
    bare = ("".join(filter(str.isalnum, each.lower())) for each in sentences.pieces(text))
    return [each for each in bare if each]


def run(world: World, **payload: object) -> list[str]:
    answer = world.ok("ai:skill:run", projectId="novel", **payload)
    return [str(each) for each in answer["candidates"]]


# -- nothing twice


@pytest.mark.parametrize(
    "text",
    [
        "林远推开木门。没有人说话。沈青站在院子里，没有动。",
        "Mara waited. Nobody spoke. Tom sat down.",
    ],
)
def test_no_sentence_of_the_chapter_or_of_an_earlier_run_is_said_again(
    world: World, text: str
) -> None:
    # Given a chapter, and runs that offered something, answered or not
    first = world.ok("ai:skill:run", skillId="continue", projectId="novel", text=text)
    runs = [*first["candidates"]]
    world.ok("ai:skill:feedback", runId=first["runId"], projectId="novel", action="reject")
    # When the same is asked for again and again
    for _ in range(4):
        before = set(chain(told(text), *map(told, runs)))
        again = run(world, skillId="continue", text=text)
        # Then nothing of it stood there or was offered before
        assert not before & set(chain(*map(told, again)))
        runs += again


# -- where and when


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_it_writes_shows_no_place_or_time_but_the_texts_own(language: str) -> None:
    for name, kind, text in unseen_scenes(language):
        messages = asked(text, scene=kind, language=language)
        # What the text itself names may be named again: a nurse at home makes no hospital.
        shown = setting.shown(text + text, language)
        for variant in range(3):
            draft = writer.write(messages, max_tokens=600, variant=variant, policy=Policy())
            places = setting.places(draft, language) - setting.places(text + text, language)
            assert not places, f"{name}: {places}: {draft}"
            assert not (setting.shown(draft, language) & OTHER_TIMES) - shown, f"{name}: {draft}"


OTHER_TIMES = frozenset(("modern", "old", "future", "rain", "snow", "night", "day"))


def test_modern_prose_gets_no_literary_chinese_and_literary_chinese_nothing_else() -> None:
    for name, kind, text in unseen_scenes("zh"):
        for variant in range(3):
            messages = asked(text, scene=kind)
            draft = writer.write(messages, max_tokens=600, variant=variant, policy=Policy())
            literary = any(each in draft for each in ("矣", "乃", "岂", "此亦", "皆", "而不", "曰"))
            assert literary == (name == "古文"), f"{name}: {draft}"


@pytest.mark.parametrize(
    ("text", "alone"),
    [
        ("苏敏坐在窗前，看着外面的雨。她没有开灯。", True),
        ("Nora sat at the window and looked at the rain. She was alone.", True),
        ("海面上什么也没有。几条渔船斜搁在泥滩上。", False),
        ("There was nothing on the water. Three boats lay on their sides.", False),
    ],
)
def test_nobody_is_made_up(world: World, text: str, alone: bool) -> None:
    for each in run(world, skillId="continue", text=text):
        assert not any(mark in each for mark in "“”"), each
        somebody = {"he", "she", "his", "her", "i"} & set(sentences.words(each)) or set(
            "他她我"
        ) & {*each}
        assert alone or not somebody, each


# -- nothing to change


@shows("R93")
@pytest.mark.parametrize("text", ["雨停了。", "The rain stopped."])
def test_a_skill_that_finds_nothing_to_change_says_so(world: World, text: str) -> None:
    # Given a passage in which nothing is wrong
    everything = {"start": 0, "end": len(text)}
    # When it is polished
    answer = world.ok(
        "ai:skill:run", skillId="polish", projectId="novel", text=text, selection=everything
    )
    # Then there is no candidate, and a reason with a code of its own in both languages
    assert answer["candidates"] == []
    (warning,) = [each for each in answer["warnings"] if each["code"] == "NOTHING_TO_CHANGE"]
    assert "nothing to change" in warning["message"]["en"]
    assert "没有找到需要改动的地方" in warning["message"]["zh"]
    # And nothing waits for an answer
    assert answer["episodeId"] is None
    error = world.fails(
        "ai:skill:feedback", runId=answer["runId"], projectId="novel", action="reject"
    )
    assert error["code"] == "NOT_FOUND"


@pytest.mark.parametrize("skill", ["polish", "rewrite", "condense", "expand"])
@pytest.mark.parametrize(
    "text", ["他推开门，，屋里很暗。", "He  opened the the door. It was dark."]
)
def test_no_candidate_is_the_text_itself(world: World, skill: str, text: str) -> None:
    everything = {"start": 0, "end": len(text)}
    for each in run(world, skillId=skill, text=text, selection=everything):
        assert each.strip() != text.strip()


# -- the sample


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sample_answers_with_what_a_person_wrote_and_says_so(
    world: World, language: str
) -> None:
    # Given the sample and its last chapter
    (project,) = world.ok("sample:load", language=language)["projects"]
    chapter = Path(project["folder"], "chapters", "03.md").read_text("utf-8")
    asked_for = {"skillId": "continue", "projectId": project["projectId"], "text": chapter}
    # When it is continued, twice
    first, second = (world.ok("ai:skill:run", **asked_for) for _ in range(2))
    # Then three candidates come that are written by hand, and the answer says that
    assert len(first["candidates"]) == 3
    assert "WRITTEN_BY_HAND" in [each["code"] for each in first["warnings"]]
    # And they are not offered again
    assert not set(first["candidates"]) & set(second["candidates"])
