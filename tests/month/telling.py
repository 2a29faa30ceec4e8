"""The script of a month, written down as OpenClaw does, day by day."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from month.script import Day, Line, Reader, Session
from transcripts import OpenClawFile

_THINKING = "我叫李四，我对虾过敏。 I live in Paris."
_METADATA = 'Conversation info (untrusted metadata):\n```json\n{"sender": "I live in Rome"}\n```'
_SUMMARY = "用户叫王五，住在西安。 The user lives in Rome and hates tea."


class Teller:
    """Writes what is said, with all that hosts write between it, and lets a reader hear it."""

    def __init__(self, folder: Path, reader: Reader) -> None:
        self.folder = folder
        self.reader = reader
        self._told = 0

    def tell(self, day: Day) -> None:
        for session in day.sessions:
            self._session(session)

    def _session(self, session: Session) -> None:
        file = OpenClawFile(self.folder / f"{session.name}.jsonl", at=session.at)
        file.entry("model_change", provider="x", modelId="y")
        for line in session.lines:
            self._told += 1
            self._line(file, line)
        if self._told % 3 == 0:
            file.raw('{"type":"message","id":"fff","message":{"role":"user","content":"我住在')

    def _line(self, file: OpenClawFile, line: Line) -> None:
        if line.who == "tool":
            self._tool(file, line.text)
        elif line.who == "assistant":
            thought = {"type": "thinking", "thinking": _THINKING}
            file.say([thought, {"type": "text", "text": line.text}], role="assistant")
        elif line.who == "branch":
            trunk = file.last
            file.say(line.text)
            file.say("什么？", role="assistant")
            file.last = trunk
        else:
            self._user(file, line)

    def _user(self, file: OpenClawFile, line: Line) -> None:
        if self._told % 7 == 0:
            file.entry("custom_message", customType="host", content=_SUMMARY, display=False)
        if self._told % 11 == 0:
            kept = file.last
            file.entry("compaction", summary=_SUMMARY, firstKeptEntryId=kept, tokensBefore=900)
        if self._told % 13 == 0:
            file.say(_METADATA)
        self._said(file, line.text)
        self.reader.hear(line, file.at)

    def _said(self, file: OpenClawFile, text: str) -> None:
        """As a string, or in parts."""
        if self._told % 2:
            file.say(text)
            return
        message = {"role": "user", "content": text, "timestamp": file.at + 1_000}
        file.entry("message", message=message)

    def _tool(self, file: OpenClawFile, text: str) -> None:
        call: dict[str, Any] = {"type": "toolCall", "id": "c1", "name": "read", "arguments": {}}
        file.say([call], role="assistant")
        file.say(text, role="toolResult", toolCallId="c1")
        ran = {"role": "bashExecution", "command": "cat me.txt", "output": text, "exitCode": 0}
        file.entry("message", message={**ran, "timestamp": file.at})
