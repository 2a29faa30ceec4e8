"""SKILL.md: understood, or refused by the field and without a word of the file."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factories import policy
from mohen.errors import InvalidArgument
from mohen.policy import Policy
from mohen.prompts.model import ContextRules, Skill, Source, Target
from mohen.skills import catalogue, skill_file
from mohen.text import tokens
from shows import shows

POLICY = Policy()
BOUNDS = skill_file.Bounds.of(POLICY)
SECRET = "林远是凶手"


def skill_md(body: str = "写得更紧。", **fields: Any) -> str:
    """A sound file, with whatever a test cares about changed; None takes a field away."""
    sound = {"name": "tighten", "description": "Tighten the selection."}
    head = {**sound, **{key.replace("__", "-"): value for key, value in fields.items()}}
    lines = [f"{key}: {value}" for key, value in head.items() if value is not None]
    return "\n".join(["---", *lines, "---", "", body, ""])


def refused(text: str, **options: Any) -> InvalidArgument:
    with pytest.raises(InvalidArgument) as caught:
        skill_file.parse(text, BOUNDS, **options)
    assert SECRET not in str(caught.value.plain())
    return caught.value


def field_of(text: str, **options: Any) -> object:
    return refused(text, **options).details["field"]


# -- what is understood


def test_a_file_needs_a_name_a_description_and_a_body() -> None:
    assert skill_file.parse(skill_md(), BOUNDS, folder="tighten") == Skill(
        id="tighten",
        description="Tighten the selection.",
        body="写得更紧。",
        source=Source.PROJECT,
        title=("Tighten", "Tighten"),
    )


@shows("R150")
def test_every_field_says_what_it_says() -> None:
    text = """---
name: tighten
title: Tighten
title_zh: 收紧
description: >
  Say it
  in fewer words.
description_zh: 用更少的字说完。
context_rules: {surrounding: 500, outline: yes, user_preferences: No, recent_summary: 3}
target: cursor
candidates: 2
max_tokens: 800
version: 1.10
license: Apache-2.0
allowed-tools: [Read]
compatibility: any
metadata:
  author: {name: 某人, since: 2024-01-01}
---
写得更紧。
"""
    skill = skill_file.parse(text, BOUNDS, ref=".mohen/skills/tighten/SKILL.md")
    assert skill == Skill(
        id="tighten",
        description="Say it in fewer words.",
        description_zh="用更少的字说完。",
        body="写得更紧。",
        source=Source.PROJECT,
        title=("Tighten", "收紧"),
        context_rules=ContextRules(
            surrounding=500, outline=True, user_preferences=False, recent_summary=3
        ),
        target=Target.CURSOR,
        candidates=2,
        max_tokens=800,
        version="1.10",
        ref=".mohen/skills/tighten/SKILL.md",
    )


@pytest.mark.parametrize("text", ["\ufeff" + skill_md(), skill_md().replace("\n", "\r\n")])
def test_a_byte_order_mark_and_windows_lines_do_no_harm(text: str) -> None:
    assert skill_file.parse(text, BOUNDS) == skill_file.parse(skill_md(), BOUNDS)


def test_a_line_of_dashes_in_the_body_is_the_bodys() -> None:
    assert skill_file.parse(skill_md("一\n\n---\n\n二"), BOUNDS).body == "一\n\n---\n\n二"


@shows("C31")
def test_the_alias_block_is_understood() -> None:
    text = skill_md(context__requirements="[project-settings, characters]")
    assert skill_file.parse(text, BOUNDS).context_rules == ContextRules(
        style_guide=True, characters=True
    )


# -- what is refused, and by which field


@shows("R152", "R154")
@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": None}, "name"),
        ({"name": "Tighten"}, "name"),
        ({"name": "收紧"}, "name"),
        ({"name": "-tight"}, "name"),
        ({"name": "a" * 65}, "name"),
        ({"name": "../tighten"}, "name"),
        ({"name": 1}, "name"),
        ({"name": "nul"}, "name"),
        ({"description": None}, "description"),
        ({"description": ""}, "description"),
        ({"description": "'   '"}, "description"),
        ({"description": "yes"}, "description"),
        ({"description": "[a]"}, "description"),
        ({"description": "x" * 1_025}, "description"),
        ({"title": "12"}, "title"),
        ({"title_zh": "长" * 81}, "title_zh"),
        ({"description_zh": "{}"}, "description_zh"),
        ({"target": "chapter"}, "target"),
        ({"target": "[selection]"}, "target"),
        ({"candidates": 0}, "candidates"),
        ({"candidates": 6}, "candidates"),
        ({"candidates": "true"}, "candidates"),
        ({"candidates": "2.0"}, "candidates"),
        ({"max_tokens": 6_001}, "max_tokens"),
        ({"max_tokens": "1:30"}, "max_tokens"),
        ({"max_tokens": "9" * 5_000}, "max_tokens"),
        ({"version": "[1]"}, "version"),
        ({"version": "v" * 33}, "version"),
        ({"metadata": "text"}, "metadata"),
        ({"temperature": SECRET}, "temperature"),
        ({SECRET: 1}, "?"),
        ({"context_rules": "all"}, "context_rules"),
        ({"context_rules": ""}, "context_rules"),
        ({"context_rules": "{surrounding: -1}"}, "context_rules.surrounding"),
        ({"context_rules": "{surrounding: 1.5}"}, "context_rules.surrounding"),
        ({"context_rules": "{surrounding: .nan}"}, "context_rules.surrounding"),
        ({"context_rules": "{surrounding: 2024-01-01}"}, "context_rules.surrounding"),
        ({"context_rules": "{outline: 1}"}, "context_rules.outline"),
        ({"context_rules": "{world: true}"}, "context_rules.world"),
        ({"context__requirements": "[world]"}, "context-requirements.world"),
        ({"context_rules": "{}", "context__requirements": "[]"}, "context-requirements"),
        ({"body": ""}, "body"),
        ({"body": " \n\t\n"}, "body"),
        ({"body": "字" * 20_001}, "body"),
        ({"body": "a\0b"}, "body"),
        ({"body": "\ud800"}, "body"),
    ],
)
def test_a_malformed_file_is_refused_by_its_field(changes: dict[str, Any], field: str) -> None:
    assert field_of(skill_md(**changes)) == field


def test_the_name_is_the_folders() -> None:
    assert field_of(skill_md(), folder="loosen") == "name"


BOMB = "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]"


@shows("R152")
@pytest.mark.parametrize(
    ("head", "field"),
    [
        (BOMB, "frontmatter"),
        ("a: [*missing]", "frontmatter"),
        ("a: !!python/object/apply:os.system [ls]", "frontmatter"),
        ("a: !secret b", "frontmatter"),
        ("name: a\nname: b", "name"),
        ("metadata: {a: 1, a: 2}", "a"),
        ("<<: {name: a}", "?"),
        ("1: b", "frontmatter"),
        ("? [a]\n: b", "frontmatter"),
        ("a: " + "[" * 20 + "]" * 20, "frontmatter"),
        ("a: [" + "1, " * 600 + "]", "frontmatter"),
        ("a: " + "x" * 17_000, "frontmatter"),
        ("- a\n- b", "frontmatter"),
        ("just text", "frontmatter"),
        ("", "frontmatter"),
        ("# only a comment", "frontmatter"),
        ("a: b\n...\n--- c", "frontmatter"),
        ("a: [unclosed", "frontmatter"),
        ("a: b: c", "frontmatter"),
        ("\ta: b", "frontmatter"),
        ("a: \x07", "frontmatter"),
        ('a: "\\UFFFFFFFF"', "frontmatter"),
        ('a: "\\ud800"', "frontmatter"),
        ('a: "\\0"', "frontmatter"),
        ("%YAML " + "9" * 5_000 + ".1\na: b", "frontmatter"),
    ],
)
def test_frontmatter_that_could_surprise_is_refused(head: str, field: str) -> None:
    assert field_of(f"---\n{head}\n---\nbody {SECRET}") == field


@pytest.mark.parametrize("text", ["", "body only", "---\nname: a", "\n---\nname: a\n---\nb", "--"])
def test_a_file_without_frontmatter_is_refused(text: str) -> None:
    assert field_of(text) == "frontmatter"


def test_what_is_wrong_is_found_by_its_line() -> None:
    error = refused(skill_md(title="[unclosed"))
    assert error.details["line"] == 4
    assert "line 4" in error.message
    assert refused(skill_md(title="*alias")).details["line"] == 4


# -- laws

ANY_TEXT = (
    st.binary(max_size=300).map(lambda raw: raw.decode("utf-8", "surrogateescape"))
    | st.text(max_size=300)
    | st.text("-:\n #[]{}&*!|>'\"\\%@,?~ axyz01\t雪", max_size=200).map(
        lambda head: f"---\nname: a\ndescription: b\n{head}\n---\nbody"
    )
    | st.lists(st.tuples(st.sampled_from(skill_file.FIELDS), st.text(max_size=20)), max_size=6).map(
        lambda pairs: "---\n" + "\n".join(f"{k}: {v}" for k, v in pairs) + "\n---\nbody"
    )
)


@shows("R152")
@given(ANY_TEXT)
def test_any_file_is_a_skill_or_is_refused(text: str) -> None:
    try:
        skill = skill_file.parse(text, BOUNDS)
    except InvalidArgument as error:
        said = f"{error.plain()} {error.details['field']}"
    else:
        said = f"{skill}"
        assert skill.body
        assert skill_file.NAME.fullmatch(skill.id)
    said.encode()  # fit for every wire


@given(
    st.from_regex(skill_file.NAME.pattern, fullmatch=True, alphabet="abcnotuxyz019-").map(
        lambda x: x[:64]
    )
)
def test_a_new_skill_is_sound_whatever_its_name(name: str) -> None:
    assert skill_file.parse(skill_file.template(name), BOUNDS, folder=name).id == name


PLAIN = st.recursive(
    st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=9)
    | st.integers(-(10**9), 10**9)
    | st.booleans()
    | st.none(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abc", min_size=1), inner),
    max_leaves=6,
)


@given(st.dictionaries(st.text("abc", min_size=1), PLAIN, min_size=1))
def test_json_is_yaml_and_comes_back_as_it_was(head: dict[str, Any]) -> None:
    limits = policy(skill_files={"frontmatter_depth": 50}).skill_files
    text = f"---\n{json.dumps(head)}\n---\nbody"
    assert skill_file.part(text, limits).head == head


# -- those that ship

BUILT_IN = {
    "condense": ContextRules(surrounding=500, style_guide=True, recent_summary=3),
    "consistency-check": ContextRules(
        surrounding=1_000,
        user_preferences=False,
        characters=True,
        outline=True,
        recent_summary=10,
        knowledge_graph=True,
    ),
    "continue": ContextRules(
        surrounding=2_000, style_guide=True, characters=True, outline=True, recent_summary=3
    ),
    "dialogue": ContextRules(
        surrounding=1_200,
        style_guide=True,
        characters=True,
        recent_summary=3,
        knowledge_graph=True,
    ),
    "expand": ContextRules(
        surrounding=800, style_guide=True, characters=True, outline=True, recent_summary=3
    ),
    "polish": ContextRules(surrounding=500, style_guide=True, recent_summary=3),
    "rewrite": ContextRules(surrounding=800, style_guide=True, characters=True, recent_summary=3),
}


def test_seven_skills_ship() -> None:
    assert list(catalogue.texts()) == list(BUILT_IN)


@shows("R150")
@pytest.mark.parametrize("name", BUILT_IN)
def test_a_built_in_skill_is_sound_bilingual_and_short(name: str) -> None:
    skill = skill_file.parse(catalogue.texts()[name], BOUNDS, folder=name)
    assert skill.context_rules == BUILT_IN[name]
    assert tokens.estimate(skill.body, POLICY.tokens) <= 300
    # Each language stands by itself, and each says everything
    in_chinese, in_english = skill.instruction("zh"), skill.instruction("en")
    assert in_chinese.count("\n") == in_english.count("\n") > 2
    assert not re.search("[A-Za-z]{4}", in_chinese)
    assert not re.search("[\u4e00-\u9fff]", in_english)
    for english, chinese in (skill.title, (skill.description, skill.description_zh)):
        assert english.isascii()
        assert any("\u4e00" <= each <= "\u9fff" for each in chinese)


@pytest.mark.parametrize(
    ("body", "chinese", "english"),
    [
        ("# 中文\n\n写短。\n\n# English\nBe brief.", "写短。", "Be brief."),
        ("# English\n\nBe brief.\n# 中文\n写短。", "写短。", "Be brief."),
        *(
            (whole, whole, whole)
            for whole in (
                "写短。Be brief.",
                "# 中文\n\n写短。",
                "First.\n# 中文\n写短。\n# English\nBe brief.",
                "# 中文\n写短。\n# English",
                "# 中文\n一\n# English\ntwo\n# Deutsch\ndrei\n# 中文\n四",
            )
        ),
    ],
)
def test_an_instruction_may_be_given_in_both_languages(
    body: str, chinese: str, english: str
) -> None:
    skill = skill_file.parse(skill_md(body), BOUNDS)
    assert (skill.instruction("zh"), skill.instruction("en")) == (chinese, english)
