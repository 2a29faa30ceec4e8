"""Rules: shown, governed, explained."""

from __future__ import annotations

from typing import Any

from mohen.server.channel import Channel, Desk, Push
from mohen.server.schemas import learning, rules
from mohen.server.wire import Wire


def _list(desk: Desk, asked: rules.RuleListPayload) -> Wire:
    return rules.RuleListData.of(
        desk.memory.rules.list(
            asked.project_id,
            scope=asked.scope,
            category=rules.category(asked.category),
            include_overridden=asked.include_overridden,
        )
    )


def _add(desk: Desk, asked: rules.RuleAddPayload) -> Wire:
    return rules.RuleData.of(
        desk.memory.rules.add(
            asked.rule,
            category=rules.category(asked.category),
            scope=asked.scope,
            project_id=asked.project_id,
        )
    )


def _update(desk: Desk, asked: rules.RuleUpdatePayload) -> Wire:
    return rules.RuleData.of(
        desk.memory.rules.update(
            asked.id, asked.version, asked.patched(), project_id=asked.project_id
        )
    )


def _delete(desk: Desk, asked: rules.RuleDeletePayload) -> Wire:
    return rules.DeletedData.of(
        desk.memory.rules.delete(asked.id, project_id=asked.project_id, dry_run=asked.dry_run)
    )


def _promote(desk: Desk, asked: rules.RulePayload) -> Wire:
    return rules.RuleData.of(desk.memory.rules.promote(asked.id, project_id=asked.project_id))


def _why(desk: Desk, asked: rules.RulePayload) -> Wire:
    return learning.WhyData.of(desk.memory.rules.why(asked.id, project_id=asked.project_id))


def _distill(desk: Desk, asked: learning.DistillPayload) -> Wire:
    return learning.DistillData.of(desk.memory.rules.distill(asked.project_id, wait=asked.wait))


def _pause(desk: Desk, asked: learning.LearningPayload) -> Wire:
    return rules.LearningData.of(desk.memory.rules.pause(asked.project_id))


def _resume(desk: Desk, asked: learning.LearningPayload) -> Wire:
    return rules.LearningData.of(desk.memory.rules.resume(asked.project_id))


def _history(desk: Desk, asked: learning.HistoryPayload) -> Wire:
    return learning.HistoryData.of(
        desk.memory.rules.history(
            asked.project_id, rule_id=asked.rule_id, before=asked.before(), limit=asked.limit
        )
    )


def _conflicts(desk: Desk, asked: learning.ConflictListPayload) -> Wire:
    found = desk.memory.rules.conflicts(asked.project_id, include_resolved=asked.include_resolved)
    return learning.ConflictListData(items=[learning.ConflictData.of(each) for each in found])


def _resolve(desk: Desk, asked: learning.ResolvePayload) -> Wire:
    return learning.ConflictData.of(
        desk.memory.rules.resolve(
            asked.conflict_id, asked.chosen_rule_id, project_id=asked.project_id
        )
    )


TABLE: tuple[Channel[Any], ...] = (
    Channel(
        "memory:semantic:list",
        "The rules in force, confirmed and surest first, with counts, the state of learning and "
        "offers.",
        rules.RuleListPayload,
        rules.RuleListData,
        _list,
    ),
    Channel(
        "memory:semantic:add",
        "A rule in the author's own words, in force at once.",
        rules.RuleAddPayload,
        rules.RuleData,
        _add,
        in_order=True,
    ),
    Channel(
        "memory:semantic:update",
        "Change a rule's text, group or confidence, or confirm it. A stale version is refused.",
        rules.RuleUpdatePayload,
        rules.RuleData,
        _update,
        in_order=True,
    ),
    Channel(
        "memory:semantic:delete",
        "Delete a rule for good: its text leaves every file, and it is not learned again.",
        rules.RuleDeletePayload,
        rules.DeletedData,
        _delete,
        in_order=True,
    ),
    Channel(
        "memory:semantic:why",
        "What speaks for and against a rule, episode by episode, and how sure that makes it.",
        rules.RulePayload,
        learning.WhyData,
        _why,
    ),
    Channel(
        "memory:semantic:distill",
        "Learn now from what was recorded.",
        learning.DistillPayload,
        learning.DistillData,
        _distill,
    ),
    Channel(
        "memory:promote",
        "Make a project's rule global.",
        rules.RulePayload,
        rules.RuleData,
        _promote,
        in_order=True,
    ),
    Channel(
        "memory:scope:promote",
        "Another name of `memory:promote`.",
        rules.RulePayload,
        rules.RuleData,
        _promote,
        in_order=True,
    ),
    Channel(
        "memory:learning:pause",
        "Record on, but learn nothing: in one project, or everywhere.",
        learning.LearningPayload,
        rules.LearningData,
        _pause,
        in_order=True,
    ),
    Channel(
        "memory:learning:resume",
        "Learn again.",
        learning.LearningPayload,
        rules.LearningData,
        _resume,
        in_order=True,
    ),
    Channel(
        "memory:learning:history",
        "What happened to rules, newest first: ids and numbers, never text.",
        learning.HistoryPayload,
        learning.HistoryData,
        _history,
    ),
    Channel(
        "memory:conflict:list",
        "Pairs of rules that cannot both hold, for the author to decide.",
        learning.ConflictListPayload,
        learning.ConflictListData,
        _conflicts,
    ),
    Channel(
        "memory:conflict:resolve",
        "Choose one of two rules: it is confirmed, the other deleted.",
        learning.ResolvePayload,
        learning.ConflictData,
        _resolve,
        in_order=True,
    ),
)

PUSHES = (
    Push("memory:distill:progress", "How far a distillation has come.", learning.DistillProgress),
)
