"""Whatever happens while a chapter is written, the file holds the old text or the new one."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from mohen.errors import IoFailed
from mohen.manuscript import directory
from mohen.manuscript.files import Folder
from mohen.manuscript.policy import Files
from shows import shows
from worlds import World

if sys.platform == "win32":
    pytest.skip("signals, modes and mounts are of POSIX", allow_module_level=True)

REF = "chapters/1.md"
OLD = "雨下了一夜。"
NEW = "雨停了。" * 50_000  # 600 kB


@pytest.fixture
def novel(tmp_path: Path) -> Path:
    return begun(tmp_path / "novel")


def begun(folder: Path) -> Path:
    (folder / "chapters").mkdir(parents=True)
    (folder / REF).write_text(OLD, "utf-8")
    return folder


def holds(novel: Path, text: str) -> None:
    """The chapter, and nothing beside it."""
    assert (novel / REF).read_text("utf-8") == text
    assert [each.name for each in (novel / "chapters").iterdir()] == ["1.md"]


@contextmanager
def desk(home: Path, novel: Path) -> Iterator[tuple[World, str]]:
    """A memory, and the version of the chapter."""
    world = World(home)
    world.ok("project:bind", projectId="novel", folder=str(novel))
    try:
        yield world, world.ok("chapter:read", projectId="novel", ref=REF)["version"]
    finally:
        world.close()


def refused(world: World, version: str, said: str, text: str = "新的。") -> None:
    error = world.fails("chapter:write", projectId="novel", ref=REF, text=text, version=version)
    assert error["code"] == "IO_ERROR"
    assert said in error["message"]
    assert str(world.home.parent) not in str(error)


@contextmanager
def disk(at: Path, options: str) -> Iterator[None]:
    at.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(at)]
    try:
        subprocess.run(mount, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("only root may mount a disk; the limit on file size is tested below")
    try:
        yield
    finally:
        subprocess.run(["umount", str(at)], check=True)


# -- the disk


@shows("R93")
def test_a_disk_that_can_only_be_read(tmp_path: Path) -> None:
    with disk(tmp_path / "disk", "size=4m"):
        novel = begun(tmp_path / "disk" / "novel")
        with desk(tmp_path / "home", novel) as (world, version):
            remount = ["mount", "-o", "remount,ro", str(tmp_path / "disk")]
            subprocess.run(remount, check=True, capture_output=True)
            refused(world, version, "EROFS")
            error = world.fails("chapter:create", projectId="novel", title="雪")
            assert (error["code"], "EROFS" in error["message"]) == ("IO_ERROR", True)
            holds(novel, OLD)
            subprocess.run([*remount[:2], "remount,rw", remount[-1]], check=True)
            world.ok("chapter:write", projectId="novel", ref=REF, text="新的。", version=version)
            holds(novel, "新的。")


@shows("R93")
def test_a_disk_that_is_full(tmp_path: Path) -> None:
    with disk(tmp_path / "disk", "size=512k"):
        novel = begun(tmp_path / "disk" / "novel")
        with desk(tmp_path / "home", novel) as (world, version):
            refused(world, version, "ENOSPC", text=NEW)
            holds(novel, OLD)
            world.ok("chapter:write", projectId="novel", ref=REF, text="短。", version=version)
            holds(novel, "短。")


def test_a_limit_on_the_size_of_files(novel: Path, tmp_path: Path) -> None:
    """As a full disk, for those who may not mount one."""
    script = f"""
import resource, signal, sys
from mohen.manuscript.files import Folder
from mohen.errors import IoFailed
from mohen.policy import Files
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
folder = Folder({str(novel)!r}, Files())
version = folder.read({REF!r}).version
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
for write in (
    lambda: folder.rewrite({REF!r}, "x" * 500_000, version),
    lambda: folder.add("chapters/2.md", "x" * 500_000),
):
    try:
        write()
    except IoFailed as error:
        print(error.message)
"""
    said = subprocess.check_output([sys.executable, "-c", script], text=True)
    assert said.count("EFBIG") == 2
    holds(novel, OLD)


def test_a_file_that_its_owner_may_not_write(novel: Path, tmp_path: Path) -> None:
    """The folder would let us put another in its place; that is not what a lock is for."""
    (novel / REF).chmod(0o444)
    with desk(tmp_path / "home", novel) as (world, version):
        refused(world, version, "EACCES")
    holds(novel, OLD)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_its_owner_may_not_write(novel: Path, tmp_path: Path) -> None:
    (novel / "chapters").chmod(0o555)
    with desk(tmp_path / "home", novel) as (world, version):
        refused(world, version, "EACCES")
    (novel / "chapters").chmod(0o755)
    holds(novel, OLD)


# -- somebody else, meanwhile


def test_a_link_in_its_place_since_it_was_read(novel: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret.md"
    secret.write_text(OLD, "utf-8")  # even the same text
    with desk(tmp_path / "home", novel) as (world, version):
        (novel / REF).unlink()
        (novel / REF).symlink_to(secret)
        refused(world, version, "link")
        # nor through a directory that became one
        (novel / REF).unlink()
        (novel / "chapters").rename(tmp_path / "away")
        (tmp_path / "away" / "1.md").write_text(OLD, "utf-8")
        (novel / "chapters").symlink_to(tmp_path / "away")
        error = world.fails(
            "chapter:write", projectId="novel", ref=REF, text="新的。", version=version
        )
        assert error["code"] == "IO_ERROR"
    assert secret.read_text("utf-8") == OLD
    assert (tmp_path / "away" / "1.md").read_text("utf-8") == OLD


@pytest.mark.parametrize("by_handle", [True, False])
@pytest.mark.parametrize("step", ["open", "put_in_place"])
def test_a_link_put_there_in_the_middle_of_the_write(
    novel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, by_handle: bool
) -> None:
    """Before the last look it is noticed; after it, the link itself is replaced. Either way what
    it leads to is as it was."""
    monkeypatch.setattr(directory, "_BY_HANDLE", by_handle and directory._BY_HANDLE)
    secret = tmp_path / "secret.md"
    secret.write_text("secret", "utf-8")
    folder = Folder(str(novel), Files())
    version = folder.read(REF).version
    really = getattr(directory.Directory, step)
    calls = []

    def meanwhile(self: directory.Directory, *names: str) -> object:
        calls.append(names)
        if len(calls) == (2 if step == "open" else 1):
            (novel / REF).unlink()
            (novel / REF).symlink_to(secret)
        return really(self, *names)

    monkeypatch.setattr(directory.Directory, step, meanwhile)
    if step == "open":
        with pytest.raises(IoFailed):
            folder.rewrite(REF, "新的。", version)
        assert (novel / REF).is_symlink()
    else:
        assert folder.rewrite(REF, "新的。", version) is not None
        assert not (novel / REF).is_symlink()
    assert secret.read_text("utf-8") == "secret"
    assert [each.name for each in (novel / "chapters").iterdir()] == ["1.md"]


def test_a_change_in_the_middle_of_the_write(
    novel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    really = directory.Directory.make

    def meanwhile(self: directory.Directory, name: str) -> int:
        (novel / REF).write_text("另一个程序写的。", "utf-8")
        return really(self, name)

    with desk(tmp_path / "home", novel) as (world, version):
        monkeypatch.setattr(directory.Directory, "make", meanwhile)
        error = world.fails(
            "chapter:write", projectId="novel", ref=REF, text="新的。", version=version
        )
        assert error["code"] == "CONFLICT"
        now = world.ok("chapter:read", projectId="novel", ref=REF)["version"]
        assert error["details"]["version"] == now
    holds(novel, "另一个程序写的。")


COUNT = f"""
import sys
from mohen.manuscript.files import Folder
from mohen.policy import Files
folder = Folder(sys.argv[1], Files())
sys.stdin.readline()
done = 0
while done < int(sys.argv[2]):
    now = folder.read({REF!r})
    done += folder.rewrite({REF!r}, str(int(now.text) + 1), now.version) is not None
"""


@shows("C91")
def test_no_write_of_several_processes_is_lost(novel: Path) -> None:
    (novel / REF).write_text("0", "utf-8")
    command = [sys.executable, "-c", COUNT, str(novel), "25"]
    running = [subprocess.Popen(command, stdin=subprocess.PIPE) for _ in range(3)]
    for each in running:
        assert each.stdin is not None
        each.stdin.write(b"go\n")
        each.stdin.flush()
    for each in running:
        each.communicate()
        assert each.returncode == 0
    holds(novel, "75")


@pytest.mark.parametrize("by_handle", [True, False])
def test_nor_of_several_threads(
    novel: Path, monkeypatch: pytest.MonkeyPatch, by_handle: bool
) -> None:
    monkeypatch.setattr(directory, "_BY_HANDLE", by_handle and directory._BY_HANDLE)
    (novel / REF).write_text("0", "utf-8")
    folder = Folder(str(novel), Files())

    def count() -> None:
        done = 0
        while done < 10:
            now = folder.read(REF)
            done += folder.rewrite(REF, str(int(now.text) + 1), now.version) is not None

    threads = [threading.Thread(target=count) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    holds(novel, "40")


def test_somebody_who_never_lets_go_is_not_waited_for(
    novel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fcntl

    monkeypatch.setattr(directory, "_HELD_S", 0.0)
    folder = Folder(str(novel), Files())
    version = folder.read(REF).version
    stopped = os.open(novel / "chapters", os.O_RDONLY)
    fcntl.flock(stopped, fcntl.LOCK_EX)
    try:
        with pytest.raises(IoFailed, match="EBUSY"):
            folder.rewrite(REF, "新的。", version)
    finally:
        os.close(stopped)
    assert folder.rewrite(REF, "新的。", version) is not None
    holds(novel, "新的。")


def test_a_file_system_without_locks_is_written_all_the_same(
    novel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fcntl

    def unknown(*_: object) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(fcntl, "flock", unknown)
    folder = Folder(str(novel), Files())
    assert folder.rewrite(REF, "新的。", folder.read(REF).version) is not None
    holds(novel, "新的。")


# -- killed


KILLED = f"""
import os, signal, sys
from mohen.manuscript import directory
from mohen.manuscript.files import Folder
from mohen.policy import Files
folder = Folder(sys.argv[1], Files())
version = folder.read({REF!r}).version
step = sys.argv[2]
where = os if step in ("fsync", "fchmod") else directory.Directory
setattr(where, step, lambda *_: os.kill(os.getpid(), signal.SIGKILL))
folder.rewrite({REF!r}, "新的。" * 1000, version)
"""


@shows("R110")
@pytest.mark.parametrize("step", ["make", "fchmod", "fsync", "put_in_place"])
def test_whoever_is_killed_in_the_middle_leaves_the_old_file(novel: Path, step: str) -> None:
    ended = subprocess.run([sys.executable, "-c", KILLED, str(novel), step], check=False)
    assert ended.returncode == -signal.SIGKILL
    assert (novel / REF).read_text("utf-8") == OLD
    folder = Folder(str(novel), Files())
    left = [each for each in (novel / "chapters").iterdir() if each.name != "1.md"]
    assert len(left) == (0 if step == "make" else 1)
    # It is in nobody's way, and goes with the first write after a while
    assert folder.rewrite(REF, "新的。", folder.read(REF).version) is not None
    for each in left:
        long_ago = time.time() - 3600
        os.utime(each, (long_ago, long_ago))
    assert folder.rewrite(REF, "更新的。", folder.read(REF).version) is not None
    holds(novel, "更新的。")


def test_the_end_of_a_write_on_disk_is_the_end_of_the_call(
    novel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bytes before the name, the name before the answer."""
    order: list[str] = []
    synced, renamed = os.fsync, os.replace

    def fsync(handle: int) -> None:
        order.append("directory" if stat.S_ISDIR(os.fstat(handle).st_mode) else "file")
        synced(handle)

    def rename(*names: str, **more: int) -> None:
        order.append("name")
        renamed(*names, **more)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(os, "replace", rename)
    folder = Folder(str(novel), Files())
    folder.rewrite(REF, "新的。", folder.read(REF).version)
    assert order == ["file", "name", "directory"]
