"""On a server an author's words are sealed, and what is forgotten is gone with its key (C101)."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from mohen.core import sealing
from mohen.core.author_keys import KeysInFolder
from mohen.core.database import Tx
from mohen.core.fulltext import Word
from mohen.core.postgres.database import PostgresDatabase
from mohen.core.postgres.session import session_of
from mohen.errors import StoreCorrupt, StoreSealed
from postgres.conftest import Author, Authors
from postgres.stores import store
from sealed_statements import watch
from shows import shows

CANARIES = ("魑墨鲸", "zyxquorvex", "蛟篆螭")
SAID = f"林远在{CANARIES[0]}推开木门，{CANARIES[1]}还在{CANARIES[2]}。"
Make = Callable[..., PostgresDatabase]


# -- a store


@pytest.fixture
def folder(keys: Path, request: pytest.FixtureRequest) -> Path:
    """Where the keys of this test's author are."""
    return keys / name_of(request).encode().hex()


@pytest.fixture
def make(address: str, request: pytest.FixtureRequest) -> Iterator[Make]:
    """`make()`: the author's store of knowledge as another process would have it."""
    made: list[PostgresDatabase] = []

    def another(author: str = "", **changes: Any) -> PostgresDatabase:
        made.append(store(address, author or name_of(request), "mind", **changes))
        return made[-1]

    yield another
    for each in made:
        each.close()


def name_of(request: pytest.FixtureRequest) -> str:
    return f"s-{request.node.name}"[:100]


def tell(of: PostgresDatabase, key: str, value: str) -> None:
    of.write(
        lambda tx: tx.execute(
            "INSERT OR REPLACE INTO settings (key, value, updated_at) VALUES (?, ?, 1)",
            (key, value),
        )
    )


def forget(of: PostgresDatabase, key: str) -> None:
    of.write(lambda tx: tx.execute("DELETE FROM settings WHERE key = ?", (key,)))


def told(of: PostgresDatabase) -> dict[str, str]:
    with of.read() as reader:
        return dict(reader.execute("SELECT key, value FROM settings").fetchall())


def wiped(of: PostgresDatabase) -> bool:
    return of.clean_pages(0, 1) == (True, None)


def owner(address: str) -> psycopg.Connection[Any]:
    made = psycopg.connect(address, autocommit=True)
    made.execute("SET search_path = mohen_mind")
    return made


def test_what_is_written_is_read_again_by_whoever_has_the_key(make: Make) -> None:
    tell(make(), "k", SAID)
    assert told(make()) == {"k": SAID}


@pytest.mark.parametrize("value", ["", "[]", "{}", "\0", "\x01not a name", "\\x5b5d", "😀" * 500])
def test_every_value_comes_back_as_it_was(make: Make, value: str) -> None:
    ours = make()
    tell(ours, "k", value)
    assert told(make()) == {"k": value}
    with ours.read() as reader:
        found = reader.execute(
            "SELECT coalesce(json_group_object(key, value), '{}') FROM settings"
        ).get
    assert ours.write(lambda tx: told_in(tx)).value == [value]
    import json

    assert json.loads(found) == {"k": value}


def told_in(tx: Tx) -> list[str]:
    return [value for (value,) in tx.execute("SELECT value FROM settings")]


def test_a_row_that_was_written_is_read_in_the_same_transaction(make: Make) -> None:
    def work(tx: Tx) -> list[str]:
        tx.executemany(
            "INSERT INTO settings (key, value, updated_at) VALUES (?, ?, 1)",
            [("a", "one"), ("b", "two")],
        )
        tx.execute("UPDATE settings SET value = ? WHERE key = 'b'", ("three",))
        return sorted(told_in(tx))

    assert make().write(work).value == ["one", "three"]


def test_what_was_rolled_back_leaves_no_key_behind(make: Make) -> None:
    """Given a transaction that came to nothing, the next one's rows are read all the same."""
    ours = make()

    def fails(tx: Tx) -> None:
        tx.execute("INSERT INTO settings (key, value, updated_at) VALUES ('a', ?, 1)", ("never",))
        told_in(tx)
        raise RuntimeError

    with pytest.raises(RuntimeError):
        ours.write(fails)
    tell(ours, "b", "said")
    assert told(ours) == told(make()) == {"b": "said"}


# -- forgetting


@shows("C101")
def test_forgetting_destroys_the_old_key_and_keeps_the_rest(make: Make, folder: Path) -> None:
    ours = make()
    tell(ours, "goes", SAID)
    tell(ours, "stays", "said")
    before = keys_in(folder)
    forget(ours, "goes")
    assert wiped(ours)
    assert len(keys_in(folder)) == 1
    assert keys_in(folder).isdisjoint(before)
    assert told(ours) == told(make()) == {"stays": "said"}


def keys_in(folder: Path) -> set[str]:
    return {each.read_text() for each in folder.glob("mind-*.key")}


@pytest.mark.parametrize("with_old_key_row", [False, True])
def test_what_was_forgotten_opens_with_nothing_that_is_left(
    make: Make, address: str, request: pytest.FixtureRequest, *, with_old_key_row: bool
) -> None:
    """Given a copy of every row from before, when something was forgotten, then whoever brings the
    copy back reads nothing of it: neither with the new key nor without."""
    ours, whose = make(), name_of(request)
    tell(ours, "goes", SAID)
    tell(ours, "stays", "said")
    tables = ("settings", "item_keys", *(["author_key"] if with_old_key_row else []))
    with owner(address) as backup:
        for table in tables:
            backup.execute(f"CREATE TEMP TABLE old_{table} AS SELECT * FROM {table}")
        forget(ours, "goes")
        assert wiped(ours)
        for table in tables:
            backup.execute(f"DELETE FROM {table} WHERE tenant = %s", (whose,))
            backup.execute(
                f"INSERT INTO {table} SELECT * FROM old_{table} WHERE tenant = %s", (whose,)
            )
    with pytest.raises(StoreSealed if with_old_key_row else StoreCorrupt):
        told(make())


def test_names_are_looked_up_before_and_after_and_no_old_one_opens(
    make: Make, address: str, request: pytest.FixtureRequest
) -> None:
    ours = make()

    def add(tx: Tx) -> None:
        for number, label in enumerate((CANARIES[0], CANARIES[0], "ann:paris")):
            tx.execute(
                "INSERT INTO feedback (id, at, skill_id, action, label)"
                " VALUES (?, 1, 's', 'accept', ?)",
                (str(number), label),
            )

    def found(of: PostgresDatabase) -> list[tuple[str, int]]:
        with of.read() as reader:
            return sorted(
                reader.execute("SELECT label, count(*) FROM feedback GROUP BY label").fetchall()
            )

    def same(of: PostgresDatabase, label: str) -> int:
        with of.read() as reader:
            return int(
                reader.execute(
                    "SELECT count(*) FROM feedback WHERE label = ?", (of.named(reader, label),)
                ).get
            )

    ours.write(add)
    with owner(address) as theirs:
        kept = "SELECT DISTINCT label FROM feedback WHERE tenant = %s"
        before = {each for (each,) in theirs.execute(kept, (name_of(request),))}
        assert wiped(ours)
        after = {each for (each,) in theirs.execute(kept, (name_of(request),))}
    assert before.isdisjoint(after)
    for each in (ours, make()):
        assert found(each) == [("ann:paris", 1), (CANARIES[0], 2)]
        assert same(each, CANARIES[0]) == 2
        with each.read() as reader:
            assert all(session_of(reader).ring.name(name) == name for name in before)


def test_keys_that_no_row_asks_for_go(make: Make, address: str) -> None:
    ours = make()
    for number in range(5):
        tell(ours, "same", f"version {number}")
    assert wiped(ours)
    with ours.read() as reader:
        assert reader.execute("SELECT count(*) FROM item_keys").get == 1
    assert told(ours) == {"same": "version 4"}


def test_another_process_goes_on_with_the_new_key(make: Make) -> None:
    """Given two processes, when one forgets, the other reads and writes on."""
    ours, theirs = make(), make()
    tell(ours, "a", "one")
    assert told(theirs) == {"a": "one"}
    assert wiped(ours)
    assert told(theirs) == {"a": "one"}
    tell(theirs, "b", "two")
    assert wiped(theirs)
    assert told(ours) == told(make()) == {"a": "one", "b": "two"}


def test_a_reader_keeps_the_key_from_being_renewed_and_reads_on(make: Make, folder: Path) -> None:
    ours, theirs = make(), make()
    tell(ours, "a", "one")
    with theirs.read() as reader:
        before = keys_in(folder)
        assert not wiped(ours)
        assert keys_in(folder) == before
        assert [value for (value,) in reader.execute("SELECT value FROM settings")] == ["one"]
    assert wiped(ours)


def test_who_begins_to_read_while_it_is_renewed_reads_what_was(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mohen.core.postgres import database as engine

    ours, theirs = make(), make()
    tell(ours, "a", "one")
    told(theirs)
    rewrap, read = engine.rewrap, list[dict[str, str]]()

    def slowly(*args: Any) -> None:
        rewrap(*args)
        read.append(told(theirs))

    monkeypatch.setattr(engine, "rewrap", slowly)
    assert wiped(ours)
    assert read == [{"a": "one"}]
    assert told(theirs) == {"a": "one"}


_KILLED = """
import os, sys
sys.path[:0] = {path!r}
from postgres.stores import store
from mohen.core.postgres import database as engine, seals
step = sys.argv[3]
def die(*_): os._exit(9)
if step == "made":
    engine.rewrap = die
elif step == "wrapped":
    engine._commit = die
elif step == "committed":
    seals.Seals.destroy = die
store(sys.argv[1], sys.argv[2], "mind").clean_pages(0, 1)
"""


@pytest.mark.parametrize("step", ["made", "wrapped", "committed"])
def test_a_kill_at_any_step_leaves_everything_readable_and_the_next_wipe_finishes(
    make: Make, address: str, folder: Path, request: pytest.FixtureRequest, step: str
) -> None:
    ours = make()
    tell(ours, "stays", SAID)
    before = keys_in(folder)
    killed = subprocess.run(
        [sys.executable, "-c", _KILLED.format(path=sys.path), address, name_of(request), step],
        check=False,
        env=os.environ,
    )
    assert killed.returncode == 9
    assert len(keys_in(folder)) == 2  # the old one and the new one
    assert told(ours) == told(make()) == {"stays": SAID}
    assert wiped(ours)
    assert len(keys_in(folder)) == 1
    assert keys_in(folder).isdisjoint(before)
    assert told(ours) == told(make()) == {"stays": SAID}


# -- words


def test_words_of_a_row_that_is_gone_open_with_no_key_that_is_left(
    make: Make, address: str
) -> None:
    """Given rows of words, when one goes and is wiped, then nothing opens what its row held, nobody
    finds it, and the others are found as before."""
    ours = make()
    words = ours.words("knowledge_search")

    def add(tx: Tx) -> None:
        for seq, terms in ((1, f"{CANARIES[1]} same"), (2, "stays same")):
            words.add(tx, seq, "p", terms)

    def found(word: str) -> list[int]:
        return sorted(seq for seq, _ in words.best([Word(word)], scopes=["p"], limit=9))

    ours.write(add)
    held = "SELECT said FROM knowledge_search_rows WHERE tenant = %s AND seq = 1"
    with owner(address) as connection:
        (said,) = connection.execute(held, (ours.author,)).fetchone() or (b"",)
    assert found("same") == [1, 2]
    assert found(CANARIES[1]) == [1]
    ours.write(lambda tx: words.remove(tx, [1]))
    assert wiped(ours)
    assert found("same") == [2]
    assert found(CANARIES[1]) == []
    kept = "SELECT 1 FROM item_keys WHERE tenant = %s AND number = %s"
    with owner(address) as connection:
        asked = (ours.author, sealing.number_of(said))
        assert connection.execute(kept, asked).fetchone() is None
    with ours.read() as reader:
        assert words.in_order([("p", 1)], reader)


# -- keys that are not there


def test_without_the_key_nothing_is_read_or_written_and_it_is_said_what_to_do(
    make: Make, folder: Path
) -> None:
    tell(make(), "a", "one")
    away = [each.rename(each.with_suffix(".away")) for each in folder.glob("*.key")]
    theirs = make()
    for use in (lambda: told(theirs), lambda: tell(theirs, "b", "two")):
        with pytest.raises(StoreSealed, match="MOHEN_AUTHOR_KEYS"):
            use()
    for each in away:
        each.rename(each.with_suffix(".key"))
    assert told(theirs) == {"a": "one"}


def test_another_authors_key_opens_nothing(make: Make, folder: Path, keys: Path) -> None:
    tell(make(), "a", "one")
    tell(make("somebody else"), "a", "two")
    (own,) = folder.glob("mind-*.key")
    (other,) = (keys / b"somebody else".hex()).glob("mind-*.key")
    own.write_text(other.read_text())
    with pytest.raises(StoreSealed):
        told(make())


def test_a_row_that_was_changed_by_another_hand_is_not_believed(
    make: Make, address: str, request: pytest.FixtureRequest
) -> None:
    tell(make(), "a", "one")
    with owner(address) as theirs:
        theirs.execute(
            "UPDATE settings SET value = set_byte(value, 30, 255 - get_byte(value, 30))"
            " WHERE tenant = %s",
            (name_of(request),),
        )
    with pytest.raises(StoreCorrupt):
        told(make())


def test_a_key_that_cannot_be_replaced_wipes_nothing_and_says_so(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MOHEN_AUTHOR_KEY", "ab" * 32)
    ours = make()
    tell(ours, "a", SAID)
    assert not ours.wipes
    assert not wiped(ours)
    assert told(make()) == {"a": SAID}


def test_an_old_key_that_cannot_be_destroyed_is_no_wipe(
    make: Make, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    """Given a folder that takes files and gives none up, the wipe fails, is told, and is made good
    the next time."""
    from mohen.errors import IoFailed

    ours = make()
    tell(ours, "a", "one")
    with monkeypatch.context() as patch:

        def refuse(_self: KeysInFolder, _name: str) -> None:
            raise IoFailed("no")

        patch.setattr(KeysInFolder, "destroy", refuse)
        assert not wiped(ours)
    assert len(keys_in(folder)) == 2
    assert told(ours) == told(make()) == {"a": "one"}
    assert wiped(ours)
    assert len(keys_in(folder)) == 1


# -- a whole memory


def live(world: Author) -> list[str]:
    """Words go in through every door; answers the ids of what can be forgotten."""
    scene = f"雨夜里，{SAID}"
    kept = world.record(inputContext=scene, candidates=[SAID, f"{SAID}又"], finalText=SAID)
    world.query(queryText=CANARIES[0])
    item = world.ok("knowledge:capture", projectId="novel", type="fact", content=SAID)
    world.ok("knowledge:search", projectId="novel", query=CANARIES[0])
    message = {"role": "user", "text": SAID, "speaker": CANARIES[1]}
    world.ok("talk:hear", projectId="novel", session="s", messages=[message])
    world.ok("talk:search", projectId="novel", query=CANARIES[0])
    world.ok(
        "documents:put", projectId="novel", namespace=[CANARIES[1]], key=CANARIES[1],
        value={"said": SAID},
    )  # fmt: skip
    for kind in ("preference", "note"):
        world.ok(
            "memory:create", scope="project", projectId="novel", type=kind,
            content=f"不要写{CANARIES[0]}",
        )  # fmt: skip
    world.ok("memory:status")
    world.memory.doctor()
    return [kept["episodeId"], item["item"]["id"]]


def everything(address: str) -> bytes:
    """Every byte of the server's, its log among them."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("CHECKPOINT")
        found = connection.execute("SHOW data_directory").fetchone()
    assert found is not None
    return b"".join(
        each.read_bytes() for each in sorted(Path(found[0]).rglob("*")) if each.is_file()
    )


@shows("C101")
def test_no_file_of_the_server_ever_holds_a_word(address: str, authors: Authors) -> None:
    """Given words that came in through every door, no file of the server's holds one: not before
    anything was forgotten, and not after."""
    world = authors("canary")
    episode, item = live(world)
    pieces = [each.encode() for each in (*CANARIES, CANARIES[0][:2], CANARIES[2][1:])]
    held = everything(address)
    assert [each for each in pieces if each in held] == []
    assert b"canary" in held  # whose rows they are is no secret
    receipt = world.ok("memory:forget", projectId="novel", episodeId=episode)
    assert receipt["wiped"]
    assert {each["where"] for each in receipt["rests"]} == {"rows", "log", "backups"}
    assert world.ok("memory:forget", projectId="novel", knowledgeId=item)["wiped"]
    held = everything(address)
    assert [each for each in pieces if each in held] == []
    assert world.ok("talk:search", projectId="novel", query=CANARIES[0])["items"]


def test_no_statement_asks_postgresql_to_look_into_what_it_cannot_read(
    authors: Authors, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whole suites are looked at in the same way when they are run on PostgreSQL
    (on_postgres.py)."""
    seen = watch(monkeypatch.setattr)
    live(authors("watched"))
    assert len(seen) > 80


def test_a_key_that_stays_leaves_the_receipt_saying_that_nothing_is_wiped(
    authors: Authors, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MOHEN_AUTHOR_KEY", "cd" * 32)
    world = authors("given")
    kept = world.record()["episodeId"]
    receipt = world.ok("memory:forget", projectId="novel", episodeId=kept)
    assert not receipt["wiped"]
    assert "rests" not in receipt


# -- a key that is lost


def test_the_doctor_says_how_a_lost_key_comes_back(
    authors: Authors, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MOHEN_AUTHOR_KEYS", str(tmp_path / "own"))
    ann = authors("ann-without-key")
    ann.record()
    for each in (tmp_path / "own").glob("*/episodes-*"):
        each.unlink()
    ann.reopen()
    (told,) = (each for each in ann.ok("memory:doctor")["checks"] if each["finding"] == "fail")
    assert told["name"] == "episodes.db"
    assert "MOHEN_AUTHOR_KEYS" in told["cure"]["en"]
    assert "MOHEN_AUTHOR_KEYS" in told["cure"]["zh"]


def test_keys_are_in_a_folder_that_is_open_to_nobody_else(tmp_path: Path) -> None:
    KeysInFolder(tmp_path / "author-keys" / "ann").make("mind-a-b")
    for each in (tmp_path / "author-keys", tmp_path / "author-keys" / "ann"):
        assert each.stat().st_mode & 0o077 == 0
