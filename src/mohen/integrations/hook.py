"""What a host's hook is answered: one event in, one answer out.

A session that begins is given the snapshot, a prompt what matters for it; when a turn or a session
ends, the host's own transcript is heard from where it was left. Hosts name their events differently
and mean the same: Claude Code and Codex, Gemini CLI, Cursor.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mohen.core.values import dataclass
from mohen.errors import InvalidArgument

Ask = Callable[[str, dict[str, Any]], Mapping[str, Any]]
"""A channel and its payload; an envelope."""

_STARTS = ("SessionStart", "sessionStart")
_PROMPTS = ("UserPromptSubmit", "BeforeAgent", "beforeSubmitPrompt")
_TURNS = ("Stop", "PreCompact", "AfterAgent", "PreCompress", "afterAgentResponse", "preCompact")
_ENDS = ("SessionEnd", "sessionEnd")
_OWN_CONTEXT = ("sessionStart", "beforeSubmitPrompt")  # Cursor's, which names the field differently


@dataclass(frozen=True, slots=True)
class Event:
    """One event of a host. `name` is the host's own."""

    name: str
    session: str
    folder: str
    transcript: str | None = None
    prompt: str | None = None
    answer: str | None = None  # of the assistant, where the host tells it with the event

    @property
    def ends(self) -> bool:
        """Whether the conversation is over."""
        return self.name in _ENDS


def event(told: Any, here: str) -> Event:
    """As a host tells it. `here`: where the hook was started. Raises `InvalidArgument`."""
    if not isinstance(told, dict) or not isinstance(told.get("hook_event_name"), str):
        raise InvalidArgument("a hook is told a JSON object with hook_event_name", field="-")
    roots = told.get("workspace_roots")
    folder = told.get("cwd") or (roots[0] if isinstance(roots, list) and roots else None)
    return Event(
        name=told["hook_event_name"],
        session=_text(told, "session_id") or _text(told, "conversation_id") or "",
        folder=folder if isinstance(folder, str) else here,
        transcript=_text(told, "transcript_path"),
        prompt=_text(told, "prompt"),
        answer=_text(told, "prompt_response") or _text(told, "text"),
    )


def _text(told: Mapping[str, Any], name: str) -> str | None:
    value = told.get(name)
    return value if isinstance(value, str) and value.strip() else None


class Hook:
    """Answers events of one project; without one, of the project of the event's folder."""

    def __init__(self, ask: Ask, project: str | None = None) -> None:
        self._ask = ask
        self._project = project

    def answer(self, event: Event) -> dict[str, Any]:
        """What the host is told; empty: nothing. Raises `Refused`."""
        if event.name in _STARTS:
            return _context(event, self._snapshot(self._of(event)))
        if event.name in _PROMPTS:
            return self._prompted(event)
        if event.name in _TURNS or event.ends:
            self._heard(event)
        return {}

    def _of(self, event: Event) -> str:
        """The registered workspace, else the repository's root, else the folder."""
        if self._project:
            return self._project
        return str(self._data("agent:find", workspace=event.folder)["projectId"])

    def _snapshot(self, project: str) -> str:
        known = self._data("knowledge:snapshot", projectId=project)
        return str(known["text"]) if known["items"] else ""

    def _prompted(self, event: Event) -> dict[str, Any]:
        if event.prompt is None:
            return {}
        project = self._of(event)
        found = self._data("knowledge:inject", projectId=project, message=event.prompt)
        if event.name == "beforeSubmitPrompt":  # its transcript is in nobody's format
            self._said(event, project, user=event.prompt)
        return _context(event, str(found["block"]))

    def _heard(self, event: Event) -> None:
        """In the host's transcript where that can be read, else as the event tells it."""
        project = self._of(event)
        if event.answer is not None:
            told = event.prompt if event.name == "AfterAgent" else None
            self._said(event, project, user=told, assistant=event.answer)
        elif event.transcript is not None and event.transcript.endswith(".jsonl"):
            self._data("agent:hear", projectId=project, path=event.transcript, ended=event.ends)

    def _said(self, event: Event, project: str, **said: str | None) -> None:
        messages = [{"role": role, "text": text} for role, text in said.items() if text]
        if event.session:
            self._data("talk:hear", projectId=project, session=event.session, messages=messages)

    def _data(self, channel: str, **payload: Any) -> Mapping[str, Any]:
        envelope = self._ask(channel, payload)
        if not envelope["ok"]:
            raise Refused(f"{channel}: {envelope['error']['code']}")
        data: Mapping[str, Any] = envelope["data"]
        return data


class Refused(Exception):
    """A channel said no; which, and its code."""


def _context(event: Event, text: str) -> dict[str, Any]:
    if not text.strip():
        return {}
    if event.name in _OWN_CONTEXT:
        return {"additional_context": text}
    return {"hookSpecificOutput": {"hookEventName": event.name, "additionalContext": text}}
