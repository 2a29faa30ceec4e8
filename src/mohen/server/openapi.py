"""The channels as OpenAPI 3.1, made from their table: for generators of clients and for tools that
read APIs. What is sent is strict, as the server is; an answer may hold more than is known here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mohen import __version__
from mohen.core.policy import Doors
from mohen.server.channels import Channel, all_channels, all_pushes
from mohen.server.named_shapes import NamedShapes, Schema, Uses, key_in, untitled
from mohen.server.status import STATUS

_ABOUT = """\
The memory of one home, as `mohen serve` answers it on this machine's loopback address. Every call \
is a POST of a channel's payload, with the bearer token that the file `token` of the home holds, \
and comes back in one envelope. Pushes are streamed by GET /events. Names are camelCase; times are \
milliseconds since the epoch, UTC."""
_CODES = "Stable; docs/errors.md says what each means. By status: "
_EVENTS = """\
Server-sent events: `event` is the name of a push, `data` one line of JSON in the shape that \
`x-pushes` names for it. Comments come now and then, so that a dead line is noticed."""


def document() -> dict[str, Any]:
    """The whole of it, as plain JSON."""
    shapes = NamedShapes.of_table()
    channels = all_channels().values()
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Mohen 墨痕",
            "version": __version__,
            "summary": "The memory of an AI that writes with you.",
            "description": _ABOUT,
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "/"}],
        "security": [{"token": []}],
        "tags": [{"name": each} for each in dict.fromkeys(map(_tag, channels))],
        "paths": {
            **{f"/ipc/{each.name}": {"post": _call(each, shapes)} for each in channels},
            "/events": {"get": _events(shapes)},
        },
        "components": {
            "schemas": {**_envelope(), **dict(sorted(_schemas(shapes).items()))},
            "parameters": _parameters(),
            "responses": {
                "Failure": {
                    "description": "It was not done; `error.code` says why.",
                    "content": _json("Failure"),
                }
            },
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _call(channel: Channel, shapes: NamedShapes) -> dict[str, Any]:
    key = shapes.key_of[channel.payload]
    data = shapes.data_name(shapes.key_of[channel.data])
    answered = {
        "type": "object",
        "required": ["ok", "data", "meta"],
        "properties": {"ok": {"const": True}, "data": _ref(data), "meta": _ref("CallMeta")},
    }
    return {
        "operationId": channel.name.replace(":", "_"),
        "tags": [_tag(channel)],
        "summary": channel.name,
        "description": channel.summary,
        "parameters": [{"$ref": f"#/components/parameters/{name}"} for name in _parameters()],
        "requestBody": {
            "required": bool(shapes.defs[key].get("required")),
            "content": _json(shapes.payload_name(key)),
        },
        "responses": {
            "200": {
                "description": "It was done.",
                "content": {"application/json": {"schema": answered}},
            },
            "4XX": _FAILED,
            "5XX": _FAILED,
        },
    }


def _events(shapes: NamedShapes) -> dict[str, Any]:
    pushed = {each.name: _ref(shapes.data_name(shapes.key_of[each.data])) for each in all_pushes()}
    return {
        "operationId": "events",
        "tags": ["events"],
        "summary": "What the server says by itself.",
        "description": _EVENTS,
        "responses": {
            "200": {
                "description": "Events, until either side ends it.",
                "content": {"text/event-stream": {"schema": {"type": "string"}}},
            },
            "4XX": _FAILED,
        },
        "x-pushes": pushed,
    }


def _envelope() -> dict[str, Schema]:
    """What is around every answer."""
    text = {"type": "string"}
    codes = ", ".join(f"{status} {code}" for code, status in STATUS.items())
    return {
        "CallMeta": {
            "type": "object",
            "required": ["requestId", "ts"],
            "properties": {
                "requestId": text,
                "ts": {"type": "integer"},
                "masked": {"type": "integer", "description": "secrets masked in what was kept"},
                "degraded": {"type": "array", "items": text, "description": "what is broken"},
            },
        },
        "CallError": {
            "type": "object",
            "required": ["code", "message", "retryable"],
            "properties": {
                "code": {"type": "string", "description": f"{_CODES}{codes}; any other 500"},
                "message": text,
                "messages": {
                    "type": "object",
                    "required": ["en", "zh"],
                    "properties": {"en": text, "zh": text},
                },
                "retryable": {
                    "type": "boolean",
                    "description": "whether the same call may succeed later",
                },
                "details": {"type": "object", "additionalProperties": True},
            },
        },
        "Failure": {
            "type": "object",
            "required": ["ok", "error", "meta"],
            "properties": {
                "ok": {"const": False},
                "error": _ref("CallError"),
                "meta": _ref("CallMeta"),
            },
        },
    }


def _parameters() -> dict[str, Any]:
    most = Doors().timeout_max_ms
    return {
        "RequestId": {
            "name": "X-Request-Id",
            "in": "header",
            "description": "names the request, so that `request:cancel` can cancel it",
            "schema": {"type": "string"},
        },
        "TimeoutMs": {
            "name": "X-Timeout-Ms",
            "in": "header",
            "description": "after which it ends, and nothing of it is done",
            "schema": {"type": "integer", "minimum": 1, "maximum": most},
        },
    }


def _schemas(shapes: NamedShapes) -> dict[str, Schema]:
    made = {}
    for key, uses in shapes.uses.items():
        whole = untitled(shapes.defs[key])
        if uses.payload:
            made[shapes.payload_name(key)] = _pointed(whole, shapes.payload_name)
        if uses.data:
            made[shapes.data_name(key)] = _pointed(_answered(whole, uses), shapes.data_name)
    return made


def _answered(schema: Schema, uses: Uses) -> Schema:
    fields = schema.get("properties", {})
    always = [name for name, each in fields.items() if not uses.said(each)[1]]
    kept = {key: each for key, each in schema.items() if key != "additionalProperties"}
    return {**kept, "required": always} if always else kept


def _pointed(schema: Any, name_of: Callable[[str], str]) -> Any:
    """With references to where the shapes stand here."""
    if isinstance(schema, list):
        return [_pointed(each, name_of) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if isinstance(schema.get("$ref"), str):
        return {**schema, **_ref(name_of(key_in(schema)))}
    return {key: _pointed(each, name_of) for key, each in schema.items()}


def _tag(channel: Channel) -> str:
    return channel.name.partition(":")[0]


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def _json(name: str) -> dict[str, Any]:
    return {"application/json": {"schema": _ref(name)}}


_FAILED = {"$ref": "#/components/responses/Failure"}
