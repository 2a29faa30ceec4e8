"""Evidence of the author's taste in one episode, measured while its text is there (C76, C95).

Three kinds of proof: the comparisons the author made between texts, what the author said of the
text, and what an edit did to single words; with an edit, what it was for.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from mohen.core.values import dataclass
from mohen.episodes import comments, edit_purposes, offered_words, word_edits
from mohen.episodes.offered_words import Offered
from mohen.episodes.policy import Measuring
from mohen.episodes.word_edits import Words
from mohen.errors import StoreCorrupt
from mohen.text import sentences, style
from mohen.text.policy import Style
from mohen.text.style import FEATURES, PHRASE, Profile, difference, measure

VERSION = Measuring().version
"""1 had no comments and no words, 2 took the length of a text for that of its paragraph, 3 took
whom nobody is in for anybody, 4 did not ask what an edit was for and knew no clichés, 5 kept no
words of what was offered. Raised,
whatever still has its text is measured again."""
FOREKNOWN = 4
"""Since this one a scene that nobody named is guessed by what stood there before (C114)."""

FINAL_VS_CHOSEN = "final_vs_chosen"
CHOSEN_VS_REJECTED = "chosen_vs_rejected"
REFUSED = "refused"  # one of several that were all rejected: against their mean, weighing nothing


@dataclass(frozen=True, slots=True)
class Pair:
    """One comparison the author made: what was kept minus what was not."""

    kind: str
    weight: float
    differences: dict[str, float]


@dataclass(frozen=True, slots=True)
class Evidence:
    """What one episode proves, without a sentence of its text (C76, C95).

    `profile` is that of the text the author used; of a full rejection the mean of what was
    rejected, so that undone or rejected can later be set against kept. `said` is what a comment
    asks for: a feature of style or a word, and +1 for more or -1 for less. `words` is None where no
    edit speaks of single words, and always in privacy mode. `language` is that of all that was
    offered (C114), where it is not the profile's. `purposes` is what an edit was for
    (`episodes/edit_purposes.py`); None where there was none or that cannot be told. `ends` says of
    each candidate, as they stood, whether it ends where a sentence does; empty in evidence of
    earlier versions. `offered` are words that some of the texts have and some have not
    (`episodes/offered_words.py`), none in privacy mode.
    """

    version: int
    profile: Profile
    pairs: tuple[Pair, ...]
    said: tuple[tuple[str, int], ...] = ()
    words: Words | None = None
    language: str = ""
    purposes: tuple[str, ...] | None = None
    ends: tuple[bool, ...] = ()
    offered: Offered = ()

    @property
    def refused(self) -> tuple[dict[str, float], ...]:
        """What each candidate of a full rejection measured."""
        mean = self.profile.features
        return tuple(
            {name: mean[name] + apart for name, apart in each.differences.items() if name in mean}
            for each in self.pairs
            if each.kind == REFUSED
        )

    def to_json(self) -> str:
        body = {
            "v": self.version,
            "p": style.packed(self.profile),
            "d": [[each.kind, each.weight, style.by_key(each.differences)] for each in self.pairs],
        }
        if self.said:
            body["s"] = {_key(name): sign for name, sign in self.said}
        if self.words is not None:
            body["w"] = self.words.packed()
        if self.language:
            body["l"] = self.language
        if self.purposes is not None:
            body["e"] = " ".join(self.purposes)
        if self.ends:
            body["o"] = "".join(str(int(each)) for each in self.ends)
        if self.offered:
            body["c"] = offered_words.packed(self.offered)
        return style.dump(body)

    @classmethod
    def from_json(cls, text: str) -> Evidence:
        kept = opened(text)
        try:
            pairs = tuple(
                Pair(kind, float(weight), style.by_name(row)) for kind, weight, row in kept.pairs
            )
            said = tuple(wishes(kept.said))
            profile = style.unpacked(kept.profile)
        except _NO_SENSE:
            raise StoreCorrupt(_DAMAGED) from None
        return cls(
            kept.version,
            profile,
            pairs,
            said,
            kept.words,
            kept.language,
            kept.purposes,
            kept.ends,
            kept.offered,
        )


def _key(name: str) -> str:
    return name if name.startswith(PHRASE) else FEATURES[name].key


def wishes(kept: Mapping[str, float]) -> Iterator[tuple[str, int]]:
    """What a comment asked for, from the keys it is stored under; one that another version knew
    and this one does not is left out."""
    for key, way in kept.items():
        if name := key if key.startswith(PHRASE) else style.NAMES.get(key):
            yield name, int(way)


_NO_SENSE = (ValueError, KeyError, TypeError, AttributeError, IndexError)
_DAMAGED = "a row of episodes.db makes no sense; run `mohen doctor`"


class Opened(NamedTuple):
    """Stored evidence as it lies in its row: measures under their short keys."""

    version: int
    profile: dict[str, Any]
    pairs: list[tuple[str, float, dict[str, float]]]
    said: dict[str, float]
    words: Words | None
    language: str
    purposes: tuple[str, ...] | None
    ends: tuple[bool, ...]
    offered: Offered


def opened(text: str) -> Opened:
    try:
        body = json.loads(text)
        words = Words.unpacked(body["w"]) if "w" in body else None
        told = tuple(body["e"].split()) if "e" in body else None
        ends = tuple(each == "1" for each in body.get("o", ""))
        kept = body["v"], body["p"], body["d"], body.get("s", {})
        offered = offered_words.unpacked(body.get("c", ""))
        return Opened(*kept, words, body.get("l", ""), told, ends, offered)
    except _NO_SENSE:
        raise StoreCorrupt(_DAMAGED) from None


def evidence(
    candidates: Sequence[str],
    selected: int | None,
    final_text: str | None,
    policy: Style,
    *,
    explicit: str | None = None,
    context: str = "",
    words: Measuring | None = None,
) -> Evidence:
    """What one episode proves. `selected` below 0, or None, means that no candidate was taken.

    Without `words` no word of the text is kept (privacy mode); a comment's meaning is.
    """
    profiles = [measure(each, policy) for each in candidates]
    compared, profile = _compared(profiles, candidates, selected, final_text, policy)
    said = comments.judged(explicit) if explicit else ()
    if words is None:
        said = tuple(each for each in said if not each[0].startswith(PHRASE))
    at = -1 if selected is None else selected
    final = _edited(final_text, candidates[at]) if at >= 0 else None
    changed = None
    if final is not None and words is not None:
        changed = word_edits.changed(candidates[at], final, context, words)
    offered = style.mean(profiles, policy).language if profiles else profile.language
    language = "" if offered == profile.language else offered
    purposes = None
    if final is not None:
        purposes = edit_purposes.of(candidates[at], final, profile.language, words or Measuring())
    ends = tuple(map(sentences.is_ended, candidates)) if len(candidates) > 1 else ()
    held: Offered = ()
    if at >= 0 and words is not None:
        held = offered_words.told(candidates, final or candidates[at])
    return Evidence(VERSION, profile, compared, said, changed, language, purposes, ends, held)


def _compared(
    profiles: Sequence[Profile],
    candidates: Sequence[str],
    selected: int | None,
    final_text: str | None,
    policy: Style,
) -> tuple[tuple[Pair, ...], Profile]:
    """The comparisons, weighted by kind (C81), and the profile of the text that was used.

    An author who takes none and writes their own prefers that to every candidate.
    """
    at = -1 if selected is None else selected
    rejected = [each for index, each in enumerate(profiles) if index != at]
    chosen = profiles[at] if at >= 0 else None
    final = _edited(final_text, candidates[at] if at >= 0 else "")
    used = chosen if final is None else measure(final, policy)
    found: list[Pair] = []
    if chosen is not None and used is not None and final is not None:
        found.append(Pair(FINAL_VS_CHOSEN, policy.final_vs_chosen, difference(used, chosen)))
    kept = used if chosen is None else chosen
    if kept is not None:
        share = policy.chosen_vs_rejected / max(1, len(rejected))
        found += (Pair(CHOSEN_VS_REJECTED, share, difference(kept, each)) for each in rejected)
    if used is None:
        used = style.mean(rejected, policy)
        found += (Pair(REFUSED, 0.0, difference(each, used)) for each in rejected)
    return tuple(each for each in found if each.differences), used


def _edited(final_text: str | None, chosen: str) -> str | None:
    """The final text if it is another text: blank space around it is no edit."""
    final = (final_text or "").strip()
    return final if final and final != chosen.strip() else None
