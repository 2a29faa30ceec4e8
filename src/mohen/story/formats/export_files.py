"""The story as writers' tools read it.

What came from such a file goes out as that file, with what was changed here since and nothing else
touched. Everything else that is known is written anew.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from mohen.core import validation
from mohen.errors import NotFound
from mohen.knowledge.model import NOTE
from mohen.knowledge.transfer.model import Exported, Form, Sheet
from mohen.story import fact_ids, prompt_lines
from mohen.story.formats import character_cards, files, import_files, places, png_chunks, recognise
from mohen.story.formats.model import Make, Original, Telling, Thing
from mohen.story.model import ContextLevel, Entity, EntityType, Origin
from mohen.text import normalize
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.normalize import fold

if TYPE_CHECKING:
    from mohen.core.database import Database
    from mohen.core.settings import UserSettings
    from mohen.knowledge.store import KnowledgeStore
    from mohen.policy import Policy
    from mohen.story.for_prompts import StoryLines
    from mohen.story.formats.store import OriginalStore
    from mohen.story.ingest import StoryIngest
    from mohen.story.world_state import Book

_CARDS = (Form.SILLYTAVERN_V3, Form.SILLYTAVERN_V2)
_UNSAFE = LazyPattern(r"[\x00-\x1f\"*/:<>?\\|]")
_NAME_CHARS = 100
_NOTES = 200  # of one thing
_ARCHIVE = b"PK"


class StoryExporter:
    """Writes the story as character cards, lorebooks and vaults."""

    def __init__(
        self,
        *,
        knowledge_store: KnowledgeStore,
        mind_db: Database,
        original_store: OriginalStore,
        policy: Policy,
        settings: UserSettings,
        story_ingest: StoryIngest,
        story_lines: StoryLines,
    ) -> None:
        self._knowledge_store = knowledge_store
        self._mind_db = mind_db
        self._original_store = original_store
        self._policy = policy
        self._settings = settings
        self._story_ingest = story_ingest
        self._story_lines = story_lines

    def export(self, project_id: str, form: Form, *, of: str | None = None) -> Exported:
        """All that is known, or only the card or book of one name."""
        validation.check_ids(self._policy.recording, projectId=project_id, of=of)
        self._story_ingest.refreshed(project_id)
        book = self._story_lines.read(project_id)
        originals = list(import_files.whole(self._original_store.of(project_id)))
        sheets, named = list[Sheet](), set[str]()
        for original, value in originals:
            if _fits(original.form, form):
                named |= {fold(each.name) for each in _things(original, value)}
                if _is_asked(of, original.name):
                    after = self._now(project_id, book, original, value)
                    sheets += _sheets(
                        form, original.name, after, original.picture, like=original.ref
                    )
        fresh = [
            each
            for each in self._tellings(project_id, book, originals)
            if fold(each.name) not in named and _is_asked(of, each.name)
        ]
        sheets += _new(form, project_id, fresh)
        if of is not None and not sheets:
            raise NotFound("nothing of this name is in the story", field="of")
        return Exported(tuple({each.path: each for each in sheets}.values()))

    def records(self, project_id: str) -> Iterator[dict[str, Any]]:
        """For a whole memory's export: each file as it came in and is now."""
        for original, value in import_files.whole(self._original_store.of(project_id)):
            yield {
                "record": "original",
                "form": original.form.value,
                "name": original.name,
                "ref": original.ref,
                "value": value,
                "picture": base64.b64encode(original.picture).decode(),
            }

    # -- as it is now

    def _now(self, project_id: str, book: Book, original: Original, value: Any) -> Any:
        make = recognise.make_of(original.form, value)
        before = list(make.things(value))
        for thing in before:
            entity = book.entities.get(fact_ids.entity_id(project_id, thing.name))
            if entity is not None and entity.origin is Origin.USER:
                make.put(places.at(value, thing.place), thing, self._changed(thing, entity))
        names = {place: thing.name for thing in before for place, _ in thing.texts}
        said: dict[Any, str] = {}
        with self._mind_db.read() as reader:
            for part in original.texts:
                item = self._knowledge_store.find(reader, part.owner)
                name, text = names.get(part.place, ""), str(part.value)
                if item is not None and not _says(item.content, name, text):
                    text = import_files.untold(name, item.content)
                said[part.place] = said.get(part.place, "") + text
        for place, text in said.items():
            if places.has(value, place):
                value = places.put(value, place, text)
        return value

    def _changed(self, thing: Thing, entity: Entity) -> Telling:
        """What the user says of it: keys that are no names stay, and so do names they left."""
        fit = import_files.usable(thing, self._policy.story)
        kept = [each for each in thing.aliases if each not in fit or each in entity.aliases]
        more = [each for each in entity.aliases if each not in kept]
        return Telling(
            name=thing.name,
            kind=entity.type,
            aliases=(*kept, *more),
            level=entity.level,
        )

    # -- anew

    def _tellings(
        self, project_id: str, book: Book, originals: Sequence[tuple[Original, Any]]
    ) -> Iterator[Telling]:
        told = set[str]()
        for entity in sorted(book.entities.values(), key=lambda each: (each.type, each.name)):
            told.add(fold(entity.name))
            yield self._telling(project_id, book, entity)
        for original, value in originals:
            for thing in _things(original, value):
                if thing.name and fold(thing.name) not in told:
                    told.add(fold(thing.name))
                    yield Telling(
                        name=thing.name,
                        kind=thing.kind,
                        aliases=tuple(each for each in thing.aliases if each != thing.name),
                        level=thing.level or ContextLevel.WHEN_DETECTED,
                        text="\n\n".join(dict.fromkeys(each.strip() for _, each in thing.texts)),
                        links=thing.links,
                    )

    def _telling(self, project_id: str, book: Book, entity: Entity) -> Telling:
        language = self._settings.get().prompt_language
        with self._mind_db.read() as reader:
            notes = self._knowledge_store.sharing(
                reader, project_id, [entity.name], types=(NOTE,), limit=_NOTES
            )
        said = [each.content for each in sorted(notes, key=lambda each: each.id)]
        own = [each for each in book.relations if entity.id in (each.source, each.target)]
        lines = [
            f"{name.replace('_', ' ')}: {value}"
            for name, value in sorted(entity.attributes.items())
        ]
        lines += [prompt_lines.relation_text(book, each, language) for each in own]
        return Telling(
            name=entity.name,
            kind=entity.type,
            aliases=entity.aliases,
            level=entity.level,
            text="\n\n".join(filter(None, ("\n".join(dict.fromkeys(lines)), *said))),
            links=tuple(
                dict.fromkeys(
                    (each.kind, book.name(each.target)) for each in own if each.source == entity.id
                )
            ),
        )


# -- files


def _fits(of: Form, asked: Form) -> bool:
    """Whether a file that came in as one form goes out as the other: cards of both versions do."""
    return of is asked or (of in _CARDS and asked in _CARDS)


def _things(original: Original, value: Any) -> list[Thing]:
    return list(recognise.make_of(original.form, value).things(value))


def _is_asked(of: str | None, name: str) -> bool:
    return of is None or fold(of.strip()) == fold(name)


def _says(content: str, name: str, text: str) -> bool:
    return normalize.mark(import_files.telling(name, text)) == normalize.mark(content)


def _new(form: Form, project_id: str, told: Sequence[Telling]) -> Iterator[Sheet]:
    make = recognise.make_of(form)
    if form in _CARDS:
        for each in told:
            if each.kind is EntityType.CHARACTER:
                yield from _sheets(form, each.name, make.fresh(each.name, [each]))
    elif told:
        yield from _sheets(form, project_id, make.fresh(project_id, told))


def _sheets(
    form: Form, name: str, value: Any, picture: bytes = b"", *, like: str = ""
) -> Iterator[Sheet]:
    make: Make = recognise.make_of(form, value)
    if make.files is not None:
        yield from (Sheet(_path(path), text) for path, text in make.files(name, value).items())
        return
    if form in _CARDS:
        value = character_cards.converted(value, form)
    stem = _safe(name)
    if form in _CARDS and picture.startswith(_ARCHIVE):
        packed = files.packed(picture, "card.json", _json(value))
        yield Sheet(f"{stem}.charx", base64.b64encode(packed).decode(), base64=True)
    elif form in _CARDS and picture:
        yield Sheet(
            f"{stem}.png", base64.b64encode(_carried(picture, value, form)).decode(), base64=True
        )
    else:
        ending = ".lorebook" if like.endswith(".lorebook") else ".json"
        yield Sheet(f"{stem}{ending}", _json(value))


def _carried(picture: bytes, card: Any, form: Form) -> bytes:
    """In both chunks, as SillyTavern writes it: who reads the older one finds it, too."""
    said = {"chara": _json(character_cards.converted(card, Form.SILLYTAVERN_V2))}
    if form is Form.SILLYTAVERN_V3:
        said["ccv3"] = _json(card)
    return png_chunks.written(picture, said)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=4)


def _path(path: str) -> str:
    return "/".join(_safe(each) for each in path.split("/"))


def _safe(name: str) -> str:
    """A name that a file can have, and that leads nowhere else."""
    kept = _UNSAFE.sub("_", name).strip(". ")[:_NAME_CHARS]
    return kept or "_"
