"""Skills on the command line: looked at, checked, begun."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.habits import refused, told
from cli.running import RECORD, Run
from mohen.memory import open_memory
from shows import shows

OWN = "---\nname: tighten\ndescription: Fewer words.\n---\n\n删去多余的字。\n"
SECRET = "林远是凶手"


@pytest.fixture
def folder(home: Path, tmp_path: Path) -> Path:
    """The folder of the project `novel`."""
    made = tmp_path / "my-novel"
    made.mkdir()
    with open_memory(home) as memory:
        memory.projects.bind("novel", str(made))
    return made


def put(folder: Path, text: str) -> Path:
    file = folder / ".mohen" / "skills" / "tighten" / "SKILL.md"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def test_the_list_speaks_the_readers_language(mohen: Run) -> None:
    english, chinese = mohen("skills").stdout, mohen("skills", "--lang", "zh").stdout
    assert "Polish" in english
    assert "Write on from the cursor" in english
    assert "润色" in chinese
    assert "从光标处接着写" in chinese
    assert mohen("skills").stdout == mohen("skills", "list").stdout


@shows("C85")
def test_the_list_can_be_for_a_scene(mohen: Run) -> None:
    mohen(*RECORD, "--scene", "dialogue")
    lines = mohen("skills", "list", "--scene", "dialogue").stdout.splitlines()
    assert lines[0].startswith("continue ")
    assert "(used 1×)" in " ".join(lines[:2])
    assert "condense" in [line.split()[0] for line in lines[1:3]]


def test_ones_own_are_marked_and_broken_ones_explained(mohen: Run, folder: Path) -> None:
    put(folder, OWN)
    assert "tighten *" in mohen("skills", "--project", "novel").stdout
    put(folder, OWN.replace("Fewer words.", f"[{SECRET}]"))
    said = mohen("skills", "--project", "novel").stdout
    assert "✗ .mohen/skills/tighten/SKILL.md\n  description must be text" in said
    assert SECRET not in said


def test_one_is_shown_whole(mohen: Run) -> None:
    said = mohen("skills", "show", "polish").stdout
    for part in (
        "polish · Polish",
        "the selection",
        "surrounding 500 · user_preferences",
        "润色选区",
    ):
        assert part in said
    assert "选区" in mohen("skills", "show", "polish", "--lang", "zh").stdout
    assert refused(mohen, "skills", "show", "nothing") == (3, "NOT_FOUND")


@shows("R152")
@pytest.mark.parametrize(
    ("text", "field"),
    [
        (OWN.replace("tighten", "loosen"), "name"),
        (
            OWN.replace("description", "context_rules: {outline: 1}\ndescription"),
            "context_rules.outline",
        ),
        (SECRET, "frontmatter"),
    ],
)
def test_a_check_names_the_field_and_ends_with_two(
    mohen: Run, tmp_path: Path, text: str, field: str
) -> None:
    file = put(tmp_path, text)
    for path in (file, file.parent):
        said = mohen("skills", "check", str(path))
        assert said.exit_code == 2
        assert f"field: {field}" in said.stderr
        assert SECRET not in said.stderr
        assert str(tmp_path) not in said.stderr


def test_a_check_says_when_all_is_well(mohen: Run, tmp_path: Path) -> None:
    file = put(tmp_path, OWN)
    said = mohen("skills", "check", str(file.parent))
    assert said.exit_code == 0
    assert "✓ sound" in said.stdout
    # A draft of another name is not held to its folder's.
    draft = tmp_path / "draft.md"
    draft.write_text(OWN, encoding="utf-8")
    assert told(mohen, "skills", "check", str(draft))["id"] == "tighten"


@pytest.mark.parametrize("how", ["not UTF-8", "too large", "an empty folder"])
def test_what_cannot_be_read_is_refused(mohen: Run, tmp_path: Path, how: str) -> None:
    file = put(tmp_path, OWN)
    if how == "not UTF-8":
        file.write_bytes(OWN.encode("gb18030"))
    elif how == "too large":
        file.write_text(OWN + "字" * 400_000, encoding="utf-8")
    else:
        file.unlink()
        file = file.parent
    said = mohen("skills", "check", str(file), "--json")
    assert said.exit_code == 2
    assert json.loads(said.stdout)["error"]["details"]["field"] == "file"


def test_ones_own_is_begun_checked_and_never_overwritten(mohen: Run, folder: Path) -> None:
    ref = told(mohen, "skills", "new", "tighten", "--project", "novel")["ref"]
    assert mohen("skills", "check", str(folder / ref)).exit_code == 0
    again = ("skills", "new", "tighten", "--project", "novel")
    assert refused(mohen, *again) == (4, "CONFLICT")
    assert refused(mohen, "skills", "new", "tighten", "--project", "other") == (3, "NOT_FOUND")
    assert refused(mohen, "skills", "new", "收紧", "--project", "novel") == (2, "INVALID_ARGUMENT")
    said = mohen("skills", "new", "loosen", "--project", "novel").stdout
    assert "mohen skills check .mohen/skills/loosen/SKILL.md" in said
