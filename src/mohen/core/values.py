"""`dataclass`, with its methods made when they are needed.

The library writes and compiles six methods for each frozen class where it is defined. There are
hundreds of ours: a command that meets half of them, and makes values of a few, spent a third of its
time on that. Here comparing, hashing, showing and refusing to change are not written anew for each
class, and `__init__` is when its first value is made. To whoever uses it, and to the type checker,
it is the library's: `fields`, `replace` and `asdict` know these classes.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import partial
from operator import attrgetter
from types import MemberDescriptorType, MethodType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(cls=None, /, **how):
        """What can change, and what has an order, is the library's own."""
        if cls is None:
            return partial(dataclass, **how)
        if not how.get("frozen") or how.get("order"):
            return dataclasses.dataclass(cls, **how)
        if cls.__doc__ is None:
            cls.__doc__ = ""  # or the library writes one, from a signature that it makes for it
        made = dataclasses.dataclass(
            cls, **{**how, "frozen": False, "init": False, "eq": False, "repr": False}
        )
        methods = {"__repr__": _shown, "__setattr__": _unchanged, "__delattr__": _undeleted}
        if how.get("slots"):
            methods |= {"__getstate__": _state, "__setstate__": _restored}
        if how.get("eq", True):
            methods |= _comparing(made)
        methods["__init__"] = _LateInit(made)
        for name, method in methods.items():
            if vars(cls).get(name) is None:  # a class with its own `__eq__` has None for a hash
                setattr(made, name, method)
        return made


def _comparing(cls: Any) -> dict[str, Callable[..., Any]]:
    names = [each.name for each in dataclasses.fields(cls) if each.compare]
    if len(names) > 1:
        read: Callable[[object], object] = attrgetter(*names)
    else:

        def read(value: object) -> object:
            return tuple(getattr(value, name) for name in names)

    def equal(self: object, other: object) -> bool:
        return read(self) == read(other) if other.__class__ is self.__class__ else NotImplemented

    def hashed(self: object) -> int:
        return hash(read(self))

    return {"__eq__": equal, "__hash__": hashed}


class _LateInit:
    """The `__init__` of a class until its first value is made, or somebody asks what it takes."""

    def __init__(self, cls: Any) -> None:
        self._of = cls

    def __get__(self, value: object, _kind: object = None) -> Any:
        return self if value is None else MethodType(self, value)

    def __call__(self, value: object, /, *given: Any, **named: Any) -> None:
        self.__wrapped__(value, *given, **named)

    @property
    def __wrapped__(self) -> Any:
        self._of.__init__ = written = _written_init(self._of)
        return written


def _written_init(cls: Any) -> Any:
    """It takes the fields in their order, those that are by keyword only behind the others."""
    known: dict[str, Any] = {"_put": object.__setattr__, "_later": object()}
    placed, named, lines = ["self"], ["*"], []
    for each in dataclasses.fields(cls):
        parameter = value = name = each.name
        if each.default is not dataclasses.MISSING:
            known[f"_else_{name}"] = each.default
            parameter = f"{name}=_else_{name}"
        elif each.default_factory is not dataclasses.MISSING:
            known[f"_new_{name}"] = each.default_factory
            parameter = f"{name}=_later"
            value = f"_new_{name}() if {name} is _later else {name}"
        (named if each.kw_only else placed).append(parameter)
        slot = vars(cls).get(name)
        if isinstance(slot, MemberDescriptorType):  # by a third quicker
            known[f"_put_{name}"] = slot.__set__
            lines.append(f"_put_{name}(self, {value})")
        else:
            lines.append(f"_put(self, {name!r}, {value})")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    parameters = ", ".join(placed + named if len(named) > 1 else placed)
    exec(f"def __init__({parameters}):\n " + "\n ".join(lines or ["pass"]), known)
    written = known["__init__"]
    written.__annotations__ = {each.name: each.type for each in dataclasses.fields(cls)}
    return written


def _shown(self: Any) -> str:
    told = (each.name for each in dataclasses.fields(self) if each.repr)
    held = ", ".join(f"{name}={getattr(self, name)!r}" for name in told)
    return f"{type(self).__qualname__}({held})"


def _unchanged(_self: object, name: str, _value: object) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _undeleted(_self: object, name: str) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, each.name) for each in dataclasses.fields(self)]


def _restored(self: Any, state: list[Any]) -> None:
    for each, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, each.name, value)
