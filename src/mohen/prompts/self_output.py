"""Never learning from our own voice (C64).

What a prompt held of the memory is known again by its trace: it is taken out of what is kept and
measured of the episode that came of it, so that nothing we recalled becomes a memory of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from mohen.errors import StoreError, TraceMismatch
from mohen.prompts import memory_lines
from mohen.prompts.model import Assembly, Kind, Layer
from mohen.text.echoes import sentence_prints, without_echoes

if TYPE_CHECKING:
    from mohen.core.settings import UserSettings
    from mohen.episodes.model import Draft, Texts
    from mohen.policy import Policy
    from mohen.prompts.pending_traces import PendingTraces
    from mohen.prompts.store import TraceStore


# -- Our own voice, known again: what we put into a prompt teaches nothing when it comes back (C64).


_OURS = (Kind.SEMANTIC, Kind.EPISODIC, Kind.KNOWLEDGE)


class OwnVoice:
    """Keeps our own sentences from being learned from."""

    def __init__(
        self,
        *,
        pending_traces: PendingTraces,
        policy: Policy,
        settings: UserSettings,
        trace_store: TraceStore,
    ) -> None:
        self._pending_traces = pending_traces
        self._policy = policy
        self._settings = settings
        self._trace_store = trace_store

    def fingerprints(self, assembly: Assembly, key: bytes) -> tuple[str, ...]:
        """Of everything that the memory put into a prompt, as it stood there and as it was. The
        project's files are the author's; what L4 refers to are conversations, told by us."""
        said = []
        for section in assembly.sections:
            remembered = any(each.kind in _OURS for each in section.references) and not section.refs
            if remembered or section.layer is Layer.RECENT:
                said += [*section.text.splitlines(), *section.material]
        return sentence_prints(said, key, self._policy.echoes)

    def unechoed(self, draft: Draft) -> Draft:
        """Before it is kept: a tool may report the whole prompt as the context."""
        known = self._known(draft.generation_id, draft.project_id)
        if not known and memory_lines.HEADER in draft.input_context:
            known = self._lately(draft.project_id)
        if not known:
            return draft
        return replace(draft, input_context=self._without(draft.input_context, known))

    def measurable(self, generation_id: str | None, project_id: str, texts: Texts) -> Texts:
        """What of an episode's texts is to be measured. What the author wrote with their own hand
        is theirs, though it stood in the prompt: only what came through the AI is our own voice."""
        key = self._settings.redaction_key()
        came = sentence_prints(texts.candidates, key, self._policy.echoes)
        known = self._known(generation_id, project_id).intersection(came)
        if not known:
            return texts
        final = texts.final_text
        return replace(
            texts,
            candidates=tuple(self._without(each, known) for each in texts.candidates),
            final_text=None if final is None else self._without(final, known),
        )

    def _without(self, text: str, known: frozenset[str]) -> str:
        key = self._settings.redaction_key()
        return without_echoes(text, known, key, self._policy.echoes)

    def _known(self, generation_id: str | None, project_id: str) -> frozenset[str]:
        """A trace that cannot be read, or of another project, knows nothing."""
        if generation_id is None:
            return frozenset()
        self._pending_traces.settle()
        try:
            made = self._trace_store.get(None, generation_id)
        except (StoreError, TraceMismatch):
            return frozenset()
        ours = made is not None and made.project_id == project_id
        return frozenset(made.echoes) if ours and made is not None else frozenset()

    def _lately(self, project_id: str) -> frozenset[str]:
        """Of the last prompts of a project, where nobody says which one it was."""
        self._pending_traces.settle()
        try:
            newest = self._trace_store.page(project_id, limit=self._policy.echoes.prompts)
        except StoreError:
            return frozenset()
        return frozenset(_all(each.echoes for each in newest))


def _all(each: Iterable[Iterable[str]]) -> Iterable[str]:
    return (one for some in each for one in some)
