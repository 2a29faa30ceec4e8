"""Which chapters there are, and in which order."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mohen.story.chapters import split


def numbered(*files: tuple[str, str]) -> list[tuple[int, str]]:
    return [(each.chapter.number, each.chapter.ref) for each in split(files)]


def test_the_number_in_the_heading_decides() -> None:
    assert numbered(
        ("b.md", "# 第一章 雪\n"), ("a.md", "# 第十二章\n"), ("c.md", "Chapter 3\n")
    ) == [
        (1, "b.md"),
        (3, "c.md"),
        (12, "a.md"),
    ]


def test_then_the_number_in_the_name_and_two_comes_before_ten() -> None:
    assert numbered(("chapters/10.md", "雪"), ("chapters/2.md", "雨")) == [
        (2, "chapters/2.md"),
        (10, "chapters/10.md"),
    ]


def test_files_without_numbers_are_told_in_their_order() -> None:
    assert numbered(("b.md", "雨"), ("a.md", "雪")) == [(1, "a.md"), (2, "b.md")]


def test_two_volumes_that_both_begin_at_one_are_told_one_after_the_other() -> None:
    found = numbered(("v1/01.md", "雪"), ("v1/02.md", "雨"), ("v2/01.md", "风"))
    assert found == [(1, "v1/01.md"), (2, "v1/02.md"), (3, "v2/01.md")]


def test_a_prologue_comes_first_and_an_extra_is_told_aside() -> None:
    found = split([("1.md", "# 第一章\n"), ("0.md", "# 楔子\n"), ("9.md", "# 番外 旧事\n")])
    assert [(each.chapter.number, each.chapter.aside) for each in found] == [
        (0, False),
        (1, False),
        (9, True),
    ]


def test_one_file_may_hold_many_chapters_and_keeps_its_lines() -> None:
    first, second = split([("book.txt", "书名\n第一章 雪\n林远来了。\n第二章 雨\n他走了。")])
    assert (first.chapter.number, first.chapter.first, len(first.lines)) == (1, 1, 3)
    assert (second.chapter.number, second.chapter.first) == (2, 4)
    assert second.lines == ("第二章 雨", "他走了。")


@given(st.lists(st.tuples(st.text(max_size=8), st.text(max_size=60)), max_size=6))
def test_no_line_is_lost_whatever_the_files_are_called(files: list[tuple[str, str]]) -> None:
    kept = sorted(line for each in split(files) for line in each.lines)
    assert kept == sorted(line for _, text in files for line in text.splitlines())
