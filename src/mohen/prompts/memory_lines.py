"""An episode, a compact or a rule as one line of a prompt."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from mohen.compaction.model import Compact
from mohen.episodes.model import Episode, Signal, Texts
from mohen.knowledge.model import Item
from mohen.prompts import truncate
from mohen.prompts.policy import Context
from mohen.prompts.prompt_headings import ZH, Words
from mohen.rules import curation
from mohen.rules.model import Rule, shown
from mohen.text import quoted
from mohen.text.tokens import Count


def episode(each: Episode, words: Words, most: int, count: Count) -> str:
    """What was suggested, what the author made of it and what they said, as short as must be."""
    kind = f"- [{quoted.line(each.skill_used)} · {quoted.line(each.scene_type)} · {each.signal}]"
    return _told(kind, _suggested(each), each.texts, refused(each), words, most, count)


def refused(each: Episode) -> bool:
    """Whether the author would not have it, or took it back."""
    return each.signal in _UNWANTED


@lru_cache(maxsize=Context().retold)  # the latest stand in one prompt after another
def _told(
    kind: str, suggested: str, texts: Texts, unwanted: bool, words: Words, most: int, count: Count
) -> str:
    told = [kind]
    if unwanted:
        told.append(f"{words.refused}: {quoted.line(suggested)}" if suggested else "")
    else:
        kept = texts.final_text or suggested
        told.append(f"{words.kept}: {quoted.line(kept)}" if kept else "")
        if suggested and kept and quoted.line(suggested) != quoted.line(kept):
            told.append(f"{words.suggested}: {quoted.line(suggested)}")
    if texts.explicit:
        told.append(f"{words.said}: {quoted.line(texts.explicit)}")
    line = " ".join(each for each in told if each)
    short, at = truncate.shorten(line, most, count, keep="start")
    return short if at is None else f"{short.rstrip()}…"


def whole(each: Episode) -> str:
    """All that could have been told of an episode."""
    texts = each.texts
    said = (texts.final_text, _suggested(each), texts.explicit)
    return "\n".join(each for each in said if each)


def has_words(each: Episode) -> bool:
    """Whether an episode has words: not in privacy mode, nor after compression."""
    return bool(_suggested(each) or each.texts.final_text)


def _suggested(each: Episode) -> str:
    """The candidate that was chosen, or the first of those that were not."""
    candidates = each.texts.candidates
    if not candidates:
        return ""
    return candidates[max(0, each.selected_index or 0)]


def note(item: Item, words: Words) -> str:
    """What is known, with who said so where it was not typed by the author."""
    kind = quoted.line(item.type)
    said = dict(words.origins).get(item.origin)
    return (
        f"- [{kind} · {said}] {quoted.line(item.content)}"
        if said
        else (f"- [{kind}] {quoted.line(item.content)}")
    )


def compact(each: Compact) -> str:
    return f"- [{each.quality.value}] {quoted.line(each.summary)}"


HEADER = "[用户写作偏好 - 自动学习]"
"""As seed 000 has it (C26). It stands there even when nothing follows, so that the shape of a
prompt does not depend on what is known."""


def preferences(rules: Iterable[Rule], words: Words = ZH) -> str:
    """The author's rules, one a line: confirmed first, then the surest (R44, C67)."""
    return "\n".join([HEADER, *(line(rule, words) for rule in curation.in_order(rules))])


def line(rule: Rule, words: Words) -> str:
    ending = words.confirmed if rule.user_confirmed else words.unconfirmed
    return f"- {' '.join(rule.text.split())}{ending.format(shown(rule.confidence))}"


_UNWANTED = (Signal.FULL_REJECT, Signal.UNDO_AFTER_ACCEPT)
