"""Computes how much each memory had to do with an output (R82, design 5).

A weight is made of three measures, multiplied, so that none can make up for another that is
missing: how strongly the memory was retrieved, how much of the prompt it was, and how far the
output shows it. Before there is an output, the third is left out.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import replace
from math import fsum, sqrt

from mohen.prompts.model import Kind, Reference
from mohen.prompts.policy import Influence
from mohen.rules import compliance
from mohen.rules.compliance import Prose
from mohen.rules.model import Predicate
from mohen.text.policy import Style


def merged(references: Sequence[Reference]) -> tuple[Reference, ...]:
    """References with each memory once, in the order of the prompt, with all the room it took."""
    found: dict[str, Reference] = {}
    for each in references:
        known = found.get(each.id)
        if known is not None:
            strength = max(known.strength, each.strength)
            each = replace(known, strength=strength, tokens=known.tokens + each.tokens)
        found[each.id] = each
    return tuple(found.values())


def shares(
    references: Sequence[Reference], policy: Influence, refused: Collection[str] = ()
) -> dict[str, float]:
    """The share of each memory by its id; together 1. A little goes to all that was in the
    prompt, the rest by what the output shows: what it shows nothing of leads nothing. Nor does
    what the author had `refused`: a text like it is no sign that it was followed."""
    told = [each.effect for each in references if each.effect is not None]
    middle = fsum(told) / len(told) if told else 1.0
    present = {each.id: _present(each, policy) for each in references}
    shown = {
        each.id: present[each.id] * _effect(each, middle, refused, policy) for each in references
    }
    if not fsum(shown.values()):
        shown = present
    little, all_present, all_shown = policy.unseen, fsum(present.values()), fsum(shown.values())
    return {
        id: little * each / all_present + (1 - little) * shown[id] / all_shown
        for id, each in present.items()
    }


def _present(reference: Reference, policy: Influence) -> float:
    """How strongly it was retrieved, and how much of the prompt it was."""
    strength = policy.faint + (1 - policy.faint) * min(1.0, max(0.0, reference.strength))
    return strength * float(max(1, reference.tokens) ** policy.room)


def _effect(
    reference: Reference, middle: float, refused: Collection[str], policy: Influence
) -> float:
    """`middle`: of one whose own cannot be told, though there is an output."""
    if reference.id in refused:
        return 0.0
    effect = middle if reference.effect is None else reference.effect
    return round(min(1.0, max(0.0, effect)), policy.digits)


def weighed(
    references: Sequence[Reference],
    effects: Mapping[str, float | None],
    policy: Influence,
    refused: Collection[str] = (),
) -> tuple[Reference, ...]:
    """References with effect and weight as they are kept: few digits, together exactly 1."""
    shown = [_with(each, _rounded(effects.get(each.id), policy), 0.0) for each in references]
    kept = {id: round(each, policy.digits) for id, each in shares(shown, policy, refused).items()}
    if kept:
        first = max(kept, key=lambda id: (kept[id], id))
        rest = fsum(each for id, each in kept.items() if id != first)
        kept[first] = round(1 - rest, policy.digits)
    return tuple(_with(each, each.effect, kept[each.id]) for each in shown)


def _with(each: Reference, effect: float | None, weight: float) -> Reference:
    """As `replace` would, and several times as fast: a prompt has a hundred of them."""
    return Reference(each.id, each.kind, each.strength, each.tokens, effect, weight)


def _rounded(value: float | None, policy: Influence) -> float | None:
    return None if value is None else round(value, policy.digits)


def groups(references: Sequence[Reference]) -> dict[Kind, float]:
    """The weight of each kind, those without any left out (R85)."""
    return {
        kind: fsum(each.weight for each in references if each.kind is kind)
        for kind in Kind
        if any(each.kind is kind for each in references)
    }


# -- effect: how far the output shows a memory, 0 to 1


def of_rule(
    predicate: Predicate, output: Prose, around: Prose, style: Style, policy: Influence
) -> float | None:
    """That the output is as the rule wants it, and how much nearer to it than the text around it
    (or, without one, than is usual). None where the output does not tell."""
    value = compliance.measured(predicate, output)
    if value is None:
        return None
    before = compliance.measured(predicate, around)
    if before is None:
        before = compliance.usual(predicate, output.profile.language, style)
    after = compliance.distance(predicate, value, style)
    nearer = max(0.0, compliance.distance(predicate, before, style) - after)
    return policy.obeying * (1 - after) + (1 - policy.obeying) * nearer


def of_words(
    memory: Set[str], outputs: Sequence[Set[str]], around: Set[str], spread: Mapping[str, int]
) -> float | None:
    """How much of what the memory adds to the text around it comes back in the output; of
    several candidates the mean. None for a memory that adds nothing. Each text is given by its
    telling terms: a prompt holds dozens of memories, and the others' are the same for all.

    A term that several memories of the prompt have (`spread`) speaks for each of them only so
    much less. The root, because one word in nine that only the memory can have given is a clear
    trace.
    """
    added = memory - around
    if not added or not outputs:
        return None
    return fsum(_returned(added, each - around, spread) for each in outputs) / len(outputs)


def _returned(added: Set[str], written: Set[str], spread: Mapping[str, int]) -> float:
    if not written:
        return 0.0
    of_added, of_written = (
        fsum(1 / spread.get(each, 1) for each in some) for some in (added, written)
    )
    both = fsum(1 / spread.get(each, 1) for each in added & written)
    return sqrt(both / min(of_added, of_written))


# -- whom a verdict means


def heaviest_rules(references: Sequence[Reference], policy: Influence) -> list[str]:
    """The rules that had most to do with it: a verdict that names none means these."""
    rules = [each for each in references if each.kind is Kind.SEMANTIC]
    ranked = sorted(rules, key=lambda each: (-each.weight, each.id))
    bar = policy.judged_share * ranked[0].weight if ranked else 0.0
    return [each.id for each in ranked[: policy.judged_rules] if each.weight >= bar]
