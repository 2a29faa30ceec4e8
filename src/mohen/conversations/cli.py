"""What is said is heard: `hear`."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any

from mohen.cli import output
from mohen.cli.bilingual import command, option
from mohen.cli.connection import Session, chosen, given, opened
from mohen.cli.i18n import say
from mohen.core import outside_json
from mohen.errors import InvalidArgument
from mohen.knowledge.transcripts.message_log import moment

_CHUNK = 1 << 16  # bytes read at once
_BATCH = 256  # messages told at once
_TIMES = ("at", "time", "timestamp", "ts")  # what hosts call it: a time must not pass unread


@command(
    (
        "Hear what is said, message by message: JSON lines on standard input.\n"
        'Each line is {"role": "user", "text": "…"} and, where you have them, "speaker", "at" (ISO '
        'or milliseconds), "id" (your own: the same again is the same message) and "session". '
        "Roles are user, assistant, tool and system. Lines are heard as they come.",
        "逐条听取对话：从标准输入读取 JSON 行。\n"
        '每行为 {"role": "user", "text": "…"}，另可有 "speaker"、"at"（ISO 时间或毫秒）、'
        '"id"（你自己的编号：相同即同一条消息）与 "session"。'
        "role 取 user、assistant、tool、system。来一行听一行。",
    ),
    example=(
        'echo \'{"role": "user", "text": "I live in Oslo."}\' | mohen hear --session monday',
        'echo \'{"role": "user", "text": "我对花生过敏。"}\' | mohen hear --session 周一',
    ),
)
@option(
    "--session",
    "-s",
    text=("Whose lines these are, unless a line names its own.", "所属会话；行内另有指明时除外。"),
)
def hear(session: str | None) -> int:
    told: Counter[str] = Counter()
    envelope: Any = None
    with opened() as memory:
        for lines in _chunks():
            messages = [_message(number, line, session) for number, line in lines]
            for of, group in groupby(messages, key=itemgetter(0)):
                for batch in _batches([said for _, said in group]):
                    envelope = _tell(memory, of, batch)
                    if not envelope["ok"]:
                        return output.finish(envelope, _show, as_json=chosen().json)
                    told.update(envelope["data"])
                    told["masked"] += envelope["meta"].get("masked", 0)
        if envelope is None:
            raise InvalidArgument(
                say("nothing came on standard input", "标准输入没有内容"), field="-"
            )
        data = {name: type(each)(told[name]) for name, each in envelope["data"].items()}
        meta = {**envelope["meta"], "masked": told["masked"]}
        whole = {**envelope, "data": data, "meta": meta}
        return output.finish(whole, _show, as_json=chosen().json)


def _tell(memory: Session, session: str, batch: list[dict[str, Any]]) -> Any:
    payload = {"projectId": chosen().project_id, "session": session, "messages": batch}
    return memory.ask("talk:hear", payload)


def _batches(messages: list[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    for at in range(0, len(messages), _BATCH):
        yield messages[at : at + _BATCH]


def _chunks() -> Iterator[list[tuple[int, bytes]]]:
    """Whole lines with their numbers, as many as have come."""
    rest, number = b"", 0
    while True:
        raw = sys.stdin.buffer.read1(_CHUNK)  # type: ignore[union-attr]  # of a pipe it is there
        *lines, rest = (rest + raw).split(b"\n") if raw else (rest, b"")
        found = [(number + at, line) for at, line in enumerate(lines, start=1) if line.strip()]
        number += len(lines)
        if found:
            yield found
        if not raw:
            return


def _message(number: int, line: bytes, session: str | None) -> tuple[str, dict[str, Any]]:
    """The session of a line, and what was said there."""
    try:
        said = outside_json.loads(line.decode("utf-8-sig"))
    except ValueError:
        said = None
    if not isinstance(said, dict):
        raise InvalidArgument(
            say(f"line {number} is not a JSON object", f"第 {number} 行不是 JSON 对象"), field="-"
        )
    of = said.get("session", session)
    if not isinstance(of, str):
        raise InvalidArgument(
            say(
                f"line {number} names no session: add --session",
                f"第 {number} 行没有 session：请加 --session",
            ),
            field="session",
        )
    named = next((each for each in _TIMES if said.get(each) is not None), "at")
    at = said.get(named)
    if at is not None and moment(at) is None:
        raise InvalidArgument(
            say(f"line {number}: {named} is no time", f"第 {number} 行的 {named} 不是时间"),
            field=named,
        )
    return of, given(
        role=said.get("role"),
        text=said.get("text", said.get("content")),
        speaker=said.get("speaker"),
        at=None if at is None else moment(at),
        id=said.get("id"),
    )


def _show(data: dict[str, Any]) -> None:
    if data["private"]:
        output.show(say("Privacy mode is on: nothing is kept.", "隐私模式已开启：不保留任何内容。"))
        return
    output.show(
        say(
            f"✓ {data['heard']} heard, {data['same']} known already, {data['edited']} edited",
            f"✓ 听到 {data['heard']} 条，已知 {data['same']} 条，修改 {data['edited']} 条",
        )
    )
