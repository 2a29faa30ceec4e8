"""Reads cards of characters, the world and the outline into facts.

A card is what a writer types anyway: a title, front matter or lines like `- 年龄：32`, a section of
relations, or plain prose (`card_prose`). In files about the world a heading names a kind (## 地点)
or a thing (## 地点：青石镇), and lines below it describe it; or a file is about one thing. What is
not understood is kept as an attribute, never guessed at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field

from mohen.core.values import dataclass
from mohen.manuscript.model import FileKind
from mohen.story import card_prose, fact_ids, vocabulary
from mohen.story.card_prose.said import ALIAS as CALLED
from mohen.story.card_prose.said import Placed
from mohen.story.model import (
    ContextLevel,
    Entity,
    EntityType,
    Evidence,
    Fact,
    Moment,
    Origin,
    Relation,
    State,
)
from mohen.story.policy import Story
from mohen.text import numerals
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.normalize import fold

# -- The words that fields of a card go by, and what their values look like.


NAME = frozenset({"name", "姓名", "名字", "名称", "title"})
ALIAS = frozenset(
    {
        *[
            "aliases",
            "alias",
            "nickname",
            "nicknames",
            "别名",
            "又名",
            "绰号",
            "外号",
            "化名",
            "小名",
            "昵称",
        ],
        "also known as",
    }
)
LEVEL = frozenset({"aicontextlevel", "ai_context_level", "context"})
TYPE = frozenset({"type", "类型", "类别"})
KNOWERS = frozenset({"知情者", "知情", "知情人", "known by", "known to", "knowers", "who knows"})
SECRET = {
    "内容": "content",
    "真相": "content",
    "content": "content",
    "truth": "content",
    "关键词": "keywords",
    "keywords": "keywords",
    "揭示": "revealed",
    "揭晓": "revealed",
    "revealed": "revealed",
}
"""What a secret's fields mean: its words, those that give it away, when it comes out."""

_LISTED = LazyPattern(r"[、,，;；/\[\]]|\s和\s|(?<=[\u3400-\u9fff])和(?=[\u3400-\u9fff])")
_NOTE = LazyPattern(r"[（(]([^（）()]*)[)）]")
_CHAPTER = LazyPattern(
    rf"第\s*({numerals.NUMBER})\s*[章回]|chapter\s+({numerals.WORD})", re.IGNORECASE
)
_HAN_NAME = LazyPattern(r"[\u3400-\u9fff·]{2,6}")
_LATIN_NAME = LazyPattern(r"[A-Z][\w'’-]*(?: (?:of (?:the )?)?[A-Z][\w'’-]*){0,3}")
_CALLED_ANYTHING = (EntityType.EVENT, EntityType.SECRET)


def since(text: str) -> Moment:
    """From when a value holds: `（第三章）`, `from chapter 3`; otherwise from the beginning."""
    found = _CHAPTER.search(text)
    number = numerals.value(next(filter(None, found.groups()))) if found else None
    return Moment(number or 0)


def unnoted(text: str) -> str:
    """A text without what stands in brackets."""
    return _NOTE.sub("", text)


def bare(name: str) -> str:
    """A name without the note behind it and without markup."""
    return unnoted(name).strip(" *_`\"'《》[]")


def names(text: str) -> list[str]:
    return [name for each in _LISTED.split(unnoted(text)) if (name := bare(each))]


def looks_like_a_name(name: str) -> bool:
    return bool(_HAN_NAME.fullmatch(name) or _LATIN_NAME.fullmatch(name))


def can_be_called(kind: EntityType, name: str) -> bool:
    """An event or a secret may be called anything: the forged will."""
    return bool(name) if kind in _CALLED_ANYTHING else looks_like_a_name(name)


def is_known(name: str) -> bool:
    """Whether a word is a field's, and so not the name of a thing."""
    plain = fold(name)
    return (
        plain in NAME | ALIAS | LEVEL | TYPE | KNOWERS
        or plain in SECRET
        or vocabulary.attribute(name) in vocabulary.ATTRIBUTES
        or vocabulary.relation(name) in vocabulary.RELATIONS
    )


_FIELD = LazyPattern(
    r"\s*(?:[-*+•]\s+)?(?:\*\*)?(?P<key>[^\s:：*#`][^:：*#`]{0,23}?)(?:\*\*)?\s*[:：]\s*(?:\*\*)?\s*(?P<value>.*)"
)
_SPLIT = LazyPattern(r"[:：，,]|\s[—–-]+\s|——")
"""What stands between a thing's name and what is said of it."""
_STOP = LazyPattern(r"[；;。]")
_IN_THE_WORLD = 2  # `.mohen/world/x.md`, not `.mohen/world.md`
_HEADING = LazyPattern(r"\s{0,3}(?P<depth>#{1,6})\s*(?P<title>.*?)\s{0,9}#{0,9}\s{0,9}")
_BULLET = LazyPattern(r"(?P<margin>\s*)[-*+•]\s+(?P<said>.*)")
_RELATIONS = LazyPattern(r"关系|家庭|家人|亲属|relation|family", re.IGNORECASE)
_OUTWARD = {
    "belongs_to": EntityType.FACTION,
    "owns": EntityType.ITEM,
    vocabulary.LOCATED_AT: EntityType.LOCATION,
    vocabulary.LIVES_IN: EntityType.LOCATION,
    vocabulary.NEAR: EntityType.LOCATION,
    "participates_in": EntityType.EVENT,
    "happens_at": EntityType.LOCATION,
    vocabulary.BEFORE: EntityType.EVENT,
    vocabulary.AFTER: EntityType.EVENT,
}
"""Relations that a card says of its own subject, and what they lead to; the others are said of
the one who is named: `父亲：林震` is 林震's being the father."""
_SENTENCE = LazyPattern(r"[，。；！？,;!?]|\.\s")
_ABOUT = frozenset(
    {
        *(
            "简介",
            "背景",
            "描述",
            "介绍",
            "说明",
            "备注",
            "生平",
            "概述",
            "小传",
            "人物小传",
            "外貌",
        ),
        *("description", "background", "bio", "about", "notes", "summary", "appearance", "story"),
    }
)
"""Fields that hold prose."""
_DEAD = LazyPattern(r"死|亡|故|逝|dead|deceased|died", re.IGNORECASE)


@dataclass
class _Card:
    """One thing while it is being read."""

    name: str
    type: EntityType
    line: int
    text: str
    aliases: list[str] = field(default_factory=list)
    attributes: dict[str, str] = field(default_factory=dict)
    level: ContextLevel = ContextLevel.WHEN_DETECTED
    others: list[Entity] = field(default_factory=list)
    relations: list[Relation] = field(default_factory=list)
    states: list[State] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Group:
    """The kind of things that stand below a heading, and how deep that heading is."""

    kind: EntityType | None
    depth: int


class CardReader:
    """Reads one file of the setting."""

    def __init__(self, project_id: str, ref: str, kind: FileKind, policy: Story) -> None:
        self._project = project_id
        self._ref = ref
        self._kind = kind
        self._policy = policy

    def facts(self, text: str) -> Iterator[Fact]:
        lines = text.splitlines()
        cards = self._character(lines) if self._kind is FileKind.CHARACTER else self._world(lines)
        for card in cards:
            if self._policy.name_chars_min <= len(card.name) <= self._policy.name_chars_max:
                yield from self._made(card)

    # -- what a file holds

    def _character(self, lines: list[str]) -> Iterator[_Card]:
        card, related = self._titled(lines), False
        for at, line in enumerate(lines, start=1):
            if heading := _HEADING.fullmatch(line):
                related = bool(_RELATIONS.search(heading["title"]))
            else:
                self._line(card, at, line, related=related)
        yield card

    def _titled(self, lines: list[str]) -> _Card:
        """By the name it gives, else by its title, else by its file."""
        named: tuple[str, int, str] | None = None
        for at, line in enumerate(lines, start=1):
            heading, found = _HEADING.fullmatch(line), _FIELD.fullmatch(line)
            if found and not heading and fold(found["key"].strip()) in NAME:
                return _Card(bare(found["value"]), EntityType.CHARACTER, at, line)
            if heading and named is None and len(heading["depth"]) == 1:
                named = (bare(heading["title"]), at, line)
        name, at, line = named or (_stem(self._ref), 1, lines[0] if lines else "")
        return _Card(name, EntityType.CHARACTER, at, line)

    def _world(self, lines: list[str]) -> Iterator[_Card]:
        if alone := self._alone(lines):
            yield alone
            return
        of_file = _type_of_file(self._ref)
        group = _Group(of_file, 1)
        card: _Card | None = None
        for at, line in enumerate(lines, start=1):
            heading, bullet = _HEADING.fullmatch(line), _BULLET.fullmatch(line)
            opened: _Card | None = None
            if heading:
                depth = len(heading["depth"])
                group, opened = self._headed(heading["title"], group, depth, at, line, of_file)
            elif bullet and not bullet["margin"] and self._names_a_thing(bullet, group.kind, card):
                opened = self._listed(bullet["said"], group.kind, at, line)
            elif card is not None:
                self._line(card, at, line, related=False)
            elif self._kind is FileKind.WORLD:  # what happens is no place to look for places
                yield from self._told(at, line)
            if card is not None and (heading or opened):
                yield card
                card = None
            card = opened or card
        if card is not None:
            yield card

    def _alone(self, lines: list[str]) -> _Card | None:
        """The one thing that a file is about: in a folder of its kind, or a place by its name or by
        what is said of it first."""
        folder = self._ref.rpartition("/")[0].rpartition("/")[-1]
        of_folder, card = vocabulary.entity_type(folder), self._titled(lines)
        if of_folder is None and not self._is_of_a_place(card, lines):
            return None
        card.type = of_folder or EntityType.LOCATION
        for at, line in enumerate(lines, start=1):
            if not _HEADING.fullmatch(line):
                self._line(card, at, line, related=False)
        return card

    def _is_of_a_place(self, card: _Card, lines: list[str]) -> bool:
        if self._ref.count("/") < _IN_THE_WORLD or not looks_like_a_name(card.name):
            return False
        titles = [found["title"] for line in lines if (found := _HEADING.fullmatch(line))]
        if any(vocabulary.entity_type(each) for each in (*titles, _stem(self._ref))):
            return False  # it lists things of a kind
        told = (line for line in lines if line.strip() and not _HEADING.fullmatch(line))
        first = next(told, "")
        return card_prose.is_place(card.name, "" if _BULLET.fullmatch(first) else first)

    def _told(self, at: int, line: str) -> Iterator[_Card]:
        """The places that a line of prose names."""
        for each in card_prose.places(line):
            card = _Card(each.name, EntityType.LOCATION, at, line)
            self._place(card, each, at, line)
            yield card

    def _headed(
        self,
        title: str,
        group: _Group,
        depth: int,
        at: int,
        line: str,
        of_file: EntityType | None,
    ) -> tuple[_Group, _Card | None]:
        """What a heading opens: a kind of things, one thing of the kind above it, or neither."""
        said, _, name = re.sub("：", ":", title).partition(":")
        own = vocabulary.entity_type(said)
        if own is not None:
            return _Group(own, depth), (_Card(bare(name), own, at, line) if name.strip() else None)
        if depth <= group.depth:
            return _Group(of_file, 1), None
        if group.kind is not None and can_be_called(group.kind, bare(title)):
            return group, _Card(bare(title), group.kind, at, line)
        return group, None

    def _listed(self, said: str, kind: EntityType | None, at: int, line: str) -> _Card:
        name, _, rest = _SPLIT.sub(":", said, count=1).partition(":")
        card = _Card(bare(name), kind or EntityType.LOCATION, at, line)
        self._describe(card, rest.strip(), at, line)
        return card

    def _names_a_thing(
        self, bullet: re.Match[str], kind: EntityType | None, card: _Card | None
    ) -> bool:
        """Whether a line at the margin begins another thing, or is a field of the one above."""
        name, _, rest = _SPLIT.sub(":", bullet["said"], count=1).partition(":")
        name = bare(name.strip(" *"))
        if card is not None and card.text.lstrip().startswith("#"):
            return False
        if kind is None:  # nobody says of what kind: a place is known as one
            return looks_like_a_name(name) and bool(rest) and card_prose.is_place(name, rest)
        return can_be_called(kind, name) and not is_known(name)

    # -- fields

    def _line(self, card: _Card, at: int, line: str, *, related: bool) -> None:
        found = _FIELD.fullmatch(line)
        if found is None or _SENTENCE.search(found["key"]):
            self._prose(card, line, at, line)
            return
        key, value = found["key"].strip(), found["value"].strip()
        if fold(key) in _ABOUT:
            self._prose(card, value, at, line)
        self._field(card, key, value, at, line, related=related)

    def _prose(self, card: _Card, text: str, at: int, line: str) -> None:
        if card.type is EntityType.LOCATION:
            for each in card_prose.of_place(text, card.name):
                self._place(card, each, at, line)
        if card.type is not EntityType.CHARACTER:
            told = " ".join(text.split())[: self._policy.value_chars_max]
            if told:
                card.attributes.setdefault("description", told)
            return
        for said in card_prose.of_person(text, card.name):
            if said.kind == CALLED:
                card.aliases += [said.value] if said.value not in card.aliases else []
            elif said.other is None:
                self._attribute(card, said.kind, said.value, at, line, Moment(said.chapter))
            elif said.value != card.name:
                card.others.append(self._other(said.value, said.other, at, line))
                ends = (said.value, card.name) if said.theirs else (card.name, said.value)
                since = Moment(said.chapter)
                card.relations.append(self._relation(*ends, said.kind, since, at, line))

    def _place(self, card: _Card, placed: Placed, at: int, line: str) -> None:
        for kind, name in ((vocabulary.LOCATED_AT, placed.inside), (vocabulary.NEAR, placed.near)):
            if name and name != card.name and looks_like_a_name(name):
                card.others.append(self._other(name, EntityType.LOCATION, at, line))
                ends = (card.name, name)
                card.relations.append(self._relation(*ends, kind, Moment(), at, line))

    def _field(
        self, card: _Card, key: str, value: str, at: int, line: str, *, related: bool
    ) -> None:
        name, plain = fold(key), value.strip("\"'")
        if not plain:
            return
        if name in NAME:
            return  # read before
        if name in ALIAS:
            card.aliases += [each for each in names(plain) if each not in card.aliases]
        elif name in LEVEL and plain in set(ContextLevel):
            card.level = ContextLevel(plain)
        elif name in TYPE and vocabulary.entity_type(plain):
            card.type = vocabulary.entity_type(plain) or card.type
        elif card.type is EntityType.SECRET and name in KNOWERS:
            self._knowers(card, plain, at, line)
        elif card.type is EntityType.SECRET and name in SECRET:
            card.attributes[SECRET[name]] = plain
        elif vocabulary.relation(key) in vocabulary.RELATIONS:
            self._relate(card, vocabulary.relation(key), plain, at, line)
        elif related and looks_like_a_name(bare(key)):
            self._relate_by_name(card, bare(key), plain, at, line)
        else:
            self._attribute(card, key, plain, at, line)

    def _attribute(
        self, card: _Card, key: str, value: str, at: int, line: str, start: Moment | None = None
    ) -> None:
        name = vocabulary.attribute(key)
        if len(card.attributes) < self._policy.attributes_max:
            card.attributes.setdefault(name, value[: self._policy.value_chars_max])
        start, bare = start or since(value), unnoted(value).strip()
        if name == vocabulary.AGE:
            number = numerals.first(bare)
            if number is not None:
                card.states.append(self._state(card, name, str(number), start, at, line))
        elif name in vocabulary.FIXED:
            card.states.append(self._state(card, name, bare, start, at, line))
        elif name == vocabulary.LIFE and start.chapter and _DEAD.search(bare):
            card.states.append(self._state(card, name, "dead", start, at, line))

    def _describe(self, card: _Card, text: str, at: int, line: str) -> None:
        """The words behind a thing's name: they may say where it is."""
        if not text:
            return
        card.attributes["description"] = text[: self._policy.value_chars_max]
        if card.type is EntityType.LOCATION:
            for each in card_prose.of_place(text, card.name):
                self._place(card, each, at, line)

    def _relate(self, card: _Card, kind: str, value: str, at: int, line: str) -> None:
        named, _, more = _STOP.sub("\n", value, count=1).partition("\n")
        if more.strip():  # 师父：周伯；铁匠，五十岁
            self._prose(card, more, at, line)
        start = since(named)
        for name in names(named):
            if not looks_like_a_name(name) or vocabulary.NOT_BY_BIRTH.search(named.split(name)[0]):
                continue
            if kind not in _OUTWARD and any(card_prose.of_person(name, "")):
                continue  # 父亲：林震，铁匠: what he is, and nobody else
            outward = _OUTWARD.get(kind)
            other = self._other(name, outward or EntityType.CHARACTER, at, line)
            card.others.append(other)
            ends = (card.name, name) if outward else (name, card.name)
            card.relations.append(self._relation(*ends, kind, start, at, line))

    def _relate_by_name(self, card: _Card, name: str, value: str, at: int, line: str) -> None:
        """`苏晴：妹妹`: the first word of kin or friendship in what is said."""
        words = re.split(r"[，,。；;\s（(]", value)
        kind = next((vocabulary.relation(w) for w in words if w), "")
        if kind not in vocabulary.RELATIONS:
            kind = next((k for w, k in _WORDS if w in fold(value)), "")
        card.others.append(self._other(name, EntityType.CHARACTER, at, line))
        if kind and not vocabulary.NOT_BY_BIRTH.search(fold(value)):
            card.relations.append(self._relation(name, card.name, kind, since(value), at, line))

    def _knowers(self, card: _Card, value: str, at: int, line: str) -> None:
        for said in re.split(r"[、,，;；]\s*", value):
            name, start = bare(unnoted(said)), since(said)
            if not looks_like_a_name(name):
                continue
            card.others.append(self._other(name, EntityType.CHARACTER, at, line))
            attribute = vocabulary.LEARNS if start.chapter else vocabulary.KNOWS
            secret = fact_ids.entity_id(self._project, card.name)
            who = fact_ids.entity_id(self._project, name)
            where = f"{self._ref}:{at}"
            card.states.append(
                State(
                    id=fact_ids.state_id(self._project, who, attribute, secret, where),
                    entity=who,
                    attribute=attribute,
                    value=secret,
                    since=start,
                    evidence=self._evidence(at, line),
                )
            )

    # -- making

    def _made(self, card: _Card) -> Iterator[Fact]:
        yield Entity(
            id=fact_ids.entity_id(self._project, card.name),
            name=card.name,
            type=card.type,
            aliases=tuple(card.aliases[: self._policy.aliases_max]),
            level=card.level,
            attributes=card.attributes,
            evidence=self._evidence(card.line, card.text),
        )
        yield from card.others
        yield from card.relations
        yield from card.states

    def _other(self, name: str, kind: EntityType, at: int, line: str) -> Entity:
        id = fact_ids.entity_id(self._project, name)
        return Entity(id=id, name=name, type=kind, evidence=self._evidence(at, line))

    def _relation(
        self, source: str, target: str, kind: str, since: Moment, at: int, line: str
    ) -> Relation:
        ends = [fact_ids.entity_id(self._project, name) for name in (source, target)]
        return Relation(
            id=fact_ids.relation_id(self._project, ends[0], kind, ends[1], f"{self._ref}:{at}"),
            source=ends[0],
            kind=kind,
            target=ends[1],
            since=since,
            evidence=self._evidence(at, line),
        )

    def _state(
        self, card: _Card, attribute: str, value: str, since: Moment, at: int, line: str
    ) -> State:
        entity = fact_ids.entity_id(self._project, card.name)
        return State(
            id=fact_ids.state_id(self._project, entity, attribute, value, f"{self._ref}:{at}"),
            entity=entity,
            attribute=attribute,
            value=value,
            since=since,
            origin=Origin.FILE,
            evidence=self._evidence(at, line),
        )

    def _evidence(self, at: int, line: str) -> Evidence:
        excerpt = " ".join(line.split())[: self._policy.excerpt_chars]
        return Evidence(self._ref, at, at, excerpt)


_WORDS = tuple(
    (fold(word), kind)
    for kind, (_, words) in vocabulary.RELATIONS.items()
    if kind not in _OUTWARD
    for word in words.split()
)


def _type_of_file(ref: str) -> EntityType | None:
    """`.mohen/world/places.md` is about places."""
    return vocabulary.entity_type(_stem(ref))


def _stem(ref: str) -> str:
    return ref.rpartition("/")[-1].rpartition(".")[0]
