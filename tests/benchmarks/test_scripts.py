"""Every measurement can be made: its script finds what it is made of."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SCRIPTS = Path(__file__).parents[2] / "benchmarks"


def test_every_script_finds_its_parts() -> None:
    """In a process of their own, as they are run: there none of the tests' own parts is in reach
    unless the script itself reaches for it."""
    names = sorted(each.stem for each in SCRIPTS.glob("*.py"))
    assert len(names) > 30
    found = subprocess.run(
        [sys.executable, "-c", f"import importlib; [*map(importlib.import_module, {names!r})]"],
        cwd=SCRIPTS,
        capture_output=True,
        text=True,
    )
    assert found.returncode == 0, found.stderr
