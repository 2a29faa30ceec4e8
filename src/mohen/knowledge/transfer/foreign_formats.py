"""Reads the exports of other memory products as memories.

What no shape fits is told with its place and kept out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import field, replace
from datetime import timedelta
from typing import Any

from mohen.core import outside_json
from mohen.core.values import dataclass
from mohen.knowledge.model import BELIEF, FACT, NOTE, SUMMARY, Category, State
from mohen.knowledge.transfer import exports, memory_md
from mohen.knowledge.transfer.model import Form, Line, Memo, Papers
from mohen.knowledge.workspace.layout import moment as written
from mohen.knowledge.workspace.layout import ms_of
from mohen.knowledge.workspace.model import Trouble
from mohen.text.language import has_han
from mohen.text.lazy_pattern import LazyPattern

# -- What memories of each make look like inside: each is known by its own fields.


NUMBERED = LazyPattern(r"^\s*(?:[-*+•·]|\d{1,4}[.)、])\s+")
"""What stands before a line of a list."""

_WORDS = ("memory", "content", "text", "fact", "observation", "note", "summary", "value", "data")
_TIMES = (
    "created_at",
    "createdAt",
    "created",
    "valid_at",
    "timestamp",
    "date",
    "updated_at",
    "time",
)
_ENDS = ("invalid_at", "expired_at", "valid_to", "expires_at", "expiration_date")
_LISTS = (
    "results", "memories", "facts", "edges", "nodes", "episodes", "passages", "archival_memory",
    "items", "data", "relations", "entities", "core_memory", "blocks", "agents", "memory",
    "beliefs", "summaries", "documents", "observations",
)  # fmt: skip
_KINDS = {"facts": FACT, "beliefs": BELIEF, "summaries": SUMMARY, "notes": NOTE}
_SELF = LazyPattern(r"(?:default_)?user|用户|human", re.IGNORECASE)
_SECONDS_DIGITS = 10  # a number of more digits is of milliseconds


@dataclass(slots=True)
class ParsedFile:
    """What was understood of one file so far, and where in it one is."""

    name: str
    form: Form = Form.GENERIC
    memos: list[Memo] = field(default_factory=list)
    rules: list[Mapping[str, object]] = field(default_factory=list)
    messages: list[Line] = field(default_factory=list)
    originals: list[Mapping[str, Any]] = field(default_factory=list)
    documents: list[dict[str, Any]] = field(default_factory=list)
    nodes: set[str] = field(default_factory=set)
    troubles: list[Trouble] = field(default_factory=list)
    line: int = 0
    known: bool = False  # something in it was understood

    def trouble(self, why: str) -> None:
        self.troubles.append(Trouble(self.name, self.line, why))

    def papers(self) -> Papers:
        return Papers(
            form=self.form,
            memos=tuple(self.memos),
            rules=tuple(self.rules),
            messages=tuple(self.messages),
            originals=tuple(self.originals),
            documents=tuple(self.documents),
            nodes=frozenset(self.nodes) if self.nodes else None,
            troubles=tuple(self.troubles),
        )


def take(reading: ParsedFile, value: Any, under: str) -> None:
    """`under`: the name of the list or the file that it stands in."""
    try:
        _value(reading, value, under)
    except RecursionError:
        reading.trouble("nested too deeply")


def _value(reading: ParsedFile, value: Any, under: str) -> None:
    if isinstance(value, list):
        for place, each in enumerate(value, start=1):
            reading.line = place if reading.line <= 1 or not under else reading.line
            _value(reading, each, under or "items")
    elif isinstance(value, dict):
        if not _known(reading, value, under):
            reading.trouble("no field that holds a memory")
    elif isinstance(value, str) and under and value.strip():
        _add(reading, {"content": value}, value, under)
    elif value is not None:
        reading.trouble("not an object")


def _known(reading: ParsedFile, said: dict[str, Any], under: str) -> bool:
    for known in (_ours, _graph_node, _mcp, _claude, _block, _langmem, _said, _lists):
        if known(reading, said, under):
            reading.known = True
            return True
    return False


def _ours(reading: ParsedFile, said: dict[str, Any], under: str) -> bool:
    if exports.is_header(said):
        reading.form = Form.MOHEN
        for each in said.get("records", ()):
            _value(reading, each, under)
        return True
    kind = said.get("record")
    if not isinstance(kind, str) or reading.form is not Form.MOHEN:
        return False
    if kind == "rule":
        reading.rules.append(said)
    elif kind == "original":
        reading.originals.append(said)
    elif kind == "document":
        reading.documents.append(said)
    elif kind == "item":
        try:
            reading.memos.append(exports.memo(said, f"{reading.name}:{reading.line}"))
        except (KeyError, TypeError, ValueError):
            reading.trouble("an item that makes no sense")
    elif kind == "message":
        try:
            session, told = exports.message_of(said)
        except (KeyError, TypeError, ValueError):
            reading.trouble("a message that makes no sense")
        else:
            reading.messages.append(
                Line(
                    file=reading.name,
                    number=reading.line,
                    session=session,
                    said=told,
                    waiting=bool(said.get("waiting")),
                )
            )
    return True


def _graph_node(reading: ParsedFile, said: dict[str, Any], under: str) -> bool:
    """Of Zep and Graphiti: an entity; its summary is one."""
    if under != "nodes":
        return False
    reading.form = Form.ZEP
    reading.nodes.add(str(said.get("uuid") or said.get("name")))
    summary = said.get("summary")
    if isinstance(summary, str) and summary.strip():
        named = str(said.get("name") or "")
        _add(reading, {**said, "entities": [named] if named else []}, summary, "summaries")
    return True


def _mcp(reading: ParsedFile, said: dict[str, Any], _under: str) -> bool:
    """The knowledge graph of the MCP memory server."""
    name, seen = said.get("name"), said.get("observations")
    if isinstance(name, str) and isinstance(seen, list):
        reading.form = Form.MCP
        reading.nodes.add(name)
        for each in seen:
            if isinstance(each, str) and each.strip():
                _add(reading, {"entities": [name]}, _of(name, each), FACT, links=(name,))
        return True
    one, other, kind = said.get("from"), said.get("to"), said.get("relationType")
    if isinstance(one, str) and isinstance(other, str) and isinstance(kind, str):
        reading.form = Form.MCP
        words = f"{one} {kind.replace('_', ' ')} {other}"
        _add(reading, {"entities": [one, other]}, words, FACT, links=(one, other))
        return True
    return False


def _of(name: str, seen: str) -> str:
    if name.lower() in seen.lower() or (_SELF.fullmatch(name) and _SELF.search(seen)):
        return seen
    return f"{'User' if _SELF.fullmatch(name) else name}: {seen}"


def _claude(reading: ParsedFile, said: dict[str, Any], _under: str) -> bool:
    """`memories.json` of an export of Claude: Markdown."""
    whole = said.get("conversations_memory")
    if not isinstance(whole, str):
        return False
    reading.form = Form.CLAUDE
    inner = said.get("project_memories")
    texts = [whole, *(inner.values() if isinstance(inner, dict) else ())]
    for text in texts:
        if isinstance(text, str):
            memos, troubles = memory_md.read(text, reading.name)
            reading.memos += memos
            reading.troubles += troubles
    return True


def _block(reading: ParsedFile, said: dict[str, Any], _under: str) -> bool:
    """A block of Letta: who the human is, and whom the agent plays."""
    label, value = said.get("label"), said.get("value")
    if not isinstance(label, str) or not isinstance(value, str):
        return False
    reading.form = Form.LETTA
    persona = "persona" in label.lower()
    for line in filter(str.strip, re.split(r"\n|(?<=[.!?])\s+|(?<=[。！？])", value)):
        words = memory_md.without_markup(NUMBERED.sub("", line))
        if persona:
            _add(reading, {"category": "identity"}, f"Agent persona: {words}", "notes")
        else:
            _add(reading, {}, words, FACT)
    return True


def _langmem(reading: ParsedFile, said: dict[str, Any], under: str) -> bool:
    value = said.get("value")
    if "namespace" not in said or not isinstance(value, dict):
        return False
    reading.form = Form.LANGMEM
    inner = value.get("content", value)
    inner = inner if isinstance(inner, dict) else {"content": inner}
    return _said(reading, {**said, **inner, "value": None, "id": said.get("key")}, under)


def _said(reading: ParsedFile, said: dict[str, Any], under: str) -> bool:
    words = next(
        (said[each] for each in _WORDS if isinstance(said.get(each), str) and said[each].strip()),
        None,
    )
    if words is None:
        return False
    if reading.form is Form.GENERIC:
        reading.form = _make(said)
    links = tuple(
        str(said[each]) for each in ("source_node_uuid", "target_node_uuid") if said.get(each)
    )
    _add(reading, said, words, under, links=links)
    return True


def _make(said: Mapping[str, Any]) -> Form:
    if "memory" in said:
        return Form.MEM0
    if "fact" in said or "source_node_uuid" in said:
        return Form.ZEP
    if "importance" in said and ("created" in said or "score" in said):
        return Form.SEED
    return Form.GENERIC


def _lists(reading: ParsedFile, said: dict[str, Any], _under: str) -> bool:
    found = False
    for name in _LISTS:
        inner = said.get(name)
        if isinstance(inner, list | dict) and inner:
            found = True
            _value(reading, inner, name)
    return found or any(said.get(name) == [] for name in _LISTS)


# -- one memory


def _add(
    reading: ParsedFile,
    said: Mapping[str, Any],
    words: str,
    under: str,
    links: tuple[str, ...] = (),
) -> None:
    place = f"{reading.name}:{reading.line}"
    role = str(said.get("role") or said.get("actor_id") or "").lower()
    memo = Memo(
        ref=str(said.get("id") or said.get("uuid") or place),
        content=words.replace("\0", "").strip(),
        type=_type(said, under),
        at=_first(said, _TIMES),
        category=_category(said),
        importance=_share(said.get("importance")),
        confidence=_share(said.get("confidence")),
        entities=_names(said.get("entities")),
        subject=_text(said, "subject"),
        attribute=_text(said, "attribute"),
        value=_text(said, "value") if said.get("attribute") else "",
        valid_to=_first(said, _ENDS),
        assistant=role in ("assistant", "ai", "agent"),
        links=(*links, *_names(said.get("source_facts"))),
        source=place,
    )
    ended = said.get("state") in ("superseded", "denied", "withdrawn")
    reading.memos.append(replace(memo, state=State(said["state"])) if ended else memo)


def _type(said: Mapping[str, Any], under: str) -> str:
    kind = str(said.get("type") or "").lower()
    return kind if kind in _KINDS.values() else _KINDS.get(under, FACT)


def _category(said: Mapping[str, Any]) -> Category | None:
    inner = said.get("metadata")
    told = [said.get("category"), said.get("categories"), said.get("theme")]
    told += [inner.get("category")] if isinstance(inner, dict) else []
    for each in told:
        words = " ".join(map(str, each)) if isinstance(each, list) else str(each or "")
        if words.lower() in list(Category):
            return Category(words.lower())
        if found := memory_md.category_of(words.replace("_", " ")):
            return found
    return None


def _first(said: Mapping[str, Any], names: tuple[str, ...]) -> int | None:
    return next((at for each in names if (at := moment(said.get(each))) is not None), None)


def moment(said: Any) -> int | None:
    """A time as anybody writes it: ISO 8601, seconds, milliseconds."""
    if isinstance(said, bool) or said is None:
        return None
    try:
        if not isinstance(said, int | float):
            return ms_of(str(said).strip())
        longer = len(str(abs(int(said)))) > _SECONDS_DIGITS
        at = int(said) if longer else timedelta(seconds=said) // timedelta(milliseconds=1)
        return at if written(at) else None
    except (ValueError, OverflowError):
        return None


def _share(said: Any) -> float | None:
    if isinstance(said, bool) or not isinstance(said, int | float) or not 0 <= said <= 1:
        return None
    return float(said)


def _text(said: Mapping[str, Any], name: str) -> str:
    found = said.get(name)
    return found if isinstance(found, str) else ""


def _names(said: Any) -> tuple[str, ...]:
    if not isinstance(said, list):
        return ()
    named = (each.get("name") if isinstance(each, dict) else each for each in said)
    return tuple(each for each in named if isinstance(each, str) and each.strip())


_SPEAKER = LazyPattern(
    r"^[^\S\n]*(?:#{1,4}[^\S\n]*|\*\*|\[)?(?:user|human|assistant|ai|chatgpt|claude"
    r"|you said|chatgpt said|用户|助手|我|你)(?:\*\*|\])?\s*(?:[:：]|$)",
    re.IGNORECASE | re.MULTILINE,
)
_HALF = LazyPattern(r"\\u[dD][89a-fA-F]")
_LABELLED = LazyPattern(r"(?P<label>[^：:。.，,]{1,24})[：:]\s*(?P<value>\S.*)$")
_MARKDOWN = (".md", ".markdown")
_TEXT = (".txt", ".text")


def read(name: str, text: str, form: Form | None, *, chat_lines: int) -> Papers | None:
    """What a file tells; None where it is a conversation or nothing that is known."""
    low = name.lower()
    if form is Form.MEMORY_MD or (form is None and low.endswith(_MARKDOWN)):
        return None if form is None and _is_chat(text, chat_lines) else _markdown(name, text)
    if form is Form.LINES or (form is None and low.endswith(_TEXT)):
        return None if form is None and _is_chat(text, chat_lines) else _lines(name, text)
    reading = ParsedFile(name)
    value = _json(text)
    if value is not None:
        reading.line = 1
        take(reading, value, _kind_of_file(name) if low.endswith(".jsonl") else "")
    else:
        _jsonl(reading, text)
    return reading.papers() if reading.known or form is not None else None


def _is_chat(text: str, least: int) -> bool:
    return sum(1 for _ in _SPEAKER.finditer(text)) >= least


def _markdown(name: str, text: str) -> Papers:
    memos, troubles = memory_md.read(text, name)
    return Papers(form=Form.MEMORY_MD, memos=tuple(memos), troubles=tuple(troubles))


def _lines(name: str, text: str) -> Papers:
    """One memory a line, as ChatGPT and Claude print them."""
    memos = []
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), start=1):
        said = NUMBERED.sub("", line).strip()
        if said.startswith("```") or not any(map(str.isalnum, said)):
            continue
        said, at = memory_md.dated(memory_md.without_markup(said.lstrip("#").strip()))
        ref = f"{name}:{number}"
        memos.append(Memo(ref=ref, content=said, at=at, source=ref))
    return Papers(form=Form.LINES, memos=tuple(memos))


def _json(text: str) -> Any:
    """Half characters, which no file can hold, are made whole ones."""
    try:
        value = outside_json.loads(text)
        if _HALF.search(text):
            value = json.loads(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))
    except ValueError:
        return None
    return value


def _jsonl(reading: ParsedFile, text: str) -> None:
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        reading.line = number
        value = _json(line)
        if value is None:
            reading.trouble("not JSON")
        elif isinstance(value, dict | list):
            take(reading, value, _kind_of_file(reading.name))
        else:
            reading.trouble("not an object")


def _kind_of_file(name: str) -> str:
    """`layer2/active/beliefs.jsonl` of seed 001 says what it holds by its name."""
    return name.split("/")[-1].removesuffix(".jsonl")


def spoken(content: str) -> tuple[str, ...]:
    """姓名：张三 and "Anna: works at Google" as somebody would say them."""
    found = _LABELLED.match(content)
    if found is None:
        return ()
    label, value = found["label"].strip(), found["value"].strip()
    if has_han(content):
        return f"我的{label}是{value}", f"{label}{value}"
    return f"My {label.lower()} is {value}", f"{label} {value}"
