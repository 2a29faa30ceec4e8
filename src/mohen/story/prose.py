"""Reading a chapter: what its sentences say of those who are known.

Names become single characters before a pattern looks, so that one pattern serves every name. A
pronoun counts as a name where the paragraph has named one person only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from mohen.story import fact_ids, numerals, patterns, vocabulary
from mohen.story.chapters import Segment
from mohen.story.likeness import tells
from mohen.story.model import EntityType, Evidence, Fact, Moment, Origin, Relation, State
from mohen.story.name_index import Roster
from mohen.story.policy import Story
from mohen.story.sentences import FILLER, Paragraph, Sentence, Speech, paragraphs
from mohen.story.timeline import marks
from mohen.text.normalize import fold

_ROLES = {
    "who": (EntityType.CHARACTER,),
    "where": (EntityType.LOCATION,),
    "item": (EntityType.ITEM,),
    "secret": (EntityType.SECRET,),
}
_NAMED = re.compile(patterns.NAME)
_HE = re.compile(r"(?<![其])[他她](?!们|人)|\b(?:he|she)\b", re.IGNORECASE)
_HIS = re.compile(r"\b(?:his|her)(?= (?:\w+,? ){0,2}(?:eyes|hair)\b)", re.IGNORECASE)
_FEMALE = re.compile(r"她|she|her", re.IGNORECASE)
_WOMAN = re.compile(r"女|female|woman|girl|^f$", re.IGNORECASE)
_PRONOUNS_TOO_RISKY = (vocabulary.LIFE, vocabulary.SEEN)
_LEFT = {"左": "left", "右": "right"}
_LIMBS = {"臂": "arm", "手": "hand", "腿": "leg", "脚": "foot", "眼": "eye"}


@dataclass(frozen=True, slots=True)
class _Named:
    """A sentence with names as characters: `named` without, `resolved` with pronouns."""

    sentence: Sentence
    named: str
    resolved: str


class ChapterReader:
    """Reads one chapter with the names that are known."""

    def __init__(self, project_id: str, segment: Segment, roster: Roster, policy: Story) -> None:
        self._project = project_id
        self._chapter = segment.chapter
        self._segment = segment
        self._roster = roster
        self._policy = policy
        self._ids = list(roster.entities)
        self._place = {id: at for at, id in enumerate(self._ids)}
        self._seen: set[str] = set()

    def facts(self) -> Iterator[Fact]:
        for paragraph in paragraphs(self._segment):
            alone: str | None = None  # the only person the paragraph has named so far
            for sentence in paragraph.sentences:
                named = self._coded(sentence.plain)
                people = {t for t in named if self._is(t, (EntityType.CHARACTER,))}
                if people - {alone}:
                    alone = people.pop() if len(people) == 1 and alone is None else ""
                resolved = self._with_pronouns(named, alone or "")
                yield from self._of_sentence(_Named(sentence, named, resolved))
                yield from marks(self._project, self._chapter, sentence, self._evidence(sentence))
            yield from self._of_speeches(paragraph)

    # -- names

    def _coded(self, text: str) -> str:
        text = _NAMED.sub(FILLER, text)  # these characters mean names from here on
        pieces, end = [], 0
        for mention in self._roster.find(text):
            pieces += [text[end : mention.start], self._token(mention.entity)]
            end = mention.end
        return "".join((*pieces, text[end:])).replace("\n", " ")

    def _token(self, id: str) -> str:
        return chr(ord(patterns.FIRST) + self._place[id])

    def _entity(self, token: str) -> str:
        return self._ids[ord(token) - ord(patterns.FIRST)]

    def _is(self, token: str, types: tuple[EntityType, ...]) -> bool:
        if not patterns.FIRST <= token <= patterns.LAST:
            return False
        return self._roster.entities[self._entity(token)].type in types

    def _with_pronouns(self, text: str, token: str) -> str:
        if not token:
            return text
        gender = self._roster.entities[self._entity(token)].attributes.get("gender", "")
        found = {bool(_FEMALE.fullmatch(each)) for each in _HE.findall(text)}
        if gender and found and found != {bool(_WOMAN.search(gender))}:
            return text
        return _HIS.sub(f"{token}'s", _HE.sub(token, text))

    # -- sentences

    def _of_sentence(self, named: _Named) -> Iterator[Fact]:
        sentence = named.sentence
        if not _NAMED.search(named.resolved):
            return  # nobody is named, so nothing is said of anybody
        for pattern in patterns.STATES:
            if not (sentence.sure or (pattern.doubtful and sentence.present)):
                continue
            risky = pattern.attribute in _PRONOUNS_TOO_RISKY
            for match in pattern.regex.finditer(named.named if risky else named.resolved):
                yield from self._state(pattern, match, sentence)
        if sentence.sure:
            yield from self._relations(named)

    def _state(
        self, pattern: patterns.Pattern, match: re.Match[str], sentence: Sentence
    ) -> Iterator[State]:
        groups = {name: text for name, text in match.groupdict().items() if text is not None}
        if not all(
            self._is(groups[role], types) for role, types in _ROLES.items() if role in groups
        ):
            return
        about = groups.get("item") if pattern.attribute in _OF_ITEMS else groups.get("who")
        if about is None:
            return
        entity, at = self._entity(about), self._moment(sentence, match.start())
        if pattern.attribute == vocabulary.SEEN:
            if entity in self._seen:
                return
            self._seen.add(entity)  # once in a chapter is enough
        if pattern.value == "arrives":  # first away from where one was
            yield self._made(entity, pattern.attribute, vocabulary.SOMEWHERE, at, sentence)
        if value := self._value(pattern, groups):
            yield self._made(entity, pattern.attribute, value, at, sentence)

    def _value(self, pattern: patterns.Pattern, groups: dict[str, str]) -> str:
        if "where" in groups:
            return self._entity(groups["where"])
        if "secret" in groups:
            return self._entity(groups["secret"])
        if "fact" in groups:
            return self._plain_names(groups["fact"])
        if "colour" in groups:
            return groups["colour"]
        if "number" in groups:
            return str(numerals.value(groups["number"]) or "")
        if "limb" in groups:
            limb = fold(groups["limb"])
            return f"{_LEFT.get(groups['side'], fold(groups['side']))} {_LIMBS.get(limb, limb)}"
        return pattern.value or self._entity(groups["who"])

    def _plain_names(self, text: str) -> str:
        """Names in full again: what is known is kept as text."""
        return "".join(
            self._roster.entities[self._entity(each)].name
            if patterns.FIRST <= each <= patterns.LAST
            else each
            for each in text
        ).strip()

    def _relations(self, named: _Named) -> Iterator[Relation]:
        people, events = (EntityType.CHARACTER,), (EntityType.EVENT,)
        for pattern in (*patterns.KINSHIP, *patterns.ORDER):
            types = events if pattern.attribute else people
            for match in pattern.regex.finditer(named.named):
                who, other = match["who"], match["other"]
                if who == other or not (self._is(who, types) and self._is(other, types)):
                    continue
                kind = pattern.attribute or vocabulary.relation(match["kin"])
                yield self._related(named.sentence, who, kind, other, match.start())

    def _related(
        self, sentence: Sentence, who: str, kind: str, other: str, column: int
    ) -> Relation:
        source, target = self._entity(who), self._entity(other)
        where = f"{self._chapter.ref}:{sentence.first}"
        return Relation(
            id=fact_ids.relation_id(self._project, source, kind, target, where),
            source=source,
            kind=kind,
            target=target,
            since=self._moment(sentence, column),
            origin=Origin.FILE,
            evidence=self._evidence(sentence),
        )

    # -- speeches

    def _of_speeches(self, paragraph: Paragraph) -> Iterator[State]:
        """Who gives a secret away, and who is said to live."""
        secrets = [e for e in self._roster.entities.values() if e.type is EntityType.SECRET]
        for speech in paragraph.speeches:
            sentence = _around(paragraph, speech)
            if sentence is None or not sentence.present:
                continue
            coded = self._coded(speech.text)
            for pattern in patterns.STATES:
                if pattern.doubtful:
                    for match in pattern.regex.finditer(coded):
                        yield from self._state(pattern, match, sentence)
            told = [
                each.id for each in secrets if tells(speech.text, each.attributes, self._policy)
            ]
            speaker = self._speaker(paragraph, speech) if told else None
            if speaker is not None:
                at = self._moment(sentence, speech.start)
                for id in told:
                    yield self._made(speaker, vocabulary.TELLS, id, at, sentence, speech.text)

    def _speaker(self, paragraph: Paragraph, speech: Speech) -> str | None:
        before = self._coded(paragraph.plain[: speech.start])
        after = self._coded(paragraph.plain[speech.end :])
        found = (
            patterns.SPEAKER_BEFORE.regex.search(before)
            or patterns.SPEAKER_ENGLISH.regex.search(after)
            or patterns.SPEAKER_AFTER.regex.search(after)
        )
        if found is None:
            return None
        token = found["who"] or found.groupdict().get("said") or ""
        return self._entity(token) if self._is(token, (EntityType.CHARACTER,)) else None

    # -- making

    def _made(
        self,
        entity: str,
        attribute: str,
        value: str,
        at: Moment,
        sentence: Sentence,
        said: str | None = None,
    ) -> State:
        where = f"{self._chapter.ref}:{sentence.first}:{at.column}"
        return State(
            id=fact_ids.state_id(self._project, entity, attribute, value, where),
            entity=entity,
            attribute=attribute,
            value=value,
            since=at,
            scene=sentence.scene,
            origin=Origin.FILE,
            evidence=self._evidence(sentence, said),
        )

    def _moment(self, sentence: Sentence, column: int) -> Moment:
        return Moment(self._chapter.number, sentence.first, sentence.column + column)

    def _evidence(self, sentence: Sentence, said: str | None = None) -> Evidence:
        excerpt = " ".join((said or sentence.text).split())[: self._policy.excerpt_chars]
        return Evidence(self._chapter.ref, sentence.first, sentence.last, excerpt)


_OF_ITEMS = (vocabulary.ITEM_STATE, vocabulary.USES)


def _around(paragraph: Paragraph, speech: Speech) -> Sentence | None:
    """The sentence that a speech stands in, or the nearest one."""
    if not paragraph.sentences:
        return None
    before = [each for each in paragraph.sentences if each.column <= speech.start]
    return before[-1] if before else paragraph.sentences[0]
