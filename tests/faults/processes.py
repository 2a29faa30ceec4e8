"""Other processes: real ones, started, told what to do, and killed.

Run as a script it is such a process: it imports everything, says "ready", and begins when it
reads a line, so that many can begin at the same moment. Where processes can fork, they are those
of one that has everything imported already.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from mother import Child, bear, mother, ours


class Process:
    """The parent's end of one."""

    script = __file__

    def __init__(self, role: str, home: Path, **asked: Any) -> None:
        self._child = self._start(role, str(home), json.dumps(asked))
        assert self._child.stdin
        assert self._child.stdout
        self._to, self._from = self._child.stdin, self._child.stdout

    def _start(self, *work: str) -> subprocess.Popen[bytes] | Child:
        if self.script == __file__ and hasattr(os, "fork"):
            return mother(__file__).bear(*work)
        return subprocess.Popen(
            [sys.executable, self.script, *work],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=ours(),
        )

    def wait_until_ready(self) -> None:
        assert self.line() == "ready"

    def tell(self, **what: Any) -> None:
        self._to.write(json.dumps(what).encode() + b"\n")
        self._to.flush()

    def line(self) -> str:
        """The next thing it says; empty when it has ended."""
        return self._from.readline().decode().rstrip("\n")

    def ask(self, **what: Any) -> Any:
        self.tell(**what)
        return json.loads(self.line())

    def rest(self) -> list[str]:
        """Everything else it has said, when it has ended."""
        return self._from.read().decode().split("\n")[:-1]

    def kill(self) -> list[str]:
        """End it where it stands; answers what it had still said."""
        if self._from.closed:
            return []
        self._child.kill()
        said = self.rest()
        self.close()
        return said

    def close(self) -> int:
        self._to.close()
        code = self._child.wait()
        self._from.close()
        return code


# -- the child's end


def say(text: str) -> None:
    """One write a line, unbuffered: a killed process leaves whole lines."""
    os.write(1, text.encode() + b"\n")


def hear() -> dict[str, Any] | None:
    line = sys.stdin.readline()
    return json.loads(line) if line else None


def unbounded() -> Any:
    """Caps are policy; here they are raised, because acknowledged means kept until policy
    removes it (C90)."""
    from factories import policy

    return policy(capacity={"active_per_project": 10**7})


def flood(home: str, asked: dict[str, Any]) -> None:
    """Record from several threads as fast as it goes; say each id when it is acknowledged."""
    from factories import draft
    from mohen.memory import open_memory

    say("ready")
    if hear() is None:
        return  # the parent is gone
    memory = open_memory(home, policy=unbounded())

    def record(thread: int) -> None:
        for n in range(10**6):
            word = f"heron{asked['round']}x{thread}x{n}"
            text = f"{word}：雨声盖过了脚步，林远没有回头。" * (1 + n % 7)
            kept = memory.episodes.record(draft(input_context=text, project_id=f"p{thread}"))
            say(f"{kept.episode.id} {kept.episode.project_id} {word}")

    for thread in range(asked["threads"]):
        threading.Thread(target=record, args=(thread,)).start()


def overhear(home: str, asked: dict[str, Any]) -> None:
    """Hear from several threads as fast as it goes; say each message when it is acknowledged. What
    an earlier process may have heard without living to say so is told again first."""
    from mohen.conversations.model import Role, Said
    from mohen.memory import open_memory

    say("ready")
    if hear() is None:
        return  # the parent is gone
    memory = open_memory(home, meaning=False)

    def tell(thread: int) -> None:
        for n in range(asked["from"][thread], 10**6):
            said = Said(role=Role.USER, text=f"heron{thread}x{n} 我在学法语{n}", id=f"m{n}")
            memory.conversations.hear("p", f"s{thread}", [said])
            say(f"{thread} {n}")

    for thread in range(asked["threads"]):
        threading.Thread(target=tell, args=(thread,)).start()


def write(home: str, asked: dict[str, Any]) -> None:
    """Record so many into a project shared by all; say the ids in order."""
    from factories import draft
    from mohen.errors import MohenError
    from mohen.memory import open_memory

    say("ready")
    hear()
    with open_memory(home, policy=unbounded()) as memory:
        for n in range(asked["count"]):
            try:
                kept = memory.episodes.record(draft(input_context=f"{asked['name']} {n}"))
            except MohenError as error:
                say(f"{error.code} {error.details.get('reason')}")
            else:
                say(kept.episode.id)


def read(home: str, asked: dict[str, Any]) -> None:
    """Count and search until told to stop; say every count."""
    from mohen.episodes.model import Question
    from mohen.errors import MohenError
    from mohen.memory import open_memory

    say("ready")
    hear()
    stop = threading.Event()
    threading.Thread(target=lambda: (hear(), stop.set()), daemon=True).start()
    with open_memory(home, policy=unbounded()) as memory:
        while not stop.is_set():
            try:
                counts = memory.status("novel").counts
                answer = memory.episodes.query(Question(project_id="novel", query_text="writer"))
                listed = memory.episodes.list("novel", limit=5)
            except MohenError as error:
                say(f"{error.code} {error.details.get('reason')}")
                continue
            broken = [each.code for each in answer.degradations]
            seen = -1 if counts is None else counts.active
            say(json.dumps([seen, broken, len(listed.items)]))


def open_at_once(_home: str, _asked: dict[str, Any]) -> None:
    """Open each home that it is told of, record into it, and say what happened."""
    from factories import draft
    from mohen.errors import MohenError
    from mohen.memory import open_memory

    say("ready")
    while told := hear():
        try:
            with open_memory(told["home"], immediate=True) as memory:
                said = memory.episodes.record(draft()).episode.id
        except MohenError as error:
            said = f"{error.code} {error.details.get('reason')}"
        say(said)


def obey(home: str, asked: dict[str, Any]) -> None:
    """One open memory that does what it is told."""
    from factories import confirmed, draft, policy
    from mohen.episodes.model import Question
    from mohen.errors import MohenError
    from mohen.memory import open_memory

    memory = open_memory(home, policy=policy(**asked.get("policy", {})), immediate=True)
    say("ready")
    while told := hear():
        if told["do"] == "record":
            recorded = memory.episodes.record(draft(**told["draft"]))
            say(json.dumps(recorded.episode.id))
        elif told["do"] == "set":
            memory.settings.update(**told["settings"])
            say("null")
        elif told["do"] == "ask":
            answer = memory.episodes.query(Question(project_id="novel", query_text=told["words"]))
            say(json.dumps([each.episode.id for each in answer.items]))
        elif told["do"] == "clean":
            try:
                say(json.dumps(memory.upkeep.cleanup().compressed))
            except MohenError as error:
                say(json.dumps(error.code))
        elif told["do"] == "clear":
            say(json.dumps(confirmed(memory.upkeep.clear_project)("novel").wiped))
    memory.close()


def ipc(home: str, _asked: dict[str, Any]) -> None:
    """`mohen ipc`: channels over its standard input and output."""
    from mohen.memory import open_memory
    from mohen.server import stdio

    with open_memory(home) as memory, os.fdopen(os.dup(0), "rb") as source:
        stdio.serve(memory, source, os.fdopen(os.dup(1), "wb"))


def distil(home: str, asked: dict[str, Any]) -> None:
    """Distil, say each stage, and stand still at one until told or killed."""
    from mohen.errors import MohenError
    from mohen.memory import open_memory

    memory = open_memory(home, immediate=True)

    def heard(push: str, data: Any) -> None:
        if push == "memory:distill:progress":
            say(data["stage"])
            if data["stage"] == asked["stop"]:
                hear()

    memory.listen(heard)
    say("ready")
    if hear() is not None:
        try:
            memory.rules.distill("novel")
        except MohenError as error:
            say(error.code)
    memory.close()


def run_skill(home: str, asked: dict[str, Any]) -> None:
    """Run a skill whose writer says one piece and then hangs until the process is killed; of a run
    that is kept, after it has finished a candidate."""
    from mohen.memory import open_memory
    from mohen.prompts.model import Request
    from mohen.testing import ScriptedWriter

    class Hanging(ScriptedWriter):
        def write(self, *args: Any, heard: Any, variant: int = 0, **named: Any) -> Any:
            if kept and variant == 0:
                return super().write(*args, heard=heard, **named)
            heard("剑落。")
            say("writing")
            return hear()

    kept = bool(asked.get("kept"))
    memory = open_memory(home, writer=Hanging("他退了一步。"), immediate=True)
    say("ready")
    request = Request(skill_id="continue", project_id="novel", text="他拔剑。")
    memory.skills.run(request, run_id="r", keep=kept)


def live(home: str, _asked: dict[str, Any]) -> None:
    """Run skills, answer some, and begin and end sessions, all at once and without end; say what
    is begun and what is done."""
    from mohen.memory import open_memory
    from mohen.prompts.model import Request
    from mohen.rules.model import Action
    from mohen.session.model import Kind
    from mohen.skills.model import Response
    from mohen.testing import ScriptedWriter

    say("ready")
    if hear() is None:
        return  # the parent is gone
    memory = open_memory(home, writer=ScriptedWriter("剑落。"))

    def write() -> None:
        while True:
            run = memory.new_id("run")
            say(f"begun {run}")
            request = Request(skill_id="continue", project_id="novel", text="他拔剑。")
            memory.skills.run(request, run_id=run, candidates=1)
            say(f"run {run}")
            if run[-1] in "02468ace":
                memory.skills.feedback(run, Response(action=Action.ACCEPT), project_id="novel")
                say(f"answered {run}")

    def speak() -> None:
        while True:
            session = memory.session.begin("novel").working.session_id
            for _ in range(memory.policy.settings.learning_threshold_max):
                memory.session.note(session, Kind.SIGNAL, "太长", project_id="novel")
            (episode,) = memory.session.end(session, project_id="novel").episodes
            say(f"settled {episode}")

    for each in (write, write, speak):
        threading.Thread(target=each).start()


def write_without_rights(home: str, asked: dict[str, Any]) -> None:
    """As another user, run a skill of a project whose files may not be read; say the answer."""
    import tempfile

    from mohen.memory import open_memory
    from mohen.server.dispatch import Dispatcher
    from mohen.testing import ScriptedWriter

    with tempfile.TemporaryDirectory() as elsewhere:
        asked_of(Path(elsewhere), ["projects.bind", "skills.run"])  # all is imported
    if asked["user"] is not None:
        os.setgroups([])
        os.setgid(asked["user"])
        os.setuid(asked["user"])
    writer = ScriptedWriter("剑落。")
    with open_memory(home, writer=writer, immediate=True) as memory:
        door = Dispatcher(memory)
        memory.projects.bind("novel", asked["folder"])
        say("ready")
        payload = {"skillId": "continue", "projectId": "novel", "text": "他拔剑。"}
        answer = door.call("ai:skill:run", payload)
        door.close()
    prompt = "".join(each.content for each in writer.asked[0].messages)
    say(json.dumps([answer, prompt]))


def fill(home: str, _asked: dict[str, Any]) -> None:
    """Record under a limit on the size of files until it is reached, then lift the limit."""
    import resource
    import signal

    from factories import draft
    from mohen.errors import EpisodeWriteFailed
    from mohen.memory import open_memory
    from mohen.testing import FrozenClock

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    most = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    memory = open_memory(home, clock=FrozenClock(), immediate=True)
    memory.settings.get()
    resource.setrlimit(resource.RLIMIT_FSIZE, (600_000, most))
    say("ready")
    kept: list[str] = []
    refused: EpisodeWriteFailed | None = None
    while refused is None:
        try:
            text = f"{len(kept)}，雨声盖过了脚步。" * 100
            kept.append(memory.episodes.record(draft(input_context=text)).episode.id)
        except EpisodeWriteFailed as error:
            refused = error
    details = refused.details
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    after = memory.episodes.record(draft()).episode.id
    memory.close()
    told = [kept, refused.code, details["reason"], details["retryCount"], str(refused), after]
    say(json.dumps(told))


def report(home: str, asked: dict[str, Any]) -> None:
    """As another user, ask everything there is to ask and say what came of it."""
    import tempfile

    from faults.operations import OPERATIONS

    with tempfile.TemporaryDirectory() as elsewhere:
        warm = ["episodes.query by words", "doctor", "skills.run", "skills.check", "sample.load"]
        warm += ["models.find", "models.put_key", "local_models.start"]
        asked_of(Path(elsewhere), warm)  # all is imported
    if asked["user"] is not None:
        os.setgroups([])
        os.setgid(asked["user"])
        os.setuid(asked["user"])
    say("ready")
    say(json.dumps(asked_of(Path(home), OPERATIONS)))


def asked_of(home: Path, names: Iterable[str]) -> dict[str, Any]:
    from factories import policy
    from faults.operations import ask
    from mohen.memory import open_memory
    from mohen.testing import FrozenClock

    outcomes: dict[str, Any] = {}
    rule = policy(storage={"busy_timeout_ms": 1})
    for name in names:
        with open_memory(home, policy=rule, clock=FrozenClock(), immediate=True) as memory:
            try:
                outcome = ask(memory, name)
                told = sorted({*outcome.degraded, *memory.degraded()})
            except Exception as error:  # noqa: BLE001 - whatever it is, the parent must see it
                outcomes[name] = [None, None, [], f"unexpected {error!r}"]
                continue
        error = outcome.error
        code, said = (None, "") if error is None else (error.code, str(error))
        outcomes[name] = [code, outcome.reason, told, said]
    return outcomes


ROLES = {
    each.__name__: each
    for each in (
        *(flood, write, read, open_at_once, obey, distil, ipc, run_skill),
        *(live, write_without_rights, fill, report, overhear),
    )
}


def bear_children(channel: str) -> list[Any] | None:
    from faults import operations  # noqa: F401 - all is imported before anybody is born
    from mohen.server import dispatch  # noqa: F401

    return bear(int(channel))


def main(work: list[Any] | None) -> None:
    if work is not None and work[0] == "mother":
        work = bear_children(work[1])
    if work is not None:
        role, home, asked = work
        ROLES[role](home, json.loads(asked))


if __name__ == "__main__":
    main(sys.argv[1:])
