"""The session tests of OpenAI's Agents SDK, with Mohen's session in the place of SQLite's."""

from __future__ import annotations

from pathlib import Path

import pytest

from .environments import checkout, environment, our_own, suite

pytestmark = pytest.mark.peers

PACKAGE = "openai-agents==0.24.0"

OF_SQLITE = (
    # a helper of theirs
    "test_await_mutation_cancellation_hides_later_failure_without_loop_error",
    # their connections, locks and transactions, reached into
    "test_sqlite_session_close_closes_worker_thread_connections",
    "test_sqlite_session_close_retries_quarantined_connection",
    "test_sqlite_session_closed_rejects_empty_add_items",
    "test_sqlite_session_failed_add_items_releases_write_lock",
    "test_sqlite_session_failed_clear_session_rolls_back",
    "test_sqlite_session_failed_pop_item_releases_write_lock",
    "test_sqlite_session_file_lock_is_shared_across_instances",
    "test_sqlite_session_post_commit_cancellation_propagates_after_known_outcome",
    "test_sqlite_session_rollback_failure_evicts_connection",
    # rows of their table, broken by hand; here the doctor sees to broken rows
    "test_sqlite_session_get_items_limit_skips_corrupt_newest_rows",
    "test_sqlite_session_get_items_session_settings_limit_skips_corrupt_rows",
    "test_sqlite_session_pop_item_returns_none_after_dropping_only_corrupt_rows",
    "test_sqlite_session_pop_item_skips_corrupt_most_recent",
)


def test_the_tests_of_its_sessions(tmp_path: Path) -> None:
    python = environment("openai-agents", PACKAGE)
    folder = checkout("openai-agents-python") / "tests"
    tests = ["memory/test_session.py", "memory/test_session_limit.py"]
    assert suite(python, folder, tests, "openai_agents_session", OF_SQLITE, tmp_path) >= 52


def test_our_own_tests_of_it() -> None:
    our_own(environment("openai-agents", PACKAGE), "test_openai_agents.py")
