"""What an edit was for, sentence by sentence, in both languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.episodes.edit_purposes import of
from mohen.episodes.policy import Measuring
from shows import shows

POLICY = Measuring()

# before | after | purposes; sl is the length of sentences, tl that of the text
EDITS = """
嘴角勾起一抹微笑，他点了头。 | 他点了头。 | -cliches
他的心像被刀割一样痛，眼泪掉了下来。她走了。 | 他的眼泪掉了下来。她走了。 | -similes
他感到悲伤。雨停了。 | 雨停了。 | -exposition
他看见某种东西在墙角的那里。 | 他看见三只空坛在墙角的那里。 | -vague
他走进屋子，关上门，坐下来，点了一支烟。 | 他走进屋子。关上门。坐下来。点了一支烟。 | -sl
他走进屋子。他关上门。 | 他走进屋子，他关上门。 | +sl
雨停了。他走了。她哭了。 | 他走了。雨停了。她哭了。 | moves
太好了！走！ | 太好了。走。 | -exclamation
我推开门，我看见了灯。 | 他推开门，他看见了灯。 | -first_person_share
他回到村里，天已经黑了，路上没有人，他把包袱放下。 | 他回到村里，天已经黑了。 | -sl -tl
他回到村里。 | 他回到村里。井边坐着两个老人，谁也没有抬头。 | +tl
Her heart skipped a beat. She opened the door. | She opened the door. | -cliches
It was something in the box. | It was a pike in the box. | -vague
He realized that she was gone. | She was gone. | -exposition
He walked in, sat down, lit a cigarette. | He walked in. Sat down. Lit a cigarette. | -sl
He walks home and sits down. | He walked home and sat down. | +past_tense
I do not know him. | I don't know him. | +contractions
The gate opened. Nobody came. Rain fell. | Nobody came. The gate opened. Rain fell. | moves
The defence-less man slept here. | The defenseless man slept here. | corrects
The gate was really very old. | The gate was old. | -intensifiers
They took the north road, past the mill, and slept in a barn. | They took the north road. | -sl -tl
Rain. The king died. He had no heir. | Rain. Who left? He had no heir. | +question retells
He asked her to stay. Rain fell on it. | “Stay,” he said. Rain fell on it. | +dialogue_share
"""
ROWS = [tuple(cell.strip() for cell in row.split("|")) for row in EDITS.strip().splitlines()]


def language_of(text: str) -> str:
    return "en" if text.isascii() else "zh"


@shows("R36")
@pytest.mark.parametrize(("before", "after", "purposes"), ROWS)
def test_what_an_edit_did_is_told_by_its_sentences(before: str, after: str, purposes: str) -> None:
    told = of(before, after, language_of(before), POLICY)
    short = {"sl": "mean_sentence_length", "tl": "text_length"}
    meant = {each[0] + short.get(each[1:], each[1:]) for each in purposes.split()}
    assert told is not None
    # Whether something was told anew beside its purpose is no matter here.
    assert set(told) | {"retells"} == meant | {"retells"}


@given(st.sampled_from(ROWS))
def test_the_edit_back_has_the_opposite_purposes(row: tuple[str, str, str]) -> None:
    before, after, _ = row
    language = language_of(before)
    there, back = of(before, after, language, POLICY), of(after, before, language, POLICY)
    turned = {"+": "-", "-": "+"}
    assert {turned.get(each[0], each[0]) + each[1:] for each in there or ()} == set(back or ())


def test_a_text_that_was_written_anew_was_for_everything() -> None:
    assert of("The king died in spring.", "Nobody had mended the boat.", "en", POLICY) is None


def test_a_text_of_too_many_sentences_is_not_looked_at() -> None:
    many = "他走了。" * (POLICY.aligned_max + 1)
    assert of(many, many + "雨停了。", "zh", POLICY) is None


@given(st.text("他走了，。！? a“”", max_size=60), st.text("他走了，。！? a“”", max_size=60))
def test_anything_may_be_edited_to_anything(before: str, after: str) -> None:
    for language in ("zh", "en", "mixed", "none"):
        told = of(before, after, language, POLICY)
        assert not {f"+{each[1:]}" for each in told or () if each[0] == "-"} & set(told or ())
