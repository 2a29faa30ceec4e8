"""A piece of knowledge goes for good: from rows, words, vectors, histories and what was made of it
(C74). Only a mark without text stays, and a veto (C93, C64)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from mohen.core import secure_wipe, settings
from mohen.core.database import Tx
from mohen.core.erasure import Receipt, Why
from mohen.core.scope import Scope
from mohen.knowledge import index_items
from mohen.knowledge.decay import MANUAL
from mohen.knowledge.model import SUMMARY, Item, State
from mohen.knowledge.workspace import refresh_files
from mohen.rules import labels, vetoes
from mohen.text import normalize

if TYPE_CHECKING:
    from mohen.parts import Parts


KIND = "knowledge"
"""As tombstones call it."""

_ACT = "delete-entry"

Doomed = tuple[Item, Why]


def weigh(parts: Parts, items: Sequence[Item], *, alone: bool = False) -> Counter[str]:
    """What would go with them. `alone`: what they took the place of stays."""
    key = settings.redaction_key(parts)
    with parts.mind_db.read() as reader:
        going, made = _apart(_going(parts, reader, items, alone=alone))
        spoken = sum(
            parts.feedback.with_labels(reader, Scope(each.project_id), _labels(parts, reader, each))
            for each in going
        )
    sealed = {mark for each in going for mark in vetoes.hashes(key, each)}
    return Counter({KIND: len(going) + len(made), "labels": spoken, "vetoes": len(sealed)})


def going(parts: Parts, items: Sequence[Item], *, alone: bool = False) -> list[Doomed]:
    """What that would be, and why."""
    with parts.mind_db.read() as reader:
        return _going(parts, reader, items, alone=alone)


def one(parts: Parts, item: Item, operator: str) -> Receipt:
    """An item, and every file rid of it."""
    lost = many(parts, [item], operator)
    left = refresh_files.retell(parts, item.project_id)
    wiped = secure_wipe.wipe(parts, episodes=False, mind=True, words=True)
    return Receipt(counts=lost, wiped=wiped and not left, left_files=left)


def many(
    parts: Parts, items: Sequence[Item], operator: str, *, alone: bool = False
) -> Counter[str]:
    """In batches, so that no write waits long. The caller has the files rid of them."""
    lost = Counter({KIND: 0, "labels": 0, "vetoes": 0})
    key, size = settings.redaction_key(parts), parts.policy.knowledge.batch
    for batch in (items[at : at + size] for at in range(0, len(items), size)):
        lost.update(parts.mind_db.write(partial(_take, parts, key, batch, operator, alone)).value)
        parts.jobs.give_way()
    return lost


def _take(
    parts: Parts, key: bytes, items: Sequence[Item], operator: str, alone: bool, tx: Tx
) -> Counter[str]:
    now, lost = parts.clock.now(), Counter[str]()
    secure_wipe.owe(parts, tx, words=True)
    for item in items:
        going, made = _apart(_going(parts, tx, [item], alone=alone))
        counts: Counter[str] = Counter()
        for each in going:
            scope = Scope(each.project_id)
            counts["labels"] += parts.feedback.drop_labels(tx, scope, _labels(parts, tx, each))
            hashes = vetoes.hashes(key, each)
            counts["vetoes"] += parts.rules.veto(tx, each.project_id, hashes, each.id, now)
        for each in (*going, *made):
            _bury(parts, tx, each, now)
            counts[KIND] += 1
        if going:
            parts.audit.add(
                tx, at=now, operator=operator, act=_ACT, project_id=item.project_id,
                subject=item.id, counts=counts,
            )  # fmt: skip
        lost.update(counts)
    return lost


def _going(parts: Parts, tx: Tx, items: Sequence[Item], *, alone: bool) -> list[Doomed]:
    """They and what they took the place of, with older rows of the same words; and the summaries
    that tell of them, which are made anew of what is left."""
    named = parts.knowledge.some(tx, [each.id for each in items])
    going: dict[str, Doomed] = {each.id: (each, Why.NAMED) for each in named}
    for item in named:
        older = [] if alone else parts.knowledge.superseded(tx, item.id)
        before = parts.knowledge.some(tx, older)
        for each in before:
            going.setdefault(each.id, (each, Why.REPLACED))
        for each in (item, *before):
            same = parts.knowledge.saying(tx, each.project_id, normalize.mark(each.content))
            for old in same:
                if old.state is not State.ACTIVE:
                    going.setdefault(old.id, (old, Why.SAME))
    for id in list(going):
        for each in parts.knowledge.derived_from(tx, id):
            if each.type == SUMMARY and each.origin != MANUAL:
                going.setdefault(each.id, (each, Why.SUMMARY))
    return list(going.values())


def _apart(doomed: Sequence[Doomed]) -> tuple[list[Item], list[Item]]:
    """What says it, and the summaries that were made of it."""
    made = [each for each, why in doomed if why is Why.SUMMARY]
    return [each for each, why in doomed if why is not Why.SUMMARY], made


def _bury(parts: Parts, tx: Tx, item: Item, now: int) -> None:
    for session, line, _at in parts.knowledge.said(tx, item.id):
        parts.fragments.drop_source(tx, item.project_id or "", session, line or None)
    for derived in parts.knowledge.derived_from(tx, item.id):
        told = replace(derived, basis="", stale=True, updated_at=now, version=derived.version + 1)
        parts.knowledge.rewrite(tx, told)  # why it was believed may quote what is gone
    parts.knowledge.unlink(tx, item.id)
    index_items.unindex(parts, tx, item.id)
    parts.knowledge.remove(tx, item.id)
    parts.audit.bury(
        tx,
        id=item.id,
        kind=KIND,
        project_id=item.project_id,
        hash=secure_wipe.keyed_hash(parts, item.content),
        created_at=item.created_at,
        deleted_at=now,
    )


def _labels(parts: Parts, tx: Tx, item: Item) -> list[str]:
    """Labels of threshold learning that say the same: deleted text is deleted there too."""
    kept = parts.feedback.labels(tx, Scope(item.project_id))
    return labels.saying(kept, [item.content])
