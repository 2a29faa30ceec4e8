"""A writer writes the candidates of a run: at once where it can, names masked, calls counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import field
from typing import TYPE_CHECKING

from mohen.core import calls
from mohen.core.logs import logger
from mohen.core.values import dataclass
from mohen.errors import Canceled, ModelError, ModelTimeout, MohenError, StoreError, Timeout
from mohen.models.model import Purpose, Receipt, Reply, Result
from mohen.models.ports import SideBySide
from mohen.skills.model import OFFLINE, Written
from mohen.text import tokens
from mohen.text.masking import Mask, Restoring
from mohen.text.tokens import Message

if TYPE_CHECKING:
    from mohen.core.calls import Call
    from mohen.core.database import Database
    from mohen.core.ports import Clock
    from mohen.models.ports import Writer
    from mohen.models.store import ReceiptStore
    from mohen.policy import Policy

log = logger(__name__)

BROKE_OFF = ("cut-off", "silent")
_CROWDED = ("too-many-requests", "server-failed", "unreachable", "silent")
"""What a server that has no room for another request beside one may say, or not say."""


def _nobody(_written: Written) -> None:
    """Nobody waits for each."""


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
    stopping: Call  # whose end stops the writing, and not the run
    heard: Callable[[int, str], None]
    finished: Callable[[Written], None] = _nobody
    failed: Callable[[int, ModelError], None] = lambda _place, _error: None
    dropped: Callable[[int], None] = lambda _place: None  # it says nothing new
    there: str = ""  # what is to be changed; a candidate that says the same is none
    remarks: list[tuple[str, str]] = field(default_factory=list)  # of the writer's, as they come


class CandidateWriting:
    """Has the candidates of a run written."""

    def __init__(
        self, *, clock: Clock, mind_db: Database, policy: Policy, receipt_store: ReceiptStore
    ) -> None:
        self._clock = clock
        self._mind_db = mind_db
        self._policy = policy
        self._receipt_store = receipt_store

    def write(self, asked: Commission) -> tuple[list[Written], ModelError | None]:
        """The candidates in their order, and what kept one of them from being whole: such a one is
        there as far as it came, where its server broke off or the writing was stopped. Raises the
        error if there is nothing, and whatever ended the call. There may be fewer than asked
        for, and none: what says nothing new is not offered."""
        messages = asked.messages if asked.mask is None else _masked(asked.messages, asked.mask)
        ears = [_Ear(asked, messages, place) for place in range(asked.count)]
        at_once = asked.writer.at_once if isinstance(asked.writer, SideBySide) else 1
        if min(at_once, asked.count) > 1:
            self._side_by_side(asked, ears, at_once)
        else:
            self._in_turn(asked, ears)
        calls.check()  # the run itself is over, and all of it with it
        written = [each for ear in ears if (each := ear.written()) is not None]
        failure = next((ear.error for ear in ears if ear.error is not None), None)
        if not written and failure is not None:
            raise failure
        if not written:
            asked.stopping.check()
        if failure is not None:
            log.warning("%d of %d candidates: %s", len(written), asked.count, failure.code)
        return written, failure

    def _in_turn(self, asked: Commission, ears: Sequence[_Ear]) -> None:
        """One after the other, as long as it goes well."""
        for ear in ears:
            self._try(asked, ear)
            if ear.error is not None or ear.stopped:
                return

    def _side_by_side(self, asked: Commission, ears: Sequence[_Ear], at_once: int) -> None:
        with ThreadPoolExecutor(min(at_once, len(ears)), "mohen-candidate") as pool:
            try:
                for _ in pool.map(lambda ear: self._try(asked, ear), ears):
                    pass
            except BaseException:
                asked.stopping.cancel()  # or Ctrl-C would wait until a silent server speaks
                raise
        crowded = [ear for ear in ears if ear.is_crowded()]
        if crowded and any(ear.said for ear in ears) and isinstance(asked.writer, SideBySide):
            # It wrote for one and would not for another beside it: these come after it.
            asked.writer.only_one()
            for ear in crowded:
                ear.error = None
            self._in_turn(asked, crowded)

    def _try(self, asked: Commission, ear: _Ear) -> None:
        try:
            with calls.running(asked.stopping):
                ear.text = self._one(asked, ear)
        except ModelError as error:
            ear.error = error
            ear.end()
            if not ear.is_crowded():
                asked.failed(ear.place, error)
        except (Canceled, Timeout):
            ear.stopped = True
            ear.end()
        else:
            if (written := ear.written()) is not None:
                asked.finished(written)
            else:
                asked.dropped(ear.place)

    def _one(self, asked: Commission, ear: _Ear) -> str:
        try:
            reply = asked.writer.write(
                ear.messages, max_tokens=asked.max_tokens, variant=ear.place, heard=ear.hear
            )
            calls.check()
        except MohenError as error:
            self._receipt(asked, Result.FAILED, *self._lost(asked, ear, error))
            raise
        is_empty = not reply.text.strip() and asked.writer.name != OFFLINE
        result = Result.NONSENSE if is_empty else Result.OK
        self._receipt(asked, result, *self._cost(asked, reply))
        if is_empty and not reply.repeated:
            raise ModelError(
                "the model wrote nothing: one that thinks first needs more maxTokens",
                reason="wrote-nothing",
            )
        if reply.remark is not None:
            asked.remarks.append(reply.remark)
        ear.end()
        return reply.text if asked.mask is None else asked.mask.restore(reply.text)

    # -- receipts: the author's own act is counted, never refused (C65)

    def _cost(self, asked: Commission, reply: Reply) -> tuple[int, int]:
        """What the server counted, or our estimate where it did not."""
        guessed = tokens.estimate(reply.text, self._policy.tokens)
        return (
            asked.tokens if reply.tokens_in is None else reply.tokens_in,
            guessed if reply.tokens_out is None else reply.tokens_out,
        )

    def _lost(self, asked: Commission, ear: _Ear, error: MohenError) -> tuple[int, int]:
        """What a call cost that came to nothing: nothing, if the server refused it at once."""
        refused = isinstance(error, ModelError) and not isinstance(error, ModelTimeout)
        if refused and not ear.said:
            return 0, 0
        return asked.tokens, tokens.estimate("".join(ear.said), self._policy.tokens)

    def _receipt(self, asked: Commission, result: Result, tokens_in: int, tokens_out: int) -> None:
        if asked.writer.name == OFFLINE:
            return  # nothing was asked of a model
        receipt = Receipt(
            at=self._clock.now(),
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
                self._mind_db.write(lambda tx: self._receipt_store.add(tx, receipt))
        except StoreError as error:
            log.warning("receipt not kept: %s", error.reason)


class _Ear:
    """Hears one candidate and passes it on with its names."""

    def __init__(self, asked: Commission, messages: Sequence[Message], place: int) -> None:
        self.place = place
        self.messages = messages  # as the writer may read them
        self.said: list[str] = []
        self.text: str | None = None  # when it is whole
        self.error: ModelError | None = None
        self.stopped = False
        self._asked = asked
        self._restoring = None if asked.mask is None else Restoring(asked.mask)

    def hear(self, piece: str) -> None:
        calls.check()  # nobody wants it any more: the writer stops here
        if piece:
            self.said.append(piece)
            self._pass_on(piece if self._restoring is None else self._restoring.feed(piece))

    def end(self) -> None:
        if self._restoring is not None:
            self._pass_on(self._restoring.flush())

    def is_crowded(self) -> bool:
        """Refused before a word, as by a server that has others to write for."""
        error = self.error
        return error is not None and not self.said and error.details.get("reason") in _CROWDED

    def written(self) -> Written | None:
        """What there is of it: all, or as far as it came before its server or its author stopped
        it."""
        text, whole = self.text, self.text is not None
        if text is None and (self.stopped or self._broke_off()):
            said, mask = "".join(self.said), self._asked.mask
            text = said if mask is None else mask.restore(said)
        if text is None or not text.strip() or text.strip() == self._asked.there.strip():
            return None
        return Written(self.place, text, whole=whole)

    def _broke_off(self) -> bool:
        return self.error is not None and self.error.details.get("reason") in BROKE_OFF

    def _pass_on(self, text: str) -> None:
        if text:
            self._asked.heard(self.place, text)


def _masked(messages: Sequence[Message], mask: Mask) -> list[Message]:
    """Without names, and with a word about what stands for them, behind the first message: what
    a provider's cache keeps of it stays the same."""
    hidden = [Message(each.role, mask.hide(each.content)) for each in messages]
    if hidden and mask.told:
        hidden[0] = Message(hidden[0].role, f"{hidden[0].content}\n\n{mask.told}")
    return hidden
