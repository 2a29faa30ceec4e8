"""`src/mohen/client/shapes.py` and `calls.py`: the wire as types of Python, for `mohen.client`.

A payload is what may be sent; an answer what is known to come back: a newer server may say more.
"""

from __future__ import annotations

import json
import keyword
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

from mohen.server.channels import all_channels, all_pushes
from mohen.server.named_shapes import NamedShapes, Schema, Uses, key_in

from . import markdown

_SHAPES = f'''\
# {markdown.NOTICE}
# ruff: noqa: A001, E501
"""What is sent and answered on each channel, as dictionaries with known keys."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict
'''
_CALLS = f'''\
# {markdown.NOTICE}
# ruff: noqa: E501
"""What each channel takes and answers, as a checker of types sees it. Nothing here is run."""

from __future__ import annotations

from typing import Literal, Protocol, Unpack, overload

from mohen.client import shapes
from mohen.client.exchange import Answered, Manner
'''
_PLAIN = {"string": "str", "boolean": "bool", "integer": "int", "number": "float", "null": "None"}

Naming = Callable[[str], str]


def shapes() -> str:
    """Every shape as a TypedDict, and the pushes."""
    found = NamedShapes.of_table()
    parts = [_SHAPES]
    for key in found.in_order():
        schema, uses = found.defs[key], found.uses[key]
        if uses.payload:
            name = found.payload_name
            parts.append(_typed_dict(name(key), schema, dict(_sent(schema, name))))
        if uses.data:
            name = found.data_name
            parts.append(_typed_dict(name(key), schema, dict(_answered(schema, uses, name))))
    return _formatted("\n\n".join([*parts, *_pushes(found)]))


def calls() -> str:
    """One overload a channel, for who waits and for who awaits."""
    found = NamedShapes.of_table()
    parts = [_CALLS]
    for name, word in (("Call", "def"), ("AsyncCall", "async def")):
        lines = [f"class {name}(Protocol):"]
        for each in all_channels().values():
            key = found.key_of[each.payload]
            payload = f"shapes.{found.payload_name(key)}"
            if not found.defs[key].get("required"):
                payload += " | None = None"
            data = f"shapes.{found.data_name(found.key_of[each.data])}"
            lines += [
                "    @overload",
                f"    {word} __call__(self, channel: Literal[{json.dumps(each.name)}],"
                f" payload: {payload}, **how: Unpack[Manner]) -> Answered[{data}]:",
                f'        """{each.summary}"""',
                "",
            ]
        parts.append("\n".join(lines))
    return _formatted("\n\n".join(parts))


def _typed_dict(name: str, schema: Schema, fields: dict[str, str]) -> str:
    doc = " ".join(schema.get("description", "").split())
    if any(not each.isidentifier() or keyword.iskeyword(each) for each in fields):
        told = [f"# {doc}"] if doc else []
        inside = ", ".join(f"{json.dumps(key)}: {json.dumps(kind)}" for key, kind in fields.items())
        return "\n".join([*told, f'{name} = TypedDict("{name}", {{{inside}}})'])
    lines = [f"class {name}(TypedDict):"]
    lines += [f"    {json.dumps(doc, ensure_ascii=False)}", ""] if doc else []
    for key, kind in fields.items():
        lines += [f"    {key}: {kind}{_note(schema['properties'][key])}"]
    return "\n".join([*lines, *([] if fields or doc else ["    pass"])])


def _note(field: Schema) -> str:
    said = " ".join(field.get("description", "").split())
    return f"  # {said}" if said else ""


def _sent(schema: Schema, name_of: Naming) -> Iterator[tuple[str, str]]:
    required = schema.get("required", ())
    for name, field in schema.get("properties", {}).items():
        kind = _kind(field, name_of)
        yield name, kind if name in required else f"NotRequired[{kind}]"


def _answered(schema: Schema, uses: Uses, name_of: Naming) -> Iterator[tuple[str, str]]:
    for name, field in schema.get("properties", {}).items():
        null, absent = uses.said(field)
        sorts = [each for each in field.get("anyOf", [field]) if each.get("type") != "null"]
        kind = " | ".join(_kind(each, name_of) for each in sorts) + (" | None" if null else "")
        yield name, f"NotRequired[{kind}]" if absent else kind


def _kind(schema: Schema, name_of: Naming) -> str:
    if "$ref" in schema:
        return name_of(key_in(schema))
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_kind(each, name_of) for each in schema["anyOf"]))
    if "enum" in schema or "const" in schema:
        return _literal(schema.get("enum", [schema.get("const")]))
    if schema.get("type") == "array":
        return f"list[{_kind(schema['items'], name_of)}]"
    if schema.get("type") == "object":
        return _mapping(schema, name_of)
    return _PLAIN[schema["type"]] if "type" in schema else "Any"


def _mapping(schema: Schema, name_of: Naming) -> str:
    inner, words = schema["additionalProperties"], schema.get("propertyNames", {}).get("enum")
    value = "Any" if inner is True else _kind(inner, name_of)
    return f"dict[{_literal(words) if words else 'str'}, {value}]"


def _literal(values: list[Any]) -> str:
    return f"Literal[{', '.join(repr(each) for each in values)}]"


def _pushes(found: NamedShapes) -> Iterator[str]:
    names = []
    for each in all_pushes():
        names.append("On" + "".join(part.capitalize() for part in each.name.split(":")))
        yield "\n".join(
            [
                f"class {names[-1]}(TypedDict):",
                f'    """{each.summary}"""',
                "",
                f"    channel: Literal[{json.dumps(each.name)}]",
                f"    data: {found.data_name(found.key_of[each.data])}",
            ]
        )
    yield f'Push = {" | ".join(names)}\n"""What the server says by itself."""'


def _formatted(source: str) -> str:
    """As the house writes."""
    return subprocess.run(
        [sys.executable, "-m", "ruff", "format", "--stdin-filename", "generated.py", "-"],
        input=source,
        capture_output=True,
        check=True,
        encoding="utf-8",
    ).stdout
