"""Blocks of memories for one request, as entries under their headings.

The stacks are fed in the order of `_RANKS` when there is not room for all.
"""

from __future__ import annotations

from collections.abc import Sequence

from mohen.compaction.model import Compact
from mohen.episodes.model import Episode, Recalled
from mohen.manuscript import cards
from mohen.manuscript.model import ProjectFile
from mohen.notes.notes import Match
from mohen.prompts import prompt_headings, stable_layers
from mohen.prompts.memory_lines import compact, episode, has_words, line, note, whole
from mohen.prompts.model import Kind, Reference
from mohen.prompts.policy import Context
from mohen.prompts.prompt import tagged
from mohen.prompts.prompt_headings import Words
from mohen.prompts.varying_layers import Entry, Stack
from mohen.rules.model import Rule
from mohen.session.model import Kind as WorkingKind
from mohen.session.model import Working
from mohen.story.model import Line
from mohen.text import quoted
from mohen.text.tokens import Count

# -- How memory reads in a prompt.


_RANKS = {
    name: rank
    for rank, name in enumerate(
        ("working", "scene_rules", "people", "place", "episodes", "story", "knowledge")
    )
}


_BOUNDED = frozenset({"scene_rules", "people", "place"})
"""Rules, which are no quotations, and files between tags of their own."""


def working(found: Working | None, words: Words, count: Count, policy: Context) -> Stack:
    """What the author has in mind, most important first (R11)."""
    labels = {
        WorkingKind.INTENT: words.intent,
        WorkingKind.UNDO: words.undone,
        WorkingKind.SIGNAL: words.signal,
        WorkingKind.DIALOGUE: words.dialogue,
    }
    items = () if found is None else found.items
    entries, room = [], policy.working_tokens
    for each in sorted(items, key=lambda item: (-item.importance, item.id)):
        if each.kind not in labels:
            continue
        said = f"{each.role}: " if each.role else ""
        line = f"- {labels[each.kind]}: {said}{quoted.line(each.text)}"
        cost = count(line)
        if cost > room:
            continue
        room -= cost
        reference = Reference(each.id, Kind.WORKING, min(1.0, each.importance), cost)
        entries.append(Entry(each.id, line, reference, material=each.text))
    return _stack("working", words.working, entries, recalled=False)


def of_scene(spare: Sequence[Rule], scene: str, most: int) -> list[Rule]:
    """Rules without room in L2 that are about this scene (C87)."""
    return [
        rule for rule in spare if rule.predicate is not None and rule.predicate.scene_type == scene
    ][:most]


def rules(spare: Sequence[Rule], words: Words, count: Count) -> Stack:
    entries = [
        Entry(
            rule.id,
            line(rule, words),
            stable_layers.referred(rule, words, count),
            material=rule.text,
        )
        for rule in spare
    ]
    return _stack("scene_rules", words.scene_rules, entries)


def people(
    here: Sequence[ProjectFile], words: Words, count: Count, policy: Context, *, asked: bool
) -> Stack:
    """The cards of those who are on the scene, oftenest named first."""
    entries = []
    for place, card in enumerate(here):
        text, cut = stable_layers.fragment(card, policy.card_tokens, count, policy)
        reference = Reference(card.ref, Kind.KNOWLEDGE, 1 / (1 + place), count(text))
        entries.append(Entry(card.ref, text, reference, card.ref, cut, card.text))
    instead = prompt_headings.NONE if asked else prompt_headings.masked("characters")
    return _stack("people", words.cards, entries, instead=instead)


def place(
    outline: Sequence[ProjectFile], chapter: str, words: Words, count: Count, *, asked: bool
) -> Stack:
    entries = []
    for file in outline:
        if text := cards.place(file.text, chapter):
            shown = f"ref:{file.ref}\n{tagged('file', text)}"
            reference = Reference(f"{file.ref}#place", Kind.KNOWLEDGE, 1.0, count(shown))
            entries.append(Entry(file.ref, shown, reference, file.ref, material=text))
    instead = prompt_headings.NONE if asked else prompt_headings.masked("outline")
    return _stack("place", words.place, entries, instead=instead)


def story(lines: Sequence[Line], words: Words, count: Count, *, asked: bool) -> Stack:
    entries = [
        Entry(
            each.id,
            f"- {quoted.line(each.text)}",
            Reference(each.id, Kind.KNOWLEDGE, each.strength, count(each.text)),
            each.ref or None,
            material=each.text,
        )
        for each in lines
    ]
    instead = prompt_headings.NONE if asked else prompt_headings.masked("knowledge_graph")
    return _stack("story", words.story, entries, instead=instead)


def knowledge(found: Sequence[Match], words: Words, count: Count) -> Stack:
    entries = []
    for each in found:
        line = note(each.item, words)
        reference = Reference(each.item.id, Kind.KNOWLEDGE, each.score, count(line))
        entries.append(Entry(each.item.id, line, reference, material=each.item.content))
    return _stack("knowledge", words.knowledge, entries)


def episodes(found: Sequence[Recalled], words: Words, count: Count, policy: Context) -> Stack:
    entries = [
        _episode(each.episode, each.score, words, count, policy)
        for each in found
        if has_words(each.episode)
    ]
    return _stack("episodes", words.episodes, entries)


def recent(
    compacts: Sequence[Compact],
    runs: Sequence[Episode],
    most: int,
    words: Words,
    count: Count,
    policy: Context,
) -> tuple[Entry, ...]:
    """Digests of conversations and of single runs, newest first."""
    found = [(each.updated_at, _compact(each, count)) for each in compacts]
    found += [
        (each.timestamp, _episode(each, each.strength.value, words, count, policy))
        for each in runs
        if has_words(each)
    ]
    newest = sorted(found, key=lambda each: (-each[0], each[1].source))
    return tuple(entry for _, entry in newest[:most])


def _compact(each: Compact, count: Count) -> Entry:
    """Known by where the whole is; one of which nothing was kept has nothing to be known by."""
    line = compact(each)
    if not each.full_ref:
        return Entry(each.id, line)
    reference = Reference(each.full_ref, Kind.KNOWLEDGE, 1.0, count(line))
    return Entry(each.id, line, reference, each.full_ref, material=each.summary)


def _episode(each: Episode, strength: float, words: Words, count: Count, policy: Context) -> Entry:
    line = episode(each, words, policy.episode_tokens, count)
    reference = Reference(each.id, Kind.EPISODIC, max(0.0, min(1.0, strength)), count(line))
    return Entry(each.id, line, reference, material=whole(each))


def _stack(
    name: str,
    heading: str,
    entries: Sequence[Entry],
    *,
    instead: str = prompt_headings.NONE,
    recalled: bool = True,
) -> Stack:
    own = name in _BOUNDED
    return Stack(name, heading, tuple(entries), _RANKS[name], instead, recalled, not own)
