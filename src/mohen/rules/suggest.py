"""A model's part in a distillation: it words what was found, and names what statistics miss."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from mohen.core.logs import logger
from mohen.errors import StoreError
from mohen.models.model import Purpose
from mohen.models.model_budget import budget_of
from mohen.rules import model_questions
from mohen.rules.model import Candidate, Suggestions
from mohen.text import redact

if TYPE_CHECKING:
    from mohen.core.settings import UserSettings
    from mohen.core.settings_model import Settings
    from mohen.episodes.model import Episode
    from mohen.models.model_budget import ModelBudget
    from mohen.policy import Policy

log = logger(__name__)


class RuleSuggestions:
    """Asks a model about the rules that statistics found in a project."""

    def __init__(
        self, *, model_budget: ModelBudget, policy: Policy, settings: UserSettings
    ) -> None:
        self._model_budget = model_budget
        self._policy = policy
        self._settings = settings

    def suggest(
        self,
        project_id: str,
        candidates: Sequence[Candidate],
        samples: Callable[[], Sequence[Episode]],
        run_id: str | None = None,
        names: Callable[[], Sequence[str]] = tuple,
    ) -> Suggestions:
        """What a model adds to the rules that statistics found in a project (R43, C66).

        Nothing, where there is no model or it fails, or its receipt cannot be kept: what statistics
        found is for the caller to write, or to fail with. In privacy mode it sees the rules only,
        and names that the author wants masked are masked in episodes that were kept before, too.
        """
        try:
            return self._suggested(project_id, candidates, samples, run_id, names)
        except StoreError as error:
            log.warning("model not asked, or not listened to: %s (%s)", error.code, error.reason)
            return Suggestions(degraded=error.code)

    def _suggested(
        self,
        project_id: str,
        candidates: Sequence[Candidate],
        samples: Callable[[], Sequence[Episode]],
        run_id: str | None,
        names: Callable[[], Sequence[str]],
    ) -> Suggestions:
        if not self._model_budget.is_wanted(Purpose.DISTILLATION):
            return Suggestions()  # nobody would read the question
        known = self._settings.get()
        own = [each for each in samples() if each.project_id == project_id]
        visible = [] if known.privacy_mode_enabled else [self._masked(known, each) for each in own]
        bounds = self._policy.models
        # A whole question fits into a whole day's budget, though it be small. Where not even a
        # short one does, the budget must be seen to refuse it.
        affordable = budget_of(known, Purpose.DISTILLATION) - bounds.answer_tokens
        asked = model_questions.distillation(
            candidates, visible, self._policy, most=min(bounds.prompt_tokens, affordable)
        ) or model_questions.distillation(
            candidates, visible, self._policy, most=bounds.prompt_tokens
        )
        if asked is None:
            return Suggestions()
        ask, shown = asked
        answer = self._model_budget.consult(
            Purpose.DISTILLATION,
            ask,
            lambda text: model_questions.read_answer(
                text, known=shown, candidates=candidates, policy=self._policy
            ),
            run_id=run_id,
            names=names,
        )
        return answer.value or Suggestions(degraded=answer.degraded)

    def _masked(self, known: Settings, episode: Episode) -> Episode:
        if not known.redact_names:
            return episode
        key, names, bounds = (
            self._settings.redaction_key(), known.redact_names, self._policy.settings,
        )  # fmt: skip
        hidden = episode.texts.changed(lambda text: redact.mask(text, names, key, bounds))
        return replace(episode, texts=hidden)
