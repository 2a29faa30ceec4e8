"""The unused middle of pages: what stays behind there is zeroed, and nothing else is touched."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

from databases import database, stranger
from mohen.core.database import Tx
from mohen.core.sqlite import page_gaps
from mohen.core.sqlite.database import Keeper, SqliteDatabase
from mohen.errors import StoreError
from shows import shows

WORD = b"zyqxvarn"
ALL = 1 << 20


@pytest.fixture
def episodes(tmp_path: Path) -> Iterator[SqliteDatabase]:
    made = database(tmp_path)
    yield made
    made.close()


def crowd(tx: Tx) -> None:
    """Rows of many lengths, of which half go, and half of the rest: pages are joined."""
    tx.execute("CREATE TABLE crowd (pk INTEGER PRIMARY KEY, said TEXT)")
    chance = random.Random(4)
    rows = [(n, f"{WORD.decode()} " * chance.randint(2, 120)) for n in range(600)]
    tx.executemany("INSERT INTO crowd VALUES (?, ?)", rows)
    for _ in range(2):
        rows = chance.sample(rows, len(rows) // 2)
        tx.executemany("DELETE FROM crowd WHERE pk = ?", [(pk,) for pk, _ in rows])
        rows = tx.execute("SELECT pk, said FROM crowd").fetchall()


def rest(tx: Tx) -> None:
    tx.execute("UPDATE crowd SET said = replace(said, 'zyqxvarn', 'somebody')")


def held(database: SqliteDatabase) -> int:
    """How often the word can be read in its files."""
    folder = database.path.parent
    return sum(each.read_bytes().count(WORD) for each in folder.glob(f"{database.name}*"))


@shows("C74")
def test_what_moved_rows_left_behind_is_zeroed_and_every_row_stays(
    episodes: SqliteDatabase,
) -> None:
    episodes.write(crowd)
    episodes.write(rest)
    assert episodes.cut_log()
    assert held(episodes) > 0  # no row says it any more, and yet it is there
    with episodes.read() as reader:
        before = reader.execute("SELECT * FROM crowd").fetchall()
    page, steps = 0, 0
    while page is not None:
        was_free, page = episodes.clean_pages(page, 7)
        assert was_free
        steps += 1
    assert steps > 2
    assert held(episodes) == 0
    other = stranger(episodes.path)
    assert other.execute("PRAGMA integrity_check").get == "ok"
    assert other.execute("SELECT * FROM crowd").fetchall() == before
    other.close()


@shows("C74")
def test_who_remembers_pages_does_not_write_them_as_they_were(
    episodes: SqliteDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process looks at them between the cut of the log, which would tell it, and the
    lock."""
    episodes.write(crowd)
    episodes.write(rest)
    other = stranger(episodes.path)
    cut = Keeper.cut

    def cut_and_looked_at(keeper: Keeper, connection: apsw.Connection) -> bool:
        was_cut = cut(keeper, connection)
        other.execute("SELECT sum(length(said)) FROM crowd").fetchall()
        return was_cut

    monkeypatch.setattr(Keeper, "cut", cut_and_looked_at)
    assert episodes.clean_pages(0, ALL) == (True, None)
    other.execute("UPDATE crowd SET said = said || '.'")
    other.close()
    assert held(episodes) == 0


def test_a_writer_or_a_reader_in_the_way_is_no_harm(episodes: SqliteDatabase) -> None:
    episodes.write(crowd)
    other = stranger(episodes.path)
    for begin in ("BEGIN IMMEDIATE", "BEGIN"):
        episodes.write(lambda tx: tx.execute("DELETE FROM crowd WHERE pk % 5 = 0"))
        other.execute(begin)
        other.execute("SELECT count(*) FROM crowd").fetchall()
        if begin == "BEGIN":
            episodes.write(lambda tx: tx.execute("DELETE FROM crowd WHERE pk % 3 = 0"))
        assert episodes.clean_pages(0, ALL) == (False, 0)
        other.execute("COMMIT")
    assert episodes.clean_pages(0, ALL) == (True, None)
    other.close()


class Bytes:
    """A file in memory."""

    def __init__(self, content: bytes) -> None:
        self.content = bytearray(content)

    def xRead(self, amount: int, offset: int) -> bytes:
        return bytes(self.content[offset : offset + amount])

    def xWrite(self, data: bytes, offset: int) -> None:
        self.content[offset : offset + len(data)] = data

    def xFileSize(self) -> int:
        return len(self.content)


def test_a_page_whose_head_makes_no_sense_is_left_alone(episodes: SqliteDatabase) -> None:
    """What a damaged page still holds may be saved by the doctor."""
    episodes.write(crowd)
    assert episodes.cut_log()
    sound = episodes.path.read_bytes()
    leaf = next(at for at in range(4_096, len(sound), 4_096) if sound[at] == 13)
    # More rows than fit, rows that begin behind the page's end, rows before the first of them
    for damage in (b"\xff\xff\x0f\x00", b"\x00\x01\x10\x01", b"\x00\x01\x0f\xff"):
        damaged = bytearray(sound)
        damaged[leaf + 3 : leaf + 7] = damage
        file = Bytes(damaged)
        assert page_gaps.clean(file, 0, ALL) is None
        assert file.content[leaf : leaf + 4_096] == damaged[leaf : leaf + 4_096]


def test_a_file_of_another_make_is_refused(tmp_path: Path) -> None:
    other = apsw.Connection(str(tmp_path / "other.db"))
    other.execute("PRAGMA auto_vacuum=FULL; CREATE TABLE a (b)").fetchall()
    other.close()
    with pytest.raises(StoreError):
        page_gaps.clean(Bytes((tmp_path / "other.db").read_bytes()), 0, ALL)
