"""Every measurement can be made: its script finds what it is made of."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SCRIPTS = Path(__file__).parents[2] / "benchmarks"
IMPORT_ALL = """
import sys
from importlib import import_module, util
from unittest.mock import MagicMock

if util.find_spec("matplotlib") is None:  # which only `make bench` installs
    for part in ("", ".axes", ".lines", ".pyplot", ".ticker"):
        sys.modules["matplotlib" + part] = MagicMock()
for name in sys.argv[1:]:
    import_module(name)
"""


def test_every_script_finds_its_parts() -> None:
    """In a process of their own, as they are run: there none of the tests' own parts is in reach
    unless the script itself reaches for it."""
    names = sorted(each.stem for each in SCRIPTS.glob("*.py"))
    assert len(names) > 30
    found = subprocess.run(
        [sys.executable, "-c", IMPORT_ALL, *names], cwd=SCRIPTS, capture_output=True, text=True
    )
    assert found.returncode == 0, found.stderr
