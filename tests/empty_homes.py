"""Homes that need not be built from nothing for every test."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

import on_postgres
from databases import database


def lay(home: Path) -> None:
    """Both files with the schema in them and nothing else, as the first opening makes them, but
    without running every migration again. A home that is there already is left as it is."""
    if home.exists():
        return
    home.mkdir(mode=0o700, parents=True)
    if on_postgres.is_on():
        return  # nothing stands in files
    for name, content in _empty().items():
        (home / name).touch(mode=0o600)
        (home / name).write_bytes(content)


@cache
def _empty() -> dict[str, bytes]:
    """The files by name."""
    with tempfile.TemporaryDirectory() as folder:
        for kind in ("episodes", "mind"):
            made = database(Path(folder), kind)
            made.open()
            made.close()
        return {each.name: each.read_bytes() for each in Path(folder).iterdir()}
