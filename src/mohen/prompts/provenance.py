"""Why something was written: what a prompt was made of is kept with each generation, and what
each memory had to do with the output is measured, not guessed (R82, R83).

A trace holds ids, numbers and sealed hashes. What its memories say is read where they live when
somebody asks, so what was deleted is not told here either (C93).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING

from mohen.core import health, validation
from mohen.core.degradation import Reason
from mohen.core.keyed_hash import sealed
from mohen.core.scope import Scope, refuse_strangers
from mohen.core.values import dataclass
from mohen.errors import InvalidArgument, StoreError, TraceMismatch
from mohen.prompts import cache_report, influence, memory_lines
from mohen.prompts.model import (
    Assembly,
    Compliance,
    Complied,
    Explanation,
    Generation,
    Kind,
    Reference,
    Request,
    Told,
)
from mohen.prompts.prompt_headings import LANGUAGES
from mohen.rules import compliance, rule_text
from mohen.text import redact, terms, tokens

if TYPE_CHECKING:
    from mohen.core.audit_store import AuditStore
    from mohen.core.database import Database, Tx
    from mohen.core.health import Health
    from mohen.core.ports import Clock, Ids
    from mohen.core.settings import UserSettings
    from mohen.episodes.model import Episode
    from mohen.episodes.store import EpisodeStore
    from mohen.knowledge.store import KnowledgeStore
    from mohen.policy import Policy
    from mohen.prompts.pending_traces import PendingTraces
    from mohen.prompts.self_output import OwnVoice
    from mohen.prompts.store import TraceStore
    from mohen.rules.compliance import Prose
    from mohen.rules.model import Predicate, Rule
    from mohen.rules.store import RuleStore
    from mohen.session.working_memory import WorkingMemory


# -- What the memories of a trace say now, read where they live.


@dataclass(slots=True)
class Remembered:
    rules: dict[str, Rule] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    refused: set[str] = field(default_factory=set)  # episodes the author would not have
    times: dict[str, int] = field(default_factory=dict)


class Provenance:
    """Keeps what a prompt was made of, and explains an output by it."""

    def __init__(
        self,
        *,
        audit_store: AuditStore,
        clock: Clock,
        episode_store: EpisodeStore,
        episodes_db: Database,
        health: Health,
        ids: Ids,
        knowledge_store: KnowledgeStore,
        mind_db: Database,
        own_voice: OwnVoice,
        pending_traces: PendingTraces,
        policy: Policy,
        rule_store: RuleStore,
        settings: UserSettings,
        trace_store: TraceStore,
        working: WorkingMemory,
    ) -> None:
        self._audit_store = audit_store
        self._clock = clock
        self._episode_store = episode_store
        self._episodes_db = episodes_db
        self._health = health
        self._ids = ids
        self._knowledge_store = knowledge_store
        self._mind_db = mind_db
        self._own_voice = own_voice
        self._pending_traces = pending_traces
        self._policy = policy
        self._rule_store = rule_store
        self._settings = settings
        self._trace_store = trace_store
        self._working = working

    def of(self, made: Generation) -> Remembered:
        found = Remembered(self.rules(made.references, made.project_id))
        found.texts.update((id, each.text) for id, each in found.rules.items())
        found.gone.update(_ids(made, Kind.SEMANTIC) - found.rules.keys())
        self._add_knowledge(made, found)
        self._add_episodes(made, found)
        if made.session_id is not None and (working := self._working.get(made.session_id)):
            found.texts.update((each.id, each.text) for each in working.items)
        return found

    def rules(self, references: Sequence[Reference], project_id: str | None) -> dict[str, Rule]:
        """Those among them that are still there, in one look."""
        wanted = {each.id for each in references if each.kind is Kind.SEMANTIC}
        if not wanted:
            return {}
        seen = (
            self._rule_store.of(Scope())
            if project_id is None
            else self._rule_store.seen_from(project_id)
        )
        return {each.id: each for each in seen if each.id in wanted}

    def _add_knowledge(self, made: Generation, found: Remembered) -> None:
        wanted = _ids(made, Kind.KNOWLEDGE)
        if not wanted:
            return
        with self._mind_db.read() as reader:
            there = self._knowledge_store.some(reader, wanted)
        items = {each.id: each for each in there if each.project_id in (None, made.project_id)}
        found.texts.update((id, items[id].content) for id in wanted & items.keys())
        found.gone.update(
            id for id in wanted - items.keys() if self._audit_store.buried(id) is not None
        )

    def _add_episodes(self, made: Generation, found: Remembered) -> None:
        wanted = _ids(made, Kind.EPISODIC)
        if not wanted:
            return
        there = self._episodes(wanted)
        if there is None:
            return
        for each in there:
            if each.project_id == made.project_id:
                found.times[each.id] = each.timestamp
                if memory_lines.refused(each):
                    found.refused.add(each.id)
                found.texts[each.id] = each.digest or self._line(each).removeprefix("- ")
        found.gone.update(wanted - found.texts.keys())

    def _episodes(self, wanted: set[str]) -> list[Episode] | None:
        """None when they cannot be read: the trace is told without them (R93)."""
        try:
            with self._episodes_db.read() as reader:
                found = [
                    each
                    for id in sorted(wanted)
                    for each in self._episode_store.find(reader, id=id, generation=None)
                ]
        except StoreError:
            broken = [health.EPISODES_UNREADABLE]
            self._health.settle("traces", broken, among=[Reason.EPISODES_UNREADABLE])
            return None
        self._health.settle("traces", [], among=[Reason.EPISODES_UNREADABLE])
        return found

    def _line(self, episode: Episode) -> str:
        """As the prompt told it, on its own."""
        words = LANGUAGES[self._settings.get().prompt_language]
        most = self._policy.context.episode_tokens
        return memory_lines.episode(
            episode, words, most, lambda text: tokens.estimate(text, self._policy.tokens)
        )

    def keep(
        self,
        assembly: Assembly,
        *,
        model: str,
        run_id: str | None = None,
        session_id: str | None = None,
        outputs: Sequence[str] = (),
        episode_id: str | None = None,
        known: bool = False,
    ) -> Generation:
        """Once for each generation; without outputs nobody has written anything yet. `known`: it
        was kept so, and now something is written."""
        made = self._composed(
            assembly,
            model=model,
            run_id=run_id,
            session_id=session_id,
            outputs=outputs,
            episode_id=episode_id,
        )

        def write(tx: Tx) -> None:
            refs, complied = made.references, made.compliance or ()
            if not known or not self._trace_store.put_outcome(
                tx, made.id, refs, complied, episode_id
            ):
                self._trace_store.add(tx, made)

        self._mind_db.write(write)
        return made

    def keep_prompts(self, assemblies: Sequence[Assembly]) -> None:
        """Of which nobody has told any output yet, in one write."""
        made = [
            self._composed(each, model=each.model, session_id=each.request.session_id)
            for each in assemblies
        ]

        def write(tx: Tx) -> None:
            for each in made:
                self._trace_store.add(tx, each)

        self._mind_db.write(write)

    def _composed(
        self,
        assembly: Assembly,
        *,
        model: str,
        run_id: str | None = None,
        session_id: str | None = None,
        outputs: Sequence[str] = (),
        episode_id: str | None = None,
    ) -> Generation:
        request = assembly.request
        around = _around(request, self._policy.context.surrounding_max)
        seen = _Seen(
            request.project_id,
            request.skill_id,
            assembly.scene_type,
            around,
            source=assembly.selected or around,
        )
        references = influence.merged(assembly.references)
        found = self._measured(references, seen, assembly.material, outputs)
        key = self._settings.redaction_key()
        return Generation(
            id=assembly.generation_id or self._ids.new("gen"),
            run_id=run_id,
            project_id=request.project_id,
            skill_id=request.skill_id,
            model=redact.without_secrets(model),
            tokenizer=assembly.tokenizer,
            session_id=session_id,
            episode_id=episode_id,
            scene_type=assembly.scene_type,
            at=self._clock.now(),
            stable_prefix_hash=assembly.stable_prefix_hash,
            prompt_hash=assembly.prompt_hash,
            tokens=assembly.tokens,
            references=found.references,
            compliance=found.compliance if outputs else None,
            pieces=cache_report.of(assembly.sections, key, self._policy.context),
            echoes=self._own_voice.fingerprints(assembly, key),
        )

    def complete(
        self,
        generation_id: str,
        outputs: Sequence[str],
        *,
        project_id: str | None,
        episode_id: str | None = None,
        text: str = "",
    ) -> bool:
        """The output of a prompt that was kept without one, or the one that was chosen: measured
        beside `text`, which stood there before. False when there is no such trace of the project,
        or nothing to measure."""
        self._pending_traces.settle()
        made = self._trace_store.get(None, generation_id)
        told = [each for each in outputs if each.strip()]
        if made is None or made.project_id != project_id or not told:
            return False
        seen = _Seen(project_id, made.skill_id, made.scene_type, text, source=text)
        live = self.of(made)
        found = self._measured(made.references, seen, live.texts, told)
        return self._mind_db.write(
            lambda tx: self._trace_store.put_outcome(
                tx, generation_id, found.references, found.compliance, episode_id
            )
        ).value

    def _measured(
        self,
        references: Sequence[Reference],
        seen: _Seen,
        material: Mapping[str, str],
        outputs: Sequence[str],
    ) -> _Outcome:
        """What the output shows of each memory, and so how much each had to do with it."""
        policy = self._policy
        if not outputs:
            return _Outcome(influence.weighed(references, {}, policy.influence), ())
        measurable = self.rules(references, seen.project_id)
        key = self._settings.redaction_key()
        output = compliance.read(outputs, policy.style)
        source = compliance.read([seen.source], policy.style)
        told = {id: terms.telling(each) for id, each in material.items()}
        spread = Counter(term for each in told.values() for term in each)
        around, written = terms.telling(seen.text), [terms.telling(each) for each in outputs]
        effects: dict[str, float | None] = {}
        complied: list[Compliance] = []
        for each in references:
            rule = measurable.get(each.id)
            wanted = None if rule is None else rule.predicate
            if wanted is None:
                words = told.get(each.id)
                effects[each.id] = (
                    each.effect
                    if words is None
                    else influence.of_words(words, written, around, spread)
                )
            elif not compliance.applies(wanted, seen.scene_type, seen.skill_id):
                effects[each.id] = 0.0  # it was in the prompt, and speaks of other scenes
            else:
                effects[each.id] = influence.of_rule(
                    wanted, output, source, policy.style, policy.influence
                )
                complied.append(self._complied(key, each.id, wanted, output))
        weighed = influence.weighed(references, effects, policy.influence)
        return _Outcome(weighed, tuple(complied))

    def _complied(self, key: bytes, rule_id: str, wanted: Predicate, output: Prose) -> Compliance:
        value = compliance.measured(wanted, output)
        return Compliance(
            rule_id,
            None if value is None else round(value, self._policy.style.decimals),
            compliance.obeyed(wanted, output, self._policy.style),
            _asked(key, wanted),
        )

    # -- telling

    def get(
        self,
        generation_id: str | None = None,
        *,
        run_id: str | None = None,
        episode_id: str | None = None,
        project_id: str | None = None,
    ) -> Explanation:
        """By its own id, by the run it was made in, or by the episode that came of it."""
        made = self.find(
            generation_id=generation_id,
            run_id=run_id,
            episode_id=episode_id,
            project_id=project_id,
        )
        live = self.of(made)
        made = replace(made, references=self._as_of_now(made, live))
        heaviest = sorted(made.references, key=lambda each: (-each.weight, each.id))
        return Explanation(
            made,
            tuple(_told(made, each, live) for each in heaviest),
            tuple(influence.groups(made.references).items()),
            None if made.compliance is None else tuple(self._explained(made.compliance, live)),
        )

    def _as_of_now(self, made: Generation, live: Remembered) -> tuple[Reference, ...]:
        """The references weighed as the author has judged their episodes since."""
        effects = {
            each.id: 0.0 if each.id in live.refused and each.effect is not None else each.effect
            for each in made.references
        }
        return influence.weighed(made.references, effects, self._policy.influence, live.refused)

    def find(
        self,
        *,
        generation_id: str | None = None,
        run_id: str | None = None,
        episode_id: str | None = None,
        project_id: str | None = None,
    ) -> Generation:
        """The trace, if it is global or the project's own (C92)."""
        given = {"generationId": generation_id, "runId": run_id, "episodeId": episode_id}
        validation.check_ids(self._policy.recording, **given, projectId=project_id)
        if sum(each is not None for each in given.values()) != 1:
            raise InvalidArgument(
                "name exactly one of generationId, runId and episodeId", field="generationId"
            )
        self._pending_traces.settle()
        made = self._kept(generation_id, run_id, episode_id)
        if made is None:
            raise TraceMismatch("there is no trace of that: check the id; old traces are deleted")
        refuse_strangers(made.project_id, project_id)
        return made

    def _kept(
        self, generation_id: str | None, run_id: str | None, episode_id: str | None
    ) -> Generation | None:
        if generation_id is not None:
            return self._trace_store.get(None, generation_id)
        if run_id is not None:
            return self._trace_store.by_run(run_id)
        episode = str(episode_id)
        found = self._trace_store.by_episode(episode)
        if found is None:  # one that was only recorded with the generation's id
            for each in self._episode_store.get(id=episode):
                if each.generation_id is not None:
                    found = self._trace_store.get(None, each.generation_id)
        return found

    def _explained(self, measured: Sequence[Compliance], live: Remembered) -> Iterator[Complied]:
        key = self._settings.redaction_key()
        for each in measured:
            yield _with_predicate(key, each, live.rules.get(each.rule_id))


def _ids(made: Generation, kind: Kind) -> set[str]:
    return {each.id for each in made.references if each.kind is kind}


# -- measuring


@dataclass(frozen=True, slots=True)
class _Seen:
    """Where an output stands: the scene, the text that was there anyway, and what of it the
    output was made from."""

    project_id: str | None
    skill_id: str
    scene_type: str
    text: str
    source: str


@dataclass(frozen=True, slots=True)
class _Outcome:
    references: tuple[Reference, ...]
    compliance: tuple[Compliance, ...]


def _around(request: Request, reach: int) -> str:
    """Of a long text only what is near: the rest was in no prompt."""
    start = end = len(request.text) if request.cursor is None else request.cursor
    if request.selection is not None:
        start, end = request.selection.start, request.selection.end
    return request.text[max(0, start - reach) : end + reach]


def _asked(key: bytes, wanted: Predicate) -> str:
    """So that a rule that was changed since is not said to have asked for what it asks now."""
    return sealed(key, rule_text.said(wanted).en)


def _told(made: Generation, reference: Reference, live: Remembered) -> Told:
    return Told(
        reference,
        reference.tokens / max(1, made.tokens),
        live.texts.get(reference.id),
        reference.id in live.gone,
        made.verdict_on(reference.id),
        live.times.get(reference.id),
    )


def _with_predicate(key: bytes, measure: Compliance, rule: Rule | None) -> Complied:
    predicate = None if rule is None else rule.predicate
    if predicate is None or _asked(key, predicate) != measure.asked:
        return Complied(measure)
    said = rule_text.said(predicate)
    return Complied(measure, predicate, (said.en, said.zh))
