"""`/v1/chat/completions`, OpenAI's older protocol, which nearly every model server speaks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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
from mohen.integrations.proxy.json_edits import Edit, Node
from mohen.integrations.proxy.values import at, item, items, named_in, text_of
from mohen.knowledge.transcripts import host_markup

_SYSTEM = ("system", "developer")


def read(text: str, *, codex: bool = False) -> Asked:
    body = json_edits.members(text, json_edits.root(text), "messages")
    messages = body.get("messages")
    if messages is None or not isinstance(messages.value, list):
        return Asked()
    nodes = json_edits.elements(text, messages)
    last, of_last = _last(text, nodes, codex=codex)
    return Asked(
        turns=tuple(_turns(messages.value, codex=codex)),
        last=last,
        of_all=lambda snapshot: _at_the_prefix(text, messages, nodes, snapshot),
        of_last=of_last,
        session=named_in(at(body.get("metadata"), "value")),
        who=text_of(at(body.get("user"), "value")),
    )


def _last(text: str, nodes: Sequence[Node], *, codex: bool) -> tuple[str, Any]:
    for node in reversed(nodes):
        content = at(node.value, "content")
        if at(node.value, "role") == "user" and (said := user_text(content, "text", codex=codex)):
            return said, partial(into_content, text, node, "text")
    return "", lambda _block: []


def _at_the_prefix(text: str, messages: Node, nodes: Sequence[Node], snapshot: str) -> list[Edit]:
    """Behind the first system message, else as one: some models take no second."""
    if nodes and at(nodes[0].value, "role") in _SYSTEM:
        return into_content(text, nodes[0], "text", snapshot)
    return [json_edits.first(messages, {"role": "system", "content": snapshot})]


def into_content(text: str, message: Node, kind: str, more: str) -> list[Edit]:
    """Behind the content of a message, a string or parts."""
    content = json_edits.members(text, message).get("content")
    if content is None:
        return []
    if isinstance(content.value, str):
        return [json_edits.into_string(content, beside(more))]
    if isinstance(content.value, list):
        return [json_edits.last(content, {"type": kind, "text": more})]
    return []


def _turns(messages: list[Any], *, codex: bool) -> Iterator[Turn]:
    names: dict[Any, Any] = {}
    for each in messages:
        role, content = at(each, "role"), at(each, "content")
        if role == "user":
            yield Turn("user", user_text(content, "text", codex=codex))
        elif role == "assistant":
            yield from _said(each)
            names |= {
                at(one, "id"): at(one, "function", "name") for one in items(each, "tool_calls")
            }
        elif role in ("tool", "function"):
            name = at(each, "name") or names.get(at(each, "tool_call_id"))
            yield result(name, "\n".join(host_markup.texts(content, "text")))


def _said(message: Any) -> Iterator[Turn]:
    content = host_markup.texts(at(message, "content"), "text", "refusal")
    yield from words("\n".join(content) or at(message, "refusal"))
    for each in items(message, "tool_calls"):
        yield call(at(each, "function", "name"), at(each, "function", "arguments"))


def answer(body: Any) -> Answer:
    return Answer(tuple(_said(item(at(body, "choices"), 0, "message"))), text_of(at(body, "id")))


def streamed(events: Iterable[Any]) -> Answer:
    """Of several answers the first: that is what front-ends show."""
    text, id, calls = "", "", dict[Any, dict[str, str]]()
    for event in events:
        id = id or text_of(at(event, "id"))
        for choice in items(event, "choices"):
            if at(choice, "index") not in (0, None):
                continue
            delta = at(choice, "delta")
            text += text_of(at(delta, "content")) or text_of(at(delta, "refusal"))
            for each in items(delta, "tool_calls"):
                one = calls.setdefault(at(each, "index"), {"name": "", "arguments": ""})
                for part in one:
                    one[part] += text_of(at(each, "function", part))
    made = [call(each["name"], each["arguments"]) for each in calls.values()]
    return Answer((*words(text), *made), id)
