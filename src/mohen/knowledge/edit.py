"""Knowledge changed by hand: archived, brought back, corrected (R215, R227)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mohen.core import validation
from mohen.core.logs import logger
from mohen.errors import Conflict, InvalidArgument
from mohen.knowledge import browse, capture, decay, vetoes
from mohen.knowledge.decay import MANUAL
from mohen.knowledge.model import BELIEF, FACT, Item, Patch, State
from mohen.text import normalize

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx
    from mohen.core.ports import Clock
    from mohen.core.secure_wipe import SecureWipe
    from mohen.core.settings import UserSettings
    from mohen.knowledge.browse import KnowledgeBrowser
    from mohen.knowledge.claim import Claims
    from mohen.knowledge.index_items import KnowledgeIndexer
    from mohen.knowledge.put_away import PutAway
    from mohen.knowledge.store import KnowledgeStore
    from mohen.knowledge.workspace.refresh_files import FileRefresher
    from mohen.policy import Policy
    from mohen.rules.store import RuleStore
    from mohen.text.redact import NameHiding


# -- archiving by hand: unlike what faded, it is no source of summaries any more


log = logger(__name__)


class KnowledgeEditor:
    """Changes knowledge by hand: archives, restores, corrects."""

    def __init__(
        self,
        *,
        claims: Claims,
        clock: Clock,
        file_refresher: FileRefresher,
        knowledge_browser: KnowledgeBrowser,
        knowledge_indexer: KnowledgeIndexer,
        knowledge_store: KnowledgeStore,
        mind_db: Database,
        name_hiding: NameHiding,
        policy: Policy,
        put_away: PutAway,
        rule_store: RuleStore,
        secure_wipe: SecureWipe,
        settings: UserSettings,
    ) -> None:
        self._claims = claims
        self._clock = clock
        self._file_refresher = file_refresher
        self._knowledge_browser = knowledge_browser
        self._knowledge_indexer = knowledge_indexer
        self._knowledge_store = knowledge_store
        self._mind_db = mind_db
        self._name_hiding = name_hiding
        self._policy = policy
        self._put_away = put_away
        self._rule_store = rule_store
        self._secure_wipe = secure_wipe
        self._settings = settings

    def archive(self, id: str, project_id: str | None = None) -> Item:
        """Out of the active pool and of searches; `restore` brings it back."""
        self._knowledge_browser.own(id, project_id)
        return self._moved(id, State.ARCHIVED)

    def restore(self, id: str, project_id: str | None = None) -> Item:
        """Active again; what was withdrawn or denied holds because somebody says so."""
        self._knowledge_browser.own(id, project_id)
        return self._moved(id, State.ACTIVE)

    def _moved(self, id: str, to: State) -> Item:
        now, policy = self._clock.now(), self._policy.knowledge

        def write(tx: Tx) -> Item:
            item = self._knowledge_browser.there(tx, id)
            if item.state is State.SUPERSEDED or (
                to is State.ARCHIVED and item.state not in browse.HOLDING
            ):
                raise Conflict(
                    "it does not hold any more: see its history",
                    state=item.state.value,
                    supersededBy=item.superseded_by,
                )
            if to is State.ARCHIVED and not (item.state is to and item.put_away):
                self._put_away.put_away(tx, id, now)
                return self._knowledge_browser.there(tx, id)
            if item.state is to:
                return item
            after = decay.restored(item, now, policy)
            after = replace(after, updated_at=now, version=item.version + 1, put_away=False)
            self._knowledge_store.rewrite(tx, after)
            return after

        after = self._mind_db.write(write).value
        self._file_refresher.follow(after.project_id)
        log.info("knowledge %s %s", after.state.value, id)
        return after

    def update(
        self,
        id: str,
        project_id: str | None,
        patch: Patch,
        *,
        version: int | None = None,
    ) -> Item:
        """By hand: what a person wrote is theirs and does not fade any more (C94)."""
        if patch == Patch():
            raise InvalidArgument("the patch is empty: give what to change", field="patch")
        before = self._knowledge_browser.own(id, project_id)
        changes = self._changes(before, patch)
        now, key = self._clock.now(), self._settings.redaction_key()

        def write(tx: Tx) -> Item:
            item = self._knowledge_browser.there(tx, id)
            if version is not None and version != item.version:
                raise Conflict(
                    "the entry was changed meanwhile: read it again, then decide",
                    version=item.version,
                )
            after = replace(
                item, **changes, origin=MANUAL, updated_at=now, version=item.version + 1
            )
            after = replace(after, score=max(after.score, after.importance), faded_at=now)
            self._knowledge_store.rewrite(tx, after, mark=normalize.mark(after.content))
            if after.content != item.content:
                self._rule_store.unveto(tx, item.project_id, vetoes.hashes(key, after))  # C64
                derived = self._knowledge_store.derived_from(tx, id)
                self._knowledge_store.put_stale(tx, (each.id for each in derived))
                self._knowledge_indexer.index(tx, after)
                self._secure_wipe.owe(tx, words=True)  # what it said before is deleted text
            return after

        after = self._mind_db.write(write).value
        if after.content == before.content:
            self._file_refresher.follow(after.project_id)
        else:
            self._file_refresher.retell(after.project_id)  # what it said before is deleted text
            self._secure_wipe.wipe(episodes=False, mind=True, words=True)
            self._knowledge_indexer.follow_up()
        log.info("knowledge updated %s", id)
        return after

    def _changes(self, before: Item, patch: Patch) -> dict[str, Any]:
        policy, hide, found = self._policy.knowledge, self._name_hiding.hider(), dict[str, Any]()
        if patch.content is not None:
            most = self._policy.entries.content_chars_max
            found["content"] = hide(validation.check_content(patch.content, most, "patch.content"))
            if found["content"] != before.content and before.type in (FACT, BELIEF):
                found |= self._claimed(str(found["content"]))
        if patch.importance is not None:
            found["importance"] = capture.share(patch.importance, "importance")[0]
        if patch.confidence is not None:
            found["confidence"] = capture.sound_confidence(before.type, patch.confidence, policy)[0]
        if patch.category is not None:
            found["category"] = patch.category
        if patch.basis is not None:
            found["basis"] = hide(capture.sound_basis(patch.basis, policy))
        if patch.entities is not None:
            found["entities"] = capture.sound_names(map(hide, patch.entities), policy)
        return found

    def _claimed(self, content: str) -> dict[str, Any]:
        """It may say something else now, of somebody else."""
        claim = self._claims.claim_of(content, self._clock.now())
        return {"subject": claim.subject, "attribute": claim.attribute, "value": claim.value}
