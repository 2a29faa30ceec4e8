"""Which folder belongs to a project."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from mohen.core.database import Database
from mohen.manuscript import store as manuscript_store
from mohen.manuscript.model import Project
from mohen.manuscript.store import FolderStore

NOVEL = Project("novel", "/books/novel", 5)


def test_a_project_has_one_folder(mind: Database) -> None:
    store = FolderStore(mind)
    assert store.get("novel") is None
    assert store.all() == []
    mind.write(lambda tx: store.put(tx, NOVEL))
    moved = replace(NOVEL, folder="/books/moved", bound_at=6)
    mind.write(lambda tx: store.put(tx, moved))
    mind.write(lambda tx: store.put(tx, Project("another", "/books/another", 7)))
    assert store.get("novel") == moved
    assert [each.id for each in store.all()] == ["another", "novel"]
    with mind.read() as reader:
        assert store.owner(reader, "/books/moved") == "novel"
        assert store.owner(reader, "/books/novel") is None


def test_it_can_be_taken_away_once(mind: Database) -> None:
    store = FolderStore(mind)
    mind.write(lambda tx: store.put(tx, NOVEL))
    assert mind.write(lambda tx: store.remove(tx, "novel")).value
    assert not mind.write(lambda tx: store.remove(tx, "novel")).value
    assert store.get("novel") is None


def test_where_a_folder_really_is(tmp_path: Path) -> None:
    there = tmp_path / "a"
    there.mkdir()
    (tmp_path / "link").symlink_to(there)
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "file").write_text("x", "utf-8")
    assert manuscript_store.real(str(tmp_path / "link")) == there.resolve()
    assert manuscript_store.real(str(tmp_path / "b" / ".." / "a")) is None
    for none in ("gone", "loop", "file", "nul\0", "half\ud800"):
        assert manuscript_store.real(str(tmp_path / none)) is None


@pytest.mark.parametrize(
    ("inner", "inside"), [("a", True), ("a/b", True), ("link/b", True), ("ab", False), (".", False)]
)
def test_one_folder_lies_in_another_however_they_are_spelled(
    tmp_path: Path, inner: str, inside: bool
) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "ab").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "a")
    assert manuscript_store.lies_in(tmp_path / inner, tmp_path / "link") is inside


def test_a_user_without_a_home(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", nobody)
    assert manuscript_store.users_home() is None
