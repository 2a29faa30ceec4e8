"""What a prompt would be given of the author's rules and entries, and why."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from mohen.core import health, settings
from mohen.core.degradation import Degradation, Reason
from mohen.core.scope import Scope
from mohen.core.settings_model import Settings
from mohen.episodes import embed, validate
from mohen.episodes.model import Mode
from mohen.errors import EmbedderError, StoreError
from mohen.knowledge.model import Item
from mohen.notes import edit, notes
from mohen.notes.notes import Match
from mohen.prompts import layers, memory_lines, stable_prefix
from mohen.prompts.prompt_headings import LANGUAGES
from mohen.rules import curation, labels
from mohen.rules.model import Origin, Rule
from mohen.text import token_counting

if TYPE_CHECKING:
    from mohen.parts import Parts


@dataclass(frozen=True, slots=True)
class Injected:
    """One item in its place. Stable ones are the same whatever is asked (C28, C33)."""

    item: Item  # its content cut to what is shown
    reason: tuple[str, str]  # English, Chinese
    kind: Literal["deterministic", "semantic", "words"] = "deterministic"
    score: float | None = None

    @property
    def stable(self) -> bool:
        return self.kind == "deterministic"


@dataclass(frozen=True, slots=True)
class Preview:
    items: tuple[Injected, ...] = ()
    mode: Mode = Mode.DETERMINISTIC
    fallback: str | None = None  # why nothing was found by meaning, where it was asked for
    degradations: tuple[Degradation, ...] = ()
    block: str = ""  # the rules as they read in the prompt


# -- What a prompt would be given of the author's rules and entries, in order, each explained.


log = logging.getLogger(__name__)

EMPTY_QUERY = "EMPTY_QUERY"
_SUBJECT = "preview"
_LOOKED_AT = (Reason.MIND_UNREADABLE, Reason.ENCODING_FAILED)

_TYPED = ("you wrote it", "你写下的")
_CONFIRMED = ("you confirmed it", "你确认过")


class Fallbacks:
    """How often in a row meaning was out of order: first a warning, in the end an error."""

    def __init__(self, until_error: int) -> None:
        self._until_error = until_error
        self._lock = threading.Lock()
        self._in_a_row = 0

    def note(self, reason: str | None) -> None:
        with self._lock:
            self._in_a_row = 0 if reason is None else self._in_a_row + 1
            level = logging.ERROR if self._in_a_row >= self._until_error else logging.WARNING
        if reason is not None:
            log.log(level, "memory_injection_preview fell back: %s", reason)


def preview(
    parts: Parts, project_id: str | None, *, query_text: str | None, fallbacks: Fallbacks
) -> Preview:
    validate.check_ids(parts.policy.recording, projectId=project_id)
    try:
        rules = settings.load(parts)
        base = _baseline(parts, project_id, rules) if rules.injection_enabled else _Baseline()
    except StoreError:
        return _fallen(parts, fallbacks, health.MIND_UNREADABLE)
    query = (query_text or "").strip()[: parts.policy.recall.query_chars]
    if query_text is None or not rules.injection_enabled:
        made = Preview(base.shown)
    elif not query:
        made = Preview(base.shown, fallback=EMPTY_QUERY)
    else:
        made = _recalled(parts, fallbacks, rules, query, base.shown, base.left_out)
    words = LANGUAGES[rules.prompt_language]
    made = replace(made, block=memory_lines.preferences(base.rules, words))
    log.info("memory_injection_preview mode=%s items=%d", made.mode.value, len(made.items))
    return made


def _fallen(
    parts: Parts, fallbacks: Fallbacks, broken: Degradation, items: Sequence[Injected] = ()
) -> Preview:
    parts.health.settle(_SUBJECT, [broken], among=_LOOKED_AT)
    fallbacks.note(broken.reason)
    return Preview(
        tuple(items),
        fallback=broken.reason,
        degradations=(broken,),
        block=memory_lines.preferences(()),
    )


# -- the baseline


@dataclass(frozen=True, slots=True)
class _Baseline:
    """What is shown whatever is asked, the rules in it, and what there was no room for."""

    shown: tuple[Injected, ...] = ()
    rules: tuple[Rule, ...] = ()
    left_out: tuple[Item, ...] = ()


def _baseline(parts: Parts, project_id: str | None, known: Settings) -> _Baseline:
    """Exactly what a prompt holds (C62), in the order of seed 003 (R137)."""
    writer = token_counting.writer(parts, known)
    base = stable_prefix.read(
        parts,
        project_id,
        LANGUAGES[known.prompt_language],
        token_counting.of(parts, known, writer.name),
        rules_tokens=layers.budgets(writer.window, parts.policy.context).author,
    )
    rules = base.chosen.rules
    reasons = _reasons(parts, rules)
    stands = [notes.shortened(edit.view(rule), parts.policy.entries) for rule in rules]
    shown = notes.ordered([*stands, *base.notes])
    return _Baseline(
        tuple(Injected(each, reasons.get(each.id, _TYPED)) for each in shown),
        rules,
        (*map(edit.view, base.chosen.spare), *base.left),
    )


def _reasons(parts: Parts, rules: Sequence[Rule]) -> dict[str, tuple[str, str]]:
    """Why each rule is there, by its id."""
    acts: dict[str | None, dict[str, labels.Acts]] = {}
    if any(rule.origin is Origin.LEARNED for rule in rules):
        with parts.mind_db.read() as reader:
            for project in {rule.project_id for rule in rules}:
                counted = parts.feedback.counts(reader, Scope(project))
                acts[project] = labels.gathered(counted)
    return {rule.id: _reason(rule, acts.get(rule.project_id, {})) for rule in rules}


def _reason(rule: Rule, acts: dict[str, labels.Acts]) -> tuple[str, str]:
    if rule.origin is Origin.MANUAL:
        return _TYPED
    if rule.user_confirmed:
        return _CONFIRMED
    if rule.origin is Origin.LEARNED:
        number = sum(acts[each].number for each in labels.saying(acts, curation.texts_of(rule)))
        return f"learned from {number} of your acts", f"从你的 {number} 次取舍学到"
    tally = rule.tally
    number = tally.supporting + tally.gone_supporting
    return f"distilled from {number} interactions", f"从 {number} 次交互提炼"


# -- what a query adds


def _recalled(
    parts: Parts,
    fallbacks: Fallbacks,
    rules: Settings,
    query: str,
    shown: Sequence[Injected],
    left_out: Sequence[Item],
) -> Preview:
    found, broken = matches(parts, rules, query, notes.newest(left_out, parts.policy.entries))
    dynamic = [
        Injected(
            each.item,
            ("answers the query", "与当前请求相关"),
            "words" if broken else "semantic",
            each.score,
        )
        for each in found
    ]
    if broken:
        return _fallen(parts, fallbacks, broken, [*shown, *dynamic])
    parts.health.settle(_SUBJECT, [], among=_LOOKED_AT)
    fallbacks.note(None)
    return Preview((*shown, *dynamic), Mode.SEMANTIC)


def matches(
    parts: Parts, rules: Settings, query: str, among: Sequence[Item]
) -> tuple[list[Match], Degradation | None]:
    """Those that answer the query, and what is broken about the search."""
    policy = parts.policy.entries
    trust, cosines, broken = _meaning(parts, rules, query, among)
    found = notes.matching(
        query, among, cosines, trust=trust, policy=policy, recall=parts.policy.recall
    )
    return notes.recalled(found, policy), broken


def _meaning(
    parts: Parts, rules: Settings, query: str, among: Sequence[Item]
) -> tuple[float, list[float] | None, Degradation | None]:
    """How near each is to the query and how far to trust that, or what is broken."""
    try:
        model = parts.embedder(rules.embedder)
        asked = embed.question(parts, model, query)
        if not among:
            return model.trust, [], None
        contents = tuple(each.content for each in among)
        vectors = parts.encoded.matrix(
            model.name, contents, lambda texts: embed.encode(parts, model, texts)
        )
    except EmbedderError as error:
        return 0.0, None, health.embedder_dead(error)
    return model.trust, (vectors @ asked).tolist(), None
