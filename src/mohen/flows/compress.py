"""Episodes become digests: the text goes, what was measured and felt stays (R55, R56, C76)."""

from __future__ import annotations

from collections.abc import Sequence

from mohen.flows import measure
from mohen.flows.parts import Parts
from mohen.logic import digest
from mohen.model.episode import Episode
from mohen.store.sqlite import Tx


def compress(parts: Parts, tx: Tx, project: int, seqs: Sequence[int]) -> None:
    digests = [
        (each.seq, _digest(parts, tx, each), digest.kept_comment(each, parts.policy.digests))
        for each in parts.episodes.of_seqs(tx, seqs)
    ]
    parts.episodes.compress(tx, project, digests)
    parts.index.remove(tx, project, seqs)


def rewrite(parts: Parts, tx: Tx, episode: Episode) -> None:
    """The digest of an episode that changed after its text was gone."""
    parts.episodes.replace_digest(tx, episode.seq, _digest(parts, tx, episode))


def _digest(parts: Parts, tx: Tx, episode: Episode) -> str:
    evidence = measure.ensure(parts, tx, episode)
    return digest.write(episode, measure.traits(parts, evidence), parts.policy.digests)
