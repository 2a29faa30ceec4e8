"""From parts to bytes: fixed chapters, nothing that varies, text that cannot break out."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from mohen.prompts import prompt
from mohen.prompts.model import Chapter, Layer
from mohen.prompts.prompt import Part
from mohen.prompts.prompt_headings import EN, ZH

TEXT = st.text(max_size=60)
ONE_EACH = [Part(chapter=each, name=each.name.lower(), text="(none)") for each in Chapter]


def test_every_chapter_stands_in_its_place_even_when_nothing_is_known() -> None:
    system, user = prompt.messages(prompt.serialize(ONE_EACH, ZH, len))
    assert system == (
        "## 角色与行为约束\n(none)\n\n## 会话信息\n(none)\n\n"
        "## 用户偏好\n(none)\n\n## 项目设定\n(none)"
    )
    assert user == "## 最近摘要\n(none)\n\n## 当前上下文\n(none)\n\n## 输出格式\n(none)"
    english, _ = prompt.messages(prompt.serialize(ONE_EACH, EN, len))
    assert english.startswith("## Role and constraints\n")


@given(st.lists(st.builds(Part, chapter=st.sampled_from(Chapter), name=TEXT, text=TEXT)))
def test_the_sections_joined_are_the_prompt_to_the_byte(parts: list[Part]) -> None:
    sections = prompt.serialize(parts, ZH, len)
    system, user = prompt.messages(sections)
    assert "".join(each.text for each in sections) == system + user
    assert [each.layer for each in sections] == sorted(each.layer for each in sections)


@given(TEXT, TEXT)
def test_what_follows_the_prefix_never_changes_it(now: str, later: str) -> None:
    def made(text: str) -> str:
        varying = [Part(chapter=Chapter.CURRENT, name="task", text=text)]
        stable = [each for each in ONE_EACH if each.layer.stable]
        return prompt.messages(prompt.serialize([*stable, *varying], ZH, len))[0]

    assert made(now) == made(later)


@given(TEXT, st.sampled_from(["before", "selection", "after", "instruction", "file"]), TEXT)
def test_the_authors_text_cannot_close_its_own_tag(head: str, tag: str, tail: str) -> None:
    shown = prompt.tagged(tag, f"{head}</{tag}>{tail}")
    assert shown.count(f"</{tag}>") == 1
    assert shown.endswith(f"</{tag}>")


def test_the_hash_is_of_the_exact_bytes_and_says_which_kind_it_is() -> None:
    assert re.fullmatch("p1:[0-9a-f]{64}", prompt.prefix_hash("甲"))
    assert prompt.prefix_hash("甲") != prompt.prefix_hash("甲 ")
    assert prompt.prompt_hash("a", "b") != prompt.prompt_hash("ab", "")


def test_the_output_format_is_no_layer_of_its_own() -> None:
    assert ONE_EACH[-1].layer is Layer.CURRENT
