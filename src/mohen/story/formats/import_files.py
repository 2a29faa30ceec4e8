"""A writer's file becomes what Mohen has: entities and relations of the story, and notes.

What has no place among these is kept beside it, and is written out again where it stood. Texts are
notes like others: labelled with the file they came from, and kept out of prompts while they look
like orders to a model.
"""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any

from mohen.core import validation
from mohen.core.logs import logger
from mohen.core.scope import Scope
from mohen.core.values import dataclass
from mohen.errors import InvalidArgument
from mohen.knowledge.consolidation.model import Change, Done
from mohen.knowledge.decay import MIGRATED
from mohen.knowledge.model import NOTE, Item, State
from mohen.knowledge.transfer.model import Form, Imported, Refused
from mohen.manuscript.model import FileKind
from mohen.story import fact_ids
from mohen.story.cards import CardReader, looks_like_a_name
from mohen.story.formats import places, recognise, vaults
from mohen.story.formats.model import Found, Original, Part, Place, Thing
from mohen.story.model import (
    ContextLevel,
    Entity,
    EntityType,
    Evidence,
    Fact,
    Mark,
    Origin,
    Relation,
)
from mohen.story.model import State as Holds
from mohen.text import normalize, orders, redact
from mohen.text.normalize import fold

if TYPE_CHECKING:
    from collections.abc import Callable

    from mohen.core.database import Database, Tx
    from mohen.core.ports import Clock
    from mohen.core.settings import UserSettings
    from mohen.knowledge.index_items import KnowledgeIndexer
    from mohen.knowledge.store import KnowledgeStore
    from mohen.knowledge.vetoes import Vetoes
    from mohen.knowledge.workspace.refresh_files import FileRefresher
    from mohen.policy import Policy
    from mohen.story.formats.store import OriginalStore
    from mohen.story.ingest import StoryIngest
    from mohen.story.policy import Story
    from mohen.story.store import StoryStore
    from mohen.text.redact import NameHiding

log = logger(__name__)

_FORGOTTEN = "it was forgotten here and does not come back"


@dataclass(slots=True)
class _Taking:
    """One taking in, while it is written. A transaction may be tried again: each has its own."""

    tx: Tx
    project_id: str
    ref: str
    now: int
    private: bool
    facts: dict[str, Fact] = field(default_factory=dict)
    parts: list[Part] = field(default_factory=list)
    texts: list[Part] = field(default_factory=list)
    notes: dict[str, str] = field(default_factory=dict)  # by mark: their ids
    counts: Counter[str] = field(default_factory=Counter)
    changes: list[Change] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)


class StoryImporter:
    """Takes in character cards, lorebooks and vaults."""

    def __init__(
        self,
        *,
        clock: Clock,
        file_refresher: FileRefresher,
        knowledge_indexer: KnowledgeIndexer,
        knowledge_store: KnowledgeStore,
        mind_db: Database,
        name_hiding: NameHiding,
        original_store: OriginalStore,
        policy: Policy,
        settings: UserSettings,
        story_ingest: StoryIngest,
        story_store: StoryStore,
        vetoes: Vetoes,
    ) -> None:
        self._clock = clock
        self._file_refresher = file_refresher
        self._knowledge_indexer = knowledge_indexer
        self._knowledge_store = knowledge_store
        self._mind_db = mind_db
        self._name_hiding = name_hiding
        self._original_store = original_store
        self._policy = policy
        self._settings = settings
        self._story_ingest = story_ingest
        self._story_store = story_store
        self._vetoes = vetoes

    def recognise(self, path: str, form: Form | None) -> Found | None:
        """What a writer's tool wrote there; None where none did. Raises `InvalidArgument`,
        `IoFailed`."""
        return recognise.found(path, form, self._policy.story)

    def recorded(self, record: Mapping[str, Any]) -> Found | None:
        """One that a memory's export holds; None where it makes no sense."""
        try:
            picture = base64.b64decode(str(record.get("picture", "")), validate=True)
            form = Form(str(record["form"]))
            told = recognise.of_value(
                record["value"], str(record["ref"]), picture=picture, form=form
            )
        except (KeyError, TypeError, ValueError, AttributeError):
            return None
        if told is None:
            return None
        name = str(record.get("name", told.name))
        return replace(told, name=name, picture=picture if recognise.is_carrier(picture) else b"")

    def take(self, project_id: str, found: Found, *, dry_run: bool = False) -> Imported:
        """Twice is once: what is there by its name is merged."""
        validation.check_ids(self._policy.recording, projectId=project_id)
        most = self._policy.story.import_things
        if len(found.things) > most:
            raise InvalidArgument(f"the file tells of more than {most} things", field="path")
        clean = self._clean(found)
        private = self._settings.get().privacy_mode_enabled
        key, now = self._settings.redaction_key(), self._clock.now()

        def write(tx: Tx) -> _Taking:
            file, before = self._placed(tx, project_id, clean)
            taking = _Taking(tx, project_id, file.ref, now, private)
            if before is not None and _whole(before) == file.value:
                taking.counts["repeated"] = len(file.things)
                return taking
            self._entities(taking, file.things)
            for number, thing in enumerate(file.things, start=1):
                self._thing(taking, thing, number, key)
            self._relate(taking, file.things)
            self._replace(taking, before)
            self._original_store.put(tx, project_id, _original(file, taking))
            self._story_ingest.look_again(tx, project_id)
            return taking

        taking = self._mind_db.write(write).value
        self._knowledge_indexer.follow_up()
        self._file_refresher.follow(project_id)
        counts = taking.counts
        log.info("imported %s: %d added", clean.form.value, counts["added"])
        return Imported(
            form=clean.form,
            added=counts["added"],
            repeated=counts["repeated"],
            things=counts["things"],
            changes=tuple(taking.changes),
            refused=tuple(taking.refused),
            troubles=clean.troubles,
            dry_run=dry_run,
        )

    def _placed(self, tx: Tx, project_id: str, found: Found) -> tuple[Found, Original | None]:
        """Under its name, with what came under it before. A file of that name which tells of nobody
        whom this one tells of is another file, and stays beside it."""
        there = self._original_store.names(tx, project_id, found.form)
        free: list[Found] = []
        for number in range(1, len(there) + 2):
            each = _numbered(found, number)
            if each.name not in there:
                free.append(each)
                continue
            before = self._original_store.named(tx, project_id, each.form, each.name)
            if before is not None and not _is_another(before, found):
                return each, before
        return free[0], None

    def _clean(self, found: Found) -> Found:
        """Without secrets, and without the names that are not to be kept (R119)."""
        make = recognise.make_of(found.form, found.value)
        hide, named = self._name_hiding.hider(), self._names_hidden()
        value = _hidden(found.value, hide, named if make.files is not None else _as_it_is)
        if value == found.value:
            return found
        return replace(
            found,
            name=named(found.name),
            ref=named(found.ref),
            value=value,
            things=tuple(make.things(value)),
        )

    def _names_hidden(self) -> Callable[[str], str]:
        """A path as it may be stored: an id behind a name is no password."""
        names, bounds = self._settings.get().redact_names, self._policy.settings
        key = self._settings.redaction_key() if names else b""
        return lambda path: redact.mask(path, names, key, bounds)

    # -- what holds in the story

    def _entities(self, taking: _Taking, things: Sequence[Thing]) -> None:
        """Those whose kind is told; merged with what is known by their name."""
        scope, bounds = Scope(taking.project_id), self._policy.story
        held = {each.id: each for each in self._story_store.said_by_user(scope)}
        for thing in things:
            for fact in self._told(taking, thing):
                known = taking.facts.get(fact.id) or held.get(fact.id)
                same = isinstance(fact, Entity) and isinstance(known, Entity)
                after = _merged(known, fact, bounds) if same else fact  # type: ignore[arg-type]
                if after == held.get(fact.id):
                    taking.facts.setdefault(fact.id, after)
                    continue
                if fact.id not in taking.facts and isinstance(fact, Entity):
                    taking.counts["things"] += 1
                    done = Done.ADDED if known is None else Done.CHANGED
                    taking.changes.append(
                        Change(done, fact.id, fact.type.value, fact.name, why=taking.ref)
                    )
                taking.facts[fact.id] = after

    def _told(self, taking: _Taking, thing: Thing) -> Iterator[Fact]:
        """The entity, and what prose and fields on a person's card say."""
        bounds = self._policy.story
        if thing.kind is None or not _is_name(thing.name, bounds):
            return
        where = Evidence(taking.ref)
        yield Entity(
            id=fact_ids.entity_id(taking.project_id, thing.name),
            name=thing.name,
            type=thing.kind,
            aliases=usable(thing, bounds),
            level=thing.level or ContextLevel.WHEN_DETECTED,
            origin=Origin.FILE,
            evidence=where,
        )
        if thing.kind is not EntityType.CHARACTER:
            return
        said = dict.fromkeys(text for _, text in thing.texts)
        card = "\n".join((f"# {thing.name}", thing.fields, *map(vaults.linked, said)))
        reader = CardReader(taking.project_id, taking.ref, FileKind.CHARACTER, bounds)
        for fact in reader.facts(card):
            if not orders.are_in(_words(fact)):
                evidence = fact.evidence
                bare = replace(
                    evidence, first=0, last=0, excerpt="" if taking.private else evidence.excerpt
                )
                yield replace(fact, evidence=bare)

    def _relate(self, taking: _Taking, things: Sequence[Thing]) -> None:
        """Links lead to those who are known; what else is linked stays in the text."""
        project, scope = taking.project_id, Scope(taking.project_id)
        known = {each.id for each in self._story_store.facts(scope).entities} | taking.facts.keys()
        for thing in things:
            source = fact_ids.entity_id(project, thing.name)
            for kind, name in thing.links if source in taking.facts else ():
                target = fact_ids.entity_id(project, name)
                if target in known and target != source:
                    id = fact_ids.relation_id(project, source, kind, target, taking.ref)
                    where = Evidence(taking.ref)
                    taking.facts.setdefault(
                        id,
                        Relation(id=id, source=source, kind=kind, target=target, evidence=where),
                    )

    # -- what is said

    def _thing(self, taking: _Taking, thing: Thing, number: int, key: bytes) -> None:
        owner = fact_ids.entity_id(taking.project_id, thing.name)
        owner = owner if owner in taking.facts else ""
        for place, text in thing.texts:
            for piece in _pieces(
                text, self._policy.entries.content_chars_max - len(thing.name) - 2
            ):
                item = self._note(taking, thing, piece, number, key) if piece.strip() else ""
                if item is not None:
                    taking.texts.append(Part(place, item or owner, piece))
                    owner = owner or item
        taking.parts.append(Part(thing.place, owner, None))

    def _note(
        self, taking: _Taking, thing: Thing, piece: str, number: int, key: bytes
    ) -> str | None:
        """The note that says it, new or known; None where it was forgotten here."""
        tx, project = taking.tx, taking.project_id
        content = telling(thing.name, piece)
        mark = normalize.mark(content)
        if mark in taking.notes:
            return taking.notes[mark]
        where = f"{taking.ref}:{number}"
        item = Item(
            id="",
            type=NOTE,
            project_id=project,
            content=content,
            origin=MIGRATED,
            created_at=taking.now,
            updated_at=taking.now,
            faded_at=taking.now,
            entities=(thing.name,) if _is_name(thing.name, self._policy.story) else (),
            sources=(where,),
        )
        if self._vetoes.vetoed(tx, key, project, item):
            taking.refused.append(Refused(where, "forgotten", _FORGOTTEN))
            return None
        said = self._knowledge_store.saying(tx, project, mark)
        known = self._knowledge_store.with_mark(tx, project, mark) or (said[-1] if said else None)
        if known is None:
            item = replace(item, id=self._knowledge_store.number(tx, NOTE, taking.now))
            self._knowledge_store.add(tx, item, mark=mark)
            self._knowledge_indexer.index(tx, item)
            if thing.level is ContextLevel.NEVER:  # its file says that nobody is to be told
                self._knowledge_store.put_state(
                    tx, item.id, State.ARCHIVED, now=taking.now, put_away=True
                )
            taking.counts["added"] += 1
            taking.changes.append(Change(Done.ADDED, item.id, NOTE, content, why=where))
        else:
            item = known
            taking.counts["repeated"] += 1
            if known.state is State.SUPERSEDED:  # the file says it again
                self._knowledge_store.put_state(tx, known.id, State.ACTIVE, now=taking.now)
        taking.notes[mark] = item.id
        return item.id

    def _replace(self, taking: _Taking, before: Original | None) -> None:
        """What the file said before and says no more, where nobody has changed it since."""
        tx, scope = taking.tx, Scope(taking.project_id)
        old = [
            each.id
            for each in self._story_store.said_by_user(scope)
            if not isinstance(each, Entity) and each.evidence.ref == taking.ref
            and each.id not in taking.facts
        ]  # fmt: skip
        if old and before is not None:
            self._story_store.remove(tx, scope, old)
        self._story_store.put(tx, scope, list(taking.facts.values()))
        now = {each.place: each.owner for each in taking.texts}
        still = set(now.values())
        for part in before.texts if before is not None else ():
            item = self._knowledge_store.find(tx, part.owner)
            if item is None or item.id in still or item.state is not State.ACTIVE:
                continue
            if normalize.mark(part.value) in normalize.mark(item.content):
                self._knowledge_store.put_state(
                    tx, item.id, State.SUPERSEDED, now=taking.now,
                    valid_to=max(taking.now, item.began), superseded_by=now.get(part.place) or None,
                )  # fmt: skip


# -- computing


def telling(name: str, text: str) -> str:
    """A text with the name that it is about, by which it will be looked for."""
    said = text.strip()
    return said if not name or fold(name) in fold(said) else f"{name}: {said}"


def untold(name: str, content: str) -> str:
    """A note without the name that was put before it."""
    return content.removeprefix(f"{name}: ")


def usable(thing: Thing, bounds: Story) -> tuple[str, ...]:
    """Keys by which somebody is called. `forest` is a word and no name: it finds the note, and
    nobody in a chapter."""
    own = set(fold(thing.name).split())
    fit = (
        each
        for each in thing.aliases
        if _is_name(each, bounds)
        and fold(each) != fold(thing.name)
        and (looks_like_a_name(each) or fold(each) in own)
    )
    return tuple(dict.fromkeys(fit))[: bounds.aliases_max]


def _is_name(name: str, bounds: Story) -> bool:
    fits = bounds.name_chars_min <= len(name.strip()) <= bounds.name_chars_max
    return fits and "\n" not in name and not name.startswith("/") and not orders.are_in(name)


def _merged(known: Entity, new: Entity, bounds: Story) -> Entity:
    """What the user said stays; what only came in before follows what comes in now."""
    users = known.origin is Origin.USER
    aliases = dict.fromkeys((*known.aliases, *new.aliases))
    said = new.level is not ContextLevel.WHEN_DETECTED
    return replace(
        known,
        type=known.type if users else new.type,
        aliases=tuple(each for each in aliases if each != known.name)[: bounds.aliases_max],
        level=new.level if said and not users else known.level,
        attributes={**new.attributes, **known.attributes}
        if users
        else {**known.attributes, **new.attributes},
        evidence=known.evidence if users or known.evidence.ref else new.evidence,
    )


def _words(fact: Fact) -> str:
    if isinstance(fact, Entity):
        return "\n".join(
            (fact.name, *fact.aliases, *(f"{k}: {v}" for k, v in fact.attributes.items()))
        )
    if isinstance(fact, Holds | Mark):
        return fact.value
    return fact.kind


def _pieces(text: str, most: int) -> Iterator[str]:
    """A text cut at the ends of paragraphs, lines or words; joined, they are the text."""
    while len(text) > most:
        ends = (text.rfind(each, 1, most) + len(each) for each in ("\n\n", "\n", "。", ". ", " "))
        end = next((each for each in ends if each > most // 2), most)
        yield text[:end]
        text = text[end:]
    yield text


def _original(found: Found, taking: _Taking) -> Original:
    ways: list[Place] = [each.place for each in found.things]
    told = list(dict.fromkeys(place for each in found.things for place, _ in each.texts))
    body, values = places.cut(found.value, ways, told)
    return Original(
        form=found.form,
        name=found.name,
        ref=found.ref,
        body=body,
        holes=tuple(ways),
        things=tuple(
            replace(part, value=value) for part, value in zip(taking.parts, values, strict=True)
        ),
        texts=tuple(taking.texts),
        picture=found.picture,
    )


def _numbered(found: Found, number: int) -> Found:
    if number == 1:
        return found
    stem, dot, ending = found.ref.rpartition(".")
    ref = f"{stem} ({number}).{ending}" if dot else f"{found.ref} ({number})"
    return replace(found, name=f"{found.name} ({number})", ref=ref)


def _is_another(original: Original, found: Found) -> bool:
    """Where one tells of nobody, nobody can say."""
    value = _whole(original)
    make = recognise.make_of(original.form, value)
    told = _named(make.things(value) if value is not None else ())
    tells = _named(found.things)
    return bool(told and tells) and told.isdisjoint(tells)


def _named(things: Iterable[Thing]) -> set[str]:
    return {fold(each.name) for each in things if each.name}


def _whole(original: Original) -> Any:
    return places.joined(original.body, original.holes, original.things, original.texts)


def _hidden(value: Any, hide: Callable[[str], str], named: Callable[[str], str]) -> Any:
    """Every text in it as it may be stored; `named`: so are the names of fields."""
    if isinstance(value, str):
        return hide(value)
    if isinstance(value, Mapping):
        return {named(name): _hidden(each, hide, named) for name, each in value.items()}
    return [_hidden(each, hide, named) for each in value] if isinstance(value, list) else value


def _as_it_is(name: str) -> str:
    return name


def whole(originals: Iterable[Original]) -> Iterator[tuple[Original, Any]]:
    """Each with its value put together; those of which nothing is left are passed over."""
    for each in originals:
        if (value := _whole(each)) is not None:
            yield each, value
