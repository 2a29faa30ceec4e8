"""The author says whether a generation was what they wanted, and the rules behind it move (R86).

The verdict becomes an episode, linked to each rule that is meant: such a link stays whatever a
distillation makes of the rest. What the author confirmed or typed keeps its confidence (R75).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from mohen.core import validation
from mohen.core.values import dataclass
from mohen.episodes import style_evidence
from mohen.episodes.model import Draft, Episode
from mohen.errors import EpisodeWriteFailed, InvalidArgument, StoreError
from mohen.prompts import influence
from mohen.prompts.model import WHOLE, Generation, Judged, Kind, Moved, Unmoved, Verdict
from mohen.rules import edit
from mohen.rules.model import Link, Origin, Rule, Tally
from mohen.rules.verdicts import check_reason, heard, keeps_its_confidence, moved, unheard, unlinked

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx
    from mohen.core.ports import Clock
    from mohen.episodes.record import Episodes
    from mohen.episodes.store import EpisodeStore
    from mohen.episodes.style_evidence import Evidence
    from mohen.policy import Policy
    from mohen.prompts.policy import Influence
    from mohen.prompts.provenance import Provenance
    from mohen.prompts.store import TraceStore
    from mohen.rules.label_learning import LabelLearning
    from mohen.rules.store import RuleStore


class Verdicts:
    """Moves the rules behind a generation that the author judged."""

    def __init__(
        self,
        *,
        clock: Clock,
        episode_store: EpisodeStore,
        episodes: Episodes,
        label_learning: LabelLearning,
        mind_db: Database,
        policy: Policy,
        provenance: Provenance,
        rule_store: RuleStore,
        trace_store: TraceStore,
    ) -> None:
        self._clock = clock
        self._episode_store = episode_store
        self._episodes = episodes
        self._label_learning = label_learning
        self._mind_db = mind_db
        self._policy = policy
        self._provenance = provenance
        self._rule_store = rule_store
        self._trace_store = trace_store

    # -- What an author's verdict on a generation says of the rules behind it (R86).

    def judge(
        self,
        generation_id: str,
        verdict: Verdict,
        *,
        reason: str | None = None,
        target_id: str | None = None,
        project_id: str | None = None,
    ) -> Judged:
        """On one memory, or on the whole: then the rules that weighed most are meant. The first
        verdict stands; a second one on the same changes nothing."""
        validation.check_ids(self._policy.recording, targetId=target_id)
        said = check_reason(reason, self._policy.recording)
        try:
            made = self._provenance.find(generation_id=generation_id, project_id=project_id)
            return self._judged(made, verdict, said, target_id)
        except StoreError as error:
            raise EpisodeWriteFailed.because(error, what="the verdict") from error

    def _judged(
        self, made: Generation, verdict: Verdict, reason: str | None, target_id: str | None
    ) -> Judged:
        if target_id is not None and all(each.id != target_id for each in made.references):
            raise InvalidArgument(
                "targetId must be a memory that the generation refers to", field="targetId"
            )
        if made.verdict_on(target_id or WHOLE) is not None:
            return Judged(recorded=False)
        case = _Case(self._policy.influence, made, verdict is Verdict.CORRECT, reason, target_id)
        episode_id = self._recorded(case)
        return self._mind_db.write(lambda tx: self._move(case, tx, verdict, episode_id)).value

    # -- the episode

    def _recorded(self, case: _Case) -> str | None:
        """Its id; None for a generation of no project, which has no episodes."""
        made = case.made
        if made.project_id is None:
            return None
        source = self._source(case)
        draft = self._draft(case, made.project_id, source)
        return self._episodes.record(
            draft,
            evidence=self._evidence(case, draft),
            repeats=None if source is None else source.id,
        ).episode.id

    def _draft(self, case: _Case, project_id: str, source: Episode | None) -> Draft:
        """Accepted or rejected as it was judged, in the scene that was written. Not under the
        generation's id: an undo of the generation means the episode in which it was used."""
        made = case.made
        return Draft(
            project_id=project_id,
            skill_used=made.skill_id,
            input_context="" if source is None else source.texts.input_context,
            candidates=("" if source is None else _output(source),),
            selected_index=0 if case.correct else -1,
            scene_type=made.scene_type,
            explicit=case.reason,
        )

    def _source(self, case: _Case) -> Episode | None:
        """The episode that the generation was used in, if there is one and it can be read."""
        try:
            found = (
                self._episode_store.get(id=case.made.episode_id)
                if case.made.episode_id is not None
                else self._episode_store.get(generation=case.made.id)
            )
        except StoreError:
            return None  # the record will say what is wrong
        own = [each for each in found if each.project_id == case.made.project_id]
        return own[0] if own else None

    def _evidence(self, case: _Case, draft: Draft) -> Evidence:
        """What was said. The text itself was judged in the episode it was used in, and is not
        again."""
        measured = style_evidence.evidence(
            draft.candidates,
            draft.selected_index,
            None,
            self._policy.style,
            explicit=case.reason,
        )
        return replace(measured, pairs=())

    # -- the rules, inside the lane

    def _move(self, case: _Case, tx: Tx, verdict: Verdict, episode_id: str | None) -> Judged:
        now = self._trace_store.get(tx, case.made.id)
        if now is not None and now.verdict_on(case.target_id or WHOLE) is not None:
            return Judged(recorded=False)  # somebody was faster
        kinds = {each.id: each.kind for each in case.made.references}
        results = {id: self._moved(case, tx, id, kinds, episode_id) for id in case.meant}
        for id in (case.target_id or WHOLE, *results):
            self._trace_store.put_verdict(tx, case.made.id, id, verdict)
        moved = tuple(each for each in results.values() if isinstance(each, Moved))
        return Judged(
            recorded=True,
            episode_id=episode_id,
            lowered=() if case.correct else moved,
            raised=moved if case.correct else (),
            unchanged=tuple(
                (id, each) for id, each in results.items() if isinstance(each, Unmoved)
            ),
        )

    def _moved(
        self, case: _Case, tx: Tx, id: str, kinds: Mapping[str, Kind], episode_id: str | None
    ) -> Moved | Unmoved:
        if kinds[id] is not Kind.SEMANTIC:
            return Unmoved.NOT_A_RULE
        rule = self._rule_store.get(tx, id)
        if rule is None:
            return Unmoved.DELETED
        after = self._weighed(case, tx, rule, episode_id)
        if keeps_its_confidence(rule):
            after = replace(after, confidence=rule.confidence)
        if after.confidence != rule.confidence:
            after = replace(after, updated_at=after.evidence_at, version=rule.version + 1)
            kind = "raised" if case.correct else "lowered"
            event = edit.event(kind, rule, after, after.evidence_at)
            self._rule_store.add_event(tx, event)
        self._rule_store.replace(tx, after)
        return _told(rule, after)

    def _weighed(self, case: _Case, tx: Tx, rule: Rule, episode_id: str | None) -> Rule:
        """The rule with one more that speaks for or against it, linked to the episode it is."""
        policy = self._policy.learning
        before = self._spoken(tx, rule, episode_id)
        after = heard(before, supports=case.correct, weight=policy.comment)
        if episode_id is None:  # nothing to link to: counted as an episode that is gone (C3)
            after = unlinked(after, before)
        else:
            self._rule_store.put_links(
                tx, rule.id, [Link(episode_id, case.correct, policy.comment, verdict=True)]
            )
        sure = moved(rule.confidence, before, after, policy.confidence_prior, supports=case.correct)
        return replace(rule, tally=after, confidence=sure, evidence_at=self._clock.now())

    def _spoken(self, tx: Tx, rule: Rule, episode_id: str | None) -> Tally:
        """All that spoke before this episode: a distillation may have heard its comment already."""
        learned = rule.origin is Origin.LEARNED
        spoken = self._label_learning.spoken(tx, rule) if learned else rule.tally
        links = self._rule_store.links(rule.id, reader=tx)
        heard = [each for each in links if each.episode_id == episode_id]
        return unheard(spoken, heard)


@dataclass(frozen=True, slots=True)
class _Case:
    """A verdict, and what it is about."""

    policy: Influence
    made: Generation
    correct: bool
    reason: str | None
    target_id: str | None

    @property
    def meant(self) -> list[str]:
        """Memories that it is about, those left out on which there is a verdict already."""
        ids = [self.target_id] if self.target_id else self._heaviest()
        return [each for each in ids if self.made.verdict_on(each) is None]

    def _heaviest(self) -> list[str]:
        return influence.heaviest_rules(self.made.references, self.policy)


def _output(episode: Episode) -> str:
    """What was chosen, or the first of what was not."""
    candidates = episode.texts.candidates
    return candidates[max(0, episode.selected_index or 0)] if candidates else ""


def _told(before: Rule, after: Rule) -> Moved | Unmoved:
    if after.confidence != before.confidence:
        return Moved(after.id, before.confidence, after.confidence)
    return Unmoved.CONFIRMED if keeps_its_confidence(after) else Unmoved.SAME
