"""A piece of knowledge goes for good: from rows, words, vectors, histories and what was made of it
(C74). Only a mark without text stays, and a veto (C93, C64)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from mohen.core.erasure import Receipt, Why
from mohen.core.scope import Scope
from mohen.knowledge import vetoes
from mohen.knowledge.decay import MANUAL
from mohen.knowledge.model import SUMMARY, Item, State
from mohen.rules import labels
from mohen.text import normalize

if TYPE_CHECKING:
    from mohen.conversations.erase import TalkEraser
    from mohen.conversations.store import TalkStore
    from mohen.core.audit_store import AuditStore
    from mohen.core.database import Database, Tx
    from mohen.core.ports import Clock, Jobs
    from mohen.core.secure_wipe import SecureWipe
    from mohen.core.settings import UserSettings
    from mohen.knowledge.consolidation.store import FragmentStore
    from mohen.knowledge.index import KnowledgeIndex
    from mohen.knowledge.store import KnowledgeStore
    from mohen.knowledge.workspace.refresh_files import FileRefresher
    from mohen.policy import Policy
    from mohen.rules.label_store import LabelStore
    from mohen.rules.store import RuleStore


KIND = "knowledge"
"""As tombstones call it."""

_ACT = "delete-entry"

Doomed = tuple[Item, Why]


class KnowledgeRemover:
    """Deletes knowledge for good."""

    def __init__(
        self,
        *,
        audit_store: AuditStore,
        clock: Clock,
        file_refresher: FileRefresher,
        fragment_store: FragmentStore,
        jobs: Jobs,
        knowledge_index: KnowledgeIndex,
        knowledge_store: KnowledgeStore,
        label_store: LabelStore,
        mind_db: Database,
        policy: Policy,
        rule_store: RuleStore,
        secure_wipe: SecureWipe,
        settings: UserSettings,
        talk_eraser: TalkEraser,
        talk_store: TalkStore,
    ) -> None:
        self._audit_store = audit_store
        self._clock = clock
        self._file_refresher = file_refresher
        self._fragment_store = fragment_store
        self._jobs = jobs
        self._knowledge_index = knowledge_index
        self._knowledge_store = knowledge_store
        self._label_store = label_store
        self._mind_db = mind_db
        self._policy = policy
        self._rule_store = rule_store
        self._secure_wipe = secure_wipe
        self._settings = settings
        self._talk_eraser = talk_eraser
        self._talk_store = talk_store

    def weigh(self, items: Sequence[Item], *, alone: bool = False) -> Counter[str]:
        """What would go with them. `alone`: what they took the place of stays."""
        key = self._settings.redaction_key()
        with self._mind_db.read() as reader:
            going, made = _apart(self._going(reader, items, alone=alone))
            spoken = sum(
                self._label_store.with_labels(
                    reader, Scope(each.project_id), self._labels(reader, each)
                )
                for each in going
            )
        sealed = {mark for each in going for mark in vetoes.hashes(key, each)}
        said = len(self.messages(items, alone=alone))
        return Counter(
            {
                KIND: len(going) + len(made),
                "labels": spoken,
                "vetoes": len(sealed),
                "messages": said,
            }
        )

    def messages(self, items: Sequence[Item], *, alone: bool = False) -> set[tuple[str, int]]:
        """Session and place of what was said and would go with them."""
        if not self._talk_store.is_there:
            return set()
        with self._mind_db.read() as reader:
            spots = {
                spot
                for each, _ in self._going(reader, items, alone=alone)
                for spot in self._spots(reader, each)
            }
        return {
            (session, place)
            for project, session, line in spots
            for place in self._talk_store.standing(project, session, line)
        }

    def going(self, items: Sequence[Item], *, alone: bool = False) -> list[Doomed]:
        """What that would be, and why."""
        with self._mind_db.read() as reader:
            return self._going(reader, items, alone=alone)

    def one(self, item: Item, operator: str) -> Receipt:
        """An item, and every file rid of it."""
        lost = self.many([item], operator)
        left = self._file_refresher.retell(item.project_id)
        wiped = self._secure_wipe.wipe(episodes=False, mind=True, words=True)
        return Receipt(counts=lost, wiped=wiped and not left, left_files=left)

    def many(self, items: Sequence[Item], operator: str, *, alone: bool = False) -> Counter[str]:
        """In batches, so that no write waits long. The caller has the files rid of them."""
        lost = Counter({KIND: 0, "labels": 0, "vetoes": 0})
        key, size = self._settings.redaction_key(), self._policy.knowledge.batch
        for batch in (items[at : at + size] for at in range(0, len(items), size)):
            lost.update(self._mind_db.write(partial(self._take, key, batch, operator, alone)).value)
            self._jobs.give_way()
        lost["messages"] += self._talk_eraser.pay()
        return lost

    def _take(
        self, key: bytes, items: Sequence[Item], operator: str, alone: bool, tx: Tx
    ) -> Counter[str]:
        now, lost = self._clock.now(), Counter[str]()
        self._secure_wipe.owe(tx, words=True)
        for item in items:
            going, made = _apart(self._going(tx, [item], alone=alone))
            counts: Counter[str] = Counter()
            for each in going:
                scope = Scope(each.project_id)
                counts["labels"] += self._label_store.drop_labels(tx, scope, self._labels(tx, each))
                hashes = vetoes.hashes(key, each)
                counts["vetoes"] += self._rule_store.veto(tx, each.project_id, hashes, each.id, now)
            for each in (*going, *made):
                self._unsay(tx, each)
                self._bury(tx, each, now)
                counts[KIND] += 1
            if going:
                self._audit_store.add(
                    tx, at=now, operator=operator, act=_ACT, project_id=item.project_id,
                    subject=item.id, counts=counts,
                )  # fmt: skip
            lost.update(counts)
        return lost

    def _going(self, tx: Tx, items: Sequence[Item], *, alone: bool) -> list[Doomed]:
        """They and what they took the place of, with older rows of the same words; and the
        summaries that tell of them, which are made anew of what is left."""
        named = self._knowledge_store.some(tx, [each.id for each in items])
        going: dict[str, Doomed] = {each.id: (each, Why.NAMED) for each in named}
        for item in named:
            older = [] if alone else self._knowledge_store.superseded(tx, item.id)
            before = self._knowledge_store.some(tx, older)
            for each in before:
                going.setdefault(each.id, (each, Why.REPLACED))
            for each in (item, *before):
                same = self._knowledge_store.saying(
                    tx, each.project_id, normalize.mark(each.content)
                )
                for old in same:
                    if old.state is not State.ACTIVE:
                        going.setdefault(old.id, (old, Why.SAME))
        for id in list(going):
            for each in self._knowledge_store.derived_from(tx, id):
                if each.type == SUMMARY and each.origin != MANUAL:
                    going.setdefault(each.id, (each, Why.SUMMARY))
        return list(going.values())

    def _unsay(self, tx: Tx, item: Item) -> None:
        """The messages that say it go with it."""
        if spots := self._spots(tx, item):
            self._talk_eraser.owe(tx, spots)

    def _spots(self, tx: Tx, item: Item) -> list[tuple[str, str, int]]:
        said = self._knowledge_store.said(tx, item.id)
        return [(item.project_id or "", session, line) for session, line, _ in said if line]

    def _bury(self, tx: Tx, item: Item, now: int) -> None:
        for session, line, _at in self._knowledge_store.said(tx, item.id):
            self._fragment_store.drop_source(tx, item.project_id or "", session, line or None)
        for derived in self._knowledge_store.derived_from(tx, item.id):
            told = replace(
                derived, basis="", stale=True, updated_at=now, version=derived.version + 1
            )
            self._knowledge_store.rewrite(tx, told)  # why it was believed may quote what is gone
        self._knowledge_store.unlink(tx, item.id)
        self._knowledge_index.remove(tx, item.id)  # before its row
        self._knowledge_store.remove(tx, item.id)
        self._audit_store.bury(
            tx,
            id=item.id,
            kind=KIND,
            project_id=item.project_id,
            hash=self._secure_wipe.keyed_hash(item.content),
            created_at=item.created_at,
            deleted_at=now,
        )

    def _labels(self, tx: Tx, item: Item) -> list[str]:
        """Labels of threshold learning that say the same: deleted text is deleted there too."""
        kept = self._label_store.labels(tx, Scope(item.project_id))
        return labels.saying(kept, [item.content])


def _apart(doomed: Sequence[Doomed]) -> tuple[list[Item], list[Item]]:
    """What says it, and the summaries that were made of it."""
    made = [each for each, why in doomed if why is Why.SUMMARY]
    return [each for each, why in doomed if why is not Why.SUMMARY], made
