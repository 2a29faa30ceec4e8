"""An agent that is listened to, by processes that are killed at a named place.

Run as a script it is a process that has done it all once and has nothing open. For each order
it forks another that does the work, so that hundreds can be killed in a few seconds.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from factories import policy
from faults.processes import Process, hear, say
from inside import inside
from mohen.knowledge.agents.model import Agent
from mohen.knowledge.consolidation.model import Outcome
from mohen.knowledge.transcripts.model import Source, SourceKind
from mohen.knowledge.workspace import layout
from mohen.memory import Memory, open_memory
from mohen.testing import CountingIds, FrozenClock
from talks import MONTH, tables
from transcripts import OpenClawFile

AGENT = "claw"
NOON = 1_770_206_400_000  # 4 February 2026, 12:00 UTC
BATCH = 4  # small steps: each of them is a place to die
LATER = ("我换工作了，现在在Globex上班。", "I don't live in Berlin any more.", "我喜欢喝茶。")


@dataclass(frozen=True)
class Claw:
    """A home, a workspace and what was said to the agent. `talk` is shared by all copies."""

    folder: Path
    talk: Path

    @property
    def home(self) -> Path:
        return self.folder / "home"

    @property
    def workspace(self) -> Path:
        return self.folder / "workspace"

    def copy(self, folder: Path) -> Claw:
        """As it stands; nobody may have it open."""
        shutil.copytree(self.folder, folder)
        copied = Claw(folder, self.talk)
        with copied.opened() as memory:
            copied.register(memory)
        return copied

    def register(self, memory: Memory) -> None:
        agent = Agent(
            project_id=AGENT,
            workspace=str(self.workspace),
            sources=(Source(SourceKind.OPENCLAW, str(self.talk)),),
            created_at=NOON,
        )
        parts = inside(memory)
        parts.mind_db.write(lambda tx: parts.agent_store.put(tx, agent))

    @contextmanager
    def opened(self, **more: Any) -> Iterator[Memory]:
        # Nobody goes on by itself when the home is opened: that is for the tests to say.
        steps = {"batch": BATCH, "retries": -1}
        small = policy(consolidation=steps, reconciling={"batch": 2})
        clock, ids = FrozenClock(NOON + 3_600_000), CountingIds()
        asked = {"policy": small, "clock": clock, "ids": ids, "immediate": True, **more}
        with open_memory(self.home, **asked) as memory:
            yield memory

    def consolidate(self, memory: Memory, **how: Any) -> Outcome:
        (outcome,) = memory.consolidation.run(AGENT, **{"force": True, **how})
        return outcome

    def known(self, memory: Memory) -> dict[str, Any]:
        """All that is known. Where the workspace is differs from copy to copy."""
        return tables(inside(memory), "agents", "projections")

    def files(self) -> dict[str, bytes]:
        """Of the workspace; what a run says of itself (`state/`) are run stamps (C97)."""
        return {
            each.relative_to(self.workspace).as_posix(): each.read_bytes()
            for each in self.workspace.rglob("*")
            if each.is_file() and each.parent.name != "state"
        }

    def told(self) -> dict[str, Any] | None:
        """What `state/consolidation.json` says of a run, where there is one."""
        file = self.workspace / "memory/state/consolidation.json"
        return json.loads(file.read_text("utf-8")) if file.is_file() else None

    def standing(self) -> dict[str, Any] | None:
        """What the database says of it, as the file would."""
        with self.opened() as memory:
            progress = inside(memory).fragment_store.progress(AGENT)
        return None if progress.last_run is None else json.loads(layout.state(progress))

    def everything(self) -> dict[str, Any]:
        with self.opened() as memory:
            return {**self.known(memory), **self.files()}

    def is_done(self) -> bool:
        with self.opened() as memory:
            (standing,) = memory.consolidation.status(AGENT)
            return standing.progress.last_success is not None

    def finish(self) -> Outcome | None:
        """Another process goes on; None where all was done already."""
        with self.opened() as memory:
            (standing,) = memory.consolidation.status(AGENT)
            if standing.progress.current_phase is None and standing.unprocessed == 0:
                return None
            return self.consolidate(memory)


def begin(folder: Path) -> Claw:
    """An agent that heard nothing yet, with a month that waits to be listened to."""
    claw = Claw(folder / "base", folder / "talk")
    claw.workspace.mkdir(parents=True)
    for name, lines in MONTH:
        session = OpenClawFile(claw.talk / f"{name}.jsonl", at=NOON)
        for line in lines:
            text, role = (line, "user") if isinstance(line, str) else (line[1], line[0].value)
            session.say(text, role=role)
    with claw.opened() as memory:
        claw.register(memory)
        inside(memory).settings.redaction_key()  # so that all copies seal alike
        inside(memory).talk_db.open()  # and hear into the same file
    return claw


# -- the parent's end


class Nursery(Process):
    """Has children, and tells how each ended."""

    script = __file__

    def __init__(self, folder: Path) -> None:
        super().__init__("nursery", folder)
        self.wait_until_ready()

    def killed(self, claw: Claw, **asked: Any) -> bool:
        """Whether a child was; False where it came to its end first."""
        ended = self.ask(folder=str(claw.folder), talk=str(claw.talk), **asked)
        assert ended in (0, -signal.SIGKILL), ended
        return bool(ended)


# -- the child's end


def nursery(folder: str, _asked: dict[str, Any]) -> None:
    begin(Path(folder) / "first").finish()  # all is imported and made before anybody is born
    say("ready")
    while told := hear():
        child = os.fork()
        if child == 0:
            os._exit(_work(told))
        _, status = os.waitpid(child, 0)
        say(json.dumps(os.waitstatus_to_exitcode(status)))


def _work(told: dict[str, Any]) -> int:
    claw = Claw(Path(told["folder"]), Path(told["talk"]))
    with claw.opened() as memory:
        _PLACES[told["place"]](told["at"])
        claw.consolidate(memory, **told.get("how", {}))
    return 0


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _at_commit(at: int, *, written: bool) -> None:
    """With the n-th transaction of what is known: all of it done and none of it on disk; or
    written, and nobody has heard of it."""
    from mohen.core.sqlite.database import SqliteDatabase as Database

    left, write = iter(range(at, -1, -1)), Database.write

    def mortal(self: Database, work: Callable[[Any], Any]) -> Any:
        if self.name != "mind.db" or next(left, None) != 0:
            return write(self, work)
        if written:
            write(self, work)
            _die()
        return write(self, lambda tx: (work(tx), _die()))

    Database.write = mortal  # type: ignore[method-assign,assignment]


def _at_file(at: int, *, written: bool) -> None:
    """With the n-th file: written beside the old one, or just put in its place."""
    from mohen.manuscript.directory import Directory

    left, put = iter(range(at, -1, -1)), Directory.put_in_place

    def mortal(self: Directory, name: str, place: str) -> None:
        last = next(left, None) == 0
        if last and not written:
            _die()
        put(self, name, place)
        if last:
            _die()

    Directory.put_in_place = mortal  # type: ignore[method-assign]


def _waiting(at: int) -> None:
    """Stand still in the n-th transaction, until told."""
    from mohen.core.sqlite.database import SqliteDatabase as Database

    left, write = iter(range(at, -1, -1)), Database.write

    def patient(self: Database, work: Callable[[Any], Any]) -> Any:
        done = write(self, work)
        if self.name == "mind.db" and next(left, None) == 0:
            say('"there"')
            hear()
        return done

    Database.write = patient  # type: ignore[method-assign,assignment]


_PLACES: dict[str, Callable[[int], None]] = {
    "within a transaction": lambda at: _at_commit(at, written=False),
    "after a transaction": lambda at: _at_commit(at, written=True),
    "before a file": lambda at: _at_file(at, written=False),
    "after a file": lambda at: _at_file(at, written=True),
    "waiting": _waiting,
}

if __name__ == "__main__":
    nursery(sys.argv[2], json.loads(sys.argv[3]))
