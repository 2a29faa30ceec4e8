"""How a file is driven: durable, private, and readable while it is written."""

from __future__ import annotations

import os
import shutil
import stat
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import apsw
import pytest

from databases import ask, database, stranger
from factories import draft, eventually, policy
from mohen.core import calls
from mohen.core.calls import Call
from mohen.core.sqlite import database as core_database
from mohen.core.sqlite.database import SqliteDatabase
from mohen.core.sqlite.errors import translate
from mohen.errors import Canceled, StoreClosed, StoreError, Timeout
from mohen.house import EPISODES_ID, MIND_ID
from mohen.memory import Memory, open_memory
from shows import shows


@pytest.fixture
def episodes(tmp_path: Path) -> Iterator[SqliteDatabase]:
    made = database(tmp_path)
    made.open()
    yield made
    made.close()


PRAGMAS = {
    "journal_mode": "wal",
    "synchronous": 2,  # FULL: an answered write is on disk
    "foreign_keys": 1,
    "secure_delete": 1,
    "wal_autocheckpoint": 0,  # the keeper does it
    "temp_store": 2,  # in memory: no text in a temporary file
}


@pytest.mark.parametrize("pragma", PRAGMAS)
def test_every_connection_is_set_as_it_should_be(episodes: SqliteDatabase, pragma: str):
    """apsw stops a script at its first row: what follows `PRAGMA journal_mode` is easily lost."""
    writer = episodes.write(lambda tx: tx.execute(f"PRAGMA {pragma}").get).value
    with episodes.read() as reader:
        assert (writer, reader.execute(f"PRAGMA {pragma}").get) == (PRAGMAS[pragma],) * 2


def test_a_reader_cannot_write(episodes: SqliteDatabase):
    with pytest.raises(StoreError), episodes.read() as reader:
        reader.execute("INSERT INTO projects (id) VALUES ('sneaked in')")
    assert ask(episodes.path, "SELECT count(*) FROM projects") == 0


PROJECTS = "SELECT count(*) FROM projects"


def add_project(database: SqliteDatabase, name: str) -> None:
    database.write(lambda tx: tx.execute("INSERT INTO projects (id) VALUES (?)", (name,)))


def test_reads_together_share_one_reader_that_sees_one_moment(episodes: SqliteDatabase):
    def seen() -> tuple[int, int]:
        with episodes.read() as reader:
            known = episodes.remembered("projects", lambda tx: int(tx.execute(PROJECTS).get))
            return int(reader.execute(PROJECTS).get), known

    with episodes.together():
        with episodes.read() as one, episodes.read() as other, episodes.one_view() as third:
            assert one is other is third
        assert seen() == (0, 0)
        add_project(episodes, "meanwhile")
        with episodes.together():
            assert seen() == (0, 0)
        with ThreadPoolExecutor(1) as elsewhere:
            assert elsewhere.submit(seen).result() == (1, 1)
    assert seen() == (1, 1)


def test_reads_together_go_on_after_one_that_failed(episodes: SqliteDatabase):
    with episodes.together(), episodes.read() as around:
        with pytest.raises(StoreError), episodes.read() as reader:
            reader.execute("SELECT nonsense")
        assert around.execute(PROJECTS).get == 0
        with episodes.read() as another:
            assert another is not around
            assert another.execute(PROJECTS).get == 0
    assert episodes.cut_log()  # and nobody is left in the way


def test_to_read_together_opens_nothing(tmp_path: Path):
    made = database(tmp_path)
    with made.together():
        pass
    assert not made.is_there


def test_reads_together_end_when_their_call_does(episodes: SqliteDatabase):
    call = Call()
    endless = "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x FROM n) SELECT count(*) FROM n"
    with calls.running(call), episodes.together():
        with episodes.read() as reader:
            assert reader.execute(PROJECTS).get == 0
        call.cancel()
        with pytest.raises(Canceled), episodes.read() as reader:
            reader.execute(endless).fetchall()


def test_the_files_say_whose_they_are(memory: Memory):
    memory.settings.get()
    assert ask(memory.home / "episodes.db", "PRAGMA application_id") == EPISODES_ID
    assert ask(memory.home / "mind.db", "PRAGMA application_id") == MIND_ID


@pytest.mark.skipif(os.name != "posix", reason="modes are a POSIX notion")
def test_home_and_files_are_their_owners_alone(home: Path):
    """Whatever the umask allows."""
    old = os.umask(0)
    try:
        memory = open_memory(home, immediate=True)
        memory.episodes.record(draft())
    finally:
        os.umask(old)
    modes = {each.name: stat.S_IMODE(each.stat().st_mode) for each in home.iterdir()}
    memory.close()
    assert stat.S_IMODE(home.stat().st_mode) == 0o700
    assert set(modes) >= {f"{each}.db{side}" for each in ("episodes", "mind") for side in SIDES}
    assert set(modes.values()) == {0o600}


SIDES = ("", "-wal", "-shm")


# -- readers and the writer


def test_a_reader_finishes_while_a_write_is_held_open(episodes: SqliteDatabase):
    episodes.write(lambda tx: tx.execute("INSERT INTO projects (id) VALUES ('before')"))
    writing, go = threading.Event(), threading.Event()

    def slow(tx: apsw.Connection) -> None:
        tx.execute("INSERT INTO projects (id) VALUES ('during')")
        writing.set()
        go.wait()

    with ThreadPoolExecutor() as pool:
        write = pool.submit(episodes.write, slow)
        writing.wait()
        with episodes.read() as reader:
            seen = [row[0] for row in reader.execute("SELECT id FROM projects")]
        assert not write.done()
        go.set()
        write.result()
    assert seen == ["before"]
    with episodes.read() as reader:
        assert reader.execute("SELECT count(*) FROM projects").get == 2


def test_a_write_finishes_while_a_reader_is_in_the_middle(episodes: SqliteDatabase):
    with episodes.read() as reader:
        reader.execute("BEGIN")
        assert reader.execute("SELECT count(*) FROM projects").get == 0
        episodes.write(lambda tx: tx.execute("INSERT INTO projects (id) VALUES ('new')"))
        # one view, however long it takes (R115)
        assert reader.execute("SELECT count(*) FROM projects").get == 0
        reader.execute("COMMIT")
        assert reader.execute("SELECT count(*) FROM projects").get == 1


def test_a_reader_that_failed_is_not_handed_on(episodes: SqliteDatabase):
    readers = []

    def fail(reader: apsw.Connection) -> None:
        readers.append(reader)
        reader.execute("BEGIN")
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError), episodes.read() as reader:
        fail(reader)
    with episodes.read() as fresh:
        assert fresh not in readers
        assert not fresh.in_transaction


def test_readers_are_kept_for_the_next(episodes: SqliteDatabase):
    with episodes.read() as first:
        pass
    with episodes.read() as second:
        assert second is first


ENDLESS = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"


@shows("R164")
def test_a_read_stops_when_its_call_is_cancelled(episodes: SqliteDatabase):
    call, begun = Call(), threading.Event()

    def forever() -> None:
        with calls.running(call), episodes.read() as reader:
            begun.set()
            reader.execute(ENDLESS).fetchall()

    with ThreadPoolExecutor() as pool:
        running = pool.submit(forever)
        begun.wait()
        call.cancel()
        assert isinstance(running.exception(), Canceled)


@shows("R164")
def test_a_read_stops_when_its_time_is_up(episodes: SqliteDatabase):
    with pytest.raises(Timeout), calls.running(Call(timeout_ms=50)), episodes.read() as reader:
        reader.execute(ENDLESS).fetchall()
    with episodes.read() as again:
        assert again.execute("SELECT 1").get == 1


# -- life


def test_a_closed_file_says_so(tmp_path: Path):
    made = database(tmp_path)
    made.open()
    made.close()
    made.close()
    for use in (made.open, made.schema_version, lambda: made.write(lambda tx: None)):
        with pytest.raises(StoreClosed) as caught:
            use()
        assert caught.value.details["reason"] == "closed"


def test_a_file_is_made_at_its_first_use_and_not_before(tmp_path: Path):
    made = database(tmp_path / "deep" / "down")
    assert not made.path.exists()
    assert made.schema_version() > 0
    made.close()


def test_closing_leaves_no_side_files(tmp_path: Path):
    made = database(tmp_path)
    made.write(lambda tx: tx.execute("INSERT INTO projects (id) VALUES ('kept')"))
    made.close()
    assert [each.name for each in tmp_path.iterdir()] == ["episodes.db"]
    assert ask(made.path, "SELECT id FROM projects") == "kept"


def test_sqlites_own_words_never_reach_a_message():
    said = apsw.SQLError("no such column: 她推开门，看见了雪 in /home/writer/episodes.db")
    error = translate(said, "episodes.db", 2)
    assert "雪" not in error.message
    assert "/" not in error.message
    assert error.details == {
        "reason": "failed",
        "file": "episodes.db",
        "sqlite": "SQLError",
        "retryCount": 2,
    }


def test_bytes_that_are_no_text_are_damage(episodes: SqliteDatabase):
    """A read goes on without them. Not a UnicodeDecodeError, whose words would hold the bytes."""
    episodes.write(
        lambda tx: tx.execute("INSERT INTO projects (id) VALUES (CAST(x'ff41' AS TEXT))")
    )
    with episodes.read() as reader:
        assert reader.execute("SELECT id FROM projects").fetchall() == [("\ufffdA",)]
    assert [each.table for each in episodes.damage.losses] == ["projects"]
    # Who writes must know what he writes to: the sign for a lost letter comes to stand there.
    asked = episodes.write(lambda tx: tx.execute("SELECT id FROM projects").fetchall())
    assert asked.value == [("\ufffdA",)]
    assert not episodes.damage


# -- another file in its place


def replace_file(path: Path) -> None:
    """The file itself last: once it is gone a writer begins another, whose sides must stay."""
    for side in reversed(SIDES):
        Path(f"{path}{side}").unlink(missing_ok=True)


def test_a_reader_of_a_file_that_is_gone_is_not_handed_on(episodes: SqliteDatabase):
    """It was in use while the file was replaced, and is given back afterwards."""
    with episodes.read() as old:
        old.execute("SELECT count(*) FROM projects").fetchall()
        replace_file(episodes.path)
        episodes.write(lambda tx: tx.execute("INSERT INTO projects (id) VALUES ('new')"))
    with episodes.read() as reader:
        assert reader is not old
        assert reader.execute("SELECT id FROM projects").get == "new"


def test_an_empty_file_begun_in_the_place_of_another_is_known(episodes: SqliteDatabase):
    episodes.open()
    assert not episodes.renewed  # the first of all took nobody's place
    replace_file(episodes.path)
    episodes.open()
    assert episodes.renewed
    episodes.accept_renewed()
    assert not episodes.renewed
    replace_file(episodes.path)
    episodes.open()
    assert episodes.renewed


def test_a_file_that_could_be_begun_only_by_half_is_still_a_new_one(
    episodes: SqliteDatabase, monkeypatch: pytest.MonkeyPatch
):
    """The disk was full after the first step of the schema, say."""
    episodes.open()
    replace_file(episodes.path)
    first, *others = core_database.migrations("episodes")
    monkeypatch.setattr(core_database, "migrations", lambda _kind: (first, "no SQL", *others[1:]))
    with pytest.raises(StoreError):
        episodes.open()
    monkeypatch.undo()
    episodes.open()
    assert episodes.renewed


def test_many_writers_survive_a_replaced_file(episodes: SqliteDatabase):
    """Only the lane of the old file closed: nobody is told that the memory is."""
    go = threading.Barrier(9)

    def write(n: int) -> None:
        go.wait()
        for i in range(20):
            episodes.write(
                lambda tx, i=i: tx.execute("INSERT INTO projects (id) VALUES (?)", (f"{n}-{i}",))
            )

    with ThreadPoolExecutor(8) as pool:
        writers = [pool.submit(write, n) for n in range(8)]
        go.wait()
        replace_file(episodes.path)
        for each in writers:
            each.result()
    assert ask(episodes.path, "PRAGMA integrity_check") == "ok"


# -- checkpoints


def test_the_log_is_copied_back_in_the_background(tmp_path: Path):
    made = database(tmp_path, checkpoint_pages=8)
    made.open()
    text = "雪" * 2_000
    for n in range(40):
        made.write(
            lambda tx, n=n: tx.execute("INSERT INTO projects (id) VALUES (?)", (f"{n}{text}",))
        )
    eventually(lambda: made.path.stat().st_size > 30 * len(text.encode()))
    made.close()


def stream(made: SqliteDatabase, first: int, last: int) -> None:
    for n in range(first, last):
        made.write(lambda tx, n=n: tx.execute("INSERT INTO projects (id) VALUES (?)", (f"{n}",)))


def log_bytes(made: SqliteDatabase) -> int:
    return made.path.with_name(f"{made.path.name}-wal").stat().st_size


WHOLE = 600 * 4096  # bytes of a log at which it is copied back


def test_who_goes_on_writing_writes_over_a_log_that_is_long_already(tmp_path: Path):
    """While a file grows each commit takes longer; and what made it long is nowhere to be seen."""
    made = database(tmp_path, checkpoint_pages=600)
    stream(made, 0, 40)
    assert log_bytes(made) < WHOLE
    stream(made, 40, 60)
    long = log_bytes(made)
    assert long > WHOLE
    stream(made, 60, 120)
    assert log_bytes(made) == long
    tables = "SELECT count(*) FROM sqlite_schema WHERE name = 'room'"
    assert [ask(made.path, each) for each in (PROJECTS, tables)] == [120, 0]
    # As a power failure leaves it: the file and its log, with all that was taken back in it.
    left = tmp_path / "left"
    left.mkdir()
    for each in (made.path.name, f"{made.path.name}-wal"):
        shutil.copy(tmp_path / each, left / each)
    assert ask(left / made.path.name, PROJECTS) == 120
    assert ask(left / made.path.name, "PRAGMA integrity_check") == "ok"
    made.close()


def test_where_the_disk_is_nearly_full_the_log_is_as_short_as_it_can_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    made = database(tmp_path, checkpoint_pages=600)
    nearly = shutil.disk_usage(tmp_path)._replace(free=1 << 20)
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: nearly)
    stream(made, 0, 120)
    assert log_bytes(made) < WHOLE
    made.close()


def test_while_another_program_writes_the_log_stays_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Nor is that program waited for: what was written before is on disk already."""
    made = database(tmp_path, checkpoint_pages=600, busy_timeout_ms=600_000)
    stream(made, 0, 40)
    other, free = stranger(made.path), shutil.disk_usage(tmp_path)

    def meanwhile(_path: Path) -> object:
        monkeypatch.undo()
        other.execute("BEGIN IMMEDIATE")
        return free

    monkeypatch.setattr(shutil, "disk_usage", meanwhile)
    stream(made, 40, 50)
    assert log_bytes(made) < WHOLE
    other.close()
    stream(made, 50, 100)
    assert log_bytes(made) > WHOLE
    assert ask(made.path, PROJECTS) == 100
    made.close()


class FailsOnce(apsw.VFS):
    """A disk that cannot be read one time, as soon as a log was written to a certain length."""

    def __init__(self, length: int) -> None:
        self.below = apsw.vfs_names()[0]
        self.length = length
        self.failed = self.is_due = False
        super().__init__("fails-once", self.below, makedefault=True)

    def xOpen(self, name: apsw.URIFilename | str | None, flags: list[int]) -> apsw.VFSFile:
        return FileThatFails(self, name, flags)


class FileThatFails(apsw.VFSFile):
    def __init__(self, disk: FailsOnce, name: Any, flags: list[int]) -> None:
        super().__init__(disk.below, name, flags)
        self.disk = disk

    def xWrite(self, data: bytes, offset: int) -> None:
        super().xWrite(data, offset)
        self.disk.is_due |= offset >= self.disk.length

    def xRead(self, amount: int, offset: int) -> bytes:
        if self.disk.is_due and not self.disk.failed:
            self.disk.failed = True
            raise apsw.IOError
        return super().xRead(amount, offset)


def test_what_was_written_is_not_written_again_where_making_the_log_long_fails(tmp_path: Path):
    # Given a disk that cannot be read at the moment when the room in the log is taken back
    disk = FailsOnce(length=WHOLE)
    try:
        made = database(tmp_path, checkpoint_pages=600)
        # When somebody goes on writing
        stream(made, 0, 120)
        made.close()
    finally:
        disk.unregister()
    # Then each of it was written once, and nobody was told otherwise
    assert disk.failed
    assert ask(made.path, PROJECTS) == 120


@pytest.mark.parametrize("readers", [0, 2])
def test_the_log_does_not_grow_without_bound_under_a_stream_of_writes(home: Path, readers: int):
    """A checkpoint that runs beside a stream of commits never reaches the end of the log, and
    the log begins anew only when one did."""
    rule = policy(storage={"checkpoint_pages": 16}, capacity={"active_per_project": 10**6})
    done = threading.Event()

    def read(memory: Memory) -> None:
        while not done.wait(0.002):
            memory.episodes.list("novel")

    with open_memory(home, policy=rule) as memory, ThreadPoolExecutor() as pool:
        reading = [pool.submit(read, memory) for _ in range(readers)]
        texts = [f"{n}，雨声盖过了脚步。" * 100 for n in range(600)]
        # Five thousand pages are written. What is left of them are a few times the sixteen, one
        # group commit of all threads, and whatever readers held on to: while they overlap without
        # a gap, as they may on a busy machine, that is everything, so they get further turns.
        for turn in range(1, 6 if readers else 2):
            list(pool.map(lambda text: memory.episodes.record(draft(input_context=text)), texts))
            log = (home / "episodes.db-wal").stat().st_size // 4096
            most = (4_000 if readers else 1_200) * turn
            if log < most:
                break
        done.set()
        for each in reading:
            each.result()
    assert log < most
