"""From the files of a sample project to the story they tell, week by week."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from itertools import groupby
from typing import Any

from mohen.model.knowledge import FACT
from mohen.model.sample import Act, Language, Noted, Sample, Topic, Week

_ABOUT, _WEEKS = "sample.toml", "weeks.toml"
# Nothing in a package begins with a dot: some tools leave such files out.
_PLACES = {"chapters/": "chapters/", "notes/": ".mohen/"}


def read(language: Language, texts: Mapping[str, str]) -> Sample:
    about, told = tomllib.loads(texts[_ABOUT]), tomllib.loads(texts[_WEEKS])
    noted = {
        number: tuple(map(_noted, group))
        for number, group in groupby(about["knowledge"], key=lambda each: each["week"])
    }
    weeks = enumerate(told["week"], start=1)
    return Sample(
        language,
        about["project"],
        _files(texts),
        tuple(_week(each, noted.get(number, ())) for number, each in weeks),
    )


def moments(began: int, lasts: int, count: int) -> list[int]:
    """So many moments of a week, evenly, and one more in which it is looked back on."""
    step = lasts // (count + 1)
    return [began + step * each for each in range(1, count + 1)] + [began + lasts]


def _files(texts: Mapping[str, str]) -> dict[str, str]:
    return {
        place + path.removeprefix(source): text
        for path, text in texts.items()
        for source, place in _PLACES.items()
        if path.startswith(source)
    }


def _week(told: Mapping[str, Any], notes: tuple[Noted, ...]) -> Week:
    return Week(
        chapter=told["chapter"],
        rules=tuple(told.get("rules", ())),
        acts=tuple(_act(each) for each in told["act"]),
        notes=notes,
        confirmed=Topic(**told["confirm"]) if "confirm" in told else None,
    )


def _act(told: Mapping[str, Any]) -> Act:
    return Act(**{**told, "candidates": tuple(told["candidates"])})


def _noted(told: Mapping[str, Any]) -> Noted:
    return Noted(
        content=told["content"],
        kind=told.get("kind", FACT),
        entities=tuple(told.get("entities", ())),
    )
