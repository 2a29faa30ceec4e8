"""The files of a workspace as seed 001 draws them (R182–R186): written, and read again.

They are made from items, and read line by line when a person has changed them. Their names are
snake_case, their times ISO 8601 (C71).
"""

from __future__ import annotations

import json
import unicodedata
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from mohen.core import outside_json, validation
from mohen.core.values import dataclass
from mohen.errors import InvalidArgument
from mohen.knowledge.consolidation.model import Progress
from mohen.knowledge.identities import NOBODY_KNOWN, Identities, shown
from mohen.knowledge.model import (
    AGENT,
    BELIEF,
    FACT,
    NOTE,
    SUMMARY,
    USER,
    Category,
    Item,
    Profile,
    State,
)
from mohen.knowledge.policy import Snapshot
from mohen.knowledge.workspace.snapshot_text import LABELS, WORDS
from mohen.policy import Policy
from mohen.text import terms
from mohen.text.lazy_pattern import LazyPattern

SNAPSHOT = "layer1/snapshot.md"
CONFIG = "config.json"
STATE = "state/consolidation.json"
RANKINGS = "state/rankings.json"
ENTITIES = "layer2/entities"
INDEX = "layer2/index"
POOLS = {State.ACTIVE: "layer2/active", State.ARCHIVED: "layer2/archive"}
FILES = {FACT: "facts", BELIEF: "beliefs", SUMMARY: "summaries"}
OTHERS = "notes"

_EPOCH = datetime.fromtimestamp(0, tz=UTC)
_MS = timedelta(milliseconds=1)
_UNSAFE = LazyPattern(r"[^\w.-]+")


def moment(ms: int | None) -> str | None:
    """2026-02-04T10:30:00Z; fractions of a second only where there are any."""
    if ms is None:
        return None
    at = _EPOCH + ms * _MS
    return at.isoformat(timespec="milliseconds" if at.microsecond else "seconds").replace(
        "+00:00", "Z"
    )


def ms_of(said: str) -> int:
    """Milliseconds of a time in ISO 8601. Raises `ValueError`."""
    at = datetime.fromisoformat(said)
    return ((at if at.tzinfo else at.replace(tzinfo=UTC)) - _EPOCH) // _MS


def pool_of(item: Item) -> str | None:
    """The file an item stands in; what was superseded stands in the history of its successor."""
    folder = POOLS.get(item.state)
    return folder and f"{folder}/{FILES.get(item.type, OTHERS)}.jsonl"


def pools() -> list[str]:
    names = [*FILES.values(), OTHERS]
    return [f"{folder}/{name}.jsonl" for folder in POOLS.values() for name in names]


def is_derived(ref: str) -> bool:
    """Made for scripts to look things up in: there is nothing in it to take in."""
    return ref.startswith((INDEX, "state/"))


def kind_of(ref: str) -> str:
    """The type of the items in a pool's file, where they say none."""
    name = ref.split("/")[-1].removesuffix(".jsonl")
    return next((kind for kind, file in FILES.items() if file == name), NOTE)


# -- writing


def line(item: Item, history: Sequence[Item]) -> str:
    """One item, in the order of the seed's examples; what is empty is left out."""
    believed = item.type == BELIEF
    said: dict[str, Any] = {
        "id": item.id,
        "type": None if item.type in FILES else item.type,
        "content": item.content,
        "confidence": _short(item.confidence) if believed else None,
        "importance": _short(item.importance),
        "score": _short(item.score),
        "basis": item.basis or None,
        "source_facts": list(item.source_facts) or None,
        "entities": list(item.entities),
        "created": moment(item.created_at),
        "source": item.sources[0] if item.sources else None,
        "sources": list(item.sources) if len(item.sources) > 1 else None,
        "category": None if item.category is Category.GENERAL else item.category.value,
        "attribute": item.attribute or None,
        "value": item.value or None,
        "subject": item.subject or None,
        "valid_from": moment(item.valid_from),
        "event": moment(item.event_at),
        "origin": item.origin,
        "stale": item.stale or None,
        "put_away": item.put_away or None,
        "history": [
            {
                "content": each.content,
                "until": moment(each.valid_to),
                "score": _short(each.score),
            }
            for each in history
        ]
        or None,
    }
    return _json({key: value for key, value in said.items() if value is not None})


def jsonl(lines: Iterable[str]) -> str:
    return "".join(f"{each}\n" for each in lines)


def entity_id(name: str, bounds: Snapshot) -> str:
    """The name of an entity as a file name: letters of any script, no way out of the
    folder, no longer than a file system takes."""
    safe = _UNSAFE.sub("_", unicodedata.normalize("NFKC", name).casefold()).strip("._")
    short = safe.encode()[: bounds.file_name_bytes].decode(errors="ignore")
    return f"entity_{short or 'unnamed'}"


def entities(profiles: Sequence[Profile], bounds: Snapshot) -> dict[str, str]:
    """All files of `entities/`. Two names that make one file name are told apart by a number."""
    made: dict[str, str] = {}
    index = []
    taken: dict[str, int] = {}
    for each in profiles:
        id = entity_id(each.name, bounds)
        taken[id] = taken.get(id, 0) + 1
        if taken[id] > 1:
            id = f"{id}.{taken[id]}"
        index.append({"id": id, "name": each.name, "type": each.type.value})
        made[f"{ENTITIES}/{id}.json"] = pretty(_profile(id, each))
    made[f"{ENTITIES}/_index.json"] = pretty({"entities": index})
    return made


def _profile(id: str, profile: Profile) -> dict[str, Any]:
    return {
        "id": id,
        "name": profile.name,
        "type": profile.type.value,
        "attributes": {
            name: {"value": each.value, "updated": moment(each.updated_at), "fact": each.item}
            for name, each in profile.attributes.items()
        },
        "related_facts": list(profile.facts),
        "related_beliefs": list(profile.beliefs),
        "related_summaries": list(profile.summaries),
    }


def state(progress: Progress) -> str:
    return pretty(
        {
            "last_run": moment(progress.last_run),
            "last_success": moment(progress.last_success),
            "current_phase": progress.current_phase,
            "phase_data": dict(progress.phase_data),
            "retry_count": progress.retry_count,
        }
    )


def rankings(items: Sequence[Item], updated: int | None) -> str:
    listed = [{"id": each.id, "score": _short(each.score)} for each in items]
    return pretty({"updated": moment(updated), "rankings": listed})


def pretty(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, indent="  ") + "\n"


def _short(value: float) -> float:
    return float(f"{value:.4f}")


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


# -- reading what a person wrote


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A line as it stands in a file; None where it says nothing of it."""

    number: int
    id: str | None
    content: str
    type: str
    importance: float | None = None
    score: float | None = None
    confidence: float | None = None
    basis: str | None = None
    entities: tuple[str, ...] | None = None
    created: int | None = None
    source: str | None = None
    put_away: bool = False

    @property
    def stamp(self) -> int:
        """A mark of what can be changed in it, to know later whether it was: however another
        program writes the same."""
        said = (self.content, self.importance, self.confidence, self.basis, self.entities)
        return zlib.crc32(repr(said).encode())


@dataclass(frozen=True, slots=True)
class Unread:
    """A line that cannot be taken in, and why. It is kept as it is. `id`: of the item that
    another line tells of too, as after a merge."""

    number: int
    text: str
    why: str
    id: str | None = None


def read(text: str, kind: str, policy: Policy) -> tuple[list[Written], list[Unread]]:
    """The lines of a pool's file; blank ones are nothing, and of two with one id the first
    stands."""
    good: dict[str | int, Written] = {}
    bad: list[Unread] = []
    # Not `splitlines`: it also cuts where a text may have a mark of its own.
    for number, each in enumerate(text.split("\n"), start=1):
        if not each.strip():
            continue
        try:
            line = _written(number, outside_json.loads(each), kind, policy)
        except json.JSONDecodeError:
            bad.append(Unread(number, each, "not JSON"))
        except (ValueError, TypeError, InvalidArgument) as error:
            bad.append(Unread(number, each, str(error)))
        else:
            first = good.setdefault(line.id or number, line)
            if first is not line and replace(first, number=number) != line:
                why = f"its id stands in line {first.number} too: leave one of them"
                bad.append(Unread(number, each, why, line.id))
    return list(good.values()), bad


def _written(number: int, said: Any, kind: str, policy: Policy) -> Written:
    if not isinstance(said, dict):
        raise TypeError("not an object")
    content = _text(said, "content")
    if content is None:
        raise ValueError("content must be text")
    validation.check_content(content, policy.entries.content_chars_max)
    validation.check_type(own := _text(said, "type") or kind, policy.entries.type_chars_max)
    return Written(
        number=number,
        id=_id(said, policy),
        content=content,
        type=own,
        importance=_share(said, "importance"),
        score=_share(said, "score"),
        confidence=_share(said, "confidence"),
        basis=_text(said, "basis"),
        entities=_names(said, policy.knowledge.name_chars_max),
        created=_created(said),
        source=_text(said, "source"),
        put_away=said.get("put_away") is True,
    )


def _id(said: Mapping[str, Any], policy: Policy) -> str | None:
    id = _text(said, "id") or None
    validation.check_ids(policy.recording, id=id)
    if id is not None and id.split() != [id]:
        raise ValueError("id must be one word")
    return id


def _text(said: Mapping[str, Any], name: str) -> str | None:
    found = said.get(name)
    if found is not None and not isinstance(found, str):
        raise ValueError(f"{name} must be text")
    if found is not None:
        validation.check_characters(name, found)
    return found


def _share(said: Mapping[str, Any], name: str) -> float | None:
    found = said.get(name)
    if found is None:
        return None
    if isinstance(found, bool) or not isinstance(found, int | float) or not 0 <= found <= 1:
        raise ValueError(f"{name} must be a number from 0 to 1")
    return float(found)


def _names(said: Mapping[str, Any], most: int) -> tuple[str, ...] | None:
    found = said.get("entities")
    if found is None:
        return None
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise ValueError("entities must be a list of names")
    for each in found:
        validation.check_characters("entities", each)
        if len(each) > most:
            raise ValueError(f"an entity's name has at most {most} characters")
    return tuple(each for each in found if each.strip())


def _created(said: Mapping[str, Any]) -> int | None:
    found = _text(said, "created")
    if found is None:
        return None
    try:
        at = ms_of(found)
        moment(at)  # it is to be written again, as UTC
    except (ValueError, OverflowError):
        raise ValueError("created must be a time such as 2026-02-04T10:30:00Z") from None
    return at


# -- The files of `layer2/index/` (R198): from a word, a month or an entity to the ids of memories.


# Between these stand the words that somebody would look for.
_FUNCTION = LazyPattern(
    "用户|我们|你们|他们|她们|自己|可能|已经|正在|因为|所以|但是|不过|如果|以及|或者|还是|就是|"
    "[的了在是有和与及也都就还很更最不没把被给从到对向为以会要能想说去来这那个位次着过吗呢吧啊]"
)
_HAN = LazyPattern("[㐀-\u9fff\uf900-\ufaff]+")
_LATIN = LazyPattern(r"[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ0-9'-]+")


def files(items: Sequence[Item], who: Identities = NOBODY_KNOWN) -> dict[str, str]:
    return {
        f"{INDEX}/keywords.json": pretty(keywords(items)),
        f"{INDEX}/timeline.json": pretty(timeline(items)),
        f"{INDEX}/relations.json": pretty(relations(items, who)),
    }


def keywords(items: Sequence[Item]) -> dict[str, list[str]]:
    return _gathered((word, each.id) for each in items for word in _words(each))


def timeline(items: Sequence[Item]) -> dict[str, list[str]]:
    """Items by the month of what they speak of, else of when they were said."""
    return _gathered((_month(each), each.id) for each in items)


def relations(
    items: Sequence[Item], who: Identities = NOBODY_KNOWN
) -> dict[str, dict[str, list[str]]]:
    """What speaks of each entity, everybody under the one name they are known by."""
    kinds = {FACT: "facts", BELIEF: "beliefs", SUMMARY: "summaries"}
    found: dict[str, dict[str, list[str]]] = {}
    names: dict[str, Counter[str]] = {}
    for each in items:
        for name in each.entities:
            names.setdefault(who.one(name, each.began), Counter())[name] += 1
    for each in items:
        for whom in who.names(each):
            name = shown(whom, names[whom])
            of_name = found.setdefault(name, {kind: [] for kind in kinds.values()})
            if each.type in kinds:
                of_name[kinds[each.type]].append(each.id)
    return dict(sorted(found.items()))


def _month(item: Item) -> str:
    at = moment(item.created_at if item.event_at is None else item.event_at) or ""
    year, month, *_ = at.split("-")
    return f"{year}-{month}"


def _words(item: Item) -> Iterable[str]:
    """Names and values as they are, Latin words without those that say nothing, and runs of Han
    between function words."""
    found = {each for each in (*item.entities, item.value) if each and not each.isspace()}
    found.update(
        word for word in map(str.lower, _LATIN.findall(item.content)) if terms.expand(word)
    )
    for run in _HAN.findall(item.content):
        found.update(each for each in _FUNCTION.split(run) if len(each) > 1)
    return sorted(each for each in found if not _FUNCTION.fullmatch(each))


def _gathered(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for key, id in pairs:
        found.setdefault(key, []).append(id)
    return dict(sorted(found.items()))


# -- What a person wrote into files that are made for reading: the snapshot, an entity's page.


# With the score, or the day, that stands before some of them.
_BULLET = LazyPattern(
    r"\s*(?:[-*]|\d+\.)\s+(?:\[\d(?:\.\d+)?\]\s+|\d{4}-\d\d-\d\d: )?(?P<said>\S.*)"
)
_PAIR = LazyPattern(r"(?P<label>[^:：]{1,20})[:：]\s*(?P<value>\S.*)")
# Whose part of the snapshot it is, and what stands there.
_PARTS: Mapping[str, tuple[str, Category]] = {
    "identity": (AGENT, Category.IDENTITY),
    "user": (USER, Category.IDENTITY),
    "constraints": (AGENT, Category.CONSTRAINT),
    "core": (USER, Category.GENERAL),
    "recent": (USER, Category.GENERAL),
}


@dataclass(frozen=True, slots=True)
class Addition:
    content: str
    category: Category
    subject: str = ""
    attribute: str = ""
    value: str = ""


def of_snapshot(text: str, ours: str) -> list[Addition]:
    """Lines that a person wrote into the snapshot, under one of its headings."""
    known = {line.strip() for line in ours.splitlines()}
    found = []
    part = ""
    whole = text.encode(errors="ignore").decode()  # bytes that are no text are no words either
    for line in whole.splitlines():
        if line.startswith("#"):
            part = _part(line.lstrip("# "))
        elif part and line.strip() not in known and (match := _BULLET.fullmatch(line)):
            found.append(_addition(match["said"].strip(), part))
    return found


def _part(heading: str) -> str:
    """By how it begins: what stands in brackets behind it are figures."""
    for words in WORDS.values():
        for name, said in words.headings.items():
            if heading.split(" (")[0].strip() == said.split(" (")[0]:
                return name
    return ""


def _addition(said: str, part: str) -> Addition:
    subject, category = _PARTS[part]
    if (pair := _PAIR.fullmatch(said)) and (attribute := _attribute(pair["label"].strip())):
        return Addition(said, category, subject, attribute, pair["value"].strip())
    return Addition(said, category, subject)


def _attribute(label: str) -> str:
    return next(
        (
            attribute
            for labels in LABELS.values()
            for attribute, known in labels.items()
            if known.casefold() == label.casefold()
        ),
        "",
    )


@dataclass(frozen=True, slots=True)
class Edited:
    """An attribute of an entity as it now stands on its page; `item`: the fact it was made of."""

    name: str
    attribute: str
    value: str
    item: str | None


def of_entity(text: str) -> Iterator[Edited]:
    """All attributes of a page. Raises `ValueError` where it is none."""
    page = outside_json.loads(text)
    if not isinstance(page, dict) or not isinstance(page.get("name"), str):
        raise ValueError("not the page of an entity")  # noqa: TRY004 - one kind for the caller
    attributes = page.get("attributes", {})
    if not isinstance(attributes, dict):
        raise ValueError("attributes must be an object")  # noqa: TRY004
    for attribute, detail in attributes.items():
        value = detail.get("value") if isinstance(detail, dict) else detail
        if not isinstance(value, str) or not value.strip():
            raise ValueError("a value must be text")
        f"{page['name']}{attribute}{value}".encode()  # of which none is half a character
        fact = detail.get("fact") if isinstance(detail, dict) else None
        yield Edited(
            page["name"], attribute, value.strip(), fact if isinstance(fact, str) else None
        )
