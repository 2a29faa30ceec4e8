"""What other memories write out, read as memories.

What no shape fits is told with its place and kept out.
"""

from __future__ import annotations

import json
import re
from typing import Any

from mohen.logic.knowing import makes, memory_md
from mohen.logic.knowing.makes import Reading
from mohen.model.transfer import Form, Memo, Papers

_SPEAKER = re.compile(
    r"^\s*(?:#{1,4}\s*|\*\*|\[)?(?:user|human|assistant|ai|chatgpt|claude|you said|chatgpt said"
    r"|用户|助手|我|你)(?:\*\*|\])?\s*(?:[:：]|$)",
    re.IGNORECASE | re.MULTILINE,
)
_HALF = re.compile(r"\\u[dD][89a-fA-F]")
_LABELLED = re.compile(r"(?P<label>[^：:。.，,]{1,24})[：:]\s*(?P<value>\S.*)$")
_HAN = re.compile("[㐀-\u9fff]")
_MARKDOWN = (".md", ".markdown")
_TEXT = (".txt", ".text")


def read(name: str, text: str, form: Form | None, *, chat_lines: int) -> Papers | None:
    """What a file tells; None where it is a conversation or nothing that is known."""
    low = name.lower()
    if form is Form.MEMORY_MD or (form is None and low.endswith(_MARKDOWN)):
        return None if form is None and _is_chat(text, chat_lines) else _markdown(name, text)
    if form is Form.LINES or (form is None and low.endswith(_TEXT)):
        return None if form is None and _is_chat(text, chat_lines) else _lines(name, text)
    reading = Reading(name)
    value = _json(text)
    if value is not None:
        reading.line = 1
        makes.take(reading, value, _kind_of_file(name) if low.endswith(".jsonl") else "")
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
        said = makes.NUMBERED.sub("", line).strip()
        if said.startswith("```") or not any(map(str.isalnum, said)):
            continue
        said, at = memory_md.dated(memory_md.plain(said.lstrip("#").strip()))
        ref = f"{name}:{number}"
        memos.append(Memo(ref=ref, content=said, at=at, source=ref))
    return Papers(form=Form.LINES, memos=tuple(memos))


def _json(text: str) -> Any:
    """Half characters, which no file can hold, are made whole ones."""
    try:
        value = json.loads(text)
        if _HALF.search(text):
            value = json.loads(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return None
    return value


def _jsonl(reading: Reading, text: str) -> None:
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        reading.line = number
        value = _json(line)
        if value is None:
            reading.trouble("not JSON")
        elif isinstance(value, dict | list):
            makes.take(reading, value, _kind_of_file(reading.name))
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
    if _HAN.search(content):
        return f"我的{label}是{value}", f"{label}{value}"
    return f"My {label.lower()} is {value}", f"{label} {value}"
