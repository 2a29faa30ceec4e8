"""Numbers as stories write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.text import numerals

DIGITS = "零一二三四五六七八九"


def chinese(number: int) -> str:
    """The way a person writes a number below a thousand."""
    hundreds, rest = divmod(number, 100)
    tens, ones = divmod(rest, 10)
    said = f"{DIGITS[hundreds]}百" if hundreds else ""
    if tens:
        said += ("" if tens == 1 and not hundreds else DIGITS[tens]) + "十"
    elif hundreds and ones:
        said += "零"
    return said + (DIGITS[ones] if ones or not number else "")


@given(st.integers(0, 999))
def test_a_number_is_read_as_it_was_written(number: int) -> None:
    assert numerals.value(chinese(number)) == number
    assert numerals.value(str(number)) == number


@pytest.mark.parametrize(
    ("said", "number"),
    [("两", 2), ("二〇二四", 2024), ("thirty-two", 32), ("Twelve", 12), ("１２", 12), ("ten", 10)],
)
def test_other_ways_of_writing_it(said: str, number: int) -> None:
    assert numerals.value(said) == number


@pytest.mark.parametrize("said", ["", "几", "many", "十分好", "-"])
def test_what_is_no_number(said: str) -> None:
    assert numerals.value(said) is None


def test_the_first_of_a_title() -> None:
    assert numerals.first("第十二章 三个人") == 12
    assert numerals.first("chapter twenty-one: two men") == 21
    assert numerals.first("尾声") is None
