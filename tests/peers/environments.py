"""Where a peer lives: an environment of its own for its packages, and its own tests, if they are
here.

Tests that no package carries come from checkouts in the folder that `MOHEN_PEERS` names, are never
copied into the project, and without it are skipped, visibly.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from . import fetched

ROOT = Path(__file__).resolve().parents[2]
STAND_INS = ROOT / "tests" / "peers" / "stand_ins"
_TESTING = (
    "pytest==9.2.0",
    "pytest-asyncio==1.4.1.post1",
    "pytest-mock==3.17.0",
    "pytest-retry==1.7.0",
)
_LONGEST_S = 900
_TOTALS = re.compile(r"(\d+) (passed|failed|error)")


def environment(name: str, *packages: str) -> Path:
    """The Python of an environment that has these packages, and Mohen as it stands here."""
    return fetched.python(f"{name}-suite", "--editable", str(ROOT), *packages, *_TESTING)


def checkout(repository: str) -> Path:
    """A checkout of a peer's repository, for tests that no package carries."""
    where = os.environ.get("MOHEN_PEERS", "")
    found = Path(where, repository)
    if not where or not found.is_dir():
        pytest.skip(f"set MOHEN_PEERS to a folder with a checkout of {repository}")
    return found


def suite(
    python: Path,
    folder: Path,
    tests: Sequence[str],
    stand_in: str,
    left_out: Sequence[str],
    tmp_path: Path,
) -> int:
    """Run tests of a peer with our class in the place of theirs; answers how many passed.

    They are copied away from their sources, which would hide the package. `left_out`: names of
    tests; each must be there, so that the list cannot outlive them.
    """
    shutil.copytree(folder, tmp_path / "tests", dirs_exist_ok=True)
    whole = "".join((tmp_path / "tests" / each).read_text("utf-8") for each in tests)
    unknown = [each for each in left_out if f"def {each}(" not in whole]
    assert not unknown, f"no such tests any more: {unknown}"
    ran = subprocess.run(
        [
            *(python, "-m", "pytest", "-q", "-p", stand_in, "-p", "no:cacheprovider"),
            *("-c", os.devnull, "--rootdir", tmp_path, "-o", "asyncio_mode=auto"),
            *("-k", " and ".join(f"not {each}" for each in left_out)),
            *(f"tests/{each}" for each in tests),
        ],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (STAND_INS, tmp_path)))},
        capture_output=True,
        text=True,
        timeout=_LONGEST_S,
        check=False,
    )
    totals = {what: int(number) for number, what in _TOTALS.findall(ran.stdout.splitlines()[-1])}
    assert ran.returncode == 0, ran.stdout[-4_000:] + ran.stderr[-2_000:]
    print(f"{stand_in}: {totals}")
    return totals["passed"]


def our_own(python: Path, test: str) -> None:
    """Tests of ours that need a peer's package, with that package."""
    ran = subprocess.run(
        [
            *(python, "-m", "pytest", "-q", "--noconftest", "-p", "no:cacheprovider"),
            *("-c", os.devnull, "--import-mode=importlib", ROOT / "tests" / "integrations" / test),
        ],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "tests")},
        capture_output=True,
        text=True,
        timeout=_LONGEST_S,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout[-4_000:] + ran.stderr[-2_000:]
    assert "skipped" not in ran.stdout
