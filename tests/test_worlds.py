"""What the tests themselves stand on."""

from __future__ import annotations

import stat
from pathlib import Path

from databases import stranger
from empty_homes import lay
from mohen.memory import open_memory
from worlds import World

FILES = ("episodes.db", "mind.db")


def made_of(home: Path) -> dict[str, object]:
    """Schema, marks and rights of both files."""
    asked = ("SELECT type, name, sql FROM sqlite_schema", "PRAGMA user_version",
             "PRAGMA application_id", "PRAGMA journal_mode", "PRAGMA page_size")  # fmt: skip
    return {
        name: (
            stat.S_IMODE((home / name).stat().st_mode),
            [stranger(home / name).execute(sql).fetchall() for sql in asked],
        )
        for name in FILES
    } | {".": stat.S_IMODE(home.stat().st_mode)}


def test_a_home_laid_out_is_the_one_that_opening_makes(tmp_path: Path):
    lay(tmp_path / "laid")
    with open_memory(tmp_path / "opened", immediate=True) as memory:
        memory.settings.get()
        memory.status()
    assert sorted(each.name for each in (tmp_path / "laid").iterdir()) == sorted(FILES)
    assert made_of(tmp_path / "laid") == made_of(tmp_path / "opened")


def test_a_home_that_is_there_is_not_laid_out_again(tmp_path: Path):
    (tmp_path / "home").mkdir()
    lay(tmp_path / "home")
    assert list((tmp_path / "home").iterdir()) == []


def test_the_bytes_of_a_home_are_those_of_its_projects_too(tmp_path: Path):
    world = World(tmp_path / "home")
    world.ok("project:create", projectId="novel", title="雪夜归人")
    assert (world.home / "projects").is_dir()
    assert "雪夜归人".encode() in world.bytes_everywhere()
    world.close()
