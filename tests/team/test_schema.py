"""Both engines keep the same things under the same names."""

from __future__ import annotations

from pathlib import Path

import pytest

from databases import database
from mohen.core.database import Database
from team.stores import store


def columns(of: Database) -> dict[str, set[str]]:
    with of.read() as reader:
        return {name: set(each) for name, each in of.tables(reader).items() if name != "commits"}


@pytest.mark.parametrize("kind", ["episodes", "mind", "talk"])
def test_every_table_has_the_same_columns_on_both_engines(
    address: str, tmp_path: Path, kind: str
) -> None:
    here, there = database(tmp_path, kind), store(address, "schema", kind)
    assert columns(here) == columns(there)
    here.close()


def test_a_copy_to_rehearse_on_holds_every_row_and_word(address: str, tmp_path: Path) -> None:
    ours = store(address, "copied")
    words = ours.words("search")
    ours.write(lambda tx: tx.execute("INSERT INTO projects (id) VALUES ('novel')"))
    ours.write(lambda tx: words.add(tx, 7, "p1", "雨夜 桥头 雨夜"))

    ours.copy_into(tmp_path / "episodes.db")

    copy = database(tmp_path)
    with copy.read() as reader:
        assert reader.execute("SELECT pk, id FROM projects").fetchall() == [(1, "novel")]
        assert [seq for (seq,) in reader.execute(copy.words("search").rows())] == [7]
    assert copy.words("search").spread(["雨夜"]) == {"雨夜": 1}
    copy.close()
