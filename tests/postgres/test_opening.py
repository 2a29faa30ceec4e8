"""How an author's memory is opened, and what many of them share."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import psycopg
import pytest
from hypothesis import given
from hypothesis import strategies as st

from factories import draft
from mohen.core.postgres.server import Server, migrate, server_at
from mohen.core.served import Served, served_at
from mohen.errors import InvalidArgument, SchemaTooNew, StoreError
from mohen.memory import open_memory
from postgres.conftest import Open, new_database

ADDRESS = "postgresql://nowhere.invalid/none"


def test_what_was_written_is_there_when_it_is_opened_again(opens: Open) -> None:
    recorded = opens("again").episodes.record(draft()).episode
    (found,) = opens("again").episodes.list("novel").items
    assert (found.id, found.texts) == (recorded.id, recorded.texts)


@pytest.mark.parametrize("name", ["", " ann", "ann ", "a\nb", "a\0b", "x" * 129, 7])
def test_a_name_that_nobody_has_is_refused(name: Any) -> None:
    with pytest.raises(InvalidArgument) as refused:
        open_memory(ADDRESS, author=name)
    assert refused.value.details["field"] == "author"


@pytest.mark.parametrize("name", ["ann", "墨痕", "o'hara", 'a"b', "a/b", "..", "%41", "a\\b", "$$"])
def test_any_other_name_is_somebody(opens: Open, name: str) -> None:
    opens(name).episodes.record(draft(project_id="own"))
    assert opens(name).status().counts.by_project == {"own": 1}


def test_whose_it_is_must_be_said_of_a_server_and_of_nothing_else(tmp_path: Path) -> None:
    with pytest.raises(InvalidArgument):
        open_memory(ADDRESS)
    with pytest.raises(InvalidArgument):
        served_at(tmp_path, "ann")


names = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=128)


@given(names, names)
def test_two_authors_never_share_a_folder_on_any_system(one: str, other: str) -> None:
    folders = [Served(ADDRESS, each).home(Path("home")) for each in (one, other)]
    assert (one == other) == (str(folders[0]).lower() == str(folders[1]).lower())
    assert all(each.parent == Path("home/authors") for each in folders)
    assert all(len(each.name) < 100 and each.name.isascii() for each in folders)


def test_the_address_is_in_no_error_and_no_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mohen.core.postgres.server._WAIT_S", 0.0)  # it never comes back
    with (
        open_memory(
            "postgresql://ann:secret@127.0.0.1:1/none?connect_timeout=1",
            author="ann",
            home=tmp_path,
        ) as memory,
        pytest.raises(StoreError) as failed,
    ):
        memory._house.mind_db.open()
    assert "secret" not in str(failed.value) + repr(failed.value.details)
    assert "secret" not in repr(memory._house.served)


def test_a_database_that_is_not_kept_in_utf8_is_refused(server: str) -> None:
    with new_database(server, "ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C'") as address:
        unfit = Server(address, 2)
        with pytest.raises(StoreError, match="UTF-8"):
            unfit.open()
        unfit.close()


def test_one_that_a_newer_mohen_wrote_is_refused(server: str) -> None:
    with new_database(server) as address:
        with psycopg.connect(address, autocommit=True) as connection:
            migrate(connection)
            connection.execute("UPDATE mohen.versions SET version = 99 WHERE store = 'mind'")
        newer = Server(address, 2)
        with pytest.raises(SchemaTooNew):
            newer.open()
        newer.close()


def test_who_owns_nothing_can_work_once_the_owner_has_made_the_tables(
    server: str, tmp_path: Path
) -> None:
    """As it should be run: one role makes the tables, another is who Mohen connects as."""
    with new_database(server) as address:
        with psycopg.connect(address, autocommit=True) as owner:
            migrate(owner)
            owner.execute("DROP ROLE IF EXISTS mohen_login")
            owner.execute("CREATE ROLE mohen_login LOGIN IN ROLE mohen_author")
        mine = address.replace("postgres@", "mohen_login@")
        with open_memory(mine, author="ann", home=tmp_path, immediate=True) as memory:
            memory.episodes.record(draft())
            assert memory.status().counts.active == 1
        server_at(mine, 2).close()
        with psycopg.connect(address, autocommit=True) as owner:
            owner.execute("DROP ROLE mohen_login")


def test_many_authors_share_one_bounded_pool_and_no_thread_of_their_own(
    address: str, opens: Open
) -> None:
    others = set(threading.enumerate())  # whoever was tested before may have left some
    memories = [opens(f"crowd-{number}") for number in range(24)]
    for each in memories:
        each.episodes.record(draft())
    threads = {each.name for each in set(threading.enumerate()) - others}
    assert not [
        each
        for each in threads
        if each.startswith(("mohen-mind", "mohen-episodes", "mohen-keeper"))
    ]
    pool = server_at(address, 16)._pool.get_stats()
    assert pool["pool_size"] <= 16


def test_a_crowd_of_readers_and_writers_waits_for_the_pool_and_does_not_lock_up(
    opens: Open,
) -> None:
    memories = [opens(f"busy-{number}") for number in range(12)]
    failed: list[BaseException] = []

    def work(memory: Any) -> None:
        try:
            for _ in range(3):
                memory.episodes.record(draft())
                memory.status()
        except Exception as error:  # noqa: BLE001 - looked at below
            failed.append(error)

    threads = [threading.Thread(target=work, args=(each,)) for each in memories * 2]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert failed == []
