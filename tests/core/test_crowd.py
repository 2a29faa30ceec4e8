"""Many readers at once: each has a connection, and all of them together keep few pages."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import apsw

from databases import tuning
from mohen.core.sqlite.database import SqliteDatabase
from shows import shows


@shows("C91")
def test_a_crowd_of_readers_does_not_keep_the_file_many_times(tmp_path: Path) -> None:
    # Given a file of some size, and the pages that are kept of all files together
    most, usual = 1 << 22, apsw.soft_heap_limit(-1)
    database = SqliteDatabase(
        tmp_path / "mind.db", kind="mind", application_id=7, tuning=tuning(pages_bytes=most)
    )
    database.write(lambda tx: tx.execute("CREATE TABLE t (body TEXT)"))
    for _ in range(4):
        database.write(
            lambda tx: tx.executemany("INSERT INTO t VALUES (?)", [("雨" * 1_000,)] * 300)
        )
    before = apsw.memory_used()
    try:
        # When many read all of it at the same time
        with ExitStack() as held:
            readers = [held.enter_context(database.read()) for _ in range(12)]
            for each in readers:
                assert each.execute("SELECT sum(length(body)) FROM t").get == 1_200_000
            # Then it is not in memory as often as it is read
            assert apsw.memory_used() - before < 2 * most
    finally:
        database.close()
        apsw.soft_heap_limit(usual)
