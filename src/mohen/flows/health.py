"""What is broken now, and telling it once when it begins and once when it ends (C96)."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable
from dataclasses import replace

from mohen.errors import StoreError
from mohen.model.health import Alert, Degradation, Reason
from mohen.ports import Clock, Jobs, Notify
from mohen.store.ledger import Ledger
from mohen.store.sqlite import Database

log = logging.getLogger(__name__)


class Health:
    def __init__(
        self,
        clock: Clock,
        jobs: Jobs,
        notify: Notify,
        ledger: Ledger,
        database: Database,
        process: str,
    ) -> None:
        self._clock = clock
        self._jobs = jobs
        self._notify = notify
        self._ledger = ledger
        self._database = database
        self._process = process
        self._lock = threading.Lock()
        self._now: dict[tuple[Reason, str], tuple[Degradation, int]] = {}
        self._inherited: set[tuple[str, str]] | None = None

    def current(self) -> list[Degradation]:
        with self._lock:
            return list(dict.fromkeys(degradation for degradation, _ in self._now.values()))

    def since(self, reason: Reason, subject: str) -> int | None:
        """When this process began to tell it; None when it does not."""
        with self._lock:
            _, began_at = self._now.get((reason, subject), (None, None))
            return began_at

    def settle(
        self, subject: str, found: Iterable[Degradation], *, among: Iterable[Reason]
    ) -> None:
        """Of the reasons `among` that were looked at, these were `found`: tell what changed."""
        broken = {each.reason: each for each in found}
        # A ledger that was just found unreadable is not asked again.
        before = set() if Reason.MIND_UNREADABLE in broken else self._open_before()
        for reason in among:
            if reason in broken:
                self._begin(broken[reason], subject)
            else:
                self._end(reason, subject, before)

    def all_well(self, reasons: Iterable[Reason]) -> None:
        """Somebody has looked thoroughly: none of these is broken, whoever said so and when."""
        with self._lock:
            self._inherited = None  # another process may have begun more meanwhile
            mine = list(self._now)
        theirs = self._open_before()
        for reason in reasons:
            subjects = {subject for each, subject in mine if each is reason}
            subjects |= {subject for code, subject in theirs if code == reason.code}
            for subject in subjects:
                self._end(reason, subject, theirs)

    def _open_before(self) -> set[tuple[str, str]]:
        """(code, subject) of alerts that an earlier process began and did not live to end."""
        with self._lock:
            if self._inherited is None:
                try:
                    self._inherited = self._ledger.open_alerts()
                except StoreError:
                    return set()  # asked again next time
            return self._inherited

    def _begin(self, degradation: Degradation, subject: str) -> None:
        key = (degradation.reason, subject)
        now = self._clock.now()
        with self._lock:
            if key in self._now:
                return
            self._now[key] = degradation, now
        alert = Alert(
            degradation.code,
            subject,
            {
                "reason": degradation.reason,
                "cure": {"en": degradation.cure[0], "zh": degradation.cure[1]},
            },
            now,
        )
        log.warning("degraded: %s (%s)", alert.code, subject)
        self._tell(alert)
        self._keep(replace(alert, detail={**alert.detail, "process": self._process}))

    def _end(self, reason: Reason, subject: str, before: set[tuple[str, str]]) -> None:
        name = (reason.code, subject)
        with self._lock:
            ended = self._now.pop((reason, subject), None)
            if ended is None and name not in before:
                return
            before.discard(name)
        now = self._clock.now()
        log.warning("recovered: %s (%s)", *name)
        alert = Alert(reason.code, subject, {"reason": reason}, now, now)
        self._tell(alert)
        self._keep(alert)

    def _tell(self, alert: Alert) -> None:
        self._notify(
            "memory:alert",
            {
                "code": alert.code,
                "subject": alert.subject,
                "state": "began" if alert.ended_at is None else "ended",
                "at": alert.began_at,
                **alert.detail,
            },
        )

    def _keep(self, alert: Alert) -> None:
        """In the ledger, from a job: a read that degrades must not wait for a write."""

        def write() -> None:
            try:
                if alert.ended_at is None:
                    self._database.write(lambda tx: self._ledger.begin_alert(tx, alert))
                else:
                    self._database.write(lambda tx: self._ledger.end_alert(tx, alert))
            except StoreError as error:
                log.warning("alert not kept: %s (%s)", alert.code, error.reason)

        self._jobs.submit("keep-alert", write, once=False)
