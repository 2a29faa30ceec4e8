"""What compression leaves of an episode: about 200 tokens, by rule, with no text of the draft.

Kept (R56): scene type, skill, feedback, the signal and its weight, lengths, measured style.
Dropped: the candidates, the input context, the wording of the edit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from mohen.text import tokens

if TYPE_CHECKING:
    from mohen.core.database import Tx
    from mohen.episodes.index import EpisodeIndex
    from mohen.episodes.measure import StyleMeasurer
    from mohen.episodes.model import Episode
    from mohen.episodes.policy import Digests
    from mohen.episodes.store import EpisodeStore
    from mohen.policy import Policy
    from mohen.text.tokens import Count


def write(episode: Episode, traits: Sequence[str], policy: Digests, count: Count) -> str:
    """One line of `key=value` parts, in a fixed order, so that equal episodes read alike. Of the
    style it names what is least usual, as far as there is room."""
    parts = [
        f"skill={episode.skill_used}",
        f"scene={episode.scene_type}",
        f"chapter={episode.chapter_id or '-'}",
        f"signal={episode.signal or '-'}({episode.weight:+.2f})",
        f"edit={'-' if episode.edit_distance is None else format(episode.edit_distance, '.2f')}",
        f"chose={_choice(episode)}",
        f"chars={_lengths(episode)}",
    ]
    comment = (kept_comment(episode, policy) or "")[: policy.said_chars]
    said = [f"said={comment}"] if comment else []
    room = policy.tokens - count(" | ".join([*parts, "style=", *said]))
    if named := list(_fitting(traits, room, count)):
        parts.append("style=" + ",".join(named))
    return " | ".join([*parts, *said])


def _fitting(traits: Sequence[str], room: int, count: Count) -> Iterator[str]:
    for each in traits:
        room -= count(f",{each}")
        if room < 0:
            return
        yield each


def kept_comment(episode: Episode, policy: Digests) -> str | None:
    """What the author said of the text is feedback, and stays."""
    said = " ".join((episode.texts.explicit or "").split())
    return said[: policy.comment_chars] or None


def _choice(episode: Episode) -> str:
    if episode.selected_index is None:
        return "-"
    if episode.selected_index < 0:
        return f"none/{len(episode.lengths.candidates)}"
    return f"{episode.selected_index + 1}/{len(episode.lengths.candidates)}"


def _lengths(episode: Episode) -> str:
    final = episode.lengths.final
    return f"{episode.lengths.input}→{'-' if final is None else final}"


class Compressor:
    """Turns episodes into digests."""

    def __init__(
        self,
        *,
        episode_index: EpisodeIndex,
        episode_store: EpisodeStore,
        policy: Policy,
        style_measurer: StyleMeasurer,
    ) -> None:
        self._episode_index = episode_index
        self._episode_store = episode_store
        self._policy = policy
        self._style_measurer = style_measurer

    # -- Episodes become digests: the text goes, what was measured and felt stays (R55, R56, C76).

    def compress(self, tx: Tx, project: int, seqs: Sequence[int]) -> None:
        digests = [
            (each.seq, self._digest(tx, each), kept_comment(each, self._policy.digests))
            for each in self._episode_store.of_seqs(tx, seqs)
        ]
        self._episode_store.compress(tx, project, digests)
        self._episode_index.remove(tx, project, seqs)

    def rewrite(self, tx: Tx, episode: Episode) -> None:
        """The digest of an episode that changed after its text was gone."""
        self._episode_store.replace_digest(tx, episode.seq, self._digest(tx, episode))

    def _digest(self, tx: Tx, episode: Episode) -> str:
        episode, evidence = self._style_measurer.ensure(tx, episode)
        traits, counted = self._style_measurer.traits(evidence), self._policy.tokens
        return write(
            episode, traits, self._policy.digests, lambda text: tokens.estimate(text, counted)
        )
