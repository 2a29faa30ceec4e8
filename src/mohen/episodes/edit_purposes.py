"""What an edit was for, sentence by sentence.

The sentences of the two texts are set beside each other; of those that differ, what went and what
came is counted in units and in everything that style counts. A simile that was cut takes words and
commas with it, but it was cut for the simile: of all that changed in one sentence the most special
is the purpose, and the rest its company. What was only moved, corrected or told anew was done for
no reason of style.

A purpose is a feature of style with a sign (`-similes`, `+dialogue_share`), or `corrects`, `moves`,
`retells`. By rules alone, in both languages; what it cannot tell has no purpose.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field

from mohen.core.values import dataclass
from mohen.episodes.policy import Measuring
from mohen.text import sentences, style_words
from mohen.text.language import HAN
from mohen.text.lazy_pattern import LazyPattern

CORRECTS, MOVES, RETELLS = "corrects", "moves", "retells"

_TOKEN = LazyPattern(rf"[A-Za-zÀ-ÖØ-öø-ɏ]+(?:['’-][A-Za-zÀ-ÖØ-öø-ɏ]+)*|\d+|[{HAN}]|[^\s\w]")
# The most special first: what stands behind moves with what stands before it. Of how many words one
# of them is at most, in English; twice as many characters in Chinese.
_SPECIAL = {
    "cliches": 10, "idioms": 6, "similes": 12, "exposition": 10, "smell": 10, "taste": 10,
    "sound": 10, "touch": 10, "sight": 8, "classical": 3, "colloquial": 3, "contractions": 3,
    "intensifiers": 3, "vague": 5, "modifiers": 4,
}  # fmt: skip
_MARKS = ("exclamation", "ellipsis", "dash", "question", "semicolon", "colon", "comma")
_SIDES = {"first_person_share": ("first", "third"), "past_tense": ("past", "present")}


def of(before: str, after: str, language: str, policy: Measuring) -> tuple[str, ...] | None:
    """The purposes, the features first; None where the text is too long, or was written anew: then
    all of it is what the author wanted."""
    old, new = _sentences(before), _sentences(after)
    if max(len(old), len(new)) > policy.aligned_max or _is_anew(before, after, policy):
        return None
    edit = _Edit(policy)
    for block in _blocks(old, new):
        for gone, come in _together(*block, policy):
            edit.take(gone, come, language)
    paragraphs = sentences.count_paragraphs(after) - sentences.count_paragraphs(before)
    return edit.purposes(paragraphs)


def _sentences(text: str) -> list[str]:
    return [each for piece in sentences.whole(text) if (each := piece.strip())]


def _blocks(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[list[str], list[str]]]:
    """Sentences that went, beside those that came in their place."""
    from rapidfuzz.distance import LCSseq

    gone: list[str] = []
    come: list[str] = []
    for step in LCSseq.opcodes(old, new):
        if step.tag == "equal":
            if gone or come:
                yield gone, come
            gone, come = [], []
        else:
            gone += old[step.src_start : step.src_end]
            come += new[step.dest_start : step.dest_end]
    if gone or come:
        yield gone, come


def _together(
    gone: Sequence[str], come: Sequence[str], policy: Measuring
) -> Iterator[tuple[list[str], list[str]]]:
    """The same, a sentence at a time: one beside the one it became, or beside the several."""
    if len(gone) <= 1 >= len(come):
        yield list(gone), list(come)
        return
    old, new = ([Counter(_tokens(each)) for each in some] for some in (gone, come))
    became = {
        at: _likest(each, new, at * len(new) // len(old), policy) for at, each in enumerate(old)
    }
    was = {at: _likest(each, old, at * len(old) // len(new), policy) for at, each in enumerate(new)}
    group = list(range(len(old) + len(new)))  # by sentence, the old ones first

    def join(one: int, other: int) -> None:
        first, second = sorted((group[one], group[other]))
        group[:] = [first if each == second else each for each in group]

    for at, place in became.items():
        if place is not None:
            join(at, len(old) + place)
    for place, source in was.items():
        if source is not None:
            join(source, len(old) + place)
    alone = _alone(group, len(old))
    for one, other in zip(*alone, strict=False):  # told anew, in the same place
        join(one, other)
    for name in dict.fromkeys(group):
        members = [at for at, each in enumerate(group) if each == name]
        yield (
            [gone[at] for at in members if at < len(old)],
            [come[at - len(old)] for at in members if at >= len(old)],
        )


def _alone(group: Sequence[int], border: int) -> tuple[list[int], list[int]]:
    """Sentences that nothing became and that nothing was, old and new."""
    found = [at for at, each in enumerate(group) if group.count(each) == 1]
    return [at for at in found if at < border], [at for at in found if at >= border]


def _likest(
    sentence: Counter[str], others: Sequence[Counter[str]], near: int, policy: Measuring
) -> int | None:
    """Which of those around the same place holds most of its words, if any holds enough."""
    reach = policy.aligned_near
    places = range(max(0, near - reach), min(len(others), near + reach + 1))
    best = max(places, key=lambda at: (sentence & others[at]).total(), default=None)
    if best is None or not sentence.total():
        return None
    held = (sentence & others[best]).total()
    return best if held >= policy.same_sentence * sentence.total() else None


@dataclass(slots=True)
class _Edit:
    """What was counted so far, over all sentences that differ."""

    policy: Measuring
    net: Counter[str] = field(default_factory=Counter)  # of what is counted: came minus went
    special: int = 0  # units that changed with something special
    cut: int = 0  # units that went with nothing special
    added: int = 0
    whole: int = 0  # of these, in whole sentences
    ends: int = 0  # sentences that became more, or fewer, of the same words
    letters: float = 0.0  # how much longer the words are that were put in the place of others
    away: Counter[str] = field(default_factory=Counter)  # sentences that went as they were
    other: set[str] = field(default_factory=set)

    def take(self, gone: list[str], come: list[str], language: str) -> None:
        old, new = (" ".join(each) if language == "en" else "".join(each) for each in (gone, come))
        before, after = _tokens(old), _tokens(new)
        kept = _kept(before, after)
        size = min(len(before), len(after))
        if not size:
            for each in gone or come:
                self._sentence(each, language, came=bool(come))
            return
        had, has = _counts(old, language), _counts(new, language)
        if bool(had["spoken"]) is not bool(has["spoken"]):
            self.net["dialogue_share"] += 1 if has["spoken"] else -1
            self.special += max(len(before), len(after))
            return
        if kept < self.policy.same_sentence * size:
            self._retold(had, has)
            return
        went, came = _units(before) - _units(after), _units(after) - _units(before)
        ends = _ends(new) - _ends(old)
        if ends and went.total() + came.total() <= len(before) // 3:
            self.ends += ends
        elif went or came:
            self._reworded(had, has, went, came)
        else:
            self._marks(had, has)

    def _sentence(self, sentence: str, language: str, *, came: bool) -> None:
        """A whole one went, or came; what went here and came there was moved."""
        way = 1 if came else -1
        self.away[sentence] += way
        counts, units = _counts(sentence, language), _units(_tokens(sentence))
        size = units.total()
        kinds = {"dialogue_share": counts["spoken"], "question": counts["question"]}
        found = {each: 1 for each, there in kinds.items() if there}
        found = found or {each: counts[each] for each in _purposes(counts, size, _width(units))}
        for each, number in found.items():
            self.net[each] += way * number
        if found:
            self.special += size
        else:
            self._plain(0 if came else size, size if came else 0)
            self.whole += size

    def _retold(self, had: Counter[str], has: Counter[str]) -> None:
        """Another sentence: of style, only how it ends can be meant."""
        self.other.add(RETELLS)
        for mark in ("exclamation", "ellipsis", "question"):
            self.net[mark] += has[mark] - had[mark]

    def _marks(self, had: Counter[str], has: Counter[str]) -> None:
        """The same words: a rarer mark for a commoner one is for the rarer."""
        changed = [each for each in _MARKS if has[each] != had[each]]
        if changed:
            self.net[changed[0]] += has[changed[0]] - had[changed[0]]
        else:
            self.other.add(CORRECTS)

    def _reworded(
        self, had: Counter[str], has: Counter[str], went: Counter[str], came: Counter[str]
    ) -> None:
        apart = Counter({each: has[each] - had[each] for each in (*_SPECIAL, *_MARKS)})
        gone, fresh = went.total(), came.total()
        sided = self._sided(had, has, gone, fresh)
        found = list(_purposes(apart, gone + fresh, _width(went | came)))
        for each in found:
            self.net[each] += apart[each]
        if found or sided:
            self.special += gone + fresh
        elif _is_correction(went, came):
            self.other.add(CORRECTS)
        else:
            self._plain(gone, fresh)
            self._replaced(went, came)
            if gone and fresh:
                self.other.add(RETELLS)

    def _sided(self, had: Counter[str], has: Counter[str], gone: int, fresh: int) -> bool:
        """He for I, is for was: as many words as before, and other ones."""
        found = False
        for feature, (one, other) in _SIDES.items():
            way = has[one] - had[one], had[other] - has[other]
            size = max(map(abs, way))
            if size and way[0] * way[1] >= 0 and abs(gone - fresh) <= 1 and gone <= 3 * size:
                self.net[feature] += _sign(sum(way)) * size
                found = True
        return found

    def _plain(self, gone: int, fresh: int) -> None:
        self.cut += gone
        self.added += fresh

    def _replaced(self, went: Counter[str], came: Counter[str]) -> None:
        """Shorter or longer words in the place of others."""
        old, new = (_letters(each) for each in (went, came))
        if old and new and went.total() == came.total():
            self.letters += new - old

    # -- what it comes to

    def purposes(self, paragraphs: int) -> tuple[str, ...]:
        found = {name: _sign(way) for name, way in self.net.items() if way}
        moved = sum(1 for each in self.away if not self.away[each])
        plain, changed = self.cut + self.added, self.cut + self.added + self.special
        grown = self.added - self.cut
        if plain and plain >= changed / 2 and abs(grown) >= plain / 2:
            found["text_length"] = _sign(grown)
            if self.whole < plain / 2:
                found["mean_sentence_length"] = _sign(grown)
        if self.ends:
            found["mean_sentence_length"] = -_sign(self.ends)
        if abs(self.letters) >= 1:
            found["word_length"] = _sign(self.letters)
        if paragraphs and not self.whole:
            found["paragraph_length"] = -_sign(paragraphs)
        told = [f"{'+' if way > 0 else '-'}{name}" for name, way in sorted(found.items())]
        return (*told, *sorted(self.other | ({MOVES} if moved else set())))


def _purposes(apart: Counter[str], changed: int, width: int) -> Iterator[str]:
    """Of what changed in one sentence: what nothing more special accounts for. Where much more
    changed than such things are long, they came or went with what it says."""
    seen: Counter[int] = Counter()
    for name, length in _SPECIAL.items():
        way, number = _sign(apart[name]), abs(apart[name])
        twin = name == "idioms" and number  # many a cliché is an idiom: it may be cut for either
        if (twin or number > seen[way]) and changed <= number * length * width:
            yield name
            seen[way] = max(seen[way], number)


def _width(units: Iterable[str]) -> int:
    """A word of English is about two characters of Chinese."""
    return 2 if any(not each.isascii() for each in units) else 1


def _is_anew(before: str, after: str, policy: Measuring) -> bool:
    """Whether of the shorter text much does not stand in the other."""
    old, new = _tokens(before), _tokens(after)
    return _kept(old, new) < (1 - policy.rewrite_share) * min(len(old), len(new))


def _tokens(text: str) -> list[str]:
    return [each.lower() for each in _TOKEN.findall(text)]


def _units(tokens: Sequence[str]) -> Counter[str]:
    return Counter(each for each in tokens if each[0].isalnum())


def _kept(before: Sequence[str], after: Sequence[str]) -> int:
    """As many as stand in both: their order tells little in one sentence."""
    return (Counter(before) & Counter(after)).total()


def _counts(text: str, language: str) -> Counter[str]:
    outside, inside = sentences.split_speech(text)
    found = Counter(style_words.count_marks(text))
    if language != "en":
        found.update(style_words.count_chinese(text, outside))
    if language != "zh":
        told, said = sentences.words(outside), sentences.words(text)
        found.update(style_words.count_english(text, said, told))
    found["spoken"] = sentences.count_units(inside)
    found["units"] = sentences.count_units(text)
    return found


def _ends(text: str) -> int:
    return sum(1 for each in sentences.cut(text).split("\n") if each)


def _letters(words: Counter[str]) -> float:
    latin = [each for each in words.elements() if each.isascii()]
    return sum(map(len, latin)) / len(latin) if latin else 0.0


def _is_correction(went: Counter[str], came: Counter[str]) -> bool:
    """One word put right: spelled otherwise, or another form of it."""
    from rapidfuzz.distance import Levenshtein

    if went.total() > 1 or came.total() != went.total():
        return False
    one, other = next(iter(went)), next(iter(came))
    return one.isascii() and Levenshtein.distance(one, other) * 3 <= max(len(one), len(other), 3)


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)
