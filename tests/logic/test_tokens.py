"""The rough count of tokens: never far too low, whatever is written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.logic import tokens
from mohen.model.language import Message
from mohen.policy import Policy

POLICY = Policy().tokens

# Counted with o200k_base.
PASSAGES = {
    "English prose": (
        "She sat in the quiet garden, watching the light fade over the roses. When the bell rang, "
        "nobody came; the house had been empty for years, and only the wind remembered its name. "
        '"You came back," he said. She didn\'t answer. The kettle hissed, and somewhere upstairs a '
        "door, unlatched since October, knocked twice against its frame.",
        74,
    ),
    "Chinese prose": (
        "他拔剑冲向敌人，刀光一闪，血溅在雪地上。林远没有回头，他知道身后已经没有人了，只剩下风声和远处"
        "隐约的钟声。“你终于来了。”老人低声说道，浑浊的眼睛里映着跳动的烛火。雨还在下，青石板上积起浅浅"
        "的水洼，倒映着灰蒙蒙的天空。",
        101,
    ),
    "classical Chinese": (
        "残阳如血，暮鸦归巢。客栈之中，说书人醒木一拍，四座皆静。那刀客斟了半盏冷酒，也不饮，只怔怔望着"
        "窗外枯柳，眉间似有千钧。",
        65,
    ),
}


@pytest.mark.parametrize(("text", "counted"), PASSAGES.values(), ids=PASSAGES)
def test_prose_is_seldom_underestimated_and_never_by_much(text: str, counted: int) -> None:
    assert 0.85 * counted <= tokens.estimate(text, POLICY) <= 1.3 * counted


def test_mixed_prose_is_its_parts() -> None:
    parts = [text for text, _ in PASSAGES.values()]
    whole = tokens.estimate("".join(parts), POLICY)
    assert abs(whole - sum(tokens.estimate(each, POLICY) for each in parts)) <= len(parts)


def test_an_id_costs_more_than_a_word_of_its_length() -> None:
    id, word = "ep_01K9ZJ3M7XQ4W8R2V6T5B1N0CD", "incomprehensibilitiesandmore"
    assert tokens.estimate(id, POLICY) > 2 * tokens.estimate(word, POLICY)


@given(st.text())
def test_every_text_has_a_count_and_more_text_never_less(text: str) -> None:
    count = tokens.estimate(text, POLICY)
    assert (count == 0) == (text == "")
    assert tokens.estimate(text + "。", POLICY) > count


def test_messages_cost_their_wrapping_too() -> None:
    said = [Message("system", "be brief"), Message("user", "")]
    assert (
        tokens.of_messages(said, POLICY)
        == tokens.estimate("be brief", POLICY) + 2 * POLICY.per_message
    )
