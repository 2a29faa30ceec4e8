"""Every call of a language model, and what it cost (C65)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mohen.core.database import Rows
from mohen.models.model import Purpose, Receipt, Result

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx

_COLUMNS = "at, purpose, model, tokens_in, tokens_out, result, run_id, id"


class ReceiptStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, tx: Tx, receipt: Receipt) -> int:
        tx.execute(
            "INSERT INTO receipts (at, purpose, model, tokens_in, tokens_out, result, run_id)"
            " VALUES (?,?,?,?,?,?,?)",
            (
                receipt.at, receipt.purpose, receipt.model, receipt.tokens_in,
                receipt.tokens_out, receipt.result, receipt.run_id,
            ),
        )  # fmt: skip
        return tx.last_insert_rowid()

    def settle(self, tx: Tx, id: int, result: Result, tokens_in: int, tokens_out: int) -> None:
        """What came of a call, and what it cost in the end."""
        tx.execute(
            "UPDATE receipts SET result = ?, tokens_in = ?, tokens_out = ? WHERE id = ?",
            (result, tokens_in, tokens_out, id),
        )

    def spent(self, purpose: Purpose, since: int, tx: Tx | None = None) -> int:
        """Tokens of a purpose since a moment; inside a transaction, as it sees them."""
        if tx is not None:
            return _spent(tx, purpose, since)
        with self._database.read() as reader:
            return _spent(reader, purpose, since)

    def latest(self) -> Receipt | None:
        found = self.list(limit=1)
        return found[0] if found else None

    def last_failure(self) -> Receipt | None:
        """The latest call that gave nothing."""
        with self._database.read() as reader:
            row = reader.execute(
                f"SELECT {_COLUMNS} FROM receipts WHERE result IN (?,?) ORDER BY id DESC LIMIT 1",
                (Result.FAILED, Result.NONSENSE),
            ).fetchone()
        return None if row is None else _receipt(row)

    def list(self, *, limit: int) -> list[Receipt]:
        """The newest first."""
        with self._database.read() as reader:
            found = reader.execute(
                f"SELECT {_COLUMNS} FROM receipts ORDER BY id DESC LIMIT ?", (limit,)
            )
            return [_receipt(row) for row in found]


def _spent(connection: Tx, purpose: Purpose, since: int) -> int:
    return int(
        connection.execute(
            "SELECT coalesce(sum(tokens_in + tokens_out), 0) FROM receipts"
            " WHERE purpose = ? AND at >= ?",
            (purpose, since),
        ).get
    )


def _receipt(row: Any) -> Receipt:
    at, purpose, model, tokens_in, tokens_out, result, run_id, id = row
    return Receipt(
        at=at,
        purpose=Purpose(purpose),
        model=model,
        tokens_in=tokens_in,
        tokens_out=tokens_out,
        result=Result(result),
        run_id=run_id,
        id=id,
    )


ROWS = (Rows("receipts", f"SELECT id, {_COLUMNS} FROM receipts", _receipt),)
