"""Taking back all that labels taught in a scope, because the user says so twice (C75)."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from mohen.core import confirmation_token, secure_wipe
from mohen.core.database import Tx
from mohen.core.erasure import OPERATOR, Receipt
from mohen.core.scope import Scope
from mohen.episodes import validate
from mohen.rules import edit
from mohen.rules.model import Origin, Rule

if TYPE_CHECKING:
    from mohen.parts import Parts


log = logging.getLogger(__name__)

ACT = "preferences:clear"


def clear_learned(
    parts: Parts,
    project_id: str | None,
    *,
    token: str | None = None,
    operator: str | None = None,
) -> Receipt:
    """Forget the labels of a scope and the unconfirmed rules they taught.

    Nothing of it is vetoed: the scope learns anew (C93). What the user deleted stays away.
    """
    validate.check_ids(parts.policy.recording, projectId=project_id, operator=operator)
    scope = Scope(project_id)
    with parts.mind_db.read() as reader:
        acts = parts.feedback.number(reader, scope)
        doomed = _taught(parts.rules.of(scope, reader=reader))
    would = {"feedback": acts, "rules": len(doomed)}
    confirmation_token.require(parts, act=ACT, scope=project_id or "", token=token, would=would)
    hashes = [(rule, secure_wipe.keyed_hash(parts, rule.text)) for rule in doomed]

    def write(tx: Tx) -> Counter[str]:
        secure_wipe.owe(parts, tx)
        lost = Counter(feedback=parts.feedback.clear(tx, scope), rules=0)
        for rule, mark in hashes:
            lost["rules"] += _bury(parts, tx, rule, mark)
        parts.audit.add(
            tx,
            at=parts.clock.now(),
            operator=operator or OPERATOR,
            act=ACT,
            project_id=project_id,
            subject=None,
            counts=lost,
        )
        return lost

    lost = parts.mind_db.write(write).value
    log.info("learned preferences cleared: %d acts, %d rules", lost["feedback"], lost["rules"])
    return Receipt(counts=lost, wiped=secure_wipe.wipe(parts, episodes=False, mind=True))


def _taught(rules: Iterable[Rule]) -> list[Rule]:
    """What labels made and the user has not taken over."""
    return [rule for rule in rules if rule.origin is Origin.LEARNED and not rule.user_confirmed]


def _bury(parts: Parts, tx: Tx, rule: Rule, mark: str) -> int:
    now = parts.clock.now()
    parts.rules.drop_conflicts(tx, rule.id)
    lost = parts.rules.delete(tx, [rule.id])
    parts.audit.bury(
        tx,
        id=rule.id,
        kind="rule",
        project_id=rule.project_id,
        hash=mark,
        created_at=rule.created_at,
        deleted_at=now,
    )
    parts.rules.add_event(tx, edit.event("deleted", rule, None, now))
    return lost
