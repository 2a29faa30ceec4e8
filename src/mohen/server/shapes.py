"""Shapes on the wire: payloads are checked by them, values are told in them.

What comes in is checked field by field. What goes out is read off the value behind it, by the
names of the shape's fields, so that a shape says only what is different on the wire.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache, reduce
from inspect import signature
from math import isfinite
from operator import attrgetter, itemgetter, or_
from threading import Lock
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from mohen.core.policy import Milliseconds as Milliseconds
from mohen.errors import InvalidArgument
from mohen.server.wire import shortened

_CURSOR_DIGITS = 18  # no row has a longer number
_building = Lock()  # what checks a payload is made when one first comes, by whichever thread

Plain = dict[str, Any]


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


class Beside:
    """A value and more beside it, told as one."""

    def __init__(self, value: object, **more: object) -> None:
        self._value = value
        self.__dict__.update(more)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._value, name)


class SaidNull:
    """Marks a field that is null when it is absent, in a shape that leaves out what is absent."""


class Wire(BaseModel):
    """A shape on the wire: camelCase, nothing unknown, nothing coerced; what is absent is left
    out. A string in `Annotated` says what the field is; an enumeration stands for its values.

    `of` is the class whose values are told in the shape, `builds` the class a payload becomes. A
    shape without fields of its own has those of that dataclass; what it holds is told in the shape
    that the same module knows for it.
    """

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        frozen=True,
        allow_inf_nan=False,
        alias_generator=to_camel,
        populate_by_name=True,
        defer_build=True,
    )
    __of__: ClassVar[type | None] = None
    __builds__: ClassVar[Callable[..., Any] | None] = None

    def __init_subclass__(
        cls, of: type | None = None, builds: type | None = None, **options: Any
    ) -> None:
        super().__init_subclass__(**options)
        cls.__of__, cls.__builds__ = of, builds

    @classmethod
    def __pydantic_init_subclass__(cls, **_options: Any) -> None:
        fields = cls.__pydantic_fields__
        if not fields and (like := cls.__of__ or cls.__builds__):
            fields.update(_fields_of(cast("type", like), given=cls.__builds__ is not None))
        for field in fields.values():
            field.annotation = _on_the_wire(field.annotation, cls.__module__)
            for each in field.metadata:
                if isinstance(each, str):
                    field.description = each

    def built(self) -> Any:
        """What the payload is behind the wire."""
        build = type(self).__builds__
        return self if build is None else build(**self.arguments(required(build)))

    def arguments(self, needed: frozenset[str] = frozenset()) -> dict[str, Any]:
        """The values by the names of the parameters they are for; what is absent is left to the
        default there, unless it is needed."""
        found = {}
        for name, field in type(self).model_fields.items():
            at, value = _at(field), _behind(getattr(self, name))
            source = name if at is None else cast("str", at.source)
            found[source] = value if at is None or at.given is None else at.given(value)
        return {name: each for name, each in found.items() if each is not None or name in needed}


@cache
def required(function: Callable[..., Any]) -> frozenset[str]:
    """The parameters that have no default."""
    found = signature(function).parameters.values()
    return frozenset(each.name for each in found if each.default is each.empty)


def _behind(value: Any) -> Any:
    if isinstance(value, list):
        return [_behind(each) for each in value]
    return value.built() if isinstance(value, Wire) else value


def _fields_of(kind: type, *, given: bool) -> dict[str, FieldInfo]:
    """A dataclass's fields. Of a payload its defaults count; an answer says everything that is
    there."""
    hints = get_type_hints(kind, include_extras=True)
    fields = {}
    for each in dataclasses.fields(kind):
        hint, default = hints[each.name], each.default
        if not given:
            default = None if _nullable(hint) else dataclasses.MISSING
        found = Field() if default is dataclasses.MISSING else Field(default)
        field = FieldInfo.from_annotated_attribute(hint, found)
        field.alias = field.validation_alias = field.serialization_alias = to_camel(each.name)
        fields[each.name] = field
    return fields


def _nullable(hint: Any) -> bool:
    inner = get_args(hint)
    return _nullable(inner[0]) if get_origin(hint) is Annotated else NoneType in inner


def _on_the_wire(hint: Any, module: str) -> Any:
    """A type as JSON has it: of an enumeration its values, of a dataclass its shape."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        said = (Field(description=each) if isinstance(each, str) else each for each in inner[1:])
        return Annotated[(_on_the_wire(inner[0], module), *said)]
    told = [_on_the_wire(each, module) for each in inner]
    if origin in (Union, UnionType):
        return reduce(or_, told)
    if origin is tuple:
        return Bilingual if inner == (str, str) else Annotated[list[told[0]], AfterValidator(tuple)]
    if origin is list:
        return list[told[0]]
    if origin in (dict, Mapping):
        return dict[told[0], told[1]]
    if isinstance(hint, type) and issubclass(hint, Enum):
        return Annotated[Literal[tuple(each.value for each in hint)], AfterValidator(hint)]
    return _shape_of(hint, module) if dataclasses.is_dataclass(hint) else hint


def _shape_of(kind: Any, module: str) -> type[Wire]:
    known = vars(sys.modules[module]).values()
    [shape] = (
        each
        for each in known
        if isinstance(each, type) and issubclass(each, Wire) and each.__of__ is kind
    )
    return shape


class WholeWire(Wire):
    """A shape whose absent values are said to be null."""


class Nothing(Wire):
    """An empty payload."""


class Bilingual(Wire):
    en: Annotated[str, FIRST]
    zh: Annotated[str, SECOND]


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


def tell(shape: type[Wire], value: Any) -> Plain:
    """A value as it goes out."""
    return _teller(shape, issubclass(shape, WholeWire))(value)


Teller = Callable[[Any], Any]


@cache
def _teller(shape: type[Wire], whole: bool) -> Callable[[Any], Plain]:
    fields = [
        (field.alias or to_camel(name), _reader(field, name), _telling(field.annotation, whole))
        for name, field in shape.model_fields.items()
    ]
    nulls = {
        to_camel(name): None
        for name, field in shape.model_fields.items()
        if any(each is SaidNull for each in field.metadata)
    }

    def told(value: Any) -> Plain:
        made: Plain = dict(nulls)
        for name, read, telling in fields:
            inner = telling(read(value))
            if inner is not None or whole:
                made[name] = inner
        return made

    return told


def _at(field: FieldInfo) -> At | None:
    return next((each for each in field.metadata if isinstance(each, At)), None)


def _reader(field: FieldInfo, name: str) -> Teller:
    at, default = _at(field), field.default
    source = name if at is None else at.source
    if not isinstance(source, str):
        return source
    attribute, needed = attrgetter(source), field.is_required()
    constant = not needed and default is not None  # where the value does not say otherwise

    def read(value: Any) -> Any:
        if isinstance(value, dict):
            return value[source] if needed else value.get(source, default)
        if constant and not hasattr(value, source):
            return default
        return attribute(value)

    return read


def _telling(hint: Any, whole: bool) -> Teller:
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _telling(inner[0], whole)
    if origin in (Union, UnionType):
        return _one_of([_telling(each, whole) for each in inner if each is not NoneType], inner)
    if origin is list:
        each_told = _telling(inner[0], whole)
        return lambda value: [each_told(each) for each in value]
    if origin is dict:
        key_told, value_told = _telling(inner[0], whole), _telling(inner[1], whole)
        return lambda value: {key_told(key): value_told(each) for key, each in value.items()}
    if isinstance(hint, type) and issubclass(hint, Wire):
        return _teller(hint, whole)
    return _number if hint is float else _as_it_is


def _one_of(tellings: list[Teller], options: tuple[Any, ...]) -> Teller:
    telling = tellings[0] if len(tellings) == 1 else _as_it_is
    if NoneType not in options:
        return telling
    return lambda value: None if value is None else telling(value)


def _number(value: float) -> float:
    if not isfinite(value):
        raise ValueError("a number that JSON does not know")
    return float(value)


def _as_it_is(value: Any) -> Any:
    if value is None:
        raise ValueError("nothing where something is promised")
    return value.value if isinstance(value, Enum) else value


# -- Payloads in their shapes


def parse(shape: type[Wire], payload: Any) -> Wire:
    """The payload in its shape, or `InvalidArgument` naming the first wrong field."""
    if not shape.__pydantic_complete__:
        with _building:
            shape.model_rebuild()
    try:
        return shape.model_validate(payload)
    except ValidationError as error:
        problems = [
            {"field": _path(_within(payload, each)), "problem": each["msg"]}
            for each in error.errors(include_input=False, include_url=False, include_context=False)
        ]
        first = problems[0]
        raise InvalidArgument(
            f"{first['field']}: {first['problem']}",
            field=first["field"],
            problems=problems[:10],  # type: ignore[arg-type]
        ) from None


def _within(payload: Any, error: ErrorDetails) -> tuple[int | str, ...]:
    """The place of an error, without the name of the alternative that was tried there: of a
    field that may be text or a number, the field."""
    if error["type"] == "missing":
        return error["loc"]
    place = payload
    for depth, part in enumerate(error["loc"]):
        known = isinstance(place, dict) and part in place
        if not known and not (isinstance(place, list) and isinstance(part, int)):
            return error["loc"][:depth]
        place = place[part]
    return error["loc"]


def _path(location: tuple[int | str, ...]) -> str:
    return shortened(".".join(str(part) for part in location)) or "payload"
