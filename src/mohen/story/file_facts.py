"""Facts of a story, read from the project's files: cards, chapters, and people who have no card."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Sequence

from mohen.core.values import dataclass
from mohen.manuscript.model import FileKind, ProjectFile
from mohen.story import fact_ids
from mohen.story.cards import CardReader
from mohen.story.chapters import Segment, split
from mohen.story.model import (
    NOWHERE,
    Entity,
    EntityType,
    Evidence,
    Fact,
    Facts,
    Mark,
    Relation,
    Source,
    State,
)
from mohen.story.name_index import NameIndex, merged
from mohen.story.policy import Story
from mohen.story.prose import ChapterReader
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.normalize import fold

# Common surnames that are rarely another word's first character.
_SURNAMES = (
    "王李张刘陈杨赵吴周徐孙朱胡郭何林罗郑梁谢宋唐许韩冯邓曹彭曾萧蔡潘袁董余苏叶吕魏蒋沈姚卢姜崔钟谭陆汪范廖"
    "贾夏韦傅邹孟熊秦邱侯薛阎雷郝龚邵钱汤尹黎欧阳"
)
_NOT_A_NAME = set("声才忙刻时是的了着过说道问笑又也都就还便只却不没着地得")
_SPOKE = (
    r"(?:低声|冷冷|轻声|沉声|笑着|淡淡)?(?:说道|问道|笑道|答道|喊道|怒道|叹道|说[：:，]"
    r"|道[：:]|问[：:])"
)
_HAN = LazyPattern(rf"(?<![\u3400-\u9fff])([{_SURNAMES}][\u4e00-\u9fff]{{1,2}}?)(?={_SPOKE})")
_SAID = "said|asked|replied|answered|whispered|shouted|muttered"
_LATIN = LazyPattern(rf"\b(?:{_SAID}) ([A-Z][a-z]{{2,}})\b|\b([A-Z][a-z]{{2,}}) (?:{_SAID})\b")
_NOBODY = {
    *("he", "she", "it", "they", "you", "someone", "somebody", "nobody", "everyone", "the", "one"),
    *("mother", "father", "another", "who", "this", "that", "then", "and", "but", "nothing"),
}


def people(texts: Iterable[str], policy: Story) -> list[str]:
    """Names of those who speak at least so often, in their own order."""
    found: Counter[str] = Counter()
    for text in texts:
        found.update(name for name in _HAN.findall(text) if not set(name) & _NOT_A_NAME)
        found.update(
            name for pair in _LATIN.findall(text) if fold(name := pair[0] or pair[1]) not in _NOBODY
        )
    return sorted(name for name, times in found.items() if times >= policy.speaks_at_least)


# -- From files to facts: the setting first, then the chapters with the names it gave.


GRAMMAR = "story/2"
"""Changes when files must be read again because more is understood."""


@dataclass(frozen=True, slots=True)
class Read:
    source: Source
    facts: tuple[Fact, ...]


def card_digest(file: ProjectFile) -> str:
    return _digest(file.kind, file.text)


def card(project_id: str, file: ProjectFile, policy: Story) -> Read:
    """What a file of the setting says, each thing once."""
    said = list(CardReader(project_id, file.ref, file.kind, policy).facts(file.text))
    entities = merged(each for each in said if isinstance(each, Entity))
    others = {each.id: each for each in said if not isinstance(each, Entity)}
    facts: tuple[Fact, ...] = (*entities.values(), *others.values())
    return Read(Source(file.ref, card_digest(file), len(facts)), facts)


class Chapters:
    """The chapters of a project, ready to be read: numbered, and with the names to look for."""

    def __init__(
        self,
        project_id: str,
        files: Sequence[ProjectFile],
        entities: Iterable[Entity],
        policy: Story,
    ) -> None:
        self._project = project_id
        self._policy = policy
        self._segments: dict[str, list[Segment]] = {each.ref: [] for each in files}
        for segment in split((each.ref, each.text) for each in files):
            self._segments[segment.chapter.ref].append(segment)
        known = merged(entities)
        taken = NameIndex(list(known.values()), policy)
        self._found = {
            fact_ids.entity_id(project_id, name): name
            for name in people((each.text for each in files), policy)
            if taken.called(name) is None
        }
        unnamed = [self._person(id, name) for id, name in self._found.items() if id not in known]
        self.roster = NameIndex([*known.values(), *unnamed], policy)
        self._names = _fingerprint(self.roster)

    @property
    def refs(self) -> tuple[str, ...]:
        return tuple(self._segments)

    def segments(self, ref: str) -> list[Segment]:
        return self._segments[ref]

    def digest(self, ref: str) -> str:
        parts = self._segments[ref]
        numbers = [str(each.chapter.number) for each in parts]
        return _digest(self._names, *numbers, *("\n".join(each.lines) for each in parts))

    def read(self, ref: str) -> Read:
        """What a file's chapters say."""
        facts: dict[str, Fact] = {}
        for segment in self._segments[ref]:
            for fact in ChapterReader(self._project, segment, self.roster, self._policy).facts():
                facts.setdefault(fact.id, fact)
            facts |= {each.id: each for each in self._met(segment) if each.id not in facts}
        chapters = tuple(each.chapter for each in self._segments[ref])
        return Read(Source(ref, self.digest(ref), len(facts), chapters), tuple(facts.values()))

    def _met(self, segment: Segment) -> Iterable[Entity]:
        """Those without a card who appear here."""
        if not self._found:
            return
        for at, line in enumerate(segment.lines, start=segment.chapter.first):
            for mention in self.roster.find(line):
                if name := self._found.get(mention.entity):
                    excerpt = " ".join(line.split())[: self._policy.excerpt_chars]
                    where = Evidence(segment.chapter.ref, at, at, excerpt)
                    yield self._person(mention.entity, name, where)

    def _person(self, id: str, name: str, where: Evidence = NOWHERE) -> Entity:
        return Entity(id=id, name=name, type=EntityType.CHARACTER, evidence=where)


def everything(
    project_id: str, files: Sequence[ProjectFile], policy: Story, said: Sequence[Fact] = ()
) -> Facts:
    """All that a set of files says, at once, beside what the user said."""
    settings = [card(project_id, each, policy) for each in files if is_setting(each)]
    known = [*said, *(fact for read in settings for fact in read.facts)]
    entities = [each for each in known if isinstance(each, Entity)]
    told = [each for each in files if each.kind is FileKind.CHAPTER]
    chapters = Chapters(project_id, told, entities, policy)
    reads = [*settings, *(chapters.read(ref) for ref in chapters.refs)]
    facts = [*said, *(fact for read in reads for fact in read.facts)]
    return Facts(
        project_id=project_id,
        entities=tuple(f for f in facts if isinstance(f, Entity)),
        relations=tuple(f for f in facts if isinstance(f, Relation)),
        states=tuple(f for f in facts if isinstance(f, State)),
        marks=tuple(f for f in facts if isinstance(f, Mark)),
        chapters=tuple(
            sorted(
                (each for read in reads for each in read.source.chapters),
                key=lambda each: (each.number, each.ref),
            )
        ),
    )


def is_setting(file: ProjectFile) -> bool:
    return file.kind in SETTINGS


SETTINGS = (FileKind.CHARACTER, FileKind.WORLD, FileKind.OUTLINE)


def _fingerprint(roster: NameIndex) -> str:
    return json.dumps(
        [
            [each.id, each.name, each.type, list(each.aliases), sorted(each.attributes.items())]
            for each in sorted(roster.entities.values(), key=lambda each: each.id)
        ],
        ensure_ascii=False,
    )


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join((GRAMMAR, *parts)).encode()).hexdigest()
