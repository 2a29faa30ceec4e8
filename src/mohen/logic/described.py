"""What can be said of a prompt: its layers, and what of the memory went into it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from mohen.logic import chapters
from mohen.logic.budget import Budgets
from mohen.logic.chapters import Words
from mohen.model.context import (
    InjectedEpisode,
    InjectedRule,
    Injection,
    Layer,
    LayerReport,
    LayerStatus,
    Section,
)
from mohen.model.recall import Recalled
from mohen.model.rule import Rule
from mohen.model.skill import ContextRules
from mohen.model.trace import Kind


def reports(
    sections: Sequence[Section], words: Words, budgets: Budgets, hurt: Collection[Layer]
) -> tuple[LayerReport, ...]:
    used = {layer: sum(each.tokens for each in sections if each.layer is layer) for layer in Layer}
    allowed = {
        Layer.INSTRUCTIONS: budgets.instructions,
        Layer.SESSION: budgets.session,
        Layer.AUTHOR: budgets.author,
        Layer.PROJECT: budgets.project,
        Layer.RECENT: budgets.recent,
        Layer.CURRENT: budgets.room - sum(used[each] for each in Layer if each < Layer.CURRENT),
    }
    return tuple(
        LayerReport(
            layer=layer,
            chapter=words.chapters[layer],
            text="".join(each.text for each in sections if each.layer is layer).rstrip("\n"),
            tokens=used[layer],
            budget=allowed[layer],
            status=_status(layer, [each for each in sections if each.layer is layer], hurt),
            refs=references([each for each in sections if each.layer is layer]),
            cuts=tuple(cut for each in sections if each.layer is layer for cut in each.cuts),
        )
        for layer in Layer
    )


def _status(layer: Layer, sections: Sequence[Section], hurt: Collection[Layer]) -> LayerStatus:
    """Whether the layer says anything; L0, L1 and L5 always do."""
    if layer in hurt:
        return LayerStatus.DEGRADED
    if layer not in (Layer.AUTHOR, Layer.PROJECT, Layer.RECENT):
        return LayerStatus.OK
    if any(each.references or each.refs for each in sections):
        return LayerStatus.OK
    said = [each.text for each in sections]
    if any(chapters.NONE in each or chapters.EMPTY in each for each in said):
        return LayerStatus.EMPTY
    masked = all("(masked:" in each for each in said)
    return LayerStatus.MASKED if masked else LayerStatus.EMPTY


def injection(
    sections: Sequence[Section],
    rules: Mapping[str, Rule],
    episodes: Sequence[Recalled],
    asked: ContextRules,
) -> Injection:
    """What went in, by what it is. `rules` and `episodes`: those that may have."""
    used = [(each, section.layer) for section in sections for each in section.references]
    ids = {each.id for each, _ in used}
    return Injection(
        rules=tuple(
            InjectedRule(rule.id, rule.text, rule.confidence, rule.user_confirmed, layer)
            for each, layer in used
            if each.kind is Kind.SEMANTIC and (rule := rules.get(each.id)) is not None
        ),
        episodes=tuple(
            InjectedEpisode(each.episode.id, each.score, each.reason)
            for each in episodes
            if each.episode.id in ids
        ),
        knowledge=tuple(
            each.id
            for each, _ in used
            if each.kind is Kind.KNOWLEDGE and "/" not in each.id and "." not in each.id
        ),
        working=tuple(each.id for each, _ in used if each.kind is Kind.WORKING),
        refs=references(sections),
        context_rules=asked,
    )


def references(sections: Sequence[Section]) -> tuple[str, ...]:
    """Files and conversations in the prompt, once each, sorted (background 1.5)."""
    return tuple(sorted({ref for each in sections for ref in each.refs}))
