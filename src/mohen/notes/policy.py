"""What a user types in or approves of: entries and threshold learning (seed 003)."""

from __future__ import annotations

from dataclasses import dataclass

from mohen.core.policy import number


@dataclass(frozen=True, slots=True)
class Entries:
    """Facts and notes, labels that become preferences when they come often enough, and how much
    of it all a prompt is shown."""

    content_chars_max: int = number(10_000, spec="background 1.4", unit="code points")
    type_chars_max: int = number(40, spec="C44", unit="code points")
    list_default: int = number(200, spec="background 1.4", unit="entries")
    list_max: int = number(500, spec="background 1.4", unit="entries")

    evidence_chars_min: int = number(3, spec="C43, C83", unit="code points of a label")
    evidence_chars_max: int = number(240, spec="C43, C83", unit="code points of a label")
    accept: float = number(1.0, spec="C41")
    partial: float = number(-0.5, spec="C41")
    reject: float = number(-1.0, spec="C41")

    item_chars: int = number(360, spec="background 1.4", unit="code points of an injected item")
    recalled_items: int = number(8, spec="background 1.10", unit="items found by the query")
    recalled_chars: int = number(1_200, spec="background 1.10", unit="code points of them")
    remembered: int = number(1_024, spec="house", unit="entries whose terms are remembered")
    lists_remembered: int = number(16, spec="house", unit="lists of entries, by their terms")
    recalled_among: int = number(100, spec="house", unit="newest entries compared with a query")
    cosine_at_least: float = number(0.5, spec="house", unit="cosine that counts as a match")
    fallbacks_until_error: int = number(
        3, spec="R136", unit="previews in a row that fell back before the log says error"
    )
