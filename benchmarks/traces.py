"""A home full of traces, for `memory:trace:get` in `latency.py`."""

from __future__ import annotations

import random
from collections.abc import Sequence

import apsw

from behind import inside
from mohen import Memory
from mohen.core.database import Tx
from mohen.house import MIND_FILE
from mohen.prompts.model import Compliance, Generation, Kind, Piece, Reference
from mohen.rules.model import Op, Origin, Predicate, Rule, Tally
from mohen.text.default_rules import Category

TRACES, RULES, REFERRED = 20_000, 200, 60
BLOCKS, BLOCK = 40, "0123abcd"
BATCH = 2_000
# What is told in the end, as plain SQL has it.
ROW = "SELECT * FROM generations WHERE id = ?"
TOLD = "SELECT text, predicate FROM rules WHERE id IN (SELECT value ->> 0 FROM json_each(?))"


def fill(memory: Memory, project: str) -> list[str]:
    """As many traces as a project keeps, each of a prompt with sixty rules; answers their ids."""
    rules = _rules(memory, project)
    made = [_generation(memory, project, rules, number) for number in range(TRACES)]
    parts = inside(memory)
    for start in range(0, TRACES, BATCH):
        some = made[start : start + BATCH]

        def write(tx: Tx, some: Sequence[Generation] = some) -> None:
            for each in some:
                parts.trace_store.add(tx, each)

        parts.mind_db.write(write)
    return [each.id for each in made]


def _rules(memory: Memory, project: str) -> list[str]:
    parts, now = inside(memory), memory.now()
    ids = [memory.new_id("rule") for _ in range(RULES)]

    def write(tx: Tx) -> None:
        for number, id in enumerate(ids):
            rule = Rule(
                id=id,
                text=f"动作场景少用“词{number}”",
                category=Category.VOCABULARY,
                project_id=project,
                origin=Origin.DISTILLED,
                confidence=0.5,
                predicate=Predicate(f"phrase:词{number}", Op.LESS, 1, "uses", "action"),
                tally=Tally(weight_for=9.0, weight_against=1.0),
                evidence_at=now,
                created_at=now,
                updated_at=now,
            )
            parts.rule_store.insert(tx, rule)

    parts.mind_db.write(write)
    return ids


def _generation(memory: Memory, project: str, rules: Sequence[str], number: int) -> Generation:
    referred = random.Random(number).sample(list(rules), REFERRED)
    share = 1 / REFERRED
    return Generation(
        id=memory.new_id("gen"),
        run_id=f"run-{number}",
        project_id=project,
        skill_id="continue",
        model="offline",
        at=memory.now(),
        scene_type="action",
        stable_prefix_hash=f"p1:{number % 50}",
        prompt_hash=f"p1:{number}",
        tokens=4_000,
        references=tuple(Reference(id, Kind.SEMANTIC, 0.5, 20, 0.5, share) for id in referred),
        compliance=tuple(Compliance(id, 0.0, True, "") for id in referred),
        pieces=tuple(
            Piece(layer, f"part {layer}", 600, layer > 3, (BLOCK,) * BLOCKS) for layer in range(6)
        ),
    )


class RawTraces:
    """The floor: the row and the rules it names, read in plain SQL from the same file."""

    def __init__(self, memory: Memory) -> None:
        self._reader = apsw.Connection(
            str(memory.home / MIND_FILE), flags=apsw.SQLITE_OPEN_READONLY
        )

    def read(self, id: str) -> None:
        (row,) = self._reader.execute(ROW, (id,)).fetchall()
        self._reader.execute(TOLD, ("[]" if row is None else row[12],)).fetchall()

    def close(self) -> None:
        self._reader.close()
