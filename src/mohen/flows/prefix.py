"""L0–L3, made once: the same bytes come of the same settings (C68), so they need not be chosen,
cut and counted again for every prompt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache, partial

from mohen.flows.baseline import Baseline
from mohen.flows.counting import Counting
from mohen.logic import chapters, context_rules, described, prompt, stable
from mohen.logic.budget import Budgets
from mohen.logic.chapters import Words
from mohen.logic.prompt import Count, Part
from mohen.model.context import Injection, LayerReport, Section
from mohen.model.project import ProjectFile
from mohen.model.rule import Rule
from mohen.model.skill import Skill
from mohen.policy import Context

_REMEMBERED = 64  # projects and skills that are written with in turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """Everything that the stable prefix depends on, and nothing else."""

    skill: Skill
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
    rules = of.skill.context_rules
    parts = (
        *stable.instructions(
            of.skill, of.agents, of.words, of.budgets.instructions, count, of.policy
        ),
        stable.session(of.skill, of.project_id, of.model, context_rules.canonical(rules)),
        _author(of, count),
        *stable.project(
            dict(of.files),
            of.base.notes if of.base is not None and of.injecting else (),
            rules,
            of.words,
            of.budgets.project,
            count,
            of.policy,
            missing=None if of.bound else chapters.unavailable("no project folder"),
        ),
    )
    sections = prompt.serialize(parts, of.words, count)
    text, _ = prompt.messages(sections)
    known = stable.Chosen() if of.base is None else of.base.chosen
    by_id = {rule.id: rule for rule in (*known.rules, *known.spare)}
    return Prefix(
        parts,
        sections,
        text,
        hash=prompt.prefix_hash(text),
        tokens=sum(each.tokens for each in sections),
        reports=described.stable_reports(sections, of.words, of.budgets),
        injected=described.injection(sections, by_id, (), rules),
        rules=by_id,
        whole=frozenset(ref for part in parts for ref in part.refs)
        - {cut.source for part in parts for cut in part.cuts},
    )


def _author(of: Settled, count: Count) -> Part:
    part = partial(stable.author, words=of.words, count=count)
    if not of.skill.context_rules.user_preferences:
        masked = chapters.masked("user_preferences")
        return part(stable.Chosen(), instead=masked, defaults=False)
    if not of.injecting:
        return part(stable.Chosen(), defaults=False)
    if of.base is None:
        gone = chapters.unavailable("MIND_UNREADABLE")
        return part(stable.Chosen(), instead=gone, defaults=True)
    return part(of.base.chosen, defaults=True)
