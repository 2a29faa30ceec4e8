"""Every read and write of a memory against files that are locked, damaged, gone or full.

The law: a write raises a typed error with its reason; a read degrades visibly or raises a typed
error; nothing else, no path and no text in what is said. When the fault is gone everything works
again, and nothing acknowledged is lost.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from typing import Any

import apsw
import pytest

from factories import confirmed, draft, policy
from faults.operations import OPERATIONS, TEXT, WITHOUT_FILES, ask
from faults.processes import Process
from inside import inside
from mohen.conversations.model import Role, Said
from mohen.core.erasure import Target
from mohen.episodes.model import Question
from mohen.errors import EpisodeWriteFailed, MohenError, NotFound
from mohen.memory import Memory, open_memory
from mohen.server.channels import all_channels
from mohen.testing import CountingIds, FrozenClock
from shows import shows

if sys.platform == "win32":
    pytest.skip("a file that is open cannot be replaced on Windows", allow_module_level=True)

RULE = policy(storage={"busy_timeout_ms": 1}, capacity={"active_per_project": 10**6})
FILES = ("episodes.db", "mind.db")
EPISODES = 40


def open_home(home: Path) -> Memory:
    ids = CountingIds()
    ids._next = iter(range(1, 10**6) if not home.exists() else range(1_000, 10**6))
    return open_memory(home, policy=RULE, clock=FrozenClock(), ids=ids, immediate=True)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home of several dozen pages, closed, from which every test takes a copy."""
    home = tmp_path_factory.mktemp("sound") / "home"
    with open_home(home) as memory:
        memory.settings.update(preference_learning_threshold=7)
        for n in range(EPISODES):
            text = f"{TEXT}，第{n}次。" * 20
            memory.episodes.record(draft(input_context=text, generation_id=f"g{n}"))
        memory.conversations.hear("novel", "s", [Said(role=Role.USER, text=TEXT)])
    return home


@pytest.fixture
def home(sound: Path, home: Path) -> Path:
    shutil.copytree(sound, home)
    return home


def test_the_list_of_operations_is_complete(home: Path):
    public = {name for name in vars(Memory) if not name.startswith("_")} - WITHOUT_FILES
    with_files = {name.split(" ")[0] for name in OPERATIONS}
    with open_home(home) as memory:
        for noun in Memory.__annotations__:
            offered = getattr(memory, noun)
            bound = {name for name in vars(offered) if not name.startswith("_")}
            public |= {f"{noun}.{name}" for name in bound}
            assert any(name.startswith(f"{noun}.") for name in with_files), noun
        for name in with_files:
            assert callable(attrgetter(name)(memory))
    public |= {
        row.act for row in all_channels().values() if isinstance(row.act, str)
    } - WITHOUT_FILES
    assert public <= with_files, "extend tests/faults/operations.py"


def test_everything_works_while_nothing_is_broken(home: Path):
    with open_home(home) as memory:
        for name in OPERATIONS:
            is_well(memory, name)


def is_well(memory: Memory, name: str) -> None:
    outcome = ask(memory, name)
    assert outcome.error is None, name
    assert outcome.degraded == [], name


# -- damaged while nobody had it open


@dataclass(frozen=True)
class Damage:
    do: Callable[[Path], Any]
    reasons: tuple[str, ...]
    certain: bool = True  # every use of the file meets it


def overwrite(path: Path, start: int, data: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(start)
        file.write(data)


def overwrite_middle(path: Path) -> None:
    """Every page but the first few, where the schema stands."""
    size = path.stat().st_size
    overwrite(path, size // 4, random.Random(1).randbytes(size // 2))


def truncate(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 2)


def make_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def sql(script: str) -> Callable[[Path], Any]:
    def run(path: Path) -> None:
        connection = apsw.Connection(str(path))
        connection.execute(script).fetchall()
        connection.close()

    return run


DAMAGES = {
    "header overwritten": Damage(lambda path: overwrite(path, 0, b"\x00" * 100), ("corrupt",)),
    "garbage": Damage(lambda path: path.write_bytes(b"garbage" * 5_000), ("corrupt",)),
    "a line of text": Damage(lambda path: path.write_text(TEXT), ("corrupt",)),
    "middle pages overwritten": Damage(overwrite_middle, ("corrupt", "failed"), certain=False),
    "truncated to half": Damage(truncate, ("corrupt",), certain=False),
    "a newer schema": Damage(sql("PRAGMA user_version=999"), ("newer-schema",)),
    "a stranger's": Damage(sql("PRAGMA application_id=1234"), ("corrupt",)),
    "a folder in its place": Damage(make_folder, ("failed",)),
}
damages = pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
files = pytest.mark.parametrize("file", FILES)


@shows("R93", "R110", "R113")
@files
@damages
def test_a_damaged_file(home: Path, damage: Damage, file: str):
    """Everything in turn, and mending last: whoever asks after it asks a sound file."""
    damage.do(home / file)
    broken = "EPISODES" if file == "episodes.db" else "MIND"
    with open_home(home) as memory:
        for name in sorted(OPERATIONS, key="mend".__eq__):
            outcome = ask(memory, name)
            if outcome.error is not None:
                assert outcome.reason in damage.reasons, name
            elif damage.certain and OPERATIONS[name].writes and touches(name, file):
                assert name == "mend", f"{name} was acknowledged into a broken file"
            if damage.certain and name.startswith("episodes.query"):
                assert f"MEMORY_DEGRADE_{broken}_UNREADABLE" in outcome.degraded, name


def touches(name: str, file: str) -> bool:
    """Recording needs the settings too: without them nobody knows what may be kept."""
    door = name.partition(".")[0]
    return door == "settings" if file == "mind.db" else door in ("episodes", "index")


@shows("R93")
@files
def test_when_a_sound_file_is_back_everything_is(home: Path, sound: Path, file: str):
    """In the same place and the same process, after every kind of damage in turn."""
    for damage in DAMAGES.values():
        damage.do(home / file)
        with open_home(home) as memory:
            for name in OPERATIONS:
                if name != "mend":
                    ask(memory, name)
        put_back(home, sound)
        all_there(home)
    put_back(home, sound)
    works(home)


def put_back(home: Path, sound: Path) -> None:
    for each in home.iterdir():
        shutil.rmtree(each) if each.is_dir() else each.unlink()
    shutil.copytree(sound, home, dirs_exist_ok=True)


def all_there(home: Path) -> None:
    """What was acknowledged can be read, and one can go on."""
    with open_home(home) as memory:
        kept = {each.generation_id for each in memory.episodes.list("novel", limit=200).items}
        assert kept >= {f"g{n}" for n in range(EPISODES)}
        for name in ("settings.get", "episodes.query by words", "episodes.record", "rules.add"):
            is_well(memory, name)


def works(home: Path) -> None:
    """Everything can be asked, everything acknowledged is there."""
    with open_home(home) as memory:
        kept = {each.generation_id for each in memory.episodes.list("novel", limit=200).items}
        assert kept >= {f"g{n}" for n in range(EPISODES)}
        for name in OPERATIONS:
            is_well(memory, name)


@shows("R96", "R98")
@pytest.mark.parametrize(
    "damage", [each for each in DAMAGES.values() if each.certain],
    ids=[name for name, each in DAMAGES.items() if each.certain],
)  # fmt: skip
def test_settings_survive_a_destroyed_file_of_episodes(home: Path, damage: Damage):
    before = (home / "mind.db").read_bytes()
    damage.do(home / "episodes.db")
    memory = open_memory(home, policy=RULE, clock=FrozenClock())  # alerts wait for the worker
    assert memory.settings.get().preference_learning_threshold == 7
    answer = memory.episodes.query(Question(project_id="novel", query_text=TEXT))
    assert answer.fallback_rules
    assert memory.status().settings is not None
    memory.close()
    with open_home(home) as again:
        assert again.settings.get().preference_learning_threshold == 7
        assert again.settings.update(preference_learning_threshold=8)
    assert len((home / "mind.db").read_bytes()) >= len(before)


def test_a_damaged_file_is_set_aside_and_never_deleted(home: Path):
    """And what this process remembered of it does not haunt the fresh one."""
    with open_home(home) as memory:
        memory.episodes.query(Question(project_id="novel", query_text=TEXT))
    overwrite(home / "episodes.db", 0, b"\x00" * 100)
    bytes_before = (home / "episodes.db").read_bytes()
    with open_home(home) as memory:
        memory.mend()
        aside = next(each for each in home.iterdir() if ".damaged-" in each.name)
        assert aside.read_bytes() == bytes_before
        assert memory.episodes.list("novel").items == ()
        kept = memory.episodes.record(draft(input_context="苍鹭飞过湖面")).episode
        answer = memory.episodes.query(Question(project_id="novel", query_text="苍鹭"))
        assert [each.episode.id for each in answer.items] == [kept.id]


@shows("R93")
@pytest.mark.parametrize("seed", range(4))
def test_single_pages_overwritten_anywhere(home: Path, seed: int):
    """Whatever a bad sector hits, what is said of it is typed and holds no text."""
    chance = random.Random(seed)
    path = home / "episodes.db"
    pages = path.stat().st_size // 4096
    for _ in range(3):
        start = chance.randrange(1, pages) * 4096
        if chance.random() < 0.5:
            overwrite(path, start, chance.randbytes(4096))
        else:  # inside a cell, where SQLite itself sees nothing wrong
            overwrite(path, start + chance.randrange(2_000, 4_000), chance.randbytes(40))
    with open_home(home) as memory:
        for name in OPERATIONS:
            if name != "mend":
                ask(memory, name)


# -- damaged, moved or deleted under an open memory


@pytest.mark.parametrize(
    "do",
    [
        lambda path: overwrite(path, 0, b"\x00" * 100),
        overwrite_middle,
        truncate,
        lambda path: overwrite(path, 0, b"garbage" * 5_000),
    ],
    ids=["header", "middle", "truncated", "garbage"],
)
@files
def test_damage_under_an_open_memory(home: Path, file: str, do: Callable[[Path], Any]):
    with open_home(home) as memory:
        for name in ("episodes.get", "settings.get", "episodes.record"):
            assert ask(memory, name).error is None
        do(home / file)
        for name in OPERATIONS:
            if name != "mend":
                ask(memory, name)


def remove(path: Path) -> None:
    path.unlink()


def remove_all(path: Path) -> None:
    for side in ("", "-wal", "-shm"):
        Path(f"{path}{side}").unlink(missing_ok=True)


def move(path: Path) -> None:
    path.rename(path.with_name("elsewhere.db"))


def remove_home(path: Path) -> None:
    shutil.rmtree(path.parent)


@shows("R110")
@pytest.mark.parametrize("do", [remove, remove_all, move, remove_home])
def test_nothing_is_acknowledged_into_a_file_that_is_gone(home: Path, do: Callable[[Path], None]):
    with open_home(home) as memory:
        ask(memory, "episodes.query by words")  # caches and readers are warm
        do(home / "episodes.db")
        kept = [memory.episodes.record(draft(input_context=f"heron{n}")).episode for n in range(3)]
        found = memory.episodes.query(Question(project_id="novel", query_text="heron1"))
        assert kept[1].id in [each.episode.id for each in found.items]
        for name, operation in OPERATIONS.items():
            if operation.of_what_was:  # it went with the file
                with pytest.raises(NotFound):
                    operation.run(memory)
            else:
                assert ask(memory, name).error is None, name
    with open_home(home) as memory:
        for each in kept:
            assert memory.episodes.get("novel", each.id).texts == each.texts


def test_a_file_deleted_while_many_write(home: Path):
    """What was acknowledged after the deletion is found again."""
    gone = threading.Event()

    def write(memory: Memory, n: int) -> list[str]:
        after = []
        for i in range(15):
            was_gone = gone.is_set()
            kept = memory.episodes.record(draft(project_id=f"p{n}", input_context=f"{i}"))
            if was_gone:
                after.append(kept.episode.id)
        return after

    with open_home(home) as memory, ThreadPoolExecutor(6) as pool:
        writers = [pool.submit(write, memory, n) for n in range(6)]
        remove_all(home / "episodes.db")
        gone.set()
        kept = [each.result() for each in writers]
    with open_home(home) as memory:
        for n, ids in enumerate(kept):
            there = {each.id for each in memory.episodes.list(f"p{n}", limit=200).items}
            assert set(ids) <= there


# -- locked


@contextmanager
def locked(path: Path, how: str) -> Iterator[None]:
    other = apsw.Connection(str(path))
    for statement in how.split(";"):
        other.execute(statement).fetchall()
    try:
        yield
    finally:
        other.close()


LOCKS = ("BEGIN IMMEDIATE", "BEGIN EXCLUSIVE")


@contextmanager
def every_file_locked(home: Path, how: str) -> Iterator[None]:
    with ExitStack() as locks:
        for each in sorted(home.glob("*.db")):
            locks.enter_context(locked(each, how))
        yield


@shows("R110", "R113")
@pytest.mark.parametrize("how", LOCKS)
def test_a_lock_for_writing_stops_writes_and_no_read(home: Path, how: str):
    with open_home(home) as memory:
        ask(memory, "episodes.query by words")  # it was open before the lock was taken
        with every_file_locked(home, how):
            for name in OPERATIONS:
                only_writes_are_busy(memory, name)
        for name, operation in OPERATIONS.items():
            if operation.writes:
                assert ask(memory, name).error is None, name  # the lock is gone


@shows("R110", "R113")
@pytest.mark.parametrize("how", LOCKS)
def test_a_memory_that_is_opened_while_another_writes(home: Path, how: str):
    with every_file_locked(home, how):
        for name in OPERATIONS:
            with open_home(home) as memory:
                only_writes_are_busy(memory, name)
    works(home)


def only_writes_are_busy(memory: Memory, name: str) -> None:
    outcome = ask(memory, name)
    if OPERATIONS[name].writes:
        assert outcome.reason == "busy", name
        assert outcome.error is not None
        assert outcome.error.details["retryCount"] == 3, name
    else:
        assert outcome.error is None, name
        assert outcome.degraded == [], name


@shows("R93", "R98")
def test_a_file_that_another_program_keeps_to_itself(home: Path):
    how = "PRAGMA locking_mode=EXCLUSIVE;BEGIN EXCLUSIVE"
    with every_file_locked(home, how):
        memories = [open_home(home) for _ in OPERATIONS]
        for memory, name in zip(memories, OPERATIONS, strict=True):
            outcome = ask(memory, name)
            if outcome.error is not None:
                assert outcome.reason == "busy", name
            elif name.startswith("episodes.query"):
                assert "MEMORY_DEGRADE_EPISODES_UNREADABLE" in outcome.degraded, name
                assert "MEMORY_DEGRADE_MIND_UNREADABLE" in outcome.degraded, name
            else:
                assert OPERATIONS[name].always_answers or OPERATIONS[name].apart, name
    for memory in memories:
        is_well(memory, "episodes.query by words")
        memory.close()
    works(home)


# -- closed


def test_a_closed_memory(home: Path):
    memory = open_home(home)
    memory.settings.get()
    memory.close()
    before = contents(home)
    for name in OPERATIONS:
        outcome = ask(memory, name)
        if outcome.error is not None:
            assert outcome.reason == "closed", name
        elif name.startswith("episodes.query"):
            assert outcome.degraded, name
        else:
            assert OPERATIONS[name].always_answers, name
        assert contents(home) == before, name


def contents(home: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in home.iterdir()}


def test_a_memory_that_was_closed_stands_in_nobodys_way(home: Path):
    memory = open_home(home)
    memory.close()
    for name in OPERATIONS:
        ask(memory, name)
    works(home)


# -- full


@contextmanager
def small_disk(at: Path) -> Iterator[Callable[[str], None]]:
    """A disk of two megabytes, and how to make it larger."""
    at.mkdir()

    def mount(options: str) -> None:
        subprocess.run(
            ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(at)],
            check=True,
            capture_output=True,
        )

    try:
        mount("size=2m")
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("only root may mount a small disk; the limit on file size is tested below")
    try:
        yield lambda size: mount(f"remount,size={size}")
    finally:
        subprocess.run(["umount", str(at)], check=True)


def fill(memory: Memory) -> tuple[set[str], EpisodeWriteFailed]:
    kept = set()
    for n in range(10_000):
        try:
            text = f"第{n}章，雨声盖过了脚步。" * 100
            one = draft(input_context=text, generation_id=f"g{n}")
            kept.add(memory.episodes.record(one).episode.id)
        except EpisodeWriteFailed as error:
            return kept, error
    raise AssertionError("the disk was never full")


FORGETTING = ("upkeep.forget", "upkeep.clear_project")


@shows("R110", "R113")
@pytest.mark.skipif(os.name != "posix", reason="needs mount")
def test_a_full_disk(tmp_path: Path):
    with small_disk(tmp_path / "disk") as grow:
        home = tmp_path / "disk" / "home"
        with open_home(home) as memory:
            kept, error = fill(memory)
            assert error.details["reason"] == "full"
            assert error.details["retryCount"] == 3
            assert error.retryable
            assert str(tmp_path) not in str(error)
            # Last what makes room: forgetting works on a full disk too
            for name in sorted(OPERATIONS, key=FORGETTING.__contains__):
                outcome = ask(memory, name)
                assert outcome.error is None or name not in FORGETTING
                if outcome.error is not None:
                    assert OPERATIONS[name].writes, name
                    assert outcome.reason in ("full", "failed")
            counts = memory.status("novel").counts
            assert counts is not None
            assert counts.active >= len(kept)
            grow("16m")
            kept.add(memory.episodes.record(draft()).episode.id)
        with open_home(home) as memory:
            for id in kept:
                assert memory.episodes.get("novel", id)
            assert inside(memory).episodes_db.check() == "ok"
            assert inside(memory).episode_index.words_in_order()


@shows("C74")
@pytest.mark.skipif(os.name != "posix", reason="needs mount")
def test_a_disk_without_a_byte_left_does_not_keep_anybody_from_forgetting(tmp_path: Path):
    with small_disk(tmp_path / "disk"):
        home = tmp_path / "disk" / "home"
        with open_home(home) as memory:
            kept, gone = (memory.episodes.record(draft()).episode.id for _ in range(2))
        with (tmp_path / "disk" / "other").open("wb", buffering=0) as other, suppress(OSError):
            while other.write(bytes(4096)):
                pass
        with open_home(home) as memory:
            receipt = memory.upkeep.forget("novel", Target(episode_id=gone))
            assert (receipt.counts["episodes"], receipt.wiped) == (1, True)
            assert [each.id for each in memory.episodes.list("novel").items] == [kept]
            assert confirmed(memory.upkeep.clear_project)("novel").wiped


@pytest.mark.skipif(os.name != "posix", reason="limits are a POSIX notion")
def test_a_file_that_may_not_grow(tmp_path: Path):
    home = tmp_path / "home"
    child = Process("fill", home)
    child.wait_until_ready()
    kept, code, reason, retries, message, after = json.loads(child.line())
    assert child.close() == 0
    assert code == "MEMORY_EPISODE_WRITE_FAILED"
    assert reason in ("full", "failed")
    assert retries == 3
    assert str(tmp_path) not in message
    with open_memory(home, immediate=True) as memory:
        for id in (*kept, after):
            assert memory.episodes.get("novel", id)
        assert inside(memory).episodes_db.check() == "ok"


# -- not to be written

NOBODY = 65534


@pytest.fixture
def owned_by_nobody(sound: Path, tmp_path: Path) -> Iterator[Path]:
    """A copy whose owner is not root, in a place everybody can reach: permissions bind only
    those who are not root."""
    if os.name != "posix":
        pytest.skip("modes are a POSIX notion")
    place = Path(subprocess.check_output(["mktemp", "-d"], text=True).strip())
    home = place / "home"
    shutil.copytree(sound, home)
    if os.geteuid() == 0:
        place.chmod(0o755)
        for each in (home, *home.iterdir()):
            os.chown(each, NOBODY, NOBODY)
    yield home
    with suppress(OSError):
        home.chmod(0o700)
    shutil.rmtree(place)


@shows("R110", "R93")
@pytest.mark.parametrize("what", ["files", "folder", "all"])
def test_what_may_not_be_written(owned_by_nobody: Path, what: str):
    home = owned_by_nobody
    if what in ("files", "all"):
        for each in home.iterdir():
            each.chmod(0o400)
    if what in ("folder", "all"):
        home.chmod(0o500)
    child = Process("report", home, user=NOBODY if os.geteuid() == 0 else None)
    child.wait_until_ready()
    outcomes = json.loads(child.line())
    assert child.close() == 0
    for name, (code, reason, _, said) in outcomes.items():
        assert "unexpected" not in said, f"{name}: {said}"
        if name == "mend":
            assert code is None, said
        elif OPERATIONS[name].writes:
            assert code is not None, name
            assert reason == "read-only", (name, said)
        else:  # what is there is read, and everybody is told that nothing is added
            assert code is None, (name, said)
    assert outcomes["episodes.get"][2] == ["MEMORY_DEGRADE_READ_ONLY"]
    works(home)  # mending gave the owner their rights back


# -- what lies around the files


@pytest.mark.parametrize("do", [remove_all, remove_home])
def test_episodes_of_a_fresh_file_get_their_vectors_too(home: Path, do: Callable[[Path], None]):
    """Watermarks of the old file are higher than any number of the new one."""
    with open_home(home) as memory:
        memory.episodes.record(draft())
        do(home / "episodes.db")
        memory.episodes.record(draft())
        coverage = memory.status().coverage
        assert coverage is not None
        assert (coverage.episodes, coverage.vectors) == (1, 1)


@pytest.mark.parametrize("name", ["doctor", "mend"])
def test_a_home_that_is_gone_is_examined_all_the_same(home: Path, name: str):
    with open_home(home) as memory:
        shutil.rmtree(home)
        assert ask(memory, name).error is None


def test_a_home_that_cannot_be_made(tmp_path: Path):
    (tmp_path / "file").touch()
    with pytest.raises(MohenError) as caught:
        open_memory(tmp_path / "file" / "home")
    assert str(tmp_path) not in str(caught.value)
