"""What goes by night or when the user asks: episodes become digests, old digests and weak rules go.

Low priority: small writes, standing aside between them, so that reading and recording go on
(R120). One cleanup at a time among all threads and processes that share a home (C91).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from mohen.core import health
from mohen.core.degradation import Reason
from mohen.core.logs import logger
from mohen.core.policy import DAY_MS
from mohen.core.values import dataclass
from mohen.episodes import decay
from mohen.episodes.eviction import expired_before
from mohen.episodes.model import Living, Old
from mohen.errors import CleanupFailed, StoreError
from mohen.rules import curation, edit
from mohen.upkeep.model import Cleaned, Task

if TYPE_CHECKING:
    from mohen.conversations.erase import TalkEraser
    from mohen.core.database import Database, Tx
    from mohen.core.health import Health
    from mohen.core.leases import Exclusive, Hold
    from mohen.core.ports import Clock, Jobs
    from mohen.core.settings_store import SettingsStore
    from mohen.core.watermarks import Watermarks
    from mohen.episodes.compress import Compressor
    from mohen.episodes.model import Strength
    from mohen.episodes.retention_store import RetentionStore
    from mohen.episodes.store import EpisodeStore
    from mohen.policy import Policy
    from mohen.prompts.store import TraceStore
    from mohen.rules.model import Rule
    from mohen.rules.store import RuleStore


log = logger(__name__)

_LEASE = "cleanup"
_SUBJECT = "cleanup"


class Cleanup:
    """Compresses and evicts what is old."""

    def __init__(
        self,
        *,
        clock: Clock,
        compressor: Compressor,
        episode_store: EpisodeStore,
        episodes_db: Database,
        exclusive: Exclusive,
        health: Health,
        jobs: Jobs,
        marks: Watermarks,
        mind_db: Database,
        policy: Policy,
        retention_store: RetentionStore,
        rule_store: RuleStore,
        settled: Clock,
        settings_store: SettingsStore,
        talk_eraser: TalkEraser,
        trace_store: TraceStore,
    ) -> None:
        self._clock = clock
        self._compressor = compressor
        self._episode_store = episode_store
        self._episodes_db = episodes_db
        self._exclusive = exclusive
        self._health = health
        self._jobs = jobs
        self._marks = marks
        self._mind_db = mind_db
        self._policy = policy
        self._retention_store = retention_store
        self._rule_store = rule_store
        self._settled = settled
        self._settings_store = settings_store
        self._talk_eraser = talk_eraser
        self._trace_store = trace_store

    def clean(self, *, dry_run: bool = False) -> Cleaned:
        """Compress, purge, evict, abandon (R103). A failure is an alarm (R112): what was done
        stays, no stamp is written, and the next window tries again."""
        if dry_run:
            return replace(self._foreseen(), dry_run=True)
        try:
            with (
                self._exclusive.alone(_LEASE, "another cleanup is running: let it finish") as hold,
                self._jobs.aside(),
            ):
                cleaned = self._clean(hold)
        except StoreError as error:
            self._marks.cleanup_failed_at = self._clock.now()
            self._health.settle(_SUBJECT, [health.CLEANUP_FAILED], among=[Reason.CLEANUP_FAILED])
            raise CleanupFailed.because(error) from error
        self._health.settle(_SUBJECT, [], among=[Reason.CLEANUP_FAILED])
        log.info("cleanup: %s", cleaned)
        return cleaned

    def refresh_strengths(self) -> int:
        """Recompute and persist every strength (R63), in batches, so that no write waits long."""
        now, after, count = self._clock.now(), 0, 0
        while batch := self._episode_store.every_vitals(
            after=after, limit=self._policy.storage.rebuild_batch
        ):
            strengths = [
                (seq, decay.strength(vitals, now, self._policy.decay)) for seq, vitals in batch
            ]
            self._episodes_db.write(partial(self._put, strengths))
            after = batch[-1][0]
            count += len(batch)
            self._jobs.give_way()
        return count

    def _put(self, strengths: list[tuple[int, Strength]], tx: Tx) -> None:
        self._episode_store.put_strengths(tx, strengths)

    def stamp(self, *tasks: Task) -> None:
        """They were done just now: a restart does not do them again (C8)."""
        now = self._clock.now()

        def write(tx: Tx) -> None:
            for task in tasks:
                self._settings_store.put_stamp(tx, task.value, now)

        self._mind_db.write(write)

    def _nights(self, now: int) -> Nights:
        """What goes in each project, by its number."""
        waited = now - self._policy.upkeep.abandon_after_ms
        return [
            (
                project,
                night(
                    self._retention_store.living(project, waiting_since=waited),
                    self._retention_store.digests(project),
                    now,
                    self._policy,
                ),
            )
            for project, _ in self._retention_store.projects()
        ]

    def _weakest(self, now: int) -> list[Rule]:
        by_scope: dict[str | None, list[Rule]] = {}
        for rule in self._rule_store.everywhere():
            by_scope.setdefault(rule.project_id, []).append(rule)
        return [
            rule
            for rules in by_scope.values()
            for rule in curation.weakest(rules, now, self._policy.rules)
        ]

    def _foreseen(self) -> Cleaned:
        now = self._settled.now()
        nights = self._nights(now)
        return Cleaned(
            strengths=self._retention_store.uncompressed(),
            abandoned=self._retention_store.waiting(
                before=now - self._policy.upkeep.abandon_after_ms
            ),
            compressed=sum(len(night.compress) for _, night in nights),
            purged=sum(len(night.purge) for _, night in nights),
            evicted_rules=len(self._weakest(now)),
            traces=self._trace_store.prunable(*self._old_traces(now)),
        )

    # -- its going

    def _clean(self, hold: Hold) -> Cleaned:
        now = self._settled.now()
        waited = now - self._policy.upkeep.abandon_after_ms
        abandoned = self._episodes_db.write(
            partial(self._retention_store.abandon, before=waited)
        ).value
        strengths = self.refresh_strengths()
        compressed = purged = 0
        for project, night in self._nights(now):
            for batch in self._batches(hold, night.compress):
                compressed += self._episodes_db.write(partial(self._compress, project, batch)).value
            for batch in self._batches(hold, night.purge):
                purged += self._purge(project, batch)
        going = self._weakest(now)
        evicted = self._mind_db.write(partial(self._evict, going)).value if going else 0
        before, keep = self._old_traces(now)
        traces = self._mind_db.write(
            partial(self._trace_store.prune, before=before, keep=keep)
        ).value
        messages = self._talk_eraser.expire()
        self.stamp(Task.CLEANUP, Task.STRENGTHS)
        return Cleaned(
            strengths=strengths,
            abandoned=abandoned,
            compressed=compressed,
            purged=purged,
            evicted_rules=evicted,
            traces=traces,
            messages=messages,
        )

    def _old_traces(self, now: int) -> tuple[int, int]:
        """Before which moment traces go, and how many of a project stay in any case."""
        policy = self._policy.context
        return now - policy.traces_days * DAY_MS, policy.traces_kept

    def _batches(self, hold: Hold, seqs: Sequence[int]) -> Iterator[Sequence[int]]:
        size = self._policy.upkeep.batch
        for at in range(0, len(seqs), size):
            hold.keep()
            yield seqs[at : at + size]
            self._jobs.give_way()

    def _compress(self, project: int, batch: Sequence[int], tx: Tx) -> int:
        still = self._retention_store.compressible(tx, batch)
        self._compressor.compress(tx, project, still)
        return len(still)

    def _purge(self, project: int, batch: Sequence[int]) -> int:
        """Rules first let go of them and keep their count (C3): doing that twice counts once."""
        ids = self._retention_store.names(batch)
        self._mind_db.write(partial(self._rule_store.retire_links, episode_ids=ids))

        def delete(tx: Tx) -> int:
            still = self._retention_store.purgeable(tx, batch)
            return self._retention_store.delete(tx, project, still)["episodes"]

        return self._episodes_db.write(delete).value

    def _evict(self, rules: Sequence[Rule], tx: Tx) -> int:
        """Nobody said they were wrong, so they leave no veto and may be learned again."""
        now, gone = self._clock.now(), 0
        for rule in rules:
            current = self._rule_store.get(tx, rule.id)
            if current is None or current.user_confirmed:
                continue  # the author acted meanwhile
            self._rule_store.drop_conflicts(tx, rule.id)
            self._rule_store.add_event(tx, edit.event("evicted", current, None, now))
            gone += self._rule_store.delete(tx, [rule.id])
        return gone


# -- what a night takes: which episodes become digests and which digests go


@dataclass(frozen=True, slots=True)
class Night:
    """What a cleanup takes of one project: first these become digests, then those are deleted."""

    compress: tuple[int, ...] = ()
    purge: tuple[int, ...] = ()


Nights = list[tuple[int, Night]]


def night(living: Sequence[Living], digests: Sequence[Old], now: int, policy: Policy) -> Night:
    """`living` and `digests` oldest first. A band or an age only ever compresses; only
    digests are deleted, by their own age and their budget alone (C3, C4)."""
    going = _leaving(living, now, policy)
    compress = tuple(each.seq for each in going)
    ttl = now - policy.upkeep.digest_ttl_days * DAY_MS
    expired = [each.seq for each in digests if not each.protected and each.timestamp < ttl]
    kept = [each for each in digests if each.seq not in set(expired)]
    kept += [Old(each.seq, each.vitals.timestamp, protected=False) for each in going]
    over = max(0, len(kept) - policy.upkeep.digest_budget)
    oldest = sorted(
        (each for each in kept if not each.protected), key=lambda each: (each.timestamp, each.seq)
    )
    return Night(compress, (*expired, *(each.seq for each in oldest[:over])))


def _leaving(living: Sequence[Living], now: int, policy: Policy) -> list[Living]:
    """Those whose time is over, then the oldest until the rest fits its budget: the newest stay
    (R60)."""
    free = [each for each in living if not each.confirmed and not each.vitals.core_setting]
    before = expired_before(now, policy.capacity)
    over_now = {each.seq for each in free if _over(each, now, before, policy)}
    excess = max(0, len(living) - len(over_now) - policy.upkeep.active_budget)
    oldest = [each for each in free if each.seq not in over_now][:excess]
    return [each for each in free if each.seq in over_now] + oldest


def _over(each: Living, now: int, expired: int, policy: Policy) -> bool:
    """Out of recall by its strength (R53, R54), or past its TTL however often recalled (C63)."""
    strength = decay.strength(each.vitals, now, policy.decay)
    return not decay.recallable(strength) or each.vitals.timestamp < expired
