"""How rules and conflicts lie in their rows: columns out, values in. Nothing else."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from mohen.errors import StoreCorrupt
from mohen.model.rule import Category, Conflict, Op, Origin, Predicate, Rule, Tally, Wording

STORED = (
    "id", "project_id", "text", "text_zh", "text_en", "category", "origin", "confidence",
    "predicate", "user_confirmed", "user_modified", "weight_for", "weight_against",
    "gone_supporting", "gone_contradicting", "history", "drifted_at", "evidence_at",
    "created_at", "updated_at", "version",
)  # fmt: skip
SELECT = f"""
  SELECT {", ".join(f"r.{name}" for name in STORED)},
    (SELECT count(*) FROM rule_episodes l WHERE l.rule = r.pk AND l.supports),
    (SELECT count(*) FROM rule_episodes l WHERE l.rule = r.pk AND NOT l.supports),
    r.id IN (SELECT first FROM conflicts WHERE resolved_at IS NULL
             UNION ALL SELECT second FROM conflicts WHERE resolved_at IS NULL)
  FROM rules r
"""
EVENT = (
    "id", "at", "kind", "rule_id", "project_id", "run_id", "before", "after", "supporting",
    "contradicting",
)  # fmt: skip
CONFLICT = "id, project_id, first, second, reason, created_at, resolved_at, chosen"


def values(rule: Rule) -> tuple[Any, ...]:
    return (
        rule.id, rule.project_id, rule.text, rule.text_zh, rule.text_en, rule.category,
        rule.origin, rule.confidence, _predicate_json(rule.predicate), rule.user_confirmed,
        rule.user_modified, rule.tally.weight_for, rule.tally.weight_against,
        rule.tally.gone_supporting, rule.tally.gone_contradicting,
        json.dumps([[each.text, each.until, each.by] for each in rule.history], ensure_ascii=False),
        rule.drifted_at, rule.evidence_at, rule.created_at, rule.updated_at, rule.version,
    )  # fmt: skip


def _predicate_json(predicate: Predicate | None) -> str | None:
    if predicate is None:
        return None
    body = [predicate.feature, predicate.op, predicate.value, predicate.unit]
    return json.dumps([*body, predicate.scene_type, predicate.skill_used], ensure_ascii=False)


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
    return Rule(
        id=id,
        project_id=project,
        text=text,
        text_zh=zh,
        text_en=en,
        category=Category(category),
        origin=Origin(origin),
        confidence=confidence,
        predicate=None if predicate is None else _predicate(*json.loads(predicate)),
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


def _predicate(
    feature: str, op: str, value: float, unit: str, scene: str | None, skill: str | None
) -> Predicate:
    return Predicate(feature, Op(op), value, unit, scene, skill)


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
