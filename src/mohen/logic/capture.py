"""What somebody has the memory keep: is it sound, and what becomes of numbers out of range."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

from mohen.errors import InvalidArgument
from mohen.model.knowledge import BELIEF, INITIALS
from mohen.policy import Knowledge

_USER_ZH = re.compile(r"^用户 ?(?=[\u4e00-\u9fff\d])")
_USER_EN = re.compile(r"^(?:the )?user(?P<of>['’]s)? (?P<verb>[a-z]+)", re.IGNORECASE)
_VERBS = {"is": "am", "has": "have", "was": "was", "does": "do", "goes": "go"}


def first_person(text: str) -> str:
    """As the user would say it: who has something kept for the user speaks of 用户, "the user"."""
    if (said := _USER_ZH.sub("我", text)) != text:
        return said
    found = _USER_EN.match(text)
    if found is None:
        return text
    verb, rest = found["verb"], text[found.end() :]
    if found["of"]:
        return f"My {verb}{rest}"
    plain = verb.removesuffix("ies") + "y" if verb.endswith("ies") else verb.removesuffix("s")
    return f"I {_VERBS.get(verb.lower(), plain)}{rest}"


def check_type(kind: str) -> None:
    if kind not in INITIALS:
        raise InvalidArgument(f"type must be one of {', '.join(INITIALS)}", field="type")


def share(value: float, field: str) -> tuple[float, tuple[str, ...]]:
    """A number from 0 to 1, and the warning if it had to be made one (R210)."""
    if math.isnan(value):
        raise InvalidArgument(f"{field} must be a number from 0 to 1", field=field)
    kept = min(1.0, max(0.0, value))
    if kept == value:
        return kept, ()
    return kept, (f"{field} must be from 0 to 1: {kept:g} is kept instead",)


def confidence(kind: str, asked: float | None, policy: Knowledge) -> tuple[float, tuple[str, ...]]:
    """Only a belief can be less than certain, and it always is (R184, R185)."""
    if kind != BELIEF:
        certain = asked is None or asked >= 1
        told = () if certain else (f"a {kind} is certain: use type belief for a guess",)
        return 1.0, told
    if asked is None:
        return policy.capture_confidence, ()
    kept, warnings = share(asked, "confidence")
    if kept >= 1:
        most = policy.confidence_most
        return most, (f"a belief is not certain: confidence {most:g} is kept instead",)
    return kept, warnings


def names(given: Iterable[str], policy: Knowledge) -> tuple[str, ...]:
    """Entities as they are kept: each once, without space around it."""
    kept = tuple(dict.fromkeys(each.strip() for each in given if each.strip()))
    if len(kept) > policy.entities_most:
        raise InvalidArgument(
            f"an item names at most {policy.entities_most} entities", field="entities"
        )
    if any(len(each) > policy.name_chars_max for each in kept):
        raise InvalidArgument(
            f"an entity's name has at most {policy.name_chars_max} characters", field="entities"
        )
    return kept


def basis(given: str, policy: Knowledge) -> str:
    kept = given.strip()
    if len(kept) > policy.basis_chars_max:
        raise InvalidArgument(
            f"basis is longer than {policy.basis_chars_max} characters", field="basis"
        )
    return kept
