"""What the memories of a trace say now, read where they live.

A trace keeps no text: what was deleted is not told here either (C93). Files and the story's graph
are named by their references alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from mohen.errors import StoreError
from mohen.flows import degradations, settings
from mohen.flows.parts import Parts
from mohen.logic import retold, tokens
from mohen.logic.chapters import LANGUAGES
from mohen.model.episode import Episode
from mohen.model.health import Reason
from mohen.model.rule import Rule
from mohen.model.scope import Scope
from mohen.model.trace import Generation, Kind, Reference


@dataclass(slots=True)
class Remembered:
    rules: dict[str, Rule] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    times: dict[str, int] = field(default_factory=dict)


def of(parts: Parts, made: Generation) -> Remembered:
    found = Remembered(rules(parts, made.references, made.project_id))
    found.texts.update((id, each.text) for id, each in found.rules.items())
    found.gone.update(_ids(made, Kind.SEMANTIC) - found.rules.keys())
    _add_knowledge(parts, made, found)
    _add_episodes(parts, made, found)
    if made.session_id is not None and (working := parts.working.get(made.session_id)):
        found.texts.update((each.id, each.text) for each in working.items)
    return found


def rules(parts: Parts, references: Sequence[Reference], project_id: str | None) -> dict[str, Rule]:
    """Those among them that are still there, in one look."""
    wanted = {each.id for each in references if each.kind is Kind.SEMANTIC}
    if not wanted:
        return {}
    seen = parts.rules.of(Scope()) if project_id is None else parts.rules.seen_from(project_id)
    return {each.id: each for each in seen if each.id in wanted}


def _ids(made: Generation, kind: Kind) -> set[str]:
    return {each.id for each in made.references if each.kind is kind}


def _add_knowledge(parts: Parts, made: Generation, found: Remembered) -> None:
    wanted = _ids(made, Kind.KNOWLEDGE)
    if not wanted:
        return
    with parts.mind_db.read() as reader:
        there = parts.knowledge.some(reader, wanted)
    items = {each.id: each for each in there if each.project_id in (None, made.project_id)}
    found.texts.update((id, items[id].content) for id in wanted & items.keys())
    found.gone.update(id for id in wanted - items.keys() if parts.audit.buried(id) is not None)


def _add_episodes(parts: Parts, made: Generation, found: Remembered) -> None:
    wanted = _ids(made, Kind.EPISODIC)
    if not wanted:
        return
    there = _episodes(parts, wanted)
    if there is None:
        return
    for each in there:
        if each.project_id == made.project_id:
            found.times[each.id] = each.timestamp
            found.texts[each.id] = each.digest or _line(parts, each).removeprefix("- ")
    found.gone.update(wanted - found.texts.keys())


def _episodes(parts: Parts, wanted: set[str]) -> list[Episode] | None:
    """None when they cannot be read: the trace is told without them (R93)."""
    try:
        with parts.episodes_db.read() as reader:
            found = [
                each
                for id in sorted(wanted)
                for each in parts.episodes.find(reader, id=id, generation=None)
            ]
    except StoreError:
        broken = [degradations.EPISODES_UNREADABLE]
        parts.health.settle("traces", broken, among=[Reason.EPISODES_UNREADABLE])
        return None
    parts.health.settle("traces", [], among=[Reason.EPISODES_UNREADABLE])
    return found


def _line(parts: Parts, episode: Episode) -> str:
    """As the prompt told it, on its own."""
    words = LANGUAGES[settings.load(parts).prompt_language]
    most = parts.policy.context.episode_tokens
    return retold.episode(
        episode, words, most, lambda text: tokens.estimate(text, parts.policy.tokens)
    )
