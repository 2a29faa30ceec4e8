"""What the skills on a selection do to it before the rules: mend, condense, expand, rewrite."""

from __future__ import annotations

import re
from itertools import pairwise

from mohen.offline_writer import length_moves
from mohen.offline_writer.compose import SENSES, Composer
from mohen.offline_writer.draft import ASK, COMMA, Clause, Draft, Sentence
from mohen.text import sentences

_MENDED = (
    (re.compile(r"([，、；：])\1+"), r"\1"),
    (re.compile(r"。{2}(?!。)"), "。"),
    (re.compile(r"([,;:])(?: ?\1)+"), r"\1"),
    (re.compile(r"([！!？?])\1+"), r"\1"),
    (re.compile(r"[，,]([。！？])"), r"\1"),
    (re.compile(r"(?<=[\u3400-\u9fff，。！？；：]) +(?=[\u3400-\u9fff“”])"), ""),
    (re.compile(r"的的+"), "的"),
    (re.compile(r"了了+"), "了"),
    (re.compile(r"\b(?!(?:had|that|no|very|bye|ha) )([a-z]+)(?: \1\b)+", re.IGNORECASE), r"\1"),
    (re.compile(r"[^\S\n]{2,}"), " "),
    (re.compile(r" +([,.;!?])"), r"\1"),
    (re.compile(r"[^\S\n]+$", re.MULTILINE), ""),
)
_FILLERS = {
    "zh": re.compile(r"^(?:其实|总之|应该说|不管怎么说|说实话|可以说|众所周知|毫无疑问|换句话说)$"),
    "en": re.compile(
        r"^(?:of course|to be honest|in fact|after all|needless to say|you see)$", re.I
    ),
}


def mended(text: str) -> str:
    """Doubled marks, doubled words and stray blanks; mending one may show another."""
    before = None
    while text != before:
        before = text
        for pattern, instead in _MENDED:
            text = pattern.sub(instead, text)
    return text


def condensed(draft: Draft, composer: Composer) -> None:
    """What can be left out goes, until little enough is left."""
    size = sentences.count_units(draft.text())
    goal = size * composer.rng.uniform(*composer.policy.condensed)
    for word in draft.words():
        if word.kind in ("modifiers", "intensifiers", "adverbials", "colloquial"):
            word.on = False
    for sentence in draft.sentences():
        kept = [each for each in sentence.clauses if not _is_filler(draft, each)]
        sentence.clauses = kept or sentence.clauses
    spare = [each for each in draft.sentences() if len(each.clauses) > 1]
    while spare and sentences.count_units(draft.text()) > goal:
        _drop_least(draft, composer.rng.choice(spare))
        spare = [each for each in spare if len(each.clauses) > 1]


def _is_filler(draft: Draft, clause: Clause) -> bool:
    return _FILLERS[draft.language].match(draft.clause(clause).strip()) is not None


def _drop_least(draft: Draft, sentence: Sentence) -> None:
    """The shortest clause that is not the first: what comes first says who and where."""
    least = min(sentence.clauses[1:], key=lambda each: len(draft.clause(each)))
    sentence.clauses = [each for each in sentence.clauses if each is not least]


def expanded(draft: Draft, composer: Composer) -> None:
    """A detail of the senses for every third sentence or so, and for one at least."""
    room = [each for each in draft.sentences() if each.told and each.mark != ASK]
    count = max(1, round(composer.policy.detailed * len(room)))
    for sentence in composer.rng.sample(room, min(count, len(room))):
        sentence.clauses.append(composer.aside(composer.rng.choice(SENSES)))
    if not room and draft.paragraphs:
        draft.paragraphs[-1].append(Sentence([composer.aside(composer.rng.choice(SENSES))]))


def rewritten(draft: Draft, composer: Composer) -> None:
    """Long sentences are split, short neighbours joined, and what can change places does."""
    rng, half = composer.rng, composer.policy.half
    for sentence in length_moves.longest_first(draft):
        if sentence.told and len(sentence.clauses) > 1 and rng.random() < half:
            length_moves.split(draft, sentence)
    for paragraph in draft.paragraphs:
        for first, second in pairwise(list(paragraph)):
            plain = first.told and second.told and ASK not in (first.mark, second.mark)
            if plain and first.clauses and len(first.clauses) == 1 and rng.random() < half:
                second.clauses[0].joint = COMMA
                second.clauses[:0], first.clauses = first.clauses, []
    for word in draft.words():
        if word.kind in ("modifiers", "intensifiers", "adverbials") and rng.random() < half:
            word.on = False
    draft.tidy()
