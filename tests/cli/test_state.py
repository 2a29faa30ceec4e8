"""How the memory is, and how it is made well."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import on_postgres
from cli.running import Run, destroy
from shows import shows


@shows("R211")
def test_status_tells_how_the_memory_stands(mohen: Run, recorded: Callable[..., Any]) -> None:
    recorded()
    recorded("--project", "小说")
    english = mohen("status").stdout
    assert "2 whole, 0 digests" in english
    assert "小说 1" in english
    assert "0/2 embedded, the others when `mohen serve` runs" in english
    assert "全文 2，摘要 0" in mohen("status", "--lang", "zh").stdout
    only = json.loads(mohen("status", "--project", "小说", "--json").stdout)["data"]
    assert only["episodes"]["active"] == 1


@shows("R93", "R96")
def test_status_of_a_destroyed_file(mohen: Run, home: Path, recorded: Callable[..., Any]) -> None:
    recorded()
    destroy(home / "episodes.db")
    said = mohen("status")
    assert said.exit_code == 0
    assert "cannot be read" in said.stdout
    assert "mohen doctor" in said.stdout
    assert "Traceback" not in said.output
    data = json.loads(mohen("status", "--json").stdout)["data"]
    assert data["memoryDegraded"]
    assert "episodes" not in data
    assert data["settings"]["injectionEnabled"]


@shows("R98")
def test_recall_from_a_destroyed_file_says_so_and_gives_the_built_in_rules(
    mohen: Run, home: Path, recorded: Callable[..., Any]
) -> None:
    recorded()
    destroy(home / "episodes.db")
    said = mohen("recall", "雨", "--lang", "zh")
    assert said.exit_code == 0
    assert "没有自己的规则时适用的内置规则" in said.stdout
    assert "→" in said.stderr


def test_a_sound_home_passes_every_check(mohen: Run) -> None:
    said = mohen("doctor")
    assert said.exit_code == 0
    assert {line[0] for line in said.stdout.splitlines()} == {"✓"}


@pytest.mark.parametrize(
    ("language", "cure"),
    [("en", "bring the file of the author's key back"), ("zh", "把作者密钥文件放回")]
    if on_postgres.is_on()
    else [("en", "sets episodes.db aside"), ("zh", "移到一旁")],
)
def test_the_cure_stands_under_its_check(
    mohen: Run, home: Path, recorded: Callable[..., Any], language: str, cure: str
) -> None:
    recorded()
    destroy(home / "episodes.db")
    lines = mohen("doctor", "--lang", language).stdout.splitlines()
    place = next(n for n, line in enumerate(lines) if line.startswith("✗ episodes.db"))
    assert lines[place + 1].startswith("  → ")
    assert cure in lines[place + 1]


@pytest.mark.files("a file that is set aside; PostgreSQL's are its own")
def test_what_can_be_mended_is_mended(mohen: Run, home: Path, recorded: Callable[..., Any]) -> None:
    recorded()
    destroy(home / "episodes.db")
    said = mohen("doctor", "--mend")
    assert said.exit_code == 0
    assert "mended: episodes.db" in said.stdout
    assert list(home.glob("episodes.db.damaged-*"))
    assert mohen("doctor").exit_code == 0


@shows("R213")
def test_the_index_is_made_anew(mohen: Run, recorded: Callable[..., Any]) -> None:
    recorded()
    assert mohen("rebuild-index").stdout == "✓ 1 texts, 1 vectors\n"
    assert mohen("rebuild-index", "--lang", "zh").stdout == "✓ 1 条文本，1 个向量\n"


def test_a_rebuild_without_an_embedder_says_so(mohen: Run, recorded: Callable[..., Any]) -> None:
    recorded()
    mohen("config", "set", "embedder", "openai:m@http://127.0.0.1:9/v1")
    said = mohen("rebuild-index")
    assert said.stdout == "✓ 1 texts, 0 vectors\n"
    assert "mohen doctor" in said.stderr
