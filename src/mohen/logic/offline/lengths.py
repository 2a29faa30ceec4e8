"""Moves that change the size of sentences and paragraphs: splitting, joining, saying it briefly."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from statistics import median_low

from mohen.logic import lexicon
from mohen.logic.offline.compose import Composer
from mohen.logic.offline.content import Move
from mohen.logic.offline.draft import ASK, COLON, COMMA, STOP, Draft, Sentence


def size(draft: Draft, sentence: Sentence) -> int:
    return lexicon.count_units(draft.sentence(sentence))


def longest_first(draft: Draft) -> list[Sentence]:
    return sorted(draft.sentences(), key=partial(size, draft), reverse=True)


def splits(draft: Draft) -> list[Move]:
    """The longest first."""
    return [
        partial(split, draft, each)
        for each in longest_first(draft)
        if len(each.clauses) > 1 and any(part.joint != STOP for part in each.clauses[1:])
    ]


def split(draft: Draft, sentence: Sentence) -> None:
    """In two where it is joined nearest its middle; a speech stays one speech."""
    count = len(sentence.clauses)
    places = sorted(range(1, count), key=lambda place: abs(count - place - place))
    cut = next((each for each in places if sentence.clauses[each].joint not in (STOP, COLON)), 0)
    cut = cut or next((each for each in places if sentence.clauses[each].joint == COLON), 0)
    if not cut:
        return
    if sentence.speaker:
        sentence.clauses[cut].joint = STOP
        return
    tail = Sentence(sentence.clauses[cut:], sentence.mark, fixed=sentence.fixed)
    sentence.clauses, sentence.mark = sentence.clauses[:cut], STOP
    for paragraph in draft.paragraphs:
        for place, each in enumerate(paragraph):
            if each is sentence:
                paragraph.insert(place + 1, tail)
                return


def join(first: Sentence, second: Sentence) -> None:
    first.mark = second.mark
    first.clauses, second.clauses = first.clauses + second.clauses, []


def joins(draft: Draft) -> list[Move]:
    """The shortest pairs first."""
    found: list[tuple[int, int, tuple[Sentence, Sentence]]] = []
    for paragraph in draft.paragraphs:
        for pair in pairwise(paragraph):
            if all(each.told and each.mark != ASK for each in pair):
                found.append((size(draft, pair[0]) + size(draft, pair[1]), len(found), pair))
    return [partial(_joined, *pair) for _, _, pair in sorted(found, key=lambda each: each[:-1])]


def _joined(first: Sentence, second: Sentence) -> None:
    if first.clauses and second.clauses:
        if second.clauses[0].joint == STOP:
            second.clauses[0].joint = COMMA
        join(first, second)


def mean(draft: Draft, more: bool, composer: Composer) -> list[Move]:
    if not more:
        return splits(draft) or _shortened(draft, composer)
    whole = [
        partial(setattr, clause, "joint", COMMA)
        for each in draft.sentences()
        for clause in each.clauses[1:]
        if each.speaker and clause.joint == STOP
    ]
    led = [
        partial(setattr, each, "led", True)
        for each in draft.sentences()
        if each.says and not each.led
    ]
    return [*whole, *led] or joins(draft) or _lengthened(draft, composer)


def longest(draft: Draft, more: bool, composer: Composer) -> list[Move]:
    if not more:
        return splits(draft)[:1] or _shortened(draft, composer)[:1]
    return _grown(draft, composer)


def spread(draft: Draft, more: bool, composer: Composer) -> list[Move]:
    """Uneven: the longest grows and a brief one is put in. Even: the longest is split, or the
    shortest grows."""
    ranked = longest_first(draft)
    if more:
        brief = [] if draft.own else [partial(_put_brief, draft, composer)]
        return [*_grown(draft, composer), *brief]
    middle = median_low([size(draft, each) for each in ranked])
    over = size(draft, ranked[0]) - middle
    under = middle - size(draft, ranked[-1])
    if over >= under:
        return splits(draft)[:1] or _shortened(draft, composer)[:1]
    return [partial(_grow_or_go, draft, ranked[-1], composer)]


def paragraphs(draft: Draft, more: bool, composer: Composer) -> list[Move]:
    if more:
        pairs = [partial(_merge, *pair) for pair in pairwise(draft.paragraphs)]
        return [*pairs] or ([] if draft.own else [partial(_one_more, draft, composer)])
    ranked = sorted(draft.paragraphs, key=len, reverse=True)
    cuts: list[Move] = [partial(_cut, draft, each) for each in ranked if len(each) > 1]
    return cuts or mean(draft, False, composer)


def _merge(first: list[Sentence], second: list[Sentence]) -> None:
    first += second
    second.clear()


def _cut(draft: Draft, paragraph: list[Sentence]) -> None:
    count = len(paragraph)
    cut = min(range(1, count), key=lambda place: abs(count - place - place))
    at = next(place for place, each in enumerate(draft.paragraphs) if each is paragraph)
    draft.paragraphs.insert(at + 1, paragraph[cut:])
    del paragraph[cut:]


def _shortened(draft: Draft, composer: Composer) -> list[Move]:
    """One clause each and still too long: without what can be left out, then said briefly."""
    ranked = longest_first(draft)
    worst = [each for each in ranked if not each.fixed]
    ours = [each for each in worst if each.ours]
    moves: list[Move] = [
        partial(setattr, word, "on", False)
        for each in worst[:1]
        for clause in each.clauses
        for word in clause.words
        if word.on and word.kind in ("modifiers", "adverbials")
    ]
    unsaid = [partial(setattr, each, "says", "") for each in ours if each.speaker and each.led]
    return moves or [*unsaid, *(partial(_briefly, each, composer) for each in ours)]


def _briefly(sentence: Sentence, composer: Composer) -> None:
    """Another speech of one clause, or a brief statement."""
    if sentence.speaker:
        sentence.clauses = composer.speech(asked=sentence.mark == ASK).clauses[:1]
        return
    sentence.clauses = composer.brief().clauses
    sentence.mark = STOP if sentence.mark == ASK else sentence.mark


def _lengthened(draft: Draft, composer: Composer) -> list[Move]:
    """Nothing left to join: another clause for the shortest."""
    if draft.own:
        return []
    told = [each for each in reversed(longest_first(draft)) if each.mark != ASK and not each.fixed]
    return [partial(_grow, each, composer) for each in told]


def _grow(sentence: Sentence, composer: Composer) -> None:
    other = composer.speech(asked=False) if sentence.speaker else composer.statement()
    sentence.clauses += other.clauses


def _grown(draft: Draft, composer: Composer) -> list[Move]:
    """The longest becomes longer."""
    if draft.own:
        return joins(draft)[-1:]
    told = [each for each in longest_first(draft) if each.told and each.mark != ASK]
    if not told:
        return [partial(_one_more, draft, composer)]
    return [partial(_grow_by_next, draft, told[0], composer)]


def _grow_by_next(draft: Draft, sentence: Sentence, composer: Composer) -> None:
    """By the sentence after it, where that is one to be joined; by a beat more otherwise."""
    for paragraph in draft.paragraphs:
        for first, second in pairwise(paragraph):
            if first is sentence and second.told and second.mark != ASK:
                join(first, second)
                return
    _grow(sentence, composer)


def _grow_or_go(draft: Draft, sentence: Sentence, composer: Composer) -> None:
    """Too short to be even: away with it, or longer where few are left."""
    if sum(1 for _ in draft.sentences()) > composer.policy.sentences_min and sentence.ours:
        sentence.clauses = []
    elif not sentence.fixed:
        _grow(sentence, composer)


def _put_brief(draft: Draft, composer: Composer) -> None:
    draft.paragraphs[-1].append(composer.brief())


def _one_more(draft: Draft, composer: Composer) -> None:
    draft.paragraphs[-1].append(composer.statement())
