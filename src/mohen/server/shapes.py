"""Shapes on the wire: payloads are checked by them, values are told in them.

What comes in is checked field by field. What goes out is read off the value behind it, by the
names of the shape's fields, so that a shape says only what is different on the wire. A shape is
made out when it is first used, and what describes it (`server/schema.py`) is loaded only to say
what is wrong with a payload: to answer one question costs one shape.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache, reduce
from inspect import get_annotations, signature
from math import isfinite
from operator import attrgetter, itemgetter, or_
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, Literal, TypeVar, Union, cast, get_args, get_origin
from typing import get_type_hints as hints_of

from mohen.core.policy import Milliseconds as Milliseconds
from mohen.core.values import dataclass
from mohen.errors import InvalidArgument

_CURSOR_DIGITS = 18  # no row has a longer number

Plain = dict[str, Any]
MISSING: Any = dataclasses.MISSING


Made = TypeVar("Made", bound=Callable[..., Any])


def made_once(make: Made) -> Made:
    """Remember what was made of a shape."""
    return cast("Made", cache(make))


# -- What is said of a field, beside its type and what it is in words


class At:
    """Where a field stands in the value behind the wire, if not under its own name: a path of
    attributes, or what to make of the value. Of a payload: the name of the parameter, and what to
    make of what was given."""

    def __init__(
        self, source: str | Callable[[Any], object], given: Callable[[Any], object] | None = None
    ) -> None:
        self.source = source
        self.given = given


ITSELF = At(lambda value: value)  # the field tells the whole value
FIRST, SECOND = At(itemgetter(0)), At(itemgetter(1))  # of a pair


def filled(path: str) -> At:
    """Absent where it is empty."""
    read = attrgetter(path)
    return At(lambda value: read(value) or None)


def rounded(path: str, digits: int = 6) -> At:
    read = attrgetter(path)
    return At(lambda value: round(read(value), digits))


@dataclass(frozen=True, slots=True)
class Limits:
    """From the least to the most a number may be."""

    least: int | None = None
    most: int | None = None


SHARE = Limits(0, 1)


@dataclass(frozen=True, slots=True)
class Named:
    """What a field is called on the wire, where that is not its own name in camel case."""

    name: str


class SaidNull:
    """Marks a field that is null when it is absent, in a shape that leaves out what is absent."""


# -- Shapes


class Wire:
    """A shape on the wire: camelCase, nothing unknown, nothing coerced; what is absent is left
    out. A string in `Annotated` says what the field is; an enumeration stands for its values.

    `of` is the class whose values are told in the shape, `builds` the class a payload becomes. A
    shape without fields of its own has those of that dataclass, `without` some; what it holds is
    told in the shape that the same module knows for it.
    """

    __of__: ClassVar[type | None] = None
    __builds__: ClassVar[type | None] = None
    __without__: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(
        cls, of: type | None = None, builds: type | None = None, without: tuple[str, ...] = ()
    ) -> None:
        cls.__of__, cls.__builds__, cls.__without__ = of, builds, without

    def built(self) -> Any:
        """What the payload is behind the wire."""
        build = type(self).__builds__
        return self if build is None else build(**self.arguments(required(build)))

    def arguments(self, needed: frozenset[str] = frozenset()) -> dict[str, Any]:
        """The values by the names of the parameters they are for; what is absent is left to the
        default there, unless it is needed."""
        found = {}
        for field in fields_of(type(self)):
            value, at = _behind(getattr(self, field.name)), field.at
            source = field.name if at is None else str(at.source)
            found[source] = value if at is None or at.given is None else at.given(value)
        return {name: each for name, each in found.items() if each is not None or name in needed}


class WholeWire(Wire):
    """A shape whose absent values are said to be null."""


class Nothing(Wire):
    """An empty payload."""


class Bilingual(Wire):
    en: Annotated[str, FIRST]
    zh: Annotated[str, SECOND]


@cache
def required(function: Callable[..., Any]) -> frozenset[str]:
    """The parameters that have no default."""
    found = signature(function).parameters.values()
    return frozenset(each.name for each in found if each.default is each.empty)


def _behind(value: Any) -> Any:
    if isinstance(value, list):
        return [_behind(each) for each in value]
    return value.built() if isinstance(value, Wire) else value


@dataclass(frozen=True, slots=True)
class WireField:
    name: str
    alias: str
    hint: Any  # with all that is said of it
    default: Any  # or MISSING

    @property
    def at(self) -> At | None:
        return next((each for each in metadata(self.hint) if isinstance(each, At)), None)


@made_once
def fields_of(shape: type[Wire]) -> tuple[WireField, ...]:
    """The fields of a shape, its own or those of the dataclass it stands for."""
    hints = {
        name: (hint, getattr(shape, name, MISSING))
        for each in reversed(shape.__mro__)
        if each is not Wire and issubclass(each, Wire)
        for name, hint in get_annotations(each, eval_str=True).items()
    }
    like = shape.__of__ or shape.__builds__
    if not hints and like is not None:
        hints = _of_dataclass(like, given=shape.__builds__ is not None)
    return tuple(
        WireField(name, _alias(name, hint), _on_the_wire(hint, shape.__module__), default)
        for name, (hint, default) in hints.items()
        if name not in shape.__without__
    )


def metadata(hint: Any) -> tuple[Any, ...]:
    return get_args(hint)[1:] if get_origin(hint) is Annotated else ()


def _of_dataclass(kind: Any, *, given: bool) -> dict[str, tuple[Any, Any]]:
    """Of a payload the dataclass's defaults count; an answer says everything that is there."""
    found = {}
    hints = hints_of(kind, include_extras=True)
    for each in dataclasses.fields(kind):
        hint, default = hints[each.name], each.default
        if not given:
            default = None if _nullable(hint) else MISSING
        found[each.name] = (hint, default)
    return found


def _nullable(hint: Any) -> bool:
    inner = get_args(hint)
    return _nullable(inner[0]) if get_origin(hint) is Annotated else NoneType in inner


def _alias(name: str, hint: Any) -> str:
    return next((each.name for each in metadata(hint) if isinstance(each, Named)), camel(name))


def camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(each.capitalize() for each in rest)


def _on_the_wire(hint: Any, module: str) -> Any:
    """A type with shapes in the place of dataclasses."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return Annotated[(_on_the_wire(inner[0], module), *inner[1:])]
    if origin is tuple and inner == (str, str):
        return Bilingual
    if origin is Literal or not inner:
        return _shape_of(hint, module) if dataclasses.is_dataclass(hint) else hint
    told = tuple(_on_the_wire(each, module) for each in inner)
    if origin in (Union, UnionType):
        return reduce(or_, told)
    return (dict if origin is Mapping else origin)[told]


def _shape_of(kind: Any, module: str) -> type[Wire]:
    known = vars(sys.modules[module]).values()
    [shape] = (
        each
        for each in known
        if isinstance(each, type) and issubclass(each, Wire) and each.__of__ is kind
    )
    return shape


# -- What many shapes share


def row_before(cursor: str | None) -> int | None:
    """The row that a page ends before, from a cursor that is its number."""
    if cursor is None:
        return None
    # isascii: isdecimal alone takes digits of every script
    if not (cursor.isascii() and cursor.isdecimal()) or len(cursor) > _CURSOR_DIGITS:
        raise InvalidArgument("cursor is not one of ours: start again without it", field="cursor")
    return int(cursor)


Cursor = Annotated[str | None, At("before", row_before), "`nextCursor` of the page before"]


class PageData(Wire):
    limit: int
    next_cursor: Annotated[
        str | None, At(lambda page: None if page.after is None else str(page.after))
    ] = None


ScopeName = Literal["global", "project"]


def scope_of(value: Any) -> ScopeName:
    return "global" if value.project_id is None else "project"


Scoped = Annotated[ScopeName, At(scope_of)]


# -- Values told in their shapes


class Beside:
    """A value and more beside it, told as one."""

    def __init__(self, value: object, **more: object) -> None:
        self._value = value
        self.__dict__.update(more)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._value, name)


def tell(shape: type[Wire], value: Any) -> Plain:
    """A value as it goes out."""
    return _teller(shape, issubclass(shape, WholeWire))(value)


Make = Callable[[Any], Any]


@made_once
def _teller(shape: type[Wire], whole: bool) -> Callable[[Any], Plain]:
    fields = [(each.alias, _reader(each), _telling(each.hint, whole)) for each in fields_of(shape)]
    nulls = {each.alias: None for each in fields_of(shape) if SaidNull in metadata(each.hint)}

    def told(value: Any) -> Plain:
        made: Plain = dict(nulls)
        for name, read, telling in fields:
            inner = telling(read(value))
            if inner is not None or whole:
                made[name] = inner
        return made

    return told


def _reader(field: WireField) -> Make:
    default = field.default
    source = field.name if field.at is None else field.at.source
    if not isinstance(source, str):
        return source
    attribute, needed = attrgetter(source), default is MISSING
    constant = not needed and default is not None  # where the value does not say otherwise

    def read(value: Any) -> Any:
        if isinstance(value, dict):
            return value[source] if needed else value.get(source, default)
        if constant and not hasattr(value, source):
            return default
        return attribute(value)

    return read


def _telling(hint: Any, whole: bool) -> Make:
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _telling(inner[0], whole)
    if origin in (Union, UnionType):
        tellings = [_telling(each, whole) for each in inner if each is not NoneType]
        telling = tellings[0] if len(tellings) == 1 else _as_it_is
        nullable = NoneType in inner
        return lambda value: None if value is None and nullable else telling(value)
    if origin in (list, tuple):
        each_told = _telling(inner[0], whole)
        return lambda value: [each_told(each) for each in value]
    if origin is dict:
        key_told, value_told = _telling(inner[0], whole), _telling(inner[1], whole)
        return lambda value: {key_told(key): value_told(each) for key, each in value.items()}
    if hint is Any:
        return lambda value: value  # JSON of somebody else's
    if isinstance(hint, type) and issubclass(hint, Wire):
        return _teller(hint, whole)
    return _number if hint is float else _as_it_is


def _number(value: float) -> float:
    if not isfinite(value):
        raise ValueError("a number that JSON does not know")
    return float(value)


def _as_it_is(value: Any) -> Any:
    if value is None:
        raise ValueError("nothing where something is promised")
    return value.value if isinstance(value, Enum) else value


# -- Payloads in their shapes


class Doubt(Exception):
    """It is not plainly right; the schema says what it is."""


@made_once
def checker(shape: type[Wire]) -> Make:
    fields = [(each.name, each.alias, _check(each.hint), each.default) for each in fields_of(shape)]
    known = {alias for _, alias, _, _ in fields}

    def check(payload: Any) -> Wire:
        if type(payload) is not dict or not payload.keys() <= known:
            raise Doubt
        made = shape()
        for name, alias, checked, default in fields:
            if alias in payload:
                vars(made)[name] = checked(payload[alias])
            elif default is MISSING:
                raise Doubt
            else:
                vars(made)[name] = default
        return made

    return check


def _check(hint: Any) -> Make:
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _within_limits(_check(inner[0]), inner[1:])
    if origin in (Union, UnionType):
        return _one_of([_check(each) for each in inner])
    if origin in (list, tuple):
        each_checked = _check(inner[0])
        return lambda value: origin(each_checked(each) for each in _plainly(list, value))
    if origin is dict:
        key, item = _check(inner[0]), _check(inner[1])
        return lambda value: {key(k): item(v) for k, v in _plainly(dict, value).items()}
    if origin is Literal:
        return lambda value: _among(inner, _plainly(str, value))
    if hint is Any:
        return lambda value: value
    if issubclass(hint, Wire):
        return checker(hint)
    if issubclass(hint, Enum):
        values = {each.value: each for each in hint}
        return lambda value: values[_among(values, _plainly(str, value))]
    return _finite if hint is float else lambda value: _plainly(hint, value)


def _plainly(kind: type, value: Any) -> Any:
    if type(value) is not kind:
        raise Doubt
    return value


def _among(options: Any, value: Any) -> Any:
    if value not in options:
        raise Doubt
    return value


def _finite(value: Any) -> float:
    if type(value) is int:
        try:
            return float(value)
        except OverflowError:
            raise Doubt from None
    if type(value) is not float or not isfinite(value):
        raise Doubt
    return value


def _one_of(checks: list[Make]) -> Make:
    def check(value: Any) -> Any:
        for each in checks:
            try:
                return each(value)
            except Doubt:
                pass
        raise Doubt

    return check


def _within_limits(check: Make, said: tuple[Any, ...]) -> Make:
    limits = next((each for each in said if isinstance(each, Limits)), None)
    if limits is None:
        return check
    least, most = limits.least, limits.most

    def checked(value: Any) -> Any:
        made = check(value)
        small = made is not None and least is not None and made < least
        if small or (made is not None and most is not None and made > most):
            raise Doubt
        return made

    return checked
