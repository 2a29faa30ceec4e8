"""A reference means one file below the folder on every system, and chapters come as counted."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.errors import InvalidArgument
from mohen.manuscript import file_refs

OUTSIDE = [
    "",
    ".",
    "..",
    "../secret.md",
    ".mohen/../../secret.md",
    ".mohen/./outline.md",
    "/etc/passwd",
    "//server/share/a.md",
    "\\\\server\\share\\a.md",
    ".mohen\\outline.md",
    "C:/novel/a.md",
    "c:a.md",
    "file:///etc/passwd",
    "https://example.com/a.md",
    "a.md:stream",
    ".mohen/outline.md\0.txt",
    ".mohen/a\nb.md",
    ".mohen/",
    "/",
    "a//b.md",
    "con",
    "NUL.md",
    "aux.tar.gz",
    "chapters/COM1",
    "lpt9.txt",
    "trailing. ",
    "a.md.",
    "...",
    " ",
    "\ud800.md",
]


@pytest.mark.parametrize("ref", OUTSIDE)
def test_what_leads_outside_somewhere_is_refused_everywhere(ref: str) -> None:
    with pytest.raises(InvalidArgument) as refused:
        file_refs.parts(ref)
    assert refused.value.details["field"] == "ref"
    assert "passwd" not in refused.value.message


@pytest.mark.parametrize(
    "ref", ["AGENTS.md", ".mohen/characters/林远.md", "章节/第二章 雨夜.txt", "a/b/c.d.e", "~/x.md"]
)
def test_a_relative_path_is_its_names(ref: str) -> None:
    assert file_refs.parts(ref) == tuple(ref.split("/"))


@given(st.text())
def test_what_is_refused_can_still_be_shown_on_one_line(name: str) -> None:
    shown = file_refs.presentable(name)
    assert len(shown.splitlines()) == 1
    shown.encode()


@pytest.mark.parametrize(
    "names",
    [
        ["第1章.md", "第2章.md", "第10章.md", "第11章.md"],
        [
            "第一章",
            "第二章",
            "第三章",
            "第十章",
            "第十一章",
            "第二十章",
            "第一百零二章",
            "第两百章",
        ],
        ["ch1.md", "ch2.md", "ch10.md"],
        ["Chapter 2 - dawn.md", "chapter 3.md", "Chapter 21.md"],
        ["1 序.txt", "2 雨.txt", "１０ 夜.txt"],
        ["v1c2", "v1c10", "v2c1"],
    ],
)
def test_chapters_come_in_the_order_a_reader_counts(names: list[str]) -> None:
    shuffled = random.Random(7).sample(names, len(names))
    assert sorted(shuffled, key=file_refs.natural) == names


@given(st.sets(st.text(alphabet="第一二十百两0123456789 章ab", max_size=8), max_size=8))
def test_any_names_have_one_order(names: set[str]) -> None:
    assert len({file_refs.natural(each) for each in names}) == len(names)
