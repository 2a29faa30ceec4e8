"""Another process with an author's memory open, which does what it is told."""

from __future__ import annotations

import json
import sys
import threading
from pathlib import Path
from typing import Any

from mother import mother
from team_engine import soaking


class Other:
    """Our end of it."""

    def __init__(self, address: str, author: str, home: Path) -> None:
        self._child = mother(soaking.__file__).bear("other", address, author, str(home))
        assert self.line() == "ready"

    def line(self) -> Any:
        return json.loads(self._child.stdout.readline())

    def ask(self, *what: Any) -> Any:
        self._child.stdin.write(json.dumps(what).encode() + b"\n")
        self._child.stdin.flush()
        return self.line()

    def kill(self) -> None:
        self._child.kill()
        self.end()

    def end(self) -> None:
        if not self._child.stdin.closed:
            self._child.stdin.close()
            self._child.wait()
            self._child.stdout.close()


def be_told(address: str, author: str, home: str) -> None:
    """Its own: a line is a wish, and a line answers it."""
    from inside import inside
    from mohen.episodes.model import Question
    from mohen.memory import open_memory

    heard = list[Any]()
    entered, leave = threading.Event(), threading.Event()
    memory = open_memory(address, author=author, home=home, immediate=True)
    house = inside(memory)
    memory.listen(lambda push, data: heard.append([push, dict(data)]))

    def hold() -> None:
        with house.exclusive.alone("distill", "busy"):
            entered.set()
            leave.wait()

    def begin_to_hold() -> None:
        threading.Thread(target=hold, daemon=True).start()
        entered.wait()

    def found(words: str) -> list[str]:
        answer = memory.episodes.query(Question(project_id="novel", query_text=words))
        return [each.episode.id for each in answer.items]

    wishes = {
        "heard": lambda: heard,
        "set": lambda changes: memory.settings.update(**changes) and None,
        "privacy": lambda: memory.settings.get().privacy_mode_enabled,
        "find": found,
        "push": memory.push,
        "hold": begin_to_hold,
    }
    print(json.dumps("ready"), flush=True)
    for line in sys.stdin:
        what, *rest = json.loads(line)
        print(json.dumps(wishes[what](*rest)), flush=True)
