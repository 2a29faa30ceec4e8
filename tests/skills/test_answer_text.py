"""What a small model repeats of its prompt is no part of what it wrote."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.skills.answer_text import own_words

RAIN = "The rain had not let up for three days. Mara counted the boats."


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        # As a model of 1.5 billion parameters really answered
        (
            f"<before>\n{RAIN}\n</before>\n<cursor>\nThe harbour lay still.",
            "The harbour lay still.",
        ),
        ("<unavailable: no selection>", ""),
        (RAIN, ""),
        ("Mara counted the boats. One was missing.", "One was missing."),
        ("<before>\n雨下了三天。\n</before>\n\n林晚继续数着船。", "林晚继续数着船。"),
        ("```\nOne was missing.\n```", "One was missing.\n"),
        ("<selection>\nOne boat.\n</selection>", "One boat."),
        # What an author may well want
        ("She counted again.", "She counted again."),
        ("Mara counted the boats again.", "Mara counted the boats again."),
        ("a < b, and <b>bold</b>", "a < b, and <b>bold</b>"),
        ("<before> nobody closed it", " nobody closed it"),
        ("(none)", ""),
        ("There were none (none at all).", "There were none (none at all)."),
    ],
)
def test_only_what_it_wrote_is_left(said: str, kept: str) -> None:
    assert own_words(said, RAIN) == kept


def test_a_sentence_is_repeated_in_chinese_too() -> None:
    before = "雨下了三天。林晚数着港口里的船。"
    assert own_words("林晚数着港口里的船。少了一只。", before) == "少了一只。"
    assert own_words(before, before) == ""


@given(st.text(st.characters(exclude_characters="<>`()（）"), min_size=1))
def test_plain_text_is_left_as_it_is(text: str) -> None:
    assert own_words(text) == (text if text.strip() else "")
