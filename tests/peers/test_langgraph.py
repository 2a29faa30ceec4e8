"""LangGraph's own tests of its stores, with Mohen's store in their place."""

from __future__ import annotations

from pathlib import Path

import pytest

from .environments import checkout, environment, our_own, suite

pytestmark = pytest.mark.peers

PACKAGES = ("langgraph-checkpoint==4.3.1", "langgraph-checkpoint-sqlite==3.1.2")

NOT_OF_A_STORE = (
    # LangGraph's own wrapper around a store, and its reader of paths: no store takes part
    "test_async_batch_store",
    "test_async_batch_store_resilience",
    "test_async_batch_store_handles_cancellation",
    "test_async_batch_store_deduplication",
    "test_get_text_at_path",
)
OF_SQLITE = (
    # how SQLite's store writes its SQL, and its migrations
    "test_nonnull_migrations",
    "test_escape_glob_literal",
    "test_namespace_match_pattern",
    "test_list_namespaces_prefix_uses_indexable_condition",
    # looks for its tables through its connection
    "test_vector_store_initialization",
    # expects an error for a field whose name could end an SQL string; here any name is a name, and
    # one that no document has matches none
    "test_sql_injection_vulnerability",
    # expects that the asynchronous store refuses calls that wait; here both are one store
    "test_no_running_loop",
)


def test_the_tests_of_its_base_store(tmp_path: Path) -> None:
    python = environment("langgraph", *PACKAGES)
    folder = checkout("langgraph") / "libs" / "checkpoint" / "tests"
    tests = ["test_store.py"]
    assert suite(python, folder, tests, "langgraph_stores", NOT_OF_A_STORE, tmp_path) >= 19


def test_the_tests_of_its_sqlite_store(tmp_path: Path) -> None:
    python = environment("langgraph", *PACKAGES)
    folder = checkout("langgraph") / "libs" / "checkpoint-sqlite" / "tests"
    tests = ["test_store.py", "test_async_store.py", "test_ttl.py"]
    assert suite(python, folder, tests, "langgraph_stores", OF_SQLITE, tmp_path) >= 94


def test_our_own_tests_of_it() -> None:
    our_own(environment("langgraph", *PACKAGES), "test_langgraph.py")
