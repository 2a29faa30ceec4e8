"""Every shape of the channel table once, under a name of its own.

For whoever describes all of it to another language: OpenAPI, the panel's TypeScript, the Python
client. The name is the class's, with its feature's before it where two would be called the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Any

from pydantic.json_schema import models_json_schema

from mohen.core.values import dataclass
from mohen.server.channels import all_channels, all_pushes
from mohen.server.schema import model_of
from mohen.server.shapes import SaidNull, WholeWire, Wire, fields_of, metadata

Schema = dict[str, Any]

_PLAIN = {("skills", "Run")}  # what a page means by a run
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


@dataclass
class Uses:
    """Where a shape is met: in payloads, in data without what is absent, in data with nulls."""

    payload: bool = False
    spare: bool = False
    whole: bool = False

    @property
    def data(self) -> bool:
        return self.spare or self.whole

    def said(self, field: Schema) -> tuple[bool, bool]:
        """Of a field of an answer: whether it may be null, and whether it may be left out. What
        has a default is always said."""
        nullable = any(each.get("type") == "null" for each in field.get("anyOf", ()))
        return nullable and self.whole, nullable and self.spare


@dataclass
class NamedShapes:
    """Every shape once, by the name pydantic gave it in one schema of all."""

    defs: dict[str, Schema]
    key_of: dict[type[Wire], str]
    uses: dict[str, Uses] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of_table(cls) -> NamedShapes:
        payloads = [each.payload for each in all_channels().values()]
        data = [each.data for each in all_channels().values()]
        pushed = [each.data for each in all_pushes()]
        all_shapes = list(dict.fromkeys([*payloads, *data, *pushed]))
        keys, made = models_json_schema(
            [(model_of(each), "validation") for each in all_shapes], by_alias=True
        )
        key_of = {each: key_in(keys[model_of(each), "validation"]) for each in all_shapes}
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
        for inner in refs_in(self.defs[key]):
            self._mark(inner, use)

    def in_order(self) -> Iterator[str]:
        """Each after those it holds."""
        done: dict[str, None] = {}

        def visit(key: str) -> None:
            if key not in done:
                for inner in sorted(refs_in(self.defs[key])):
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


def _names(defs: dict[str, Schema]) -> dict[str, str]:
    """The model's own name, without `Data` or `Shape` where that leaves a name of its own."""
    plain = {key: _plain(key) for key in defs}
    short = {key: _short(name) for key, name in plain.items()}
    taken = [*short.values()]
    return {key: short[key] if taken.count(short[key]) == 1 else plain[key] for key in defs}


def _plain(key: str) -> str:
    """Where two classes have a name, pydantic puts their modules before it."""
    *module, name = key.split("__")
    if not module:
        return key
    feature = module[-2]  # the last is its `channels`
    if (feature, _short(name)) in _PLAIN:
        return name
    return feature.capitalize() + name


def _short(name: str) -> str:
    for suffix in _SUFFIXES:
        stem = name.removesuffix(suffix)
        if stem != name and stem not in _KEPT:
            return stem
    return name


def refs_in(schema: Any) -> set[str]:
    if isinstance(schema, list):
        return {ref for each in schema for ref in refs_in(each)}
    if not isinstance(schema, dict):
        return set()
    own = {key_in(schema)} if isinstance(schema.get("$ref"), str) else set()
    return own | {ref for each in schema.values() for ref in refs_in(each)}


def key_in(schema: Schema) -> str:
    return str(schema["$ref"]).rsplit("/", 1)[-1]


def untitled(made: Any) -> Any:
    """A schema without the titles that only repeat a field's name in worse spelling."""
    if isinstance(made, list):
        return [untitled(each) for each in made]
    if not isinstance(made, dict):
        return made
    kept = {key: value for key, value in made.items() if key != "title" or isinstance(value, dict)}
    return {key: untitled(value) for key, value in kept.items()}
