"""Random damage to the files of a home, and what becomes of it: for the tests and `make soak`.

Each seed does one thing to one file of a home that is closed (a bit, some bytes, zeros, a whole
page), asks everything that can be asked, has it mended and asks again. What comes of it:

- harmless: every answer is as before; free space or an index that nobody asked was hit.
- noticed: something was refused or degraded, or the doctor found it, and mending made it well.
- silent: an answer differs and nobody said anything. A letter that became another letter.
- incurable: the doctor or an answer still complains after mending. The law: never.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from factories import draft
from faults.operations import OPERATIONS, TEXT, keeps_quiet
from mohen.core.degradation import Finding
from mohen.errors import MohenError, NotFound
from mohen.memory import Memory

FILES = ("episodes.db", "mind.db")


@dataclass(frozen=True)
class Hit:
    file: str
    how: str
    at: int
    length: int


def hit(home: Path, seed: int) -> Hit:
    """One piece of damage, anywhere behind the header of the file."""
    chance = random.Random(seed)
    file = chance.choice(FILES)
    path = home / file
    body = bytearray(path.read_bytes())
    how = chance.choice(("bit", "byte", "bytes", "zeros", "page"))
    at = chance.randrange(100, len(body))
    length = {"bit": 1, "byte": 1, "bytes": 16, "zeros": 64, "page": 4096}[how]
    if how == "page":
        at = max(4096, at // 4096 * 4096)
    length = min(length, len(body) - at)
    if how == "bit":
        body[at] ^= 1 << chance.randrange(8)
    elif how == "zeros":
        body[at : at + length] = bytes(length)
    else:
        body[at : at + length] = chance.randbytes(length)
    path.write_bytes(body)
    return Hit(file, how, at, length)


# -- what became of it

READS = [
    name
    for name, each in OPERATIONS.items()
    if not each.writes
    and name.partition(".")[0] not in ("session", "sample", "skills", "degraded", "mend", "doctor")
    and name not in ("status", "status of a project", "upkeep.clear_all", "consolidation.begin")
    and name not in ("agents.detect", "snapshot.write_files", "story.refresh", "agents.find")
    and name not in ("context.assemble", "context.inspect", "traces.without")
]


@dataclass(frozen=True)
class Heard:
    """What a home answers to everything that only reads."""

    answers: dict[str, str]
    refused: dict[str, str]
    degraded: tuple[str, ...]


def hear(memory: Memory) -> Heard:
    """Ask everything; whatever is raised is typed and says nothing of what was kept."""
    answers, refused = {}, {}
    for name in READS:
        try:
            answers[name] = repr(OPERATIONS[name].run(memory))
        except MohenError as error:
            keeps_quiet(f"{error} {error.message} {dict(error.details)}", memory)
            if not isinstance(error, NotFound):  # lost, and named as lost
                refused[name] = error.code
    return Heard(answers, refused, tuple(memory.degraded()))


def failing(memory: Memory) -> list[str]:
    found = memory.doctor()
    keeps_quiet(repr(found), memory)
    return [each.name for each in found if each.finding is Finding.FAIL]


HARMLESS, NOTICED, BY_DOCTOR, SILENT, INCURABLE = (
    "harmless", "noticed", "noticed by the doctor", "silent", "incurable"
)  # fmt: skip


def fate(home: Path, sound: Heard, open_home: Callable[[Path], Memory]) -> str:
    """What becomes of a damaged home."""
    with open_home(home) as memory:
        first = hear(memory)
        failed = failing(memory)
        told = bool(first.refused or first.degraded)
        done = memory.mend()
        keeps_quiet(repr(done), memory)
    with open_home(home) as memory:
        after = hear(memory)
        if after.refused or after.degraded or failing(memory):
            return INCURABLE
    if told:
        return NOTICED
    if failed:
        return BY_DOCTOR
    same = all(first.answers.get(name) == said for name, said in sound.answers.items())
    return HARMLESS if same else SILENT


def populate(memory: Memory, project: str = "novel") -> None:
    """Something in every table that is read."""
    for n in range(40):
        text = f"{TEXT}，第{n}次。" * 20
        memory.episodes.record(draft(input_context=text, generation_id=f"g{n}"))
    for name, operation in OPERATIONS.items():
        if operation.writes and name.partition(".")[2] in _FILL:
            operation.run(memory)


_FILL = ("add", "create", "save", "capture", "put_entity", "put_relation", "put_state", "init")
