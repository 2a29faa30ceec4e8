"""What the check finds in books whose mistakes are known, and what it leaves alone."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mohen.story import checks, file_facts, world_state
from mohen.story.model import Contradiction, Kind
from mohen.story.policy import Story
from shows import shows
from story import clean, corpus
from story.corpus import Planted

POLICY = Story()
RECALL = 0.8
FALSE_AT_MOST = 2
BOOKS = {
    "Chinese": (corpus.CHINESE, corpus.CHINESE_PLANTED, corpus.CHINESE_NEAR_MISSES),
    "English": (corpus.ENGLISH, corpus.ENGLISH_PLANTED, corpus.ENGLISH_NEAR_MISSES),
}


def check(files: dict[str, str]) -> list[Contradiction]:
    facts = file_facts.everything("novel", corpus.book(files), POLICY)
    return checks.check(world_state.book(facts, POLICY))


def matched(
    planted: Sequence[Planted], found: Sequence[Contradiction]
) -> tuple[dict[str, Contradiction | None], list[Contradiction]]:
    """Which finding tells of which mistake, and which tell of none."""
    left, told = list(found), dict[str, Contradiction | None]()
    for each in planted:
        hit = next((one for one in left if _tells_of(one, each)), None)
        told[each.what] = hit
        if hit is not None:
            left.remove(hit)
    return told, left


def _tells_of(finding: Contradiction, planted: Planted) -> bool:
    return (
        finding.kind == planted.kind
        and finding.chapter == planted.chapter
        and set(planted.entities) <= set(finding.entities)
    )


def table(told: dict[str, Contradiction | None], false: Sequence[Contradiction]) -> str:
    rows = [f"{'found ' if hit else 'MISSED'}  {what}" for what, hit in told.items()]
    rows += [f"FALSE   {each.message[0]}  {each.evidence}" for each in false]
    return "\n" + "\n".join(rows)


@shows("R170", "R171")
@pytest.mark.parametrize("language", BOOKS)
def test_planted_contradictions_are_found_and_near_misses_are_not(language: str) -> None:
    files, planted, _ = BOOKS[language]
    told, false = matched(planted, check(files))
    hits = sum(hit is not None for hit in told.values())
    assert hits >= RECALL * len(planted), table(told, false)
    assert len(false) <= FALSE_AT_MOST, table(told, false)


def test_the_books_hold_what_they_promise() -> None:
    chinese, english = BOOKS["Chinese"], BOOKS["English"]
    planted = (*chinese[1], *english[1])
    chapters = [ref for ref in chinese[0] if ref.startswith("chapters/")]
    assert len(chapters) >= 6
    assert len(planted) >= 12
    assert {each.kind for each in planted} == set(Kind)
    assert len(chinese[2]) + len(english[2]) >= 20


@pytest.mark.parametrize("files", [clean.CLEAN, clean.CLEAN_ENGLISH], ids=["Chinese", "English"])
def test_a_sound_book_has_no_findings(files: dict[str, str]) -> None:
    found = check(files)
    assert not found, table({}, found)


@shows("R171")
def test_every_finding_shows_both_places_word_for_word() -> None:
    for files in (corpus.CHINESE, corpus.ENGLISH):
        for finding in check(files):
            assert finding.evidence, finding.message
            for side in finding.evidence:
                lines = files[side.ref].strip().splitlines()[side.first - 1 : side.last]
                assert side.excerpt in " ".join(" ".join(lines).split()), side


def test_a_finding_keeps_its_name_when_lines_move_and_loses_it_with_its_words() -> None:
    before = {each.id for each in check(corpus.CHINESE)}
    moved = corpus.CHINESE | {"chapters/04.md": "\n\n\n" + corpus.CHINESE["chapters/04.md"].strip()}
    assert {each.id for each in check(moved)} == before
    chapter = corpus.CHINESE["chapters/04.md"].replace("我来喝喜酒了", "我又来了")
    changed = {each.id for each in check(corpus.CHINESE | {"chapters/04.md": chapter})}
    assert len(before - changed) == len(changed - before) == 1


def test_the_order_of_the_files_makes_no_difference() -> None:
    backwards = dict(reversed(corpus.CHINESE.items()))
    assert [each.id for each in check(backwards)] == [each.id for each in check(corpus.CHINESE)]


@pytest.mark.parametrize("ref", sorted(corpus.CHINESE))
def test_any_file_may_be_missing_or_cut_short(ref: str) -> None:
    half = corpus.CHINESE[ref][: len(corpus.CHINESE[ref]) // 2]
    check(corpus.CHINESE | {ref: half})
    check({name: text for name, text in corpus.CHINESE.items() if name != ref})


HAN = (
    "林远 周伯 苏晴 青石镇 临江城 霜刃 玉佩的来历 死了 说：“ ” 。 ？ ， 走进 在 来到"
    " 三天后 三月五日 星期一 的 母亲 是 知道 得知 *** 梦见 左手 失去了 二十岁 第三章 # - ： （ ）"
)
LATIN = "Anna died was dead said lost her left arm March 5"
PIECES = (*HAN.split(), *LATIN.split(), " ", "\n", "\x1f", "\U000ffff0")
WORDS = st.sampled_from(PIECES)


@settings(max_examples=150, deadline=None)
@given(st.lists(WORDS, max_size=60), st.lists(WORDS, max_size=30))
def test_no_text_whatever_breaks_the_reading(chapter: list[str], card: list[str]) -> None:
    told, said = "".join(chapter), "".join(card)
    changed = {"chapters/02.md": told, ".mohen/world.md": said, ".mohen/characters/x.md": said}
    for finding in check(corpus.CHINESE | changed):
        assert finding.evidence
        assert all(len(each.excerpt) <= POLICY.excerpt_chars for each in finding.evidence)
