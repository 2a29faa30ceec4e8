"""An author who changes one line changes no other."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.manuscript.files import like, same_line_ends

ENDS = st.sampled_from(["\n", "\r\n", "\r"])
LINES = st.lists(st.text(alphabet="雨ab ", max_size=3), max_size=8)


@pytest.mark.parametrize(
    ("old", "new", "written"),
    [
        ("a\nb\n", "a\nc\n", "a\nc\n"),
        ("a\r\nb\r\n", "a\nc\n", "a\r\nc\r\n"),
        ("a\r\nb\r\n", "a\nx\ny\nb\n", "a\r\nx\r\ny\r\nb\r\n"),
        ("a\r\nb\r\n", "", ""),
        ("", "a\nb", "a\nb"),
        ("a", "a\r\nb", "a\nb"),  # no manner of its own yet
        ("a\rb\rc", "a\nx\nc", "a\rx\rc"),
        # mixed: what was not changed stays as it was
        ("a\r\nb\nc\r\nd", "a\nb\nc\nd", "a\r\nb\nc\r\nd"),
        ("a\r\nb\nc\r\nd", "a\nb\nX\nd", "a\r\nb\nX\r\nd"),
        ("a\nb\nc\r\nd\n", "a\nb\nnew\nc\nd\n", "a\nb\nnew\nc\r\nd\n"),
        ("a\nb\r\nc\r\n", "b\nc\n", "b\r\nc\r\n"),
        ("a\r\na\r\na\n", "a\na\n", "a\r\na\r\n"),
        # a line of nothing stays one
        ("a\rb\nc\nd\n", "a\n\nd\n", "a\r\rd\n"),
    ],
)
def test_lines_end_as_they_did(old: str, new: str, written: str) -> None:
    assert like(old, new) == written


@given(lines=LINES, data=st.data(), new=LINES)
def test_the_text_is_the_one_that_was_given(
    lines: list[str], data: st.DataObject, new: list[str]
) -> None:
    old = "".join(f"{line}{data.draw(ENDS)}" for line in lines)
    said = "\n".join(new)
    assert same_line_ends(like(old, said)) == said
    assert set(re.findall(r"\r\n|\r|\n", like(old, said))) <= set(
        re.findall(r"\r\n|\r|\n", old)
    ) | {"\n"}


@given(lines=LINES, data=st.data())
def test_what_was_not_changed_is_the_same_to_the_byte(
    lines: list[str], data: st.DataObject
) -> None:
    ends = data.draw(st.lists(ENDS, min_size=len(lines), max_size=len(lines)))
    # A line of nothing between `\r` and `\n` would read as one end.
    old = "".join(f".{line}{end}" for line, end in zip(lines, ends, strict=True))
    assert like(old, same_line_ends(old)) == old
    assert like(old, f"{same_line_ends(old)}x") == f"{old}x"
