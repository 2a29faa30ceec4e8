"""What people typed to coding agents, read from what those leave in a repository."""

from __future__ import annotations

from pathlib import Path

import histories

AIDER = """
# aider chat started at 2026-01-01 10:00:00

> Aider v0.86
#### /add src/app.py

#### Fix the header.
####
#### In this repo use tabs.

Done.

#### Fix the header.
"""
SPECSTORY = """# 2026-01-01

_**User (2026-01-01 10:00Z)**_

We use pnpm.
It is quick.

---

_**Agent (a model)**_

_**User**_ is not how a turn begins here.

_**User**_

run it

_**Agent**_
"""


def test_messages_are_read_from_both(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / ".aider.chat.history.md").write_text(AIDER, encoding="utf-8")
    history = tmp_path / "b" / ".specstory" / "history"
    history.mkdir(parents=True)
    (history / "one.md").write_text(SPECSTORY, encoding="utf-8")
    (tmp_path / "README.md").write_text(AIDER, encoding="utf-8")
    assert [each.text for each in histories.read(tmp_path).turns] == [
        "Fix the header.\n\nIn this repo use tabs.",
        "Fix the header.",
        "We use pnpm.\nIt is quick.",
        "run it",
    ]
