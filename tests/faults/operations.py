"""Everything a memory can be asked, to be asked of broken ones.

When Memory or one of its doors gets a new method, add it here: `test_broken_files.py` compares
this list with what is public, and runs all of it against every fault.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from factories import draft
from mohen.errors import EpisodeWriteFailed, MohenError, StoreError
from mohen.memory import Memory
from mohen.model.recall import Answer, Question

TEXT = "她推开门，看见了雪"
"""What an author wrote: it must never stand in a message."""

FIRST = "ep_000001"


@dataclass(frozen=True)
class Operation:
    run: Callable[[Memory], Any]
    writes: bool = False
    always_answers: bool = False  # it says what is broken instead of raising


def _query(**asked: Any) -> Callable[[Memory], Answer]:
    return lambda memory: memory.episodes.query(Question(project_id="novel", **asked))


OPERATIONS: dict[str, Operation] = {
    "episodes.get": Operation(lambda m: m.episodes.get("novel", FIRST)),
    "episodes.list": Operation(lambda m: m.episodes.list("novel", limit=200)),
    "episodes.query": Operation(_query(), always_answers=True),
    "episodes.query by scene": Operation(_query(scene_type="action"), always_answers=True),
    "episodes.query by words": Operation(_query(query_text=TEXT), always_answers=True),
    "episodes.record": Operation(
        lambda m: m.episodes.record(draft(input_context=TEXT)), writes=True
    ),
    "episodes.undo": Operation(lambda m: m.episodes.undo("novel", episode_id=FIRST), writes=True),
    "episodes.undo by generation": Operation(
        lambda m: m.episodes.undo("novel", generation_id="g1"), writes=True
    ),
    "settings.get": Operation(lambda m: m.settings.get()),
    "settings.update": Operation(
        lambda m: m.settings.update(preference_learning_threshold=5), writes=True
    ),
    "index.rebuild": Operation(lambda m: m.index.rebuild(), writes=True),
    "status": Operation(lambda m: m.status(), always_answers=True),
    "status of a project": Operation(lambda m: m.status("novel"), always_answers=True),
    "doctor": Operation(lambda m: m.doctor(), always_answers=True),
    "degraded": Operation(lambda m: m.degraded(), always_answers=True),
    "mend": Operation(lambda m: m.mend()),  # writes only where something is to be mended
}

WITHOUT_FILES = {"now", "new_id", "listen", "push", "drain", "close"}


@dataclass(frozen=True)
class Outcome:
    """What came of asking: an answer, or a typed error and all it says."""

    value: Any = None
    error: MohenError | None = None
    degraded: list[str] = field(default_factory=list)

    @property
    def reason(self) -> object:
        return None if self.error is None else self.error.details.get("reason")


def ask(memory: Memory, name: str) -> Outcome:
    """Ask, and hold what comes of it to the law; anything but a typed error goes through."""
    operation = OPERATIONS[name]
    try:
        value = operation.run(memory)
    except MohenError as error:
        raised = error
    else:
        return _answered(memory, name, value)
    assert not operation.always_answers, f"{name} raised {raised!r}"
    assert isinstance(raised, StoreError | EpisodeWriteFailed), repr(raised)
    of_episodes = name.startswith(("episodes.record", "episodes.undo"))
    assert raised.code == ("MEMORY_EPISODE_WRITE_FAILED" if of_episodes else "DB_ERROR")
    assert "reason" in raised.details
    keeps_quiet(f"{raised} {raised.message} {dict(raised.details)}", memory)
    return Outcome(error=raised)


def _answered(memory: Memory, name: str, value: Any) -> Outcome:
    if name == "doctor":
        keeps_quiet(repr(value), memory)
    if not isinstance(value, Answer):
        return Outcome(value)
    keeps_quiet(repr(value.degradations), memory)
    degraded = [each.code for each in value.degradations]
    if "MEMORY_DEGRADE_EPISODES_UNREADABLE" in degraded:
        assert value.items == ()
        assert value.fallback_rules
    return Outcome(value, degraded=degraded)


def keeps_quiet(said: str, memory: Memory) -> None:
    assert str(memory.home) not in said
    assert str(memory.home.parent) not in said
    assert TEXT not in said
    assert TEXT[:4] not in said
