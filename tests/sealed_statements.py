"""Whether PostgreSQL is asked to look into what it cannot read: every plan is looked at.

A sealed column may be handed over and be compared with nothing; a name may be compared with names.
Whatever else a plan does with one (search, slice, sort, take apart) would answer wrongly without
an error.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from mohen.core.postgres.dialect import SEALED, Schema
from mohen.core.postgres.session import Session

_ASKED = re.compile(r"\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b")
_COLUMN = re.compile(r"\b(\w+)\.(\w+)\b")
_TEXT = re.compile(r"'(?:[^']|'')*'")
_CONDITIONS = (
    "Filter", "Index Cond", "Recheck Cond", "Hash Cond", "Merge Cond", "Join Filter",
    "One-Time Filter", "Conflict Filter",
)  # fmt: skip
_HANDED_OVER = frozenset({"", "json_agg", "json_build_array", "json_object_agg", "COALESCE"})
_OPERATOR = re.compile(r"\)*(?:::\w+\)*)? (?:->|\|\||~|=|<|>)")
_SAYS_NOTHING = re.compile(
    r"\(\(?(?:(\w+)\.(\w+))\)?(?:::bytea)? (?:=|<>) '\\x(?:5b5d|7b7d)?'::bytea\)"
    r"|\((?:(\w+)\.(\w+)) IS (?:NOT )?NULL\)"
)
_LENGTH = re.compile(r"octet_length\(\(?(\w+)\.(\w+)\)?(?:::bytea)?\)")
_TAKEN_APART = re.compile(r"\b(lower|upper|strpos|length)\((?![^,]*, ':'::text\))|~~")
_GATHERED = frozenset({"Unique", "Aggregate", "Group", "Merge Join"})


def offences(session: Session, sql: str, values: Any) -> list[str]:
    """What a statement does with columns that are kept sealed, and must not."""
    text, order, seals, *_ = session.dialect.translated(sql, values)
    if not _ASKED.match(text) or ";" in text:
        return []
    given = session._sealed(order, values) if seals else [values[each] for each, _ in order]
    plan = session.connection.execute(
        f"EXPLAIN (VERBOSE, FORMAT JSON) {text}", given or None
    ).fetchone()
    assert plan is not None
    nodes = list(_nodes(json.loads(plan[0])[0]["Plan"], ""))
    named = {
        node["Alias"]: re.sub(r"_\d+$", "", node["Relation Name"])  # of a part
        for node, _ in nodes
        if "Relation Name" in node
    }
    return [
        f"{said} [{sql}]"
        for node, parent in nodes
        for said in _wrong(node, parent, named, session.dialect.tables)
    ]


def _nodes(node: Any, parent: str) -> Iterator[tuple[Any, str]]:
    yield node, parent
    for each in node.get("Plans", ()):
        yield from _nodes(each, node["Node Type"])


def _wrong(node: Any, parent: str, named: dict[str, str], tables: Schema) -> Iterator[str]:
    def kept(said: str) -> set[str]:
        return {
            tables[named[alias]].kept[column]
            for alias, column in _COLUMN.findall(_TEXT.sub("''", said))
            if alias in named and column in tables[named[alias]].kept
        }

    for key in _CONDITIONS:
        said = _LENGTH.sub("", _SAYS_NOTHING.sub("", node.get(key, "")))
        held = kept(said)
        if SEALED in held or (held and _TAKEN_APART.search(said)):
            yield f"{key}: {said}"
    for each in node.get("Output", ()):
        plain = _TEXT.sub("''", _LENGTH.sub("", each))
        for found in _COLUMN.finditer(plain):
            if SEALED in kept(found[0]) and not _is_handed_over(plain, found):
                yield f"Output: {each}"
    for each in node.get("Sort Key", ()):
        if (held := kept(each)) and (SEALED in held or parent not in _GATHERED):
            yield f"Sort Key: {each}"
    for each in node.get("Group Key", ()):
        if SEALED in kept(each):
            yield f"Group Key: {each}"


def _is_handed_over(said: str, found: re.Match[str]) -> bool:
    """Whether nothing but what gathers rows stands around a column, and nothing is done with it."""
    if _OPERATOR.match(said, found.end()):
        return False
    around: list[str] = []
    for sign in re.finditer(r"(\w*)\(|\)", said[: found.start()]):
        if sign[0] == ")":
            around.pop()
        else:
            around.append(sign[1])
    return set(around) <= _HANDED_OVER


def watch(patch: Any) -> set[str]:
    """From now on every statement is looked at when it is asked for the first time."""
    seen: set[str] = set()
    execute = Session.execute

    def looked_at(self: Session, sql: str, values: Any = None, /) -> Any:
        if sql not in seen:
            seen.add(sql)
            if wrong := offences(self, sql, values):
                pytest.fail("; ".join(wrong))  # no door takes it for an answer
        return execute(self, sql, values)

    patch(Session, "execute", looked_at)
    return seen
