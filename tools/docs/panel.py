"""`panel/src/channels/generated.ts` and `payloads.ts`: the wire as the panel's types and checks.

What is sent stands by itself: a page never checks it, as the server does, and need not load it.
A payload is strict, as the server is. Data may hold more than is known here, so that a newer
server is understood; what is absent there is left out, or null where the shape says so.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from pydantic.json_schema import models_json_schema

from mohen.server.channels import all_channels, all_pushes
from mohen.server.schema import model_of
from mohen.server.shapes import SaidNull, WholeWire, Wire, fields_of, metadata

from . import markdown

Schema = dict[str, Any]

_PREFIX = re.compile(r"^mohen__(?:[a-z]+__)*?([a-z]+)__(?:[a-z]+_)?channels__(\w+)$")
_PLAIN = {("skills", "Run")}  # what a page means by a run
_KEY = re.compile(r"^[A-Za-z_]\w*$")
_SUFFIXES = ("Data", "Shape")
# Without their suffix these would hide a name of the language or the browser, or say nothing.
_KEPT = {
    "Cache",
    "Draw",
    "Event",
    "Expand",
    "Feedback",
    "File",
    "Get",
    "Import",
    "Index",
    "Ingest",
    "Meta",
    "Model",
    "Output",
    "Page",
    "Path",
    "Query",
    "Record",
    "Refresh",
    "Save",
    "Search",
    "Unbind",
    "Upsert",
    "Validate",
}
_ZOD = """\
// The small zod: it never makes code of a check, which the page's policy would forbid.
import * as z from 'zod/mini';
"""
_HEAD = f"""\
{_ZOD}import type {{ payloads }} from './payloads.ts';
"""
_ENVELOPE = """\
const Meta = z.object({
  requestId: z.optional(z.string()),
  degraded: z.optional(z.array(z.string())),
});
/** What every door answers with. */
export const Envelope = z.union([
  z.object({ ok: z.literal(true), data: z.unknown(), meta: Meta }),
  z.object({
    ok: z.literal(false),
    error: z.object({
      code: z.string(),
      message: z.string(),
      messages: z.optional(z.object({ en: z.string(), zh: z.string() })),
      retryable: z.boolean(),
      details: z.optional(z.record(z.string(), z.unknown())),
    }),
    meta: Meta,
  }),
]);
"""
_FOOT = """\
export type ChannelName = keyof typeof answers;
/** What is sent on a channel. */
export type Payload<C extends ChannelName> = z.infer<(typeof payloads)[C]>;
/** What is answered on a channel. */
export type Data<C extends ChannelName> = z.infer<(typeof answers)[C]>;
export type PushName = keyof typeof pushes;
export type PushData<P extends PushName> = z.infer<(typeof pushes)[P]>;
/** What the server says by itself. */
export type Push = { [P in PushName]: { channel: P; data: PushData<P> } }[PushName];
"""


@dataclass
class Uses:
    """Where a shape is met: in payloads, in data without what is absent, in data with nulls."""

    payload: bool = False
    spare: bool = False
    whole: bool = False

    @property
    def data(self) -> bool:
        return self.spare or self.whole


@dataclass
class Shapes:
    """Every shape once, by the name pydantic gave it in one schema of all."""

    defs: dict[str, Schema]
    key_of: dict[type[Wire], str]
    uses: dict[str, Uses] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of_table(cls) -> Shapes:
        payloads = [each.payload for each in all_channels().values()]
        data = [each.data for each in all_channels().values()]
        pushed = [each.data for each in all_pushes()]
        all_shapes = list(dict.fromkeys([*payloads, *data, *pushed]))
        keys, made = models_json_schema(
            [(model_of(each), "validation") for each in all_shapes], by_alias=True
        )
        key_of = {each: _key(keys[model_of(each), "validation"]) for each in all_shapes}
        shapes = cls(made["$defs"], key_of)
        for shape in payloads:
            shapes._mark(key_of[shape], "payload")
        for shape in data:
            shapes._mark(key_of[shape], "whole" if issubclass(shape, WholeWire) else "spare")
            if any(SaidNull in metadata(each.hint) for each in fields_of(shape)):
                shapes.uses[key_of[shape]].whole = True
        for shape in pushed:  # said as the flow told it, absent or null
            shapes._mark(key_of[shape], "whole")
            shapes._mark(key_of[shape], "spare")
        shapes.names = _names(shapes.defs)
        return shapes

    def _mark(self, key: str, use: str) -> None:
        uses = self.uses.setdefault(key, Uses())
        if getattr(uses, use):
            return
        setattr(uses, use, True)
        for inner in _refs(self.defs[key]):
            self._mark(inner, use)

    def in_order(self) -> Iterator[str]:
        """Each after those it holds."""
        done: dict[str, None] = {}

        def visit(key: str) -> None:
            if key not in done:
                for inner in sorted(_refs(self.defs[key])):
                    visit(inner)
                done[key] = None

        for key in sorted(self.defs, key=lambda each: self.names[each]):
            visit(key)
        return iter(done)

    def data_name(self, key: str) -> str:
        return self.names[key]

    def payload_name(self, key: str) -> str:
        """A shape that is both sent and answered has a strict twin."""
        return self.names[key] + ("Given" if self.uses[key].data else "")


def types() -> str:
    """What is answered and pushed, and the types of everything."""
    shapes = Shapes.of_table()
    parts = [f"// {markdown.NOTICE}", _HEAD, _ENVELOPE]
    for key in shapes.in_order():
        schema, uses = shapes.defs[key], shapes.uses[key]
        if uses.data:
            fields = _fields(schema, shapes.data_name, _answered(uses))
            parts.append(_shape(shapes.data_name(key), "object", fields, schema))
    return "\n".join([*parts, _answers(shapes), _pushes(shapes), _FOOT])


def payloads() -> str:
    """What is sent."""
    shapes = Shapes.of_table()
    parts = [f"// {markdown.NOTICE}", _ZOD]
    for key in shapes.in_order():
        if shapes.uses[key].payload:
            schema = shapes.defs[key]
            fields = _fields(schema, shapes.payload_name, _sent)
            parts.append(_shape(shapes.payload_name(key), "strictObject", fields, schema))
    return "\n".join([*parts, _payloads(shapes)])


def _answers(shapes: Shapes) -> str:
    lines = ["export const answers = {"]
    for each in all_channels().values():
        lines.append(_said(each.summary, "  "))
        lines.append(f"  '{each.name}': {shapes.data_name(shapes.key_of[each.data])},")
    return "\n".join([*lines, "} as const;\n"])


def _payloads(shapes: Shapes) -> str:
    lines = ["export const payloads = {"]
    for each in all_channels().values():
        name = shapes.payload_name(shapes.key_of[each.payload])
        lines.append(f"  '{each.name}': {name},")
    return "\n".join([*lines, "} as const;\n"])


def _pushes(shapes: Shapes) -> str:
    lines = ["export const pushes = {"]
    for each in all_pushes():
        lines.append(_said(each.summary, "  "))
        lines.append(f"  '{each.name}': {shapes.data_name(shapes.key_of[each.data])},")
    return "\n".join([*lines, "} as const;\n"])


def _shape(name: str, maker: str, fields: Iterable[str], schema: Schema) -> str:
    doc = [_said(schema["description"], "")] if "description" in schema else []
    inside = "".join(f"\n{line}" for line in fields)
    body = f"{{{inside}\n}}" if inside else "{}"
    return "\n".join(
        [
            *doc,
            f"export const {name} = z.{maker}({body});",
            f"export type {name} = z.infer<typeof {name}>;\n",
        ]
    )


Wrap = Callable[[str, bool, bool], str]  # a check, whether null is allowed, whether required


def _answered(uses: Uses) -> Wrap:
    def wrap(check: str, nullable: bool, _required: bool) -> str:
        if not nullable:  # what has a default is always said
            return check
        check = f"z.nullable({check})" if uses.whole else check
        return f"z.optional({check})" if uses.spare else check

    return wrap


def _sent(check: str, nullable: bool, required: bool) -> str:
    check = f"z.nullable({check})" if nullable else check
    return check if required else f"z.optional({check})"


def _fields(schema: Schema, name_of: Callable[[str], str], wrap: Wrap) -> Iterator[str]:
    required = set(schema.get("required", ()))
    for name, inner in schema.get("properties", {}).items():
        if "description" in inner:
            yield _said(inner["description"], "  ")
        options = inner.get("anyOf", [inner])
        sorts = [each for each in options if each.get("type") != "null"]
        check = _one_of([_check(each, name_of) for each in sorts])
        key = name if _KEY.match(name) else _text(name)
        yield f"  {key}: {wrap(check, len(sorts) < len(options), name in required)},"


def _check(schema: Schema, name_of: Callable[[str], str]) -> str:
    if "$ref" in schema:
        return name_of(_key(schema))
    if "anyOf" in schema:
        return _one_of([_check(each, name_of) for each in schema["anyOf"]])
    if "enum" in schema:
        return _words(schema["enum"])
    if "const" in schema:
        return f"z.literal({_text(schema['const'])})"
    return _by_type(schema, name_of)


def _by_type(schema: Schema, name_of: Callable[[str], str]) -> str:
    sort = schema.get("type")
    if sort == "array":
        return f"z.array({_check(schema['items'], name_of)})"
    if sort == "object":
        return _record(schema, name_of)
    if sort in ("integer", "number"):
        return ("z.int()" if sort == "integer" else "z.number()") + _bounds(schema)
    plain = {"string": "z.string()", "boolean": "z.boolean()", "null": "z.null()"}
    if sort is None or sort not in plain:
        raise ValueError(f"no check is known for {schema}")
    return plain[sort]


def _record(schema: Schema, name_of: Callable[[str], str]) -> str:
    inner = schema["additionalProperties"]
    value = "z.unknown()" if inner is True else _check(inner, name_of)
    words = schema.get("propertyNames", {}).get("enum")
    if words:
        return f"z.partialRecord({_words(words)}, {value})"
    return f"z.record(z.string(), {value})"


def _bounds(schema: Schema) -> str:
    checks = [f"z.{each}({schema[each]})" for each in ("minimum", "maximum") if each in schema]
    return f".check({', '.join(checks)})" if checks else ""


def _one_of(checks: list[str]) -> str:
    return checks[0] if len(checks) == 1 else f"z.union([{', '.join(checks)}])"


def _words(values: list[Any]) -> str:
    if all(isinstance(each, str) for each in values):
        return f"z.enum([{', '.join(map(_text, values))}])"
    return f"z.literal([{', '.join(map(_text, values))}])"


def _text(value: Any) -> str:
    if not isinstance(value, str):
        return json.dumps(value)
    escaped = value.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n")
    return f"'{escaped}'"


def _said(text: str, indent: str) -> str:
    return f"{indent}/** {' '.join(text.split()).replace('*/', '* /')} */"


def _names(defs: dict[str, Schema]) -> dict[str, str]:
    """The model's own name, without `Data` or `Shape` where that leaves a name of its own."""
    plain = {key: _plain(key) for key in defs}
    short = {key: _short(name) for key, name in plain.items()}
    taken = [*short.values()]
    return {key: short[key] if taken.count(short[key]) == 1 else plain[key] for key in defs}


def _plain(key: str) -> str:
    found = _PREFIX.match(key)
    if found is None:
        return key
    feature, name = found.groups()
    if (feature, _short(name)) in _PLAIN:
        return name
    return feature.capitalize() + name


def _short(name: str) -> str:
    for suffix in _SUFFIXES:
        stem = name.removesuffix(suffix)
        if stem != name and stem not in _KEPT:
            return stem
    return name


def _refs(schema: Any) -> set[str]:
    if isinstance(schema, list):
        return {ref for each in schema for ref in _refs(each)}
    if not isinstance(schema, dict):
        return set()
    own = {_key(schema)} if isinstance(schema.get("$ref"), str) else set()
    return own | {ref for each in schema.values() for ref in _refs(each)}


def _key(schema: Schema) -> str:
    return str(schema["$ref"]).rsplit("/", 1)[-1]
