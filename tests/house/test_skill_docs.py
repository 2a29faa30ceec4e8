"""`docs/skills.md` is true: its example works, and it names every field there is and no other."""

from __future__ import annotations

import re
from dataclasses import asdict
from pathlib import Path

import pytest

from mohen.errors import InvalidArgument
from mohen.policy import Policy
from mohen.prompts import context_rules
from mohen.prompts.model import ContextRules
from mohen.skills import skill_file

PAGE = (Path(__file__).parents[2] / "docs" / "skills.md").read_text("utf-8")
POLICY = Policy()
BOUNDS = skill_file.Bounds.of(POLICY)


def table(heading: str) -> list[list[str]]:
    """Name, and what else stands in its row, of the first table below a heading."""
    below = PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in below.splitlines() if line.startswith("| `")]
    return [[row[0].strip("`"), *(cell.strip(" |") for cell in row[1:])] for row in rows]


FIELDS = table("Fields")
KEYS = table("context_rules")
VALUES = {
    "name": "a",
    "target": "cursor",
    "candidates": "5",
    "max_tokens": "6000",
    "context_rules": "{surrounding: 5000, recent_summary: 10}",
    "context-requirements": "[project-settings, outline]",
    "metadata": "{a: b}",
}


def test_the_example_is_a_skill() -> None:
    example = re.search(r"```markdown\n(.*?)```", PAGE, re.DOTALL)
    assert example is not None
    skill = skill_file.parse(example[1], BOUNDS, folder="tighten")
    assert skill.context_rules.surrounding == 500


@pytest.mark.parametrize("field", [row[0] for row in FIELDS])
def test_a_field_that_is_named_is_taken(field: str) -> None:
    sound = {"name": "a", "description": "text", field: VALUES.get(field, "text")}
    head = "\n".join(f"{key}: {value}" for key, value in sound.items())
    assert skill_file.parse(f"---\n{head}\n---\nbody", BOUNDS).id == "a"


def test_no_field_is_left_out() -> None:
    assert {row[0] for row in FIELDS} == {*skill_file.FIELDS, *skill_file.PASSED_OVER}


@pytest.mark.parametrize("field", [row[0] for row in FIELDS if row[1] == "required"])
def test_what_is_called_required_is(field: str) -> None:
    head = {"name": "name: a", "description": "description: b"}
    rest = "\n".join(line for key, line in head.items() if key != field)
    with pytest.raises(InvalidArgument) as caught:
        skill_file.parse(f"---\n{rest}\n---\nbody", BOUNDS)
    assert caught.value.details["field"] == field


def test_the_seven_keys_have_the_bounds_and_defaults_that_are_said() -> None:
    defaults = asdict(ContextRules())
    assert [row[0] for row in KEYS] == list(context_rules.KEYS)
    for key, bounds, default, *_ in KEYS:
        assert default == str(defaults[key]).lower()
        if bounds.startswith("0 to "):
            assert context_rules.most(key, POLICY.context) == int(bounds.removeprefix("0 to "))
