"""The layers of a prompt: how many tokens each may have (C86), and what is reported of each."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from mohen.core.values import dataclass
from mohen.episodes.model import Recalled
from mohen.prompts import prompt_headings
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
from mohen.prompts.policy import Context
from mohen.prompts.prompt_headings import Words
from mohen.rules.model import Rule

# -- How many tokens each layer may have: fixed for a project, a skill and a model's window (C86).


@dataclass(frozen=True, slots=True)
class Budgets:
    """`room` is for the whole prompt; what L5 may have is what the others leave of it."""

    instructions: int
    session: int
    author: int
    project: int
    recent: int
    room: int


def budgets(window: int, policy: Context) -> Budgets:
    """The defaults, shrunk alike where a window is too small for them and a workable L5 (C27)."""
    reserve = min(policy.reserve_tokens, int(window * policy.reserve_share))
    room = min(window - reserve, policy.input_tokens_max)
    asked = (
        policy.instructions_tokens,
        policy.session_tokens,
        policy.author_tokens,
        policy.project_tokens,
    )
    share = min(1.0, max(0, room - policy.current_floor) / sum(asked))
    first, second, third, fourth = (int(each * share) for each in asked)
    left = max(0, room - policy.current_floor - first - second - third - fourth)
    recent = min(policy.recent_tokens, left)
    return Budgets(first, second, third, fourth, recent, room)


# -- What can be said of a prompt: its layers, and what of the memory went into it.


_STABLE = tuple(layer for layer in Layer if layer.stable)


def stable_reports(
    sections: Sequence[Section], words: Words, budgets: Budgets
) -> tuple[LayerReport, ...]:
    """Reports of L0–L3, which are the same in one prompt after another."""
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
    """Reports of all layers. `stable`: those of L0–L3, apart from what went wrong this time."""
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
