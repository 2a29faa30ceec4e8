"""Settings, stamps and alerts: the small tables of mind.db."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from mohen.core.database import Rows
from mohen.core.degradation import Alert

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx


class SettingsStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    # -- settings

    def settings(self) -> Mapping[str, str]:
        """Raw JSON values by key: whoever reads them decides what a bad one means."""
        return self._database.remembered("settings", _settings)

    def put_settings(self, tx: Tx, values: Mapping[str, str], *, now: int) -> None:
        tx.executemany(
            "INSERT OR REPLACE INTO settings (key, value, updated_at) VALUES (?,?,?)",
            ((key, value, now) for key, value in values.items()),
        )

    def add_setting(self, tx: Tx, key: str, value: str, *, now: int) -> str:
        """The value of a key, set to `value` if it had none."""
        tx.execute(
            "INSERT OR IGNORE INTO settings (key, value, updated_at) VALUES (?,?,?)",
            (key, value, now),
        )
        return str(tx.execute("SELECT value FROM settings WHERE key = ?", (key,)).get)

    def setting(self, tx: Tx, key: str) -> str | None:
        """The value of one, as a transaction finds it."""
        found = tx.execute("SELECT value FROM settings WHERE key = ?", (key,)).get
        return None if found is None else str(found)

    def drop_setting(self, tx: Tx, key: str) -> None:
        tx.execute("DELETE FROM settings WHERE key = ?", (key,))

    # -- stamps

    def stamp(self, name: str) -> int | None:
        with self._database.read() as reader:
            at = reader.execute("SELECT at FROM stamps WHERE name = ?", (name,)).get
        return None if at is None else int(at)

    def last_stamp(self) -> int | None:
        """The latest of all."""
        with self._database.read() as reader:
            at = reader.execute("SELECT max(at) FROM stamps").get
        return None if at is None else int(at)

    def put_stamp(self, tx: Tx, name: str, at: int) -> None:
        tx.execute("INSERT OR REPLACE INTO stamps (name, at) VALUES (?,?)", (name, at))

    def drop_stamp(self, tx: Tx, name: str) -> None:
        tx.execute("DELETE FROM stamps WHERE name = ?", (name,))

    # -- alerts

    def begin_alert(self, tx: Tx, alert: Alert) -> bool:
        """Open an alert; False when it is open already."""
        tx.execute(
            "INSERT OR IGNORE INTO alerts (code, subject, detail, began_at) VALUES (?,?,?,?)",
            (alert.code, alert.subject, json.dumps(dict(alert.detail)), alert.began_at),
        )
        return bool(tx.changes())

    def end_alert(self, tx: Tx, alert: Alert) -> bool:
        """End the open one of its code and subject; False when there is none."""
        tx.execute(
            "UPDATE alerts SET ended_at = ? WHERE code = ? AND subject = ? AND ended_at IS NULL",
            (alert.ended_at, alert.code, alert.subject),
        )
        return bool(tx.changes())

    def open_alerts(self) -> set[tuple[str, str]]:
        """(code, subject) of those that have not ended."""
        with self._database.read() as reader:
            found = reader.execute("SELECT code, subject FROM alerts WHERE ended_at IS NULL")
            return {(code, subject) for code, subject in found}

    def last_alert(self, code: str, subject: str) -> Alert | None:
        """The open one of its code and subject, or else the latest that ended."""
        with self._database.read() as reader:
            found = reader.execute(
                "SELECT code, subject, detail, began_at, ended_at FROM alerts"
                " WHERE code = ? AND subject = ? ORDER BY ended_at IS NULL DESC, id DESC LIMIT 1",
                (code, subject),
            ).fetchone()
        return None if found is None else _alert(found)

    def alerts(self, *, limit: int) -> list[Alert]:
        """Open ones first, then the latest that ended."""
        with self._database.read() as reader:
            found = reader.execute(
                "SELECT code, subject, detail, began_at, ended_at FROM alerts"
                " ORDER BY ended_at IS NULL DESC, id DESC LIMIT ?",
                (limit,),
            )
            return [_alert(row) for row in found]


def _settings(reader: Tx) -> Mapping[str, str]:
    # Of the table itself: without one of them nobody would know what may be kept.
    found = reader.execute(
        "SELECT coalesce(json_group_object(key, value), '{}') FROM main.settings"
    ).get
    return dict(json.loads(found))


def _alert(row: Any) -> Alert:
    code, subject, detail, began_at, ended_at = row
    return Alert(code, subject, json.loads(detail), began_at, ended_at)


ROWS = (Rows("alerts", "SELECT id, code, subject, detail, began_at, ended_at FROM alerts", _alert),)
