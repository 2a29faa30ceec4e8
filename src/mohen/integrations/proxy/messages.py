"""`/v1/messages`, Anthropic's protocol."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from mohen.integrations.proxy import json_edits
from mohen.integrations.proxy.conversation import (
    Answer,
    Asked,
    Turn,
    beside,
    call,
    result,
    user_text,
    words,
)
from mohen.integrations.proxy.json_edits import Edit, Node, written
from mohen.integrations.proxy.values import at, items, named_in, text_of
from mohen.knowledge.transcripts import host_markup
from mohen.text.lazy_pattern import LazyPattern

_BREAKPOINTS = 4  # that a request may have
# Claude Code names its session in the one field that it may write freely.
_SESSION = LazyPattern(r"session(?:_id\W{1,8}|_)([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})")


def read(text: str, *, codex: bool = False) -> Asked:
    whole = json_edits.root(text)
    body = json_edits.members(text, whole, "messages")
    messages = body.get("messages")
    if messages is None or not isinstance(messages.value, list):
        return Asked()
    last, of_last = _last(text, body, messages, codex=codex)
    metadata = at(body.get("metadata"), "value")
    who = text_of(at(metadata, "user_id"))
    session = _SESSION.search(who)
    return Asked(
        turns=tuple(_turns(messages.value, codex=codex)),
        last=last,
        of_all=lambda snapshot: _at_the_prefix(whole, body, snapshot),
        of_last=of_last,
        session=session[1] if session else named_in(metadata),
        who=who,
    )


def _last(text: str, body: dict[str, Node], messages: Node, *, codex: bool) -> tuple[str, Any]:
    for node in reversed(json_edits.elements(text, messages)):
        content = at(node.value, "content")
        if at(node.value, "role") == "user" and (said := user_text(content, "text", codex=codex)):
            return said, partial(_beside, text, node, _automatic(body))
    return "", lambda _block: []


def _at_the_prefix(whole: Node, body: dict[str, Node], snapshot: str) -> list[Edit]:
    """Behind what is there and its breakpoints: what was cached up to them stays so."""
    system = body.get("system")
    if system is None:
        return [json_edits.member(whole, "system", snapshot, beside=bool(body))]
    if isinstance(system.value, str):
        return [json_edits.into_string(system, beside(snapshot))]
    if isinstance(system.value, list):
        return [json_edits.last(system, {"type": "text", "text": snapshot})]
    return [json_edits.instead(system, snapshot)] if system.value is None else []


def _beside(text: str, message: Node, mark: Any, block: str) -> list[Edit]:
    """Behind the user's own content and the breakpoint in it: the next request has it without our
    block. `mark`: the breakpoint that would else fall on the block, and never be met again."""
    content = json_edits.members(text, message)["content"]
    ours = {"type": "text", "text": block}
    if isinstance(content.value, str):
        if mark is None:
            return [json_edits.into_string(content, beside(block))]
        return [
            json_edits.before(content, '[{"type":"text","text":'),
            json_edits.behind(content, f',"cache_control":{written(mark)}}},{written(ours)}]'),
        ]
    marked = [] if mark is None else _marked(text, content, mark)
    return [*marked, json_edits.last(content, ours)]


def _marked(text: str, content: Node, mark: Any) -> list[Edit]:
    """The user's last part with the breakpoint on it."""
    *_, last = json_edits.elements(text, content)
    if not isinstance(last.value, dict) or "cache_control" in last.value:
        return []
    return [json_edits.member(last, "cache_control", mark, beside=bool(last.value))]


def _automatic(body: dict[str, Node]) -> Any:
    """The breakpoint that is set by itself on whatever stands last, if there is room for one
    more."""
    mark = at(body.get("cache_control"), "value")
    if mark is None:
        return None
    parts = [
        *items(body.get("tools"), "value"),
        *items(body.get("system"), "value"),
        *(part for each in items(body.get("messages"), "value") for part in items(each, "content")),
    ]
    there = sum(1 for each in parts if at(each, "cache_control") is not None)
    return mark if there + 1 < _BREAKPOINTS else None


def _turns(messages: list[Any], *, codex: bool) -> Iterator[Turn]:
    names: dict[Any, Any] = {}
    for each in messages:
        content = at(each, "content")
        if at(each, "role") == "assistant":
            yield from _said(content)
            names |= {at(one, "id"): at(one, "name") for one in items(each, "content")}
        if at(each, "role") != "user":
            continue
        for part in items(each, "content"):
            if at(part, "type") == "tool_result":
                text = "\n".join(host_markup.texts(at(part, "content"), "text"))
                yield result(names.get(at(part, "tool_use_id")), text)
        if said := user_text(content, "text", codex=codex):
            yield Turn("user", said)


def _said(content: Any) -> Iterator[Turn]:
    yield from words("\n".join(host_markup.texts(content, "text")))
    for each in content if isinstance(content, list) else ():
        if at(each, "type") == "tool_use":
            yield call(at(each, "name"), written(at(each, "input")))


def answer(body: Any) -> Answer:
    return Answer(tuple(_said(at(body, "content"))), text_of(at(body, "id")))


def streamed(events: Iterable[Any]) -> Answer:
    id, parts, given = "", dict[Any, dict[str, Any]](), dict[Any, str]()
    for event in events:
        id = id or text_of(at(event, "message", "id"))
        kind, place = at(event, "type"), at(event, "index")
        if kind == "content_block_start" and isinstance(begun := at(event, "content_block"), dict):
            parts[place] = dict(begun)
        elif kind == "content_block_delta" and place in parts:
            delta = at(event, "delta")
            if more := text_of(at(delta, "text")):
                parts[place]["text"] = text_of(parts[place].get("text")) + more
            given[place] = given.get(place, "") + text_of(at(delta, "partial_json"))
    for place, text in given.items():
        if text:
            parts[place]["input"] = _value(text)
    return Answer(tuple(_said(list(parts.values()))), id)


def _value(text: str) -> Any:
    """Arguments of a call, whole or cut off."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
