"""One reader for each kind of source."""

from __future__ import annotations

import os
from pathlib import Path

from mohen.adapters.transcripts import chatgpt, claude, claude_code, codex
from mohen.adapters.transcripts.detect import detect
from mohen.adapters.transcripts.exports import Exports
from mohen.adapters.transcripts.journals import Journals
from mohen.adapters.transcripts.openclaw import Homes, OpenClaw, discover
from mohen.adapters.transcripts.text import Text
from mohen.model.transcript import Source, SourceKind
from mohen.policy import Transcripts as Bounds


class Readers:
    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds
        self._openclaw = OpenClaw(bounds)
        self.of: dict[SourceKind, Journals | Exports] = {
            SourceKind.OPENCLAW: self._openclaw,
            SourceKind.CLAUDE_CODE: Journals(
                SourceKind.CLAUDE_CODE, bounds, claude_code.session, claude_code.hearing
            ),
            SourceKind.CODEX: Journals(SourceKind.CODEX, bounds, codex.session, codex.hearing),
            SourceKind.CHATGPT: Exports(SourceKind.CHATGPT, bounds, chatgpt.parse),
            SourceKind.CLAUDE: Exports(SourceKind.CLAUDE, bounds, claude.parse),
            SourceKind.TEXT: Text(bounds),
        }

    def detect(self, path: str) -> SourceKind:
        return detect(path, self._bounds)

    def discover(self, workspace: str) -> tuple[Source, ...]:
        homes = Homes.of(os.environ.get("OPENCLAW_STATE_DIR"), _users_home())
        found = discover(self._openclaw, homes, workspace, probed=self._bounds.probed)
        return tuple(found)


def _users_home() -> Path | None:
    try:
        return Path.home()
    except RuntimeError:  # a user without one
        return None
