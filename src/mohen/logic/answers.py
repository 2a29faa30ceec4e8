"""Judging what a language model answers to a distillation's question (C66).

An answer that is not what was asked for is refused as a whole. Of one that is, each rule stands
or falls by itself: its episodes must exist and its words must be about how to write, harmless
and nobody's text. What a model is sure of is bounded by its evidence (C16).
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

from mohen.errors import ConfidenceOutOfRange, ModelError
from mohen.logic import confidence as sureness
from mohen.logic import reading
from mohen.logic.asks import Shown
from mohen.logic.folding import fold
from mohen.logic.rewording import keeps_meaning
from mohen.model.language import Candidate, Suggestion, Suggestions
from mohen.model.rule import Category
from mohen.policy import Models, Policy

_HAN_RANGE = "㐀-䶿一-鿿豈-﫿\U00020000-\U0003ffff"
_HAN = re.compile(f"[{_HAN_RANGE}]")
_NOT_HAN = re.compile(f"[^{_HAN_RANGE}]+")
_LATIN = re.compile("[A-Za-z]")
_WORD = re.compile(f"[^\\W_{_HAN_RANGE}]+")
_FENCE = re.compile(r"```[A-Za-z]*\s*(\{.*?\})\s*```", re.DOTALL)
_MARKUP = re.compile(r"://|www\.|@\w+\.|<\s*[/!?A-Za-z]|\]\s*\(|[`{}|\\]|\*\*|__|^\s*[#>]")
# Words to a machine, not about writing: a text that was studied gave orders and was obeyed.
_ORDERS = re.compile(
    r"\b(?:ignore|disregard|forget)\b.{0,40}\b(?:instruction|prompt|rule|above|previous)"
    r"|\b(?:system|developer) (?:prompt|message)\b|\byou are now\b|\bas an ai\b|\bjailbreak"
    r"|\b(?:api|secret) ?key\b|\bpassword\b|\b(?:system|assistant|user)\s*[:：]"
    r"|(?:忽略|无视|忘记|忘掉).{0,20}(?:指令|指示|提示|规则|以上|之前)|系统提示|提示词|你现在是"
    r"|密钥|密码",
    re.IGNORECASE,
)
_UNPRINTABLE = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))


def read_answer(
    text: str, *, known: Shown, candidates: Sequence[Candidate], policy: Policy
) -> Suggestions:
    """What of an answer can be used.

    `known` is what the model was shown. Raises `ModelError` for an answer that is not what was
    asked for or of which no rule stands, `ConfidenceOutOfRange` for a confidence beyond 0 to 1.
    """
    answer = _object(text, policy.models)
    rewordings = [_checked(each, ("key", "zh", "en")) for each in _list(answer, "rewordings")]
    rules = [_checked(each, ("zh", "en", "category")) for each in _list(answer, "rules")]
    said = [_confidence(each) for each in rules]
    copied = _Copies(known.values(), policy.models)
    reworded = _rewordings(rewordings, candidates, copied, policy)
    taken = {fold(each) for one in candidates for each in (one.zh, one.en)}
    new: list[Suggestion] = []
    for rule, sure in zip(rules, said, strict=True):
        found = _suggestion(rule, sure, known, copied, policy)
        if found is not None and fold(found.zh) not in taken:
            taken.add(fold(found.zh))
            new.append(found)
    if rules and not new and not reworded:
        raise ModelError("the model's answer holds no rule that can be used")
    return Suggestions(reworded, tuple(new[: policy.models.rules]))


# -- the shape


def _object(text: str, bounds: Models) -> dict[str, Any]:
    """The one JSON object of an answer, with or without a fence and some words around it."""
    if len(text) > bounds.answer_chars:
        raise ModelError("the model's answer is too long")
    fenced = _FENCE.search(text)
    inside = fenced[1] if fenced else text
    start = inside.find("{")
    if start < 0:
        raise ModelError("the model's answer is not JSON")
    try:
        value, end = _DECODER.raw_decode(inside, start)
    except (ValueError, RecursionError):
        raise ModelError("the model's answer is not JSON") from None
    if "{" in inside[end:] or not isinstance(value, dict):
        raise ModelError("the model's answer is not one JSON object")
    if not value.keys() & {"rewordings", "rules"}:
        raise ModelError("the model's answer holds neither rewordings nor rules")
    return value


def _no_constant(name: str) -> Any:
    raise ValueError(name)


_DECODER = json.JSONDecoder(parse_constant=_no_constant)


def _list(answer: dict[str, Any], name: str) -> list[Any]:
    found = answer.get(name, [])
    if not isinstance(found, list):
        raise ModelError(f"`{name}` of the model's answer is not a list")
    return found


def _checked(entry: Any, texts: Iterable[str]) -> dict[str, Any]:
    if not isinstance(entry, dict) or not all(isinstance(entry.get(name), str) for name in texts):
        raise ModelError("an entry of the model's answer has not the shape that was asked for")
    return entry


def _confidence(rule: dict[str, Any]) -> float:
    said = rule.get("confidence")
    if isinstance(said, bool) or not isinstance(said, int | float):
        raise ModelError("a confidence of the model's answer is not a number")
    if not 0 <= said <= 1:
        raise ConfidenceOutOfRange(
            "the model gave a confidence beyond 0 to 1: its whole answer is refused",
            field="confidence",
        )
    return float(said)


# -- new rules


def _suggestion(
    rule: dict[str, Any], said: float, known: Shown, copied: _Copies, policy: Policy
) -> Suggestion | None:
    zh, en = _lines(rule, copied, policy.models)
    supporting, contradicting = _cited(rule, "supporting"), _cited(rule, "contradicting")
    sound = (
        rule["category"] in set(Category)
        and {*supporting, *contradicting} <= known.keys()
        and not {*supporting} & {*contradicting}
        and len(supporting) >= policy.models.citations_at_least
    )
    if not (sound and zh and en) or _is_measurable(zh) or _is_measurable(en):
        return None
    bound = sureness.of(
        len(supporting) + len(contradicting),
        len(supporting),
        len(contradicting),
        policy.learning.confidence_prior,
    )
    category = Category(rule["category"])
    return Suggestion(zh, en, category, min(said, bound), supporting, contradicting)


def _is_measurable(line: str) -> bool:
    """What can be counted is the statistics' to find: they control how often they are wrong."""
    return reading.read(line) is not None


def _cited(rule: dict[str, Any], side: str) -> tuple[str, ...]:
    """The ids on one side, each once."""
    found = rule.get(side, [])
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise ModelError(f"`{side}` of the model's answer is not a list of ids")
    return tuple(dict.fromkeys(found))


# -- better words for what statistics found


def _rewordings(
    entries: Iterable[dict[str, Any]],
    candidates: Sequence[Candidate],
    copied: _Copies,
    policy: Policy,
) -> dict[str, tuple[str, str]]:
    by_key = {each.key: each for each in candidates}
    kept: dict[str, tuple[str, str]] = {}
    for entry in entries:
        candidate = by_key.get(entry["key"])
        zh, en = _lines(entry, copied, policy.models)
        if candidate is not None and zh and en and keeps_meaning(zh, en, candidate):
            kept[candidate.key] = (zh, en)
    return kept


# -- words


def _lines(entry: dict[str, Any], copied: _Copies, bounds: Models) -> tuple[str, str]:
    """Both languages, each empty where a rule cannot look like that."""
    zh, en = _line(entry["zh"], _HAN, bounds), _line(entry["en"], _LATIN, bounds)
    return ("", "") if copied.any_in(zh) or copied.any_in(en) else (zh, en)


def _line(text: str, script: re.Pattern[str], bounds: Models) -> str:
    """The text in one line, or nothing."""
    line = " ".join(text.split())
    sound = (
        0 < len(line) <= bounds.rule_chars
        and script.search(line)
        and not _MARKUP.search(line)
        and not _ORDERS.search(fold(line))
        and not any(unicodedata.category(char) in _UNPRINTABLE for char in line)
    )
    return line if sound else ""


class _Copies:
    """Finds passages of the texts that were shown: a rule is about style, not what was written."""

    def __init__(self, shown: Iterable[tuple[str, ...]], bounds: Models) -> None:
        texts = [fold(text) for each in shown for text in each]
        self._han = [_NOT_HAN.sub("", text) for text in texts]
        self._words = [f" {' '.join(_WORD.findall(text))} " for text in texts]
        self._han_run = bounds.copied_han + 1
        self._word_run = bounds.copied_words + 1

    def any_in(self, line: str) -> bool:
        plain = fold(line)
        han, words = _NOT_HAN.sub("", plain), _WORD.findall(plain)
        runs = [f" {' '.join(run)} " for run in _windows(words, self._word_run)]
        return any(run in text for run in runs for text in self._words) or any(
            run in text for run in _windows(han, self._han_run) for text in self._han
        )


def _windows(sequence: Sequence[str] | str, size: int) -> list[Any]:
    return [sequence[at : at + size] for at in range(len(sequence) - size + 1)]
