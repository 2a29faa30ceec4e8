"""Making a draft keep rules: change, measure, change again, until all of them hold.

Rules are taken in a fixed order: who tells it and when, what is said, how long it runs, how it is
marked. A later change may break an earlier rule, so there are several rounds, and the best text
seen is what is given.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from functools import partial

from mohen.core.values import dataclass
from mohen.offline_writer import edit_moves
from mohen.offline_writer.compose import Composer
from mohen.offline_writer.draft import DASH, SEMICOLON, SHOUT, TRAIL, Draft
from mohen.offline_writer.edit_moves import Move
from mohen.rules import compliance, rule_text
from mohen.rules.compliance import Prose
from mohen.rules.model import PHRASE, Op, Predicate
from mohen.text import style
from mohen.text.style import FEATURES

LUCK = ("variety", "word_length")
"""What no single change moves for certain."""
_COUNTED = (
    "colloquial", "classical", "idioms", "contractions", "intensifiers", "modifiers", "similes",
    "sight", "sound", "smell", "taste", "touch",
)  # fmt: skip
ORDER = (
    "first_person_share", "past_tense", "dialogue_share", "question", PHRASE, *_COUNTED,
    "word_length", "variety", "text_length", "paragraph_length", "mean_sentence_length",
    "longest_sentence", "sentence_spread", "colon", "comma", "semicolon", "dash", "exclamation",
    "ellipsis",
)  # fmt: skip
CLAIMED = frozenset(ORDER) - {PHRASE}
"""What it can shape."""
OF_THE_STORY = frozenset(
    ("first_person_share", "past_tense", "dialogue_share", "text_length", *LUCK)
)
"""What cannot be changed in the author's text without telling something else."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A rule as it bears on this draft, and how much it weighs."""

    predicate: Predicate
    weight: float

    def holds(self, prose: Prose) -> bool:
        """Of what is said, a text in which nobody speaks breaks nothing."""
        feature, op, value = self.predicate.feature, self.predicate.op, self.predicate.value
        there = prose.within(self.predicate.part)
        if self.predicate.part is not None and not there.texts:
            return True
        if feature.startswith(PHRASE):
            found: float = edit_moves.uses(feature.removeprefix(PHRASE), "\n".join(there.texts))
        elif feature in there.profile:
            found = there.profile[feature]
        else:
            return op is Op.LESS
        return found < value if op is Op.LESS else found > value


def obey(draft: Draft, wishes: Sequence[Wish], composer: Composer) -> str:
    """The draft's text, shaped; the wishes are in the order of who wins."""
    kept = [each for each in wishes if not (draft.own and each.predicate.feature in OF_THE_STORY)]
    return _Shaping(draft, sorted(kept, key=_place), composer).shaped()


def _place(wish: Wish) -> int:
    feature = wish.predicate.feature
    return ORDER.index(PHRASE if feature.startswith(PHRASE) else feature)


@dataclass(slots=True)
class _Shaping:
    draft: Draft
    wishes: Sequence[Wish]
    composer: Composer
    looked_at: int = 0  # code points
    best: tuple[float, str] = (0.0, "")
    text: str = ""
    prose: Prose = field(default_factory=lambda: compliance.read((), style.DEFAULT))

    def shaped(self) -> str:
        broken = self._look()
        self.best = (_weight(broken), self.text)
        for _ in range(self.composer.policy.passes):
            if not broken:
                break
            for wish in broken:
                self._grant(wish)
            broken = self._look()
            self.best = min(self.best, (_weight(broken), self.text), key=lambda each: each[0])
        return self.best[1]

    def _look(self) -> list[Wish]:
        self.draft.tidy()
        self.text = self.draft.text()
        self.looked_at += len(self.text)
        self.prose = compliance.read([self.text], style.DEFAULT)
        return [each for each in self.wishes if not each.holds(self.prose)]

    def _grant(self, wish: Wish) -> None:
        self.draft.part = wish.predicate.part
        self._change(wish)
        self.draft.part = None

    def _change(self, wish: Wish) -> None:
        if wish.predicate.feature in LUCK:
            self._try_others(wish)
            return
        for _ in range(self.composer.policy.steps):
            if wish.holds(self.prose) or self._is_weary():
                return
            moves = self._moves(wish.predicate)
            if not moves:
                return
            for move in moves[: self._how_many(wish.predicate, len(moves))]:
                move()
            self._look()

    def _is_weary(self) -> bool:
        return self.looked_at > self.composer.policy.looks

    def _how_many(self, predicate: Predicate, there: int) -> int:
        """Marks and words can be counted, so as many as are missing; all else a few at a time."""
        feature = predicate.feature
        if feature in ("mean_sentence_length", "paragraph_length"):
            return max(1, there // self.composer.policy.batch)
        if feature not in rule_text.COUNTS:
            return 1
        prose = self.prose.within(predicate.part)
        gap = abs(prose.profile.get(feature, 0.0) - predicate.value)
        of_marks = len(set(FEATURES[feature].units)) == 1
        units = prose.profile.length if of_marks else prose.units
        return max(1, int(gap * units / style.DEFAULT.per))

    def _moves(self, predicate: Predicate) -> list[Move]:
        feature, more = predicate.feature, predicate.op is Op.MORE
        if feature.startswith(PHRASE):
            wanted = feature.removeprefix(PHRASE)
            return edit_moves.phrase(self.draft, wanted, more, self.composer)
        return _MOVES[feature](self.draft, more, self.composer)

    def _try_others(self, wish: Wish) -> None:
        """Another sentence in the place of one, kept where it brings the number nearer."""
        feature, way = wish.predicate.feature, 1 if wish.predicate.op is Op.MORE else -1
        refrain = feature == "variety" and way < 0
        for _ in range(self.composer.policy.tries):
            ours = [each for each in self.draft.sentences() if each.ours]
            if not ours or wish.holds(self.prose) or self._is_weary():
                return
            sentence = self.composer.rng.choice(ours)
            text, prose, kept = self.text, self.prose, sentence.clauses
            sentence.clauses = self.composer.instead_of(sentence, refrain=refrain).clauses
            self._look()
            now, before = (
                each.within(wish.predicate.part).profile.get(feature, 0.0)
                for each in (self.prose, prose)
            )
            if way * (now - before) <= 0:
                self.text, self.prose, sentence.clauses = text, prose, kept


def _weight(broken: Sequence[Wish]) -> float:
    return sum(each.weight for each in broken)


_MOVES: dict[str, Callable[[Draft, bool, Composer], list[Move]]] = {
    **{each: partial(edit_moves.counted, each) for each in _COUNTED},
    **{each: partial(edit_moves.ends, each) for each in (SHOUT, TRAIL)},
    **{each: partial(edit_moves.joints, each) for each in (DASH, SEMICOLON)},
    "first_person_share": edit_moves.person,
    "past_tense": edit_moves.tense,
    "dialogue_share": edit_moves.dialogue,
    "question": edit_moves.questions,
    "colon": edit_moves.colons,
    "comma": edit_moves.commas,
    "paragraph_length": edit_moves.paragraphs,
    "text_length": edit_moves.length,
    "mean_sentence_length": edit_moves.mean,
    "longest_sentence": edit_moves.longest,
    "sentence_spread": edit_moves.spread,
}
