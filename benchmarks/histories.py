"""What people typed to coding agents: the histories that agents leave in a repository.

aider writes `.aider.chat.history.md`, SpecStory `.specstory/history/*.md` (for Cursor, Claude Code
and others). Wherever they lie in a folder they are read; the same message counts once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import retrieval

_OF_AIDER = re.compile(r"^(?:####(?: .*)?\n)+", re.MULTILINE)
_OF_SPECSTORY = re.compile(
    r"^_\*\*User\b.*\*\*_[^\S\n]*\n(?P<said>(?:(?!---[^\S\n]*$|_\*\*).*\n?)*)", re.MULTILINE
)


def read(folder: Path) -> retrieval.Store:
    """Each message in a session of its own: what was typed before it explains nothing to rules."""
    said = dict.fromkeys(each for path in sorted(folder.rglob("*.md")) for each in _typed(path))
    turns = (retrieval.Turn(text, "", f"s{n}", "user", None) for n, text in enumerate(said))
    return retrieval.Store(tuple(turns), (), by_session=False)


def _typed(path: Path) -> Iterator[str]:
    """Without the commands of the agent itself."""
    aider = ".aider.chat.history" in path.name
    if not (aider or ".specstory" in path.parts):
        return
    text = path.read_text(encoding="utf-8", errors="replace")
    for match in (_OF_AIDER if aider else _OF_SPECSTORY).finditer(text):
        lines = match.group().splitlines() if aider else match["said"].splitlines()
        said = "\n".join((line[5:] if aider else line).rstrip() for line in lines).strip()
        if said and not said.startswith("/"):
            yield said
