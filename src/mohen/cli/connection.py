"""One command and its memory: opened, asked through the same dispatcher as every door, closed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mohen.cli import output
from mohen.cli.i18n import say
from mohen.errors import MohenError

if TYPE_CHECKING:
    from mohen.memory import Memory
    from mohen.server.dispatch import Envelope

Render = Callable[[dict[str, Any]], None]


@dataclass
class Chosen:
    """What the options of every command said; None where nothing was said."""

    home: str | None = None
    project: str | None = None
    json: bool = False
    lang: str | None = None
    session: Session | None = None  # while it is open: one a command

    @property
    def project_id(self) -> str:
        """Whose memory is meant: as somebody named it, else of the agent that works here."""
        return self.named_project or self.agent or "default"

    @property
    def named_project(self) -> str | None:
        """The project if anybody named one, for what can be asked of all of them."""
        return self.project or os.environ.get("MOHEN_PROJECT") or None

    @property
    def agent(self) -> str | None:
        """Who works in this folder, if it is an agent of the home."""
        here = workspace()
        told = {} if here is None else _session().ask("agent:find", {"workspace": str(here)})
        found = told.get("data", {}).get("agent")
        return None if found is None else str(found["projectId"])


def workspace() -> Path | None:
    """Where an agent works: $WORKSPACE, else the folder this was called in, if it is there."""
    try:
        return Path(os.environ.get("WORKSPACE") or Path.cwd()).expanduser().absolute()
    except (OSError, RuntimeError):  # deleted under us; a user without a home
        return None


def chosen() -> Chosen:
    return click.get_current_context().ensure_object(Chosen)


class Session:
    """An open memory, and the same way in that every other door has."""

    def __init__(self, memory: Memory) -> None:
        from mohen.server.dispatch import Dispatcher

        self.memory = memory
        self._dispatcher = Dispatcher(memory)

    def ask(self, channel: str, payload: Any, *, long: bool = False) -> Envelope:
        """`long`: as much time as the wire allows, for what goes through everything there is."""
        timeout_ms = self.memory.policy.doors.timeout_max_ms if long else None
        return self._dispatcher.call(channel, payload, timeout_ms=timeout_ms)

    def refuse(self, error: MohenError) -> Envelope:
        return self._dispatcher.refuse(error)

    def meta(self) -> dict[str, Any]:
        """Of an envelope that no channel made."""
        return {"requestId": self.memory.new_id("rq"), "ts": self.memory.now()}

    def close(self) -> None:
        self._dispatcher.close()
        self.memory.close()


@contextmanager
def opened(*, drain: bool = True) -> Iterator[Session]:
    """The memory of this command. What it began in the background is finished before it closes,
    unless something went wrong: then nobody should have to wait."""
    session = _session()
    try:
        yield session
        if drain:
            with output.patience(say("finishing", "正在收尾")):
                session.memory.drain()
    finally:
        _close()


def _session() -> Session:
    """Opened by whoever needs it first, and closed with the command at the latest."""
    state = chosen()
    if state.session is None:
        state.session = Session(_open())
        click.get_current_context().call_on_close(_close)
    return state.session


def _close() -> None:
    state = chosen()
    session, state.session = state.session, None
    if session is not None:
        session.close()


def _open() -> Memory:
    from mohen.memory import open_memory

    return open_memory(chosen().home)


def answer(channel: str, payload: dict[str, Any], render: Render, *, long: bool = False) -> int:
    """The whole of most commands: ask one channel, show what it says, end with its exit code."""
    with opened() as session:
        with output.patience(say("working", "处理中")):
            envelope = session.ask(channel, payload, long=long)
        return output.finish(envelope, render, as_json=chosen().json)


def given(**fields: Any) -> dict[str, Any]:
    """A payload of what was said: an option nobody used is not in it."""
    return {name: value for name, value in fields.items() if value is not None}


def of_what(id: str) -> str:
    """The field of a payload that an id belongs into: a run may be named by anybody, the others
    by Mohen."""
    kinds = {"gen_": "generationId", "ep_": "episodeId"}
    return next((field for start, field in kinds.items() if id.startswith(start)), "runId")
