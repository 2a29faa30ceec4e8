"""What MCP clients install the server by: a bundle, and an entry for a registry."""

from __future__ import annotations

import json
import runpy
import zipfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import mohen

pytestmark = pytest.mark.skipif(find_spec("mcp") is None, reason="mcp is not installed")

ROOT = Path(__file__).parents[2]


def test_a_bundle_holds_the_package_and_says_what_it_can(tmp_path: Path) -> None:
    from mohen.integrations.mcp import TOOLS

    made: dict[str, Any] = runpy.run_path(str(ROOT / "tools" / "make_mcpb.py"))
    target: Path = made["bundle"](tmp_path)
    with zipfile.ZipFile(target) as packed:
        names = set(packed.namelist())
        told = json.loads(packed.read("manifest.json"))
    assert told["version"] == mohen.__version__
    assert {each["name"] for each in told["tools"]} == TOOLS.keys()
    assert told["server"]["entry_point"] in names
    assert {"pyproject.toml", "README.md", "LICENSE", "src/mohen/integrations/mcp.py"} <= names
    assert not any("__pycache__" in each for each in names)
    asked = {each for each in told["server"]["mcp_config"]["args"] if "user_config" in each}
    assert asked == {"${user_config.project}"}
    assert told["user_config"].keys() == {"project", "language"}


def test_the_entry_for_a_registry_is_of_this_version() -> None:
    told = json.loads((ROOT / "server.json").read_text("utf-8"))
    (package,) = told["packages"]
    assert told["version"] == package["version"] == mohen.__version__
    assert package["identifier"] == "mohen"
    assert len(told["description"]) <= 100  # as its schema has it
    assert f"mcp-name: {told['name']}" in (ROOT / "README.md").read_text("utf-8")
