"""Recall by how far a taste is acted on, where it holds, and how many there are beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from simulated import score
from simulated.driving import Story
from simulated.score import Judged, Share
from simulated.showing import BANDS

EVERYWHERE, ONE_SCENE = "everywhere", "one scene"


@dataclass(frozen=True, slots=True)
class Band:
    """The tastes of one kind of authors that are followed about as often."""

    kind: str
    where: str
    band: str
    truths: int
    found: int
    recall: Share


@dataclass(frozen=True, slots=True)
class Number:
    """The authors of one kind with so many tastes."""

    kind: str
    tastes: int
    authors: int
    truths: int
    found: int
    recall: Share


def bands(kind: str, stories: Sequence[Story]) -> list[Band]:
    cells = [(where, name) for where in (EVERYWHERE, ONE_SCENE) for _, name in BANDS]
    return [
        Band(kind, where, name, truths, found, recall)
        for where, name in cells
        for truths, found, recall in [_recall(stories, _falls_in(where, name))]
        if truths
    ]


def numbers(kind: str, stories: Sequence[Story]) -> list[Number]:
    counts = sorted({len(each.author.truths) for each in stories})
    made = []
    for count in counts:
        some = [each for each in stories if len(each.author.truths) == count]
        made.append(Number(kind, count, len(some), *_recall(some, lambda *_: True)))
    return made


def _falls_in(where: str, band: str) -> Callable[[Story, int], bool]:
    def test(story: Story, number: int) -> bool:
        scene = story.author.truths[number].scene
        return (where == ONE_SCENE) == bool(scene) and story.shown[number].band == band

    return test


def _recall(
    stories: Sequence[Story], wanted: Callable[[Story, int], bool]
) -> tuple[int, int, Share]:
    """Tastes, those found, and the share; still drawn by authors."""
    judged = []
    for story in stories:
        truths = {n for n in range(len(story.author.truths)) if wanted(story, n)}
        found = truths & set(story.last.which)
        judged.append(Judged(truths=len(truths), found=len(found)))
    total, hit = sum(each.truths for each in judged), sum(each.found for each in judged)
    return total, hit, score.recall(judged)
