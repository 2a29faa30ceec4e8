"""Anthropic's tests of its memory tool on files, with Mohen's in its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from .environments import checkout, environment, our_own, suite

pytestmark = pytest.mark.peers

PACKAGE = "anthropic==2.8.0"

OF_FILES = (
    # permissions of folders, and links that lead out of them: here there are neither
    "test_mkdir_parents_not_world_writable_under_permissive_umask",
    "test_symlink_validation_reject_symlink_pointing_outside_memories",
    "test_symlink_validation_reject_creating_files_through_symlink_pointing_outside",
    "test_symlink_validation_reject_parent_directory_that_is_symlink_pointing_outside",
    "test_validate_path_returns_resolved_path_not_symlink_target",
)


def test_the_tests_of_its_memory_tool(tmp_path: Path) -> None:
    python = environment("anthropic", PACKAGE)
    folder = checkout("anthropic-sdk-python") / "tests" / "lib" / "tools" / "memory_tools"
    tests = ["test_filesystem.py"]
    assert suite(python, folder, tests, "anthropic_memory_tool", OF_FILES, tmp_path) >= 54


def test_our_own_tests_of_it() -> None:
    our_own(environment("anthropic", PACKAGE), "test_anthropic_memory.py")
