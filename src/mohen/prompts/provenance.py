"""Why something was written: what a prompt was made of is kept with each generation, and what
each memory had to do with the output is measured, not guessed (R82, R83).

A trace holds ids, numbers and sealed hashes. What its memories say is read where they live when
somebody asks, so what was deleted is not told here either (C93).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mohen.core import health, settings
from mohen.core.degradation import Reason
from mohen.core.keyed_hash import sealed
from mohen.core.scope import Scope
from mohen.episodes import validate
from mohen.episodes.model import Episode
from mohen.errors import InvalidArgument, StoreError, TraceMismatch
from mohen.prompts import cache_report, influence, memory_lines, self_output
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
from mohen.rules import compliance, edit, rule_text
from mohen.rules.compliance import Prose
from mohen.rules.model import Predicate, Rule
from mohen.text import tokens

if TYPE_CHECKING:
    from mohen.parts import Parts


# -- What the memories of a trace say now, read where they live.


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
        broken = [health.EPISODES_UNREADABLE]
        parts.health.settle("traces", broken, among=[Reason.EPISODES_UNREADABLE])
        return None
    parts.health.settle("traces", [], among=[Reason.EPISODES_UNREADABLE])
    return found


def _line(parts: Parts, episode: Episode) -> str:
    """As the prompt told it, on its own."""
    words = LANGUAGES[settings.load(parts).prompt_language]
    most = parts.policy.context.episode_tokens
    return memory_lines.episode(
        episode, words, most, lambda text: tokens.estimate(text, parts.policy.tokens)
    )


def keep(
    parts: Parts,
    assembly: Assembly,
    *,
    model: str,
    run_id: str | None = None,
    session_id: str | None = None,
    outputs: Sequence[str] = (),
    episode_id: str | None = None,
) -> Generation:
    """Once for each generation; without outputs nobody has written anything yet."""
    request = assembly.request
    around = _around(request, parts.policy.context.surrounding_max)
    seen = _Seen(
        request.project_id,
        request.skill_id,
        assembly.scene_type,
        around,
        source=assembly.selected or around,
    )
    references = influence.merged(assembly.references)
    found = _measured(parts, references, seen, assembly.material, outputs)
    key = settings.redaction_key(parts)
    made = Generation(
        id=assembly.generation_id or parts.ids.new("gen"),
        run_id=run_id,
        project_id=request.project_id,
        skill_id=request.skill_id,
        model=model,
        tokenizer=assembly.tokenizer,
        session_id=session_id,
        episode_id=episode_id,
        scene_type=assembly.scene_type,
        at=parts.clock.now(),
        stable_prefix_hash=assembly.stable_prefix_hash,
        prompt_hash=assembly.prompt_hash,
        tokens=assembly.tokens,
        references=found.references,
        compliance=found.compliance if outputs else None,
        pieces=cache_report.of(assembly.sections, key, parts.policy.context),
        echoes=self_output.fingerprints(parts, assembly, key),
    )
    parts.mind_db.write(lambda tx: parts.generations.add(tx, made))
    return made


def complete(
    parts: Parts,
    generation_id: str,
    outputs: Sequence[str],
    *,
    project_id: str | None,
    episode_id: str | None = None,
    text: str = "",
) -> bool:
    """The output of a prompt that was kept without one, or the one that was chosen: measured
    beside `text`, which stood there before. False when there is no such trace of the project, or
    nothing to measure."""
    parts.unkept.settle()
    made = parts.generations.get(None, generation_id)
    told = [each for each in outputs if each.strip()]
    if made is None or made.project_id != project_id or not told:
        return False
    seen = _Seen(project_id, made.skill_id, made.scene_type, text, source=text)
    live = of(parts, made)
    found = _measured(parts, made.references, seen, live.texts, told)
    return parts.mind_db.write(
        lambda tx: parts.generations.put_outcome(
            tx, generation_id, found.references, found.compliance, episode_id
        )
    ).value


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


def _measured(
    parts: Parts,
    references: Sequence[Reference],
    seen: _Seen,
    material: Mapping[str, str],
    outputs: Sequence[str],
) -> _Outcome:
    """What the output shows of each memory, and so how much each had to do with it."""
    policy = parts.policy
    if not outputs:
        return _Outcome(influence.weighed(references, {}, policy.influence), ())
    measurable = rules(parts, references, seen.project_id)
    key = settings.redaction_key(parts)
    output = compliance.read(outputs, policy.style)
    source = compliance.read([seen.source], policy.style)
    effects: dict[str, float | None] = {}
    complied: list[Compliance] = []
    for each in references:
        rule = measurable.get(each.id)
        wanted = None if rule is None else rule.predicate
        if wanted is None:
            words = material.get(each.id)
            effects[each.id] = (
                each.effect if words is None else influence.of_words(words, outputs, seen.text)
            )
        elif not compliance.applies(wanted, seen.scene_type, seen.skill_id):
            effects[each.id] = 0.0  # it was in the prompt, and speaks of other scenes
        else:
            effects[each.id] = influence.of_rule(
                wanted, output, source, policy.style, policy.influence
            )
            complied.append(_complied(parts, key, each.id, wanted, output))
    weighed = influence.weighed(references, effects, policy.influence)
    return _Outcome(weighed, tuple(complied))


def _complied(
    parts: Parts, key: bytes, rule_id: str, wanted: Predicate, output: Prose
) -> Compliance:
    value = compliance.measured(wanted, output)
    return Compliance(
        rule_id,
        None if value is None else round(value, parts.policy.style.decimals),
        compliance.obeyed(wanted, output, parts.policy.style),
        _asked(key, wanted),
    )


def _asked(key: bytes, wanted: Predicate) -> str:
    """So that a rule that was changed since is not said to have asked for what it asks now."""
    return sealed(key, rule_text.said(wanted).en)


# -- telling


def get(
    parts: Parts,
    *,
    generation_id: str | None = None,
    run_id: str | None = None,
    episode_id: str | None = None,
    project_id: str | None = None,
) -> Explanation:
    """By its own id, by the run it was made in, or by the episode that came of it."""
    made = find(
        parts,
        generation_id=generation_id,
        run_id=run_id,
        episode_id=episode_id,
        project_id=project_id,
    )
    live = of(parts, made)
    heaviest = sorted(made.references, key=lambda each: (-each.weight, each.id))
    return Explanation(
        made,
        tuple(_told(made, each, live) for each in heaviest),
        tuple(influence.groups(made.references).items()),
        None if made.compliance is None else tuple(_explained(parts, made.compliance, live)),
    )


def find(
    parts: Parts,
    *,
    generation_id: str | None = None,
    run_id: str | None = None,
    episode_id: str | None = None,
    project_id: str | None = None,
) -> Generation:
    """The trace, if it is global, the project's own, or nobody says where they look from."""
    given = {"generationId": generation_id, "runId": run_id, "episodeId": episode_id}
    validate.check_ids(parts.policy.recording, **given, projectId=project_id)
    if sum(each is not None for each in given.values()) != 1:
        raise InvalidArgument(
            "name exactly one of generationId, runId and episodeId", field="generationId"
        )
    parts.unkept.settle()
    made = _kept(parts, generation_id, run_id, episode_id)
    if made is None:
        raise TraceMismatch("there is no trace of that: check the id; old traces are deleted")
    edit.refuse_strangers(made.project_id, project_id)
    return made


def _kept(
    parts: Parts, generation_id: str | None, run_id: str | None, episode_id: str | None
) -> Generation | None:
    if generation_id is not None:
        return parts.generations.get(None, generation_id)
    if run_id is not None:
        return parts.generations.by_run(run_id)
    episode = str(episode_id)
    found = parts.generations.by_episode(episode)
    if found is None:  # one that was only recorded with the generation's id
        for each in parts.episodes.get(id=episode):
            if each.generation_id is not None:
                found = parts.generations.get(None, each.generation_id)
    return found


def _told(made: Generation, reference: Reference, live: Remembered) -> Told:
    return Told(
        reference,
        reference.tokens / max(1, made.tokens),
        live.texts.get(reference.id),
        reference.id in live.gone,
        made.verdict_on(reference.id),
        live.times.get(reference.id),
    )


def _explained(
    parts: Parts, measured: Sequence[Compliance], live: Remembered
) -> Iterator[Complied]:
    key = settings.redaction_key(parts)
    for each in measured:
        yield _with_predicate(key, each, live.rules.get(each.rule_id))


def _with_predicate(key: bytes, measure: Compliance, rule: Rule | None) -> Complied:
    predicate = None if rule is None else rule.predicate
    if predicate is None or _asked(key, predicate) != measure.asked:
        return Complied(measure)
    said = rule_text.said(predicate)
    return Complied(measure, predicate, (said.en, said.zh))
