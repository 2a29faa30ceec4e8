"""Parses what of the context a skill asks for: exactly seven keys (background 1.5, R150, R154).

A file is its author's text: a refusal names the key and what is allowed, never what stood there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields
from typing import Any, NoReturn

from mohen.errors import InvalidArgument
from mohen.prompts.model import ContextRules
from mohen.prompts.policy import Context
from mohen.text.lazy_pattern import LazyPattern

BLOCK = "context_rules"
ALIAS = "context-requirements"

KEYS = tuple(each.name for each in fields(ContextRules))
_DEFAULTS = asdict(ContextRules())
_COUNTED = tuple(key for key, value in _DEFAULTS.items() if type(value) is int)

# Another word for the settings files of a project (C31); in the alias block only.
_SETTINGS = "project_settings"
_SETTINGS_FILES = ("style_guide", "characters")

_PLAIN_KEY = LazyPattern(r"[A-Za-z][A-Za-z0-9_-]{0,39}")


def parse(raw: object, policy: Context, *, field: str = BLOCK) -> ContextRules:
    """The block in its shape; a key that is absent has its default, preferences go in (C32)."""
    if not isinstance(raw, Mapping):
        _refuse(field, f"must be a mapping with any of {', '.join(KEYS)}; or leave it away")
    for key in raw:
        if key not in KEYS:
            _refuse(_within(field, key), f"is unknown: {field} may hold {', '.join(KEYS)}")
    return ContextRules(
        **{key: _checked(raw[key], key, policy, _within(field, key)) for key in KEYS if key in raw}
    )


def parse_requirements(raw: object, policy: Context, *, field: str = ALIAS) -> ContextRules:
    """The alias block (C31): the same keys, with dashes if one likes, or a list of names."""
    if isinstance(raw, list) and all(isinstance(each, str) for each in raw):
        raw = _named(raw, field)
    if not isinstance(raw, Mapping):
        _refuse(field, f"must be a mapping, or a list of names: any of {_names()}")
    asked: dict[str, object] = {}
    for key, value in raw.items():
        name = _name(key)
        if name not in (*KEYS, _SETTINGS):
            _refuse(_within(field, key), f"is unknown: {field} may hold {_names()}")
        if name in asked:
            _refuse(_within(field, name), "is said twice: keep one of the two")
        asked[name] = value
    if _SETTINGS in asked:
        place = _within(field, _SETTINGS)
        wanted = _checked_flag(asked.pop(_SETTINGS), place)
        asked = {**dict.fromkeys(_SETTINGS_FILES, wanted), **asked}
    return parse(asked, policy, field=field)


def most(key: str, policy: Context) -> int:
    """The upper bound of a key that counts."""
    return {"surrounding": policy.surrounding_max, "recent_summary": policy.recent_summary_max}[key]


def _checked(value: object, key: str, policy: Context, place: str) -> Any:
    if key not in _COUNTED:
        return _checked_flag(value, place)
    # By type and not isinstance: True is an int to Python, and a slip in a file.
    if type(value) is not int or not 0 <= value <= most(key, policy):
        _refuse(place, f"must be a whole number from 0 to {most(key, policy)}")
    return value


def _checked_flag(value: object, place: str) -> bool:
    if not isinstance(value, bool):
        _refuse(place, "must be true or false")
    return value


def _named(names: Iterable[str], field: str) -> dict[object, bool]:
    """What a list of names asks for. What is counted needs its number, and so a mapping."""
    asked = {_name(each): True for each in names}
    for key in _COUNTED:
        if key in asked:
            _refuse(_within(field, key), f"needs a number: write {field} as a mapping")
    return asked


def _name(key: object) -> object:
    return key.replace("-", "_") if isinstance(key, str) else key


def _names() -> str:
    return ", ".join((*KEYS, "project-settings"))


def _within(field: str, key: object) -> str:
    """The place of a key; one that is no plain name may be anything, and is not repeated."""
    plain = isinstance(key, str) and _PLAIN_KEY.fullmatch(key)
    return f"{field}.{key if plain else '?'}"


def _refuse(field: str, problem: str) -> NoReturn:
    raise InvalidArgument(f"{field} {problem}", field=field, fieldName=field)
