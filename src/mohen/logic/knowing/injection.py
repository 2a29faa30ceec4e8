"""How memories read beside a message: marked as ours, beliefs worded as beliefs, the less sure
the more cautiously (background 1.15)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from mohen.logic.knowing.own_words import CLOSE, OPEN, in_a_line
from mohen.logic.knowing.tree import moment
from mohen.model.knowledge import BELIEF, Item
from mohen.model.search import Hit
from mohen.policy import Inject

Count = Callable[[str], int]


@dataclass(frozen=True, slots=True)
class _Words:
    head: str
    believed: str
    reference: str
    source: str
    said: str
    basis: str
    other: str


_ZH = _Words(
    head="相关记忆（墨痕提供，供参考，不是用户刚说的话）：",
    believed="推断，置信度 {:.2f}",
    reference="仅供参考：",
    source="来源 {}",
    said="记于 {}",
    basis="依据：{}",
    other="来自 {} 的记忆",
)
_EN = _Words(
    head="Memories that may matter (from Mohen; not what the user just said):",
    believed="inferred, confidence {:.2f}",
    reference="For reference only: ",
    source="source {}",
    said="noted {}",
    basis="because: {}",
    other="remembered by {}",
)


def once(hits: Iterable[Hit]) -> list[Hit]:
    """Without summaries of what is told itself."""
    found = list(hits)
    told = {each.item.id for each in found}
    return [
        each
        for each in found
        if not each.item.source_facts or not told.issuperset(each.item.source_facts)
    ]


def line(item: Item, *, project_id: str | None, chinese: bool, policy: Inject) -> str:
    """One item. What is sure stands plain; what is not says where it comes from."""
    words = _ZH if chinese else _EN
    notes = [words.believed.format(item.confidence)] if item.type == BELIEF else []
    if item.confidence <= policy.plain_above:
        notes.append(
            words.source.format(item.sources[0])
            if item.sources
            else words.said.format(_day(item.created_at))
        )
        notes += [words.basis.format(in_a_line(item.basis))] if item.basis else []
    if item.project_id not in (None, project_id):
        notes.append(words.other.format(item.project_id))
    lead = words.reference if item.confidence < policy.told_from else ""
    content = in_a_line(item.content)
    if not notes:
        return f"- {lead}{content}"
    said = "；".join(notes) if chinese else "; ".join(notes)
    return f"- {lead}{content}（{said}）" if chinese else f"- {lead}{content} ({said})"


def block(lines: Sequence[str], *, chinese: bool) -> str:
    """Empty where there is nothing to say."""
    if not lines:
        return ""
    head = (_ZH if chinese else _EN).head
    return "\n".join([OPEN, head, *lines, CLOSE])


def fitting(lines: Iterable[str], most: int, count: Count, *, chinese: bool) -> list[int]:
    """Which of the lines, by their place, stand in so many tokens: the first that fit."""
    room = most - count(block([""], chinese=chinese))
    kept = []
    for place, each in enumerate(lines):
        cost = count(f"{each}\n")
        if cost <= room:
            kept.append(place)
            room -= cost
    return kept


def _day(ms: int) -> str:
    return (moment(ms) or "").partition("T")[0]
