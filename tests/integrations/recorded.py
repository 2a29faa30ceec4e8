"""What real clients told their hooks and wrote into their transcripts, cut to what is read of it.

Claude Code 2.1.325 and Codex 0.166.0, recorded; Gemini CLI and Cursor after their documentation.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

SESSION = "5f8f83b8-4fbb-4643-be04-05db42f94847"


def claude_code(event: str, work: Path, transcript: Path, **more: Any) -> dict[str, Any]:
    told = {
        "session_id": SESSION,
        "transcript_path": str(transcript),
        "cwd": str(work),
        "hook_event_name": event,
    }
    usual: dict[str, dict[str, Any]] = {
        "SessionStart": {"source": "startup"},
        "UserPromptSubmit": {"permission_mode": "default", "prompt": ""},
        "Stop": {"stop_hook_active": False, "last_assistant_message": "All right."},
        "SessionEnd": {"reason": "other"},
    }
    return {**told, **usual.get(event, {}), **more}


def codex(event: str, work: Path, transcript: Path, **more: Any) -> dict[str, Any]:
    told = claude_code(event, work, transcript, **more)
    return {**told, "model": "gpt-5", "turn_id": "01a1e69f-9a1f-7b62-9976-2a6265802f9a"}


class ClaudeCode:
    """A transcript of Claude Code, with what hooks said among what was said."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._count = 0
        path.parent.mkdir(parents=True, exist_ok=True)
        self._line(type="queue-operation", operation="enqueue", content="…")

    def say(self, text: str, role: str = "user") -> None:
        content: Any = text if role == "user" else [{"type": "text", "text": text}]
        self._line(type=role, message={"role": role, "content": content}, isSidechain=False)

    def forked(self, session: str) -> ClaudeCode:
        """As `--fork-session` writes it: the same messages, under another session's name."""
        made = ClaudeCode(self.path.with_name(f"{session}.jsonl"))
        made.path.write_text(self.path.read_text("utf-8").replace(SESSION, session), "utf-8")
        made._count = self._count
        return made

    def hook(self, event: str, context: str) -> None:
        said = {"hookSpecificOutput": {"hookEventName": event, "additionalContext": context}}
        ran = {"type": "hook_success", "hookEvent": event, "stdout": json.dumps(said)}
        self._line(type="attachment", attachment=ran)
        rendered = [{"content": f"<system-reminder>\n{context}\n</system-reminder>"}]
        added = {"type": "hook_additional_context", "content": [context], "hookEvent": event}
        self._line(type="attachment", attachment=added, rendered=rendered)

    def _line(self, **fields: Any) -> None:
        self._count += 1
        told = {
            **fields,
            "uuid": f"c9b311cd-48b7-412f-a163-{self._count:012x}",
            "timestamp": f"2026-11-16T23:08:{self._count % 60:02}.217Z",
            "sessionId": SESSION,
            "version": "2.1.325",
        }
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(told, ensure_ascii=False) + "\n")


class Codex:
    """A rollout of Codex, with what hooks said as a developer's message."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._count = 0
        path.parent.mkdir(parents=True, exist_ok=True)
        self._line("session_meta", {"id": SESSION, "source": "exec", "thread_source": "user"})
        self._message("user", "<environment_context>\n  <cwd>/w</cwd>\n</environment_context>")

    def say(self, text: str, role: str = "user") -> None:
        self._line("event_msg", {"type": "item_completed", "item": {"text": text}})
        self._message(role, text)

    def hook(self, _event: str, context: str) -> None:
        self._message("developer", context)

    def _message(self, role: str, text: str) -> None:
        kind = "output_text" if role == "assistant" else "input_text"
        content = [{"type": kind, "text": text}]
        self._line("response_item", {"type": "message", "role": role, "content": content})

    def _line(self, kind: str, payload: dict[str, Any]) -> None:
        self._count += 1
        at = f"2026-11-16T23:08:{self._count % 60:02}.876Z"
        with self.path.open("a", encoding="utf-8") as file:
            told = {"timestamp": at, "type": kind, "payload": payload}
            file.write(json.dumps(told, ensure_ascii=False) + "\n")


def gemini(event: str, work: Path, **more: Any) -> dict[str, Any]:
    return {
        "session_id": SESSION,
        "transcript_path": str(work / "chats" / "session.json"),
        "cwd": str(work),
        "hook_event_name": event,
        "timestamp": "2026-11-16T23:08:10.217Z",
        **more,
    }


def cursor(event: str, work: Path, **more: Any) -> dict[str, Any]:
    return {
        "conversation_id": SESSION,
        "generation_id": "g-1",
        "hook_event_name": event,
        "cursor_version": "2.4.1",
        "workspace_roots": [str(work)],
        **more,
    }
