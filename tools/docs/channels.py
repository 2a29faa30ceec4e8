"""`docs/channels.md`, `docs/channels.schema.json` and `docs/openapi.json`: every name and shape on
the wire."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from mohen.server.channels import all_channels, all_pushes
from mohen.server.named_shapes import untitled
from mohen.server.openapi import document
from mohen.server.schema import model_of
from mohen.server.shapes import Wire

from . import markdown

SCHEMA_URI = "https://json-schema.org/draft/2020-12/schema"
INTRO = """\
Every door speaks the same channels: in-process (`mohen.server.dispatch.Dispatcher`), standard
input and output (`mohen ipc`), and HTTP (`mohen serve`). The machine-readable forms are
[channels.schema.json](channels.schema.json) and, for HTTP, [openapi.json](openapi.json), which a
running server tells at `GET /openapi.json`. Clients: [python.md](python.md) for Python,
[panel-library.md](panel-library.md) for TypeScript.

**Standard input and output.** One JSON object a line.
Request `{"id": 7, "channel": "memory:status", "payload": {}, "timeoutMs": 30000}` (`id`, `payload`
and `timeoutMs` may be left out). Answer `{"id": 7, "ok": true, "data": {…}, "meta": {…}}` or
`{"id": 7, "ok": false, "error": {"code": "…", "message": "…", "messages": {"en": "…", "zh": "…"},
"details": {…}, "retryable": false}, "meta": {…}}`, where `meta` is `{"requestId": "…", "ts": 1763…,
"masked": 1, "degraded": ["…"]}`: how many secrets were masked in what was kept, if any
([secrets.md](secrets.md)), and what is broken, if anything is.
Push `{"push": "memory:alert", "data": {…}}`.
Answers may come out of order. A line that is no request is answered with `"id": null`. End of input
finishes what was asked and exits with 0.

**HTTP.** `POST /ipc/{channel}` with the payload as body and the bearer token of the home; the same
envelope comes back, its status by the kind of error. `X-Request-Id` names a request so that
`request:cancel` can cancel it, hanging up cancels it too, and `X-Timeout-Ms` bounds it.
`GET /events` streams pushes as server-sent events. Host must be loopback, Origin the server's own.
A browser is let in with `POST /session {"ticket"}`, once for each ticket, or `{"token"}`: it gets
a cookie and `{"id", "key"}`, and its page then bears `Authorization: Browser {key}` beside the
cookie. `POST /ticket`, by whoever is in, makes another ticket.

Unknown fields, wrong types and non-finite numbers are refused with `INVALID_ARGUMENT` and the
field's path. Names are camelCase; times are milliseconds since the epoch, UTC; what is absent is
left out of an answer, but for whole episodes, where it is `null`. Codes: [errors.md](errors.md)."""


def page() -> str:
    blocks = [INTRO]
    for channel in all_channels().values():
        blocks.append(f"## {markdown.code(channel.name)}")
        blocks.append(channel.summary)
        blocks.append(_fields("payload", channel.payload))
        blocks.append(_fields("data", channel.data))
    for push in all_pushes():
        blocks.append(f"## {markdown.code(push.name)} (push)")
        blocks.append(push.summary)
        blocks.append(_fields("data", push.data))
    return markdown.page("Channels", *blocks)


def schema() -> str:
    """One JSON Schema: `channels.<name>.payload|data` and `pushes.<name>.data`."""
    whole = {
        "$comment": markdown.NOTICE,
        "$schema": SCHEMA_URI,
        "title": "Mohen channels",
        "channels": {
            each.name: {
                "summary": each.summary,
                "payload": _schema(each.payload),
                "data": _schema(each.data),
            }
            for each in all_channels().values()
        },
        "pushes": {
            each.name: {"summary": each.summary, "data": _schema(each.data)}
            for each in all_pushes()
        },
    }
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


def openapi() -> str:
    """As the server tells it at /openapi.json."""
    whole = {"x-generated": markdown.NOTICE, **document()}
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def _schema(shape: type[Wire]) -> dict[str, Any]:
    made: dict[str, Any] = untitled(model_of(shape).model_json_schema(by_alias=True))
    return made


def _fields(title: str, shape: type[Wire]) -> str:
    made = _schema(shape)
    rows = list(_rows(made, made.get("$defs", {}), ""))
    if not rows:
        return f"{title}: empty"
    return markdown.table((title, "type", ""), rows)


def _rows(made: dict[str, Any], defs: dict[str, Any], prefix: str) -> Iterator[list[str]]:
    required = set(made.get("required", ()))
    for name, field in made.get("properties", {}).items():
        mark = "" if name in required else "?"
        inner = _resolve(field, defs)
        yield [
            markdown.code(f"{prefix}{name}{mark}"),
            _type(field, defs),
            str(field.get("description", "")),
        ]
        if inner is not None:
            nested = "[]" if field.get("type") == "array" else ""
            yield from _rows(inner, defs, f"{prefix}{name}{nested}.")


def _resolve(field: dict[str, Any], defs: dict[str, Any]) -> dict[str, Any] | None:
    """The object a field holds, directly, in a list, or or-null."""
    if "$ref" in field:
        return dict(defs[field["$ref"].rsplit("/", 1)[-1]])
    if field.get("type") == "array":
        return _resolve(field["items"], defs)
    options = [each for each in field.get("anyOf", ()) if each.get("type") != "null"]
    return _resolve(options[0], defs) if len(options) == 1 else None


def _type(field: dict[str, Any], defs: dict[str, Any]) -> str:
    if "$ref" in field:
        return "object"
    if "anyOf" in field:
        return " or ".join(dict.fromkeys(_type(each, defs) for each in field["anyOf"]))
    if "enum" in field:
        return ", ".join(markdown.code(each) for each in field["enum"])
    if "const" in field:
        return markdown.code(str(field["const"]))
    if field.get("type") == "array":
        return f"list of {_type(field['items'], defs)}"
    return str(field.get("type", "any"))
