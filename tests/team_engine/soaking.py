"""Many processes at work for many authors, and what must hold afterwards whatever was killed.

Run as a script it is the mother of such processes: they say each thing when it is
acknowledged, one write a line.
"""

from __future__ import annotations

import os
import random
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from mother import Child, bear, mother

THREADS = 2
COUNTED = "soak"
BUSY = {"MEMORY_BACKPRESSURE", "CONTEXT_BACKPRESSURE"}
"""What may be said when everything is well."""
AWAY = {*BUSY, "DB_ERROR", "MEMORY_EPISODE_WRITE_FAILED"}
"""And while the server is away."""


def author(number: int) -> str:
    return f"soak {number}"


# -- a process at work


def work(address: str, authors: int, home: str, name: str) -> None:
    from factories import draft, policy
    from inside import inside
    from mohen.core.database import Tx
    from mohen.episodes.model import Question
    from mohen.errors import MohenError
    from mohen.memory import Memory, open_memory

    unbounded = policy(capacity={"active_per_project": 10**7})
    opening, opened = threading.Lock(), dict[int, Memory]()

    def memory_of(number: int) -> Memory:
        with opening:
            if number not in opened:
                folder = f"{home}/{number}"
                opened[number] = open_memory(
                    address, author=author(number), home=folder, policy=unbounded, meaning=False
                )
            return opened[number]

    def count(memory: Memory) -> None:
        """Read, then write: what another does in between must not be lost."""

        def one_more(tx: Tx) -> None:
            found = tx.execute(
                "SELECT last FROM knowledge_numbers WHERE series = ?", (COUNTED,)
            ).get
            tx.execute(
                "INSERT OR REPLACE INTO knowledge_numbers (series, last) VALUES (?,?)",
                (COUNTED, (found or 0) + 1),
            )

        inside(memory).mind_db.write(one_more)

    def live(thread: int) -> None:
        lot = random.Random(f"{name} {thread}")
        for n in range(10**9):
            number = lot.randrange(authors)
            try:
                memory = memory_of(number)
                what = lot.random()
                if what < 0.6:
                    word = f"heron{name}x{thread}x{n}"
                    made = memory.episodes.record(draft(input_context=f"{word}：雨声盖过了脚步。"))
                    say(f"e {number} {thread} {made.episode.id} {made.episode.seq} {word}")
                elif what < 0.85:
                    memory.episodes.query(Question(project_id="novel", query_text="雨声 脚步"))
                    say(f"q {number}")
                elif what < 0.95:
                    count(memory)
                    say(f"c {number}")
                else:
                    memory.documents.put("novel", ("soak",), f"{name} {thread}", {"n": n})
                    say(f"d {number}")
            except MohenError as error:
                say(f"! {error.code} {error.details.get('reason', '')} {error.message}")

    for thread in range(THREADS):
        threading.Thread(target=live, args=(thread,), daemon=True).start()
    sys.stdin.read()
    os._exit(0)


def say(text: str) -> None:
    os.write(1, text.encode() + b"\n")


# -- who watches


@dataclass
class Soak:
    """Processes at work, and everything that was acknowledged."""

    address: str
    authors: int
    folder: Path
    children: list[tuple[Child, threading.Thread]] = field(default_factory=list)
    acknowledged: list[tuple[str, list[str]]] = field(default_factory=list)
    heard: threading.Condition = field(default_factory=threading.Condition)
    done: int = 0
    begun: int = 0
    killed: int = 0
    last_at: float = 0.0  # when the last write was acknowledged

    def begin(self) -> None:
        name = f"p{self.begun}"
        self.begun += 1
        child = mother(__file__).bear(
            "work", self.address, self.authors, str(self.folder / name), name
        )
        listener = threading.Thread(target=self._listen, args=(name, child), daemon=True)
        listener.start()
        self.children.append((child, listener))

    def _listen(self, name: str, child: Child) -> None:
        with child.stdout as lines:
            for line in lines:
                if line.endswith(b"\n"):
                    self._hear(name, line.decode().rstrip("\n").split(" ", 5))

    def _hear(self, name: str, said: list[str]) -> None:
        with self.heard:
            self.acknowledged.append((name, said))
            if said[0] != "!":
                self.done += 1
            if said[0] in "ecd":
                self.last_at = time.monotonic()
            self.heard.notify_all()

    def kill_one(self) -> None:
        child, listener = self.children.pop(0)
        child.kill()
        _finish(child, listener)
        self.killed += 1

    def more(self, many: int) -> None:
        """Return when so many more things were acknowledged."""
        with self.heard:
            wanted = self.done + many
            assert self.heard.wait_for(lambda: self.done >= wanted, timeout=300), "it stands"

    def first_write_after(self, moment: float) -> float:
        """Seconds until something was acknowledged that was written later."""
        with self.heard:
            assert self.heard.wait_for(lambda: self.last_at > moment, timeout=300), "it stands"
            return self.last_at - moment

    def end(self) -> None:
        for each in self.children:
            _finish(*each)
        self.children.clear()


def _finish(child: Child, listener: threading.Thread) -> None:
    child.stdin.close()
    child.wait()
    listener.join()


@contextmanager
def soaking(address: str, folder: Path, *, processes: int, authors: int) -> Iterator[Soak]:
    soak = Soak(address, authors, folder)
    try:
        for _ in range(processes):
            soak.begin()
        yield soak
    finally:
        soak.end()


def judged(soak: Soak, allowed: set[str], address: str | None = None) -> Counter[str]:
    """Nothing acknowledged is missing, nothing is there twice, numbers rise, no update is lost;
    answers how often each thing was done."""
    done: Counter[str] = Counter(said[0] for _, said in soak.acknowledged)
    refused = Counter(said[1] for _, said in soak.acknowledged if said[0] == "!")
    odd = [said for _, said in soak.acknowledged if said[0] == "!" and said[1] not in allowed]
    assert not odd, odd[:3]
    kept: dict[int, dict[str, tuple[str, int]]] = defaultdict(dict)
    last: dict[tuple[str, str, str], int] = {}
    counted: Counter[int] = Counter()
    for name, said in soak.acknowledged:
        if said[0] == "e":
            _, number, thread, id, seq, word = said
            assert int(seq) > last.get((name, thread, number), 0), "a number fell"
            last[name, thread, number] = int(seq)
            kept[int(number)][word] = id, int(seq)
        elif said[0] == "c":
            counted[int(said[1])] += 1
    # Every process is cut short once, killed or told to end, with a call of each thread under way.
    unsure = soak.begun * THREADS + sum(refused.values())
    for number in range(soak.authors):
        _judge_author(
            address or soak.address, soak.folder, number, kept[number], counted[number], unsure
        )
    return done + Counter({f"refused {code}": n for code, n in refused.items()})


def _judge_author(
    address: str,
    folder: Path,
    number: int,
    kept: dict[str, tuple[str, int]],
    counted: int,
    unsure: int,
) -> None:
    from inside import inside
    from mohen.memory import open_memory

    home = folder / "judge" / str(number)
    with open_memory(
        address, author=author(number), home=home, meaning=False, immediate=True
    ) as memory:
        house = inside(memory)
        with house.episodes_db.read() as reader:
            rows = reader.execute(
                "SELECT e.seq, e.id, t.input_context FROM episodes e JOIN texts t ON t.seq = e.seq"
                " ORDER BY e.seq"
            ).fetchall()
        found = [(text.partition("：")[0], id, seq) for seq, id, text in rows]
        words = Counter(word for word, _, _ in found)
        assert not [word for word, times in words.items() if times > 1], "something is there twice"
        there = {word: (id, seq) for word, id, seq in found}
        missing = [word for word, what in kept.items() if there.get(word) != what]
        assert not missing, f"{len(missing)} acknowledged episodes are missing"
        with house.mind_db.read() as reader:
            total = reader.execute(
                "SELECT last FROM knowledge_numbers WHERE series = ?", (COUNTED,)
            ).get
        total = total or 0
        assert counted <= total, f"{counted - total} of {counted} updates were lost"
        assert total <= counted + unsure, f"{total} updates of {counted}, {unsure} not answered"


Killing = Callable[[Soak], None]


def _bear_workers(channel: str) -> None:
    import psycopg_pool  # noqa: F401 - all is imported before anybody is born

    import factories  # noqa: F401
    import inside  # noqa: F401
    from mohen import memory  # noqa: F401
    from mohen.core.postgres import server  # noqa: F401

    asked = bear(int(channel))
    if asked is None:
        return
    what, *rest = asked
    if what == "work":
        work(*rest)
    else:
        from team_engine.other import be_told

        be_told(*rest)


if __name__ == "__main__":
    _bear_workers(sys.argv[2])
