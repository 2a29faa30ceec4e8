"""What rules leave undecided, put to a model: each phase within its part of the day's tokens
(R194, R195, R200, C65), so that the first cannot spend what the others need."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from mohen.core.scope import Scope
from mohen.knowledge.consolidation import model_questions
from mohen.knowledge.consolidation.model import Piece, Statement
from mohen.knowledge.consolidation.model_questions import Asked
from mohen.knowledge.model import USER, EntityType
from mohen.knowledge.understanding import importance as understanding_importance
from mohen.models import model_budget
from mohen.models.model import Purpose

if TYPE_CHECKING:
    from mohen.knowledge.consolidation.run import Run
    from mohen.knowledge.store import KnowledgeStore
    from mohen.models.model_budget import ModelBudget
    from mohen.policy import Policy
    from mohen.text.masking import KnownNames


T = TypeVar("T")

_USER = ("用户", USER)  # who is nobody in particular

Shown = tuple[Piece, ...]
Make = Callable[[int], Asked | None]
"""A question that costs at most so many tokens, its answer included."""


class PhaseQuestions:
    """Puts to a model what the rules of a phase leave undecided."""

    def __init__(
        self,
        *,
        knowledge_store: KnowledgeStore,
        model_budget: ModelBudget,
        policy: Policy,
        prompt_masks: KnownNames,
    ) -> None:
        self._knowledge_store = knowledge_store
        self._model_budget = model_budget
        self._policy = policy
        self._prompt_masks = prompt_masks

    def is_wanted(self, run: Run) -> bool:
        return self._model_budget.is_wanted(Purpose.CONSOLIDATION, run.config.model)

    def sift(self, run: Run, pieces: Sequence[Piece]) -> tuple[Shown, Mapping[int, float]] | None:
        """Some of these, and how much those matter that are worth keeping, by their numbers. None
        where nobody can be asked."""
        policy, texts = self._policy, _texts(pieces)
        most = policy.questions.sift
        asked = self._fitting(
            run,
            lambda room: model_questions.sift_ask(texts, policy, most=min(most, room)),
            share=_upto(policy, most),
        )
        if asked is None:
            return None
        shown = tuple(pieces[at] for at in asked.shown)
        kept = self._ask(
            run,
            asked,
            lambda text: model_questions.read_sifted(text, len(shown), policy),
            share=_upto(policy, most),
        )
        if kept is None:
            return None
        return shown, {shown[at - 1].id: importance for at, importance in kept.items()}

    def read(
        self, run: Run, pieces: Sequence[Piece]
    ) -> tuple[Shown, list[tuple[Piece, Statement, float]]] | None:
        """Some of these, and what they say. None where nobody can be asked."""
        policy, texts = self._policy, _texts(pieces)
        most = policy.questions.extract
        share = _upto(policy, policy.questions.sift + most)
        asked = self._fitting(
            run,
            lambda room: model_questions.extract_ask(texts, policy, most=min(most, room)),
            share=share,
        )
        if asked is None:
            return None
        shown = tuple(pieces[at] for at in asked.shown)
        said = self._ask(
            run,
            asked,
            lambda text: model_questions.read_extracted(text, _texts(shown), policy),
            share=share,
        )
        if said is None:
            return None
        made = [(shown[at - 1], statement) for at, statement in said]
        return shown, understanding_importance.worth(made, run.config, policy.knowledge)

    def _fitting(self, run: Run, make: Make, *, share: float) -> Asked | None:
        """A question that can be paid for; where only the money is missing, that is said."""
        asked = make(self._model_budget.room(Purpose.CONSOLIDATION, share))
        if asked is None and make(self._policy.models.consolidation_tokens) is not None:
            run.degraded = model_budget.SPENT
        return asked

    def _ask(self, run: Run, asked: Asked, read: Callable[[str], T], *, share: float) -> T | None:
        answer = self._model_budget.consult(
            Purpose.CONSOLIDATION,
            asked.ask,
            read,
            run_id=run.id,
            names=lambda: self._names(run),
            share=share,
            model=run.config.model,
        )
        run.degraded = answer.degraded or run.degraded
        return answer.value

    def _names(self, run: Run) -> tuple[str, ...]:
        """Whom a remote model need not know: whom the author named, and people spoken of before."""
        spoken_of = self._knowledge_store.entities(Scope(run.project_id))
        people = (
            name for name, kind, _ in spoken_of if kind == EntityType.PERSON and name not in _USER
        )
        return (*self._prompt_masks.known(run.project_id), *people)


def _upto(policy: Policy, tokens: int) -> float:
    """How much of a day's budget may be gone by the end of a phase, whatever the user set it to."""
    return tokens / policy.models.consolidation_tokens


def _texts(pieces: Sequence[Piece]) -> list[str]:
    return [each.fragment.text for each in pieces]
