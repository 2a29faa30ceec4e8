"""What a prompt would be given of the author's rules and entries, and why."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from mohen.core import health, validation
from mohen.core.degradation import Degradation, Reason
from mohen.core.logs import logger
from mohen.core.scope import Scope
from mohen.episodes.model import Mode
from mohen.errors import EmbedderError, StoreError
from mohen.notes import edit, notes
from mohen.prompts import layers, memory_lines
from mohen.prompts.model import Injected, Preview
from mohen.prompts.prompt_headings import LANGUAGES
from mohen.rules import curation, labels
from mohen.rules.model import Origin, Rule

if TYPE_CHECKING:
    from mohen.core.database import Database
    from mohen.core.health import Health
    from mohen.core.ports import EmbedderFor
    from mohen.core.settings import UserSettings
    from mohen.core.settings_model import Settings
    from mohen.embedders.vector_cache import VectorCache
    from mohen.episodes.embed import EpisodeEmbedder
    from mohen.knowledge.model import Item
    from mohen.models.token_counting import TokenCounting
    from mohen.notes.notes import Match
    from mohen.policy import Policy
    from mohen.prompts.stable_prefix import StablePrefixes
    from mohen.rules.label_store import LabelStore


# -- What a prompt would be given of the author's rules and entries, in order, each explained.


log = logger(__name__)

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


class Previews:
    """Shows what a prompt would be given."""

    def __init__(
        self,
        *,
        embedder_for: EmbedderFor,
        episode_embedder: EpisodeEmbedder,
        health: Health,
        label_store: LabelStore,
        mind_db: Database,
        policy: Policy,
        settings: UserSettings,
        stable_prefixes: StablePrefixes,
        token_counting: TokenCounting,
        vector_cache: VectorCache,
    ) -> None:
        self._embedder_for = embedder_for
        self._episode_embedder = episode_embedder
        self._health = health
        self._label_store = label_store
        self._mind_db = mind_db
        self._policy = policy
        self._settings = settings
        self._stable_prefixes = stable_prefixes
        self._token_counting = token_counting
        self._vector_cache = vector_cache
        self._fallbacks = Fallbacks(policy.entries.fallbacks_until_error)

    def preview(self, project_id: str | None = None, *, query_text: str | None = None) -> Preview:
        validation.check_ids(self._policy.recording, projectId=project_id)
        try:
            rules = self._settings.get()
            base = self._baseline(project_id, rules) if rules.injection_enabled else _Baseline()
        except StoreError:
            return self._fallen(health.MIND_UNREADABLE)
        query = (query_text or "").strip()[: self._policy.recall.query_chars]
        if query_text is None or not rules.injection_enabled:
            made = Preview(base.shown)
        elif not query:
            made = Preview(base.shown, fallback=EMPTY_QUERY)
        else:
            made = self._recalled(rules, query, base.shown, base.left_out)
        words = LANGUAGES[rules.prompt_language]
        made = replace(made, block=memory_lines.preferences(base.rules, words))
        log.info("memory_injection_preview mode=%s items=%d", made.mode.value, len(made.items))
        return made

    def _fallen(self, broken: Degradation, items: Sequence[Injected] = ()) -> Preview:
        self._health.settle(_SUBJECT, [broken], among=_LOOKED_AT)
        self._fallbacks.note(broken.reason)
        return Preview(
            tuple(items),
            fallback=broken.reason,
            degradations=(broken,),
            block=memory_lines.preferences(()),
        )

    def _baseline(self, project_id: str | None, known: Settings) -> _Baseline:
        """Exactly what a prompt holds (C62), in the order of seed 003 (R137)."""
        writer = self._token_counting.writer(known)
        base = self._stable_prefixes.read(
            project_id,
            LANGUAGES[known.prompt_language],
            self._token_counting.of(known, writer.name),
            rules_tokens=layers.budgets(writer.window, self._policy.context).author,
        )
        rules = base.chosen.rules
        reasons = self._reasons(rules)
        stands = [notes.shortened(edit.view(rule), self._policy.entries) for rule in rules]
        shown = notes.ordered([*stands, *base.notes])
        return _Baseline(
            tuple(Injected(each, reasons.get(each.id, _TYPED)) for each in shown),
            rules,
            (*map(edit.view, base.chosen.spare), *base.left),
        )

    def _reasons(self, rules: Sequence[Rule]) -> dict[str, tuple[str, str]]:
        """Why each rule is there, by its id."""
        acts: dict[str | None, dict[str, labels.Acts]] = {}
        if any(rule.origin is Origin.LEARNED for rule in rules):
            with self._mind_db.read() as reader:
                for project in {rule.project_id for rule in rules}:
                    counted = self._label_store.counts(reader, Scope(project))
                    acts[project] = labels.gathered(counted)
        return {rule.id: _reason(rule, acts.get(rule.project_id, {})) for rule in rules}

    # -- what a query adds

    def _recalled(
        self,
        rules: Settings,
        query: str,
        shown: Sequence[Injected],
        left_out: Sequence[Item],
    ) -> Preview:
        found, broken = self.matches(rules, query, notes.newest(left_out, self._policy.entries))
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
            return self._fallen(broken, [*shown, *dynamic])
        self._health.settle(_SUBJECT, [], among=_LOOKED_AT)
        self._fallbacks.note(None)
        return Preview((*shown, *dynamic), Mode.SEMANTIC)

    def matches(
        self, rules: Settings, query: str, among: Sequence[Item]
    ) -> tuple[list[Match], Degradation | None]:
        """Those that answer the query, and what is broken about the search."""
        policy = self._policy.entries
        trust, cosines, broken = self._meaning(rules, query, among)
        found = notes.matching(
            query, among, cosines, trust=trust, policy=policy, recall=self._policy.recall
        )
        return notes.recalled(found, policy), broken

    def _meaning(
        self, rules: Settings, query: str, among: Sequence[Item]
    ) -> tuple[float, list[float] | None, Degradation | None]:
        """How near each is to the query and how far to trust that, or what is broken."""
        try:
            model = self._embedder_for(rules.embedder)
            asked = self._episode_embedder.question(model, query)
            if not among:
                return model.trust, [], None
            contents = tuple(each.content for each in among)
            vectors = self._vector_cache.matrix(
                model.name, contents, lambda texts: self._episode_embedder.encode(model, texts)
            )
        except EmbedderError as error:
            return 0.0, None, health.embedder_dead(error)
        return model.trust, (vectors @ asked).tolist(), None


# -- the baseline


@dataclass(frozen=True, slots=True)
class _Baseline:
    """What is shown whatever is asked, the rules in it, and what there was no room for."""

    shown: tuple[Injected, ...] = ()
    rules: tuple[Rule, ...] = ()
    left_out: tuple[Item, ...] = ()


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
