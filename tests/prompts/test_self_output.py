"""What we said ourselves is known again, whatever became of its marks, and nothing else is."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.policy import Policy
from mohen.text.echoes import sentence_prints, without_echoes
from shows import shows

KEY = b"a home's own secret"
POLICY = Policy().echoes
RULE = "动作场景：句子要短，平均少于 15 字。"
MEMORY = "She never raises her voice when she is angry."
OWN = "他推开门，看见院子里落满了雪。"


def known(*texts: str) -> tuple[str, ...]:
    return sentence_prints(texts, KEY, POLICY)


def own(text: str, *injected: str) -> str:
    return without_echoes(text, known(*injected), KEY, POLICY)


@shows("C64")
def test_what_we_put_into_the_prompt_is_taken_out_and_the_rest_stays() -> None:
    # Given a rule and a memory that went into the prompt
    # When the answer repeats both around a sentence of its own
    answer = f"{RULE}\n{OWN} {MEMORY}"
    # Then only its own sentence is left
    assert own(answer, RULE, MEMORY) == OWN + " "


@pytest.mark.parametrize(
    "said",
    [
        "动作场景:句子要短,平均少于15字",
        "“动作场景：句子要短，平均少于１５字！”",
        "  动作场景 句子要短 平均少于 15 字……",
    ],
)
def test_width_space_and_marks_do_not_hide_it(said: str) -> None:
    assert own(said, RULE) == ""


def test_nor_does_case() -> None:
    assert own(MEMORY.upper(), MEMORY) == ""


@pytest.mark.parametrize("common", ["他笑了。", "“好。”", "Thank you.", "Yes, of course!"])
def test_a_short_sentence_is_everybodys(common: str) -> None:
    assert known(common) == ()
    assert own(common, common) == common


def test_a_number_with_a_point_is_one_sentence() -> None:
    line = "The rule about short sentences holds with 0.87 confidence."
    assert len(known(line)) == 1
    assert own(f"{line} And so on.", line) == "And so on."


def test_the_hash_says_nothing_without_the_key() -> None:
    [sealed] = known(RULE)
    assert sealed != sentence_prints([RULE], b"another home", POLICY)[0]
    assert len(sealed) == POLICY.hash_chars


TEXTS = st.lists(
    st.sampled_from([RULE, MEMORY, OWN, "他笑了。", "\n", " ", "…", '"']) | st.text(max_size=8),
    max_size=10,
).map("".join)


@given(TEXTS)
def test_without_anything_known_a_text_is_as_it_was(text: str) -> None:
    assert without_echoes(text, (), KEY, POLICY) == text
    assert without_echoes(text, ("not a hash of ours",), KEY, POLICY) == text


@given(TEXTS)
def test_a_text_that_we_put_in_whole_teaches_only_what_is_everybodys(text: str) -> None:
    assert known(own(text, text)) == ()


@given(TEXTS, TEXTS)
def test_what_is_left_stood_there_in_this_order(injected: str, text: str) -> None:
    left = iter(text)
    assert all(char in left for char in own(text, injected))


@given(TEXTS)
def test_the_same_text_in_another_form_has_the_same_fingerprints(text: str) -> None:
    assert known(unicodedata.normalize("NFD", RULE + text)) == known(
        unicodedata.normalize("NFC", RULE + text)
    )
