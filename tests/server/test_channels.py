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
from typing import Any, get_args, get_type_hints

import pytest

from mohen.memory import open_memory
from mohen.server.channel import Channel
from mohen.server.channels import MODULES, all_channels, all_pushes
from mohen.server.shapes import At, Wire

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
    for name, field in shape.model_fields.items():
        at = next((each for each in field.metadata if isinstance(each, At)), None)
        constant = field.default is not None and not field.is_required()
        if at is None and not constant:
            yield name
        elif at is not None and isinstance(at.source, str):
            yield at.source


def _parameters(shape: type[Wire]) -> list[str]:
    ats = {name: _at(field.metadata) for name, field in shape.model_fields.items()}
    return [name if at is None else str(at.source) for name, at in ats.items()]


def _at(metadata: list[Any]) -> At | None:
    return next((each for each in metadata if isinstance(each, At)), None)


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
        *("story", "tombstones", "vetoes", "files"),
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
        "print(json.dumps([m for m in sys.modules if m.endswith('.channels')]))\n"
    )
    said = subprocess.check_output([sys.executable, "-c", script, str(tmp_path)])
    assert set(json.loads(said)) == {
        "mohen.server.channels",
        "mohen.knowledge.channels",
        "mohen.core.channels",  # whose shapes of what is broken it shares
    }
