"""A writer writes candidates, one after the other: names masked, pieces told, calls counted."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from mohen import call as calls
from mohen.errors import ModelError, ModelTimeout, MohenError, StoreError
from mohen.flows.parts import Parts
from mohen.logic import tokens
from mohen.logic.masking import Mask, Restoring
from mohen.model.language import Message, Purpose, Receipt, Reply, Result
from mohen.model.run_result import OFFLINE
from mohen.ports import Writer

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Commission:
    """What is to be written, how often, and who hears each piece: (candidate, text)."""

    run_id: str
    writer: Writer
    messages: Sequence[Message]
    tokens: int  # of the messages, estimated
    count: int
    max_tokens: int  # of each candidate
    mask: Mask | None
    heard: Callable[[int, str], None]


def write(parts: Parts, asked: Commission) -> tuple[list[str], ModelError | None]:
    """The candidates, and what ended the writing before its time, if some were written by then.
    Raises the error if none was, and whatever ended the call."""
    messages = asked.messages if asked.mask is None else _masked(asked.messages, asked.mask)
    written: list[str] = []
    for place in range(asked.count):
        ear = _Ear(asked, place)
        try:
            written.append(_one(parts, asked, messages, ear))
        except ModelError as error:
            if not written:
                raise
            log.warning("%d of %d candidates: %s", len(written), asked.count, error.code)
            return written, error
    return written, None


def _masked(messages: Sequence[Message], mask: Mask) -> list[Message]:
    """Without names, and with a word about what stands for them, behind the first message: what
    a provider's cache keeps of it stays the same."""
    hidden = [Message(each.role, mask.hide(each.content)) for each in messages]
    if hidden and mask.told:
        hidden[0] = Message(hidden[0].role, f"{hidden[0].content}\n\n{mask.told}")
    return hidden


def _one(parts: Parts, asked: Commission, messages: Sequence[Message], ear: _Ear) -> str:
    try:
        calls.check()
        reply = asked.writer.write(
            messages, max_tokens=asked.max_tokens, variant=ear.place, heard=ear.hear
        )
        calls.check()
    except MohenError as error:
        _receipt(parts, asked, Result.FAILED, *_lost(parts, asked, ear, error))
        raise
    if not reply.text.strip():
        _receipt(parts, asked, Result.NONSENSE, *_cost(parts, asked, reply))
        raise ModelError("the model wrote nothing: one that thinks first needs more maxTokens")
    _receipt(parts, asked, Result.OK, *_cost(parts, asked, reply))
    ear.end()
    return reply.text if asked.mask is None else asked.mask.restore(reply.text)


@dataclass(slots=True)
class _Ear:
    """Hears one candidate and passes it on with its names."""

    asked: Commission
    place: int
    said: list[str] = field(default_factory=list)
    restoring: Restoring | None = None

    def __post_init__(self) -> None:
        if self.asked.mask is not None:
            self.restoring = Restoring(self.asked.mask)

    def hear(self, piece: str) -> None:
        calls.check()  # nobody wants it any more: the writer stops here
        self.said.append(piece)
        self._pass_on(piece if self.restoring is None else self.restoring.feed(piece))

    def end(self) -> None:
        if self.restoring is not None:
            self._pass_on(self.restoring.flush())

    def _pass_on(self, text: str) -> None:
        if text:
            self.asked.heard(self.place, text)


# -- receipts: the author's own act is counted, never refused (C65)


def _cost(parts: Parts, asked: Commission, reply: Reply) -> tuple[int, int]:
    """What the server counted, or our estimate where it did not."""
    guessed = tokens.estimate(reply.text, parts.policy.tokens)
    return (
        asked.tokens if reply.tokens_in is None else reply.tokens_in,
        guessed if reply.tokens_out is None else reply.tokens_out,
    )


def _lost(parts: Parts, asked: Commission, ear: _Ear, error: MohenError) -> tuple[int, int]:
    """What a call cost that came to nothing: nothing, if the server refused it at once."""
    refused = isinstance(error, ModelError) and not isinstance(error, ModelTimeout)
    if refused and not ear.said:
        return 0, 0
    return asked.tokens, tokens.estimate("".join(ear.said), parts.policy.tokens)


def _receipt(
    parts: Parts, asked: Commission, result: Result, tokens_in: int, tokens_out: int
) -> None:
    if asked.writer.name == OFFLINE:
        return  # nothing was asked of a model
    receipt = Receipt(
        at=parts.clock.now(),
        purpose=Purpose.SKILL,
        model=asked.writer.name,
        tokens_in=tokens_in,
        tokens_out=tokens_out,
        result=result,
        run_id=asked.run_id,
    )
    try:
        # Outside of the call: what was spent is spent though the call is over, and a run that
        # goes on can still be cancelled.
        with calls.running(calls.Call()):
            parts.mind_db.write(lambda tx: parts.receipts.add(tx, receipt))
    except StoreError as error:
        log.warning("receipt not kept: %s", error.reason)
