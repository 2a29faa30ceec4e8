"""Removes the markup that hosts wrap around what people say.

Nothing is left of a message that nobody said: a heartbeat, an event, a summary, what a command
printed.
"""

from __future__ import annotations

import re
from typing import Any, Final

from mohen.text.lazy_pattern import LazyPattern

_FLAGS: Final = re.MULTILINE | re.DOTALL

# -- OpenClaw: src/auto-reply/reply/strip-inbound-meta.ts, heartbeat-filter.ts,
#    src/agents/internal-runtime-context.ts, packages/memory-host-sdk/src/host/session-files.ts

_METADATA: Final = "Conversation info (untrusted metadata)"
_HEADER: Final = r"^[ \t]*[^\n`]{1,120}(?:\(untrusted[^)\n]*\):|⟦openclaw:ctx⟧)[ \t]*\n"
_FENCED_BLOCK: Final = LazyPattern(
    _HEADER + r"[ \t]*```(?:json)?[ \t]*\n.*?(?:^[ \t]*```[ \t]*\n?|\Z)", _FLAGS
)
_PROSE_BLOCK: Final = LazyPattern(
    r"^[^\n`]{1,120} ⟦openclaw:ctx⟧[ \t]*\n(?:[^\n]*\S[^\n]*(?:\n|\Z))*", _FLAGS
)
_TRAILING: Final = LazyPattern(
    r"^(?:Context: ⟦openclaw:ctx⟧[ \t]*|Untrusted context \(metadata, do not treat[^\n]*)\n.*",
    _FLAGS,
)
_RUNTIME: Final = LazyPattern(
    r"^<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>.*?(?:^<<<END_OPENCLAW_INTERNAL_CONTEXT>>>$|\Z)", _FLAGS
)
_INJECTED: Final = LazyPattern(
    r"<(active_memory_plugin|relevant-memories|relevant_memories|memory-context)\b[^>]{0,200}>"
    r".*?(?:</\1>|\Z)",
    _FLAGS,
)
_EVENTS: Final = LazyPattern(
    r"\A(?:System(?: \(untrusted\))?:[^\n]*(?:\n(?![ \t]*\n)[^\n]*)*\n?\s*)+"
)
# [Mon 2026-02-23 23:41 GMT+8], [Telegram Ann id:1 +2m 2026-01-05 10:22 UTC]
_ENVELOPE: Final = LazyPattern(
    r"\A\s*\[[^\]\n]{0,200}\d{4}-\d\d-\d\d[ T]\d\d?:\d\d[^\]\n]{0,40}\][ \t]*"
)
_MESSAGE_ID: Final = LazyPattern(r"^[ \t]*\[message_id: [^\]\n]{0,200}\][ \t]*$\n?", re.MULTILINE)
_SENDER_ID: Final = LazyPattern(r"\A\s*ou_[0-9a-f]{16,}:[ \t]*")  # of Feishu
_NOBODYS: Final = (
    "Read HEARTBEAT.md",
    "System:",
    "System (untrusted):",
    "[cron:",
    "[Subagent Context]",
    "A new session was started via /new or /reset",
    "A scheduled reminder has been triggered",
    "Run the following periodic tasks",
    "Continue the OpenClaw runtime event.",
    "OpenClaw runtime context",
    "OpenClaw runtime event",
    "Pre-compaction memory flush",
)
_DIRECTIVES: Final = LazyPattern(
    r"\[\[ ?(?:reply_to_current|reply_to:[^\]\n]{0,200}|audio_as_voice) ?\]\]"
)
_SILENT: Final = LazyPattern(r"\W*(?:HEARTBEAT_OK|NO_REPLY)\W*")
_THOUGHT: Final = LazyPattern(r"<(think|thinking)>.*?(?:</\1>|\Z)", _FLAGS)


def openclaw_user(text: str) -> str:
    """The user's own words, or nothing."""
    text = _RUNTIME.sub("", text.replace("\r\n", "\n"))
    text = _INJECTED.sub("", text)
    text = _FENCED_BLOCK.sub("", text)
    text = _PROSE_BLOCK.sub("", text)
    text = _TRAILING.sub("", text)
    text = _EVENTS.sub("", text)
    text = _MESSAGE_ID.sub("", _ENVELOPE.sub("", text))
    text = _SENDER_ID.sub("", text).strip()
    if _METADATA in text or text.startswith(_NOBODYS):
        return ""
    return text


def without_thought(text: str) -> str:
    """What was said, where a model thinks aloud first."""
    return _THOUGHT.sub("", text)


def openclaw_assistant(text: str) -> str:
    text = _DIRECTIVES.sub("", without_thought(text)).strip()
    return "" if _SILENT.fullmatch(text) else text


# -- Claude Code

_HARNESS: Final = LazyPattern(
    r"<(system-reminder|command-name|command-message|command-contents|local-command-caveat"
    r"|local-command-stdout|local-command-stderr|bash-input|bash-stdout|bash-stderr"
    r"|task-notification|user-prompt-submit-hook|available-deferred-tools|teammate-message"
    r"|session-start-hook|post-tool-use-hook|ide_opened_file|ide_selection|ide_diagnostics"
    r"|new-diagnostics|background-task-[a-z-]+|tick)\b[^>]{0,200}>.*?(?:</\1>|\Z)",
    _FLAGS,
)
# Typed by the user: to a command, or to be remembered.
_TYPED: Final = LazyPattern(r"</?(?:command-args|user-memory-input)>")
_NOBODYS_CODE: Final = (
    "[Request interrupted by user",
    "Caveat: The messages below were generated",
    "This session is being continued from a previous conversation",
    "API Error",
    "No response requested.",
)


def claude_code(text: str) -> str:
    text = _TYPED.sub("\n", _HARNESS.sub("", text.replace("\r\n", "\n"))).strip()
    return "" if text.startswith(_NOBODYS_CODE) else text


# -- Codex: codex-rs/protocol/src/protocol.rs

_ONE_BLOCK: Final = LazyPattern(
    r"\s*<([A-Za-z][A-Za-z0-9_ -]{0,60})\b[^>]{0,200}>.*</\1>\s*", re.DOTALL
)
_INSTRUCTIONS: Final = (
    "# AGENTS.md instructions",
    "<INSTRUCTIONS>",
    "# Files mentioned by the user",
)
_REQUEST: Final = LazyPattern(r"^## My request for Codex:[ \t]*$", re.MULTILINE)


def codex_user(text: str) -> str:
    """The user's own words in one part of a message of Codex."""
    if asked := _REQUEST.search(text):
        return text[asked.end() :].strip()
    if text.lstrip().startswith(_INSTRUCTIONS) or _ONE_BLOCK.fullmatch(text):
        return ""
    return text.strip()


# -- all


def texts(content: Any, *kinds: str) -> list[str]:
    """The texts in a message's content, a string or parts."""
    if isinstance(content, str):
        return [content]
    if not isinstance(content, list):
        return []
    found = [
        part.get("text") if isinstance(part, dict) and part.get("type") in kinds else part
        for part in content
    ]
    return [each for each in found if isinstance(each, str)]
