"""What is installed with Mohen, and what a message may tell to install."""

from __future__ import annotations

import re
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from house.source import HOUSE
from mohen.core import extras

ROOT = HOUSE.parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
MOST = 40


def test_the_base_install_is_small() -> None:
    found: set[str] = set()
    wanted = [Requirement(each) for each in PROJECT["dependencies"]]
    while wanted:
        asked = wanted.pop()
        name = re.sub(r"[-_.]+", "-", asked.name).lower()
        if name in found or (asked.marker and not asked.marker.evaluate({"extra": ""})):
            continue
        try:
            needs = distribution(name).requires or []
        except PackageNotFoundError:  # for another system than this one
            continue
        found.add(name)
        wanted += map(Requirement, needs)
    assert {"httpx", "apsw", "anyio", "h11"} <= found
    assert len(found) + 1 <= MOST, sorted(found)


def test_what_can_be_added_is_what_the_project_names() -> None:
    named = {name: tuple(each) for name, each in PROJECT["optional-dependencies"].items()}
    assert named == extras.REQUIREMENTS
    assert extras.MODULES.keys() == named.keys()


def test_nothing_tells_to_install_a_distribution_that_does_not_exist() -> None:
    said = [*HOUSE.rglob("*.py"), *HOUSE.rglob("*.txt"), *(ROOT / "docs").glob("*.md")]
    said += [*(ROOT / "panel" / "src").rglob("*.ts*"), *ROOT.glob("README*.md")]
    told = [
        str(path.relative_to(ROOT))
        for path in said
        if re.search(r"(?<![\w.+-])mohen\[\w+\]", path.read_text("utf-8", "ignore"))
    ]
    assert told == []


def test_the_command_is_for_the_python_that_runs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # Given Mohen in an environment below the folder it was started in
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "executable", str(tmp_path / ".venv" / "bin" / "python"))
    near = extras.command("exact")
    assert near == '.venv/bin/python -m pip install "bpe-openai>=0.1.4"'
    assert extras.command_here("exact") == near
    # And in one elsewhere: a message names no path, its owner's page does
    monkeypatch.setattr(sys, "executable", "/elsewhere/my env/python")
    assert extras.command("exact").startswith("python -m pip install")
    assert extras.command_here("exact").startswith('"/elsewhere/my env/python" -m pip install')
