"""A memory goes out whole, and memories of any make come in (R228)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mohen.core import validation
from mohen.core.logs import logger
from mohen.core.scope import Scope
from mohen.episodes.model import Filter
from mohen.errors import InvalidArgument
from mohen.knowledge.consolidation.model import Trigger
from mohen.knowledge.model import GLOBAL, Item, State
from mohen.knowledge.transcripts.model import Source, SourceKind
from mohen.knowledge.transfer import exports, read_files
from mohen.knowledge.transfer.import_items import Intake, ItemImporter
from mohen.knowledge.transfer.model import (
    STORY_FORMS,
    Dropped,
    Exported,
    Form,
    Imported,
    Papers,
    Sheet,
)
from mohen.knowledge.workspace.model import Trouble

if TYPE_CHECKING:
    from mohen.conversations.store import TalkStore
    from mohen.core.database import Database
    from mohen.core.settings import UserSettings
    from mohen.episodes.store import EpisodeStore
    from mohen.knowledge.agents.agents import Agents
    from mohen.knowledge.agents.model import Agent
    from mohen.knowledge.agents.store import AgentStore
    from mohen.knowledge.consolidation.backlog import Backlog
    from mohen.knowledge.consolidation.consolidate import Consolidator
    from mohen.knowledge.consolidation.dry_run import DryRun
    from mohen.knowledge.consolidation.listen import LearningFromTalk
    from mohen.knowledge.consolidation.store import FragmentStore
    from mohen.knowledge.index_items import KnowledgeIndexer
    from mohen.knowledge.ports import CarriesDocuments, StoryExporter, StoryImporter, Transcripts
    from mohen.knowledge.review.review import Reviewer
    from mohen.knowledge.self_output import SaidToAgents
    from mohen.knowledge.store import KnowledgeStore
    from mohen.knowledge.transfer.import_messages import MessageImporter
    from mohen.knowledge.transfer.read_files import FileReader
    from mohen.knowledge.workspace.refresh_files import FileRefresher
    from mohen.policy import Policy
    from mohen.rules.store import RuleStore


log = logger(__name__)

_FILE = "mohen-export"
_EPISODES, _ITEMS, _FILES, _MESSAGES, _DOCUMENTS = "e", "i", "f", "m", "d"
_LEFT = frozenset(
    f"{first}if{more}"[at:]
    for first in ("e", "")
    for more in ("md", "m", "d", "")
    for at in range(len(f"{first}if{more}"))
) | {_ITEMS}
"""What a cursor says is left to be written: in this order, ending with what was asked for."""


class Transfer:
    """Exports a memory whole, and imports memories of any make."""

    def __init__(
        self,
        *,
        agent_store: AgentStore,
        agents: Agents,
        backlog: Backlog,
        consolidator: Consolidator,
        document_carrier: CarriesDocuments,
        dry_run: DryRun,
        episode_store: EpisodeStore,
        file_reader: FileReader,
        file_refresher: FileRefresher,
        fragment_store: FragmentStore,
        item_importer: ItemImporter,
        knowledge_indexer: KnowledgeIndexer,
        knowledge_store: KnowledgeStore,
        learning_from_talk: LearningFromTalk,
        message_importer: MessageImporter,
        mind_db: Database,
        policy: Policy,
        rule_store: RuleStore,
        said_to_agents: SaidToAgents,
        settings: UserSettings,
        story_exporter: StoryExporter,
        story_importer: StoryImporter,
        talk_store: TalkStore,
        transcripts: Transcripts,
        reviewer: Reviewer,
    ) -> None:
        self._agent_store = agent_store
        self._agents = agents
        self._backlog = backlog
        self._consolidator = consolidator
        self._document_carrier = document_carrier
        self._dry_run = dry_run
        self._episode_store = episode_store
        self._file_reader = file_reader
        self._file_refresher = file_refresher
        self._fragment_store = fragment_store
        self._item_importer = item_importer
        self._knowledge_indexer = knowledge_indexer
        self._knowledge_store = knowledge_store
        self._learning_from_talk = learning_from_talk
        self._message_importer = message_importer
        self._mind_db = mind_db
        self._policy = policy
        self._rule_store = rule_store
        self._said_to_agents = said_to_agents
        self._settings = settings
        self._story_exporter = story_exporter
        self._story_importer = story_importer
        self._talk_store = talk_store
        self._transcripts = transcripts
        self.review = reviewer.review

    # -- out

    def export(
        self,
        project_id: str | None = None,
        *,
        form: str = exports.JSON,
        episodes: bool = False,
        conversations: bool = False,
        of: str | None = None,
        documents: bool = False,
        after: str | None = None,
    ) -> Exported:
        """A piece of it; `after` asks for the rest, and all pieces together are the file. Markdown
        and what writers' tools read come in one; `of` is the name of one thing in it."""
        validation.check_ids(self._policy.recording, projectId=project_id)
        if form in STORY_FORMS:
            if project_id is None:
                raise InvalidArgument(
                    "a story belongs to a project: give projectId", field="projectId"
                )
            return self._story_exporter.export(project_id, Form(form), of=of)
        if form not in exports.FORMS:
            known = ", ".join((*exports.FORMS, *STORY_FORMS))
            raise InvalidArgument(f"format must be one of {known}", field="format")
        if episodes and project_id is None:
            raise InvalidArgument("episodes belong to a project: give projectId", field="projectId")
        if conversations and project_id is None:
            raise InvalidArgument(
                "conversations belong to a project: give projectId", field="projectId"
            )
        if documents and project_id is None:
            raise InvalidArgument(
                "documents belong to a project: give projectId", field="projectId"
            )
        if form == exports.MARKDOWN:
            return Exported(self._markdown(project_id))
        if after is None:
            wanted = (
                (episodes, _EPISODES),
                (True, _ITEMS),
                (project_id is not None, _FILES),
                (conversations, _MESSAGES),
                (documents, _DOCUMENTS),
            )
            left, place = "".join(part for asked, part in wanted if asked), ""
            text = self._opening(project_id, form)
        else:
            left, _, place = after.partition(":")
            try:
                records, place = self._part(left, project_id, place)
            except ValueError:
                raise InvalidArgument(
                    "cursor is not one of ours: start again", field="cursor"
                ) from None
            text = exports.lines(records, form, first=False)
            left = left if place else left[1:]
        text += "" if left else exports.closing(form)
        return Exported((Sheet(f"{_FILE}.{form}", text),), f"{left}:{place}" if left else None)

    def _opening(self, project_id: str | None, form: str) -> str:
        agent = None if project_id is None else self._agent_store.get(project_id)
        told: list[Mapping[str, Any]] = [exports.settings_record(self._settings.get())]
        told += [] if agent is None else [exports.agent_record(agent)]
        told += [exports.rule_record(each) for each in self._rule_store.of(Scope(project_id))]
        return exports.opening(project_id, form) + exports.lines(told, form, first=True)

    def _part(
        self, left: str, project_id: str | None, place: str
    ) -> tuple[list[dict[str, Any]], str]:
        """Records of the first part that is left, behind a place, and the place reached: '' where
        there are no more. Raises `ValueError` where nobody was told to ask so."""
        if left not in _LEFT or (project_id is None and left != _ITEMS):
            raise ValueError("no part of an export")
        if left[0] == _ITEMS:
            return self._items(project_id, place)
        parts = {
            _EPISODES: self._episodes,
            _FILES: self._files,
            _MESSAGES: self._messages,
            _DOCUMENTS: self._documents,
        }
        return parts[left[0]](project_id or "", place)

    def _files(self, project_id: str, _place: str) -> tuple[list[dict[str, Any]], str]:
        """Behind the items: what they say belongs to those."""
        return list(self._story_exporter.records(project_id)), ""

    def _episodes(self, project_id: str, place: str) -> tuple[list[dict[str, Any]], str]:
        at, seq = (int(each) for each in place.split(",")) if place else (0, 0)
        page = self._episode_store.page(
            Scope(project_id),
            Filter(),
            before=(at, seq) if place else None,
            limit=self._policy.transfer.page,
        )
        reached = "" if page.after is None else f"{page.after[0]},{page.after[1]}"
        return [exports.episode_record(each) for each in page.items], reached

    def _items(self, project_id: str | None, place: str) -> tuple[list[dict[str, Any]], str]:
        size, scope = self._policy.transfer.page, Scope(project_id)
        found = self._knowledge_store.page(scope, after=place, limit=size)
        types = {name: kind for name, kind, _ in self._knowledge_store.entities(scope, own=True)}
        with self._mind_db.read() as reader:
            told = [
                exports.item_record(each, self._knowledge_store.said(reader, each.id), types)
                for each in found
            ]
        return told, found[-1].id if len(found) == size else ""

    def _messages(self, project_id: str, place: str) -> tuple[list[dict[str, Any]], str]:
        """In the order of hearing. A message may be long, so a piece ends by its length too."""
        policy = self._policy.transfer
        if not self._talk_store.is_there:
            return [], ""
        found = self._talk_store.since(
            project_id, int(place or 0), policy.page, chars=policy.piece_chars
        )
        learned = self._fragment_store.listened(project_id, self._talk_store.epoch())
        told = [exports.message_record(each, waiting=each.pk > learned) for each in found]
        return told, str(found[-1].pk) if found else ""

    def _documents(self, project_id: str, place: str) -> tuple[list[dict[str, Any]], str]:
        told, reached = self._document_carrier.records(project_id, int(place or 0))
        return told, str(reached) if reached else ""

    def _markdown(self, project_id: str | None) -> tuple[Sheet, ...]:
        """What is searched there comes back in transcripts: it is our own voice (C64)."""
        sheets = exports.markdown(self._active(project_id))
        self._said_to_agents.remember(project_id or GLOBAL, [each.text for each in sheets])
        return sheets

    def _active(self, project_id: str | None) -> Iterator[Item]:
        after, size = "", self._policy.transfer.page
        while page := self._knowledge_store.page(
            Scope(project_id), states=(State.ACTIVE,), after=after, limit=size
        ):
            yield from page
            after = page[-1].id

    # -- in

    def take(
        self,
        project_id: str,
        path: str | None = None,
        *,
        file: Dropped | None = None,
        form: str | None = None,
        dry_run: bool = False,
        once: bool = False,
    ) -> Imported:
        """Memories become items; conversations become a source of the agent, or with `once` are
        read now and not listened to. Twice is once. The file is never changed. A `file` that comes
        itself is there while it is read and not afterwards."""
        validation.check_ids(self._policy.recording, projectId=project_id)
        if (path is None) == (file is None):
            raise InvalidArgument("name exactly one of path and file", field="path")
        if file is not None:
            with self._dry_run.lent(*read_files.dropped(file)) as lent:
                return self.take(project_id, lent, form=form, dry_run=dry_run, once=True)
        path = path or ""
        asked = read_files.form_of(form)
        if (story := self._story_importer.recognise(path, asked)) is not None:
            if not dry_run:
                return self._story_importer.take(project_id, story)
            with self._dry_run.rehearsal() as stage:
                return stage.story_importer.take(project_id, story, dry_run=True)
        read = self._file_reader.by_plugins(path) if asked is None else None
        if read is None:
            heard = asked is Form.TRANSCRIPT or (asked is None and self._is_talk(path))
            read = None if heard else self._file_reader.read(path, asked)
        if read is None:
            return self._listen(project_id, path, dry_run=dry_run, once=once)
        if dry_run:
            with self._dry_run.rehearsal() as stage:
                return stage.transfer.taken(project_id, read, dry_run=True)
        if read.messages and self._backlog.heard(project_id):
            self._learning_from_talk.learn(project_id)  # behind it stands what is learned already
        made = self.taken(project_id, read)
        if made.messages:
            self._learning_from_talk.follow(project_id)
        self._knowledge_indexer.follow_up()
        self._file_refresher.follow(project_id)
        log.info(
            "imported %s: %d added, %d repeated, %d refused",
            made.form.value, made.added, made.repeated, len(made.refused),
        )  # fmt: skip
        return made

    def _is_talk(self, path: str) -> bool:
        """Whether a host of conversations wrote it: a summary that stands among messages is no
        memory that somebody kept. Plain text may be either."""
        if not Path(path).is_absolute():
            raise InvalidArgument("path must be absolute", field="path")
        try:
            return self._transcripts.detect(path) is not SourceKind.TEXT
        except InvalidArgument:
            return False

    def taken(self, project_id: str, read: Papers, *, dry_run: bool = False) -> Imported:
        intake = Intake(project_id, ours=read.form is Form.MOHEN)
        self._message_importer.take(intake, read.messages)
        self._item_importer.take(intake, read)
        for each in read.originals:
            if (story := self._story_importer.recorded(each)) is not None:
                intake.counts["things"] += self._story_importer.take(project_id, story).things
        self._take_documents(intake, read)
        counts = Counter(intake.counts)
        return Imported(
            form=read.form,
            added=counts["added"],
            repeated=counts["repeated"],
            rules=counts["rules"],
            messages=counts["messages"],
            things=counts["things"],
            documents=counts["documents"],
            changes=tuple(intake.changes),
            refused=tuple(intake.refused),
            troubles=(*read.troubles, *intake.troubles),
            renamed=dict(intake.renamed),
            dry_run=dry_run,
        )

    def _take_documents(self, intake: Intake, read: Papers) -> None:
        if not read.documents:
            return
        added, _, senseless = self._document_carrier.take(intake.project_id, read.documents)
        intake.counts["documents"] += added
        if senseless:
            why = "documents that make no sense were left out"
            intake.troubles.append(Trouble(_FILE, 0, why))

    def _listen(self, project_id: str, path: str, *, dry_run: bool, once: bool) -> Imported:
        source = Source(self._transcripts.detect(path), path)
        if dry_run:
            return Imported(form=Form.TRANSCRIPT, source=source, dry_run=True)
        before = self._agent_store.get(project_id)
        heard = () if before is None else before.sources
        self._agents.init(agent_id=project_id, sources=_with(before, source))
        if not once:
            return Imported(form=Form.TRANSCRIPT, source=source)
        try:
            made = self._consolidator.consolidate(project_id, Trigger.MANUAL, force=True)
        finally:
            self._agents.update(project_id, sources=heard)
        done = Counter(each.done.value for each in made.changes)
        return Imported(
            form=Form.TRANSCRIPT,
            added=done["added"],
            repeated=done["repeated"],
            changes=made.changes,
            source=source,
        )


def _with(agent: Agent | None, source: Source) -> tuple[Source, ...]:
    return tuple(dict.fromkeys((*(() if agent is None else agent.sources), source)))
