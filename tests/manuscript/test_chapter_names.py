"""What a chapter is called, and what the file of the next one is."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.manuscript import chapter_names, file_refs, project_layout
from mohen.manuscript.model import FileKind
from mohen.manuscript.policy import Files
from mohen.text import numerals

POLICY = Files()


def named(neighbours: list[str], title: str, most: int = 1) -> list[str]:
    return [each.ref for each in islice(chapter_names.next_files(neighbours, title, POLICY), most)]


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("# 第一章 雨夜\n\n雨下了一夜。", "第一章 雨夜"),
        ("第一章 雨夜\n\n雨下了一夜。", "第一章 雨夜"),
        ("Chapter Twelve: Dawn\n\nIt rained.", "Chapter Twelve: Dawn"),
        ("\n\n## Dawn ##\n", "Dawn"),
        ("#雨夜", "雨夜"),
        ("An epigraph.\n\n# C#\n", "C#"),
        ("第一章说的是另一件事，这一句不是标题。\n", "rain"),
        ("no heading", "rain"),
        ("", "rain"),
        ("#\n\n# \n", "rain"),
    ],
)
def test_the_first_heading_or_the_name_of_the_file(text: str, title: str) -> None:
    assert chapter_names.title("chapters/rain.md", text, POLICY.title_chars) == title


def test_a_title_is_no_longer_than_a_line_can_show() -> None:
    assert chapter_names.title("a.md", f"# {'雨' * 500}", 120) == "雨" * 120


@pytest.mark.parametrize(
    ("neighbours", "title", "ref"),
    [
        ([], "雨夜", "chapters/01-雨夜.md"),
        ([], "第一章 雨夜", "chapters/第一章 雨夜.md"),
        ([], "Chapter 1: Rain", "chapters/Chapter 1 Rain.md"),
        (["正文/第九章 雨.md"], "雪", "正文/第十章 雪.md"),
        (["chapters/第九章.txt"], "雪", "chapters/第十章 雪.txt"),
        (["chapters/第99章-雨.md"], "雪", "chapters/第100章-雪.md"),
        (["chapters/第一百零九章雨.md"], "雪", "chapters/第一百一十章雪.md"),
        (["章节/卷二 第三章 雨.md"], "雪", "章节/卷二 第四章 雪.md"),
        (["chapters/第九章 雨.md"], "第十二章 雪", "chapters/第十二章 雪.md"),
        (["chapters/08-a.md", "chapters/09-b.md"], "第十章 雪", "chapters/10-雪.md"),
        (["manuscript/chapter-09-rain.md"], "Snow", "manuscript/chapter-10-Snow.md"),
        (["chapters/Chapter 9.md"], "Snow", "chapters/Chapter 10 Snow.md"),
        (["chapters/ch2.md"], "Snow", "chapters/ch3-Snow.md"),
        (["chapters/1. Dawn.md"], "Dusk", "chapters/2. Dusk.md"),
        (["chapters/9雨.md"], "10 nights", "chapters/10-10 nights.md"),
        (["chapters/009.md"], "???", "chapters/010.md"),
        (["chapters/dawn.md", "chapters/noon.md"], "Dusk", "chapters/Dusk.md"),
        (["chapters/dawn.md"], "???", "chapters/01.md"),
        (["第三章.md"], "雪", "第四章 雪.md"),
        (["卷一.md"], "雪", "01-雪.md"),  # in the folder itself a chapter is numbered
        (["01.md", "chapters/07.md", "chapters/08.md"], "x", "chapters/09-x.md"),
        ([], "a/b\\c:d*e?..", "chapters/01-a b c d e.md"),
        ([], "../../etc/passwd", "chapters/01-etc passwd.md"),
        ([], "con", "chapters/01-con_.md"),
    ],
)
def test_a_new_file_is_named_as_its_neighbours_are(
    neighbours: list[str], title: str, ref: str
) -> None:
    assert named(neighbours, title) == [ref]


def test_its_heading_is_the_title_with_the_number_where_that_is_said() -> None:
    def text(neighbours: list[str], title: str) -> str:
        return next(chapter_names.next_files(neighbours, title, POLICY)).text

    assert text(["chapters/第九章 雨.md"], "雪") == "# 第十章 雪\n\n"
    assert text(["chapters/第九章 雨.md"], "第十二章 雪") == "# 第十二章 雪\n\n"
    assert text(["chapters/09.md"], "Snow: a/b") == "# Snow: a/b\n\n"
    assert text(["chapters/第九章.txt"], "雪") == "第十章 雪\n\n"


def test_where_a_name_is_taken_there_are_others() -> None:
    assert named(["chapters/09.md"], "x", 3) == [f"chapters/{n}-x.md" for n in (10, 11, 12)]
    assert named(["chapters/a.md"], "x", 3) == [f"chapters/{n}.md" for n in ("x", "x 2", "x 3")]
    assert named([], "第一章 雨", 2) == ["chapters/第一章 雨.md", "chapters/第一章 雨 2.md"]


@given(
    title=st.text(min_size=1, max_size=200).filter(lambda each: each.strip()),
    neighbours=st.sampled_from(
        [[], ["chapters/第九章 雨.md"], ["chapters/a.md"], ["9.md"], ["chapters/ch1-x.txt"]]
    ),
)
def test_whatever_the_title_the_file_is_a_chapter_that_comes_last(
    title: str, neighbours: list[str]
) -> None:
    said = title.encode(errors="replace").decode()
    for ref in named(neighbours, said, 2):
        assert file_refs.all_sound(ref)
        assert project_layout.kind_of(ref) is FileKind.CHAPTER
        assert len(ref.rpartition("/")[-1].encode()) <= 255
        if neighbours and neighbours[-1] != "chapters/a.md" and "第" not in said:
            assert file_refs.natural(ref) > file_refs.natural(neighbours[-1])


def test_numbers_are_written_as_they_are_read() -> None:
    assert all(numerals.value(numerals.written(each)) == each for each in range(10_001))
    said = {each: numerals.written(each) for each in (0, 10, 12, 20, 103, 110, 1_001, 10_000)}
    assert list(said.values()) == [
        "零",
        "十",
        "十二",
        "二十",
        "一百零三",
        "一百一十",
        "一千零一",
        "10000",
    ]


def test_each_project_has_a_folder_of_its_own() -> None:
    ids = ["novel", "雾港来信", "a/b", "a:b", "a b", "..", ".", "con", "x ", "长" * 150, "长" * 151]
    names = [chapter_names.folder_name(each, POLICY) for each in ids]
    assert len(set(names)) == len(ids)
    assert names[:2] == ["novel", "雾港来信"]
    assert all(file_refs.is_sound(each) and "/" not in each for each in names)
