"""What every prompt of a project holds of the memory, whatever is asked.

The preview shows and the prompt holds exactly this, so that the two never disagree (C62).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Hashable, Mapping
from dataclasses import field
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from mohen.core.scope import Scope
from mohen.core.values import dataclass
from mohen.models.token_counting import Counting
from mohen.notes import notes as notes_notes
from mohen.prompts import layers, prompt, prompt_headings, stable_layers
from mohen.prompts.stable_layers import Chosen
from mohen.rules import conflicts
from mohen.rules.model import Origin

if TYPE_CHECKING:
    from mohen.core.database import Database
    from mohen.knowledge.held_back import HeldBack
    from mohen.knowledge.model import Item
    from mohen.knowledge.seen_orders_store import SeenOrdersStore
    from mohen.knowledge.store import KnowledgeStore
    from mohen.manuscript.model import ProjectFile
    from mohen.models.token_counting import Counting
    from mohen.policy import Policy
    from mohen.prompts.layers import Budgets
    from mohen.prompts.model import ContextRules, Injection, LayerReport, Section
    from mohen.prompts.policy import Context
    from mohen.prompts.prompt import Part
    from mohen.prompts.prompt_headings import Words
    from mohen.rules.model import Rule
    from mohen.rules.store import RuleStore
    from mohen.text.tokens import Count


@dataclass(frozen=True, slots=True, eq=False)
class Baseline:
    """Rules for L2 and notes for L3, in their order, and what there was no room for. The same
    one until some rule or note changes, so what is made of it can be remembered by it."""

    chosen: Chosen = field(default_factory=Chosen)
    notes: tuple[Item, ...] = ()
    left: tuple[Item, ...] = ()
    newest: tuple[Item, ...] = ()  # of those without room: what a query is compared with
    held_back: int = 0  # orders to a model that nobody has seen yet


class Baselines:
    """Those made last. Rules change seldom and prompts are made often, so a baseline is made
    anew only when some rule or note is not what it was, whoever changed it (C91)."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._made: dict[Hashable, tuple[Hashable, Baseline]] = {}

    def get(self, key: Hashable, stamp: Hashable, make: Callable[[], Baseline]) -> Baseline:
        with self._lock:
            of, found = self._made.get(key, (None, None))
        if found is not None and of == stamp:
            return found
        made = make()
        with self._lock:
            self._made.pop(key, None)
            self._made[key] = stamp, made
            while len(self._made) > self._most:
                del self._made[next(iter(self._made))]
        return made


class StablePrefixes:
    """Makes L0–L3 once for the same settings."""

    def __init__(
        self,
        *,
        baselines: Baselines,
        held_back: HeldBack,
        knowledge_store: KnowledgeStore,
        mind_db: Database,
        policy: Policy,
        rule_store: RuleStore,
        seen_orders_store: SeenOrdersStore,
    ) -> None:
        self._baselines = baselines
        self._held_back = held_back
        self._knowledge_store = knowledge_store
        self._mind_db = mind_db
        self._policy = policy
        self._rule_store = rule_store
        self._seen_orders_store = seen_orders_store

    def read(
        self,
        project_id: str | None,
        words: Words,
        counted: Counting,
        *,
        rules_tokens: int,
        leave_out: Collection[str] = (),
    ) -> Baseline:
        """Raises `StoreError` when the mind cannot be read."""
        stamp = (
            self._mind_db.opened,
            self._rule_store.stamp(),
            self._knowledge_store.stamp(),
            self._seen_orders_store.stamp(),
        )
        key = project_id, words.chapters, counted.key, rules_tokens, frozenset(leave_out)
        return self._baselines.get(
            key,
            stamp,
            lambda: self._made(project_id, words, counted.count, rules_tokens, leave_out),
        )

    def _made(
        self,
        project_id: str | None,
        words: Words,
        count: Count,
        most: int,
        leave_out: Collection[str],
    ) -> Baseline:
        everybodys = self._rules(Scope(), leave_out)
        own = [] if project_id is None else self._rules(Scope(project_id), leave_out)
        known = self._best_known(project_id)
        passed = self._held_back.passed(known)
        overridden = conflicts.overridden(everybodys, own)
        rules = [rule for rule in (*own, *everybodys) if rule.id not in overridden]
        items = [
            notes_notes.shortened(item, self._policy.entries)
            for item in notes_notes.ordered(passed)
            if item.id not in leave_out
        ]
        notes, left = stable_layers.choose_notes(
            items, words, self._policy.context.notes_tokens, count
        )
        newest = notes_notes.newest(left, self._policy.entries)
        fit = [rule for rule in rules if not self._waits(rule)]
        return Baseline(
            stable_layers.choose(fit, words, most, count),
            notes,
            left,
            newest,
            held_back=len(known) - len(passed) + len(rules) - len(fit),
        )

    def _waits(self, rule: Rule) -> bool:
        """The author's own word does not."""
        theirs = rule.origin is Origin.MANUAL or rule.user_confirmed
        return not theirs and self._held_back.holds(rule.project_id, rule.text)

    def _best_known(self, project_id: str | None) -> list[Item]:
        """Not all that conversations taught: what no prompt has room for is found by asking."""
        return self._knowledge_store.most_known(
            Scope(project_id), self._policy.knowledge.prompt_most
        )

    def _rules(self, scope: Scope, leave_out: Collection[str]) -> list[Rule]:
        """One that is left out overrides nothing either, nor one that waits for its author to
        decide between it and another (C108)."""
        rules = [rule for rule in self._rule_store.of(scope) if rule.id not in leave_out]
        waiting = self._rule_store.conflicts(scope, pending_only=True)
        aside = conflicts.set_aside(rules, waiting, self._rule_store.sure_before())
        return [rule for rule in rules if rule.id not in aside]


# -- L0–L3, made once: the same bytes come of the same settings (C68)


_REMEMBERED = 64  # projects and skills that are written with in turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """Everything that the stable prefix depends on, and nothing else."""

    rules: ContextRules  # what the skill asks for; what it says stands in L5
    project_id: str | None
    model: str
    words: Words
    budgets: Budgets
    agents: tuple[ProjectFile, ...]
    files: tuple[tuple[str, tuple[ProjectFile, ...]], ...]
    bound: bool  # the project has a folder
    base: Baseline | None  # None: the mind cannot be read
    injecting: bool
    policy: Context
    counted: Counting


@dataclass(frozen=True, slots=True, eq=False)
class Prefix:
    """L0–L3, and all that can be said of them whatever follows."""

    parts: tuple[Part, ...]
    sections: tuple[Section, ...]
    text: str
    hash: str
    tokens: int
    reports: tuple[LayerReport, ...]
    injected: Injection
    rules: Mapping[str, Rule]  # by their id: those that are in it and those without room
    whole: frozenset[str]  # references to what is in it and not cut


@lru_cache(maxsize=_REMEMBERED)
def made(of: Settled) -> Prefix:
    count = of.counted.count
    rules = of.rules
    parts = (
        *stable_layers.instructions(of.agents, of.words, of.budgets.instructions, count, of.policy),
        stable_layers.session(of.project_id, of.model),
        _author(of, count),
        *stable_layers.project(
            dict(of.files),
            of.base.notes if of.base is not None and of.injecting else (),
            rules,
            of.words,
            of.budgets.project,
            count,
            of.policy,
            missing=None if of.bound else prompt_headings.unavailable("no project folder"),
        ),
    )
    sections = prompt.serialize(parts, of.words, count)
    text, _ = prompt.messages(sections)
    known = stable_layers.Chosen() if of.base is None else of.base.chosen
    by_id = {rule.id: rule for rule in (*known.rules, *known.spare)}
    return Prefix(
        parts,
        sections,
        text,
        hash=prompt.prefix_hash(text),
        tokens=sum(each.tokens for each in sections),
        reports=layers.stable_reports(sections, of.words, of.budgets),
        injected=layers.injection(sections, by_id, (), rules),
        rules=by_id,
        whole=frozenset(ref for part in parts for ref in part.refs)
        - {cut.source for part in parts for cut in part.cuts},
    )


def _author(of: Settled, count: Count) -> Part:
    part = partial(stable_layers.author, words=of.words, count=count)
    if not of.rules.user_preferences:
        masked = prompt_headings.masked("user_preferences")
        return part(stable_layers.Chosen(), instead=masked, defaults=False)
    if not of.injecting:
        return part(stable_layers.Chosen(), defaults=False)
    if of.base is None:
        gone = prompt_headings.unavailable("MIND_UNREADABLE")
        return part(stable_layers.Chosen(), instead=gone, defaults=True)
    return part(of.base.chosen, defaults=True)
