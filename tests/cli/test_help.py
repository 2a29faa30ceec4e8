"""Every command explains itself, with an example, in both languages."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator

import click
import pytest

from cli.running import Run
from mohen import __version__
from mohen.cli import exits
from mohen.cli import mohen as root
from mohen.cli.columns import width, wrap


def commands() -> Iterator[tuple[str, ...]]:
    context = click.Context(root)
    for name in root.list_commands(context):
        yield (name,)
        found = root.get_command(context, name)
        if isinstance(found, click.Group):
            yield from ((name, inner) for inner in found.list_commands(context))


EVERY = list(commands())


def test_the_commands_are_these() -> None:
    assert " ".join(name for name, *_ in dict.fromkeys(each[:1] for each in EVERY)) == (
        "demo serve run accept rules recall capture search inject status "
        "reject undo why context cache-report skills project graph check "
        "learn conflicts pause resume "
        "record list show hear notes documents consolidate snapshot stats entities history "
        "archive restore review held import export "
        "doctor validate upkeep clock move rebuild-index forget clear audit team config model "
        "version init agents open ipc token mcp proxy hook install completion"
    )


@pytest.mark.parametrize(
    ("language", "headings"),
    [
        ("en", "Ten to begin with:|Write:|Learn:|Remember:|Look after:|Connect:"),
        ("zh", "先用这十个：|写作：|学习：|记忆：|维护：|接入："),
    ],
)
def test_commands_are_grouped_with_the_ten_that_matter_first(
    mohen: Run, language: str, headings: str
) -> None:
    said = mohen("--help", "--lang", language).stdout.splitlines()
    places = [said.index(each) for each in headings.split("|")]
    assert places == sorted(places)
    names = [name for name, *_ in EVERY if len(_) == 0]
    first = [line for line in said[places[0] + 1 : places[1]] if line[2:3].strip()]
    assert [line.split()[0] for line in first] == names[:10]


def test_the_version_is_told_before_anything_is_loaded(mohen: Run) -> None:
    script = (
        "import sys; from mohen.__main__ import main; main();"
        "print(sorted({'click', 'rich', 'pydantic', 'logging', 'json'} & set(sys.modules)))"
    )
    said = subprocess.run(
        [sys.executable, "-c", script, "--version"],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert said.stdout == mohen("version").stdout + "[]\n"
    assert mohen("--version").stdout == mohen("version").stdout
    assert json.loads(mohen("--json", "--version").stdout)["data"]["version"] == __version__


@pytest.mark.parametrize("path", [(), *EVERY], ids=" ".join)
def test_help_has_an_example_in_each_language(mohen: Run, path: tuple[str, ...]) -> None:
    english, chinese = mohen(*path, "--help"), mohen(*path, "--help", "--lang", "zh")
    for said, heading in ((english, "Example:\n  "), (chinese, "示例：\n  ")):
        assert said.exit_code == 0
        _, found, example = said.stdout.partition(heading)
        assert found
        assert f"mohen {' '.join(path)}".strip() in example.split("\n\n")[0]
    assert english.stdout.startswith("Usage: ")
    assert chinese.stdout.startswith("用法：")


@pytest.mark.parametrize("path", EVERY, ids=" ".join)
def test_every_word_of_a_help_is_translated(mohen: Run, path: tuple[str, ...]) -> None:
    english = mohen(*path, "--help").stdout.splitlines()
    chinese = set(mohen(*path, "--help", "--lang", "zh").stdout.splitlines())
    # Lines of more than three words are sentences; examples stay as they are typed.
    same = [each for each in english if each in chinese and len(each.split()) > 3]
    assert [each for each in same if "mohen" not in each] == []


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("path", [(), *EVERY], ids=" ".join)
def test_help_fits_eighty_columns(mohen: Run, path: tuple[str, ...], language: str) -> None:
    lines = mohen(*path, "--help", "--lang", language, COLUMNS="80").stdout.splitlines()
    examples = ("mohen", "--candidate", "echo", "eval")
    assert [
        line for line in lines if width(line) > 80 and not line.strip().startswith(examples)
    ] == []


def test_the_first_help_shows_the_exit_codes(mohen: Run) -> None:
    said = mohen("--help").stdout.partition("Exit codes:")[2]
    assert [int(line.split()[0]) for line in said.strip().splitlines()] == [
        kind.exit for kind in exits.KINDS
    ]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_a_script_for_the_shell(mohen: Run, shell: str) -> None:
    said = mohen("completion", shell)
    assert said.exit_code == 0
    assert "_MOHEN_COMPLETE" in said.stdout


@pytest.mark.parametrize(
    ("text", "columns", "lines"),
    [
        ("one two three", 7, ["one two", "three"]),
        ("雨下了一夜", 4, ["雨下", "了一", "夜"]),
        ("雨下，了", 4, ["雨", "下，", "了"]),  # no line begins with a comma
        ("abcdefgh", 3, ["abcdefgh"]),  # a word is never cut
        ("", 5, [""]),
    ],
)
def test_text_is_wrapped_by_columns(text: str, columns: int, lines: list[str]) -> None:
    assert wrap(text, columns) == lines
