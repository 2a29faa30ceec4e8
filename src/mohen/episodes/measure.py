"""Measuring what an author changed, while the text is there to be measured (C76).

Done in the background after each record, at once in privacy mode (no text will be left), and
at the latest before an episode is compressed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from mohen.episodes import style_evidence
from mohen.episodes.style_evidence import FOREKNOWN, Evidence
from mohen.text import scenes, style

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx
    from mohen.core.ports import Jobs
    from mohen.core.watermarks import Watermarks
    from mohen.episodes.model import Draft, Episode
    from mohen.episodes.ports import KnowsOwnVoice
    from mohen.episodes.store import EpisodeStore
    from mohen.policy import Policy


class StyleMeasurer:
    """Measures what an author changed while the text is there."""

    def __init__(
        self,
        *,
        episode_store: EpisodeStore,
        episodes_db: Database,
        jobs: Jobs,
        marks: Watermarks,
        own_voice: KnowsOwnVoice,
        policy: Policy,
    ) -> None:
        self._episode_store = episode_store
        self._episodes_db = episodes_db
        self._jobs = jobs
        self._marks = marks
        self._own_voice = own_voice
        self._policy = policy

    def of(self, draft: Draft) -> Evidence:
        """Of an episode in privacy mode: what was meant by the comment, and no word (C95)."""
        return style_evidence.evidence(
            draft.candidates,
            draft.selected_index,
            draft.final_text,
            self._policy.style,
            explicit=draft.explicit,
        )

    def catch_up(self) -> None:
        """Measure every episode that has text and no evidence of this version, batch by batch."""
        size = self._policy.vectors.embed_batch
        marks = self._marks.of(self._episodes_db)
        version = style_evidence.VERSION
        while batch := self._episode_store.unmeasured(version, after=marks.measured, limit=size):
            measured = []
            for each in batch:
                measured.append((each, self._of_episode(each)))
                self._jobs.give_way()
            self._keep(measured)
            marks.measured = batch[-1].seq

    def _keep(self, measured: Sequence[tuple[Episode, Evidence]]) -> None:
        def write(tx: Tx) -> None:
            for episode, found in measured:
                self._put(tx, episode, found, self._episode_store.evidence(tx, episode.seq))

        self._episodes_db.write(write)

    def _put(self, tx: Tx, episode: Episode, found: Evidence, before: str | None) -> Episode:
        """Its evidence; and where that of an earlier version goes, its scene, if nobody named it:
        it was guessed by the text that was taken once (C114)."""
        self._episode_store.put_evidence(tx, [(episode.seq, found.to_json())])
        old = before is not None and style_evidence.opened(before).version < FOREKNOWN
        if not (old and episode.scene_inferred and episode.texts.candidates):
            return episode
        texts = episode.texts
        scene = scenes.before(texts.input_context, texts.candidates, self._policy.scenes)
        self._episode_store.put_scene(tx, episode.seq, scene)
        return replace(episode, scene_type=scene)

    def ensure(self, tx: Tx, episode: Episode) -> tuple[Episode, Evidence | None]:
        """An episode and its evidence, measured now if nobody had the time before."""
        body = self._episode_store.evidence(tx, episode.seq)
        found = None if body is None else Evidence.from_json(body)
        if episode.compressed or episode.private:
            return episode, found
        if found is None or found.version < style_evidence.VERSION:
            found = self._of_episode(episode)
            episode = self._put(tx, episode, found, body)
        return episode, found

    def traits(self, found: Evidence | None) -> list[str]:
        return [] if found is None else style.traits(found.profile, self._policy.style)

    def _of_episode(self, episode: Episode) -> Evidence:
        """Of the texts as they are kept: a masked name is masked in the words as well. Where it is
        not known what became of the candidates, they prove nothing."""
        texts = self._own_voice.measurable(episode.generation_id, episode.project_id, episode.texts)
        return style_evidence.evidence(
            () if episode.selected_index is None else texts.candidates,
            episode.selected_index,
            texts.final_text,
            self._policy.style,
            explicit=texts.explicit,
            context=texts.input_context,
            words=self._policy.measuring,
        )
