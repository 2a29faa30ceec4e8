"""Measuring what an author changed, while the text is there to be measured (C76).

Done in the background after each record, at once in privacy mode (no text will be left), and
at the latest before an episode is compressed.
"""

from __future__ import annotations

from collections.abc import Sequence

from mohen.flows.parts import Parts
from mohen.logic import style
from mohen.logic.style import Evidence
from mohen.model.episode import Draft, Episode
from mohen.store.sqlite import Tx


def of(parts: Parts, draft: Draft) -> Evidence:
    return style.evidence(
        draft.candidates, draft.selected_index, draft.final_text, parts.policy.style
    )


def catch_up(parts: Parts) -> None:
    """Measure every episode that has text and no evidence yet, a batch at a time."""
    size = parts.policy.vectors.embed_batch
    marks = parts.marks.of(parts.episodes_db)
    while batch := parts.episodes.unmeasured(after=marks.measured, limit=size):
        measured = []
        for each in batch:
            measured.append((each.seq, _of_episode(parts, each)))
            parts.jobs.give_way()
        _keep(parts, measured)
        marks.measured = batch[-1].seq


def _keep(parts: Parts, measured: Sequence[tuple[int, Evidence]]) -> None:
    bodies = [(seq, evidence.to_json()) for seq, evidence in measured]
    parts.episodes_db.write(lambda tx: parts.episodes.put_evidence(tx, bodies))


def ensure(parts: Parts, tx: Tx, episode: Episode) -> Evidence | None:
    """An episode's evidence, measured now if nobody had the time before."""
    body = parts.episodes.evidence(tx, episode.seq)
    if body is not None:
        return Evidence.from_json(body)
    if episode.compressed or episode.private:
        return None
    evidence = _of_episode(parts, episode)
    parts.episodes.put_evidence(tx, [(episode.seq, evidence.to_json())])
    return evidence


def traits(parts: Parts, evidence: Evidence | None) -> list[str]:
    if evidence is None or evidence.profile is None:
        return []
    return style.traits(evidence.profile, parts.policy.style)


def _of_episode(parts: Parts, episode: Episode) -> Evidence:
    texts = episode.texts
    return style.evidence(
        texts.candidates, episode.selected_index, texts.final_text, parts.policy.style
    )
