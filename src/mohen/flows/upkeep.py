"""What has to be done from time to time. So far: the daily strengths (R63)."""

from __future__ import annotations

import logging
from functools import partial

from mohen.flows.parts import Parts
from mohen.logic import decay
from mohen.model.episode import Strength
from mohen.store.sqlite import Tx

log = logging.getLogger(__name__)

STRENGTHS = "strengths"


def daily(parts: Parts) -> None:
    """Recompute and persist every strength, at most once a day whatever restarts (C8)."""
    now = parts.clock.now()
    last = parts.ledger.stamp(STRENGTHS)
    if last is not None and now - last < parts.policy.decay.recompute_every_ms:
        return
    count = refresh_strengths(parts)
    parts.mind_db.write(lambda tx: parts.ledger.put_stamp(tx, STRENGTHS, now))
    if count:
        log.info("strengths recomputed: %d", count)


def refresh_strengths(parts: Parts) -> int:
    """In batches, so that no write waits long."""
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
