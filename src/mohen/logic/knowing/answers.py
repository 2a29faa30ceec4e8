"""Judging what a language model answers to a consolidation's questions (C65).

An answer that is not what was asked for is refused as a whole, with `ModelError`, and what rules
said stands: no JSON, ids that were not shown, numbers out of bounds, words that are too long. What
a memory says must stand in the very text that it is said to come from, so that nothing in a
transcript can put words into the memory that the user did not say.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from mohen.errors import ModelError
from mohen.logic import terms
from mohen.logic.folding import fold
from mohen.logic.knowing import gist, orders
from mohen.logic.knowing.beliefs import Judgement
from mohen.model.consolidation import Named, Statement
from mohen.model.knowledge import BELIEF, FACT, USER, Category, EntityType
from mohen.policy import Policy, Questions

_FENCE = re.compile(r"```[A-Za-z]*\s*(\{.*?\})\s*```", re.DOTALL)
_HAN = re.compile("[㐀-\u9fff]")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_THIRD_PERSON = re.compile(
    r"用户(?:的|自己)?|\bthe user(?:'s|’s)?\b|[他她]的?|\b(?:his|her|their)\b"
)


def read_sifted(text: str, shown: int, policy: Policy) -> Mapping[int, float]:
    """Importance by number (from 1) of what is worth keeping."""
    found = _entries(text, "selected", shown, policy)
    kept = {_id(each, shown): _unit(each, "importance") for each in found}
    if len(kept) != len(found):
        raise ModelError("the model's answer names a text twice")
    return kept


def read_extracted(
    text: str, shown: Sequence[str], policy: Policy
) -> tuple[tuple[int, Statement], ...]:
    """Statements with the number (from 1) of the text that each comes from."""
    answer, bounds = _object(text, policy), policy.questions
    if not answer.keys() & {"facts", "beliefs"}:
        raise ModelError("the model's answer holds neither facts nor beliefs")
    said = [
        (_id(each, len(shown)), _memory(each, kind, bounds))
        for name, kind in (("facts", FACT), ("beliefs", BELIEF))
        for each in _list(answer, name)
    ]
    counts = Counter(number for number, _ in said)
    if any(count > bounds.memories for count in counts.values()):
        raise ModelError("the model's answer makes too much of one text")
    return tuple(
        (number, each) for number, each in said if _restates(each, shown[number - 1], bounds)
    )


def read_verified(text: str, shown: int, policy: Policy) -> Mapping[int, Judgement]:
    """A judgement by number (from 1); what is not named is irrelevant."""
    found = _entries(text, "verdicts", shown, policy)
    judged: dict[int, Judgement] = {}
    for each in found:
        number, verdict = _id(each, shown), each.get("verdict")
        if verdict not in set(Judgement) or number in judged:
            raise ModelError("a verdict of the model's answer is none that was asked for")
        judged[number] = Judgement(verdict)
    return judged


def read_summaries(text: str, shown: Sequence[Sequence[str]], policy: Policy) -> Mapping[int, str]:
    """A sentence by number (from 1) of the facts it sums up. One that says more than its facts
    is left out; one that is too long condemns the answer."""
    found = _entries(text, "summaries", len(shown), policy)
    worded: dict[int, str] = {}
    for each in found:
        number, said = _id(each, len(shown)), each.get("text")
        if not isinstance(said, str) or number in worded or not fits(said, policy):
            raise ModelError("a summary of the model's answer is not what was asked for")
        line = orders.plain(said, policy.questions.memory_chars)
        facts = "\n".join(shown[number - 1])
        if line and _grounded(line, facts, policy.questions) and _same_script(line, facts):
            worded[number] = line
    return worded


def fits(summary: str, policy: Policy) -> bool:
    """A summary is counted in characters in Chinese, in words in English (C72)."""
    bounds = policy.reconciling
    if _HAN.search(summary):
        return len(summary) <= bounds.summary_chars
    return len(_WORD.findall(summary)) <= bounds.summary_words


# -- what a memory must be


def _memory(entry: dict[str, Any], kind: str, bounds: Questions) -> Statement:
    content, category = entry.get("content"), entry.get("category")
    if not isinstance(content, str) or category not in set(Category):
        raise ModelError("a memory of the model's answer has not the shape that was asked for")
    if len(content) > bounds.memory_chars:
        raise ModelError("a memory of the model's answer is too long")
    basis = entry.get("basis", "")
    if not isinstance(basis, str) or len(basis) > bounds.memory_chars:
        raise ModelError("a basis of the model's answer is not what was asked for")
    sure = _unit(entry, "confidence") if kind == BELIEF else 1.0
    if kind == BELIEF and not bounds.belief_least <= sure <= bounds.belief_most:
        raise ModelError("a belief of the model's answer is surer or less sure than one can be")
    return Statement(
        content=orders.plain(content, bounds.memory_chars),
        category=Category(category),
        type=kind,
        subject=USER,
        entities=_named(entry, bounds),
        confidence=sure,
        basis=orders.plain(basis, bounds.memory_chars),
    )


def _named(entry: dict[str, Any], bounds: Questions) -> tuple[Named, ...]:
    found = entry.get("entities", [])
    if not isinstance(found, list) or len(found) > bounds.names:
        raise ModelError("the entities of the model's answer are no short list")
    named = []
    for each in found:
        name = each.get("name") if isinstance(each, dict) else None
        kind = each.get("type", EntityType.OTHER) if isinstance(each, dict) else None
        if not isinstance(name, str) or kind not in set(EntityType):
            raise ModelError("an entity of the model's answer has not the shape asked for")
        if not 0 < len(name.strip()) <= bounds.name_chars:
            raise ModelError("an entity's name of the model's answer is empty or too long")
        named.append(Named(name.strip(), EntityType(kind)))
    return tuple(named)


_OURSELVES = frozenset(("用户", "user", "the user", "我", "i"))


def _restates(memory: Statement, source: str, bounds: Questions) -> bool:
    """Whether the text says what the memory says: its words, its numbers, its names, its no."""
    folded = fold(source)
    return (
        bool(memory.content)
        and _grounded(memory.content, source, bounds)
        and all(
            fold(each.name) in folded or fold(each.name) in _OURSELVES for each in memory.entities
        )
    )


def _grounded(said: str, source: str, bounds: Questions) -> bool:
    mine = _words(_THIRD_PERSON.sub(" ", gist.bare(fold(said))))
    numbers = set(gist.numbers(source))
    return (
        gist.share(mine, _words(fold(source))) >= bounds.grounded
        and all(each in numbers for each in gist.numbers(said))
        and (gist.against(source) or not gist.against(said))
    )


def _words(text: str) -> frozenset[str]:
    """Stems and single characters: who says something anew puts the characters in other order."""
    return frozenset(
        each for term in terms.expand(text) for each in (term if _HAN.match(term) else (term,))
    )


def _same_script(line: str, facts: str) -> bool:
    return bool(_HAN.search(line)) == bool(_HAN.search(facts))


# -- the shape


def _entries(text: str, name: str, shown: int, policy: Policy) -> list[dict[str, Any]]:
    answer = _object(text, policy)
    if name not in answer:
        raise ModelError(f"the model's answer holds no `{name}`")
    found = _list(answer, name)
    if len(found) > shown:
        raise ModelError("the model's answer speaks of more than was asked")
    return found


def _object(text: str, policy: Policy) -> dict[str, Any]:
    """The one JSON object of an answer, with or without a fence and some words around it."""
    if len(text) > policy.questions.answer_chars:
        raise ModelError("the model's answer is too long")
    fenced = _FENCE.search(text)
    inside = fenced[1] if fenced else text
    start = inside.find("{")
    try:
        value, end = _DECODER.raw_decode(inside, max(start, 0))
    except (ValueError, RecursionError):
        raise ModelError("the model's answer is not JSON") from None
    if not isinstance(value, dict) or "{" in inside[end:]:
        raise ModelError("the model's answer is not one JSON object")
    return value


def _no_constant(name: str) -> Any:
    raise ValueError(name)


_DECODER = json.JSONDecoder(parse_constant=_no_constant)


def _list(answer: dict[str, Any], name: str) -> list[dict[str, Any]]:
    found = answer.get(name, [])
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        raise ModelError(f"`{name}` of the model's answer is not a list of objects")
    return found


def _id(entry: dict[str, Any], shown: int) -> int:
    found = entry.get("id")
    if isinstance(found, str) and found.isascii() and found.isdigit():
        found = int(found) if len(found) <= len(str(shown)) else None
    if not isinstance(found, int) or isinstance(found, bool) or not 1 <= found <= shown:
        raise ModelError("the model's answer names a text that it was not shown")
    return found


def _unit(entry: dict[str, Any], name: str) -> float:
    found = entry.get(name)
    if isinstance(found, bool) or not isinstance(found, int | float) or not 0 <= found <= 1:
        raise ModelError(f"`{name}` of the model's answer is no number from 0 to 1")
    return float(found)
