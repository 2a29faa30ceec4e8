"""Answers as a model needs them: one language, days instead of epochs, each thing said once.

Everything that others said stands on one line in which nothing closes or speaks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from mohen.text import quoted

Fields = Mapping[str, Any]

_EPOCH = 100_000_000_000  # milliseconds; no count of ours is as large
_OURS = ("id", "ref")
_INNER = frozenset(
    (
        *("score", "currentScore", "relevance", "mode", "decidedBy", "marks", "version"),
        *("schemaVersion", "accesses", "accessedAt", "updatedAt", "projectId", "diagnostics"),
        *("sourceFacts", "subject", "attribute", "value", "putAway"),
    )
)
"""Fields of the wire that tell a model nothing."""


def thin(value: Any, language: str, *, bounded: Sequence[str] = ()) -> Any:
    """Without what is empty or inner. `bounded`: fields that have bounds of their own."""
    if isinstance(value, str):
        return quoted.line(value)
    if isinstance(value, bool) or not isinstance(value, int | Mapping | Sequence):
        return value
    if isinstance(value, int):
        return value if value < _EPOCH else moment(value)
    if isinstance(value, Sequence):
        return [thin(each, language, bounded=bounded) for each in value]
    if value.keys() == {"en", "zh"}:
        return quoted.line(value[language])
    whole = (*_OURS, *bounded)
    return {
        name: each if name in whole else thin(each, language, bounded=bounded)
        for name, each in value.items()
        if name not in _INNER and not _is_empty(each) and (name, each) != ("memoryDegraded", False)
    }


def _is_empty(value: Any) -> bool:
    return value is None or (isinstance(value, str | Mapping | Sequence) and not value)


def moment(ms: int) -> str:
    """Where the user lives."""
    return datetime.fromtimestamp(ms / 1000).astimezone().isoformat(" ", "minutes")


def found(data: Fields, language: str) -> dict[str, Any]:
    """What a search found; no items: it is not known."""
    rest = {name: each for name, each in data.items() if name != "items"}
    items = [_hit(each, language) for each in data["items"]]
    return {"items": items, **thin(rest, language)}


def _hit(item: Fields, language: str) -> dict[str, Any]:
    """A fact with the line it was drawn from, or a line with those around it."""
    quote: Fields = item.get("said") or {}
    message: Fields = quote.get("message") or {}
    text = message.get("text")
    told = {
        "id": item["id"],
        "type": item["type"],
        "content": item["content"],
        "by": message.get("speaker") or message.get("role"),
        "when": message.get("at") or item["createdAt"],
        "line": None if text == item["content"] else text,
        "before": _spoken(quote.get("before")),
        "after": _spoken(quote.get("after")),
        "also": [each["content"] for each in item["also"]],
        "replaced": item["replaced"],
        "sources": [] if item["sources"] == [item["id"]] else item["sources"],
        "because": item.get("reason"),
        "basis": item.get("basis"),
        "confidence": None if item.get("confidence") == 1 else item.get("confidence"),
        "state": None if item.get("state") == "active" else item.get("state"),
        "until": item.get("validTo"),
        "on": item.get("eventAt"),
    }
    return dict(thin(told, language))


def _spoken(message: Fields | None) -> str | None:
    if message is None:
        return None
    return f"{message.get('speaker') or message['role']} — {message['text']}"


def known(data: Fields, language: str) -> dict[str, Any]:
    """One memory: what it says, who said it where, what it said before."""
    before = [
        {name: each[name] for name in ("id", "content", "validFrom", "validTo") if name in each}
        for each in data["history"]
        if each["id"] != data["item"]["id"]
    ]
    item = {name: each for name, each in data["item"].items() if name != "sources"}
    return dict(thin({**data, "item": item, "history": before}, language))


def rules(data: Fields, language: str) -> dict[str, Any]:
    """Those in force, the surest first."""
    return {"items": [rule(each, language) for each in data["items"]]}


def rule(each: Fields, language: str) -> dict[str, Any]:
    told = {
        "id": each["id"],
        "rule": each.get("ruleZh" if language == "zh" else "ruleEn") or each["rule"],
        "category": each["category"],
        "scope": each["scope"],
        "origin": each["origin"],
        "confidence": each["confidence"],
        "confirmed": each["userConfirmed"],
    }
    return dict(thin(told, language))


def rules_text(data: Fields, language: str) -> str:
    """As a page."""
    lines = (f"- {each['rule']}" for each in rules(data, language)["items"])
    return quoted.block(lines) + "\n" if data["items"] else ""
