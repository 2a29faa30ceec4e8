"""The command line meets its reader halfway: what to do next, what was meant, when it was."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.running import Run

# -- `mohen` alone


def test_in_a_home_that_is_not_there_it_says_where_to_begin_and_makes_nothing(
    mohen: Run, home: Path
) -> None:
    said = mohen(MOHEN_HOME=str(home / "new"))
    assert said.exit_code == 0
    assert "Nothing is remembered here yet." in said.stdout
    assert [line.strip() for line in said.stdout.splitlines() if "mohen " in line] == [
        "mohen demo",
        "mohen serve --open",
        "mohen project bind PATH",
        "mohen init",
        "mohen --help",
    ]
    assert "这里还没有记忆" in mohen("--lang", "zh", MOHEN_HOME=str(home / "new")).stdout
    assert not (home / "new").exists()


@pytest.mark.files("a home is known by its files before it is opened")
def test_in_a_home_that_is_used_it_says_what_waits_there(
    mohen: Run, recorded: Callable[..., Any]
) -> None:
    # Given something recorded, a note, and a run that nobody has answered
    recorded("--project", "novel")
    mohen("capture", "the user likes tea", "--project", "novel")
    mohen("run", "continue", "--text", "雨下了一夜。", "--project", "novel")
    # When nothing is asked
    said = mohen()
    # Then it says how much there is and what to do, in either language
    assert "1 interactions in 1 projects, 0 rules, 1 memories." in said.stdout
    for line in ("mohen list --ids", "mohen rules --project novel", "mohen config set model"):
        assert line in said.stdout
    assert "1 次生成还没有作答" in mohen("--lang", "zh").stdout


@pytest.mark.files("a home is known by its files before it is opened")
def test_rules_that_contradict_each_other_are_the_first_thing_to_do(mohen: Run) -> None:
    mohen("rules", "add", "不用感叹号", "--project", "novel")
    mohen("rules", "add", "多用感叹号（每百字多于 1 个）", "--project", "novel")
    record = ("record", "--skill", "continue", "--context", "雨", "--candidate", "雨停了。")
    mohen(*record, "--project", "novel")
    steps = [line.strip() for line in mohen().stdout.splitlines() if "    mohen " in line]
    assert steps[0] == "mohen conflicts --project novel"


# -- what was meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (("serch", "tea"), "search"),
        (("stauts",), "status"),
        (("RULES",), "rules"),
        (("rules", "histroy"), "history"),
        (("config", "sett", "model"), "set"),
    ],
)
def test_a_command_that_is_not_there_is_answered_with_what_looks_like_it(
    mohen: Run, typed: tuple[str, ...], meant: str
) -> None:
    for language, hint in (("en", "did you mean"), ("zh", "是否指")):
        said = mohen(*typed, "--lang", language)
        assert said.exit_code == 2
        guesses = said.stderr.partition(hint)[2].partition(" [INVALID_ARGUMENT]")[0]
        assert meant in guesses.strip(" ?？").replace("、", ", ").split(", ")


def test_a_word_like_no_command_gets_no_guess(mohen: Run) -> None:
    said = mohen("xyzzy")
    assert said.exit_code == 2
    assert "there is no command xyzzy" in said.stderr
    assert "did you mean" not in said.stderr


# -- dates and words instead of ids and codes


def test_an_answer_says_when_and_in_the_readers_words(
    mohen: Run, recorded: Callable[..., Any]
) -> None:
    # Given an interaction and a memory
    episode = recorded("--scene", "action")["episodeId"]
    mohen("capture", "用户喜欢喝茶", "--type", "fact", "--category", "preference")
    # When they are found or listed, in Chinese
    answers = [mohen(*asked, "--lang", "zh").stdout for asked in _ASKED]
    # Then every answer has its day, no id and no code
    for said in answers:
        assert "202" in said, said
        for code in ("ep_", "f_20", "DIRECT_ACCEPT", "action", "fact", "preference", "continue"):
            assert code not in said, said
    assert "事实 · 偏好" in answers[0]
    assert "动作" in answers[1]
    # And the ids are there for whoever asks for them
    assert episode in mohen("list", "--ids").stdout
    assert "f_20" in mohen("search", "喝茶", "--ids").stdout


_ASKED = (("search", "喝茶"), ("recall", "一夜的雨"), ("list",))
