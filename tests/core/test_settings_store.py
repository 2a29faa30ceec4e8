"""Settings, stamps and alerts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from databases import stranger
from mohen.core.degradation import Alert
from mohen.core.settings_store import SettingsStore
from mohen.core.sqlite.database import SqliteDatabase
from shows import shows


@pytest.fixture
def ledger(mind: SqliteDatabase) -> SettingsStore:
    return SettingsStore(mind)


def test_settings_are_empty_then_as_put_and_the_last_word_counts(
    mind: SqliteDatabase, ledger: SettingsStore
):
    assert ledger.settings() == {}
    mind.write(lambda tx: ledger.put_settings(tx, {"a": "1", "b": '"雪"'}, now=1))
    mind.write(lambda tx: ledger.put_settings(tx, {"a": "2"}, now=2))
    assert ledger.settings() == {"a": "2", "b": '"雪"'}


def test_settings_that_another_process_changed_count_at_once(
    mind: SqliteDatabase, ledger: SettingsStore
):
    mind.write(lambda tx: ledger.put_settings(tx, {"a": "1"}, now=1))
    assert ledger.settings() == ledger.settings() == {"a": "1"}
    other = stranger(mind.path)
    other.execute("UPDATE settings SET value = '2'")
    assert ledger.settings() == {"a": "2"}
    other.execute("DELETE FROM settings")
    other.close()
    assert ledger.settings() == {}


def test_a_setting_is_added_once_whoever_comes_second(mind: SqliteDatabase, ledger: SettingsStore):
    first = mind.write(lambda tx: ledger.add_setting(tx, "key", "mine", now=1)).value
    second = mind.write(lambda tx: ledger.add_setting(tx, "key", "theirs", now=2)).value
    assert (first, second) == ("mine", "mine")


def test_a_stamp_is_none_until_it_is_put(mind: SqliteDatabase, ledger: SettingsStore):
    assert ledger.stamp("strengths") is None
    mind.write(lambda tx: ledger.put_stamp(tx, "strengths", 0))
    assert ledger.stamp("strengths") == 0
    mind.write(lambda tx: ledger.put_stamp(tx, "strengths", 7))
    assert ledger.stamp("strengths") == 7


@shows("C96")
def test_an_alert_is_open_once_and_ends_once(mind: SqliteDatabase, ledger: SettingsStore):
    alert = Alert("MEMORY_DEGRADE_X", "recall", {"cure": "run `mohen doctor`"}, 5)

    def begin() -> bool:
        return mind.write(lambda tx: ledger.begin_alert(tx, alert)).value

    def end() -> bool:
        return mind.write(lambda tx: ledger.end_alert(tx, replace(alert, ended_at=9))).value

    assert (begin(), begin()) == (True, False)
    assert ledger.alerts(limit=10) == [alert]
    assert (end(), end()) == (True, False)
    assert begin()  # it may come back
    assert [each.ended_at for each in ledger.alerts(limit=10)] == [None, 9]


def test_open_alerts_come_first_then_the_latest(mind: SqliteDatabase, ledger: SettingsStore):
    def write(tx) -> None:
        for n in range(4):
            ledger.begin_alert(tx, Alert(f"A{n}", "s", {}, n))
        for n in (1, 3):
            ledger.end_alert(tx, Alert(f"A{n}", "s", {}, n, 10 + n))

    mind.write(write)
    assert [each.code for each in ledger.alerts(limit=10)] == ["A2", "A0", "A3", "A1"]
    assert [each.code for each in ledger.alerts(limit=2)] == ["A2", "A0"]


def test_the_same_trouble_of_two_subjects_is_two_alerts(
    mind: SqliteDatabase, ledger: SettingsStore
):
    for subject in ("words", "recall"):
        assert mind.write(
            lambda tx, subject=subject: ledger.begin_alert(tx, Alert("A", subject, {}, 1))
        ).value
    assert len(ledger.alerts(limit=10)) == 2
