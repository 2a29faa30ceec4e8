"""What a deletion would take, by name: its owner sees it before it goes, and only then. A receipt
of what is gone has none of it, nor has a log."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import chain, islice

from mohen.flows import remove
from mohen.flows.parts import Parts
from mohen.logic.knowing import secrets
from mohen.model.erasure import Going, Why
from mohen.model.knowledge import Item
from mohen.model.rule import Rule


def foretell(
    parts: Parts,
    project_id: str | None,
    *,
    seqs: Sequence[int],
    rules: Sequence[str],
    knowledge: Sequence[Item],
    alone: bool,
) -> tuple[tuple[Going, ...], int]:
    """The first of them, and how many more there are. Of an episode the id: it may be a chapter."""
    told = remove.going(parts, knowledge, alone=alone)
    episodes = parts.retention.names(seqs)
    most = parts.policy.upkeep.foretold
    words = partial(_words, parts, project_id)
    shown = chain(
        (Going(each, "rule", words(parts.rules.get(None, each)), Why.NAMED) for each in rules),
        (Going(each.id, each.type, words(each), why) for each, why in told),
        (Going(each, "episode", "", Why.NAMED) for each in episodes),
    )
    count = len(rules) + len(told) + len(episodes)
    return tuple(islice(shown, most)), max(0, count - most)


def _words(parts: Parts, project_id: str | None, going: Item | Rule | None) -> str:
    """How it begins, if it is theirs who ask: who names no project reads nobody's (C92)."""
    if going is None or going.project_id not in (None, project_id):
        return ""
    text = going.content if isinstance(going, Item) else going.text
    said, most = " ".join(secrets.masked(text).text.split()), parts.policy.upkeep.foretold_chars
    return said if len(said) <= most else f"{said[:most]}…"
