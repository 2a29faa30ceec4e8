"""`mohen documents`: what frameworks keep here, listed, shown, deleted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.habits import told
from cli.running import Run
from mohen.memory import open_memory

IN = ("--project", "my-agent")


@pytest.fixture
def kept(home: Path) -> None:
    with open_memory(home, meaning=False) as memory:
        put = memory.documents.put
        put("my-agent", ("users", "ann"), "profile", {"z": 1.0, "likes": ["雪"]})
        put("my-agent", ("users", "a/b"), "profile", {"z": 2})
        put("other", ("users",), "secret", {"z": "霜刃"})


@pytest.mark.usefixtures("kept")
def test_they_are_listed_and_shown_as_they_were_put(mohen: Run) -> None:
    listed = mohen("documents", *IN)
    assert "users/ann" in listed.stdout
    assert "霜刃" not in listed.stdout
    assert len(told(mohen, "documents", "list", "users/ann", *IN)["items"]) == 1
    shown = mohen("documents", "get", "users/ann", "profile", *IN)
    assert json.loads(shown.stdout) == {"z": 1.0, "likes": ["雪"]}
    assert list(json.loads(shown.stdout)) == ["z", "likes"]
    assert json.loads(mohen("documents", "get", '["users","a/b"]', "profile", *IN).stdout) == {
        "z": 2
    }


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize(("language", "said"), [("en", "no such document"), ("zh", "没有这份文档")])
def test_one_that_is_not_there(mohen: Run, language: str, said: str) -> None:
    missing = mohen("documents", "get", "users/ann", "nothing", *IN, "--lang", language)
    assert missing.exit_code != 0
    assert said in missing.stderr


@pytest.mark.usefixtures("kept")
def test_nothing_goes_without_a_yes(mohen: Run) -> None:
    asked = mohen("documents", "delete", "users", *IN)
    assert asked.exit_code == 2
    assert "2" in asked.stdout
    assert len(told(mohen, "documents", *IN)["items"]) == 2
    one = told(mohen, "documents", "delete", "users/ann", "profile", "--yes", *IN)
    assert one == {"deleted": 1, "wiped": True}
    gone = mohen("documents", "delete", "users", "--yes", *IN)
    assert "No file holds any of it any more." in gone.stdout
    assert told(mohen, "documents", *IN)["items"] == []
    assert len(told(mohen, "documents", "--project", "other")["items"]) == 1
