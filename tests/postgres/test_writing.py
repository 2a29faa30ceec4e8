"""What is acknowledged is there, once and in order, whatever happens to connections."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import psycopg
import pytest

from mohen.core import calls
from mohen.core.database import Tx
from mohen.core.postgres.database import PostgresDatabase
from mohen.core.postgres.session import session_of
from mohen.errors import Canceled, StoreBusy, StoreClosed, StoreError, Timeout
from postgres.stores import store


def add(name: str) -> Callable[[Tx], int]:
    def work(tx: Tx) -> int:
        tx.execute("INSERT INTO projects (id) VALUES (?)", (name,))
        return tx.last_insert_rowid()

    return work


def names(of: PostgresDatabase) -> list[str]:
    with of.read() as reader:
        return [name for (name,) in reader.execute("SELECT id FROM projects ORDER BY pk")]


@pytest.fixture
def ours(address: str, request: pytest.FixtureRequest) -> PostgresDatabase:
    return store(address, f"w-{request.node.name}"[:100])


def test_numbers_rise_in_the_order_of_commits_whoever_writes(
    address: str, ours: PostgresDatabase
) -> None:
    """Given two processes with four threads each, when all of them write for one author, no number
    is given twice and none before an older one is committed."""
    theirs = store(address, ours.author)
    seen: list[int] = []
    lock = threading.Lock()

    def write(of: PostgresDatabase, thread: int) -> None:
        for number in range(8):
            given = of.write(add(f"{id(of)}-{thread}-{number}")).value
            with lock:
                seen.append(given)

    threads = [
        threading.Thread(target=write, args=(of, thread))
        for of in (ours, theirs)
        for thread in range(4)
    ]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert sorted(seen) == list(range(1, 65))


_WAYS: tuple[Callable[[Tx, list[str]], object], ...] = (
    lambda tx, ids: tx.execute("INSERT INTO projects (id) VALUES (?)", (ids[0],)),
    lambda tx, ids: tx.execute("INSERT INTO projects (id) VALUES (?), (?)", ids[:2]),
    lambda tx, ids: tx.execute("INSERT OR IGNORE INTO projects (id) VALUES (?)", (ids[0],)),
    lambda tx, ids: tx.execute("INSERT OR IGNORE INTO projects (id) VALUES ('there')"),
    lambda tx, ids: tx.executemany("INSERT INTO projects (id) VALUES (?)", [(i,) for i in ids]),
    lambda tx, ids: tx.execute("INSERT INTO projects (pk, id) VALUES (?, ?)", (10**6, ids[0])),
    lambda tx, ids: tx.execute("INSERT INTO projects (id) SELECT ? WHERE TRUE", (ids[0],)),
    lambda tx, ids: tx.execute("DELETE FROM projects WHERE id = 'there'"),
)


@pytest.mark.parametrize("seed", range(6))
def test_a_number_that_is_told_before_it_is_given_is_the_one_that_is_given(
    ours: PostgresDatabase, seed: int
) -> None:
    """Whatever else the transaction wrote before, in whatever way."""
    ours.write(add("there"))
    lot, made = Random(seed), iter(range(10_000))

    def write(tx: Tx) -> dict[str, int]:
        told = {}
        for _ in range(lot.randrange(1, 5)):
            lot.choice(_WAYS)(tx, [f"other {next(made)}" for _ in range(3)])
            tx.execute("DELETE FROM projects WHERE pk = ?", (10**6,))
            name = f"ours {next(made)}"
            told[name] = add(name)(tx)
        return told

    told: dict[str, int] = {}
    for _ in range(12):
        told |= ours.write(write).value
    with ours.read() as reader:
        kept = dict(reader.execute("SELECT id, pk FROM projects WHERE id LIKE 'ours%'").fetchall())
    assert kept == told


def test_a_number_that_was_told_wrong_is_not_committed(ours: PostgresDatabase) -> None:
    """Given a row that took a number behind the session's back, nothing of it is kept."""

    def write(tx: Tx) -> int:
        session_of(tx).connection.execute("INSERT INTO projects (id) VALUES ('unseen')")
        return add("told wrong")(tx)

    with pytest.raises(StoreError):
        ours.write(write)
    assert names(ours) == []
    assert ours.write(add("right")).value == 1


def test_a_read_then_write_never_loses_an_update(address: str, ours: PostgresDatabase) -> None:
    ours.write(add("counted"))
    others = [store(address, ours.author) for _ in range(4)]

    def raise_it(tx: Tx) -> None:
        now = tx.execute("SELECT removals FROM projects").get
        tx.execute("UPDATE projects SET removals = ?", (now + 1,))

    threads = [
        threading.Thread(target=lambda of=of: [of.write(raise_it) for _ in range(5)])
        for of in others
    ]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    with ours.read() as reader:
        assert reader.execute("SELECT removals FROM projects").get == 20


def test_what_raises_leaves_nothing_and_is_told_to_who_remembers(ours: PostgresDatabase) -> None:
    forgotten: list[str] = []
    ours.on_rollback.append(lambda: forgotten.append("all"))

    def fail(tx: Tx) -> None:
        add("half")(tx)
        raise ValueError

    with pytest.raises(ValueError):
        ours.write(fail)
    assert (names(ours), forgotten) == ([], ["all"])
    ours.write(add("whole"))
    assert names(ours) == ["whole"]


def test_a_condition_that_does_not_hold_is_all_that_comes_of_it(ours: PostgresDatabase) -> None:
    def refuse(_tx: Tx) -> None:
        raise KeyError

    with ours.provided(refuse), pytest.raises(KeyError):
        ours.write(add("never"))
    with ours.provided(refuse), ours.unbound():
        ours.write(add("always"))
    assert names(ours) == ["always"]


def cut(connection: psycopg.Connection[Any]) -> None:
    """As if the server had ended it."""
    with psycopg.connect(connection.info.dsn, autocommit=True) as other:
        other.execute(f"SELECT pg_terminate_backend({connection.info.backend_pid})")


def test_a_connection_that_is_lost_before_the_commit_is_tried_again(ours: PostgresDatabase) -> None:
    lost: list[int] = []

    def work(tx: Tx) -> None:
        add("once")(tx)
        if not lost:
            lost.append(1)
            cut(tx.connection)  # type: ignore[attr-defined]
            tx.execute("SELECT 1")

    written = ours.write(work)
    assert (names(ours), written.retries) == (["once"], 1)


def test_what_fails_is_told_with_its_statement_and_nothing_of_it_is_kept(
    ours: PostgresDatabase,
) -> None:
    """Given a write that waits for no answer, when a statement in it fails, then the error says
    which, and neither what came before it nor what was sent after it is there."""
    ours.write(add("first"))

    def work(tx: Tx) -> None:
        tx.execute("INSERT INTO projects (id) VALUES (?)", ("before",))
        tx.execute("UPDATE projects SET id = ? WHERE id = ?", ("first", "before"))
        tx.execute("INSERT INTO projects (id) VALUES (?)", ("after",))

    with pytest.raises(StoreError) as told:
        ours.write(work)
    assert told.value.__cause__.__notes__ == [  # type: ignore[union-attr]
        "in: UPDATE projects SET id = $1 WHERE id = $2"
    ]
    assert names(ours) == ["first"]
    ours.write(add("next"))
    assert names(ours) == ["first", "next"]


@pytest.mark.parametrize("kept", [True, False])
def test_a_commit_that_nobody_answered_is_looked_up_rather_than_repeated(
    ours: PostgresDatabase, monkeypatch: pytest.MonkeyPatch, kept: bool
) -> None:
    """Given a connection that dies while it commits, when the commit was kept it is not done again,
    and when it was not it is."""
    ran: list[int] = []
    broken: list[int] = []

    class Dying(psycopg.OperationalError):
        pass

    def work(tx: Tx) -> int:
        ran.append(1)
        if len(ran) == 1:
            connection = tx.connection  # type: ignore[attr-defined]
            execute = connection.execute

            def dying(sql: str, *args: Any) -> Any:
                if sql != "COMMIT" or broken:
                    return execute(sql, *args)
                broken.append(1)
                if kept:
                    execute(sql, *args)
                    tx.settle()  # type: ignore[attr-defined]
                connection.close()
                raise Dying

            monkeypatch.setattr(connection, "execute", dying)
        return add("one")(tx)

    written = ours.write(work)
    assert (names(ours), len(ran), written.retries) == (["one"], 1 if kept else 2, 1)
    assert written.value == 1


def test_another_process_is_noticed_and_ones_own_writes_are_not(
    address: str, ours: PostgresDatabase
) -> None:
    theirs = store(address, ours.author)
    first = ours.write(ours.foreign_writes).value
    ours.write(add("mine"))
    assert ours.write(ours.foreign_writes).value == first
    theirs.write(add("theirs"))
    assert ours.write(ours.foreign_writes).value != first
    with ours.read() as reader:
        assert ours.foreign_writes(reader) != first


def test_who_waits_too_long_for_another_writer_is_told_so(
    address: str, ours: PostgresDatabase
) -> None:
    hasty = store(address, ours.author, busy_timeout_ms=1, retries=1)
    hasty.open()

    def work(tx: Tx) -> None:
        tx.execute("SELECT 1").fetchall()  # answered: the lock, asked for before, is held
        with pytest.raises(StoreBusy) as busy:
            hasty.write(add("late"))
        assert busy.value.details["retryCount"] == 1

    ours.write(work)
    assert names(ours) == []


def test_a_call_that_is_over_writes_nothing(ours: PostgresDatabase) -> None:
    call = calls.Call()
    call.cancel()
    with pytest.raises(Canceled), calls.running(call):
        ours.write(add("never"))
    assert names(ours) == []


@pytest.mark.parametrize("seed", range(6))
def test_what_was_to_be_prepared_behind_a_mistake_is_not_taken_for_prepared(
    address: str, ours: PostgresDatabase, seed: int
) -> None:
    """A statement is prepared when it was asked twice. One that is sent behind another that fails
    is not, and the connection must know."""
    draw = Random(seed)

    def work(tx: Tx) -> int:
        for at in range(draw.randint(1, 4)):
            if fails and draw.random() < 0.5:
                tx.execute("SELECT 1 / (SELECT 0)")
            tx.execute(f"SELECT count(*) + {at} FROM projects")
        if fails and draw.random() < 0.5:
            raise StoreError("and that is that", file="")
        return int(tx.execute("SELECT count(*) FROM projects").get)

    # Given a connection that nothing is prepared on
    with psycopg.connect(address, autocommit=True) as other:
        other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    for _ in range(30):
        fails = draw.random() < 0.5
        if fails:
            with suppress(StoreError):
                ours.write(work)
        else:
            assert ours.write(work).value == 0
            assert names(ours) == []


def test_a_call_whose_time_is_up_waits_no_longer_for_its_turn(ours: PostgresDatabase) -> None:
    ended: list[BaseException] = []

    def late() -> None:
        try:
            with calls.running(calls.Call(50)):
                ours.write(add("late"))
        except Timeout as error:
            ended.append(error)

    def work(_tx: Tx) -> None:
        waiting = threading.Thread(target=late)
        waiting.start()
        waiting.join()

    ours.write(work)
    assert (len(ended), names(ours)) == (1, [])


def test_a_read_is_given_up_when_its_call_ends(ours: PostgresDatabase) -> None:
    with (
        pytest.raises(Timeout),
        calls.running(calls.Call(200)),
        ours.read() as reader,
    ):
        reader.execute("SELECT pg_sleep(30)")


def test_a_read_is_given_up_when_it_is_cancelled(ours: PostgresDatabase) -> None:
    call = calls.Call()
    threading.Timer(1.0, call.cancel).start()  # well after it began, on a busy machine too
    with pytest.raises(Canceled), calls.running(call), ours.read() as reader:
        reader.execute("SELECT pg_sleep(30)")


def test_what_was_cancelled_between_two_statements_asks_no_second(ours: PostgresDatabase) -> None:
    call = calls.Call()
    with calls.running(call), ours.read() as reader:
        reader.execute("SELECT 1")
        call.cancel()
        with pytest.raises(Canceled):
            reader.execute("SELECT pg_sleep(30)")
    assert names(ours) == []


def test_who_shares_a_reader_can_go_on_after_anothers_mistake(ours: PostgresDatabase) -> None:
    with ours.read() as reader:
        with pytest.raises(StoreError), ours.read() as shared:
            shared.execute("SELECT nonsense")
        assert reader.execute("SELECT count(*) FROM projects").get == 0


def test_reads_together_share_what_the_first_began(ours: PostgresDatabase) -> None:
    with ours.together():
        with ours.read() as one, ours.read() as other:
            assert one is other
        with ours.one_view() as apart:
            assert apart is not one
        with pytest.raises(StoreError), ours.read() as reader:
            reader.execute("SELECT nonsense")
        with ours.read() as again:
            assert again is one
            assert again.execute("SELECT count(*) FROM projects").get == 0
    ours.write(add("after"))
    assert names(ours) == ["after"]


def test_to_read_together_asks_nobody(ours: PostgresDatabase) -> None:
    ours.close()
    with ours.together(), pytest.raises(StoreClosed), ours.read():
        pass


def test_a_reader_cannot_write(ours: PostgresDatabase) -> None:
    with pytest.raises(StoreError), ours.read() as reader:
        reader.execute("DELETE FROM projects")


def test_one_view_sees_one_moment(ours: PostgresDatabase) -> None:
    with ours.one_view() as reader:
        assert reader.execute("SELECT count(*) FROM projects").get == 0
        ours.write(add("meanwhile"))
        assert reader.execute("SELECT count(*) FROM projects").get == 0
    assert names(ours) == ["meanwhile"]


def test_after_it_was_closed_it_says_so(ours: PostgresDatabase) -> None:
    ours.write(add("kept"))
    ours.close()
    with pytest.raises(StoreClosed):
        ours.write(add("never"))
    with pytest.raises(StoreClosed), ours.read():
        pass


def test_a_server_that_was_started_anew_is_asked_again(server: str, ours: PostgresDatabase) -> None:
    """Every connection of the pool is dead, and nobody notices."""
    ours.write(add("before"))
    with psycopg.connect(server, autocommit=True) as other:
        other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid() AND datname LIKE 't\\_%'"
        )
    assert names(ours) == ["before"]
    with psycopg.connect(server, autocommit=True) as other:
        other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid() AND datname LIKE 't\\_%'"
        )
    ours.write(add("after"))
    assert names(ours) == ["before", "after"]
