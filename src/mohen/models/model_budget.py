"""Asking a language model: within its budget, with a receipt, and never to anybody's harm.

The tokens a call may cost at most are taken from the day's budget before it is made, in one
transaction, so that two processes cannot both spend the last of it (C65, C91). What the call
really cost takes their place when it is over; if the process dies meanwhile, they stay spent.
Whatever goes wrong, what rules and statistics say stands, and it is visible (R49, R113).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Generic, TypeVar

from mohen.core import health, settings
from mohen.core.database import Tx
from mohen.core.degradation import Reason
from mohen.core.policy import DAY_MS
from mohen.core.ports import LanguageModel
from mohen.core.settings_model import Settings
from mohen.episodes.model import Episode
from mohen.errors import ConfidenceOutOfRange, ModelError, ModelTimeout, MohenError, StoreError
from mohen.models.model import (
    Ask,
    Candidate,
    Message,
    ModelState,
    Purpose,
    Receipt,
    Reply,
    Result,
    Spending,
    Suggestions,
)
from mohen.rules import model_questions
from mohen.text import redact, tokens
from mohen.text.masking import Mask

if TYPE_CHECKING:
    from mohen.parts import Parts


log = logging.getLogger(__name__)

T = TypeVar("T")

SPENT = Reason.BUDGET_SPENT.code

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


def consult(
    parts: Parts,
    purpose: Purpose,
    ask: Ask,
    read: Callable[[str], T],
    *,
    run_id: str | None = None,
    names: Callable[[], Sequence[str]] = tuple,
    share: float = 1.0,
) -> Answer[T]:
    """Ask the configured model, if the day's budget for this purpose allows it (C65).

    `read` makes sense of the answer, and raises `ModelError` or `ConfidenceOutOfRange` where
    there is none in it. `names`: whom a remote model need not know, if the author wants that.
    `share`: how much of the budget may be spent by then; the rest is meant for something else.
    """
    known = settings.load(parts)
    budget = _budget(known, purpose)
    if not budget:
        return Answer()
    try:
        model = parts.model(known.model)
    except MohenError as error:  # it was accepted once; its package may be gone since
        return _silent(parts, purpose, error)
    if model is None:
        return Answer()
    if known.mask_names_enabled and model.remote:
        ask, read = _hidden(ask, read, Mask.of(names(), settings.redaction_key(parts)))
    receipt = _reserve(parts, purpose, ask, int(budget * share), model.name, run_id)
    if receipt is None:
        return _over_budget(parts, purpose) if share == 1 else Answer(degraded=SPENT)
    parts.health.settle(purpose, [], among=[Reason.BUDGET_SPENT])
    return _asked(parts, purpose, ask, model, read, receipt)


def _hidden(ask: Ask, read: Callable[[str], T], mask: Mask) -> tuple[Ask, Callable[[str], T]]:
    """The same question without names, and its answer read with them."""
    messages = tuple(Message(each.role, mask.hide(each.content)) for each in ask.messages)
    return replace(ask, messages=messages), lambda text: read(mask.restore_json(text))


def _asked(
    parts: Parts,
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
        _settle(parts, receipt, Result.FAILED, ask.tokens, ask.max_tokens)
        return _silent(parts, purpose, error)
    except ModelError as error:
        _settle(parts, receipt, Result.FAILED, 0, 0)
        return _silent(parts, purpose, error)
    cost = _cost(parts, ask, reply)
    try:
        value = read(reply.text)
    except (ModelError, ConfidenceOutOfRange) as error:
        _settle(parts, receipt, Result.NONSENSE, *cost)
        return _silent(parts, purpose, error)
    _settle(parts, receipt, Result.OK, *cost)
    log.info("model asked for %s: %d tokens in, %d out", purpose, *cost)
    parts.health.settle("model", [], among=[Reason.MODEL_UNAVAILABLE])
    return Answer(value)


def _cost(parts: Parts, ask: Ask, reply: Reply) -> tuple[int, int]:
    """What the server counted, or our estimate where it did not."""
    guessed = tokens.ceiling(reply.text, parts.policy.tokens)
    return (
        ask.tokens if reply.tokens_in is None else reply.tokens_in,
        guessed if reply.tokens_out is None else reply.tokens_out,
    )


# -- budgets and receipts


def is_wanted(parts: Parts, purpose: Purpose) -> bool:
    """Whether a model is configured, though it may not work, and has a budget for this."""
    known = settings.load(parts)
    try:
        return bool(_budget(known, purpose)) and parts.model(known.model) is not None
    except MohenError:
        return True


def room(parts: Parts, purpose: Purpose, share: float = 1.0) -> int:
    """Tokens that may be spent now, within a share of the day's budget."""
    budget = int(_budget(settings.load(parts), purpose) * share)
    return max(0, budget - parts.receipts.spent(purpose, _today(parts)))


def spending(parts: Parts) -> list[Spending]:
    """What each purpose has cost today, and may; one without a budget where it cost anything."""
    known, since = settings.load(parts), _today(parts)
    spent = {purpose: parts.receipts.spent(purpose, since) for purpose in Purpose}
    return [
        Spending(purpose, spent[purpose], _budget(known, purpose) if purpose in _BUDGETS else None)
        for purpose in Purpose
        if purpose in _BUDGETS or spent[purpose]
    ]


def budgets_renewed(parts: Parts) -> None:
    """End the alert of a budget that has room again, though nobody has asked since."""
    largest = parts.policy.models.prompt_tokens + parts.policy.models.answer_tokens
    for each in spending(parts):
        if each.budget is not None and each.spent + min(largest, each.budget) <= each.budget:
            parts.health.settle(each.purpose, [], among=[Reason.BUDGET_SPENT])


def state(parts: Parts) -> ModelState | None:
    """How it stands with the model; None when none is configured."""
    config = settings.load(parts).model
    try:
        model = parts.model(config)
    except MohenError:
        name = f"{config.kind}:{config.model}"
    else:
        if model is None:
            return None
        name = model.name
    return ModelState(name, tuple(spending(parts)), parts.receipts.last_failure())


def _reserve(
    parts: Parts, purpose: Purpose, ask: Ask, budget: int, model: str, run_id: str | None
) -> int | None:
    """The receipt that holds what the call may cost; None when the budget does not allow it."""
    receipt = Receipt(
        at=parts.clock.now(),
        purpose=purpose,
        model=model,
        tokens_in=ask.tokens,
        tokens_out=ask.max_tokens,
        run_id=run_id,
    )
    since = _today(parts)

    def write(tx: Tx) -> int | None:
        if parts.receipts.spent(purpose, since, tx) + ask.cost > budget:
            return None
        return parts.receipts.add(tx, receipt)

    return parts.mind_db.write(write).value


def _settle(parts: Parts, receipt: int, result: Result, tokens_in: int, tokens_out: int) -> None:
    parts.mind_db.write(
        lambda tx: parts.receipts.settle(tx, receipt, result, tokens_in, tokens_out)
    )


def _today(parts: Parts) -> int:
    """When the day began, in UTC."""
    now = parts.clock.now()
    return now - now % DAY_MS


def _budget(known: Settings, purpose: Purpose) -> int:
    return int(getattr(known, _BUDGETS[purpose]))


def _over_budget(parts: Parts, purpose: Purpose) -> Answer[T]:
    found = health.budget_spent(_BUDGETS[purpose].replace("_", "-"))
    log.warning("model not asked for %s: the budget of today is spent", purpose)
    parts.health.settle(purpose, [found], among=[Reason.BUDGET_SPENT])
    return Answer(degraded=found.code)


def _silent(parts: Parts, purpose: Purpose, error: MohenError) -> Answer[T]:
    log.warning("model gave nothing for %s: %s", purpose, error.code)
    parts.health.settle("model", [health.model_silent(error)], among=[Reason.MODEL_UNAVAILABLE])
    return Answer(degraded=error.code)


# -- distillation


def suggest(
    parts: Parts,
    project_id: str,
    candidates: Sequence[Candidate],
    samples: Sequence[Episode],
    run_id: str | None = None,
    names: Callable[[], Sequence[str]] = tuple,
) -> Suggestions:
    """What a model adds to the rules that statistics found in a project (R43, C66).

    Nothing, where there is no model or it fails, or its receipt cannot be kept: what statistics
    found is for the caller to write, or to fail with. In privacy mode it sees the rules only, and
    names that the author wants masked are masked in episodes that were kept before, too.
    """
    try:
        return _suggested(parts, project_id, candidates, samples, run_id, names)
    except StoreError as error:
        log.warning("model not asked, or not listened to: %s (%s)", error.code, error.reason)
        return Suggestions(degraded=error.code)


def _suggested(
    parts: Parts,
    project_id: str,
    candidates: Sequence[Candidate],
    samples: Sequence[Episode],
    run_id: str | None,
    names: Callable[[], Sequence[str]],
) -> Suggestions:
    known = settings.load(parts)
    own = [each for each in samples if each.project_id == project_id]
    visible = [] if known.privacy_mode_enabled else [_masked(parts, known, each) for each in own]
    bounds = parts.policy.models
    # A whole question fits into a whole day's budget, though it be small. Where not even a
    # short one does, the budget must be seen to refuse it.
    affordable = _budget(known, Purpose.DISTILLATION) - bounds.answer_tokens
    asked = model_questions.distillation(
        candidates, visible, parts.policy, most=min(bounds.prompt_tokens, affordable)
    ) or model_questions.distillation(candidates, visible, parts.policy, most=bounds.prompt_tokens)
    if asked is None:
        return Suggestions()
    ask, shown = asked
    answer = consult(
        parts,
        Purpose.DISTILLATION,
        ask,
        lambda text: model_questions.read_answer(
            text, known=shown, candidates=candidates, policy=parts.policy
        ),
        run_id=run_id,
        names=names,
    )
    return answer.value or Suggestions(degraded=answer.degraded)


def _masked(parts: Parts, known: Settings, episode: Episode) -> Episode:
    if not known.redact_names:
        return episode
    key, names = settings.redaction_key(parts), known.redact_names
    return replace(
        episode, texts=redact.mask_texts(episode.texts, names, key, parts.policy.settings)
    )
