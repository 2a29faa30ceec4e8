"""Requests made from the published schemas, sound in shape and hostile in content, over every
channel: each is answered with an envelope, and none with a bug of ours."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from shows import shows
from worlds import ANSWERS, SCHEMA, World

CHANNELS: dict[str, dict[str, Any]] = {
    name: shapes["payload"] for name, shapes in SCHEMA["channels"].items()
}
ELSEWHERE = {"embedder", "model", "tokenizer"}  # reach for servers, files and other packages
HEAVY = {"sample:load": 40}  # one of so many
ID = re.compile(r"(?:ep|rule|gen|run|f|b|n|wm|ent|find|conf|cur)_\w+")
TEXTS = (
    *("", " ", "\0", "novel", "别处", "agent", "global", "default", "x" * 300, "9" * 5_000),
    *(
        "雨" * 5_000,
        "../" * 40,
        "a\nb\r\x1b[31m",
        "\u202e\u2066倒",
        "%s%n{0}",
        "'; DROP TABLE x;--",
    ),
    *("- " * 3_000, "\n".join(" " * deep + "- x" for deep in range(300)), "[" * 3_000, "{" * 99),
    *(
        "<script>alert(1)</script>",
        "```\n" * 200,
        "# " * 500,
        "s:" + "9" * 30,
        "1.2.3",
        "-1",
        "é" * 99,
    ),
    *(
        "1" * 40 + ".abc",
        "*" * 500,
        "(a+)+$" * 50,
        "NaN",
        "null",
        "２０２６年１月１日",
        "…。！？" * 300,
    ),
)
NUMBERS = (
    0,
    1,
    -1,
    2,
    5,
    2**31,
    2**53,
    2**63,
    2**64,
    10**30,
    0.5,
    1.0,
    -0.0,
    1e308,
    253402300799999,
)
NONSENSE = (None, True, [], {}, [[[]]], {"a": {"b": []}}, "x", 7, 1.5, [1, "x", None])


class Fuzzer:
    """Payloads by chance, from a seed; it remembers the ids that it is told."""

    def __init__(self, seed: int, folder: Path) -> None:
        self._chance = random.Random(seed)
        self._ids = ["ep_000001", "rule_000001", "f_20251009_001", "gen_x", "run_x"]
        book = folder / "book"
        book.mkdir()
        (book / "01 雨.md").write_text("# 雨\n\n林远走进雨里。\n", "utf-8")
        self._paths = [str(book), str(book / "01 雨.md"), str(folder / "none"), f"/{'a' * 5_000}"]

    def hear(self, answer: Any) -> None:
        self._ids = [*self._ids, *ID.findall(str(answer))][-400:]

    def payload(self, schema: dict[str, Any]) -> Any:
        made = self._value(schema, schema.get("$defs", {}), "")
        if self._chance.random() < 0.15 and isinstance(made, dict) and made:
            made[self._chance.choice(sorted(made))] = self._chance.choice(NONSENSE)
        return made

    def _value(self, schema: dict[str, Any], known: dict[str, Any], name: str) -> Any:
        pick = self._chance.choice
        if "$ref" in schema:
            return self._value(known[schema["$ref"].rpartition("/")[2]], known, name)
        if "enum" in schema or "const" in schema:
            return pick(schema.get("enum") or [schema["const"]])
        if "anyOf" in schema:
            return self._value(pick(schema["anyOf"]), known, name)
        match schema.get("type"):
            case "object":
                return self._object(schema, known)
            case "array":
                items = range(pick((0, 1, 2, 5)))
                return [self._value(schema.get("items", {}), known, name) for _ in items]
            case "string":
                return self._text(name)
            case "integer":
                return int(pick(NUMBERS)) if self._chance.random() < 0.5 else pick((1, 2, 3))
            case "number":
                return float(pick(NUMBERS))
            case "boolean":
                return pick((True, False))
            case "null":
                return None
        return pick(NONSENSE)

    def _object(self, schema: dict[str, Any], known: dict[str, Any]) -> dict[str, Any]:
        fields, needed = schema.get("properties", {}), schema.get("required", ())
        free = schema.get("additionalProperties")
        made = {
            each: self._value(inner, known, each)
            for each, inner in fields.items()
            if each not in ELSEWHERE and (each in needed or self._chance.random() < 0.6)
        }
        if isinstance(free, dict):
            made[self._text("")[:40]] = self._value(free, known, "")
        return made

    def _text(self, name: str) -> str:
        pick = self._chance.choice
        if name in ("path", "folder", "workspace"):
            return pick((*self._paths, *TEXTS[:9]))
        if name == "projectId":
            return pick(("novel", "novel", "novel", "别处", *TEXTS))
        if name.lower().endswith("id") and self._chance.random() < 0.7:
            return pick(self._ids)
        return pick(TEXTS)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path / "home")
    made.record()
    yield made
    made.close()


@shows("R109", "R114")
@pytest.mark.parametrize("requests", [110, pytest.param(24_000, marks=pytest.mark.soak)])
def test_no_request_is_a_bug_of_ours(world: World, tmp_path: Path, requests: int) -> None:
    fuzzer = Fuzzer(20261116, tmp_path)
    names = sorted(CHANNELS)
    for number in range(requests):
        turn, channel = divmod(number, len(names))
        name = names[channel]
        if (turn + 1) % HEAVY.get(name, 1):
            continue
        payload = fuzzer.payload(CHANNELS[name])
        envelope = world.door.call(name, payload)
        told = (name, number, str(payload)[:2_000], envelope)
        if envelope["ok"]:
            ANSWERS[name].validate(envelope["data"])
        else:
            assert envelope["error"]["code"] != "INTERNAL", told
        assert str(world.home) not in str(envelope.get("error")), told
        fuzzer.hear(envelope)
