"""Text is cut where it may be cut, never more than it must, and nothing is torn apart (R153)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mohen.prompts.model import Boundary, Span
from mohen.prompts.truncate import around, shorten
from shows import shows

PARAGRAPH, SENTENCE, WORD = Boundary.PARAGRAPH, Boundary.SENTENCE, Boundary.WORD
FAMILY = "👨‍👩‍👧"
FLAGS = "🇨🇳🇫🇷🇯🇵"
SKIN = "👍🏽"
JAMO = "\u1100\u1161\u11a8"  # one syllable in three parts

PIECES = st.sampled_from(
    [
        "雨下了一夜。",
        "他说：“走吧！”",
        "“真的……？」",
        "She didn't look back. ",
        '"Stop!" he said; ',
        "3.14",
        "\n",
        "\n\n",
        "\n \t\n",
        "\r\n",
        "　　",
        " ",
        "e\u0301\u0301",
        FAMILY,
        FLAGS,
        SKIN,
        JAMO,
        "𠮷",
        "naïve",
        "x" * 40,
    ]
)
PROSE = st.lists(PIECES | st.text(max_size=5), max_size=30).map("".join)


def before(text: str, allowed: int) -> tuple[str, Boundary | None]:
    side, _ = around(text, Span(len(text), len(text)), allowed)
    return side.text, side.cut


def after(text: str, allowed: int) -> tuple[str, Boundary | None]:
    _, side = around(text, Span(0, 0), allowed)
    return side.text, side.cut


# -- where it is cut


@shows("R153")
def test_what_fits_is_whole_so_a_short_document_keeps_its_first_paragraph() -> None:
    text = "第一段。\n\n第二段。\n\n第三段。"
    assert before(text, 500) == (text, None)
    assert after(text, 500) == (text, None)
    assert before(text, len(text)) == (text, None)


@shows("R153")
def test_a_paragraph_comes_first_then_a_line_then_a_sentence_then_a_word() -> None:
    assert before("前面的话。还有。\n\n第二段。第三句话很长很长。", 17) == (
        "第二段。第三句话很长很长。",
        PARAGRAPH,
    )
    assert before("前面的话。还有。\n　　第二段。第三句话很长很长。", 18) == (
        "　　第二段。第三句话很长很长。",
        PARAGRAPH,
    )
    assert before("前面的话还有。第二句。第三句话很长很长。", 14) == (
        "第二句。第三句话很长很长。",
        SENTENCE,
    )
    assert before("the quick brown fox jumps", 12) == (" fox jumps", WORD)


@shows("R153")
def test_after_the_span_it_is_cut_at_the_end_of_something() -> None:
    assert after("第一段话很长。\n\n第二段。第三段", 13) == ("第一段话很长。", PARAGRAPH)
    assert after("第一段话很长。\n第二段", 10) == ("第一段话很长。", PARAGRAPH)
    assert after("他说：“走吧！”她没有动。", 10) == ("他说：“走吧！”", SENTENCE)
    assert after("the quick brown fox", 12) == ("the quick ", WORD)


def test_a_boundary_right_at_the_limit_counts() -> None:
    assert before("前文。后文是这些。", 6) == ("后文是这些。", SENTENCE)
    assert before("前文\n\n后文是这些", 5) == ("后文是这些", PARAGRAPH)
    assert after("前文是这些。后文", 6) == ("前文是这些。", SENTENCE)
    assert after("前文是这些\n\n后文", 5) == ("前文是这些", PARAGRAPH)


def test_an_end_that_goes_on_beyond_the_limit_is_no_end() -> None:
    assert after("他走了。她说：“不要走……”他停下", 12) != ("他走了。她说：“不要走…", SENTENCE)
    assert after("她说：“走吧。”他点头", 7) == ("她说：“走吧。", WORD)
    assert after("abc def version 3.14 x", 18) == ("abc def version 3.", WORD)


def test_a_boundary_that_would_waste_more_than_half_is_passed_over() -> None:
    text = "开头。\n\n" + "长" * 30 + "。短句在后。"
    kept, cut = after(text, 30)
    assert (kept, cut) == (text[:30], WORD)
    kept, cut = before("甲" * 30 + "\n\n尾。", 20)
    assert (len(kept), cut) == (20, WORD)


@pytest.mark.parametrize("allowed", range(1, 12))
@pytest.mark.parametrize(
    ("text", "unit"),
    [(FAMILY * 3, 5), (FLAGS, 2), ("e\u0301" * 6, 2), (SKIN * 5, 2), (JAMO * 4, 3)],
)
def test_nothing_the_eye_sees_as_one_is_torn_apart(text: str, unit: int, allowed: int) -> None:
    for kept, _ in (before(text, allowed), after(text, allowed)):
        assert len(kept) % unit == 0
        assert len(kept) <= allowed


def test_a_pair_of_surrogates_is_one_character() -> None:
    assert after("\ud83d\ude00\ud83d\ude00", 3)[0] == "\ud83d\ude00"
    assert before("\ud83d\ude00\ud83d\ude00", 3)[0] == "\ud83d\ude00"


def test_a_word_is_torn_only_where_it_fills_the_room() -> None:
    assert after("well, she didn't", 13) == ("well, she ", WORD)
    assert after("x" * 100, 10) == ("x" * 10, WORD)
    assert before("x" * 100, 10) == ("x" * 10, WORD)


def test_a_cursor_beyond_the_text_stands_at_its_end() -> None:
    left, right = around("雨停了。", Span(999, 9_999), 10)
    assert (left.text, right.text) == ("雨停了。", "")
    left, right = around("雨停了。", Span(-5, -1), 10)
    assert (left.text, right.text) == ("", "雨停了。")
    left, right = around("雨停了。", Span(3, 1), 10)
    assert (left.text, right.text) == ("雨停了", "。")


def test_no_room_gives_nothing_and_says_how_much_there_was() -> None:
    left, right = around("雨停了。她走了。", Span(4, 5), 0)
    assert (left.text, right.text) == ("", "")
    assert (left.before, right.before) == (4, 3)
    assert left.cut is not None
    assert right.cut is not None


# -- to a number of tokens


@shows("R153")
def test_a_text_is_cut_to_its_tokens_at_a_paragraph() -> None:
    text = "第一段。第二句。\n\n第二段很长。\n\n第三段。"
    assert shorten(text, 100, len, keep="start") == (text, None)
    assert shorten(text, 20, len, keep="start") == ("第一段。第二句。\n\n第二段很长。", PARAGRAPH)
    assert shorten(text, 14, len, keep="end") == ("第二段很长。\n\n第三段。", PARAGRAPH)
    assert shorten(text, 7, len, keep="start") == ("第一段。", SENTENCE)


def test_no_tokens_give_no_text() -> None:
    assert shorten("雨停了。", 0, len, keep="start") == ("", WORD)
    assert shorten("雨停了。", -1, len, keep="end") == ("", WORD)
    assert shorten("", 0, len, keep="end") == ("", None)


def test_counting_a_book_for_a_page_of_it_is_cheap() -> None:
    counted: list[int] = []

    def count(text: str) -> int:
        counted.append(len(text))
        return len(text)

    kept, _ = shorten("雨下了一夜。" * 70_000, 300, count, keep="start")
    assert 150 <= len(kept) <= 300
    assert len(counted) < 30
    assert sum(counted[1:]) < 10_000  # the first looks whether it fits


@pytest.mark.parametrize(
    "text",
    ["\n" * 400_000, " " * 400_000, "。" * 400_000, "\n " * 200_000, "e" + "\u0301" * 400_000],
)
def test_no_text_is_slow(text: str) -> None:
    """Each would take minutes if any step were quadratic."""
    around(text, Span(200_000, 200_000), 100_000)
    around("x" + text, Span(399_999, 399_999), 399_000)
    shorten(text, 1_000, len, keep="end")


# -- laws


@given(PROSE, st.integers(-3, 400), st.integers(-3, 400), st.integers(0, 120))
def test_what_is_kept_is_next_to_the_span_and_no_longer_than_asked(
    text: str, start: int, length: int, allowed: int
) -> None:
    left, right = around(text, Span(start, start + length), allowed)
    begin = min(max(start, 0), len(text))
    end = min(max(start + length, begin), len(text))
    assert text[:begin].endswith(left.text)
    assert text[end:].startswith(right.text)
    for side, whole in ((left, text[:begin]), (right, text[end:])):
        assert len(side.text) <= allowed
        assert side.before == len(whole)
        assert (side.cut is None) == (side.text == whole)
        if len(whole) <= allowed:
            assert side.text == whole
        if side.cut in (PARAGRAPH, SENTENCE):
            assert len(side.text) >= allowed // 2


@given(PROSE, PROSE, PROSE, st.integers(0, 120))
def test_cutting_what_was_cut_changes_nothing(
    first: str, middle: str, last: str, allowed: int
) -> None:
    whole = first + middle + last
    left, right = around(whole, Span(len(first), len(first) + len(middle)), allowed)
    again = left.text + middle + right.text
    start = len(left.text)
    same = around(again, Span(start, start + len(middle)), allowed)
    assert [each.text for each in same] == [left.text, right.text]


def uneven(text: str) -> int:
    """A count that does not always grow with the text, as estimates do not."""
    return len(text.encode(errors="surrogatepass")) // 3 + len(text) % 2


@example("a" * 50, 3, "end", uneven)
@given(
    PROSE, st.integers(-1, 60), st.sampled_from(["start", "end"]), st.sampled_from([len, uneven])
)
def test_a_shortened_text_fits_and_stays_as_it_is(
    text: str, most: int, keep: str, count: Callable[[str], int]
) -> None:
    kept, cut = shorten(text, most, count, keep=keep)  # type: ignore[arg-type]
    assert text.startswith(kept) if keep == "start" else text.endswith(kept)
    assert (cut is None) == (kept == text)
    assert not kept or count(kept) <= most
    if text and most > 0 and count(text) <= most:
        assert kept == text
    assert shorten(kept, most, count, keep=keep)[0] == kept  # type: ignore[arg-type]
