"""Stable layers of a prompt, L0–L3: what stays the same from call to call (C68, C87).

Chosen by project, skill and model alone: never by text, scene, query or time. What has no room
here and matters to the scene goes to L5.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter

from mohen.core.values import dataclass
from mohen.knowledge.model import Item
from mohen.manuscript.model import ProjectFile, Trouble
from mohen.prompts import memory_lines, prompt_headings, truncate
from mohen.prompts.model import Action, Boundary, Chapter, ContextRules, Cut, Kind, Reference
from mohen.prompts.model import Why as CutWhy
from mohen.prompts.policy import Context
from mohen.prompts.prompt import Part, one_line, tagged
from mohen.prompts.prompt_headings import EN, Words
from mohen.rules import curation
from mohen.rules.model import Rule
from mohen.text import quoted
from mohen.text.default_rules import BUILT_IN
from mohen.text.tokens import Count

TRIMMED = "(trimmed: over_budget)"
_REMEMBERED = Context().fragments

_WHY = {
    Trouble.TOO_LARGE: CutWhy.TOO_LARGE,
    Trouble.INVALID_FORMAT: CutWhy.INVALID_FORMAT,
}


def why(trouble: Trouble) -> CutWhy:
    return _WHY.get(trouble, CutWhy.READ_ERROR)


# -- L0


def instructions(
    agents: Sequence[ProjectFile], words: Words, most: int, count: Count, policy: Context
) -> list[Part]:
    """Who speaks, and what the project tells every agent."""
    fixed = Part(chapter=Chapter.INSTRUCTIONS, name="constraints", text=words.constraints)
    for_agents = min(policy.agents_tokens, most)
    told = _files(Chapter.INSTRUCTIONS, "agents", "AGENTS.md", agents, for_agents, count)
    return [fixed, told]


# -- L1


def session(project_id: str | None, model: str) -> Part:
    """What is the same for every skill; the skill itself stands with the task, in L5."""
    lines = (
        f"- project={prompt_headings.NONE if project_id is None else quoted.line(project_id)}",
        f"- model={one_line(model)}",
    )
    return Part(chapter=Chapter.SESSION, name="session", text="\n".join(lines))


# -- L2


@dataclass(frozen=True, slots=True)
class Chosen:
    """The rules that fit, in the prompt's order, and those that did not."""

    rules: tuple[Rule, ...] = ()
    spare: tuple[Rule, ...] = ()


def choose(rules: Iterable[Rule], words: Words, most: int, count: Count) -> Chosen:
    """In C67's order until the budget is full (C87)."""
    ordered = curation.in_order(rules)
    room = most - count(memory_lines.HEADER)
    for at, rule in enumerate(ordered):
        room -= count(memory_lines.line(rule, words)) + 1  # and its line break
        if room < 0:
            return Chosen(tuple(ordered[:at]), tuple(ordered[at:]))
    return Chosen(tuple(ordered))


def author(
    chosen: Chosen,
    words: Words,
    count: Count,
    *,
    instead: str = prompt_headings.NONE,
    defaults: bool,
) -> Part:
    """The author's rules under their header. Where there are none, what stands `instead` of
    them and, if so wished, the built-in ones (R95, R160)."""
    lines = [
        memory_lines.HEADER,
        *(memory_lines.line(rule, words) for rule in chosen.rules),
    ]
    if not chosen.rules:
        lines.append(instead)
        if defaults:
            said = [rule.en if words is EN else rule.zh for rule in BUILT_IN]
            lines += [words.defaults, *(f"- {each}" for each in said)]
    return Part(
        chapter=Chapter.AUTHOR,
        name="preferences",
        text="\n".join(lines),
        references=tuple(referred(rule, words, count) for rule in chosen.rules),
        material=tuple(rule.text for rule in chosen.rules),
        cuts=tuple(
            Cut(rule.id, Action.DROPPED, CutWhy.OVER_BUDGET, len(rule.text))
            for rule in chosen.spare
        ),
    )


def referred(rule: Rule, words: Words, count: Count) -> Reference:
    return Reference(rule.id, Kind.SEMANTIC, rule.confidence, count(memory_lines.line(rule, words)))


# -- L3


def project(
    files: Mapping[str, Sequence[ProjectFile]],
    notes: Sequence[Item],
    rules: ContextRules,
    words: Words,
    most: int,
    count: Count,
    policy: Context,
    *,
    missing: str | None = None,
) -> list[Part]:
    """Settings that live in files, each with its reference, and the author's facts and notes.

    Only what the skill asks for. Each has its share of the room and the last what is left, so
    that a skill that asks for more begins with the bytes of one that asks for less. `missing`:
    why there are no files at all.
    """
    shares = {
        "style_guide": (rules.style_guide, policy.style_guide_share, words.style_guide),
        "characters": (rules.characters, policy.characters_share, words.characters),
        "world": (rules.characters, policy.world_share, words.world),
        "outline": (rules.outline, policy.outline_share, words.outline),
    }
    room = max(0, most - min(policy.notes_tokens, most))
    whole = sum(share for _, share, _ in shares.values())
    last = next((name for name in reversed(shares) if shares[name][0]), None)
    left, parts = room, []
    for name, (asked, share, heading) in shares.items():
        key = "characters" if name == "world" else name
        if not asked or missing is not None:
            text = missing if asked and missing is not None else prompt_headings.masked(key)
            part = Part(chapter=Chapter.PROJECT, name=name, heading=heading, text=text)
        else:
            given = _bounded(name, files.get(name, ()), policy)
            own = left if name == last else int(room * share / whole)
            left -= own
            part = _files(Chapter.PROJECT, name, heading, given, own, count, words, policy)
        parts.append(part)
    return [*parts, _notes(notes, words, count)]


def _bounded(name: str, files: Sequence[ProjectFile], policy: Context) -> Sequence[ProjectFile]:
    return files[: policy.card_files] if name == "characters" else files


def choose_notes(
    items: Iterable[Item], words: Words, most: int, count: Count
) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    """Facts and notes while there is room, and the rest. Who comes first is chosen (R137); those
    that are stand in order of creation, so that one more is appended and an edit keeps its place
    (C104). Where the room is full, one more costs no more than this block, the last of the
    prefix."""
    kept, left = [], []
    most -= count(quoted.block([" "]))
    for item in items:
        cost = count(memory_lines.note(item, words)) + 1
        if cost <= most:
            kept.append(item)
            most -= cost
        else:
            left.append(item)
    return tuple(sorted(kept, key=attrgetter("created_at", "id"))), tuple(left)


def _notes(items: Sequence[Item], words: Words, count: Count) -> Part:
    lines = [memory_lines.note(each, words) for each in items]
    return Part(
        chapter=Chapter.PROJECT,
        name="notes",
        heading=words.notes,
        text=quoted.block(lines) or prompt_headings.NONE,
        references=tuple(
            Reference(each.id, Kind.KNOWLEDGE, 1.0, count(line))
            for each, line in zip(items, lines, strict=True)
        ),
        material=tuple(each.content for each in items),
    )


# -- files


def _files(
    chapter: Chapter,
    name: str,
    heading: str,
    files: Sequence[ProjectFile],
    most: int,
    count: Count,
    words: Words | None = None,
    policy: Context | None = None,
) -> Part:
    """Files in their order, each cut to what is left, and a line for those without room."""
    shown: list[str] = []
    refs: list[str] = []
    references: list[Reference] = []
    material: list[str] = []
    cuts: list[Cut] = []
    unshown = 0
    for file in files:
        if file.trouble is not None:
            cuts.append(Cut(file.ref, Action.DROPPED, why(file.trouble), 0))
            continue
        text, cut = fragment(file, most, count, policy)
        if not text:
            unshown += 1
            cuts.append(Cut(file.ref, Action.DROPPED, CutWhy.OVER_BUDGET, len(file.text)))
            continue
        cost = count(text)
        most -= cost
        shown.append(text)
        refs.append(file.ref)
        references.append(Reference(file.ref, Kind.KNOWLEDGE, 1.0, cost))
        material.append(file.text)
        cuts += [] if cut is None else [cut]
    if unshown and words is not None:
        shown.append(words.more.format(unshown))
    return Part(
        chapter=chapter,
        name=name,
        heading=heading,
        text="\n".join(shown) or prompt_headings.NONE,
        refs=tuple(refs),
        references=tuple(references),
        material=tuple(material),
        cuts=tuple(cuts),
    )


@lru_cache(maxsize=_REMEMBERED)
def fragment(
    file: ProjectFile, most: int, count: Count, policy: Context | None
) -> tuple[str, Cut | None]:
    """A file with its reference, whole or cut; nothing where a fragment is not worth it.
    Remembered: the same people are on the scene again and again."""
    opening = f"ref:{file.ref}\n"
    whole = file.text.strip()
    if not whole:
        return opening + prompt_headings.EMPTY, None
    bounded = whole if policy is None else whole[: policy.file_chars]
    room = most - count(opening + tagged("file", "")) - count(TRIMMED)
    if policy is not None and room < min(policy.fragment_tokens, count(bounded)):
        return "", None
    text, at = truncate.shorten(bounded, max(0, room), count, keep="start")
    if not text:
        return "", None
    if len(text) == len(whole):
        return opening + tagged("file", text), None
    cut = trimmed(file.ref, whole, text, at)
    return f"{opening}{tagged('file', text)}\n{TRIMMED}", cut


def trimmed(source: str, before: str, after: str, at: Boundary | None) -> Cut:
    return Cut(source, Action.TRIMMED, CutWhy.OVER_BUDGET, len(before), len(after), at)
