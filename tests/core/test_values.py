"""A value of ours does what the library's does."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from mohen.core.values import dataclass

MAKERS = [dataclass, dataclasses.dataclass]


@dataclass(frozen=True, slots=True)
class Kept:
    """One that can be found by its name: to be pickled."""

    name: str
    value: list[str] = dataclasses.field(default_factory=list)


def made(make: Callable[..., Any]) -> Any:
    @make(frozen=True, slots=True)
    class Line:
        text: str
        number: int = 1
        notes: list[str] = dataclasses.field(default_factory=list, compare=False)
        seal: str = dataclasses.field(default="", repr=False, kw_only=True)

        def __post_init__(self) -> None:
            object.__setattr__(self, "text", self.text.strip())

    return Line


@pytest.mark.parametrize("make", MAKERS)
def test_a_value_is_what_its_fields_are(make: Callable[..., Any]) -> None:
    kind = made(make)
    one = kind(" rain ", notes=["a"], seal="s")
    assert (one.text, one.number, one.notes, one.seal) == ("rain", 1, ["a"], "s")
    assert one == kind("rain", 1, seal="s")
    assert hash(one) == hash(kind("rain", seal="s"))
    assert one != kind("rain", 2, seal="s")
    assert one != made(make)("rain", seal="s")  # another class of that name
    assert repr(one).endswith("Line(text='rain', number=1, notes=['a'])")
    assert kind("a").notes is not kind("a").notes
    assert dataclasses.replace(one, number=3) == kind("rain", 3, seal="s")
    assert dataclasses.asdict(one) == {"text": "rain", "number": 1, "notes": ["a"], "seal": "s"}
    assert [each.name for each in dataclasses.fields(kind)] == ["text", "number", "notes", "seal"]
    assert copy.deepcopy(one) == copy.copy(one) == one
    assert not hasattr(one, "__dict__")


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize(
    ("given", "named"),
    [((), {}), (("a", 1, [], "s"), {}), (("a",), {"text": "b"}), (("a",), {"other": 1})],
    ids=["too few", "too many", "twice", "unknown"],
)
def test_what_does_not_fit_is_refused(
    make: Callable[..., Any], given: tuple[Any, ...], named: dict[str, Any]
) -> None:
    with pytest.raises(TypeError):
        made(make)(*given, **named)


@pytest.mark.parametrize("make", MAKERS)
def test_it_says_what_it_is_made_of(make: Callable[..., Any]) -> None:
    taken = inspect.signature(made(make)).parameters
    assert [(each.name, each.kind.name, each.annotation) for each in taken.values()] == [
        ("text", "POSITIONAL_OR_KEYWORD", "str"),
        ("number", "POSITIONAL_OR_KEYWORD", "int"),
        ("notes", "POSITIONAL_OR_KEYWORD", "list[str]"),
        ("seal", "KEYWORD_ONLY", "str"),
    ]


@pytest.mark.parametrize("make", MAKERS)
def test_nothing_of_a_value_changes(make: Callable[..., Any]) -> None:
    one = made(make)("rain")
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'number'"):
        one.number = 2
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot delete field 'number'"):
        del one.number


@pytest.mark.parametrize("make", MAKERS)
def test_a_class_keeps_what_it_says_itself(make: Callable[..., Any]) -> None:
    @make(frozen=True, slots=True)
    class Loud:
        name: str

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Loud) and self.name.lower() == other.name.lower()

    @make(frozen=True, slots=True)
    class Long(Loud):
        words: int = 2

    assert Loud("A") == Loud("a")
    assert hash(Loud("a")) == hash(Loud("a"))
    assert (Long("a").words, Long("a", 3).words) == (2, 3)
    assert Long("a") != Long("A")

    @make(frozen=True, eq=False)
    class Itself:
        name: str = ""

    assert Itself() != Itself()


def test_a_value_can_be_pickled() -> None:
    one = Kept(name="a", value=["b"])
    assert pickle.loads(pickle.dumps(one)) == one
