"""A memory that hears statements: for tests of what they do to what is known."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from inside import inside
from mohen.core.database import Tx
from mohen.core.policy import DAY_MS
from mohen.core.scope import Scope
from mohen.knowledge.agents import config
from mohen.knowledge.consolidation.model import Act, Change, Fragment, Named, Piece, Statement, Tag
from mohen.knowledge.model import BELIEF, FACT, USER, Category, Item, State
from mohen.knowledge.transcripts.model import Role
from mohen.memory import Memory
from mohen.policy import Policy
from mohen.text import normalize

PROJECT = "mina"
MORNING = 1_770_000_000_000  # 2026-02-02


@dataclass(frozen=True)
class Said:
    """A statement in its place: on which day, in which line of which session."""

    statement: Statement
    day: float = 0
    line: int = 1
    session: str = "s1"
    importance: float = 0.8
    previous: int = 0

    @property
    def at(self) -> int:
        return MORNING + round(self.day * DAY_MS)


def says(content: str, attribute: str = "", value: str = "", **more: Any) -> Said:
    """`day`, `line`, `session`, `importance` and `previous` say where; all else is the
    statement's."""
    places = ("day", "line", "session", "importance", "previous")
    where = {name: more.pop(name) for name in places if name in more}
    names = more.pop("names", ())
    made = Statement(
        content=content,
        category=more.pop("category", Category.STATUS),
        subject=more.pop("subject", USER),
        attribute=attribute,
        value=value,
        entities=tuple(each if isinstance(each, Named) else Named(each) for each in names),
        **more,
    )
    return Said(made, **where)


def guesses(content: str, attribute: str = "", value: str = "", **more: Any) -> Said:
    return says(content, attribute, value, **{"type": BELIEF, "confidence": 0.5, **more})


def corrects(value: str, content: str = "", attribute: str = "", **more: Any) -> Said:
    return says(content, attribute, value, act=Act.CORRECTS, **more)


def takes_back(value: str = "", **more: Any) -> Said:
    return says("", "", value, act=Act.TAKES_BACK, **more)


class Mind:
    def __init__(self, memory: Memory, project: str = PROJECT) -> None:
        self.memory = memory
        self.project = project
        self.parts = inside(memory)
        self.config = config.default(Policy())
        self._pieces = itertools.count(1)
        self.cursor: dict[str, Any] = {}

    def hears(self, *said: Said) -> list[Change]:
        """One run: they are written as phase 3 leaves them, and reconciled."""
        self.waits(*said)
        return self.reconciles()

    def waits(self, *said: Said) -> None:
        rows = [(self._piece(each), each.statement, each.importance) for each in said]
        self.parts.mind_db.write(
            lambda tx: self.parts.fragment_store.add_statements(tx, self.project, rows)
        )

    def reconciles(self, keep: Callable[[Tx, Any], None] | None = None) -> list[Change]:
        done = list(
            self.parts.reconciler.reconcile(
                self.project, self.config, resume=self.cursor, keep=keep or self._keep
            )
        )
        self.parts.mind_db.write(
            lambda tx: self.parts.fragment_store.drop_statements(tx, self.project)
        )
        self.cursor = {}
        return done

    def _keep(self, _tx: Tx, cursor: Any) -> None:
        self.cursor = dict(cursor)

    def _piece(self, said: Said) -> Piece:
        text, number = said.statement.content, next(self._pieces)
        told = Fragment(said.session, said.line, 0, Role.USER, text, Tag.STATEMENT, said.at)
        return Piece(number, replace(told, previous=said.previous))

    # -- what is known

    def items(self, *states: State, kind: str = FACT) -> list[Item]:
        found = self.parts.knowledge_store.page(
            Scope(self.project), states=states or (State.ACTIVE,), types=(kind,), limit=10_000
        )
        return sorted(found, key=lambda each: (each.valid_from or each.created_at, each.id))

    def known(self, *states: State, kind: str = FACT) -> list[str]:
        return [each.content for each in self.items(*states, kind=kind)]

    def values(self, attribute: str) -> list[str]:
        """What holds of the user."""
        return [each.value for each in self.items() if each.attribute == attribute]

    def history(self, attribute: str) -> list[tuple[str, int | None, int | None]]:
        """(value, day from, day to) of all that was ever held, in order."""
        found = self.items(State.ACTIVE, State.ARCHIVED, State.SUPERSEDED)
        return [
            (each.value, _day(each.valid_from), _day(each.valid_to))
            for each in found
            if each.attribute == attribute and each.valid_from != each.valid_to
        ]

    def types_in(self, item: Item) -> Item:
        """Somebody typed it in by hand."""

        def write(tx: Tx) -> Item:
            made = replace(
                item, id=self.parts.knowledge_store.number(tx, item.type, item.created_at)
            )
            self.parts.knowledge_store.add(tx, made, mark=normalize.mark(made.content))
            return made

        return self.parts.mind_db.write(write).value


def typed(
    content: str,
    attribute: str = "",
    value: str = "",
    *,
    day: float = 0,
    origin: str = "manual",
    project: str = PROJECT,
) -> Item:
    at = MORNING + round(day * DAY_MS)
    return Item(
        id="",
        type=FACT,
        project_id=project,
        content=content,
        origin=origin,
        created_at=at,
        updated_at=at,
        subject=USER if attribute else "",
        attribute=attribute,
        value=value,
    )


def _day(at: int | None) -> int | None:
    return None if at is None else (at - MORNING) // DAY_MS


def lives(place: str, day: float = 0, **more: Any) -> Said:
    """A word on where the user lives, in the language of the place."""
    chinese = not place.isascii()
    content = f"用户住在{place}" if chinese else f"The user lives in {place}"
    return says(content, "location", place, day=day, **more)


def told(changes: Sequence[Change]) -> list[tuple[str, str]]:
    return [(each.done.value, each.content) for each in changes]
