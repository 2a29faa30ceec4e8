"""The conversations' rows: the compact, and the whole where it has no file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mohen.compaction.model import Compact, Quality
from mohen.core.database import Rows
from mohen.core.values import dataclass
from mohen.errors import StoreCorrupt

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx
    from mohen.core.scope import Scope

_COMPACT = "project_id, id, summary, quality, full_ref, messages, tokens, compacted"
_TIMES = "created_at, updated_at"
_COLUMNS = f"{_COMPACT}, {_TIMES}, body, hash"


@dataclass(frozen=True, slots=True)
class Kept:
    """A compact with what its row alone knows."""

    compact: Compact
    body: str | None  # the whole, unless it is in a file or nowhere
    hash: str  # of the whole


class ConversationStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, tx: Tx, kept: Kept) -> None:
        """In place of what was kept under its id before."""
        compact = kept.compact
        tx.execute(
            f"INSERT OR REPLACE INTO conversations ({_COLUMNS}) VALUES (?,?,?,?,?,?,?,?,?,?,?,?)",
            (
                _owner(compact.project_id),
                compact.id,
                compact.summary,
                compact.quality.value,
                compact.full_ref,
                compact.messages,
                compact.tokens,
                compact.compacted,
                compact.created_at,
                compact.updated_at,
                kept.body,
                kept.hash,
            ),
        )

    def find(self, tx: Tx, scope: Scope, id: str) -> Kept | None:
        """One of exactly this scope: an id may be another conversation's in another."""
        row = tx.execute(
            f"SELECT {_COLUMNS} FROM conversations WHERE project_id = ? AND id = ?",
            (_owner(scope.project_id), id),
        ).get
        return None if row is None else _kept(row)

    def get(self, scope: Scope, id: str) -> Kept | None:
        with self._database.read() as reader:
            return self.find(reader, scope, id)

    def page(self, scope: Scope, before: tuple[int, str] | None, limit: int) -> list[Compact]:
        """The newest of a scope, or those before a moment and id; without their bodies."""
        older, moment = ("", ()) if before is None else ("AND (updated_at, id) < (?, ?)", before)
        with self._database.read() as reader:
            found = reader.execute(
                f"SELECT {_COMPACT}, {_TIMES} FROM conversations WHERE project_id = ? {older}"
                " ORDER BY updated_at DESC, id DESC LIMIT ?",
                (_owner(scope.project_id), *moment, limit),
            )
            return [_compact(row) for row in found]

    def refs(self, scope: Scope) -> list[str]:
        """Where the wholes of a scope are."""
        with self._database.read() as reader:
            found = reader.execute(
                "SELECT full_ref FROM conversations WHERE project_id = ? ORDER BY id",
                (_owner(scope.project_id),),
            )
            return [str(ref) for (ref,) in found]

    def remove(self, tx: Tx, scope: Scope, id: str) -> bool:
        """Whether it was there."""
        tx.execute(
            "DELETE FROM conversations WHERE project_id = ? AND id = ?",
            (_owner(scope.project_id), id),
        )
        return bool(tx.changes())


def _owner(project_id: str | None) -> str:
    return project_id or ""


def _kept(row: tuple[Any, ...]) -> Kept:
    *compact, body, known_by = row
    return Kept(_compact(tuple(compact)), body, known_by)


def _compact(row: tuple[Any, ...]) -> Compact:
    project, id, summary, quality, full_ref, messages, tokens, compacted, created, updated = row
    try:
        made_by = Quality(quality)
    except ValueError:
        raise StoreCorrupt("a row of mind.db makes no sense; run `mohen doctor`") from None
    return Compact(
        id=id,
        project_id=project or None,
        summary=summary,
        quality=made_by,
        full_ref=full_ref,
        messages=messages,
        tokens=tokens,
        created_at=created,
        updated_at=updated,
        compacted=bool(compacted),
    )


ROWS = (
    Rows(
        "conversations",
        f"SELECT project_id, id, {_COMPACT}, {_TIMES} FROM conversations",
        lambda row: _compact(tuple(row)),
    ),
)
