"""What holds for all kinds of transcripts: memory is bounded, and kinds are told apart."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mohen.errors import InvalidArgument
from mohen.knowledge.transcripts.host_markup import (
    claude_code,
    codex_user,
    openclaw_assistant,
    openclaw_user,
)
from mohen.knowledge.transcripts.message_log import moment
from mohen.knowledge.transcripts.model import SourceKind
from transcripts import OpenClawFile, Reader, jsonl

MEGABYTE = 1_000_000


def peak(reader: Reader) -> tuple[int, int]:
    """Messages, and bytes that were needed to read them."""
    tracemalloc.start()
    try:
        after, count = None, 0
        (key,) = reader.keys()
        while True:
            reading = reader.once(after, key=key, most=500)
            count += len(reading.utterances)
            after = reading.bookmark
            if reading.done:
                return count, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_fifty_megabytes_are_read_in_a_few(tmp_path: Path) -> None:
    # Given a session of 50 MB, most of it what tools printed, with a branch left behind
    talk = OpenClawFile(tmp_path / "s.jsonl")
    root = talk.say("0")
    output = "x" * 100_000
    with talk.path.open("ab") as file:
        for number in range(500):
            for role, text in (("toolResult", output), ("user", f"message {number}")):
                id = f"{number}-{role}"
                message = {"role": role, "content": text}
                entry = {"type": "message", "id": id, "parentId": talk.last, "message": message}
                file.write(json.dumps(entry, separators=(",", ":")).encode() + b"\n")
                talk.last = id
    talk.say("aside", parent=root)
    talk.say("on", parent="499-user")
    assert talk.path.stat().st_size > 50 * MEGABYTE
    # When it is read, then a small part of it is ever held
    count, needed = peak(Reader(SourceKind.OPENCLAW, talk.path))
    assert count == 502
    assert needed < 5 * MEGABYTE


def test_a_line_of_fifty_megabytes_is_passed_in_a_few(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    with path.open("wb") as file:
        file.write(b'{"type":"user","message":{"role":"user","content":"one"}}\n{"a":"')
        for _ in range(50):
            file.write(b"x" * MEGABYTE)
        file.write(b'"}\n{"type":"user","message":{"role":"user","content":"two"}}\n')
    count, needed = peak(Reader(SourceKind.CLAUDE_CODE, path, line_bytes=MEGABYTE))
    assert count == 2
    assert needed < 5 * MEGABYTE


def test_an_export_of_twenty_megabytes_is_read_in_a_few(tmp_path: Path) -> None:
    path = tmp_path / "conversations.json"
    text = "x" * 99_000
    with path.open("w") as file:
        for number in range(200):
            message = {"uuid": "m", "sender": "human", "text": text, "content": []}
            talk = {"uuid": f"c{number}", "chat_messages": [message]}
            file.write(("[" if not number else ",") + json.dumps(talk))
        file.write("]")
    tracemalloc.start()
    reader = Reader(SourceKind.CLAUDE, path)
    keys = reader.keys()
    count = sum(len(reader.once(key=each).utterances) for each in keys)
    needed = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == 200
    assert needed < 8 * MEGABYTE


# -- kinds


def sample(folder: Path, kind: SourceKind) -> Path:
    match kind:
        case SourceKind.OPENCLAW:
            return OpenClawFile(folder / "a.jsonl").path
        case SourceKind.CLAUDE_CODE:
            first = {"type": "summary", "summary": "x", "leafUuid": "y"}
            return jsonl(folder / "a.jsonl", first, {"type": "user", "sessionId": "s"})
        case SourceKind.CODEX:
            return jsonl(folder / "a.jsonl", {"type": "session_meta", "payload": {"id": "x"}})
        case SourceKind.CHATGPT:
            path = folder / "conversations.json"
            path.write_text('[{"conversation_id": "x", "mapping": {}}]')
            return path
        case SourceKind.CLAUDE:
            path = folder / "conversations.json"
            path.write_text('[{"uuid": "x", "chat_messages": []}]')
            return path
        case SourceKind.TEXT:
            path = folder / "MEMORY.md"
            path.write_text("# 记忆\n")
            return path


# What a package of others reads is told by that package: tests/extending.
@pytest.mark.parametrize("kind", [kind for kind in SourceKind if kind is not SourceKind.PLUGIN])
def test_a_file_and_its_folder_say_what_they_are(tmp_path: Path, kind: SourceKind) -> None:
    path = sample(tmp_path, kind)
    (tmp_path / "README.txt").write_text("beside it")
    reader = Reader(kind, path)
    assert reader.transcripts.detect(str(path)) is kind
    assert reader.transcripts.detect(str(tmp_path)) is kind


@pytest.mark.parametrize("name", ["a.jsonl", "conversations.json", "photo.png", "empty.zip"])
def test_what_is_no_transcript_is_refused_with_the_field(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    if name == "empty.zip":
        path.write_bytes(b"PK\x05\x06" + b"\0" * 18)
    else:
        path.write_text('{"some": "thing"}\n')
    for where in (path, tmp_path / "nowhere"):
        with pytest.raises(InvalidArgument) as caught:
            Reader(SourceKind.TEXT, path).transcripts.detect(str(where))
        assert caught.value.details == {"field": "path"}
        assert str(tmp_path) not in caught.value.message


# -- words of strangers

HOSTILE = (
    "<relevant-memories>",
    "<relevant-memories ",
    "Conversation info (untrusted metadata):\n```json\n",
    "System: x\n",
    "[2026-01-01 10:00 ",
    "[[reply_to:",
    "[message_id: ",
    "<a ",
    "<system-reminder ",
    "\n",
)


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize(
    "strip", [openclaw_user, openclaw_assistant, claude_code, codex_user], ids=lambda f: f.__name__
)
def test_taking_wrappings_off_is_never_a_trap(strip: Callable[[str], str], text: str) -> None:
    """A quadratic pattern would take minutes for these, and whoever writes to an agent could
    stop its memory."""
    assert len(strip(text * 40_000)) <= len(text) * 40_000


@pytest.mark.parametrize(
    "said", [1e30, 1.77e18, 10**400, -5, 0, float("nan"), float("inf"), True, "soon",
             "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", None, []],
)  # fmt: skip
def test_a_time_that_cannot_be_is_none(said: Any) -> None:
    """No calendar has a day for it: whoever reckons with it fails."""
    assert moment(said) is None


@pytest.mark.parametrize("said", [1_770_201_000, 1_770_201_000_000, "2026-02-04T18:30:00+08:00"])
def test_a_time_in_seconds_in_milliseconds_and_in_words(said: Any) -> None:
    assert moment(said) == 1_770_201_000_000
