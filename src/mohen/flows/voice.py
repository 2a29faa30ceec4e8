"""Never learning from our own voice (C64).

What a prompt held of the memory is known again by its trace: it is taken out of what is kept and
measured of the episode that came of it, so that nothing we recalled becomes a memory of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from mohen.errors import StoreError, TraceMismatch
from mohen.flows import settings
from mohen.flows.parts import Parts
from mohen.logic import echoes, render
from mohen.model.context import Assembly, Layer
from mohen.model.episode import Draft, Texts
from mohen.model.trace import Kind

_OURS = (Kind.SEMANTIC, Kind.EPISODIC, Kind.KNOWLEDGE)


def fingerprints(parts: Parts, assembly: Assembly, key: bytes) -> tuple[str, ...]:
    """Of everything that the memory put into a prompt, as it stood there and as it was. The
    project's files are the author's; what L4 refers to are conversations, told by us."""
    said = []
    for section in assembly.sections:
        remembered = any(each.kind in _OURS for each in section.references) and not section.refs
        if remembered or section.layer is Layer.RECENT:
            said += [*section.text.splitlines(), *section.material]
    return echoes.fingerprints(said, key, parts.policy.echoes)


def unechoed(parts: Parts, draft: Draft) -> Draft:
    """Before it is kept: a tool may report the whole prompt as the context."""
    known = _known(parts, draft.generation_id, draft.project_id)
    if not known and render.HEADER in draft.input_context:
        known = _lately(parts, draft.project_id)
    if not known:
        return draft
    return replace(draft, input_context=_without(parts, draft.input_context, known))


def measurable(parts: Parts, generation_id: str | None, project_id: str, texts: Texts) -> Texts:
    """What of an episode's texts is to be measured. What the author wrote with their own hand is
    theirs, though it stood in the prompt: only what came through the AI is our own voice."""
    key = settings.redaction_key(parts)
    came = echoes.fingerprints(texts.candidates, key, parts.policy.echoes)
    known = _known(parts, generation_id, project_id).intersection(came)
    if not known:
        return texts
    final = texts.final_text
    return replace(
        texts,
        candidates=tuple(_without(parts, each, known) for each in texts.candidates),
        final_text=None if final is None else _without(parts, final, known),
    )


def _without(parts: Parts, text: str, known: frozenset[str]) -> str:
    key = settings.redaction_key(parts)
    return echoes.without_echoes(text, known, key, parts.policy.echoes)


def _known(parts: Parts, generation_id: str | None, project_id: str) -> frozenset[str]:
    """A trace that cannot be read, or of another project, knows nothing."""
    if generation_id is None:
        return frozenset()
    parts.unkept.settle()
    try:
        made = parts.generations.get(None, generation_id)
    except (StoreError, TraceMismatch):
        return frozenset()
    ours = made is not None and made.project_id == project_id
    return frozenset(made.echoes) if ours and made is not None else frozenset()


def _lately(parts: Parts, project_id: str) -> frozenset[str]:
    """Of the last prompts of a project, where nobody says which one it was."""
    parts.unkept.settle()
    try:
        newest = parts.generations.page(project_id, limit=parts.policy.echoes.prompts)
    except StoreError:
        return frozenset()
    return frozenset(_all(each.echoes for each in newest))


def _all(each: Iterable[Iterable[str]]) -> Iterable[str]:
    return (one for some in each for one in some)
