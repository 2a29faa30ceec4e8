"""How an episode lies in its rows: columns out, values in. Nothing else."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from mohen.errors import StoreCorrupt
from mohen.model.episode import (
    Band,
    Episode,
    Filter,
    Lengths,
    Signal,
    State,
    Strength,
    Texts,
    Vitals,
)

COLUMNS = """
  e.seq, e.id, p.id, e.state, e.timestamp, e.recorded_at, e.skill_used, e.chapter_id,
  e.scene_type, e.scene_inferred, e.generation_id, e.selected_index, e.lengths, e.signal,
  e.weight, e.edit_distance, e.response_time_ms, e.undone_at, e.undo_latency_ms, e.importance,
  e.recall_count, e.last_recalled_at, e.strength, e.band, e.strength_at, e.user_confirmed,
  e.core_setting, e.compressed, e.private, e.version,
  t.input_context, t.candidates, t.final_text, coalesce(t.explicit, d.explicit), d.digest,
  EXISTS (SELECT 1 FROM marks m WHERE m.seq = e.seq)
"""
FROM = """
  episodes e JOIN projects p ON p.pk = e.project
  LEFT JOIN texts t ON t.seq = e.seq LEFT JOIN digests d ON d.seq = e.seq
"""
_VITAL = (
    "seq", "id", "scene_type", "timestamp", "importance", "recall_count", "last_recalled_at",
    "core_setting",
)  # fmt: skip
VITALS = ", ".join(f"e.{name}" for name in _VITAL)
LIVE = "e.compressed = 0 AND e.state = 'closed'"

FLOAT_BYTES = 4
"""Vectors are stored as 32-bit floats."""

_REMEMBERED = 64
"""Rows that were understood last: a prompt tells of the newest episodes again and again."""

Glimpse = tuple[int, str, str, Vitals]
"""What ranking needs of an episode: seq, id, scene type, vitals."""


def where(wanted: Filter) -> tuple[list[str], list[Any]]:
    asked: tuple[tuple[str, Any], ...] = (
        ("e.scene_type = ?", wanted.scene_type),
        ("e.skill_used = ?", wanted.skill_used),
        ("e.chapter_id = ?", wanted.chapter_id),
        ("e.signal = ?", wanted.signal),
        ("e.compressed = ?", wanted.compressed),
        ("e.timestamp >= ?", wanted.since),
        ("e.timestamp < ?", wanted.until),
    )
    given = [(clause, value) for clause, value in asked if value is not None]
    return [clause for clause, _ in given], [value for _, value in given]


def lengths_json(lengths: Lengths) -> str:
    return json.dumps(
        {"input": lengths.input, "candidates": lengths.candidates, "final": lengths.final}
    )


def gathered(columns: str, select: str) -> str:
    """One row that holds all rows of a query as JSON. Each row that is fetched costs a turn at
    Python's one lock, and with many readers at once those turns are what they wait for."""
    return f"SELECT json_group_array(json_array({columns})) FROM ({select})"


def glimpses(select: str) -> str:
    """The query for glimpses of what `select`, a query of VITALS, finds."""
    return gathered(", ".join(_VITAL), select)


def glimpse(row: Sequence[Any]) -> Glimpse:
    seq, id, scene, timestamp, importance, recalls, recalled_at, core = row
    return seq, id, scene, Vitals(timestamp, importance, recalls, recalled_at, bool(core))


def episode(row: Sequence[Any]) -> Episode:
    """The episode in a row; `StoreCorrupt` when no hand of ours can have written it."""
    try:
        return _episode(tuple(row))
    except (ValueError, KeyError, TypeError):  # their words may hold the author's
        raise StoreCorrupt("a row of episodes.db makes no sense; run `mohen doctor`") from None


@lru_cache(maxsize=_REMEMBERED)
def _episode(row: tuple[Any, ...]) -> Episode:
    (
        seq, id, project, state, timestamp, recorded_at, skill, chapter, scene, inferred,
        generation, selected, lengths, signal, weight, distance, response_ms, undone_at,
        undo_latency, importance, recalls, recalled_at, strength, band, strength_at, confirmed,
        core, compressed, private, version, context, candidates, final, explicit, digest,
        marked,
    ) = row  # fmt: skip
    measured = json.loads(lengths)
    return Episode(
        seq=seq,
        id=id,
        project_id=project,
        state=State(state),
        recorded_at=recorded_at,
        skill_used=skill,
        chapter_id=chapter,
        scene_type=scene,
        scene_inferred=bool(inferred),
        generation_id=generation,
        selected_index=selected,
        lengths=Lengths(measured["input"], tuple(measured["candidates"]), measured["final"]),
        signal=None if signal is None else Signal(signal),
        weight=weight,
        edit_distance=distance,
        response_time_ms=response_ms,
        undone_at=undone_at,
        undo_latency_ms=undo_latency,
        vitals=Vitals(timestamp, importance, recalls, recalled_at, bool(core)),
        strength=Strength(strength, Band(band), strength_at),
        user_confirmed=bool(confirmed),
        compressed=bool(compressed),
        private=bool(private),
        marked=bool(marked),
        version=version,
        digest=digest,
        texts=Texts(
            input_context=context or "",
            candidates=tuple(json.loads(candidates)) if candidates else (),
            final_text=final,
            explicit=explicit,
        ),
    )
