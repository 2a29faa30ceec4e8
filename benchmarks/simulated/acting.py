"""What the authors do: episode after episode, as plain data and without a memory.

    acts = simulate(author, 60)

The same author gives the same acts in every run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import exp
from random import Random
from typing import Final

from mohen.episodes.model import Draft
from simulated import editing
from simulated.author import ONLY, Author, Truth
from simulated.comments import BLAND, said_of
from simulated.passage import Passage
from simulated.prose import Writer, draw_knobs
from simulated.reading import notice, usual, value
from simulated.wordings import wordings

START: Final = 1_760_000_000_000
HOUR: Final = 3_600_000
APART: Final = (2.0, 8.0)  # hours between two episodes
SKILLS: Final = ("continue", "polish", "rewrite")
SIZES: Final = {"zh": (90, 260), "en": (70, 170)}  # characters, words
CONTEXT: Final = 45
_HABIT = 4.0  # an AI overuses the word that an author has a taste about
_CONTENT = 0.25  # an editing author also changes what has nothing to do with style

Leaning = Callable[[str], Mapping[str, float]]
"""Scene → how the AI leans away from its usual knobs because of the rules it was given."""


@dataclass(frozen=True, slots=True)
class Act:
    """One recorded interaction, and whether the author took it back afterwards."""

    draft: Draft
    undo: bool
    at: int  # ms; the undo comes a few minutes later
    honest: bool = True  # False: this was noise


def simulate(author: Author, episodes: int, project: str | None = None) -> list[Act]:
    """What an author does in so many episodes with an AI that learns nothing."""
    desk = Desk(author, project)
    return [desk.next() for _ in range(episodes)]


class Desk:
    """One author at work, a step at a time, so that the AI can obey what was learned so far."""

    def __init__(self, author: Author, project: str | None = None) -> None:
        self.author, self.project = author, project or f"novel-{author.name}"
        self.rng = Random(f"acts {author.seed}")
        self.number, self.at = 0, START
        self._scenes = [name for name, _ in author.scenes]
        self._weights = [weight for _, weight in author.scenes]

    def next(self, leaning: Leaning | None = None) -> Act:
        rng = self.rng
        scene = rng.choices(self._scenes, self._weights)[0]
        leans = dict(leaning(scene)) if leaning else {}
        for truth in self.author.truths:
            if truth.knob.startswith("word:"):
                leans[truth.knob] = leans.get(truth.knob, 1.0) * _HABIT
        run = self._run(scene, leans)
        honest = rng.random() >= self.author.noise
        act = self._answer(run, honest)
        self.number += 1
        self.at += round(rng.uniform(*APART) * HOUR)
        return act

    def _run(self, scene: str, leans: Mapping[str, float]) -> Run:
        rng, language = self.rng, self.author.language
        writers = [
            Writer(rng, language, scene, draw_knobs(rng, language, scene, leans))
            for _ in range(rng.choices((2, 3, 4), (0.2, 0.5, 0.3))[0])
        ]
        size = rng.randint(*SIZES[language])
        passages = [each.passage(round(size * rng.uniform(0.8, 1.25))) for each in writers]
        context = Writer(rng, language, scene, draw_knobs(rng, language, scene)).passage(CONTEXT)
        draft = Draft(
            project_id=self.project,
            skill_used=rng.choice(SKILLS),
            input_context=context.text(),
            candidates=tuple(each.text() for each in passages),
            selected_index=-1,
            scene_type=scene,
            chapter_id=f"chapter-{self.number // 12}",
            generation_id=f"gen-{self.author.name}-{self.number}",
            response_time_ms=rng.randint(2_000, 60_000),
        )
        return Run(scene, writers, passages, draft)

    def _answer(self, run: Run, honest: bool) -> Act:
        if self.author.null:
            return self._idle(run, self.author.null)
        if not honest and not self.author.inverted:
            return self._idle(run, self.rng.choice(("random", "editing")), honest=False)
        truths = [t for t in self.author.truths_at(self.number) if t.holds_in(run.scene)]
        if not truths:
            edits = self.rng.random() < self.author.acts.edits
            return self._idle(run, "editing" if edits else "random")
        if not honest:
            truths = [replace(each, direction=-each.direction) for each in truths]
        return self._meant(run, truths, honest)

    # -- without a taste

    def _idle(self, run: Run, how: str, honest: bool = True) -> Act:
        rng = self.rng
        at = 0 if how == "lazy" else rng.randrange(len(run.passages))
        final = None
        if how == "editing" and rng.random() < 0.7:
            final = self._edited(run, at, [])
        draft = replace(run.draft, selected_index=at, final_text=final)
        if rng.random() < self.author.says:
            draft = replace(draft, explicit=rng.choice(self._wordings()))
        elif rng.random() < 0.04:
            draft = replace(draft, explicit=rng.choice(BLAND[self.author.language]))
        if how == "random" and rng.random() < 0.05:
            draft = replace(draft, selected_index=-1, final_text=None)
        undo = how == "undoing" and rng.random() < 0.2
        return Act(draft, undo, self.at, honest)

    def _wordings(self) -> tuple[str, ...]:
        return wordings(self.author.truths[0].knob, self.author.language)

    # -- with one

    def _meant(self, run: Run, truths: list[Truth], honest: bool) -> Act:
        rng, manner = self.rng, self.author.acts
        scores = [self._score(each, truths) for each in run.passages]
        at = rng.randrange(len(scores)) if self.author.kind in ONLY else self._choice(scores)
        comment = self._comment(run.passages[at], truths) if honest else None
        if max(scores) < -0.3 and rng.random() < manner.rejects:
            own = self._own(run, truths) if rng.random() < 0.4 else None
            draft = replace(run.draft, final_text=own, explicit=comment)
            return Act(draft, False, self.at, honest)
        final = self._edited(run, at, truths) if rng.random() < manner.edits else None
        draft = replace(run.draft, selected_index=at, final_text=final, explicit=comment)
        undo = final is None and scores[at] < -0.2 and rng.random() < manner.undoes
        return Act(draft, undo, self.at, honest)

    def _score(self, passage: Passage, truths: list[Truth]) -> float:
        """How far it is to the author's taste, in spreads of what is usual."""
        seen = notice(passage)
        norms = usual(passage.language, passage.scene)
        total = 0.0
        for truth in truths:
            mean, spread = norms[truth.knob]
            apart = (value(passage, truth.knob, seen) - mean) / spread
            total += truth.strength * truth.direction * apart
        return total / len(truths)

    def _choice(self, scores: list[float]) -> int:
        rng, heat = self.rng, self.author.temperature
        if heat:
            top = max(scores)
            weights = [exp((each - top) / heat) for each in scores]
            return rng.choices(range(len(scores)), weights)[0]
        best = max(scores)
        return rng.choice([at for at, each in enumerate(scores) if each == best])

    def _comment(self, passage: Passage, truths: list[Truth]) -> str | None:
        rng = self.rng
        if rng.random() >= self.author.acts.comments:
            return None
        seen = notice(passage)
        for truth in rng.sample(truths, len(truths)):
            mean, _ = usual(passage.language, passage.scene)[truth.knob]
            wrong = truth.direction * (value(passage, truth.knob, seen) - mean) < 0
            said = said_of(truth.knob, truth.direction, self.author.language)
            if wrong and said:
                return rng.choice(said)
        return None

    def _edited(self, run: Run, at: int, truths: list[Truth]) -> str | None:
        """The text as the author leaves it, or None where nothing was to be done."""
        rng, passage, writer = self.rng, run.passages[at].copy(), run.writers[at]
        for truth in rng.sample(truths, len(truths)):
            if len(truths) == 1 or rng.random() < 0.85:
                self._bend(passage, truth, writer, rng.randint(4, 14))
        if not truths or (self.author.kind != "strong" and rng.random() < _CONTENT):
            editing.for_no_reason(passage, writer)
        text = passage.text() if passage.paragraphs else ""
        return text if text and text != run.draft.candidates[at] else None

    def _bend(self, passage: Passage, truth: Truth, writer: Writer, most: int) -> None:
        goal = _goal(passage, truth)
        editing.towards(passage, truth.knob, truth.direction, goal, writer, most)

    def _own(self, run: Run, truths: list[Truth]) -> str:
        """What an author writes who liked none of it."""
        writer = run.writers[0]
        passage = writer.passage(self.rng.randint(*SIZES[self.author.language]))
        for truth in truths:
            self._bend(passage, truth, writer, 40)
        return passage.text()


@dataclass(slots=True)
class Run:
    """What the AI offers at one time."""

    scene: str
    writers: list[Writer]
    passages: list[Passage]
    draft: Draft


def _goal(passage: Passage, truth: Truth) -> float:
    """Where the author is content: well on their side of what is usual."""
    if truth.knob in ("person", "tense"):
        return 0.5
    mean, spread = usual(passage.language, passage.scene)[truth.knob]
    return max(0.0, mean + truth.direction * 0.7 * spread)
