"""Taking back all that labels taught in a scope, because the user says so twice (C75)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from mohen.core import validation
from mohen.core.erasure import OPERATOR, Receipt
from mohen.core.logs import logger
from mohen.core.scope import Scope
from mohen.rules import edit
from mohen.rules.model import Origin, Rule

if TYPE_CHECKING:
    from mohen.core.audit_store import AuditStore
    from mohen.core.confirmation_token import Confirmations
    from mohen.core.database import Database, Tx
    from mohen.core.ports import Clock
    from mohen.core.secure_wipe import SecureWipe
    from mohen.policy import Policy
    from mohen.rules.label_store import LabelStore
    from mohen.rules.store import RuleStore


log = logger(__name__)

ACT = "preferences:clear"


class Unlearn:
    """Takes back what labels taught."""

    def __init__(
        self,
        *,
        audit_store: AuditStore,
        clock: Clock,
        confirmations: Confirmations,
        label_store: LabelStore,
        mind_db: Database,
        policy: Policy,
        rule_store: RuleStore,
        secure_wipe: SecureWipe,
    ) -> None:
        self._audit_store = audit_store
        self._clock = clock
        self._confirmations = confirmations
        self._label_store = label_store
        self._mind_db = mind_db
        self._policy = policy
        self._rule_store = rule_store
        self._secure_wipe = secure_wipe

    def clear_learned(
        self,
        project_id: str | None = None,
        *,
        token: str | None = None,
        operator: str | None = None,
    ) -> Receipt:
        """Forget the labels of a scope and the unconfirmed rules they taught.

        Nothing of it is vetoed: the scope learns anew (C93). What the user deleted stays away.
        """
        validation.check_ids(self._policy.recording, projectId=project_id, operator=operator)
        scope = Scope(project_id)
        with self._mind_db.read() as reader:
            acts = self._label_store.number(reader, scope)
            doomed = _taught(self._rule_store.of(scope, reader=reader))
        would = {"feedback": acts, "rules": len(doomed)}
        self._confirmations.require(act=ACT, scope=project_id or "", token=token, would=would)
        hashes = [(rule, self._secure_wipe.keyed_hash(rule.text)) for rule in doomed]

        def write(tx: Tx) -> Counter[str]:
            self._secure_wipe.owe(tx)
            lost = Counter(feedback=self._label_store.clear(tx, scope), rules=0)
            for rule, mark in hashes:
                lost["rules"] += self._bury(tx, rule, mark)
            self._audit_store.add(
                tx,
                at=self._clock.now(),
                operator=operator or OPERATOR,
                act=ACT,
                project_id=project_id,
                subject=None,
                counts=lost,
            )
            return lost

        lost = self._mind_db.write(write).value
        log.info("learned preferences cleared: %d acts, %d rules", lost["feedback"], lost["rules"])
        return Receipt(counts=lost, wiped=self._secure_wipe.wipe(episodes=False, mind=True))

    def _bury(self, tx: Tx, rule: Rule, mark: str) -> int:
        now = self._clock.now()
        self._rule_store.drop_conflicts(tx, rule.id)
        lost = self._rule_store.delete(tx, [rule.id])
        self._audit_store.bury(
            tx,
            id=rule.id,
            kind="rule",
            project_id=rule.project_id,
            hash=mark,
            created_at=rule.created_at,
            deleted_at=now,
        )
        self._rule_store.add_event(tx, edit.event("deleted", rule, None, now))
        return lost


def _taught(rules: Iterable[Rule]) -> list[Rule]:
    """What labels made and the user has not taken over."""
    return [rule for rule in rules if rule.origin is Origin.LEARNED and not rule.user_confirmed]
