"""What goes by night or when the user asks: episodes become digests, old digests and weak rules go.

Low priority: small writes, standing aside between them, so that reading and recording go on
(R120). One cleanup at a time among all threads and processes that share a home (C91).
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from mohen.core import health
from mohen.core.database import Tx
from mohen.core.degradation import Reason
from mohen.core.leases import Hold, alone
from mohen.core.policy import DAY_MS
from mohen.episodes import compress, decay, eviction
from mohen.episodes.model import Strength
from mohen.errors import CleanupFailed, StoreError
from mohen.rules import edit
from mohen.rules.model import Rule
from mohen.upkeep.model import Cleaned, Task

if TYPE_CHECKING:
    from mohen.parts import Parts


log = logging.getLogger(__name__)

_LEASE = "cleanup"
_SUBJECT = "cleanup"


def clean(parts: Parts, *, dry_run: bool = False) -> Cleaned:
    """Compress, purge, evict, abandon (R103). A failure is an alarm (R112): what was done stays,
    no stamp is written, and the next window tries again."""
    if dry_run:
        return replace(_foreseen(parts), dry_run=True)
    try:
        with (
            alone(parts, _LEASE, "another cleanup is running: let it finish") as hold,
            parts.jobs.aside(),
        ):
            cleaned = _clean(parts, hold)
    except StoreError as error:
        parts.marks.cleanup_failed_at = parts.clock.now()
        parts.health.settle(_SUBJECT, [health.CLEANUP_FAILED], among=[Reason.CLEANUP_FAILED])
        raise CleanupFailed.because(error) from error
    parts.health.settle(_SUBJECT, [], among=[Reason.CLEANUP_FAILED])
    log.info("cleanup: %s", cleaned)
    return cleaned


def refresh_strengths(parts: Parts) -> int:
    """Recompute and persist every strength (R63), in batches, so that no write waits long."""
    now, after, count = parts.clock.now(), 0, 0
    while batch := parts.episodes.every_vitals(
        after=after, limit=parts.policy.storage.rebuild_batch
    ):
        strengths = [
            (seq, decay.strength(vitals, now, parts.policy.decay)) for seq, vitals in batch
        ]
        parts.episodes_db.write(partial(_put, parts, strengths))
        after = batch[-1][0]
        count += len(batch)
        parts.jobs.give_way()
    return count


def _put(parts: Parts, strengths: list[tuple[int, Strength]], tx: Tx) -> None:
    parts.episodes.put_strengths(tx, strengths)


def stamp(parts: Parts, *tasks: Task) -> None:
    """They were done just now: a restart does not do them again (C8)."""
    now = parts.clock.now()

    def write(tx: Tx) -> None:
        for task in tasks:
            parts.ledger.put_stamp(tx, task.value, now)

    parts.mind_db.write(write)


# -- what goes


Nights = list[tuple[int, eviction.Night]]


def _nights(parts: Parts, now: int) -> Nights:
    """What goes in each project, by its number."""
    waited = now - parts.policy.upkeep.abandon_after_ms
    return [
        (
            project,
            eviction.night(
                parts.retention.living(project, waiting_since=waited),
                parts.retention.digests(project),
                now,
                parts.policy,
            ),
        )
        for project, _ in parts.retention.projects()
    ]


def _weakest(parts: Parts, now: int) -> list[Rule]:
    by_scope: dict[str | None, list[Rule]] = {}
    for rule in parts.rules.everywhere():
        by_scope.setdefault(rule.project_id, []).append(rule)
    return [
        rule
        for rules in by_scope.values()
        for rule in eviction.weakest(rules, now, parts.policy.rules)
    ]


def _foreseen(parts: Parts) -> Cleaned:
    now = parts.clock.now()
    nights = _nights(parts, now)
    return Cleaned(
        strengths=parts.retention.uncompressed(),
        abandoned=parts.retention.waiting(before=now - parts.policy.upkeep.abandon_after_ms),
        compressed=sum(len(night.compress) for _, night in nights),
        purged=sum(len(night.purge) for _, night in nights),
        evicted_rules=len(_weakest(parts, now)),
        traces=parts.generations.prunable(*_old_traces(parts, now)),
    )


# -- its going


def _clean(parts: Parts, hold: Hold) -> Cleaned:
    now = parts.clock.now()
    waited = now - parts.policy.upkeep.abandon_after_ms
    abandoned = parts.episodes_db.write(partial(parts.retention.abandon, before=waited)).value
    strengths = refresh_strengths(parts)
    compressed = purged = 0
    for project, night in _nights(parts, now):
        for batch in _batches(parts, hold, night.compress):
            compressed += parts.episodes_db.write(partial(_compress, parts, project, batch)).value
        for batch in _batches(parts, hold, night.purge):
            purged += _purge(parts, project, batch)
    going = _weakest(parts, now)
    evicted = parts.mind_db.write(partial(_evict, parts, going)).value if going else 0
    before, keep = _old_traces(parts, now)
    traces = parts.mind_db.write(partial(parts.generations.prune, before=before, keep=keep)).value
    stamp(parts, Task.CLEANUP, Task.STRENGTHS)
    return Cleaned(
        strengths=strengths,
        abandoned=abandoned,
        compressed=compressed,
        purged=purged,
        evicted_rules=evicted,
        traces=traces,
    )


def _old_traces(parts: Parts, now: int) -> tuple[int, int]:
    """Before which moment traces go, and how many of a project stay in any case."""
    policy = parts.policy.context
    return now - policy.traces_days * DAY_MS, policy.traces_kept


def _batches(parts: Parts, hold: Hold, seqs: Sequence[int]) -> Iterator[Sequence[int]]:
    size = parts.policy.upkeep.batch
    for at in range(0, len(seqs), size):
        hold.keep()
        yield seqs[at : at + size]
        parts.jobs.give_way()


def _compress(parts: Parts, project: int, batch: Sequence[int], tx: Tx) -> int:
    still = parts.retention.compressible(tx, batch)
    compress.compress(parts, tx, project, still)
    return len(still)


def _purge(parts: Parts, project: int, batch: Sequence[int]) -> int:
    """Rules first let go of them and keep their count (C3): doing that twice counts once."""
    ids = parts.retention.names(batch)
    parts.mind_db.write(partial(parts.rules.retire_links, episode_ids=ids))

    def delete(tx: Tx) -> int:
        still = parts.retention.purgeable(tx, batch)
        return parts.retention.delete(tx, project, still)["episodes"]

    return parts.episodes_db.write(delete).value


def _evict(parts: Parts, rules: Sequence[Rule], tx: Tx) -> int:
    """Nobody said they were wrong, so they leave no veto and may be learned again."""
    now, gone = parts.clock.now(), 0
    for rule in rules:
        current = parts.rules.get(tx, rule.id)
        if current is None or current.user_confirmed:
            continue  # the author acted meanwhile
        parts.rules.drop_conflicts(tx, rule.id)
        parts.rules.add_event(tx, edit.event("evicted", current, None, now))
        gone += parts.rules.delete(tx, [rule.id])
    return gone
