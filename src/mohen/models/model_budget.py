"""Asking a language model: within its budget, with a receipt, and never to anybody's harm.

The tokens a call may cost at most are taken from the day's budget before it is made, in one
transaction, so that two processes cannot both spend the last of it (C65, C91). What the call
really cost takes their place when it is over; if the process dies meanwhile, they stay spent.
Whatever goes wrong, what rules and statistics say stands, and it is visible (R49, R113).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Generic, TypeVar

from mohen.core import health
from mohen.core.degradation import Reason
from mohen.core.logs import logger
from mohen.core.policy import DAY_MS
from mohen.core.values import dataclass
from mohen.errors import (
    ConfidenceOutOfRange,
    ModelError,
    ModelNotReady,
    ModelTimeout,
    MohenError,
)
from mohen.models.model import Ask, ModelState, Purpose, Receipt, Reply, Result, Spending
from mohen.text import tokens
from mohen.text.masking import Mask
from mohen.text.tokens import Message

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx
    from mohen.core.health import Health
    from mohen.core.ports import Clock
    from mohen.core.settings import UserSettings
    from mohen.core.settings_model import Settings
    from mohen.models.ports import LanguageModel, ModelFor
    from mohen.models.store import ReceiptStore
    from mohen.policy import Policy


log = logger(__name__)

T = TypeVar("T")

SPENT = Reason.BUDGET_SPENT.code

DEFAULT, NONE = "default", "none"
"""The model of the settings, and none at all."""

_NO_SERVER = "a model is named, and no server is set: `mohen config set model openai:NAME`"

_BUDGETS = {
    Purpose.DISTILLATION: "distillation_tokens_per_day",
    Purpose.CONSOLIDATION: "consolidation_tokens_per_day",
}


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    """What was read from an answer, or None; `degraded` is the code of why there is none.

    Neither, when nobody wants a model to be asked: none is configured, or its budget is 0.
    """

    value: T | None = None
    degraded: str | None = None


class ModelBudget:
    """Asks a language model within its budget, with a receipt."""

    def __init__(
        self,
        *,
        clock: Clock,
        health: Health,
        mind_db: Database,
        model_for: ModelFor,
        policy: Policy,
        receipt_store: ReceiptStore,
        settings: UserSettings,
    ) -> None:
        self._clock = clock
        self._health = health
        self._mind_db = mind_db
        self._model_for = model_for
        self._policy = policy
        self._receipt_store = receipt_store
        self._settings = settings

    def consult(
        self,
        purpose: Purpose,
        ask: Ask,
        read: Callable[[str], T],
        *,
        run_id: str | None = None,
        names: Callable[[], Sequence[str]] = tuple,
        share: float = 1.0,
        model: str = DEFAULT,
    ) -> Answer[T]:
        """Ask the configured model, if the day's budget for this purpose allows it (C65).

        `read` makes sense of the answer, and raises `ModelError` or `ConfidenceOutOfRange` where
        there is none in it. `names`: whom a remote model need not know, if the author wants that.
        `share`: how much of the budget may be spent by then; the rest is meant for something else.
        `model`: another one of the same server, NONE for none.
        """
        known = self._settings.get()
        budget = budget_of(known, purpose)
        if not budget:
            return Answer()
        try:
            asked = self._named(known, model)
        except MohenError as error:  # it was accepted once; its package may be gone since
            return self._silent(purpose, error)
        if asked is None:
            return Answer()
        if known.mask_names_enabled and asked.remote:
            ask, read = _hidden(ask, read, Mask.of(names(), self._settings.redaction_key()))
        receipt = self._reserve(purpose, ask, int(budget * share), asked.name, run_id)
        if receipt is None:
            return self._over_budget(purpose) if share == 1 else Answer(degraded=SPENT)
        self._health.settle(purpose, [], among=[Reason.BUDGET_SPENT])
        return self._asked(purpose, ask, asked, read, receipt)

    def _named(self, known: Settings, name: str) -> LanguageModel | None:
        """Raises `MohenError` where it cannot be asked."""
        if name == DEFAULT:
            return self._model_for(known.model)
        if name == NONE:
            return None
        if self.no_server(name):
            raise ModelNotReady(_NO_SERVER)
        return self._model_for(replace(known.model, model=name))

    def no_server(self, name: str) -> bool:
        """Whether a model is named, and there is nobody to ask for it."""
        return name not in (DEFAULT, NONE) and self._settings.get().model.kind in (NONE, "offline")

    def _asked(
        self,
        purpose: Purpose,
        ask: Ask,
        model: LanguageModel,
        read: Callable[[str], T],
        receipt: int,
    ) -> Answer[T]:
        try:
            reply = model.ask(ask.messages, max_tokens=ask.max_tokens)
        except ModelTimeout as error:
            # Nobody knows what it did meanwhile: the tokens count as spent.
            self._settle(receipt, Result.FAILED, ask.tokens, ask.max_tokens)
            return self._silent(purpose, error)
        except ModelError as error:
            self._settle(receipt, Result.FAILED, 0, 0)
            return self._silent(purpose, error)
        cost = self._cost(ask, reply)
        try:
            value = read(reply.text)
        except (ModelError, ConfidenceOutOfRange) as error:
            self._settle(receipt, Result.NONSENSE, *cost)
            return self._silent(purpose, error)
        self._settle(receipt, Result.OK, *cost)
        log.info("model asked for %s: %d tokens in, %d out", purpose, *cost)
        self._health.settle("model", [], among=[Reason.MODEL_UNAVAILABLE])
        return Answer(value)

    def _cost(self, ask: Ask, reply: Reply) -> tuple[int, int]:
        """What the server counted, or our estimate where it did not."""
        guessed = tokens.ceiling(reply.text, self._policy.tokens)
        return (
            ask.tokens if reply.tokens_in is None else reply.tokens_in,
            guessed if reply.tokens_out is None else reply.tokens_out,
        )

    # -- budgets and receipts

    def is_wanted(self, purpose: Purpose, model: str = DEFAULT) -> bool:
        """Whether a model is configured, though it may not work, and has a budget for this."""
        known = self._settings.get()
        try:
            return bool(budget_of(known, purpose)) and self._named(known, model) is not None
        except MohenError:
            return True

    def room(self, purpose: Purpose, share: float = 1.0) -> int:
        """Tokens that may be spent now, within a share of the day's budget."""
        budget = int(budget_of(self._settings.get(), purpose) * share)
        return max(0, budget - self._receipt_store.spent(purpose, self._today()))

    def spending(self) -> list[Spending]:
        """What each purpose has cost today, and may; one without a budget where it cost
        anything."""
        known, since = self._settings.get(), self._today()
        spent = {purpose: self._receipt_store.spent(purpose, since) for purpose in Purpose}
        return [
            Spending(
                purpose, spent[purpose], budget_of(known, purpose) if purpose in _BUDGETS else None
            )
            for purpose in Purpose
            if purpose in _BUDGETS or spent[purpose]
        ]

    def budgets_renewed(self) -> None:
        """End the alert of a budget that has room again, though nobody has asked since."""
        largest = self._policy.models.prompt_tokens + self._policy.models.answer_tokens
        for each in self.spending():
            if each.budget is not None and each.spent + min(largest, each.budget) <= each.budget:
                self._health.settle(each.purpose, [], among=[Reason.BUDGET_SPENT])

    def state(self) -> ModelState | None:
        """How it stands with the model; None when none is configured."""
        config = self._settings.get().model
        try:
            model = self._model_for(config)
        except MohenError:
            name = f"{config.kind}:{config.model}"
        else:
            if model is None:
                return None
            name = model.name
        return ModelState(name, tuple(self.spending()), self._receipt_store.last_failure())

    def _reserve(
        self, purpose: Purpose, ask: Ask, budget: int, model: str, run_id: str | None
    ) -> int | None:
        """The receipt that holds what the call may cost; None when the budget does not allow it."""
        receipt = Receipt(
            at=self._clock.now(),
            purpose=purpose,
            model=model,
            tokens_in=ask.tokens,
            tokens_out=ask.max_tokens,
            run_id=run_id,
        )
        since = self._today()

        def write(tx: Tx) -> int | None:
            if self._receipt_store.spent(purpose, since, tx) + ask.cost > budget:
                return None
            return self._receipt_store.add(tx, receipt)

        return self._mind_db.write(write).value

    def _settle(self, receipt: int, result: Result, tokens_in: int, tokens_out: int) -> None:
        self._mind_db.write(
            lambda tx: self._receipt_store.settle(tx, receipt, result, tokens_in, tokens_out)
        )

    def _today(self) -> int:
        """When the day began, in UTC."""
        now = self._clock.now()
        return now - now % DAY_MS

    def _over_budget(self, purpose: Purpose) -> Answer[T]:
        found = health.budget_spent(_BUDGETS[purpose].replace("_", "-"))
        log.warning("model not asked for %s: the budget of today is spent", purpose)
        self._health.settle(purpose, [found], among=[Reason.BUDGET_SPENT])
        return Answer(degraded=found.code)

    def _silent(self, purpose: Purpose, error: MohenError) -> Answer[T]:
        log.warning("model gave nothing for %s: %s", purpose, error.code)
        self._health.settle("model", [health.model_silent(error)], among=[Reason.MODEL_UNAVAILABLE])
        return Answer(degraded=error.code)

    # -- distillation


def _hidden(ask: Ask, read: Callable[[str], T], mask: Mask) -> tuple[Ask, Callable[[str], T]]:
    """The same question without names, and its answer read with them."""
    messages = tuple(Message(each.role, mask.hide(each.content)) for each in ask.messages)
    return replace(ask, messages=messages), lambda text: read(mask.restore_json(text))


def budget_of(known: Settings, purpose: Purpose) -> int:
    return int(getattr(known, _BUDGETS[purpose]))
