"""Small changes that can be made to a draft, so that it holds more or less of something.

A move is one such change; of each kind the list has the least harmful first. How much a draft
holds of something (modifiers, similes, sounds, speech, a word), how long its sentences and
paragraphs are, which marks end and join them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from statistics import median_low

from mohen.offline_writer.compose import Composer
from mohen.offline_writer.draft import (
    ASK,
    BARE,
    COLON,
    COMMA,
    HERO,
    MARKS,
    SEMICOLON,
    SHOUT,
    STOP,
    TRAIL,
    Clause,
    Draft,
    Sentence,
    Word,
)
from mohen.rules.model import Part
from mohen.text import sentences, style_words

Move = Callable[[], object]

OPTIONAL = ("modifiers", "intensifiers", "colloquial", "adverbials", "contractions")
"""Kinds of words that can be left out, or said otherwise."""
_SHOWN = ("similes", "idioms", "classical", "sight", "sound", "smell", "taste", "touch")


def counted(feature: str, draft: Draft, more: bool, composer: Composer) -> list[Move]:
    """Of what is counted in words."""
    if more:
        switched = [
            partial(setattr, word, "on", True)
            for word in draft.words()
            if word.kind == feature and not word.on
        ]
        composer.rng.shuffle(switched)
        if draft.part is Part.SPEECH:
            return [*switched, *_resaid(draft, partial(_count, feature), composer)]
        room = [each for each in draft.sentences() if not each.speaker]
        composer.rng.shuffle(room)
        if feature not in composer.stock.asides:
            return [*switched]
        return [*switched, *(partial(_add, draft, each, feature, composer) for each in room)]
    asides = [
        partial(_drop, sentence, clause)
        for sentence in draft.sentences()
        for clause in sentence.clauses
        if clause.kind == feature
    ]
    # 非常 is an intensifier and a modifier, 非常缓慢地 can only go as one.
    loose = [
        partial(setattr, word, "on", False)
        for word in draft.words()
        if word.on and word.kind in OPTIONAL and _count(feature, word.text, draft.language)
    ]
    composer.rng.shuffle(loose)
    count = partial(_count, feature)
    return [*asides, *loose] or cleaned(draft, count, composer, own=feature in _SHOWN)


def _add(draft: Draft, sentence: Sentence, kind: str, composer: Composer) -> None:
    """As a clause of the sentence, or as a sentence of its own."""
    clause = composer.aside(kind)
    alone = composer.rng.random() < composer.policy.half
    if alone or sentence.fixed or sentence.mark == ASK or kind == "colloquial":
        _after(draft, sentence, Sentence([clause]))
    else:
        sentence.clauses.append(clause)


def _after(draft: Draft, sentence: Sentence, other: Sentence) -> None:
    for paragraph in draft.paragraphs:
        for at, each in enumerate(paragraph):
            if each is sentence:
                paragraph.insert(at + 1, other)
                return


def _resaid(draft: Draft, count: Callable[[str, str], int], composer: Composer) -> list[Move]:
    """For each speech of ours, another that holds more of it."""
    ours = [each for each in draft.sentences() if each.speaker and each.ours]
    return [partial(_say_with, draft, each, count, composer) for each in ours]


def _say_with(
    draft: Draft, sentence: Sentence, count: Callable[[str, str], int], composer: Composer
) -> None:
    most = count(draft.sentence(sentence), draft.language)
    for _ in range(composer.policy.tries):
        other = composer.speech(asked=sentence.mark == ASK)
        found = count(draft.sentence(other), draft.language)
        if found > most:
            most, sentence.clauses = found, other.clauses


def _drop(sentence: Sentence, clause: Clause) -> None:
    sentence.clauses = [each for each in sentence.clauses if each is not clause]


def _count(feature: str, text: str, language: str) -> int:
    if language == "zh":
        return style_words.count_chinese(text, text)[feature]
    words = sentences.words(text)
    return style_words.count_english(text, words, words)[feature]


def cleaned(
    draft: Draft, count: Callable[[str, str], int], composer: Composer, *, own: bool = False
) -> list[Move]:
    """For each clause that holds it, one that does not; with `own`, a clause of the author's that
    stands behind another is left out as well."""
    return [
        partial(_without, draft, sentence, clause, count, composer)
        for sentence in draft.sentences()
        for clause in sentence.clauses
        if (not clause.own or (own and clause is not sentence.clauses[0]))
        and count(draft.clause(clause, quoted=bool(sentence.speaker)), draft.language)
    ]


def _without(
    draft: Draft,
    sentence: Sentence,
    clause: Clause,
    count: Callable[[str, str], int],
    composer: Composer,
) -> None:
    if len(sentence.clauses) > 1:
        _drop(sentence, clause)
        return
    make = composer.speech if sentence.speaker else composer.statement
    for _ in range(composer.policy.tries):
        other = make()
        if not count(draft.sentence(other), draft.language) and (
            other.mark != ASK or sentence.mark == ASK
        ):
            sentence.clauses = other.clauses
            return
    sentence.clauses = []


# --- speech and questions ---------------------------------------------------------------


def dialogue(draft: Draft, more: bool, composer: Composer) -> list[Move]:
    wrong = [each for each in draft.sentences() if bool(each.speaker) != more and each.ours]
    composer.rng.shuffle(wrong)
    unsaid = [
        partial(setattr, each, "says", "") for each in draft.sentences() if each.says and more
    ]
    added = [partial(_append, draft, composer.speech)] if more and not wrong else []
    return [*(partial(_retold, draft, each, composer, more) for each in wrong), *unsaid, *added]


def _retold(draft: Draft, sentence: Sentence, composer: Composer, aloud: bool) -> None:
    other = composer.speech() if aloud else composer.statement()
    sentence.clauses, sentence.mark = other.clauses, other.mark
    sentence.speaker, sentence.says, sentence.led = other.speaker, other.says, other.led
    if aloud:
        draft.paragraphs[:] = [part for each in draft.paragraphs for part in _in_turn(each)]


def _in_turn(paragraph: list[Sentence]) -> list[list[Sentence]]:
    """An answer begins a paragraph."""
    parts = [paragraph[:1]]
    for before, after in pairwise(paragraph):
        if before.speaker and after.speaker:
            parts.append([])
        parts[-1].append(after)
    return parts


def _append(draft: Draft, make: Callable[[], Sentence]) -> None:
    draft.paragraphs.append([make()])


def questions(draft: Draft, more: bool, composer: Composer) -> list[Move]:
    if more:
        spoken = [each for each in draft.sentences() if each.speaker and each.mark != ASK]
        asked = [partial(_asked, each, composer) for each in spoken]
        told = [each for each in draft.sentences() if not each.speaker]
        put = [partial(_question_after, draft, each, composer) for each in told]
        composer.rng.shuffle(put)
        return [*asked, *put]
    wrong = [each for each in draft.sentences() if each.mark == ASK]
    return [partial(_unasked, each, composer) for each in wrong]


def _asked(sentence: Sentence, composer: Composer) -> None:
    other = composer.speech(asked=True)
    sentence.clauses, sentence.mark = other.clauses, ASK


def _question_after(draft: Draft, sentence: Sentence, composer: Composer) -> None:
    _after(draft, sentence, composer.question())


def _unasked(sentence: Sentence, composer: Composer) -> None:
    if not sentence.ours:
        sentence.mark = STOP
        return
    other = composer.speech(asked=False) if sentence.speaker else composer.statement()
    sentence.clauses, sentence.mark = other.clauses, STOP


# --- person and tense -------------------------------------------------------------------


def person(draft: Draft, first: bool, composer: Composer) -> list[Move]:
    if draft.cast.first != first:
        return [partial(setattr, draft.cast, "first", first)]
    return [partial(_hero_speaks_up, draft, composer)] if first else []


def _hero_speaks_up(draft: Draft, composer: Composer) -> None:
    """Somebody has to be there to be somebody."""
    stock = composer.stock
    beats = [beat for beat in stock.scenes[composer.scene] + stock.brief if beat[0].of_hero()]
    lines = composer.fresh("hero", beats)
    draft.paragraphs[-1].append(Sentence(composer.clauses(lines)))


def tense(draft: Draft, past: bool, composer: Composer) -> list[Move]:
    if draft.cast.past != past:
        return [partial(setattr, draft.cast, "past", past)]
    told = [each for each in draft.sentences() if each.told and each.ours]
    return [partial(_retold, draft, each, composer, False) for each in told]


# --- a word -----------------------------------------------------------------------------


def uses(phrase: str, text: str, _language: str = "") -> int:
    """How often a text has it; a Latin one only as whole words."""
    if not phrase.isascii():
        return text.count(phrase)
    return len(re.findall(rf"(?<![a-z]){re.escape(phrase.lower())}(?![a-z])", text.lower()))


def phrase(draft: Draft, wanted: str, more: bool, composer: Composer) -> list[Move]:
    if more:
        return [partial(_use, draft, wanted, composer)]
    moves: list[Move] = []
    if uses(wanted, draft.cast.name):
        moves.append(partial(setattr, draft.cast, "name", ""))
    if uses(wanted, draft.cast.other):
        others = [each for each in composer.stock.others if not uses(wanted, each)]
        moves += [partial(setattr, draft.cast, "other", each) for each in others[:1]]
    moves += [
        partial(_unsay, word, wanted, composer)
        for word in draft.words()
        if word.on and uses(wanted, word.text) and _can_unsay(word, wanted, composer)
    ]
    return moves or cleaned(draft, partial(uses, wanted), composer)


def _use(draft: Draft, wanted: str, composer: Composer) -> None:
    """Where it can stand; a word that is not known to stand anywhere is quoted, or said by
    itself."""
    if draft.part is Part.SPEECH:
        said = Sentence([Clause([Word(wanted)])], speaker=HERO)
        draft.paragraphs.append([said])
        return
    if wanted.lower() in composer.stock.adverbials:
        for clause in draft.clauses():
            if clause.of_hero() and not clause.own:
                composer.open_with(wanted, clause)
                return
    draft.paragraphs[-1].append(composer.quoting(wanted))


def _can_unsay(word: Word, wanted: str, composer: Composer) -> bool:
    return word.kind in OPTIONAL or wanted.lower() in composer.stock.adverbials


def _unsay(word: Word, wanted: str, composer: Composer) -> None:
    """Another word for it, or none where it can be left out."""
    if word.kind in OPTIONAL:
        word.on = False
        return
    other = composer.stock.adverbials[wanted.lower()]
    word.text = re.sub(re.escape(wanted), other, word.text, flags=re.IGNORECASE)


# --- a colon ----------------------------------------------------------------------------


def colons(draft: Draft, more: bool, composer: Composer) -> list[Move]:
    """A lead such as 他只明白一件事, or in Chinese who speaks before the speech."""
    zh = draft.language == "zh"
    # Who speaks is told, and not said.
    speeches = (each for each in draft.all_sentences() if each.speaker and each.says)
    led = [
        partial(setattr, each, "led", more)
        for each in speeches
        if zh and draft.part is not Part.SPEECH and each.led != more
    ]
    if more:
        told = [each for each in draft.sentences() if each.told and each.mark != ASK]
        free = [each for each in told if all(part.joint != COLON for part in each.clauses)]
        composer.rng.shuffle(free)
        return [*led, *(partial(_lead, each, composer) for each in free)]
    leads = [
        partial(_unlead, sentence)
        for sentence in draft.sentences()
        if any(clause.joint == COLON or clause.kind == "colon" for clause in sentence.clauses)
    ]
    return [*led, *leads] or cleaned(draft, _colons_in, composer)


def _colons_in(text: str, _language: str) -> int:
    return style_words.count_marks(text)["colon"]


def _lead(sentence: Sentence, composer: Composer) -> None:
    sentence.clauses[0].joint = COLON
    sentence.clauses.insert(0, composer.aside("colon"))


def _unlead(sentence: Sentence) -> None:
    sentence.clauses = [each for each in sentence.clauses if each.kind != "colon"]
    for clause in sentence.clauses:
        if clause.joint == COLON:
            clause.joint = COMMA


def size(draft: Draft, sentence: Sentence) -> int:
    return sentences.count_units(draft.sentence(sentence))


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
    for paragraph in draft.paragraphs if draft.part is not Part.SPEECH else ():
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
        brief = (
            [] if draft.own or draft.part is Part.SPEECH else [partial(_put_brief, draft, composer)]
        )
        return [*_grown(draft, composer), *brief]
    if not ranked:
        return []
    middle = median_low([size(draft, each) for each in ranked])
    over = size(draft, ranked[0]) - middle
    under = middle - size(draft, ranked[-1])
    if over >= under:
        return splits(draft)[:1] or _shortened(draft, composer)[:1]
    return [partial(_grow_or_go, draft, ranked[-1], composer)]


def length(draft: Draft, more: bool, composer: Composer) -> list[Move]:
    """A sentence more, or the last of ours less while any is left."""
    if more:
        speech = draft.part is Part.SPEECH
        return [partial(_append, draft, composer.speech if speech else composer.statement)]
    ours = [each for each in draft.sentences() if each.ours]
    return [partial(setattr, each, "clauses", []) for each in ours[:0:-1]]


def paragraphs(draft: Draft, more: bool, composer: Composer) -> list[Move]:
    if draft.part is Part.SPEECH:  # a speech as a whole
        return _lengthened(draft, composer) if more else _shortened(draft, composer)
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
    told = [each for each in longest_first(draft) if not each.fixed and each.mark != ASK]
    if draft.part is Part.SPEECH:
        return [partial(_grow, each, composer) for each in told[:1]]
    told = [each for each in told if each.told]
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


# -- Moves that change the marks of a draft: how sentences end and how clauses are joined.


_SIGNS = {SHOUT: ("！", "!"), TRAIL: ("……", "…", "...")}


def ends(kind: str, draft: Draft, more: bool, composer: Composer) -> list[Move]:
    """Exclamation marks and ellipses, in the place of a full stop."""
    before, after = (STOP, kind) if more else (kind, STOP)
    found = [each for each in draft.sentences() if each.mark == before]
    composer.rng.shuffle(found)
    found.sort(key=lambda each: not each.speaker)  # somebody who speaks is louder
    moves: list[Move] = [partial(setattr, each, "mark", after) for each in found]
    if not more:
        moves += [
            partial(_rub_out, word, sign, draft.language)
            for each in draft.sentences()
            if each.fixed
            for word in each.clauses[0].words
            for sign in _SIGNS[kind]
            if sign in word.text and draft.changes(each, word)
        ]
    return moves or (splits(draft) if more else [])


def _rub_out(word: Word, sign: str, language: str) -> None:
    """In the author's own speech, where the mark is part of the text."""
    word.text = word.text.replace(sign, MARKS[language][STOP])


def joints(kind: str, draft: Draft, more: bool, composer: Composer) -> list[Move]:
    """Dashes and semicolons, in the place of a comma."""
    inner = [clause for clause in _inner(draft) if not clause.own or not more]
    before, after = (COMMA, kind) if more else (kind, COMMA)
    found = [each for each in inner if each.joint == before]
    composer.rng.shuffle(found)
    moves: list[Move] = [partial(setattr, each, "joint", after) for each in found]
    if moves or not more:
        return moves
    return _clauses_joined(draft, kind) or mean(draft, True, composer)


def commas(draft: Draft, more: bool, composer: Composer) -> list[Move]:
    if more:
        freed = [
            partial(setattr, each, "joint", COMMA)
            for each in _inner(draft)
            if each.joint in (BARE, SEMICOLON)
        ]
        return [*freed, *_clauses_joined(draft, COMMA)] or mean(draft, True, composer)
    if draft.language == "en":
        bare = [
            partial(setattr, each, "joint", BARE)
            for each in _inner(draft)
            if each.joint == COMMA and each.link
        ]
        if bare:
            return [*bare]
    return splits(draft) or _unsaid(draft) or cleaned(draft, _commas_in, composer)


def _unsaid(draft: Draft) -> list[Move]:
    """In English it is a comma that leads to who speaks, and one that follows a call."""
    if draft.language == "zh":
        return []
    called = [
        partial(setattr, word, "on", False)
        for word in draft.words()
        if word.kind == "colloquial" and word.on
    ]
    said = [partial(setattr, each, "says", "") for each in draft.sentences() if each.says]
    return [*called, *said]


def _commas_in(text: str, _language: str) -> int:
    return style_words.count_marks(text)["comma"]


def _inner(draft: Draft) -> list[Clause]:
    """Clauses that are joined to one before."""
    return [clause for each in draft.sentences() for clause in each.clauses[1:]]


def _clauses_joined(draft: Draft, kind: str) -> list[Move]:
    """Two sentences made one by the mark."""
    if draft.part is Part.SPEECH:
        return []
    pairs = [pair for paragraph in draft.paragraphs for pair in pairwise(paragraph)]
    return [partial(_join, *pair, kind) for pair in pairs if pair[0].told and pair[1].told]


def _join(first: Sentence, second: Sentence, kind: str) -> None:
    if first.clauses and second.clauses:
        second.clauses[0].joint = kind
        join(first, second)
