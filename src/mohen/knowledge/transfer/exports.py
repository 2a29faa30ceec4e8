"""Writes a memory out: whole, for another home, or as Markdown, for whoever searches Markdown.

The same memory gives the same bytes. Neither keys nor tokens are in it, nor the names that are not
to be kept.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, fields, replace
from enum import Enum
from typing import Any

from mohen.conversations.model import Message, Role, Said
from mohen.core.settings_model import Settings
from mohen.episodes.model import Episode
from mohen.knowledge.agents.model import Agent
from mohen.knowledge.consolidation.model import Named
from mohen.knowledge.model import BELIEF, INITIALS, Category, EntityType, Item, State
from mohen.knowledge.transfer.model import Memo, Sheet
from mohen.knowledge.workspace.layout import moment, ms_of
from mohen.rules import curation
from mohen.rules.model import Op, Origin, Part, Predicate, Range, Rule, Tally, Wording
from mohen.text.default_rules import Category as RuleCategory
from mohen.text.lazy_pattern import LazyPattern

FORMAT, VERSION = "mohen-export", 1
JSON, JSONL, MARKDOWN = "json", "jsonl", "markdown"
FORMS = (JSON, JSONL, MARKDOWN)

OPEN, CLOSE = "<!-- mohen:export -->", "<!-- /mohen -->"
"""Around each Markdown file, so that it is known as ours when a transcript quotes it (C64)."""

_TIMES = (
    "created_at",
    "updated_at",
    "read_at",
    "faded_at",
    "valid_from",
    "valid_to",
    "event_at",
    "accessed_at",
)
_ID = LazyPattern(r"[\w.:-]{1,128}")
_PLACES = 2**31  # messages that a session may have
_SECRETIVE = ("redact_names", "model", "embedder", "embedder_before")
_TITLES = {
    Category.IDENTITY: ("身份", "Identity"),
    Category.HEALTH: ("健康", "Health"),
    Category.SAFETY: ("安全", "Safety"),
    Category.PREFERENCE: ("偏好", "Preferences"),
    Category.RELATION: ("人物与关系", "People"),
    Category.STATUS: ("近况", "Status"),
    Category.CONSTRAINT: ("约束", "Constraints"),
    Category.SCHEDULE: ("日程", "Schedule"),
    Category.GENERAL: ("其他", "General"),
    Category.TEMPORARY: ("临时", "Temporary"),
}


# -- whole


def header(project_id: str | None) -> dict[str, Any]:
    about = "One memory of Mohen: settings, agents, rules, episodes, items, messages, documents."
    scope = "global" if project_id is None else "project"
    return {
        "format": FORMAT,
        "version": VERSION,
        "scope": scope,
        "project": project_id,
        "about": about,
    }


def is_header(said: Mapping[str, Any]) -> bool:
    version = said.get("version")
    return said.get("format") == FORMAT and isinstance(version, int) and version <= VERSION


def settings_record(settings: Settings) -> dict[str, Any]:
    """The settings as a record, without anything that is somebody's secret."""
    told = {each.name: getattr(settings, each.name) for each in fields(settings)}
    return {"record": "settings", **{k: v for k, v in told.items() if k not in _SECRETIVE}}


def agent_record(agent: Agent) -> dict[str, Any]:
    return {"record": "agent", **_jsonable(asdict(agent))}


def rule_record(rule: Rule) -> dict[str, Any]:
    return {"record": "rule", **_jsonable(asdict(rule))}


def episode_record(episode: Episode) -> dict[str, Any]:
    return {"record": "episode", **_jsonable(asdict(episode))}


def item_record(
    item: Item, said: Sequence[tuple[str, int, int]], types: Mapping[str, str]
) -> dict[str, Any]:
    told = _jsonable({each.name: getattr(item, each.name) for each in fields(item)})
    for name in _TIMES:
        told[name] = moment(getattr(item, name))
    told["sources"] = [[session, line, moment(at)] for session, line, at in said]
    told["entity_types"] = {name: types[name] for name in item.entities if name in types}
    kept = {name: value for name, value in told.items() if _says_something(value)}
    return {"record": "item", **kept}


def _says_something(value: Any) -> bool:
    """A confidence of nothing is one."""
    return isinstance(value, float) or value not in (None, "", [], {}, False)


def message_record(message: Message, *, waiting: bool) -> dict[str, Any]:
    """`waiting`: what it says is in no item yet."""
    told = {
        "session": message.session,
        "place": message.place,
        "role": message.role.value,
        "speaker": message.speaker,
        "at": moment(message.at),
        "text": message.text,
        "id": message.id,
        "waiting": waiting,
    }
    return {"record": "message", **{name: each for name, each in told.items() if each}}


def _jsonable(value: Any) -> Any:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return {str(key): _jsonable(each) for key, each in value.items()}
    if isinstance(value, tuple | list | set | frozenset):
        return [_jsonable(each) for each in value]
    return value.hex() if isinstance(value, bytes) else value


def opening(project_id: str | None, form: str) -> str:
    told = json.dumps(header(project_id), ensure_ascii=False)
    return f"{told}\n" if form == JSONL else f'{told[:-1]}, "records": ['


def lines(records: Iterable[Mapping[str, Any]], form: str, *, first: bool) -> str:
    """Records as lines of the export. `first`: nothing was written before these."""
    told = [json.dumps(each, ensure_ascii=False) for each in records]
    if form == JSONL:
        return "".join(f"{each}\n" for each in told)
    return "".join(
        f"{'' if first and not place else ','}\n{each}" for place, each in enumerate(told)
    )


def closing(form: str) -> str:
    return "" if form == JSONL else "\n]}\n"


# -- and back


def memo(said: Mapping[str, Any], source: str) -> Memo:
    """The memo that a record tells of. Raises `KeyError`, `TypeError`, `ValueError`."""
    return replace(memo_of(item_of(said, None)), source=source, told=said)


def memo_of(item: Item) -> Memo:
    """An item as a memo of any make."""
    return Memo(
        ref=item.id,
        content=item.content,
        type=item.type,
        at=item.created_at,
        category=item.category,
        importance=item.importance,
        confidence=item.confidence,
        entities=item.entities,
        subject=item.subject,
        attribute=item.attribute,
        value=item.value,
        state=item.state,
        event_at=item.event_at,
        valid_to=item.valid_to,
        stale=item.stale,
        links=item.source_facts,
    )


def item_of(said: Mapping[str, Any], project_id: str | None) -> Item:
    """The item that a record tells of, without its sources, which are told apart."""
    known = {each.name for each in fields(Item)} - {"project_id", "sources"}
    told = {name: value for name, value in said.items() if name in known}
    for name in _TIMES:
        if name in told:
            told[name] = ms_of(told[name])
    told["state"] = State(told.get("state", State.ACTIVE.value))
    told["category"] = Category(told.get("category", Category.GENERAL.value))
    for name in ("entities", "source_facts"):
        told[name] = tuple(map(str, told.get(name, ())))
    item = Item(project_id=project_id, **told)
    if not _ID.fullmatch(item.id) or item.type not in INITIALS or not item.content.strip():
        raise ValueError("an item has an id, a type and a content")
    texts = (item.origin, item.basis, item.subject, item.attribute, item.value)
    figures = (item.version, item.accesses)
    if not all(isinstance(each, str) for each in texts) or not all(
        type(each) is int for each in figures
    ):
        raise TypeError("a field of another kind")
    for name in ("importance", "score", "confidence"):
        if not 0 <= float(getattr(item, name)) <= 1:
            raise ValueError(f"{name} must be from 0 to 1")
    return item


def said_of(said: Mapping[str, Any]) -> list[tuple[str, int, int]]:
    return [(str(session), int(line), ms_of(at)) for session, line, at in said.get("sources", ())]


def message_of(said: Mapping[str, Any]) -> tuple[str, Said]:
    """The message that a record tells of, and its session. Raises as `memo` does."""
    session, text, place = said["session"], said["text"], said["place"]
    speaker, id = said.get("speaker", ""), said.get("id")
    if not all(isinstance(each, str) for each in (session, text, speaker, id or "")):
        raise TypeError("a field of another kind")
    if type(place) is not int or not 0 < place < _PLACES:
        raise ValueError("a place is a number from 1")
    role, at = Role(said["role"]), ms_of(said["at"])
    return session, Said(role=role, text=text, speaker=speaker, at=at, id=id, place=place)


def named_of(said: Mapping[str, Any], names: Iterable[str]) -> list[Named]:
    types = said.get("entity_types") or {}
    known = set(EntityType)
    return [
        Named(each, EntityType(types[each]) if types.get(each) in known else EntityType.OTHER)
        for each in names
    ]


def rule_of(said: Mapping[str, Any], project_id: str | None) -> Rule:
    """The rule that a record tells of. What spoke for it stays counted, though the episodes
    are elsewhere (C3). Raises as `memo` does."""
    known = {each.name for each in fields(Rule)}
    told: dict[str, Any] = {name: value for name, value in said.items() if name in known}
    tally = Tally(**told.get("tally", {}))
    predicate = told.get("predicate")
    told |= {
        "project_id": project_id,
        "category": RuleCategory(told["category"]),
        "origin": Origin(told["origin"]),
        "predicate": None if predicate is None else _predicate(predicate),
        "own": Range(**told["own"]) if told.get("own") else None,
        "history": tuple(Wording(**each) for each in told.get("history", ())),
        "tally": Tally(
            weight_for=tally.weight_for,
            weight_against=tally.weight_against,
            gone_supporting=tally.supporting + tally.gone_supporting,
            gone_contradicting=tally.contradicting + tally.gone_contradicting,
        ),
        "in_conflict": False,
        "overridden_by": None,
    }
    rule = Rule(**told)
    return rule if predicate is not None and "part" in predicate else curation.reread(rule)


def _predicate(said: Mapping[str, Any]) -> Predicate:
    part = said.get("part")  # absent in what was exported before there were any
    told = {**said, "op": Op(said["op"]), "part": None if part is None else Part(part)}
    return Predicate(**told)


# -- as Markdown


def markdown(items: Iterable[Item]) -> tuple[Sheet, ...]:
    """A file for each theme, `mohen-health.md`: OpenClaw's memory_search reads `memory/*.md`."""
    by: dict[Category, list[Item]] = {}
    for each in items:
        by.setdefault(each.category, []).append(each)
    return tuple(
        Sheet(f"mohen-{category.value}.md", _sheet(category, by[category]))
        for category in _TITLES
        if category in by
    )


def _sheet(category: Category, items: Sequence[Item]) -> str:
    zh, en = _TITLES[category]
    return "\n".join([OPEN, f"# {zh} {en}", "", *map(_bullet, items), CLOSE, ""])


def _bullet(item: Item) -> str:
    day = (moment(item.created_at) or "").partition("T")[0]
    sure = f", {item.confidence:.0%}" if item.type == BELIEF else ""
    return f"- {' '.join(item.content.split())} ({day}{sure}, {item.id})"
