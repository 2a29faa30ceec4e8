"""What the user types in: facts and notes, and preferences by another door (C62).

A preference is a rule and goes the way of rules; everything else is knowledge and does not fade
(C94). Both stand in one list.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from mohen.core import validation
from mohen.core.erasure import OPERATOR, Receipt
from mohen.core.logs import logger
from mohen.core.scope import Scope, refuse_strangers
from mohen.errors import InvalidArgument, NotFound
from mohen.knowledge import model, vetoes
from mohen.knowledge.decay import MANUAL
from mohen.knowledge.model import INITIALS, Item
from mohen.notes import notes
from mohen.notes.notes import PREFERENCE
from mohen.rules.model import Patch, Rule
from mohen.text import normalize, redact

if TYPE_CHECKING:
    from mohen.core.audit_store import AuditStore
    from mohen.core.database import Database, Tx
    from mohen.core.ports import Clock, Ids
    from mohen.core.settings import UserSettings
    from mohen.knowledge.capture import Capture
    from mohen.knowledge.edit import KnowledgeEditor
    from mohen.knowledge.index_items import KnowledgeIndexer
    from mohen.knowledge.remove import KnowledgeRemover
    from mohen.knowledge.store import KnowledgeStore
    from mohen.knowledge.workspace.refresh_files import FileRefresher
    from mohen.policy import Policy
    from mohen.rules.edit import RuleEditor
    from mohen.rules.store import RuleStore


log = logger(__name__)


def view(rule: Rule) -> Item:
    """A rule as an entry."""
    return Item(
        id=rule.id,
        type=PREFERENCE,
        project_id=rule.project_id,
        content=rule.text,
        origin=rule.origin.value,
        created_at=rule.created_at,
        updated_at=rule.updated_at,
        version=rule.version,
    )


class Notes:
    """What the user typed in, as facts, notes and rules."""

    def __init__(
        self,
        *,
        audit_store: AuditStore,
        capture: Capture,
        clock: Clock,
        file_refresher: FileRefresher,
        ids: Ids,
        knowledge_editor: KnowledgeEditor,
        knowledge_indexer: KnowledgeIndexer,
        knowledge_remover: KnowledgeRemover,
        knowledge_store: KnowledgeStore,
        mind_db: Database,
        policy: Policy,
        rule_editor: RuleEditor,
        rule_store: RuleStore,
        settings: UserSettings,
    ) -> None:
        self._audit_store = audit_store
        self._capture = capture
        self._clock = clock
        self._file_refresher = file_refresher
        self._ids = ids
        self._knowledge_editor = knowledge_editor
        self._knowledge_indexer = knowledge_indexer
        self._knowledge_remover = knowledge_remover
        self._knowledge_store = knowledge_store
        self._mind_db = mind_db
        self._policy = policy
        self._rule_editor = rule_editor
        self._rule_store = rule_store
        self._settings = settings

    def create(self, kind: str, content: str, *, scope: str, project_id: str | None = None) -> Item:
        policy = self._policy.entries
        validation.check_type(kind, policy.type_chars_max)
        validation.check_scope(scope, project_id)
        validation.check_ids(self._policy.recording, projectId=project_id)
        kept = validation.check_content(content, self._most(kind))
        if kind == PREFERENCE:
            made = view(self._rule_editor.add(kept, scope=scope, project_id=project_id))
        elif kind in INITIALS:
            made = self._capture.capture(kept, project_id, kind=kind, origin=MANUAL).item
        else:
            made = self._other(kind, kept, project_id)
        log.info("memory_create %s %s", made.id, made.type)
        return made

    def _most(self, kind: str) -> int:
        """How long an entry may be: a preference is one rule, a note may be a page."""
        if kind == PREFERENCE:
            return self._policy.rules.text_chars_max
        return self._policy.entries.content_chars_max

    def _other(self, kind: str, content: str, project_id: str | None) -> Item:
        """Of a type that only the user knows: nothing is read from its words."""
        now, content = self._clock.now(), redact.without_secrets(content)
        item = Item(
            id=self._ids.new("kn"),
            type=kind,
            project_id=project_id,
            content=content,
            origin=MANUAL,
            created_at=now,
            updated_at=now,
            faded_at=now,
        )
        hashes = vetoes.hashes(self._settings.redaction_key(), item)

        def write(tx: Tx) -> None:
            self._knowledge_store.add(tx, item, mark=normalize.mark(content))
            self._knowledge_indexer.index(tx, item)
            self._rule_store.unveto(tx, project_id, hashes)  # the user says so (C64)

        self._mind_db.write(write)
        self._knowledge_indexer.follow_up()
        self._file_refresher.follow(project_id)
        return item

    def list_entries(
        self,
        project_id: str | None = None,
        *,
        scope: str | None = None,
        kind: str | None = None,
        limit: int | None = None,
    ) -> tuple[list[Item], int]:
        """Rules and knowledge in one order, and how many there are. Without a project only what is
        global."""
        policy = self._policy.entries
        validation.check_ids(self._policy.recording, projectId=project_id, type=kind)
        if scope == "project":
            validation.check_scope(scope, project_id)
        size = validation.size(limit, default=policy.list_default, most=policy.list_max)
        own = None if scope is None else scope == "project"
        rules = self._rules(project_id, own) if kind in (None, PREFERENCE) else []
        items, number = self._knowledge_store.listed(
            Scope(project_id), ranks=notes.ORDER, kind=kind, own=own, limit=size
        )
        return notes.ordered([*rules, *items])[:size], len(rules) + number

    def _rules(self, project_id: str | None, own: bool | None) -> list[Item]:
        """Those of the project, those that are global, or both."""
        everybodys = [] if own else self._rule_store.of(Scope())
        projects = (
            [] if own is False or project_id is None else self._rule_store.of(Scope(project_id))
        )
        return [view(rule) for rule in (*everybodys, *projects)]

    def update(
        self,
        id: str,
        project_id: str | None = None,
        *,
        content: str | None = None,
        version: int | None = None,
    ) -> Item:
        if content is None:
            raise InvalidArgument("the patch is empty: give content", field="patch")
        before = self._own(id, project_id)
        kept = validation.check_content(content, self._most(before.type), "patch.content")
        if before.type == PREFERENCE:
            read = before.version if version is None else version
            after = view(self._rule_editor.update(id, project_id, read, Patch(text=kept)))
        else:
            patch = model.Patch(content=kept)
            after = self._knowledge_editor.update(id, project_id, patch, version=version)
        log.info("memory_update %s %s", after.id, after.type)
        return after

    def delete(
        self,
        id: str,
        project_id: str | None = None,
        *,
        dry_run: bool = False,
        operator: str | None = None,
    ) -> tuple[bool, Receipt]:
        """For good: no file holds its text afterwards, and it is not learned again (C74, C64).
        Answers whether it was there; deleting twice is fine."""
        validation.check_ids(self._policy.recording, id=id, projectId=project_id, operator=operator)
        if self._is_buried(id, project_id):
            return False, Receipt(counts={}, dry_run=dry_run)
        item, who = self._own(id, project_id), operator or OPERATOR
        if item.type == PREFERENCE:
            deleted = self._rule_editor.delete(
                id, project_id=project_id, dry_run=dry_run, operator=who
            )
            gone = asdict(deleted)
            wiped = gone.pop("wiped")
            del gone["dry_run"]
            receipt = Receipt(counts=gone, wiped=wiped, dry_run=dry_run)
        elif dry_run:
            receipt = Receipt(counts=self._knowledge_remover.weigh([item]), dry_run=True)
        else:
            receipt = self._knowledge_remover.one(item, who)
        if not dry_run:
            log.info("memory_delete %s %s", item.id, item.type)
        return not dry_run, receipt

    def _is_buried(self, id: str, project_id: str | None) -> bool:
        tombstone = self._audit_store.buried(id)
        if tombstone is None:
            return False
        refuse_strangers(tombstone.project_id, project_id)
        return True

    def _own(self, id: str, project_id: str | None) -> Item:
        """The entry, if it is global or the project's own (C92)."""
        validation.check_ids(self._policy.recording, id=id, projectId=project_id)
        item = self._knowledge_store.get(id)
        if item is None:
            rule = self._rule_store.get(None, id)
            if rule is None:
                raise NotFound("no such entry", field="id")
            item = view(rule)
        refuse_strangers(item.project_id, project_id)
        return item
