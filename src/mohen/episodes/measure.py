"""Measuring what an author changed, while the text is there to be measured (C76).

Done in the background after each record, at once in privacy mode (no text will be left), and
at the latest before an episode is compressed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mohen.core.database import Tx
from mohen.episodes import style_evidence
from mohen.episodes.model import Draft, Episode
from mohen.episodes.style_evidence import Evidence
from mohen.prompts import self_output
from mohen.text import style

if TYPE_CHECKING:
    from mohen.parts import Parts


def of(parts: Parts, draft: Draft) -> Evidence:
    """Of an episode in privacy mode: what was meant by the comment, and no word (C95)."""
    return style_evidence.evidence(
        draft.candidates,
        draft.selected_index,
        draft.final_text,
        parts.policy.style,
        explicit=draft.explicit,
    )


def catch_up(parts: Parts) -> None:
    """Measure every episode that has text and no evidence of this version, batch by batch."""
    size = parts.policy.vectors.embed_batch
    marks = parts.marks.of(parts.episodes_db)
    version = style_evidence.VERSION
    while batch := parts.episodes.unmeasured(version, after=marks.measured, limit=size):
        measured = []
        for each in batch:
            measured.append((each.seq, _of_episode(parts, each)))
            parts.jobs.give_way()
        _keep(parts, measured)
        marks.measured = batch[-1].seq


def _keep(parts: Parts, measured: Sequence[tuple[int, Evidence]]) -> None:
    bodies = [(seq, found.to_json()) for seq, found in measured]
    parts.episodes_db.write(lambda tx: parts.episodes.put_evidence(tx, bodies))


def ensure(parts: Parts, tx: Tx, episode: Episode) -> Evidence | None:
    """An episode's evidence, measured now if nobody had the time before."""
    body = parts.episodes.evidence(tx, episode.seq)
    found = None if body is None else Evidence.from_json(body)
    if episode.compressed or episode.private:
        return found
    if found is None or found.version < style_evidence.VERSION:
        found = _of_episode(parts, episode)
        parts.episodes.put_evidence(tx, [(episode.seq, found.to_json())])
    return found


def traits(parts: Parts, found: Evidence | None) -> list[str]:
    return [] if found is None else style.traits(found.profile, parts.policy.style)


def _of_episode(parts: Parts, episode: Episode) -> Evidence:
    """Of the texts as they are kept: a masked name is masked in the words as well. Where it is
    not known what became of the candidates, they prove nothing."""
    texts = self_output.measurable(parts, episode.generation_id, episode.project_id, episode.texts)
    return style_evidence.evidence(
        () if episode.selected_index is None else texts.candidates,
        episode.selected_index,
        texts.final_text,
        parts.policy.style,
        explicit=texts.explicit,
        context=texts.input_context,
        words=parts.policy.measuring,
    )
