"""What an author does with the candidates of one run: takes one and mends it, mostly."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from mohen.episodes.signals import edit_distance
from simulated import pencil
from simulated.likes import Like, Reviser

RANDOM: Final = 0.1  # of the runs: any candidate, at times with a change for no reason
HURRIED: Final = 0.1  # the best one is taken as it is
OVERLOOKED: Final = 0.1  # of the likes, in one run
OTHERWISE: Final = 0.1  # of the runs: something else is changed as well
PATIENCE: Final = 16  # changes for one like


@dataclass(frozen=True, slots=True)
class Revised:
    selected: int
    chosen: str
    final: str

    @property
    def cost(self) -> float:
        """What `editDistance` says."""
        return edit_distance(self.chosen, self.final)


def revise(author: Reviser, number: int, scene: str, candidates: list[str]) -> Revised:
    """The same author does the same with the same candidates, whichever arm they come from."""
    mood = Random(f"mood {author.name} {number}")
    how, changes = mood.random(), mood.random() < OTHERWISE
    kept = [each for each in author.of(scene) if mood.random() >= OVERLOOKED]
    if how < RANDOM:
        at = mood.randrange(len(candidates))
        final = candidates[at]
        if changes:
            final = pencil.for_no_reason(final, author.language, mood)
        return Revised(at, candidates[at], final)
    mended = [mend(each, author.of(scene), author.language, number) for each in candidates]
    work = [edit_distance(*each) for each in zip(candidates, mended, strict=True)]
    at = work.index(min(work))
    if how < RANDOM + HURRIED:
        return Revised(at, candidates[at], candidates[at])
    final = mend(candidates[at], kept, author.language, number)
    if changes:
        final = pencil.for_no_reason(final, author.language, mood)
    return Revised(at, candidates[at], final)


def mend(text: str, likes: list[Like], language: str, number: int) -> str:
    """Until it pleases, or nothing more can be done, or patience is at an end."""
    for like in likes:
        hand = Random(f"hand {number} {like}")
        for _ in range(PATIENCE):
            if like.pleased(text):
                break
            changed = pencil.change(like.knob, like.direction, text, language, hand)
            if changed == text:
                break
            text = changed
    return text
