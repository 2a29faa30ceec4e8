"""Varying layers of a prompt, L4 and L5, and what gives way when there is too much of it.

Under pressure the recalled part of L5 goes first, then L4, then the far end of L5 (C86). What
the author asked and selected is never cut.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from mohen.core.values import dataclass
from mohen.prompts import prompt_headings, truncate
from mohen.prompts.model import Action, Boundary, Chapter, Cut, Reference, Request, Skill
from mohen.prompts.model import Why as CutWhy
from mohen.prompts.prompt import Part, one_line, tagged
from mohen.prompts.prompt_headings import Words
from mohen.prompts.stable_layers import TRIMMED, trimmed
from mohen.prompts.truncate import Side
from mohen.text import quoted
from mohen.text.tokens import Count


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that may go in or stay out: a digest, an episode, a card, a rule of the scene."""

    source: str
    text: str
    reference: Reference | None = None
    ref: str | None = None
    cut: Cut | None = None  # it was shortened before it came here
    material: str = ""

    @property
    def strength(self) -> float:
        return 0.0 if self.reference is None else self.reference.strength


@dataclass(frozen=True, slots=True)
class Stack:
    """Entries under one heading, best first. `rank`: which stack is fed first."""

    name: str
    heading: str | None
    entries: tuple[Entry, ...] = ()
    rank: int = 0
    instead: str = prompt_headings.NONE
    recalled: bool = True
    quoted: bool = True  # lines of memories; what has bounds of its own is not
    cuts: tuple[Cut, ...] = ()


@dataclass(frozen=True, slots=True)
class Fitted:
    """What is left of it all."""

    recent: Stack
    before: Side
    after: Side
    stacks: tuple[Stack, ...]
    forced: bool  # more than the usual trimming was needed


def fit(
    *,
    room: int,
    recent: Stack,
    recent_tokens: int,
    before: Side,
    after: Side,
    stacks: Sequence[Stack],
    recalled_tokens: int,
    count: Count,
) -> Fitted:
    """`room` is what the task and the selection leave. Working memory stands with what was
    recalled but is fed first, so that it goes last."""
    near = count(before.text) + count(after.text)
    kept_recent = _fed([recent], min(recent_tokens, max(0, room - near)), count)[0]
    left = room - near - _cost([kept_recent], count)
    kept = _fed(stacks, min(recalled_tokens, max(0, left)), count)
    forced = (
        room < near
        or room - near < min(recent_tokens, _cost([recent], count))
        or left < min(recalled_tokens, _cost(stacks, count))
    )
    if near > room:
        before, after = _nearest(before, after, max(0, room), count)
    return Fitted(kept_recent, before, after, tuple(kept), forced)


def _fed(stacks: Sequence[Stack], room: int, count: Count) -> list[Stack]:
    """As many entries as there is room for, by the stacks' rank and then by strength; each
    stack keeps its own order and says what it lost."""
    line = sorted(
        ((stack.rank, -entry.strength, at, place) for at, stack in enumerate(stacks)
         for place, entry in enumerate(stack.entries)),
    )  # fmt: skip
    taken: set[tuple[int, int]] = set()
    for _, _, at, place in line:
        cost = count(stacks[at].entries[place].text) + 1
        if cost <= room:
            room -= cost
            taken.add((at, place))
    return [
        _without(stack, [place for place in range(len(stack.entries)) if (at, place) not in taken])
        for at, stack in enumerate(stacks)
    ]


def _without(stack: Stack, gone: Sequence[int]) -> Stack:
    if not gone:
        return stack
    lost = [stack.entries[place] for place in gone]
    over = (Cut(e.source, Action.DROPPED, CutWhy.OVER_BUDGET, len(e.text)) for e in lost)
    kept = tuple(e for place, e in enumerate(stack.entries) if place not in gone)
    return replace(stack, entries=kept, cuts=(*stack.cuts, *over))


def _cost(stacks: Sequence[Stack], count: Count) -> int:
    return sum(count(entry.text) + 1 for stack in stacks for entry in stack.entries)


def _nearest(before: Side, after: Side, room: int, count: Count) -> tuple[Side, Side]:
    """The far ends go: first of what follows, then of what precedes."""
    first = count(before.text)
    after_text, after_at = truncate.shorten(after.text, max(0, room - first), count, keep="start")
    before_text, before_at = truncate.shorten(before.text, room, count, keep="end")
    return (
        replace(before, text=before_text, cut=before_at or before.cut),
        replace(after, text=after_text, cut=after_at or after.cut),
    )


# -- parts


def task(request: Request, skill: Skill, scene: str, words: Words) -> Part:
    """What is to be done and where. What is missing is said, not left out (R158)."""
    said = json.dumps(_capabilities(skill, request), sort_keys=True, separators=(",", ":"))
    lines = [
        f"- skill={skill.id}",
        f"- capabilities={said}",
        f"- scene={one_line(scene)}",
        f"- target={skill.target.value}",
        f"- selection={'true' if request.selection else 'false'}",
    ]
    if request.chapter_id:
        lines.append(f"- chapter={one_line(request.chapter_id)}")
    asked = request.instruction.strip()
    lines.append(tagged("instruction", asked) if asked else prompt_headings.NONE)
    return Part(chapter=Chapter.CURRENT, name="task", heading=words.task, text="\n".join(lines))


def _capabilities(skill: Skill, request: Request) -> dict[str, bool]:
    asked = skill.context_rules
    return {
        "characters": asked.characters,
        "knowledge_graph": asked.knowledge_graph,
        "outline": asked.outline,
        "project": request.project_id is not None,
        "recent_summary": asked.recent_summary > 0,
        "style_guide": asked.style_guide,
        "user_preferences": asked.user_preferences,
    }


def skill(asked: Skill, words: Words, most: int, count: Count) -> Part:
    """How the task is done, as the SKILL.md has it. It stands here and not in the prefix, so that
    all skills of a project begin with the same bytes."""
    room = max(0, most - count(TRIMMED))
    body, at = truncate.shorten(asked.body, room, count, keep="start")
    part = Part(chapter=Chapter.CURRENT, name="skill", heading=words.skill, text=body)
    if at is None:
        return part
    cut = trimmed(f"skill:{asked.id}", asked.body, body, at)
    return replace(part, text=f"{body}\n{TRIMMED}", cuts=(cut,))


def selection(text: str, words: Words) -> Part:
    shown = tagged("selection", text) if text else prompt_headings.unavailable("no selection")
    return Part(chapter=Chapter.CURRENT, name="selection", heading=words.selection, text=shown)


def side(name: str, heading: str, found: Side, limit: int) -> Part:
    """The text on one side of the cursor, with a note of how it was cut (R153)."""
    cuts: tuple[Cut, ...] = ()
    text = tagged(name, found.text) if found.text else prompt_headings.NONE
    if limit == 0 and found.before:
        text = "(masked: context_rules.surrounding=0)"
    elif found.cut is not None:
        cuts = (
            Cut(
                name, Action.TRIMMED, CutWhy.SURROUNDING,
                found.before, len(found.text), found.cut,
            ),
        )  # fmt: skip
        text += f"\n(trimmed: {found.cut.value}, {len(found.text)}/{found.before})"
    return Part(chapter=Chapter.CURRENT, name=name, heading=heading, text=text, cuts=cuts)


def stacked(stack: Stack, chapter: Chapter) -> Part:
    entries = stack.entries
    return Part(
        chapter=chapter,
        name=stack.name,
        heading=stack.heading,
        text=_said(stack) or stack.instead,
        refs=tuple(each.ref for each in entries if each.ref is not None),
        references=tuple(each.reference for each in entries if each.reference is not None),
        material=tuple(each.material for each in entries if each.reference is not None),
        cuts=(*stack.cuts, *(each.cut for each in entries if each.cut is not None)),
        recalled=stack.recalled and bool(entries),  # a placeholder is the same each time
    )


def _said(stack: Stack) -> str:
    lines = [each.text for each in stack.entries]
    return quoted.block(lines) if stack.quoted else "\n".join(lines)


def bare(stacks: Sequence[Stack], words: Words) -> list[Part]:
    """What stands there even when everything that may be cut is: headings, tags, notes."""
    sides = (("before", words.before), ("after", words.after))
    shortest = Side("", Boundary.PARAGRAPH, 1)
    return [
        *(side(name, heading, shortest, 1) for name, heading in sides),
        *(Part(chapter=Chapter.CURRENT, name=name, text=tagged(name, "")) for name, _ in sides),
        *(
            Part(
                chapter=Chapter.CURRENT,
                name=each.name,
                heading=each.heading,
                text=quoted.block([each.instead]) if each.quoted and each.entries else each.instead,
            )
            for each in stacks
        ),
    ]


def output(words: Words) -> Part:
    return Part(chapter=Chapter.OUTPUT, name="output", text=words.output)
