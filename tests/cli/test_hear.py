"""What is said is heard through a pipe: `mohen hear`."""

from __future__ import annotations

import json

import pytest

from cli.habits import told
from cli.running import Run
from shows import shows

LINES = [
    {"role": "user", "text": "我对花生过敏", "id": "1", "at": "2026-03-01T12:00:00Z"},
    {"role": "assistant", "content": "记住了", "id": "2", "at": 1_772_366_401_000},
    {"role": "user", "text": "I live in Oslo.", "session": "other"},
]


def piped(lines: list[object]) -> str:
    return "".join(f"{json.dumps(each, ensure_ascii=False)}\n" for each in lines)


@shows("C102")
def test_lines_are_heard_once_and_learned_from(mohen: Run) -> None:
    said = mohen("hear", "--session", "monday", input=piped([*LINES]))
    assert said.exit_code == 0, said.output
    assert "3 heard, 0 known already" in said.stdout
    again = mohen("hear", "--session", "monday", "--lang", "zh", input=piped([*LINES]))
    assert "听到 0 条，已知 3 条" in again.stdout
    found = told(mohen, "search", "花生")["items"]
    assert [(each["type"], each["content"], each["sources"]) for each in found] == [
        ("fact", "用户对花生过敏", ["monday:1"]),
        ("said", "记住了", ["monday:2"]),
    ]
    assert found[0]["said"]["message"]["text"] == "我对花生过敏"
    assert [each["content"] for each in told(mohen, "search", "花生", "--facts")["items"]] == [
        "用户对花生过敏"
    ]


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("not json", "line 2 is not a JSON object"),
        ('{"role": "user", "text": "x", "at": "noon"}', "line 2: at is no time"),
        ('{"role": "user", "text": "x", "timestamp": "noon"}', "line 2: timestamp is no time"),
        ('{"role": "user", "text": "x", "session": 5}', "line 2 names no session"),
    ],
)
def test_a_line_that_cannot_be_heard_is_named(mohen: Run, line: str, word: str) -> None:
    said = mohen("hear", "-s", "monday", input=piped(LINES[:1]) + line)
    assert said.exit_code == 2
    assert word in said.stderr


@pytest.mark.parametrize("named", ["at", "time", "timestamp", "ts"])
def test_a_time_is_read_whatever_a_host_calls_it(mohen: Run, named: str) -> None:
    line = {"role": "user", "text": "I saw the doctor yesterday.", named: "2026-03-01T12:00:00Z"}
    assert mohen("hear", "-s", "monday", input=piped([line])).exit_code == 0
    assert "2026-03-01" in told(mohen, "search", "doctor")["items"][0]["content"]


def test_nothing_at_all_is_said_to_be_nothing(mohen: Run) -> None:
    said = mohen("hear", "-s", "monday", input="")
    assert said.exit_code == 2
    assert "nothing came" in said.stderr


def test_what_was_said_is_searched_and_forgotten(mohen: Run) -> None:
    lines = [
        {"role": "user", "text": "周末吃什么好？", "speaker": "林晚", "at": "2026-03-01T12:00:00Z"},
        {"role": "assistant", "text": "试试老码头的毛血旺。", "at": "2026-03-01T12:00:05Z"},
    ]
    mohen("hear", "--session", "monday", input=piped([*lines]))
    shown = mohen("search", "--said", "毛血旺").stdout
    assert "1. assistant: 试试老码头的毛血旺。" in shown
    assert "↑ 林晚: 周末吃什么好？" in shown
    assert "2026-03-01" in shown
    assert "monday:2" not in shown
    assert "monday:2" in mohen("search", "--said", "毛血旺", "--ids").stdout
    assert mohen("search", "--speaker", "林晚", "--since", "2026-03-02").stdout == (
        "Nothing is known that fits.\n"
    )
    assert mohen("search", "--said", "x", "--entity", "林晚").exit_code == 2
    assert mohen("search", "--facts", "x", "--speaker", "林晚").exit_code == 2
    gone = mohen("forget", "--speaker", "林晚", "--yes")
    assert gone.exit_code == 0, gone.output
    assert "messages" in gone.stdout
    assert "林晚" not in mohen("search", "--said", "毛血旺").stdout
    assert mohen("forget", "--speaker", "林晚", "--query", "x").exit_code == 2
