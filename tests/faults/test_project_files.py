"""Whatever becomes of a project's files while they are in use, they are read or told of."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from factories import policy
from mohen.manuscript import directory
from mohen.manuscript.files import Folder
from mohen.manuscript.model import FileKind, Trouble
from mohen.manuscript.policy import Files
from shows import shows
from worlds import World

OUTLINE = ".mohen/outline.md"
BOUNDS = Files(settle_ms=0, file_bytes_max=10_000)


@pytest.fixture
def novel(tmp_path: Path) -> Path:
    folder = tmp_path / "novel"
    (folder / ".mohen/characters").mkdir(parents=True)
    (folder / OUTLINE).write_text("雨夜重逢。", "utf-8")
    (folder / ".mohen/characters/ann.md").write_text("A doctor.", "utf-8")
    return folder


def delete(path: Path) -> None:
    path.unlink()


def directory_instead(path: Path) -> None:
    path.unlink()
    path.mkdir()


def cut_inside_a_character(path: Path) -> None:
    path.write_bytes("雨夜".encode()[:-1])


def huge(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(50_000_000_000)


def pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def loop(path: Path) -> None:
    path.unlink()
    path.symlink_to(path.name)


def binary(path: Path) -> None:
    path.write_bytes(bytes(range(256)))


FAULTS: dict[str, tuple[Callable[[Path], None], Trouble | None]] = {
    "deleted": (delete, None),
    "a directory in its place": (directory_instead, Trouble.OUTSIDE),
    "cut in the middle of a character": (cut_inside_a_character, Trouble.INVALID_FORMAT),
    "huge": (huge, Trouble.TOO_LARGE),
    "a pipe that nobody writes to": (pipe, Trouble.OUTSIDE),
    "a link to itself": (loop, Trouble.OUTSIDE),
    "binary": (binary, Trouble.INVALID_FORMAT),
}


@shows("R149")
@pytest.mark.skipif(sys.platform == "win32", reason="no pipes in folders there")
@pytest.mark.parametrize("name", FAULTS)
def test_a_file_that_goes_wrong_while_it_is_in_use(novel: Path, name: str, tmp_path: Path) -> None:
    break_it, trouble = FAULTS[name]
    world = World(
        tmp_path / "home", policy=policy(files={"settle_ms": 0, "file_bytes_max": 10_000})
    )
    world.ok("project:bind", projectId="novel", folder=str(novel))
    break_it(novel / OUTLINE)
    said = {each["ref"]: each for each in world.ok("project:files", projectId="novel")["files"]}
    assert said[".mohen/characters/ann.md"]["chars"] == 9  # the others are as they were
    found = Folder(str(novel), BOUNDS).files(FileKind.OUTLINE)
    assert [each.trouble for each in found] == ([] if trouble is None else [trouble])
    if trouble is None:
        assert OUTLINE not in said
    else:
        assert said[OUTLINE]["trouble"] == trouble.value
        assert said[OUTLINE]["chars"] == 0
    world.close()


@pytest.mark.parametrize("by_handle", [True, False])
@pytest.mark.parametrize("trouble", [Trouble.NOT_FOUND, Trouble.OUTSIDE, Trouble.IO_ERROR])
def test_a_file_that_goes_between_the_look_and_the_reading(
    novel: Path, monkeypatch: pytest.MonkeyPatch, trouble: Trouble, by_handle: bool
) -> None:
    if not by_handle:
        monkeypatch.setattr(directory, "_BY_HANDLE", False)
    folder = Folder(str(novel), BOUNDS)
    really = os.open

    def meanwhile(path: str, flags: int, *args: object, **more: object) -> int:
        if path.endswith("ann.md"):
            if trouble is Trouble.IO_ERROR:
                raise PermissionError(13, "Permission denied")
            (novel / ".mohen/characters/ann.md").unlink()
            if trouble is Trouble.OUTSIDE:
                (novel / ".mohen/characters/ann.md").symlink_to(novel / OUTLINE)
        return really(path, flags, *args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "open", meanwhile)
    (found,) = folder.files(FileKind.CHARACTER)
    assert (found.text, found.trouble) == ("", trouble)


def test_a_directory_that_becomes_a_link_between_two_steps(
    novel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was entered when it was one of ours, so what is read is still ours."""
    if not directory._BY_HANDLE:
        pytest.skip("this system cannot hold a directory")
    evil = tmp_path / "evil"
    evil.mkdir()
    (evil / "ann.md").write_text("secret", "utf-8")
    really = directory.Directory.open

    def meanwhile(self: directory.Directory, name: str) -> int:
        shutil.move(novel / ".mohen/characters", tmp_path / "away")
        (novel / ".mohen/characters").symlink_to(evil)
        return really(self, name)

    monkeypatch.setattr(directory.Directory, "open", meanwhile)
    (found,) = Folder(str(novel), BOUNDS).files(FileKind.CHARACTER)
    assert found.text == "A doctor."


def test_a_file_that_grows_while_it_is_read(novel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    really = directory.Directory.open

    def meanwhile(self: directory.Directory, name: str) -> int:
        (novel / ".mohen/characters/ann.md").write_text("x" * 20_000, "utf-8")
        return really(self, name)

    monkeypatch.setattr(directory.Directory, "open", meanwhile)
    (found,) = Folder(str(novel), BOUNDS).files(FileKind.CHARACTER)
    assert (found.text, found.trouble) == ("", Trouble.TOO_LARGE)


@pytest.mark.parametrize("by_handle", [True, False])
def test_a_folder_that_cannot_be_looked_into(
    novel: Path, monkeypatch: pytest.MonkeyPatch, by_handle: bool
) -> None:
    if not by_handle:
        monkeypatch.setattr(directory, "_BY_HANDLE", False)
    folder = Folder(str(novel), BOUNDS)

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "scandir", refuse)
    assert [(each.ref, each.trouble) for each in folder.files(FileKind.CHARACTER)] == [
        (".mohen/characters", Trouble.IO_ERROR)
    ]
    assert [each.text for each in folder.files(FileKind.OUTLINE)] == ["雨夜重逢。"]
    assert f"{Trouble.IO_ERROR} .mohen/characters" in folder.stamp()


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may read everything")
def test_rights_that_are_taken_away(novel: Path) -> None:
    folder = Folder(str(novel), BOUNDS)
    (novel / OUTLINE).chmod(0)
    (novel / ".mohen/characters").chmod(0)
    assert [each.trouble for each in folder.files(FileKind.OUTLINE)] == [Trouble.IO_ERROR]
    assert [each.trouble for each in folder.files(FileKind.CHARACTER)] == [Trouble.IO_ERROR]
    (novel / ".mohen/characters").chmod(0o700)


@shows("R149")
def test_the_folder_is_removed_while_it_is_bound(novel: Path, tmp_path: Path) -> None:
    world = World(tmp_path / "home")
    world.ok("project:bind", projectId="novel", folder=str(novel))
    shutil.rmtree(novel)
    said = world.ok("project:files", projectId="novel")
    assert (said["files"], said["missing"]) == ([], True)
    assert all(Folder(str(novel), BOUNDS).files(kind) == () for kind in FileKind)
    novel.write_text("a file where the folder was", "utf-8")
    said = world.ok("project:files", projectId="novel")
    assert {(each["ref"], each["trouble"]) for each in said["files"]} == {(".", "OUTSIDE")}
    world.close()
