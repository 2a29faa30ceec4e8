"""Every row of the channel table fits what stands behind it."""

from __future__ import annotations

import dataclasses
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cached_property
from importlib import import_module
from inspect import signature
from operator import attrgetter
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError
from pydantic.alias_generators import to_camel

from mohen.errors import InvalidArgument
from mohen.knowledge.transcripts.model import Role as Kind
from mohen.memory import open_memory
from mohen.server.channels import MODULES, Channel, all_channels, all_pushes, parse
from mohen.server.schema import model_of
from mohen.server.shapes import MISSING, SHARE, Doubt, Wire, camel, checker, fields_of

CHANNELS = all_channels()


def _shapes(base: type[Wire] = Wire) -> Iterator[type[Wire]]:
    for each in base.__subclasses__():
        yield each
        yield from _shapes(each)


SHAPES = sorted(
    {each for each in _shapes() if each.__module__.startswith("mohen.")},
    key=lambda each: (each.__module__, each.__name__),
)


def _sources(shape: type[Wire]) -> Iterator[str]:
    for field in fields_of(shape):
        constant = field.default not in (None, MISSING)
        if field.at is None and not constant:
            yield field.name
        elif field.at is not None and isinstance(field.at.source, str):
            yield field.at.source


def _parameters(shape: type[Wire]) -> list[str]:
    return [each.name if each.at is None else str(each.at.source) for each in fields_of(shape)]


def test_the_table_names_every_channel_of_its_modules() -> None:
    told = [each.name for name in dict.fromkeys(MODULES.values()) for each in _rows(name)]
    assert sorted(told) == sorted(MODULES)
    pushed = [each for name in set(MODULES.values()) for each in _pushes(name)]
    assert {each.name for each in pushed} == {each.name for each in all_pushes()}


def _rows(module: str) -> tuple[Channel, ...]:
    rows: tuple[Channel, ...] = import_module(module).TABLE
    return rows


def _pushes(module: str) -> tuple[Any, ...]:
    return getattr(import_module(module), "PUSHES", ())


def test_a_method_takes_what_its_payload_holds(tmp_path: Path) -> None:
    named = [each for each in CHANNELS.values() if isinstance(each.act, str)]
    assert len(named) > len(CHANNELS) / 2
    with open_memory(tmp_path, immediate=True) as memory:
        for each in named:
            method: Callable[..., Any] = attrgetter(str(each.act))(memory)
            if each.payload.__builds__ is not None:
                signature(method).bind(object())
            else:
                signature(method).bind(**dict.fromkeys(_parameters(each.payload)))


@pytest.mark.parametrize("shape", [each for each in SHAPES if each.__builds__], ids=str)
def test_a_payload_builds_what_it_says(shape: type[Wire]) -> None:
    assert shape.__builds__ is not None
    taken = signature(shape.__builds__).parameters
    assert set(_parameters(shape)) <= set(taken)


@pytest.mark.parametrize("shape", [each for each in SHAPES if each.__of__], ids=str)
def test_a_shape_finds_its_fields_in_the_value(shape: type[Wire]) -> None:
    kind: Any = shape.__of__
    if not dataclasses.is_dataclass(kind):
        return
    for source in _sources(shape):
        if source not in _BESIDE.get(shape.__name__, ()):
            _walk(kind, source)


_BESIDE = {  # what a handler puts beside the value
    "FindingData": ("message",),
    "ReceiptData": (
        *("episodes", "texts", "digests", "evidence", "vectors", "terms", "rules", "links"),
        *("knowledge", "feedback", "events", "conflicts", "runs", "traces", "conversations"),
        "messages",
        *("story", "documents", "tombstones", "vetoes", "files"),
    ),
}


def _walk(kind: Any, path: str) -> None:
    for name in path.split("."):
        kind = _attribute(kind, name)


def _attribute(kind: Any, name: str) -> Any:
    """The type of an attribute, of a field or a property; a mistyped name fails here."""
    hints = get_type_hints(kind)
    if name in hints:
        found = hints[name]
    else:
        made = getattr(kind, name)
        getter = made.func if isinstance(made, cached_property) else made.fget
        found = get_type_hints(getter)["return"]
    sorts = [each for each in get_args(found) if each is not NoneType]
    return sorts[0] if NoneType in get_args(found) else found


def test_answering_one_channel_loads_one_feature(tmp_path: Path) -> None:
    script = (
        "import sys, json\n"
        "from mohen.memory import open_memory\n"
        "from mohen.server.dispatch import Dispatcher\n"
        "with open_memory(sys.argv[1]) as memory:\n"
        "    door = Dispatcher(memory)\n"
        "    assert door.call('knowledge:stats', {})['ok']\n"
        "    door.close()\n"
        "loaded = [m for m in sys.modules if m.endswith('.channels') or m == 'pydantic']\n"
        "print(json.dumps(loaded))\n"
    )
    said = subprocess.check_output([sys.executable, "-c", script, str(tmp_path)])
    assert set(json.loads(said)) == {
        "mohen.server.channels",
        "mohen.knowledge.channels",
        "mohen.core.channels",  # whose shapes of what is broken it shares
        "mohen.conversations.channels",  # whose quotations it tells
    }


def test_names_are_in_camel_case_as_pydantic_has_it() -> None:
    for shape in SHAPES:
        for field in fields_of(shape):
            assert camel(field.name) == to_camel(field.name) or field.name.endswith("_")


@pytest.mark.parametrize(
    ("payload", "wrong"),
    [
        ({}, "skillId"),
        ({"skillId": 1}, "skillId"),
        ({"skillId": "a", "more": 1}, "more"),
        ({"skillId": "a", "cursor": True}, "cursor"),
        ({"skillId": "a", "cursor": 1.0}, "cursor"),
        ({"skillId": "a", "selection": {"start": 1}}, "selection.end"),
        ([], "payload"),
    ],
)
def test_what_is_wrong_is_named(payload: Any, wrong: str) -> None:
    with pytest.raises(InvalidArgument) as caught:
        parse(CHANNELS["context:assemble"].payload, payload)
    assert caught.value.details["field"] == wrong


def test_a_name_in_snake_case_is_taken_too() -> None:
    shape = CHANNELS["context:assemble"].payload
    assert parse(shape, {"skill_id": "a", "cursor": 3}).arguments() == {
        "skill_id": "a",
        "cursor": 3,
    }


class Weighed(Wire):
    weight: Annotated[float | None, SHARE] = None
    place: str | int = ""
    kinds: tuple[Kind, ...] = ()
    by_name: dict[str, int] | None = None


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 2)
    | st.floats(-1, 2)
    | st.sampled_from(["", "user", "assistant", "x", 10**400]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=1), inner),
    max_leaves=3,
)


@given(st.dictionaries(st.sampled_from(["weight", "place", "kinds", "byName"]), VALUES))
def test_the_quick_check_takes_what_the_schema_takes(payload: dict[str, Any]) -> None:
    try:
        model_of(Weighed).model_validate(payload)
        right = True
    except ValidationError:
        right = False
    try:
        checker(Weighed)(payload)
        taken = True
    except Doubt:
        taken = False
    assert taken == right
