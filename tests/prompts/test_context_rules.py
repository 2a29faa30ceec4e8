"""`context_rules`: exactly seven keys, each refused by name and without its value."""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.errors import InvalidArgument
from mohen.prompts import context_rules
from mohen.prompts.model import ContextRules
from mohen.prompts.policy import Context
from shows import shows

POLICY = Context()
SEVEN = [
    "surrounding",
    "user_preferences",
    "style_guide",
    "characters",
    "outline",
    "recent_summary",
    "knowledge_graph",
]
SECRET = "林远是凶手"
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=6,
)


def refused(raw: object, parse: Any = context_rules.parse) -> InvalidArgument:
    with pytest.raises(InvalidArgument) as caught:
        parse(raw, POLICY)
    assert caught.value.details["fieldName"] == caught.value.details["field"]
    return caught.value


@shows("C32", "R159")
def test_preferences_go_in_unless_a_skill_says_no() -> None:
    assert context_rules.parse({}, POLICY).user_preferences
    assert context_rules.parse({"surrounding": 5}, POLICY).user_preferences
    assert not context_rules.parse({"user_preferences": False}, POLICY).user_preferences


def test_all_else_is_left_out_unless_asked_for() -> None:
    absent = asdict(context_rules.parse({}, POLICY))
    assert absent.pop("user_preferences") is True
    assert not any(absent.values())


@shows("R154", "R152")
@pytest.mark.parametrize("key", ["character", "project-settings", "style-guide", "Surrounding"])
def test_an_eighth_key_is_refused_by_its_name(key: str) -> None:
    error = refused({"surrounding": 1, key: True})
    assert error.code == "INVALID_ARGUMENT"
    assert error.details["field"] == f"context_rules.{key}"
    assert all(known in error.message for known in SEVEN)


@pytest.mark.parametrize("key", [SECRET, "two words", "", 1, None, "k" * 200])
def test_a_key_that_is_no_name_is_not_repeated(key: object) -> None:
    error = refused({key: True})
    assert error.details["field"] == "context_rules.?"
    assert not isinstance(key, str) or not key or key not in error.message


@shows("R152")
@pytest.mark.parametrize("key", ["surrounding", "recent_summary"])
@pytest.mark.parametrize(
    "value", [-1, 5_001, True, 1.0, math.nan, math.inf, "500", SECRET, None, [1], {}]
)
def test_a_count_that_is_none_is_refused_without_its_value(key: str, value: object) -> None:
    error = refused({key: value})
    assert error.details["field"] == f"context_rules.{key}"
    assert "whole number from 0 to" in error.message
    assert SECRET not in str(error.plain())


@pytest.mark.parametrize("key", [k for k in SEVEN if k not in ("surrounding", "recent_summary")])
@pytest.mark.parametrize("value", [0, 1, "true", SECRET, None, [], math.nan])
def test_a_flag_that_is_none_is_refused_without_its_value(key: str, value: object) -> None:
    error = refused({key: value})
    assert error.details["field"] == f"context_rules.{key}"
    assert "true or false" in error.message
    assert SECRET not in str(error.plain())


def test_the_bounds_themselves_are_allowed() -> None:
    rules = context_rules.parse({"surrounding": 5_000, "recent_summary": 10}, POLICY)
    assert (rules.surrounding, rules.recent_summary) == (5_000, 10)
    assert refused({"recent_summary": 11}).details["field"] == "context_rules.recent_summary"


@pytest.mark.parametrize("raw", [None, [], "surrounding", 1, True])
def test_a_block_that_is_no_mapping_is_refused(raw: object) -> None:
    assert refused(raw).details["field"] == "context_rules"


# -- the alias


@shows("C31", "R168")
def test_project_settings_are_the_style_guide_and_the_characters() -> None:
    asked = ContextRules(style_guide=True, characters=True)
    for raw in (["project-settings"], {"project-settings": True}, {"project_settings": True}):
        assert context_rules.parse_requirements(raw, POLICY) == asked
    # What is said of one of them by name is not overruled.
    apart = context_rules.parse_requirements(
        {"project-settings": True, "characters": False}, POLICY
    )
    assert apart == ContextRules(style_guide=True)


@shows("C31")
def test_the_alias_takes_a_list_of_names_or_the_same_keys_with_dashes() -> None:
    named = context_rules.parse_requirements(["characters", "knowledge-graph"], POLICY)
    assert named == ContextRules(characters=True, knowledge_graph=True)
    mapped = context_rules.parse_requirements(
        {"recent-summary": 3, "style_guide": True, "user-preferences": False}, POLICY
    )
    assert mapped == ContextRules(recent_summary=3, style_guide=True, user_preferences=False)
    assert context_rules.parse_requirements([], POLICY) == ContextRules()


@shows("C31", "R154")
@pytest.mark.parametrize(
    ("raw", "field"),
    [
        (["world"], "context-requirements.world"),
        ({"world": True}, "context-requirements.world"),
        ({"style-guide": True, "style_guide": True}, "context-requirements.style_guide"),
        ({"project-settings": 1}, "context-requirements.project_settings"),
        ({"surrounding": -1}, "context-requirements.surrounding"),
        (["surrounding"], "context-requirements.surrounding"),
        (["recent-summary"], "context-requirements.recent_summary"),
        ([{"characters": True}], "context-requirements"),
        ("characters", "context-requirements"),
        (None, "context-requirements"),
    ],
)
def test_the_alias_refuses_as_strictly(raw: object, field: str) -> None:
    assert refused(raw, context_rules.parse_requirements).details["field"] == field


# -- laws


@shows("R152")
@given(st.one_of(VALUES, st.dictionaries(st.sampled_from(SEVEN) | st.text(max_size=9), VALUES)))
def test_whatever_stands_there_it_is_understood_or_refused(raw: object) -> None:
    for parse in (context_rules.parse, context_rules.parse_requirements):
        try:
            rules = parse(raw, POLICY)
        except InvalidArgument as error:
            field = str(error.details["field"])
        else:
            field = "context"
            assert 0 <= rules.surrounding <= 5_000
            assert 0 <= rules.recent_summary <= 10
        assert field.startswith("context")
