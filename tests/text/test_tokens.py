"""The estimate of tokens: near o200k_base on every kind of passage, and safe where it must be."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.policy import Policy
from mohen.text import tokens
from mohen.text.tokens import Message, Wide
from shows import shows

POLICY = Policy().tokens

# Counted with o200k_base by tools/count_tokens.mjs; `tests/contracts/test_tokenizers.py` counts
# them again.
PASSAGES = json.loads((Path(__file__).parent / "token_counts.json").read_text("utf-8"))


def off(passage: dict[str, str | int]) -> float:
    """By which share the estimate is too high or too low."""
    return tokens.estimate(str(passage["text"]), POLICY) / int(passage["tokens"]) - 1


# -- near


@shows("C88")
@pytest.mark.parametrize("passage", PASSAGES, ids=[each["name"] for each in PASSAGES])
def test_a_passage_is_within_a_tenth(passage: dict[str, str | int]) -> None:
    assert len(str(passage["text"])) >= 200
    assert abs(off(passage)) <= 0.10


@shows("C88")
@pytest.mark.parametrize("language", ["zh", "en", "mixed"])
def test_most_are_nearer_and_none_leans_to_one_side(language: str) -> None:
    found = [off(each) for each in PASSAGES if each["language"] == language]
    assert len(found) >= 7
    assert median(map(abs, found)) <= 0.04
    assert abs(median(found)) <= 0.035


@shows("C88")
def test_all_of_them_together_are_within_three_in_a_hundred() -> None:
    whole = "\n\n".join(each["text"] for each in PASSAGES)
    counted = sum(each["tokens"] for each in PASSAGES)
    assert tokens.estimate(whole, POLICY) == pytest.approx(counted, rel=0.03)


# The first draft of "english, names": more than a third of its letters are in rare names, and
# no rule about their shape tells how a vocabulary cuts them.
RARE_NAMES = (
    "Aldous Featherstonehaugh, Wilhelmina Krzyzewski, Ngozi Adeyemi-Clarke, Siobhan "
    "O'Shaughnessy and little Bartholomew Quigg were the only passengers aboard the Marguerite "
    "that night. Captain Thaddeus Vanderhoeven kept a list, in violet ink, of everyone who had "
    "ever crossed with him from Port Llanfair to Skerryvore; he could recite it backwards. He "
    "told Miss Krzyzewski that a Featherstonehaugh had drowned on the same date in 1887. She "
    "told him that a Vanderhoeven had been at the wheel. Neither of them mentioned Quigg, who "
    "was asleep on the mailbags with a herring in his pocket."
)
RARE_NAMES_COUNTED = 152


def test_a_known_limit_a_page_of_rare_names_is_a_fifth_too_low() -> None:
    assert 0.78 <= tokens.estimate(RARE_NAMES, POLICY) / RARE_NAMES_COUNTED < 0.90
    assert tokens.ceiling(RARE_NAMES, POLICY) >= RARE_NAMES_COUNTED  # but no budget breaks on it


# -- every character counts


def test_nothing_is_nothing() -> None:
    assert tokens.estimate("", POLICY) == 0


@pytest.mark.parametrize(
    ("text", "counted"),
    [
        ("😂🎉🏔️🐿️" * 10, 90),
        ("𠮷𣲗𡎚𪚥" * 10, 160),
        ("龘靐齉爩" * 10, 80),
        ("2026-11-15 09:30:00" * 10, 111),
    ],
    ids=["emoji", "supplementary planes", "rare Han", "dates"],
)
def test_what_is_rare_is_counted_too(text: str, counted: int) -> None:
    assert tokens.estimate(text, POLICY) == pytest.approx(counted, rel=0.15)


@pytest.mark.parametrize("text", ["ひらがなとカタカナ", "Привет, как дела?", "안녕하세요", "مرحبا"])
def test_another_script_is_not_overlooked(text: str) -> None:
    assert len(text) / 3 <= tokens.estimate(text, POLICY) <= len(text)


def test_an_id_costs_more_than_a_word_of_its_length() -> None:
    id, word = "ep_01K9ZJ3M7XQ4W8R2V6T5B1N0CD", "incomprehensibilitiesandmore"
    assert tokens.estimate(id, POLICY) > 2 * tokens.estimate(word, POLICY)


@given(st.text())
def test_every_text_has_a_count(text: str) -> None:
    assert (tokens.estimate(text, POLICY) == 0) == (text == "")


@given(st.text(), st.text())
def test_two_lines_never_cost_less_than_one_of_them(one: str, other: str) -> None:
    both = tokens.estimate(f"{one}\n{other}", POLICY)
    assert both >= tokens.estimate(one, POLICY)
    assert both >= tokens.estimate(other, POLICY)


@given(st.text(min_size=300, max_size=500), st.text(min_size=300, max_size=500))
def test_a_remembered_count_is_the_texts_own(one: str, other: str) -> None:
    first = tokens.estimate(one * 2, POLICY), tokens.estimate(other * 2, POLICY)
    again = tokens.estimate(one * 2, POLICY), tokens.estimate(other * 2, POLICY)
    assert (
        first
        == again
        == (
            max(1, round(tokens._weighed(one * 2, POLICY))),
            max(1, round(tokens._weighed(other * 2, POLICY))),
        )
    )


# -- other models


@shows("C88")
@pytest.mark.parametrize(
    ("model", "factor"),
    [
        ("gpt-4o-mini", 1.0),
        ("gpt-5", 1.0),
        ("offline", 1.0),
        ("gpt-4-turbo", POLICY.factor_cl100k),
        ("openai:Qwen3-8B-Instruct", POLICY.factor_qwen),
        ("deepseek-chat", POLICY.factor_deepseek),
        ("deepseek-r1-distill-qwen-7b", POLICY.factor_deepseek),
        ("meta-llama/Llama-3.1-70B", POLICY.factor_llama),
        ("claude-sonnet", POLICY.factor_claude),
        ("gemini-pro", POLICY.factor_gemini),
        ("mistral-nemo", POLICY.factor_mistral),
        ("a model of tomorrow", POLICY.factor_unknown),
        ("", POLICY.factor_unknown),
    ],
)
def test_a_familys_factor_is_found_by_the_models_name(model: str, factor: float) -> None:
    assert tokens.family(model, POLICY) == factor


def test_the_factor_multiplies() -> None:
    text = PASSAGES[0]["text"]
    assert tokens.estimate(text, POLICY, 2.0) == pytest.approx(
        2 * tokens.estimate(text, POLICY), abs=1
    )


# -- budgets


@shows("C65")
@pytest.mark.parametrize("passage", PASSAGES, ids=[each["name"] for each in PASSAGES])
def test_a_budget_is_never_told_too_little(passage: dict[str, str | int]) -> None:
    assert tokens.ceiling(str(passage["text"]), POLICY) >= int(passage["tokens"])


def test_messages_cost_their_wrapping_too() -> None:
    said = [Message("system", "be brief"), Message("user", "")]
    assert (
        tokens.of_messages(said, POLICY)
        == tokens.ceiling("be brief", POLICY) + 2 * POLICY.per_message
    )


LINE = st.text("ab A.,'_0 \t林雪，。！😀é", min_size=1, max_size=12)


@given(st.lists(LINE, min_size=1), st.sampled_from(["\n", "\r\n", "\n\n"]))
def test_a_text_weighs_what_its_lines_do(lines: list[str], end: str) -> None:
    """So that a line that stood in the last prompt need not be weighed again, and those that are
    weighed together do not tell."""
    alone = [tokens._weighed(f"{each}{end}", POLICY) for each in lines]
    together = tokens._Lines(POLICY)
    assert together.weights(lines) == pytest.approx(alone)
    assert together.weights(lines[::-1]) == pytest.approx(alone[::-1])
    whole = "".join(f"{each}{end}" for each in lines)
    joined = tokens._plain(tokens._WIDE.sub(tokens._HOLE, whole).encode(), POLICY)
    assert joined + sum(Wide(POLICY).weights([whole])) == pytest.approx(sum(alone))


@given(LINE, st.sampled_from(["\n", "\r\n", "\n\n"]))
def test_an_end_of_a_line_is_weighed_where_it_stands(line: str, end: str) -> None:
    for text in (line, line + end, end + line, end, f"{end}{line}{end}{line}"):
        plain = tokens._plain(tokens._WIDE.sub(tokens._HOLE, text).encode(), POLICY)
        assert tokens._weighed(text, POLICY) == pytest.approx(
            plain + sum(Wide(POLICY).weights([text]))
        )


def test_only_so_many_lines_are_remembered() -> None:
    lines = tokens._Lines(replace(POLICY, lines_remembered=3))
    said = [f"第{number}行" for number in range(9)]
    before = lines.weights(said)
    assert len(lines._kept) == 3
    assert lines.weights(said) == before
