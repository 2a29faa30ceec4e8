"""Signatures are the wiring: every parameter of a part has a part of that name and type."""

from __future__ import annotations

import ast
import inspect
from importlib import import_module
from pathlib import Path
from typing import Any, get_origin, get_type_hints

import pytest

import mohen.house as wiring
from mohen import open_memory
from mohen.house import (
    EPISODES_STORES,
    GIVEN,
    MIND_STORES,
    PARTS,
    STATES,
    TALK_STORES,
    House,
    needs,
)
from mohen.memory import Memory

TABLES = (PARTS, MIND_STORES, EPISODES_STORES, TALK_STORES, STATES)
NAMES = {name for table in TABLES for name in table} | set(wiring._FACTORIES) | GIVEN | {"twin"}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with open_memory(tmp_path_factory.mktemp("home"), immediate=True) as memory:
        yield memory._house


@pytest.mark.parametrize("name", sorted(PARTS))
def test_what_a_part_needs_is_there_and_of_that_type(house: House, name: str) -> None:
    kind = wiring._class(PARTS[name])
    assert type(getattr(house, name)) is kind
    wanted = hints(kind)
    for each in needs(kind):
        assert each in NAMES
        assert fits(getattr(house, each), wanted[each]), (each, wanted[each])


def hints(kind: type) -> dict[str, Any]:
    """The types of a constructor's parameters, those that are imported for types only too."""
    module = inspect.getmodule(kind)
    assert module is not None
    names = dict(vars(module))
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("mohen."):
            for alias in node.names:
                place = import_module(str(node.module))
                names.setdefault(alias.asname or alias.name, getattr(place, alias.name, None))
    return get_type_hints(kind.__init__, names)  # type: ignore[misc]


def fits(part: Any, wanted: Any) -> bool:
    kind = get_origin(wanted) or wanted
    if not isinstance(kind, type):
        return callable(part)
    if getattr(kind, "_is_protocol", False):
        return all(hasattr(part, each) for each in vars(kind) if not each.startswith("_"))
    return isinstance(part, kind)


def test_every_name_is_one_thing() -> None:
    named = [name for table in (*TABLES, wiring._FACTORIES) for name in table]
    assert len(named) == len(set(named))


def test_a_house_refuses_what_it_does_not_know(house: House) -> None:
    with pytest.raises(AttributeError, match="no part called"):
        house.no_such_part  # noqa: B018
    with pytest.raises(AttributeError, match="no part called"):
        house.but(modle_for=None)


def test_every_noun_is_made_when_it_is_asked_for(tmp_path: Path) -> None:
    with open_memory(tmp_path, immediate=True) as memory:
        for noun in Memory.__annotations__:
            assert getattr(memory, noun) is getattr(memory, noun)
        with pytest.raises(AttributeError, match="no dreams"):
            memory.dreams  # type: ignore[attr-defined]  # noqa: B018
