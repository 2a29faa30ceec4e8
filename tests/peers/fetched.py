"""Packages of others, fetched once by name into `.peers/` and run from there.

One that cannot be fetched is a visible skip.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PEERS = Path(__file__).parents[2] / ".peers"
_FETCH_S = 900


def python(name: str, *packages: str) -> Path:
    """A Python of its own that has them."""
    folder = PEERS / name
    if not _is_there(folder, packages):
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        _fetch(folder, packages, str(folder / "bin" / "pip"), "install", "--quiet")
    return folder / "bin" / "python"


def npm(name: str, *packages: str, node: Path | None = None) -> Path:
    """The folder of their commands. `node`: the folder of the Node.js to install them with."""
    folder = PEERS / name
    if not _is_there(folder, packages):
        if shutil.which("npm") is None:
            pytest.skip(f"{packages[0]} was not tried: npm is not installed")
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "package.json").write_text("{}")
        command = ("npm", "install", "--no-audit", "--no-fund")
        _fetch(folder, packages, *command, path=f"{node}{os.pathsep}" if node else "")
    return folder / "node_modules" / ".bin"


def _is_there(folder: Path, packages: tuple[str, ...]) -> bool:
    done = folder / ".fetched"
    return done.is_file() and done.read_text() == " ".join(packages)


def _fetch(folder: Path, packages: tuple[str, ...], *command: str, path: str = "") -> None:
    try:
        subprocess.run(
            [*command, *packages],
            cwd=folder,
            env={**os.environ, "PATH": path + os.environ["PATH"]},
            check=True,
            timeout=_FETCH_S,
            capture_output=True,
        )
    except (OSError, subprocess.SubprocessError):
        pytest.skip(f"{' '.join(packages)} was not tried: it could not be fetched")
    (folder / ".fetched").write_text(" ".join(packages))
