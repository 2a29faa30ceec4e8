"""`/v1/responses`, OpenAI's newer protocol."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from mohen.integrations.proxy import json_edits
from mohen.integrations.proxy.chat import into_content
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
from mohen.integrations.proxy.values import at, items, named_in, text_of
from mohen.knowledge.transcripts import host_markup

_TEXTS = ("input_text", "output_text", "text")


def read(text: str, *, codex: bool = False) -> Asked:
    whole = json_edits.root(text)
    body = json_edits.members(text, whole, "input")
    given = body.get("input")
    turns, last, of_last = _asked(text, given, codex=codex)
    conversation = at(body.get("conversation"), "value")
    return Asked(
        turns=turns,
        last=last,
        of_all=lambda snapshot: _at_the_prefix(whole, body, snapshot),
        of_last=of_last,
        session=text_of(conversation)
        or text_of(at(conversation, "id"))
        or named_in(at(body.get("metadata"), "value")),
        before=text_of(at(body.get("previous_response_id"), "value")),
        who=text_of(at(body.get("user"), "value")),
    )


def _asked(text: str, given: Node | None, *, codex: bool) -> tuple[tuple[Turn, ...], str, Any]:
    if given is not None and isinstance(given.value, str):
        said = user_text(given.value, codex=codex)
        return (
            (Turn("user", said),),
            said,
            lambda block: [json_edits.into_string(given, beside(block))],
        )
    if given is None or not isinstance(given.value, list):
        return (), "", lambda _block: []
    turns = tuple(_turns(given.value, codex=codex))
    for node in reversed(json_edits.elements(text, given)):
        if at(node.value, "role") == "user" and (said := _own(node.value, codex=codex)):
            return turns, said, partial(into_content, text, node, "input_text")
    return turns, "", lambda _block: []


def _own(message: Any, *, codex: bool) -> str:
    return user_text(at(message, "content"), *_TEXTS, codex=codex)


def _at_the_prefix(whole: Node, body: dict[str, Node], snapshot: str) -> list[Edit]:
    """In the instructions. Those that a stored prompt has would go if we gave any."""
    instructions, given = body.get("instructions"), body.get("input")
    if instructions is not None and isinstance(instructions.value, str):
        return [json_edits.into_string(instructions, beside(snapshot))]
    if at(body.get("prompt"), "value") is not None:
        message = {"role": "developer", "content": snapshot}
        inside = given is not None and isinstance(given.value, list)
        return [json_edits.first(given, message)] if given is not None and inside else []
    if instructions is not None:
        return [json_edits.instead(instructions, snapshot)] if instructions.value is None else []
    return [json_edits.member(whole, "instructions", snapshot, beside=bool(body))]


def _turns(given: list[Any], *, codex: bool) -> Iterator[Turn]:
    names: dict[Any, Any] = {}
    for each in given:
        if at(each, "role") == "user":
            yield Turn("user", _own(each, codex=codex))
        elif at(each, "type") in ("function_call_output", "custom_tool_call_output"):
            text = "\n".join(host_markup.texts(at(each, "output"), *_TEXTS))
            yield result(names.get(at(each, "call_id")), text)
        else:
            names[at(each, "call_id")] = at(each, "name")
            yield from _said(each)


def _said(each: Any) -> Iterator[Turn]:
    kind = at(each, "type")
    if at(each, "role") == "assistant":
        content = at(each, "content")
        refused = (
            [text_of(at(one, "refusal")) for one in content] if isinstance(content, list) else []
        )
        yield from words("\n".join([*host_markup.texts(content, *_TEXTS), *filter(None, refused)]))
    elif kind == "function_call":
        yield call(at(each, "name"), at(each, "arguments"))
    elif kind == "custom_tool_call":
        yield call(at(each, "name"), at(each, "input"))


def answer(body: Any) -> Answer:
    said = (turn for each in items(body, "output") for turn in _said(each))
    return Answer(tuple(said), text_of(at(body, "id")))


def streamed(events: Iterable[Any]) -> Answer:
    """Items as they were done; of one that was cut off what had come."""
    id, done, begun = "", dict[Any, Any](), dict[Any, str]()
    for event in events:
        id = id or text_of(at(event, "response", "id"))
        kind, place = at(event, "type"), at(event, "output_index")
        if kind == "response.output_item.done":
            done[place] = at(event, "item")
        elif kind in ("response.output_text.delta", "response.refusal.delta"):
            begun[place] = begun.get(place, "") + text_of(at(event, "delta"))
    said = list[Turn]()
    for place in dict.fromkeys([*done, *begun]):
        said += _said(done[place]) if place in done else words(begun[place])
    return Answer(tuple(said), id)
