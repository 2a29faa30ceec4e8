"""A command's connection to its memory, and what the options of every command chose.

Most commands go through the `mohen serve` of their home where one runs. Those that stay open
themselves (`serve`, `ipc`, `mcp`), that look for what is wrong (`doctor`), that show their progress
(`learn`, `consolidate`, `rebuild-index`, `run --stream`) or read a folder of no project (`check
FOLDER`) open the home in their own process.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mohen.cli import output
from mohen.cli.i18n import say
from mohen.core.home import home_path
from mohen.core.values import dataclass
from mohen.errors import MohenError, StoreError

if TYPE_CHECKING:
    from mohen.cli.through_server import Server
    from mohen.memory import Memory
    from mohen.policy import Policy
    from mohen.server.dispatch import Dispatcher, Envelope

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
    """A command's way to the memory: through the `mohen serve` that runs on the same home, else
    opened in this process. Both answer the same envelopes."""

    def __init__(self, named: str | None, *, serving: bool = False) -> None:
        """`serving`: it stays open and answers others. What is opened for a moment goes by words
        alone and loads no embedder (C103)."""
        self.home = home_path(named)
        self._serving = serving
        self._dispatcher: Dispatcher | None = None
        self._server: Server | None = None
        if not os.environ.get("MOHEN_NO_SERVER"):
            from mohen.cli import through_server

            self._server = through_server.connect(self.home)
        if self._server is None:
            self.open_here()

    def ask(self, channel: str, payload: Any, *, long: bool = False) -> Envelope:
        """`long`: as much time as the wire allows, for what goes through everything there is."""
        timeout_ms = _longest_ms() if long else None
        if self._server is not None:
            from mohen.cli.through_server import NotServed

            try:
                return self._server.ask(channel, payload, timeout_ms=timeout_ms)
            except NotServed:
                pass
            except MohenError as lost:
                return self.refuse(lost)
        return self.open_here().call(channel, payload, timeout_ms=timeout_ms)

    @property
    def memory(self) -> Memory:
        """Opened in this process: for doors that stay open, and for who wants to hear what
        happens while it waits."""
        return self.open_here().memory

    def open_here(self) -> Dispatcher:
        """From now on everything is asked in this process."""
        if self._dispatcher is None:
            from mohen.memory import open_memory
            from mohen.server.dispatch import Dispatcher

            self._server = None
            self._dispatcher = Dispatcher(open_memory(self.home, meaning=self._serving))
        return self._dispatcher

    @property
    def is_here(self) -> bool:
        """Whether this process answers itself."""
        return self._server is None

    @property
    def policy(self) -> Policy:
        if self._dispatcher is not None:
            return self._dispatcher.memory.policy
        from mohen.policy import Policy

        return Policy()

    def refuse(self, error: MohenError) -> Envelope:
        from mohen.text import error_words

        return {"ok": False, "error": error_words.told(error), "meta": self.meta()}

    def meta(self) -> dict[str, Any]:
        """Of an envelope that no channel made."""
        if self._dispatcher is None:
            return output.meta()
        memory = self._dispatcher.memory
        return {"requestId": memory.new_id("rq"), "ts": memory.now()}

    def drain(self) -> None:
        """Finish what was begun in the background; a server does that by itself."""
        if self._dispatcher is not None:
            self._dispatcher.memory.drain()

    def close(self) -> None:
        if self._dispatcher is not None:
            self._dispatcher.close()
            self._dispatcher.memory.close()


def _longest_ms() -> int:
    from mohen.core.policy import Doors

    return Doors().timeout_max_ms


@contextmanager
def opened(*, drain: bool = True, here: bool = False, serving: bool = False) -> Iterator[Session]:
    """The memory of this command; `here`: in this process, whatever server runs; `serving`: there,
    and it stays open for others to ask. What it began in
    the background is finished before it closes, unless something went wrong: then nobody should
    have to wait."""
    session = _session(serving=serving)
    if here or serving:
        session.open_here()
    if serving:
        _prepare(session.memory)
    try:
        yield session
        if drain:
            with output.patience(say("finishing", "正在收尾")):
                session.drain()
    finally:
        _close()


def _prepare(memory: Memory) -> None:
    """A server uses the best embedder that is installed, and does what commands left to do.
    MOHEN_EMBEDDER=builtin keeps it from choosing, as `mohen config set embedder builtin` does."""
    try:
        if os.environ.get("MOHEN_EMBEDDER") != "builtin":
            memory.settings.adopt_embedder()
        memory.index.follow_up()
    except StoreError:
        pass  # what cannot be read is told to whoever asks


def _session(*, serving: bool = False) -> Session:
    """Opened by whoever needs it first, and closed with the command at the latest."""
    state = chosen()
    if state.session is None:
        state.session = Session(state.home, serving=serving)
        click.get_current_context().call_on_close(_close)
    return state.session


def _close() -> None:
    state = chosen()
    session, state.session = state.session, None
    if session is not None:
        session.close()


def answer(channel: str, payload: dict[str, Any], render: Render, *, long: bool = False) -> int:
    """The whole of most commands: ask one channel, show what it says, end with its exit code."""
    with opened() as session:
        with output.patience(say("working", "处理中")):
            envelope = session.ask(channel, payload, long=long)
        return output.finish(envelope, render, as_json=chosen().json)


def asked(channel: str, payload: dict[str, Any]) -> Envelope:
    """What else a command needs to know, before or beside its own question."""
    return _session().ask(channel, payload)


def show_words_alone(data: Mapping[str, Any]) -> None:
    """Below an answer of this process, in which meaning took no part (C103)."""
    session = chosen().session
    if session is not None and session.is_here and data.get("decidedBy") == "words":
        output.note(
            say(
                "(by words alone: meaning takes part while `mohen serve` runs on this home)",
                "（仅按词语：在此目录运行 `mohen serve` 时语义也参与）",
            )
        )


def given(**fields: Any) -> dict[str, Any]:
    """A payload of what was said: an option nobody used is not in it."""
    return {name: value for name, value in fields.items() if value is not None}


def of_what(id: str) -> str:
    """The field of a payload that an id belongs into: a run may be named by anybody, the others
    by Mohen."""
    kinds = {"gen_": "generationId", "ep_": "episodeId"}
    return next((field for start, field in kinds.items() if id.startswith(start)), "runId")
