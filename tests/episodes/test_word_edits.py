"""What an edit did to single words, in both languages, and how little of it is kept."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.core.policy import Settings
from mohen.episodes import word_edits
from mohen.episodes.policy import Measuring
from mohen.episodes.word_edits import Words, changed, hashed
from mohen.text import redact
from shows import shows

POLICY = Measuring()
ZH = "月光照在石阶上，他仿佛听见了脚步声，心里忽然一紧。风从巷口吹来，带着桂花香。"
EN = "The moon was very bright. He suddenly walked past the old gate and could hear the river."
TEXTS = st.text(st.characters(codec="utf-8") | st.sampled_from("他的仿佛走 ,.a'Ib"), max_size=120)


def words(before: str, after: str, context: str = "") -> Words:
    found = changed(before, after, context, POLICY)
    assert found is not None
    return found


def test_a_cut_chinese_word_is_among_the_cut_pairs() -> None:
    found = words(ZH, ZH.replace("仿佛", ""))
    assert found.cut == ("仿佛", "佛听")  # 他仿 begins with a pronoun: two words for certain
    assert found.added == ()  # 他听, likewise
    assert hashed("月光") in set(found.hashes())
    assert found.share == pytest.approx(2 / 33, abs=1e-3)


def test_a_cut_english_word_takes_its_phrases_along() -> None:
    found = words(EN, EN.replace("suddenly ", "").replace("very ", ""))
    assert found.cut == ("very", "suddenly", "very bright", "suddenly walked")
    assert found.added == ()
    assert {hashed("old gate"), hashed("could hear"), hashed("river")} <= set(found.hashes())
    assert hashed("the") not in set(found.hashes())


def test_what_is_added_is_new_to_passage_and_story() -> None:
    after = ZH.replace("忽然", "慢慢").replace("风从", "林远舟从")
    found = words(ZH, after, context="林远舟在城里。")
    assert "慢慢" in found.added
    assert not [each for each in found.added if set(each) & set("林远舟")]
    english = words(EN, EN.replace("river", "river, perhaps, of Avalon"), context="In Avalon.")
    assert english.added == ("perhaps",)


def test_a_new_order_of_old_words_adds_nothing() -> None:
    assert words(EN, EN.replace("old gate", "gate so old")).added == ()


def test_a_name_inside_a_sentence_is_no_word_of_style() -> None:
    found = words(f"{EN} He met Elara there. Elara smiled.", f"{EN} He met her there. She smiled.")
    assert not [each for each in (*found.cut, *found.added) if "elara" in each]


@pytest.mark.parametrize("after", [ZH, f"  {ZH}\n"])
def test_no_edit_says_nothing(after: str) -> None:
    assert changed(ZH, after, "", POLICY) is None


def test_a_rewrite_says_nothing_of_single_words() -> None:
    assert changed(ZH, "她没有回头，只是把门关上了。", "", POLICY) is None
    # Every character and word is there, and no neighbour.
    assert changed(ZH, ZH[::-1], "", POLICY) is None
    assert changed(EN, " ".join(sorted(EN.split())), "", POLICY) is None


def test_a_clause_that_goes_or_comes_as_a_whole_says_nothing_of_its_words() -> None:
    whole = words(ZH.replace("他", "，谁也没有想到会有这样一天，他"), ZH)
    assert whole.cut == ()
    assert words(ZH, f"{ZH}谁也没有想到会有这样一天。").added == ()


def test_what_stands_in_the_story_around_is_neither_cut_nor_kept() -> None:
    found = words(ZH, ZH.replace("仿佛", ""), context="他仿佛没有听见月光。")
    assert found.cut == ()
    assert hashed("月光") not in set(found.hashes())


def test_digits_marks_and_letters_are_no_words() -> None:
    found = words(f"{ZH}第三十二个，100，x！", ZH)
    assert found.cut == ()


@shows("R119")
def test_a_masked_name_leaves_no_word() -> None:
    def masked(text: str) -> str:
        return redact.mask(text, ["桂花", "river"], b"key", Settings())

    for text, gone in ((ZH, "带着桂花香"), (EN, " and could hear the river")):
        found = words(masked(text), masked(text.replace(gone, "")))
        digest = redact.mark("river", b"key", Settings()).strip(redact.OPEN + redact.CLOSE)
        kept = json.dumps(found.packed(), ensure_ascii=False)
        assert not any(secret in kept for secret in ("桂花", "river", digest))


def test_a_long_passage_is_followed_only_so_far() -> None:
    long = "".join(chr(code) for code in range(0x4E00, 0x4E00 + 3000))
    others = "，".join(chr(code) + chr(code + 1) for code in range(0x8000, 0x8400))
    found = words(long, f"{long[:-2]}，{others}")
    assert len(list(found.hashes())) + len(found.cut) == POLICY.units_max
    assert len(found.added) == POLICY.added_max


@given(TEXTS, TEXTS, TEXTS)
def test_every_edit_is_read_and_survives_json(before: str, after: str, context: str) -> None:
    found = changed(before, after, context, POLICY)
    if found is None:
        return
    assert Words.unpacked(json.loads(json.dumps(found.packed()))) == found
    assert 0 <= found.share <= POLICY.rewrite_share
    kept = set(found.hashes())
    assert kept.isdisjoint(map(hashed, (*found.cut, *found.added)))
    assert not set(found.cut) & set(found.added)
    around = word_edits.changed(context, "", "", POLICY)
    assert around is None or set(around.cut).isdisjoint((*found.cut, *found.added))


@given(TEXTS)
def test_a_text_that_only_grows_loses_no_word(before: str) -> None:
    found = changed(before, f"{before}\n林中有鹿。 Deer wandered.", "", POLICY)
    assert found is None or (found.cut, found.share) == ((), 0)
