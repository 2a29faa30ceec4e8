"""Phase 2: what is worth keeping (R194, R204). Rules first; what they cannot decide goes to a
model, if there is one and its budget allows, and otherwise goes, and is counted."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from mohen.core import system
from mohen.knowledge.consolidation.model import Piece, Verdict
from mohen.knowledge.consolidation.reasons import Reason
from mohen.knowledge.consolidation.store import FragmentStore, Judged

if TYPE_CHECKING:
    from mohen.core.database import Tx
    from mohen.knowledge.consolidation.ask_model import PhaseQuestions
    from mohen.knowledge.consolidation.run import Run
    from mohen.policy import Policy


class Sifter:
    """Phase 2: decides what is worth keeping."""

    def __init__(
        self,
        *,
        fragment_store: FragmentStore,
        phase_questions: PhaseQuestions,
        policy: Policy,
    ) -> None:
        self._fragment_store = fragment_store
        self._phase_questions = phase_questions
        self._policy = policy

    def sift(self, run: Run) -> None:
        self._by_rules(run, ask=run.waits or self._phase_questions.is_wanted(run))
        if not run.waits:
            self._by_model(run)
            self._let_go(run)

    def _by_rules(self, run: Run, *, ask: bool) -> None:
        """What is undecided waits for a model only if there is one."""
        after = 0
        while pieces := self._fragment_store.unsifted(run.project_id, after=after, limit=run.batch):
            judged, dropped, undecided = list[Judged](), list[int](), 0
            for each, verdict, reason in self._screened(pieces):
                if not ask and verdict is Verdict.UNDECIDED and self._tells(each):
                    verdict = Verdict.KEPT
                undecided += verdict is Verdict.UNDECIDED
                if verdict is Verdict.KEPT or (ask and verdict is Verdict.UNDECIDED):
                    judged.append((each.id, verdict, reason, None))
                else:
                    dropped.append(each.id)
            self._write(run, judged, dropped, undecided=0 if ask else undecided)
            after = pieces[-1].id

    def _screened(self, pieces: list[Piece]) -> Iterator[tuple[Piece, Verdict, Reason]]:
        """What screening cannot decide is kept where the templates of phase 3 understand it."""
        from mohen.knowledge.understanding import extraction, worth_keeping

        policy = self._policy
        for _, said in groupby(pieces, key=lambda each: each.fragment.source):
            judged = [
                (each, worth_keeping.screen(each.fragment, policy.screening)) for each in said
            ]
            alive = [each for each in judged if each[1].verdict is not Verdict.DROPPED]
            understood: set[int] = set()
            if any(screened.reason is Reason.UNCLEAR for _, screened in alive):
                fragments = [each.fragment for each, _ in alive]
                made = extraction.extract(
                    fragments,
                    offset_ms=system.offset(fragments[0].at),
                    policy=policy.extraction,
                )
                understood = {alive[index][0].id for index, _ in made.statements}
            for each, screened in judged:
                if screened.reason is Reason.UNCLEAR and each.id in understood:
                    yield each, Verdict.KEPT, Reason.UNDERSTOOD
                else:
                    yield each, screened.verdict, screened.reason

    def _by_model(self, run: Run) -> None:
        while pieces := self._undecided(run):
            told = self._phase_questions.sift(run, pieces)
            if told is None:
                return
            shown, kept = told
            judged: list[Judged] = [
                (each.id, Verdict.KEPT, "a model says so", kept[each.id])
                for each in shown
                if each.id in kept
            ]
            self._write(run, judged, [each.id for each in shown if each.id not in kept])

    def _let_go(self, run: Run) -> None:
        """What nobody decided is kept as it was said, where that tells something; the rest is not,
        and said to be so."""
        while pieces := self._undecided(run):
            told = [each.id for each in pieces if self._tells(each)]
            left = [each.id for each in pieces if each.id not in told]
            judged: list[Judged] = [(each, Verdict.KEPT, Reason.UNCLEAR, None) for each in told]
            self._write(run, judged, left, undecided=len(left))

    def _tells(self, piece: Piece) -> bool:
        """Whether it is kept in its own words."""
        from mohen.knowledge.understanding import extraction

        offset, policy = system.offset(piece.fragment.at), self._policy.extraction
        said = extraction.in_own_words(piece.fragment, offset_ms=offset, policy=policy)
        return said is not None

    def _undecided(self, run: Run) -> list[Piece]:
        return self._fragment_store.undecided(run.project_id, after=0, limit=run.batch)

    def _write(
        self, run: Run, judged: list[Judged], dropped: list[int], *, undecided: int = 0
    ) -> None:
        def write(tx: Tx) -> None:
            self._fragment_store.judge(tx, judged)
            self._fragment_store.drop(tx, dropped)

        kept = sum(verdict is Verdict.KEPT for _, verdict, _, _ in judged)
        run.write(write, kept=kept, undecided=undecided)
