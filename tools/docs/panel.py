"""`panel/src/channels/generated.ts` and `payloads.ts`: the wire as the panel's types and checks.

What is sent stands by itself: a page never checks it, as the server does, and need not load it.
A payload is strict, as the server is. Data may hold more than is known here, so that a newer
server is understood: fields, and words where one of a few is meant; these are types alone and weigh
nothing. Nor is a whole number told from another: the server has done so. What is absent there is
left out, or null where the shape says so.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from mohen.server.channels import all_channels, all_pushes
from mohen.server.named_shapes import NamedShapes, Schema, Uses, key_in

from . import markdown

_KEY = re.compile(r"^[A-Za-z_]\w*$")
_ZOD = """\
// The small zod: it never makes code of a check, which the page's policy would forbid.
import * as z from 'zod/mini';
"""
_HEAD = f"""\
{_ZOD}import type {{ payloads }} from './payloads.ts';
"""
_WORD = """\
/** One of a few words: a newer server may know more of them. */
const word = <Word extends string>() => z.string() as unknown as z.ZodMiniType<Word>;
"""
_ENUM = re.compile(r"(?<!partialRecord\()z\.enum\(\[([^\]]*)\]\)")
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


def types() -> str:
    """What is answered and pushed, and the types of everything."""
    shapes = NamedShapes.of_table()
    parts = [f"// {markdown.NOTICE}", _HEAD, _WORD, _ENVELOPE]
    for key in shapes.in_order():
        schema, uses = shapes.defs[key], shapes.uses[key]
        if uses.data:
            fields = _fields(schema, shapes.data_name, _answered(uses))
            parts.append(_shape(shapes.data_name(key), "object", fields, schema))
    text = "\n".join([*parts, _answers(shapes), _pushes(shapes), _FOOT])
    text = _ENUM.sub(lambda words: f"word<{words[1].replace(', ', ' | ')}>()", text)
    return text.replace("z.int()", "z.number()")


def payloads() -> str:
    """What is sent."""
    shapes = NamedShapes.of_table()
    parts = [f"// {markdown.NOTICE}", _ZOD]
    for key in shapes.in_order():
        if shapes.uses[key].payload:
            schema = shapes.defs[key]
            fields = _fields(schema, shapes.payload_name, _sent)
            parts.append(_shape(shapes.payload_name(key), "strictObject", fields, schema))
    return "\n".join([*parts, _payloads(shapes)])


def _answers(shapes: NamedShapes) -> str:
    lines = ["export const answers = {"]
    for each in all_channels().values():
        lines.append(_said(each.summary, "  "))
        lines.append(f"  '{each.name}': {shapes.data_name(shapes.key_of[each.data])},")
    return "\n".join([*lines, "} as const;\n"])


def _payloads(shapes: NamedShapes) -> str:
    lines = ["export const payloads = {"]
    for each in all_channels().values():
        name = shapes.payload_name(shapes.key_of[each.payload])
        lines.append(f"  '{each.name}': {name},")
    return "\n".join([*lines, "} as const;\n"])


def _pushes(shapes: NamedShapes) -> str:
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
        return name_of(key_in(schema))
    if "anyOf" in schema:
        return _one_of([_check(each, name_of) for each in schema["anyOf"]])
    if "enum" in schema:
        return _words(schema["enum"])
    if "const" in schema:
        return f"z.literal({_text(schema['const'])})"
    return _by_type(schema, name_of)


_SAID = {"title", "description"}
"""What a schema that lets everything through may hold."""


def _by_type(schema: Schema, name_of: Callable[[str], str]) -> str:
    sort = schema.get("type")
    if sort == "array":
        return f"z.array({_check(schema['items'], name_of)})"
    if sort == "object":
        return _record(schema, name_of)
    if sort in ("integer", "number"):
        return ("z.int()" if sort == "integer" else "z.number()") + _bounds(schema)
    plain = {"string": "z.string()", "boolean": "z.boolean()", "null": "z.null()"}
    if not schema.keys() - _SAID:
        return "z.unknown()"
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
