"""Authors, tokens and browsers of a team: in SQL that every engine understands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mohen.core.database import Rows
from mohen.server.browsers.kept import Browser
from mohen.team.model import Author, Token

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx

_TOKEN = "t.id, t.author, t.scope, t.note, t.made, t.expires, t.used"
_OF_AUTHORS = "FROM tokens t JOIN authors a ON a.name = t.author WHERE a.removed IS NULL"
_AUTHOR = (
    "SELECT a.name, a.since, a.removed,"
    " (SELECT count(*) FROM tokens t WHERE t.author = a.name),"
    " (SELECT count(*) FROM browsers b JOIN tokens t ON t.id = b.token WHERE t.author = a.name),"
    " (SELECT max(t.used) FROM tokens t WHERE t.author = a.name) FROM authors a"
)
_BROWSERS = "FROM browsers b JOIN tokens t ON t.id = b.token WHERE t.author = ?"


class TeamStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    def id(self, fresh: str) -> str:
        """Which team this is: the fresh one, if it was never asked before."""

        def keep(tx: Tx) -> str:
            put = "INSERT INTO team (one, id) VALUES (1, ?) ON CONFLICT (one) DO NOTHING"
            tx.execute(put, (fresh,))
            return str(tx.execute("SELECT id FROM team").get)

        return self._database.write(keep).value

    def answers(self) -> bool:
        with self._database.read() as reader:
            return reader.execute("SELECT count(*) FROM team").get is not None

    # -- authors

    def put_author(self, tx: Tx, name: str, now: int) -> None:
        """New, or back again."""
        tx.execute(
            "INSERT INTO authors (name, since) VALUES (?, ?)"
            " ON CONFLICT (name) DO UPDATE SET removed = NULL",
            (name, now),
        )

    def author(self, name: str, tx: Tx | None = None) -> Author | None:
        with self._database.view(tx) as reader:
            row = reader.execute(f"{_AUTHOR} WHERE a.name = ?", (name,)).fetchone()
            return None if row is None else _author(row)

    def authors(self, after: str, limit: int) -> list[Author]:
        """In the order of their names."""
        with self._database.read() as reader:
            asked = f"{_AUTHOR} WHERE a.name > ? ORDER BY a.name LIMIT ?"
            return [_author(row) for row in reader.execute(asked, (after, limit))]

    def shut_out(self, tx: Tx, name: str, now: int) -> None:
        """Their tokens are gone, and with those their browsers."""
        tx.execute("DELETE FROM tokens WHERE author = ?", (name,))
        tx.execute("UPDATE authors SET removed = ? WHERE name = ?", (now, name))

    def drop_author(self, tx: Tx, name: str) -> None:
        tx.execute("DELETE FROM authors WHERE name = ?", (name,))

    def totals(self) -> tuple[int, int, int]:
        """Authors who may come in, tokens, browsers."""
        with self._database.read() as reader:
            row = reader.execute(
                "SELECT (SELECT count(*) FROM authors WHERE removed IS NULL),"
                " (SELECT count(*) FROM tokens), (SELECT count(*) FROM browsers)"
            ).fetchone()
            return int(row[0]), int(row[1]), int(row[2])

    # -- tokens

    def put_token(self, tx: Tx, token: Token, digest: str) -> None:
        tx.execute(
            "INSERT INTO tokens (id, author, scope, note, digest, made, expires)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                *(token.id, token.author, token.scope, token.note),
                *(digest, token.made, token.expires),
            ),
        )

    def by_digest(self, digest: str) -> tuple[str, Token] | None:
        with self._database.read() as reader:
            asked = f"SELECT t.digest, {_TOKEN} {_OF_AUTHORS} AND t.digest = ?"
            row = reader.execute(asked, (digest,)).fetchone()
            return None if row is None else (str(row[0]), _token(row[1:]))

    def tokens(self, author: str, tx: Tx | None = None) -> list[Token]:
        """The newest first."""
        with self._database.view(tx) as reader:
            asked = f"SELECT {_TOKEN} FROM tokens t WHERE t.author = ? ORDER BY t.made DESC, t.id"
            return [_token(row) for row in reader.execute(asked, (author,))]

    def drop_token(self, tx: Tx, id: str) -> Token | None:
        row = tx.execute(f"SELECT {_TOKEN} FROM tokens t WHERE t.id = ?", (id,)).fetchone()
        tx.execute("DELETE FROM tokens WHERE id = ?", (id,))
        return None if row is None else _token(row)

    def note_used(self, id: str, now: int) -> None:
        self._database.write(
            lambda tx: tx.execute("UPDATE tokens SET used = ? WHERE id = ?", (now, id))
        )

    # -- browsers

    def put_browser(self, tx: Tx, id: str, token: str, seal: str, name: str, now: int) -> None:
        tx.execute(
            "INSERT INTO browsers (id, token, seal, name, since, seen) VALUES (?, ?, ?, ?, ?, ?)",
            (id, token, seal, name, now, now),
        )

    def by_browser(self, id: str) -> tuple[str, int, Token] | None:
        """Its seal, when it was seen, and the token it was let in for."""
        with self._database.read() as reader:
            asked = (
                f"SELECT b.seal, b.seen, {_TOKEN} FROM browsers b JOIN tokens t ON t.id = b.token"
                " JOIN authors a ON a.name = t.author WHERE a.removed IS NULL AND b.id = ?"
            )
            row = reader.execute(asked, (id,)).fetchone()
            return None if row is None else (str(row[0]), int(row[1]), _token(row[2:]))

    def browsers(self, author: str, tx: Tx | None = None) -> list[Browser]:
        """The latest seen first."""
        with self._database.view(tx) as reader:
            asked = f"SELECT b.id, b.name, b.since, b.seen {_BROWSERS} ORDER BY b.seen DESC, b.id"
            return [Browser(*row) for row in reader.execute(asked, (author,))]

    def drop_browsers(self, tx: Tx, ids: Sequence[str]) -> None:
        tx.executemany("DELETE FROM browsers WHERE id = ?", [(each,) for each in ids])

    def note_seen(self, id: str, now: int) -> None:
        self._database.write(
            lambda tx: tx.execute("UPDATE browsers SET seen = ? WHERE id = ?", (now, id))
        )


def _author(row: Sequence[Any]) -> Author:
    return Author(*row)


def _token(row: Sequence[Any]) -> Token:
    return Token(*row)


ROWS = (
    Rows("authors", "SELECT name, name, since, removed FROM authors", lambda row: Author(*row)),
    Rows("tokens", f"SELECT t.id, {_TOKEN} FROM tokens t", _token),
    Rows(
        "browsers",
        "SELECT id, id, name, since, seen FROM browsers",
        lambda row: Browser(*row),
    ),
)
"""How rows are read, for whoever looks for damage."""
