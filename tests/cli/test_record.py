"""Recording by hand and by the file."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.running import RECORD, Run, destroy
from shows import shows

PAYLOAD = {
    "skillUsed": "continue",
    "inputContext": "雨下了一夜。",
    "candidates": ["她跑了。"],
    "selectedIndex": 0,
}


def lines(*values: Any) -> str:
    return "".join((v if isinstance(v, str) else json.dumps(v)) + "\n" for v in values)


def listed(mohen: Run, *args: str) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = json.loads(mohen("list", *args, "--json").stdout)["data"]["items"]
    return items


def test_what_was_recorded_is_told_in_words_and_by_its_id_to_who_asks(mohen: Run) -> None:
    for language, word in (("en", "✓ Recorded."), ("zh", "✓ 已记录。")):
        said = mohen(*RECORD, "--lang", language).stdout
        assert said.startswith(f"{word}\n")
        assert "ep_" not in said
    assert mohen(*RECORD, "--ids").stdout.startswith("✓ ep_")


@shows("R30", "R20")
def test_everything_that_can_be_said_arrives(mohen: Run, recorded: Callable[..., Any]) -> None:
    told = recorded(
        *("--candidate", "她等着。", "--selected", "1", "--final", "她等。", "--scene", "action"),
        *("--chapter", "c1", "--explicit", "太啰嗦", "--generation", "g1", "--importance", "0.9"),
        *("--confirmed", "--core"),
    )
    kept = json.loads(mohen("show", told["episodeId"], "--json").stdout)["data"]
    assert kept["trigger"]["chapterId"] == "c1"
    assert kept["trigger"]["generationId"] == "g1"
    assert kept["trigger"]["sceneType"] == "action"
    assert kept["aiOutput"] == {
        "candidates": ["她跑了。", "她等着。"],
        "selectedIndex": 1,
        "finalText": "她等。",
    }
    assert kept["feedback"]["explicit"] == "太啰嗦"
    assert kept["meta"]["importance"] == 0.9
    assert kept["meta"]["userConfirmed"]
    assert kept["meta"]["coreSetting"]


@pytest.mark.parametrize(
    ("more", "selected", "signal"),
    [
        ((), 0, "DIRECT_ACCEPT"),
        (("--selected", "-1"), -1, "FULL_REJECT"),
    ],
)
def test_one_candidate_is_taken_unless_said_otherwise(
    mohen: Run, recorded: Callable[..., Any], more: tuple[str, ...], selected: int, signal: str
) -> None:
    assert recorded(*more)["signal"] == signal
    assert listed(mohen)[0]["aiOutput"]["selectedIndex"] == selected


def test_of_two_candidates_one_must_be_named(mohen: Run) -> None:
    said = mohen(*RECORD, "--candidate", "她等着。", "--json")
    assert said.exit_code == 2
    assert json.loads(said.stdout)["error"]["details"]["field"] == "selectedIndex"


@shows("R31", "R33")
def test_recorded_recalled_undone_shown(mohen: Run, recorded: Callable[..., Any]) -> None:
    told = recorded()["episodeId"]
    assert told in mohen("recall", "一夜的雨", "--ids").stdout
    assert told in mohen("list", "--ids").stdout
    assert mohen("undo", told, "--run", "run_none").exit_code == 2
    assert "undone" in mohen("undo", told).stdout
    shown = mohen("show", told, "--lang", "zh").stdout
    assert "采纳后撤销" in shown
    assert "雨下了一夜。" in shown


def test_what_a_command_recorded_gets_its_vector_when_it_is_served_or_asked_for(
    mohen: Run, recorded: Callable[..., Any]
) -> None:
    def embedded() -> tuple[int, int]:
        index = json.loads(mohen("status", "--json").stdout)["data"]["index"]
        return index["embedded"], index["embeddable"]

    recorded()
    assert embedded() == (0, 1)
    mohen("ipc", input="")
    assert embedded() == (1, 1)
    recorded()
    mohen("rebuild-index")
    assert embedded() == (2, 2)


# -- from a file


def test_one_object_over_many_lines(mohen: Run, tmp_path: Path) -> None:
    file = tmp_path / "one.json"
    file.write_text(json.dumps(PAYLOAD, indent=2, ensure_ascii=False), encoding="utf-8")
    said = mohen("record", "--from", str(file), "--json")
    assert json.loads(said.stdout)["data"]["signal"] == "DIRECT_ACCEPT"


def test_a_line_each(mohen: Run) -> None:
    theirs = {**PAYLOAD, "projectId": "theirs"}
    said = mohen("record", "--from", "-", "--json", input=lines(PAYLOAD, "", theirs, PAYLOAD))
    data = json.loads(said.stdout)["data"]
    assert (data["recorded"], data["failed"]) == (3, 0)
    assert [each["id"] for each in listed(mohen)] == data["episodeIds"][::-2]
    assert len(listed(mohen, "--project", "theirs")) == 1


def test_a_bad_line_is_named_and_the_rest_goes_on(mohen: Run) -> None:
    wrong = {**PAYLOAD, "selectedIndex": 7}
    given = lines(PAYLOAD, "{not json", wrong, PAYLOAD, "[]")
    said = mohen("record", "--from", "-", input=given)
    assert said.exit_code == 2
    assert "✓ 2 recorded" in said.stdout
    assert [line.split(":")[0] for line in said.stderr.splitlines()] == [
        "✗ line 2",
        "✗ line 3",
        "✗ line 5",
    ]
    assert "第 2 行" in mohen("record", "--from", "-", "--lang", "zh", input=given).stderr
    whole = json.loads(mohen("record", "--from", "-", "--json", input=given).stdout)
    assert [each["line"] for each in whole["error"]["details"]["lines"]] == [2, 3, 5]
    assert len(listed(mohen)) == 6


def test_a_failure_that_is_not_the_lines_own_stops(
    mohen: Run, home: Path, recorded: Callable[..., Any]
) -> None:
    recorded()
    destroy(home / "episodes.db")
    said = mohen("record", "--from", "-", input=lines(*[PAYLOAD] * 3))
    assert said.exit_code == 7
    assert "2 lines were not tried" in said.stderr
    whole = json.loads(mohen("record", "--from", "-", "--json", input=lines(PAYLOAD)).stdout)
    assert whole["error"]["code"] == "MEMORY_EPISODE_WRITE_FAILED"


def test_a_file_brings_everything_itself(mohen: Run) -> None:
    said = mohen("record", "--from", "-", "--skill", "continue", input=lines(PAYLOAD))
    assert said.exit_code == 2
    assert "leave out --skill" in said.stderr


def test_an_empty_file_holds_nothing(mohen: Run) -> None:
    said = mohen("record", "--from", "-", input="\n")
    assert (said.exit_code, said.stdout) == (0, "✓ 0 recorded\n")
