"""Conversations: kept in full once, compact ever after, with the way back (R165, R166).

The whole goes into the project's folder, or into mind.db where the project has none; what a
prompt is shown is the compact. Saving the same messages again changes nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from mohen.compaction import compact_text
from mohen.compaction.model import Compact, Compacts, Expanded, Quality, Saved, Turn
from mohen.compaction.store import ConversationStore, Kept
from mohen.core import validation
from mohen.core.erasure import OPERATOR, Receipt
from mohen.core.logs import logger
from mohen.core.scope import Scope
from mohen.errors import IoFailed, NotFound, StoreError
from mohen.manuscript.model import Trouble
from mohen.models.model import Purpose
from mohen.text import redact

if TYPE_CHECKING:
    from mohen.core.audit_store import AuditStore
    from mohen.core.database import Database, Tx
    from mohen.core.ports import Clock, Jobs
    from mohen.core.secure_wipe import SecureWipe
    from mohen.core.settings import UserSettings
    from mohen.core.settings_model import Settings
    from mohen.manuscript.projects import Projects
    from mohen.models.model_budget import ModelBudget
    from mohen.policy import Policy
    from mohen.text.masking import KnownNames


log = logger(__name__)

NOT_KEPT = "NOT_KEPT"
"""There is no whole: it was saved in privacy mode."""
_FOLDER = ".mohen/conversations/"
_ROW = "db:conversations/"


class Compaction:
    """Keeps a conversation whole once, and compact ever after."""

    def __init__(
        self,
        *,
        audit_store: AuditStore,
        clock: Clock,
        conversation_store: ConversationStore,
        jobs: Jobs,
        mind_db: Database,
        model_budget: ModelBudget,
        policy: Policy,
        projects: Projects,
        prompt_masks: KnownNames,
        secure_wipe: SecureWipe,
        settings: UserSettings,
    ) -> None:
        self._audit_store = audit_store
        self._clock = clock
        self._conversation_store = conversation_store
        self._jobs = jobs
        self._mind_db = mind_db
        self._model_budget = model_budget
        self._policy = policy
        self._projects = projects
        self._prompt_masks = prompt_masks
        self._secure_wipe = secure_wipe
        self._settings = settings

    # -- saving

    def save(self, id: str, turns: Sequence[Turn], project_id: str | None = None) -> Saved:
        """The whole conversation as it is now, in place of what was kept of it before."""
        policy = self._policy.compaction
        self._check(id, project_id)
        compact_text.check_turns(turns, policy)
        for place, turn in enumerate(turns):
            name = f"messages.{place}"
            validation.check_ids(self._policy.recording, **{f"{name}.skillId": turn.skill_id})
            validation.check_moments(self._policy.recording, **{f"{name}.at": turn.at})
        known = self._settings.get()
        masked = self._masked(known, turns)
        text = compact_text.whole(masked)
        compact_text.check_size(text, policy)
        if known.privacy_mode_enabled:
            return Saved(self._save_wordless(id, masked, project_id))
        saved = self._save_whole(id, masked, text, project_id)
        if saved.compact.compacted and saved.compact.quality is not Quality.MODEL:
            self._jobs.submit(f"digest {project_id} {id}", lambda: self.improve(id, project_id))
        return saved

    def _masked(self, known: Settings, turns: Sequence[Turn]) -> Sequence[Turn]:
        """Secrets and names that the author does not want kept are not kept here either (R119)."""
        names, policy = known.redact_names, self._policy.settings
        key = self._settings.redaction_key() if names else b""
        return [
            replace(each, content=redact.kept(each.content, names, key, policy)) for each in turns
        ]

    def _save_whole(
        self, id: str, turns: Sequence[Turn], text: str, project_id: str | None
    ) -> Saved:
        before = self._conversation_store.get(Scope(project_id), id)
        fingerprint = hashlib.sha256(text.encode()).hexdigest()
        if before is not None and before.hash == fingerprint and self._stands(before, text):
            return Saved(before.compact)
        ref, trouble = self._shelve(id, text, project_id)
        summary, quality = compact_text.digest(turns, self._policy, self._known(project_id))
        compact = self._compact(
            id, turns, project_id, summary=summary, quality=quality, full_ref=ref or _ROW + id
        )
        return Saved(self._put(Kept(compact, text if ref is None else None, fingerprint)), trouble)

    def _known(self, project_id: str | None) -> tuple[str, ...]:
        """Names that the project has cards of; none where they cannot be looked up."""
        try:
            return self._prompt_masks.known(project_id)
        except StoreError as error:
            log.warning("a digest without the project's names: %s", error.reason)
            return ()

    def _stands(self, kept: Kept, text: str) -> bool:
        """Whether the whole is still where it was put, and where it would be put now."""
        shelf = self._projects.shelf(kept.compact.project_id)
        if shelf is None:
            return kept.body is not None
        return kept.body is None and shelf.read(_FOLDER + kept.compact.id + ".json").text == text

    def _shelve(self, id: str, text: str, project_id: str | None) -> tuple[str | None, str | None]:
        """The file it was written to; None where there is no folder, or with the trouble with
        it."""
        shelf = self._projects.shelf(project_id)
        if shelf is None:
            return None, None
        ref = f"{_FOLDER}{id}.json"
        try:
            shelf.write(ref, text)
        except IoFailed as error:
            log.warning("conversation %s kept in mind.db: %s", id, error.code)
            return None, error.code
        return ref, None

    def _save_wordless(self, id: str, turns: Sequence[Turn], project_id: str | None) -> Compact:
        """In privacy mode: counts and skills, and nothing of what was kept of it before (C95)."""
        summary, quality = compact_text.wordless(turns, self._policy.compaction)
        compact = self._compact(
            id, turns, project_id, summary=summary, quality=quality, full_ref=""
        )

        def write(tx: Tx) -> tuple[Kept, bool]:
            before = self._conversation_store.find(tx, Scope(project_id), id)
            held = before is not None and bool(before.compact.full_ref)
            if held:
                self._secure_wipe.owe(tx)
            return self._merged(tx, Kept(compact, None, "")), held

        kept, held = self._mind_db.write(write).value
        if held:
            self.delete_files(project_id, [f"{_FOLDER}{id}.json"])
            self._secure_wipe.wipe(episodes=False, mind=True)
        return kept.compact

    def _compact(
        self,
        id: str,
        turns: Sequence[Turn],
        project_id: str | None,
        *,
        summary: str,
        quality: Quality,
        full_ref: str,
    ) -> Compact:
        now, size = self._clock.now(), compact_text.size(turns, self._policy)
        return Compact(
            id=id,
            project_id=project_id,
            summary=summary,
            quality=quality,
            full_ref=full_ref,
            messages=len(turns),
            tokens=size,
            created_at=now,
            updated_at=now,
            compacted=compact_text.is_due(len(turns), size, self._policy.compaction),
        )

    def _put(self, kept: Kept) -> Compact:
        return self._mind_db.write(lambda tx: self._merged(tx, kept)).value.compact

    def _merged(self, tx: Tx, kept: Kept) -> Kept:
        """Written, with the time when the conversation began."""
        scope, id = Scope(kept.compact.project_id), kept.compact.id
        before = self._conversation_store.find(tx, scope, id)
        if before is not None:
            began = before.compact.created_at
            kept = replace(kept, compact=replace(kept.compact, created_at=began))
        self._conversation_store.put(tx, kept)
        return kept

    # -- a model's digest

    def improve(self, id: str, project_id: str | None = None) -> None:
        """Better words for a digest, where a model is configured and has tokens left (C65). What
        the rules said stands until then, and whatever goes wrong."""
        scope = Scope(project_id)
        before, known = self._conversation_store.get(scope, id), self._settings.get()
        if before is None or known.privacy_mode_enabled:
            return
        turns, _trouble = self._turns(before)
        if not turns:
            return
        asked = compact_text.ask(self._masked(known, turns), self._policy)
        answer = self._model_budget.consult(
            Purpose.CONSOLIDATION,
            asked,
            lambda text: compact_text.read_digest(text, asked, self._policy),
            names=lambda: self._prompt_masks.known(project_id),
        )
        if answer.value is None:
            return
        summary = answer.value

        def write(tx: Tx) -> None:
            now = self._conversation_store.find(tx, scope, id)
            if now is not None and now.hash == before.hash:  # else it went on, or went, meanwhile
                better = replace(now.compact, summary=summary, quality=Quality.MODEL)
                self._conversation_store.put(tx, replace(now, compact=better))

        self._mind_db.write(write)

    # -- reading

    def get(self, id: str, project_id: str | None = None) -> Compact:
        return self._own(id, project_id).compact

    def expand(self, id: str, project_id: str | None = None) -> Expanded:
        """The way back. Where the whole is gone or damaged, that is said, and the compact
        stands."""
        kept = self._own(id, project_id)
        turns, trouble = self._turns(kept)
        return Expanded(kept.compact, turns, trouble)

    def _turns(self, kept: Kept) -> tuple[tuple[Turn, ...], str | None]:
        compact, text = kept.compact, kept.body
        if not compact.full_ref:
            return (), NOT_KEPT
        if text is None:
            shelf = self._projects.shelf(compact.project_id)
            if shelf is None:
                return (), Trouble.NOT_FOUND
            file = shelf.read(compact.full_ref)
            if file.trouble is not None:
                return (), file.trouble
            text = file.text
        turns = compact_text.turns_of(text)
        return ((), Trouble.INVALID_FORMAT) if turns is None else (turns, None)

    def _own(self, id: str, project_id: str | None) -> Kept:
        """An id is a name within its project: elsewhere there is no such conversation (C92)."""
        self._check(id, project_id)
        kept = self._conversation_store.get(Scope(project_id), id)
        if kept is None:
            raise NotFound("no such conversation", field="conversationId")
        return kept

    def _check(self, id: str, project_id: str | None) -> None:
        validation.check_ids(self._policy.recording, projectId=project_id)
        compact_text.check_id(id, self._policy.compaction)

    # -- deleting

    def delete(
        self,
        id: str,
        project_id: str | None = None,
        *,
        dry_run: bool = False,
        operator: str | None = None,
    ) -> tuple[bool, Receipt]:
        """The compact and the whole, for good (C74). Answers whether it was there."""
        self._check(id, project_id)
        validation.check_ids(self._policy.recording, operator=operator)
        scope = Scope(project_id)
        kept = self._conversation_store.get(scope, id)
        ref = f"{_FOLDER}{id}.json"
        files = [ref] if self._may_be_there(project_id, ref, kept) else []
        counts = {"conversations": int(kept is not None), "files": len(files)}
        if dry_run or not any(counts.values()):
            return False, Receipt(counts=counts, dry_run=dry_run)

        def write(tx: Tx) -> None:
            self._conversation_store.remove(tx, scope, id)
            self._secure_wipe.owe(tx)
            self._audit_store.add(
                tx,
                at=self._clock.now(),
                operator=operator or OPERATOR,
                act="delete-conversation",
                project_id=project_id,
                subject=id,
                counts=counts,
            )

        self._mind_db.write(write)
        left = self.delete_files(project_id, files)
        wiped = self._secure_wipe.wipe(episodes=False, mind=True)
        gone = {**counts, "files": len(files) - left}
        return True, Receipt(counts=gone, wiped=wiped and not left, left_files=left)

    def _may_be_there(self, project_id: str | None, ref: str, kept: Kept | None) -> bool:
        """In the folder; or in one that was unbound since, where nobody can look."""
        shelf = self._projects.shelf(project_id)
        if shelf is None:
            return kept is not None and kept.compact.full_ref == ref
        return shelf.read(ref).trouble is not Trouble.NOT_FOUND

    def files_of(self, project_id: str | None) -> tuple[str, ...]:
        """References of the wholes that lie in a project's folder."""
        refs = self._conversation_store.refs(Scope(project_id))
        return tuple(ref for ref in refs if ref.startswith(_FOLDER))

    def spoken(self, project_id: str | None) -> Iterator[tuple[str, str]]:
        """Every conversation's id and all that is said in it."""
        page = self.list(project_id)
        while True:
            for each in page.items:
                turns = self.expand(each.id, project_id).turns
                yield each.id, "\n".join([each.summary, *(turn.content for turn in turns)])
            if page.next is None:
                return
            page = self.list(project_id, before=page.next)

    def delete_files(self, project_id: str | None, refs: Sequence[str]) -> int:
        """Answers how many could not be deleted: of a project whose folder was unbound, all."""
        shelf = self._projects.shelf(project_id)
        if shelf is None:
            return len(refs)
        left = 0
        for ref in refs:
            try:
                shelf.delete(ref)
            except IoFailed as error:
                log.warning("a conversation's file was not deleted: %s", error.code)
                left += 1
        return left

    def list(
        self,
        project_id: str | None = None,
        *,
        before: tuple[int, str] | None = None,
        limit: int | None = None,
    ) -> Compacts:
        """The newest first."""
        validation.check_ids(self._policy.recording, projectId=project_id)
        bounds = self._policy.paging
        size = validation.size(limit, default=bounds.list_default, most=bounds.list_max)
        found = self._conversation_store.page(Scope(project_id), before, size + 1)
        items = tuple(found[:size])
        more = (items[-1].updated_at, items[-1].id) if len(found) > size else None
        return Compacts(items, size, more)
