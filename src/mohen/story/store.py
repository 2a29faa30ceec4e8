"""The story's facts in mind.db: entities, relations, states, marks of time, and exemptions."""

from __future__ import annotations

import json
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from operator import itemgetter
from typing import TYPE_CHECKING, Any, TypeVar

from mohen.core.database import Rows
from mohen.errors import StoreCorrupt
from mohen.story.model import (
    Chapter,
    ContextLevel,
    Entity,
    EntityType,
    Evidence,
    Exemption,
    Fact,
    Facts,
    Mark,
    MarkKind,
    Moment,
    Origin,
    Relation,
    Source,
    State,
)

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx
    from mohen.core.scope import Scope

F = TypeVar("F", Entity, Relation, State, Mark)

_REMEMBERED = 8  # projects whose facts are kept in memory
_KINDS: dict[type[Any], str] = {
    Entity: "entity",
    Relation: "relation",
    State: "state",
    Mark: "mark",
}
USERS = ""
"""The source of what the user said."""


class StoryStore:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: OrderedDict[str, tuple[tuple[int, str], Facts]] = OrderedDict()
        self._lock = threading.Lock()

    # -- reading

    def facts(self, scope: Scope) -> Facts:
        """All of a project: the same object again while nothing has changed, in this process or
        another one (C91)."""
        project = _project(scope)
        with self._database.read() as reader:
            revision = _revision(reader, project)
            stamp = (self._database.opened, revision)
            with self._lock:
                known = self._known.get(project)
            if known is not None and known[0] == stamp:
                return known[1]
        with self._database.one_view() as reader:
            stamp = (self._database.opened, _revision(reader, project))
            found = _facts(reader, project)
        with self._lock:
            self._known[project] = (stamp, found)
            self._known.move_to_end(project)
            while len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)
        return found

    def sources(self, scope: Scope) -> list[Source]:
        with self._database.read() as reader:
            return _sources(reader, _project(scope))

    def said_by_user(self, scope: Scope) -> list[Fact]:
        with self._database.read() as reader:
            rows = reader.execute(
                "SELECT id, kind, body FROM graph_facts WHERE project_id = ? AND source = ?"
                " ORDER BY pk",
                (_project(scope), USERS),
            )
            return [_fact(*row) for row in rows]

    def owner(self, id: str) -> str | None:
        """The project that a fact or an exempted finding belongs to."""
        with self._database.read() as reader:
            found = reader.execute(
                "SELECT project_id FROM graph_facts WHERE id = ?1"
                " UNION ALL SELECT project_id FROM graph_exemptions WHERE finding = ?1 LIMIT 1",
                (id,),
            ).get
        return None if found is None else str(found)

    def exemptions(self, scope: Scope) -> dict[str, Exemption]:
        with self._database.read() as reader:
            rows = reader.execute(
                "SELECT finding, reason, at FROM graph_exemptions WHERE project_id = ?",
                (_project(scope),),
            )
            return {finding: Exemption(finding, reason, at) for finding, reason, at in rows}

    # -- writing

    def put_source(self, tx: Tx, scope: Scope, source: Source, facts: Iterable[Fact]) -> None:
        """What a file says now, in place of what it said before."""
        project = _project(scope)
        self.drop_source(tx, scope, source.ref)
        chapters = [[c.number, c.title, c.first, c.aside] for c in source.chapters]
        tx.execute(
            "INSERT INTO graph_sources (project_id, ref, digest, facts, chapters)"
            " VALUES (?,?,?,?,?)",
            (project, source.ref, source.digest, source.facts, _json(chapters)),
        )
        _insert(tx, project, source.ref, facts)

    def drop_source(self, tx: Tx, scope: Scope, ref: str) -> None:
        project, named = _project(scope), self._database.named(tx, ref)
        for table, column in (("graph_facts", "source"), ("graph_sources", "ref")):
            tx.execute(
                f"DELETE FROM {table} WHERE project_id = ? AND {column} = ?", (project, named)
            )
        _touch(tx, project)

    def put(self, tx: Tx, scope: Scope, facts: Sequence[Fact]) -> None:
        """What the user said, each in place of what they said of it before."""
        project = _project(scope)
        _insert(tx, project, USERS, facts)
        _touch(tx, project)

    def remove(self, tx: Tx, scope: Scope, ids: Iterable[str]) -> int:
        """How many facts that the user said went."""
        project, before = _project(scope), tx.total_changes()
        tx.executemany(
            "DELETE FROM graph_facts WHERE project_id = ? AND source = ? AND id = ?",
            ((project, USERS, id) for id in ids),
        )
        gone = tx.total_changes() - before
        _touch(tx, project)
        return gone

    def bodies(self, scope: Scope) -> list[tuple[int, str]]:
        """Every row's number and all the words in it, whoever said them."""
        with self._database.read() as reader:
            return list(
                reader.execute(
                    "SELECT pk, body FROM graph_facts WHERE project_id = ?", (scope.project_id,)
                )
            )

    def forget(self, tx: Tx, scope: Scope, rows: Iterable[int]) -> int:
        """They are not read again from the same file until it changes."""
        before = tx.total_changes()
        tx.executemany("DELETE FROM graph_facts WHERE pk = ?", ((each,) for each in rows))
        gone = tx.total_changes() - before
        _touch(tx, _project(scope))
        return gone

    def exempt(self, tx: Tx, scope: Scope, exemption: Exemption) -> None:
        tx.execute(
            "INSERT OR REPLACE INTO graph_exemptions (project_id, finding, reason, at)"
            " VALUES (?,?,?,?)",
            (_project(scope), exemption.finding, exemption.reason, exemption.at),
        )

    def unexempt(self, tx: Tx, scope: Scope, finding: str) -> bool:
        before = tx.total_changes()
        tx.execute(
            "DELETE FROM graph_exemptions WHERE project_id = ? AND finding = ?",
            (_project(scope), finding),
        )
        return tx.total_changes() > before


def _project(scope: Scope) -> str:
    """A story belongs to a project: nothing of it is global."""
    return scope.project_id or ""


def _revision(tx: Tx, project: str) -> str:
    found = tx.execute("SELECT revision FROM graph_revisions WHERE project_id = ?", (project,)).get
    return "" if found is None else str(found)


def _touch(tx: Tx, project: str) -> None:
    tx.execute(
        "INSERT OR REPLACE INTO graph_revisions (project_id, revision) VALUES (?,?)",
        (project, secrets.token_hex(8)),
    )


def _insert(tx: Tx, project: str, source: str, facts: Iterable[Fact]) -> None:
    tx.executemany(
        "INSERT OR REPLACE INTO graph_facts (id, project_id, kind, source, body)"
        " VALUES (?,?,?,?,?)",
        ((f.id, project, _KINDS[type(f)], source, _json(_plain(f))) for f in facts),
    )


def _facts(tx: Tx, project: str) -> Facts:
    rows = tx.execute(
        "SELECT source, pk, id, kind, body FROM graph_facts WHERE project_id = ? ORDER BY pk",
        (project,),
    )
    found = [_fact(*row) for _, _, *row in sorted(rows, key=itemgetter(0, 1))]
    chapters = [each for source in _sources(tx, project) for each in source.chapters]
    return Facts(
        project_id=project,
        entities=_only(found, Entity),
        relations=_only(found, Relation),
        states=_only(found, State),
        marks=_only(found, Mark),
        chapters=tuple(sorted(chapters, key=lambda each: (each.number, each.ref))),
    )


def _only(facts: Iterable[Fact], kind: type[F]) -> tuple[F, ...]:
    return tuple(each for each in facts if isinstance(each, kind))


def _sources(tx: Tx, project: str) -> list[Source]:
    rows = tx.execute(
        "SELECT ref, digest, facts, chapters FROM graph_sources WHERE project_id = ?", (project,)
    )
    return [_source(row) for row in sorted(rows, key=itemgetter(0))]


def _source(row: Sequence[Any]) -> Source:
    ref, digest, facts, chapters = row
    return Source(
        ref,
        digest,
        facts,
        tuple(
            Chapter(number=number, title=title, ref=ref, first=first, aside=aside)
            for number, title, first, aside in json.loads(chapters)
        ),
    )


# -- bodies


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _plain(fact: Fact) -> dict[str, Any]:
    said = asdict(fact)
    del said["id"]
    return said


def _fact(id: str, kind: str, body: str) -> Fact:
    try:
        return _READ[kind](id, json.loads(body))
    except (ValueError, KeyError, TypeError):
        raise StoreCorrupt("a row of mind.db makes no sense; run `mohen doctor`") from None


def _entity(id: str, said: dict[str, Any]) -> Entity:
    return Entity(
        id=id,
        name=said["name"],
        type=EntityType(said["type"]),
        aliases=tuple(said["aliases"]),
        level=ContextLevel(said["level"]),
        attributes=said["attributes"],
        origin=Origin(said["origin"]),
        evidence=Evidence(**said["evidence"]),
    )


def _relation(id: str, said: dict[str, Any]) -> Relation:
    return Relation(
        id=id,
        source=said["source"],
        kind=said["kind"],
        target=said["target"],
        since=Moment(**said["since"]),
        until=said["until"] and Moment(**said["until"]),
        origin=Origin(said["origin"]),
        evidence=Evidence(**said["evidence"]),
    )


def _state(id: str, said: dict[str, Any]) -> State:
    return State(
        id=id,
        entity=said["entity"],
        attribute=said["attribute"],
        value=said["value"],
        since=Moment(**said["since"]),
        until=said["until"] and Moment(**said["until"]),
        scene=said["scene"],
        origin=Origin(said["origin"]),
        evidence=Evidence(**said["evidence"]),
    )


def _mark(id: str, said: dict[str, Any]) -> Mark:
    return Mark(
        id=id,
        kind=MarkKind(said["kind"]),
        value=said["value"],
        since=Moment(**said["since"]),
        exact=said["exact"],
        evidence=Evidence(**said["evidence"]),
    )


_READ: dict[str, Callable[[str, dict[str, Any]], Fact]] = {
    "entity": _entity,
    "relation": _relation,
    "state": _state,
    "mark": _mark,
}

ROWS = (
    Rows("graph_facts", "SELECT pk, id, kind, body FROM graph_facts", lambda row: _fact(*row)),
    Rows(
        "graph_sources",
        "SELECT project_id, ref, ref, digest, facts, chapters FROM graph_sources",
        _source,
    ),
)
