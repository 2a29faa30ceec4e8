"""The sample projects as they are written: what a loader may rely on, and that they are prose."""

from __future__ import annotations

import pytest

from mohen.sample import replay
from mohen.sample import sample as sample_sample
from mohen.sample.model import Language, Sample
from mohen.text.style import measure


@pytest.fixture(scope="module", params=list(Language))
def sample(request: pytest.FixtureRequest) -> Sample:
    return replay.read(request.param, sample_sample.texts(request.param))


def test_a_week_is_gone_through_evenly_and_looked_back_on_at_its_end() -> None:
    assert replay.moments(100, 40, 3) == [110, 120, 130, 140]
    assert replay.moments(100, 40, 0) == [140]


def test_every_passage_is_in_the_language_of_its_sample(sample: Sample) -> None:
    told = [
        text
        for week in sample.weeks
        for act in week.acts
        for text in (act.context, *act.candidates, act.final or act.context)
    ]
    chapters = [text for ref, text in sample.files.items() if ref.startswith("chapters/")]
    assert len(chapters) == 3
    assert {measure(each).language for each in (*told, *chapters)} == {sample.language.value}


def test_no_act_is_told_twice_and_every_one_can_be_done(sample: Sample) -> None:
    acts = [act for week in sample.weeks for act in week.acts]
    assert 40 <= len(acts) <= 60
    assert len({act.candidates for act in acts}) == len(acts)
    for act in acts:
        assert -1 <= act.takes < len(act.candidates)
        assert act.takes >= 0 or (act.final is None and not act.undone)
        assert act.takes < 0 or act.final != act.candidates[act.takes]
    assert any(act.undone for act in acts)
    assert {act.scene for act in acts} == {"action", "dialogue", "description", "psychology"}


def test_every_chapter_that_is_worked_on_is_there(sample: Sample) -> None:
    assert len(sample.weeks) == 8
    assert {week.chapter for week in sample.weeks} <= sample.files.keys()


def test_notes_go_where_mohen_reads_them(sample: Sample) -> None:
    assert ".mohen/style-guide.md" in sample.files
    assert sum(ref.startswith(".mohen/characters/") for ref in sample.files) == 4
    assert all(
        text.startswith(("#", "---")) and text.endswith("\n") for text in sample.files.values()
    )


def test_both_languages_tell_the_same_story() -> None:
    zh, en = (replay.read(each, sample_sample.texts(each)) for each in Language)
    kinds = [
        [(act.skill, act.scene, len(act.candidates), act.takes, act.final is None, act.undone)
         for week in each.weeks for act in week.acts]
        for each in (zh, en)
    ]  # fmt: skip
    assert kinds[0] == kinds[1]
    assert [len(week.notes) for week in zh.weeks] == [len(week.notes) for week in en.weeks]
