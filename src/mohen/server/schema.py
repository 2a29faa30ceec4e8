"""Shapes as pydantic models: for the JSON Schema, and to say what is wrong with a payload."""

from __future__ import annotations

from enum import Enum
from functools import reduce
from operator import or_
from threading import RLock
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model
from pydantic_core import ErrorDetails

from mohen.errors import InvalidArgument
from mohen.server.shapes import MISSING, Limits, Wire, fields_of, made_once
from mohen.server.wire import shortened


class _Strict(BaseModel):
    model_config = ConfigDict(
        extra="forbid", strict=True, frozen=True, allow_inf_nan=False, populate_by_name=True
    )


def model_of(shape: type[Wire]) -> type[BaseModel]:
    """One model a shape, whoever asks at the same time: two would be two shapes of one name."""
    with _MAKING:
        return _model_of(shape)


_MAKING = RLock()


@made_once
def _model_of(shape: type[Wire]) -> type[BaseModel]:
    fields: dict[str, Any] = {
        each.name: (
            Annotated[_typed(each.hint), Field(alias=each.alias)],
            ... if each.default is MISSING else each.default,
        )
        for each in fields_of(shape)
    }
    return create_model(
        shape.__name__,
        __base__=_Strict,
        __module__=shape.__module__,
        __doc__=vars(shape)["__doc__"],
        **fields,
    )


def _typed(hint: Any) -> Any:
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return Annotated[(_typed(inner[0]), *_said(inner[1:]))]
    if origin in (Union, UnionType):
        return reduce(or_, map(_typed, inner))
    if origin in (list, tuple):
        return list[_typed(inner[0])]  # type: ignore[misc]
    if origin is dict:
        return dict[_typed(inner[0]), _typed(inner[1])]  # type: ignore[misc]
    if not isinstance(hint, type):
        return hint
    if issubclass(hint, Enum):
        return Literal[tuple(each.value for each in hint)]
    return model_of(hint) if issubclass(hint, Wire) else hint


def _said(metadata: tuple[Any, ...]) -> list[Any]:
    words = [each for each in metadata if isinstance(each, str)]
    limits = [each for each in metadata if isinstance(each, Limits)]
    return [
        *(Field(ge=each.least, le=each.most) for each in limits),
        *(Field(description=each) for each in words[-1:]),
    ] or [None]


def checked(shape: type[Wire], payload: Any) -> Any:
    """The payload as plain JSON, if it is right after all."""
    try:
        found = model_of(shape).model_validate(payload)
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
    return found.model_dump(mode="json", by_alias=True, exclude_unset=True)


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
