"""The files of `layer2/index/` (R198): from a word, a month or an entity to the ids of memories.

For people and their scripts: Mohen itself searches its own index.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from mohen.logic import terms
from mohen.logic.knowing import tree
from mohen.model.knowledge import BELIEF, FACT, SUMMARY, Item

# Between these stand the words that somebody would look for.
_FUNCTION = re.compile(
    "用户|我们|你们|他们|她们|自己|可能|已经|正在|因为|所以|但是|不过|如果|以及|或者|还是|就是|"
    "[的了在是有和与及也都就还很更最不没把被给从到对向为以会要能想说去来这那个位次着过吗呢吧啊]"
)
_HAN = re.compile("[㐀-\u9fff\uf900-\ufaff]+")
_LATIN = re.compile(r"[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ0-9'-]+")


def files(items: Sequence[Item]) -> dict[str, str]:
    return {
        f"{tree.INDEX}/keywords.json": tree.pretty(keywords(items)),
        f"{tree.INDEX}/timeline.json": tree.pretty(timeline(items)),
        f"{tree.INDEX}/relations.json": tree.pretty(relations(items)),
    }


def keywords(items: Sequence[Item]) -> dict[str, list[str]]:
    return _gathered((word, each.id) for each in items for word in _words(each))


def timeline(items: Sequence[Item]) -> dict[str, list[str]]:
    """By the month of what it speaks of, else of when it was said."""
    return _gathered((_month(each), each.id) for each in items)


def relations(items: Sequence[Item]) -> dict[str, dict[str, list[str]]]:
    kinds = {FACT: "facts", BELIEF: "beliefs", SUMMARY: "summaries"}
    found: dict[str, dict[str, list[str]]] = {}
    for each in items:
        for name in each.entities:
            of_name = found.setdefault(name, {kind: [] for kind in kinds.values()})
            if each.type in kinds:
                of_name[kinds[each.type]].append(each.id)
    return dict(sorted(found.items()))


def _month(item: Item) -> str:
    at = tree.moment(item.created_at if item.event_at is None else item.event_at) or ""
    year, month, *_ = at.split("-")
    return f"{year}-{month}"


def _words(item: Item) -> Iterable[str]:
    """Names and values as they are, Latin words without those that say nothing, and runs of Han
    between function words."""
    found = {each for each in (*item.entities, item.value) if each and not each.isspace()}
    found.update(
        word for word in map(str.lower, _LATIN.findall(item.content)) if terms.expand(word)
    )
    for run in _HAN.findall(item.content):
        found.update(each for each in _FUNCTION.split(run) if len(each) > 1)
    return sorted(each for each in found if not _FUNCTION.fullmatch(each))


def _gathered(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for key, id in pairs:
        found.setdefault(key, []).append(id)
    return dict(sorted(found.items()))
