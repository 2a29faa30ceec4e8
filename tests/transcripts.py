"""Conversations as hosts write them to disk, for tests that read them back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from mohen.knowledge.policy import Transcripts as Bounds
from mohen.knowledge.transcripts.detect import Readers
from mohen.knowledge.transcripts.model import Bookmark, Reading, Source, SourceKind, Utterance

DAY_ONE = 1_767_225_600_000  # 2026-01-01


def iso(at: int) -> str:
    return datetime.fromtimestamp(at / 1_000, UTC).isoformat().replace("+00:00", "Z")


class OpenClawFile:
    """A session of OpenClaw, to be written line by line."""

    def __init__(self, path: Path, *, cwd: str = "/home/me/claw", at: int = DAY_ONE) -> None:
        self.path = path
        self.at = at
        self.last: str | None = None
        self._ids = iter(range(1, 10**9))
        path.parent.mkdir(parents=True, exist_ok=True)
        header = {"type": "session", "version": 3, "id": path.stem, "cwd": cwd}
        self.raw(json.dumps({**header, "timestamp": iso(at)}, separators=(",", ":")) + "\n")

    def raw(self, text: str | bytes) -> None:
        with self.path.open("ab") as file:
            file.write(text if isinstance(text, bytes) else text.encode())

    def entry(self, kind: str, *, parent: str | None = "last", **fields: Any) -> str:
        """One more; its parent is the last one unless another is named, or None."""
        id = f"{next(self._ids):08x}"
        above = self.last if parent == "last" else parent
        self.at += 1_000
        value = {"type": kind, "id": id, "parentId": above, "timestamp": iso(self.at), **fields}
        self.raw(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n")
        self.last = id
        return id

    def say(self, text: Any, *, role: str = "user", **named: Any) -> str:
        parts = [{"type": "text", "text": text}] if isinstance(text, str) else text
        message = {"role": role, "content": parts, "timestamp": self.at + 1_000}
        return self.entry("message", message=message, **named)


class Reader:
    """Reads one source as a consolidation does: batch by batch, with bookmarks in between."""

    def __init__(self, kind: SourceKind, path: Path | str, **bounds: int) -> None:
        self.transcripts = Readers(Bounds(**bounds))
        self.source = Source(kind, str(path))

    def keys(self) -> list[str]:
        return [each.key for each in self.transcripts.sessions(self.source)]

    def once(self, after: Bookmark | None = None, *, key: str = "", most: int = 1_000) -> Reading:
        key = key or self.keys()[0]
        return self.transcripts.read(self.source, key, after, most=most)

    def whole(self, *, key: str = "", most: int = 2) -> list[Utterance]:
        """In batches as small as that."""
        said: list[Utterance] = []
        after = None
        while True:
            reading = self.once(after, key=key, most=most)
            said += reading.utterances
            after = reading.bookmark
            if reading.done:
                return said


def texts(reading: Reading) -> list[str]:
    return [each.text for each in reading.utterances]


def jsonl(path: Path, *values: Mapping[str, Any]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in values), "utf-8"
    )
    return path
