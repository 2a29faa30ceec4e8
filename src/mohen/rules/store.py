"""The rules' rows: what was learned of the author, what speaks for it, what became of it.

Decides nothing. How many episodes speak for a rule and whether it is in conflict are counted when
a rule is read, never kept beside what they count (C91).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import astuple, fields
from typing import TYPE_CHECKING, Any

from mohen.core.database import Rows
from mohen.core.scope import Scope
from mohen.errors import StoreCorrupt
from mohen.rules.model import (
    Conflict,
    LearningEvent,
    Link,
    Op,
    Origin,
    Part,
    Predicate,
    Range,
    Rule,
    Tally,
    Wording,
)
from mohen.text.default_rules import Category

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx

# -- How rules and conflicts lie in their rows: columns out, values in. Nothing else.


STORED = (
    "id", "project_id", "text", "text_zh", "text_en", "category", "origin", "confidence",
    "predicate", "user_confirmed", "user_modified", "weight_for", "weight_against",
    "gone_supporting", "gone_contradicting", "history", "drifted_at", "evidence_at",
    "created_at", "updated_at", "version",
)  # fmt: skip
_WHOLE = f"""
  {", ".join(f"r.{name}" for name in STORED)},
    (SELECT count(*) FROM rule_episodes l WHERE l.rule = r.pk AND l.supports = 1),
    (SELECT count(*) FROM rule_episodes l WHERE l.rule = r.pk AND l.supports = 0),
    r.id IN (SELECT first FROM conflicts WHERE resolved_at IS NULL
             UNION ALL SELECT second FROM conflicts WHERE resolved_at IS NULL)
"""
SELECT = f"SELECT {_WHOLE} FROM rules r"
EVENT = (
    "id", "at", "kind", "rule_id", "project_id", "run_id", "before", "after", "supporting",
    "contradicting",
)  # fmt: skip
CONFLICT = "id, project_id, first, second, reason, created_at, resolved_at, chosen"


def values(rule: Rule) -> tuple[Any, ...]:
    return (
        rule.id, rule.project_id, rule.text, rule.text_zh, rule.text_en, rule.category,
        rule.origin, rule.confidence, _predicate_json(rule), rule.user_confirmed,
        rule.user_modified, rule.tally.weight_for, rule.tally.weight_against,
        rule.tally.gone_supporting, rule.tally.gone_contradicting,
        json.dumps([[each.text, each.until, each.by] for each in rule.history], ensure_ascii=False),
        rule.drifted_at, rule.evidence_at, rule.created_at, rule.updated_at, rule.version,
    )  # fmt: skip


def _predicate_json(rule: Rule) -> str | None:
    """What it measures, and behind that how well its number is known."""
    predicate = rule.predicate
    if predicate is None:
        return None
    body = [predicate.feature, predicate.op, predicate.value, predicate.unit]
    where = [predicate.scene_type, predicate.skill_used, predicate.part]
    own = [] if rule.own is None else [astuple(rule.own)]
    return json.dumps([*body, *where, *own], ensure_ascii=False)


def rule(row: Sequence[Any]) -> Rule:
    """The rule in a row; `StoreCorrupt` when no hand of ours can have written it."""
    try:
        return _read(row)
    except (ValueError, TypeError):  # their words may hold the author's
        raise StoreCorrupt("a row of mind.db makes no sense; run `mohen doctor`") from None


def _read(row: Sequence[Any]) -> Rule:
    (
        id, project, text, zh, en, category, origin, confidence, predicate, confirmed, modified,
        weight_for, weight_against, gone_for, gone_against, history, drifted, evidence_at,
        created, updated, version, supporting, contradicting, in_conflict,
    ) = row  # fmt: skip
    measures = None if predicate is None else json.loads(predicate)
    found = Rule(
        id=id,
        project_id=project,
        text=text,
        text_zh=zh,
        text_en=en,
        category=Category(category),
        origin=Origin(origin),
        confidence=confidence,
        predicate=None if measures is None else _predicate(*measures[:_MEASURES]),
        own=Range(*measures[_MEASURES]) if measures and len(measures) > _MEASURES else None,
        user_confirmed=bool(confirmed),
        user_modified=bool(modified),
        tally=Tally(supporting, contradicting, weight_for, weight_against, gone_for, gone_against),
        history=tuple(Wording(*each) for each in json.loads(history)),
        drifted_at=drifted,
        evidence_at=evidence_at,
        created_at=created,
        updated_at=updated,
        version=version,
        in_conflict=bool(in_conflict),
    )
    # A row without the part it measures was written before there were parts; one that measures
    # nothing may be from then, too.
    whole = measures is not None and len(measures) >= _MEASURES
    found = found if whole else _reread(found)
    return _mended(found) if found.predicate and not _possible(found.predicate) else found


def _possible(predicate: Predicate) -> bool:
    """Whether a text can be so: numbers were kept once that none can."""
    if predicate.op is Op.LESS:
        return predicate.value > 0
    return predicate.unit != "share" or predicate.value < 1


def _mended(rule: Rule) -> Rule:
    from mohen.rules.curation import possible  # words are said where a row asks for it only

    return possible(rule)


_MEASURES = len(fields(Predicate))


def _reread(rule: Rule) -> Rule:
    from mohen.rules.curation import reread  # words are read where a row asks for it only

    return reread(rule)


def _predicate(
    feature: str,
    op: str,
    value: float,
    unit: str,
    scene: str | None,
    skill: str | None,
    part: str | None = None,
) -> Predicate:
    where = None if part is None else Part(part)
    return Predicate(feature, Op(op), value, unit, scene, skill, where)


def conflict(row: Sequence[Any]) -> Conflict:
    id, project, first, second, reason, created, resolved, chosen = row
    return Conflict(
        id=id,
        project_id=project,
        rule_ids=(first, second),
        reason=reason,
        pending=resolved is None,
        created_at=created,
        resolved_at=resolved,
        chosen=chosen,
    )


ROWS = (Rows("rules", f"SELECT r.pk, {_WHOLE} FROM rules r", rule),)

_EVERYWHERE = ""  # how a veto without a project is kept: null would not be unique


class RuleStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    # -- rules

    def insert(self, tx: Tx, rule: Rule) -> None:
        tx.execute(
            f"INSERT INTO rules ({', '.join(STORED)}) VALUES ({','.join('?' * len(STORED))})",
            values(rule),
        )

    def replace(self, tx: Tx, rule: Rule) -> bool:
        """The whole row by its id; False when it is gone."""
        tx.execute(
            f"UPDATE rules SET {', '.join(f'{name} = ?' for name in STORED)} WHERE id = ?",
            (*values(rule), rule.id),
        )
        return bool(tx.changes())

    def delete(self, tx: Tx, ids: Iterable[str]) -> int:
        """Rows and, with them, their links."""
        tx.execute("DELETE FROM rules WHERE id IN (SELECT value FROM json_each(?))", (_list(ids),))
        return tx.changes()

    def get(self, reader: Tx | None, id: str) -> Rule | None:
        found = self._select("WHERE r.id = ?", (id,), reader)
        return found[0] if found else None

    def of(self, scope: Scope, *, reader: Tx | None = None) -> list[Rule]:
        """Exactly of that scope: one project's, or the global ones."""
        return self._select("WHERE r.project_id IS ?", (scope.project_id,), reader)

    def stamp(self) -> tuple[Any, ...]:
        """Differs when any rule differs: to know without reading them all again. A number is
        given again to whoever comes after the last one went; an id never is."""
        with self._database.read() as reader:
            return tuple(
                reader.execute(
                    "SELECT count(*), max(pk), max(id), sum(version), sum(updated_at),"
                    " sum(confidence), sum(user_confirmed) FROM rules"
                ).get
            )

    def seen_from(self, project_id: str) -> list[Rule]:
        """The project's and the global ones."""
        return self._select("WHERE r.project_id = ? OR r.project_id IS NULL", (project_id,), None)

    def some(self, ids: Iterable[str]) -> list[Rule]:
        return self._select("WHERE r.id IN (SELECT value FROM json_each(?))", (_list(ids),), None)

    def everywhere(self) -> list[Rule]:
        return self._select("", (), None)

    def shared(self, projects: int) -> list[Rule]:
        """Rules on a feature that at least so many projects have a rule on."""
        with self._database.read() as reader:
            found = reader.execute(
                "SELECT id, project_id, predicate FROM rules WHERE predicate IS NOT NULL"
            )
            on = [(id, project, json.loads(measures)[0]) for id, project, measures in found]
        having = Counter(feature for _, feature in {each[1:] for each in on if each[1] is not None})
        return self.some(id for id, _, feature in on if having[feature] >= projects)

    def count(self, tx: Tx, scope: Scope) -> int:
        return int(
            tx.execute("SELECT count(*) FROM rules WHERE project_id IS ?", (scope.project_id,)).get
        )

    def _select(self, where: str, values: tuple[Any, ...], reader: Tx | None) -> list[Rule]:
        with self._database.view(reader) as view:
            return [rule(row) for row in view.execute(f"{SELECT} {where} ORDER BY r.pk", values)]

    # -- links: which episodes speak for and against a rule

    def put_links(
        self, tx: Tx, rule_id: str, links: Iterable[Link], *, forget: Iterable[str] = ()
    ) -> None:
        tx.execute(
            "DELETE FROM rule_episodes WHERE rule = (SELECT pk FROM rules WHERE id = ?)"
            " AND episode_id IN (SELECT value FROM json_each(?))",
            (rule_id, _list(forget)),
        )
        tx.executemany(
            "INSERT OR REPLACE INTO rule_episodes (rule, episode_id, supports, weight, verdict)"
            " SELECT pk, ?, ?, ?, ? FROM rules WHERE id = ?",
            (
                (each.episode_id, each.supports, each.weight, each.verdict, rule_id)
                for each in links
            ),
        )

    def links(self, rule_id: str, *, reader: Tx | None = None) -> list[Link]:
        """Newest first: ids sort by time."""
        with self._database.view(reader) as view:
            found = view.execute(
                "SELECT l.episode_id, l.supports, l.weight, l.verdict FROM rule_episodes l"
                " JOIN rules r ON r.pk = l.rule WHERE r.id = ? ORDER BY l.episode_id DESC",
                (rule_id,),
            )
            return [
                Link(episode, bool(supports), weight, bool(verdict))
                for episode, supports, weight, verdict in found
            ]

    def newest_links(
        self, rule_ids: Iterable[str], most: int
    ) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
        """The newest episodes for and against each of these rules, in one look."""
        side = (
            "(SELECT coalesce(json_group_array(episode_id), '[]')"
            " FROM (SELECT episode_id FROM rule_episodes"
            " WHERE rule = r.pk AND supports = {} ORDER BY episode_id DESC LIMIT ?2) newest)"
        )
        with self._database.read() as reader:
            found = reader.execute(
                f"SELECT r.id, {side.format(1)}, {side.format(0)} FROM rules r"
                " WHERE r.id IN (SELECT value FROM json_each(?1))",
                (_list(rule_ids), most),
            )
            return {
                id: (tuple(json.loads(for_it)), tuple(json.loads(against)))
                for id, for_it, against in found
            }

    def drop_links(self, tx: Tx, episode_ids: Iterable[str]) -> int:
        """Episodes the user forgot: they never spoke, so their weight goes too."""
        return self._unlink(
            tx,
            episode_ids,
            "weight_for = CASE WHEN weight_for > w.yes THEN weight_for - w.yes ELSE 0.0 END,"
            " weight_against ="
            " CASE WHEN weight_against > w.no THEN weight_against - w.no ELSE 0.0 END",
        )

    def retire_links(self, tx: Tx, episode_ids: Iterable[str]) -> int:
        """Episodes that policy deleted: their count and weight outlive them (C3)."""
        return self._unlink(
            tx,
            episode_ids,
            "gone_supporting = gone_supporting + w.yeas,"
            " gone_contradicting = gone_contradicting + w.nays",
        )

    def _unlink(self, tx: Tx, episode_ids: Iterable[str], change: str) -> int:
        gone = _list(episode_ids)
        tx.execute(
            f"UPDATE rules SET {change} FROM (SELECT rule,"
            " count(*) FILTER (WHERE supports = 1) yeas,"
            " count(*) FILTER (WHERE supports = 0) nays,"
            " coalesce(sum(weight) FILTER (WHERE supports = 1), 0.0) yes,"
            " coalesce(sum(weight) FILTER (WHERE supports = 0), 0.0) no FROM rule_episodes"
            " WHERE episode_id IN (SELECT value FROM json_each(?)) GROUP BY rule) w"
            " WHERE rules.pk = w.rule",
            (gone,),
        )
        tx.execute(
            "DELETE FROM rule_episodes WHERE episode_id IN (SELECT value FROM json_each(?))",
            (gone,),
        )
        return tx.changes()

    # -- the learning history

    def add_event(self, tx: Tx, event: LearningEvent) -> None:
        names = EVENT[1:]
        tx.execute(
            f"INSERT INTO learning_events ({', '.join(names)})"
            f" VALUES ({','.join('?' * len(names))})",
            tuple(getattr(event, name) for name in names),
        )

    def events(
        self,
        scope: Scope | None,
        *,
        rule_id: str | None = None,
        before_id: int | None = None,
        limit: int,
    ) -> list[LearningEvent]:
        """Newest first: of all, of everybody's rules, or of those and one project's."""
        asked = {
            "(project_id IS NULL OR project_id = ?)": scope and scope.project_id,
            "rule_id = ?": rule_id,
            "id < ?": before_id,
        }
        given = {clause: value for clause, value in asked.items() if value is not None}
        clauses = [*given, *(["project_id IS NULL"] if scope == Scope() else []), "TRUE"]
        with self._database.read() as reader:
            found = reader.execute(
                f"SELECT {', '.join(EVENT)} FROM learning_events"
                f" WHERE {' AND '.join(clauses)} ORDER BY id DESC LIMIT ?",
                (*given.values(), limit),
            )
            return [LearningEvent(**dict(zip(EVENT, row, strict=True))) for row in found]

    # -- vetoes: what was deleted and must not be learned again (C64)

    def veto(
        self, tx: Tx, project_id: str | None, hashes: Sequence[str], item_id: str, at: int
    ) -> int:
        tx.executemany(
            "INSERT OR REPLACE INTO vetoes (project_id, hash, item_id, at) VALUES (?,?,?,?)",
            ((project_id or _EVERYWHERE, each, item_id, at) for each in hashes),
        )
        return len(hashes)

    def vetoed(
        self,
        project_id: str | None,
        hashes: Iterable[str],
        *,
        reader: Tx | None = None,
    ) -> set[str]:
        """Which of these are vetoed here; what is vetoed everywhere is vetoed in each project."""
        with self._database.view(reader) as view:
            found = view.execute(
                "SELECT hash FROM vetoes WHERE project_id IN (?, ?)"
                " AND hash IN (SELECT value FROM json_each(?))",
                (project_id or _EVERYWHERE, _EVERYWHERE, _list(hashes)),
            )
            return {row[0] for row in found}

    def unveto(self, tx: Tx, project_id: str | None, hashes: Iterable[str]) -> int:
        tx.execute(
            "DELETE FROM vetoes WHERE project_id = ? AND hash IN (SELECT value FROM json_each(?))",
            (project_id or _EVERYWHERE, _list(hashes)),
        )
        return tx.changes()

    # -- conflicts

    def open_conflict(self, tx: Tx, conflict: Conflict) -> bool:
        """False when the two are in conflict already."""
        tx.execute(
            f"INSERT OR IGNORE INTO conflicts ({CONFLICT}) VALUES (?,?,?,?,?,?,?,?)",
            (
                conflict.id, conflict.project_id, *conflict.rule_ids, conflict.reason,
                conflict.created_at, conflict.resolved_at, conflict.chosen,
            ),
        )  # fmt: skip
        return bool(tx.changes())

    def conflicts(
        self,
        scope: Scope | None,
        *,
        pending_only: bool = False,
        reader: Tx | None = None,
    ) -> list[Conflict]:
        """Of everybody's rules, of those and one project's, or all; newest first."""
        where, values = "TRUE", []
        if scope is not None:
            where = "(project_id IS NULL OR project_id = ?)"
            values.append(scope.project_id)
        if pending_only:
            where += " AND resolved_at IS NULL"
        with self._database.view(reader) as view:
            found = view.execute(
                f"SELECT {CONFLICT} FROM conflicts WHERE {where} ORDER BY created_at DESC, id DESC",
                values,
            )
            return [conflict(row) for row in found]

    def sure_before(self) -> dict[str, float]:
        """How sure rules were before they were lowered for a conflict that waits."""
        with self._database.read() as reader:
            lowered = reader.execute(
                "SELECT e.rule_id, e.before FROM conflicts c JOIN learning_events e"
                " ON e.rule_id IN (c.first, c.second) AND e.at = c.created_at"
                " WHERE c.resolved_at IS NULL AND e.kind = 'lowered' ORDER BY e.id"
            )
            return dict(lowered)

    def conflict(self, reader: Tx | None, id: str) -> Conflict | None:
        with self._database.view(reader) as view:
            found = view.execute(f"SELECT {CONFLICT} FROM conflicts WHERE id = ?", (id,)).fetchall()
        return conflict(found[0]) if found else None

    def resolve_conflict(self, tx: Tx, id: str, chosen: str | None, at: int) -> None:
        tx.execute(
            "UPDATE conflicts SET resolved_at = ?, chosen = ? WHERE id = ?", (at, chosen, id)
        )

    def drop_conflicts(self, tx: Tx, rule_id: str) -> int:
        """Those that wait and have lost one side."""
        tx.execute(
            "DELETE FROM conflicts WHERE resolved_at IS NULL AND ?1 IN (first, second)", (rule_id,)
        )
        return tx.changes()


def _list(ids: Iterable[str]) -> str:
    return json.dumps(list(ids))
