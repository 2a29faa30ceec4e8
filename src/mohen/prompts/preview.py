"""What the next prompt will hold of the author's rules and entries, and why.

The prompt is put together as it would be for a run, and looked at: there is no second way (C104).
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from mohen.core.degradation import Degradation, Reason
from mohen.core.logs import logger
from mohen.core.scope import Scope
from mohen.core.settings_model import Settings
from mohen.episodes.model import Mode
from mohen.errors import StoreError
from mohen.notes import edit
from mohen.prompts import memory_lines
from mohen.prompts.model import Assembly, Injected, Layer, Preview, Request, Section, Target
from mohen.prompts.prompt_headings import LANGUAGES
from mohen.rules import curation, labels
from mohen.rules.model import Origin, Rule

if TYPE_CHECKING:
    from mohen.core.database import Database
    from mohen.core.settings import UserSettings
    from mohen.episodes.embed import EpisodeEmbedder
    from mohen.knowledge.model import Item
    from mohen.knowledge.store import KnowledgeStore
    from mohen.models.token_counting import TokenCounting
    from mohen.policy import Policy
    from mohen.prompts.assemble import Assembler
    from mohen.prompts.context import FindsSkills
    from mohen.rules.label_store import LabelStore
    from mohen.rules.store import RuleStore

log = logger(__name__)

EMPTY_QUERY = "EMPTY_QUERY"
_SKILL = "continue"  # where nobody says which (C104)
_SECTIONS = ("preferences", "notes", "scene_rules", "knowledge")
_FALLS_BACK = (Reason.MIND_UNREADABLE, Reason.ENCODING_FAILED)

_TYPED = ("you wrote it", "你写下的")
_CONFIRMED = ("you confirmed it", "你确认过")
_OF_THE_SCENE = ("it is about this kind of scene", "与这类场景有关")
_ANSWERS = ("answers the query", "与当前请求相关")


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
    """Shows what the next prompt will hold."""

    def __init__(
        self,
        *,
        assembler: Assembler,
        episode_embedder: EpisodeEmbedder,
        knowledge_store: KnowledgeStore,
        label_store: LabelStore,
        mind_db: Database,
        policy: Policy,
        rule_store: RuleStore,
        settings: UserSettings,
        skill_catalogue: FindsSkills,
        token_counting: TokenCounting,
    ) -> None:
        self._assembler = assembler
        self._episode_embedder = episode_embedder
        self._knowledge_store = knowledge_store
        self._label_store = label_store
        self._mind_db = mind_db
        self._policy = policy
        self._rule_store = rule_store
        self._settings = settings
        self._skill_catalogue = skill_catalogue
        self._token_counting = token_counting
        self._fallbacks = Fallbacks(policy.entries.fallbacks_until_error)

    def preview(
        self,
        project_id: str | None = None,
        *,
        query_text: str | None = None,
        skill_id: str | None = None,
    ) -> Preview:
        """Of a run of the skill on that text, or on none."""
        query = (query_text or "").strip()[: self._policy.recall.query_chars]
        try:
            known = self._settings.get()
        except StoreError:
            known = None
        request = Request(skill_id=skill_id or _SKILL, project_id=project_id, text=query)
        made = self._composed(request, known)
        broken = [each for each in made.degradations if each.reason in _FALLS_BACK]
        asked = query_text is not None and (known is None or known.injection_enabled)
        by_words = bool(broken) or not self._episode_embedder.at_hand
        rules, items = self._held(made, by_words=by_words)
        shown = Preview(
            items,
            Mode.SEMANTIC if asked and query and not by_words else Mode.DETERMINISTIC,
            fallback=_fallback(broken, asked=asked, query=query),
            degradations=tuple(broken),
            block=memory_lines.preferences(rules, LANGUAGES[(known or Settings()).prompt_language]),
        )
        if broken or (asked and query):
            self._fallbacks.note(broken[0].reason if broken else None)
        log.info("memory_injection_preview mode=%s items=%d", shown.mode.value, len(shown.items))
        return shown

    def _composed(self, request: Request, known: Settings | None) -> Assembly:
        """As for a run, but nothing is selected: one only looks."""
        skill = self._skill_catalogue.to_run(request.project_id, request.skill_id)
        writer = self._token_counting.writer(known or Settings())
        looking = replace(skill, target=Target.CURSOR)
        return self._assembler.compose(request, looking, writer, known=known)

    # -- what is in it

    def _held(
        self, made: Assembly, *, by_words: bool
    ) -> tuple[tuple[Rule, ...], tuple[Injected, ...]]:
        """The rules of every prompt, and all entries in their places."""
        found = [
            (section, reference, text)
            for section in made.sections
            if section.name in _SECTIONS
            for reference, text in zip(section.references, section.material, strict=True)
        ]
        ids = [reference.id for _, reference, _ in found]
        if not ids:
            return (), ()
        rules = {each.id: each for each in self._rule_store.some(ids)}
        entries = {id: edit.view(each) for id, each in rules.items()}
        with self._mind_db.read() as reader:
            entries |= {each.id: each for each in self._knowledge_store.some(reader, ids)}
        reasons = self._reasons(list(rules.values()))
        told = tuple(
            _told(
                replace(entries[each.id], content=text),
                reasons.get(each.id, _TYPED),
                section,
                each.strength,
                by_words=by_words,
            )
            for section, each, text in found
            if each.id in entries
        )
        stable = [each.id for section, each, _ in found if section.layer is Layer.AUTHOR]
        return tuple(rules[id] for id in stable if id in rules), told

    def _reasons(self, rules: Sequence[Rule]) -> dict[str, tuple[str, str]]:
        """Why each rule is there, by its id."""
        acts: dict[str | None, dict[str, labels.Acts]] = {}
        if any(rule.origin is Origin.LEARNED for rule in rules):
            with self._mind_db.read() as reader:
                for project in {rule.project_id for rule in rules}:
                    counted = self._label_store.counts(reader, Scope(project))
                    acts[project] = labels.gathered(counted)
        return {rule.id: _reason(rule, acts.get(rule.project_id, {})) for rule in rules}


def _fallback(broken: Sequence[Degradation], *, asked: bool, query: str) -> str | None:
    if broken:
        return broken[0].reason
    return EMPTY_QUERY if asked and not query else None


def _told(
    item: Item, reason: tuple[str, str], section: Section, strength: float, *, by_words: bool
) -> Injected:
    if section.layer.stable:
        return Injected(item, reason)
    if section.name == "scene_rules":
        return Injected(item, _OF_THE_SCENE, stable=False)
    return Injected(item, _ANSWERS, "words" if by_words else "semantic", strength, stable=False)


def _reason(rule: Rule, acts: dict[str, labels.Acts]) -> tuple[str, str]:
    if rule.origin is Origin.MANUAL:
        return _TYPED
    if rule.user_confirmed:
        return _CONFIRMED
    if rule.origin is Origin.LEARNED:
        number = sum(acts[each].number for each in labels.saying(acts, curation.texts_of(rule)))
        if not number:
            number = rule.tally.supporting + rule.tally.gone_supporting
            return f"you asked for it {number} times", f"你提过 {number} 次"
        return f"learned from {number} of your acts", f"从你的 {number} 次取舍学到"
    tally = rule.tally
    number = tally.supporting + tally.gone_supporting
    return f"distilled from {number} interactions", f"从 {number} 次交互提炼"
