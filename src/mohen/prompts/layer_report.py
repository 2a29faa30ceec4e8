"""What can be said of a prompt: its layers, and what of the memory went into it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from mohen.episodes.model import Recalled
from mohen.prompts import prompt_headings
from mohen.prompts.budget import Budgets
from mohen.prompts.model import (
    ContextRules,
    InjectedEpisode,
    InjectedRule,
    Injection,
    Kind,
    Layer,
    LayerReport,
    LayerStatus,
    Section,
)
from mohen.prompts.prompt_headings import Words
from mohen.rules.model import Rule

_STABLE = tuple(layer for layer in Layer if layer.stable)


def stable_reports(
    sections: Sequence[Section], words: Words, budgets: Budgets
) -> tuple[LayerReport, ...]:
    """Of L0–L3, which are the same in one prompt after another."""
    allowed = (budgets.instructions, budgets.session, budgets.author, budgets.project)
    return tuple(
        _report(layer, sections, words, most) for layer, most in zip(_STABLE, allowed, strict=True)
    )


def reports(
    stable: Sequence[LayerReport],
    rest: Sequence[Section],
    words: Words,
    budgets: Budgets,
    hurt: Collection[Layer],
) -> tuple[LayerReport, ...]:
    """Of all layers. `stable`: what was said of L0–L3, apart from what went wrong this time."""
    recent = _report(Layer.RECENT, rest, words, budgets.recent)
    before = sum(each.tokens for each in (*stable, recent))
    told = (*stable, recent, _report(Layer.CURRENT, rest, words, budgets.room - before))
    return tuple(
        replace(each, status=LayerStatus.DEGRADED) if each.layer in hurt else each for each in told
    )


def _report(layer: Layer, sections: Sequence[Section], words: Words, most: int) -> LayerReport:
    own = [each for each in sections if each.layer is layer]
    return LayerReport(
        layer=layer,
        chapter=words.chapters[layer],
        text="".join(each.text for each in own).rstrip("\n"),
        tokens=sum(each.tokens for each in own),
        budget=most,
        status=_status(layer, own),
        refs=references(own),
        cuts=tuple(cut for each in own for cut in each.cuts),
    )


def _status(layer: Layer, sections: Sequence[Section]) -> LayerStatus:
    """Whether the layer says anything; L0, L1 and L5 always do."""
    if layer not in (Layer.AUTHOR, Layer.PROJECT, Layer.RECENT):
        return LayerStatus.OK
    if any(each.references or each.refs for each in sections):
        return LayerStatus.OK
    said = [each.text for each in sections]
    if any(prompt_headings.NONE in each or prompt_headings.EMPTY in each for each in said):
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


def joined(stable: Injection, rest: Injection) -> Injection:
    """What went in before and after the end of L3."""
    return replace(
        rest,
        rules=stable.rules + rest.rules,
        knowledge=stable.knowledge + rest.knowledge,
        refs=tuple(sorted({*stable.refs, *rest.refs})),
    )


def references(sections: Sequence[Section]) -> tuple[str, ...]:
    """Files and conversations in the prompt, once each, sorted (background 1.5)."""
    return tuple(sorted({ref for each in sections for ref in each.refs}))
