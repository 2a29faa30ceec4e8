"""A skill is run: the right memory goes into the prompt, a writer writes, the author chooses.

Nothing is kept before the writer is done, and then everything at one moment: an episode that
waits for the author's answer, and the trace of what it was based on (R18, R82, C84). So a run
that is cancelled, that fails or whose process dies leaves nothing behind but its receipt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from mohen.core import calls, validation
from mohen.core.logs import logger
from mohen.core.scope import refuse_strangers
from mohen.core.settings_model import Settings
from mohen.core.values import dataclass
from mohen.errors import (
    Canceled,
    CapacityExceeded,
    Conflict,
    EpisodeWriteFailed,
    InvalidArgument,
    ModelError,
    ModelTimeout,
    MohenError,
    NotFound,
    StoreError,
)
from mohen.models.model import Purpose, Receipt, Reply, Result
from mohen.models.ports import Unrepeating
from mohen.prompts.model import Assembly, Request, Warned
from mohen.prompts.skill import Target
from mohen.skills import findings
from mohen.skills.findings import Reading
from mohen.skills.model import OFFLINE, Offer, RunResult
from mohen.skills.running import Running
from mohen.story.model import Draft
from mohen.text import tokens
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.masking import Mask, Restoring
from mohen.text.tokens import Message

if TYPE_CHECKING:
    from mohen.core.database import Database
    from mohen.core.ports import Clock, Ids, Notify
    from mohen.core.settings import UserSettings
    from mohen.models.ports import Writer, WriterFor
    from mohen.models.store import ReceiptStore
    from mohen.policy import Policy
    from mohen.prompts.assemble import Assembler
    from mohen.prompts.name_masking import PromptMasks
    from mohen.prompts.provenance import Provenance
    from mohen.prompts.store import TraceStore
    from mohen.session.session import Sessions
    from mohen.skills.catalogue import SkillCatalogue
    from mohen.skills.feedback import SkillFeedback
    from mohen.story.consistency import ConsistencyCheck


# -- A writer writes candidates, one after the other: names masked, pieces told, calls counted.


log = logger(__name__)


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
    there: str = ""  # what is to be changed; a candidate that says the same is none
    remarks: list[tuple[str, str]] = field(default_factory=list)  # of the writer's, as they come


class SkillRuns:
    """Runs skills."""

    def __init__(
        self,
        *,
        assembler: Assembler,
        clock: Clock,
        consistency_check: ConsistencyCheck,
        ids: Ids,
        mind_db: Database,
        notify: Notify,
        policy: Policy,
        prompt_masks: PromptMasks,
        provenance: Provenance,
        receipt_store: ReceiptStore,
        running: Running,
        sessions: Sessions,
        settings: UserSettings,
        skill_catalogue: SkillCatalogue,
        skill_feedback: SkillFeedback,
        trace_store: TraceStore,
        writer_for: WriterFor,
    ) -> None:
        self._assembler = assembler
        self._clock = clock
        self._consistency_check = consistency_check
        self._ids = ids
        self._mind_db = mind_db
        self._notify = notify
        self._policy = policy
        self._prompt_masks = prompt_masks
        self._provenance = provenance
        self._receipt_store = receipt_store
        self._running = running
        self._sessions = sessions
        self._settings = settings
        self._skill_catalogue = skill_catalogue
        self._skill_feedback = skill_feedback
        self._trace_store = trace_store
        self._writer_for = writer_for

    def write(self, asked: Commission) -> tuple[list[str], ModelError | None]:
        """The candidates, and what ended the writing before its time, if some were written by then:
        the last one as far as it came, where the server broke off. Raises the error if there is
        nothing, and whatever ended the call. There may be fewer than asked for, and none: what
        says nothing new is not offered."""
        messages = asked.messages if asked.mask is None else _masked(asked.messages, asked.mask)
        written: list[str] = []
        for place in range(asked.count):
            ear = _Ear(asked, place)
            try:
                text = self._one(asked, messages, ear)
                if text.strip() and text.strip() != asked.there.strip():
                    written.append(text)
            except ModelError as error:
                if arrived := ear.arrived(error):
                    written.append(arrived)
                if not written:
                    raise
                log.warning("%d of %d candidates: %s", len(written), asked.count, error.code)
                return written, error
        return written, None

    def _one(self, asked: Commission, messages: Sequence[Message], ear: _Ear) -> str:
        try:
            calls.check()
            reply = asked.writer.write(
                messages, max_tokens=asked.max_tokens, variant=ear.place, heard=ear.hear
            )
            calls.check()
        except MohenError as error:
            self._receipt(asked, Result.FAILED, *self._lost(asked, ear, error))
            raise
        if not reply.text.strip() and asked.writer.name != OFFLINE:
            self._receipt(asked, Result.NONSENSE, *self._cost(asked, reply))
            raise ModelError("the model wrote nothing: one that thinks first needs more maxTokens")
        self._receipt(asked, Result.OK, *self._cost(asked, reply))
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

    def run(
        self,
        request: Request,
        *,
        candidates: int | None = None,
        run_id: str | None = None,
        stream: bool = False,
        max_tokens: int | None = None,
    ) -> RunResult:
        """Write some candidates. With `stream`, each piece is pushed as it comes."""
        self._check(run_id, candidates, max_tokens)
        name = run_id or self._ids.new("run")
        tell = partial(self._push, name) if stream else _say_nothing
        with self._entered(name, request.project_id):
            tell("run_started")
            try:
                result = self._run(request, name, tell, candidates, max_tokens)
            except Canceled:
                tell("run_canceled")
                raise
            except MohenError as error:
                tell("run_failed", error=error.plain())
                raise
            tell("run_completed")
            return result

    def cancel(self, run_id: str, *, project_id: str | None = None) -> bool:
        """Whether it was cancelled; one that is finished stays as it is."""
        validation.check_ids(self._policy.recording, runId=run_id, projectId=project_id)
        running = self._running
        held = running.live(run_id) or running.offered(run_id, self._clock.now(), self._policy)
        if held is not None:
            refuse_strangers(held.project_id, project_id)
        canceled = running.cancel(run_id)
        if canceled is None:
            trace = self._trace_store.by_run(run_id)
            if trace is None:
                raise NotFound("no such run", field="runId")
            refuse_strangers(trace.project_id, project_id)
        return bool(canceled)

    # -- beginning

    def _check(self, run_id: str | None, candidates: int | None, max_tokens: int | None) -> None:
        bounds = self._policy.skills
        if run_id is not None and not _RUN_ID.fullmatch(run_id):
            raise InvalidArgument(
                "runId must be 1 to 80 letters, digits, hyphens or underscores", field="runId"
            )
        for name, value, most in (
            ("candidates", candidates, bounds.candidates_max),
            ("maxTokens", max_tokens, bounds.max_tokens_max),
        ):
            if value is not None and not 1 <= value <= most:
                raise InvalidArgument(f"{name} must be a whole number from 1 to {most}", field=name)
        if run_id is not None and self._is_traced(run_id):
            raise Conflict("a run of this runId is known already: choose another")

    def _is_traced(self, run_id: str) -> bool:
        try:
            return self._trace_store.by_run(run_id) is not None
        except StoreError:
            return False  # a run must not fail because memory does

    @contextmanager
    def _entered(self, run_id: str, project_id: str | None) -> Iterator[None]:
        """Inside a call that can be cancelled, whoever asked."""
        call = calls.current() or calls.Call()
        with calls.running(call), self._running.entered(run_id, call, project_id, self._policy):
            yield

    def _run(
        self,
        request: Request,
        run_id: str,
        tell: Tell,
        candidates: int | None,
        max_tokens: int | None,
    ) -> RunResult:
        skill = self._skill_catalogue.to_run(request.project_id, request.skill_id)
        known, writer, mask = self._chosen(request.project_id)
        if isinstance(writer, Unrepeating):
            before = self._skill_feedback.said_before(request.project_id)
            writer = writer.after([request.text, *before])
        reading = self._reading(request)
        asked = request if reading is None else reading.asked(self._policy)
        assembly = self._assembler.compose(asked, skill, writer)
        if reading is not None:  # what the author asked for, and not what we told the model
            own = replace(assembly.request, instruction=request.instruction)
            assembly = replace(assembly, request=own)
        commission = Commission(
            run_id=run_id,
            writer=writer,
            messages=(Message("system", assembly.system), Message("user", assembly.user)),
            tokens=assembly.tokens,
            count=candidates or skill.candidates,
            max_tokens=max_tokens or skill.max_tokens,
            mask=mask,
            heard=lambda place, text: tell("delta", candidate=place, text=text),
            there=_to_change(request, skill.target),
        )
        if reading is None:
            written, failure = self.write(commission)
            added: list[str] = []
            if not written:
                return self._unchanged(run_id, assembly, skill.target)
        else:
            added, failure = self._added(reading, commission)
            written = [reading.before_added() + each for each in added] or [reading.report()]
        short = _NOT_ADDED if reading and not added else _ended(failure)
        fewer = () if failure is None else (Warned(failure.code, "model", short),)
        unread = () if reading is None else reading.warnings()
        told = (Warned("WRITTEN_BY_HAND", "writer", each) for each in {*commission.remarks})
        episode_id, unkept = self._keep(run_id, assembly, tuple(written))
        self._used(assembly, written)
        return RunResult(
            run_id=run_id,
            assembly=assembly,
            candidates=tuple(written),
            episode_id=episode_id,
            findings=None if reading is None else reading.findings,
            additions=tuple(added),
            notice=_notice(known, writer, checked=reading is not None),
            warnings=(*assembly.warnings, *unread, *fewer, *unkept, *told),
            memory_degraded=assembly.memory_degraded or bool(unkept),
        )

    # -- a reading of the story

    def _reading(self, request: Request) -> Reading | None:
        """What contradicts itself, for the skill that asks for it. None where the graph cannot be
        read, which the prompt's own warnings say."""
        if request.skill_id != findings.CHECKS or request.project_id is None:
            return None
        draft = Draft(request.text, request.chapter_id)
        try:
            return Reading(request, self._consistency_check.check(request.project_id, draft=draft))
        except StoreError as error:
            log.warning("story not checked: %s", error.reason)
            return None

    def _added(self, reading: Reading, asked: Commission) -> tuple[list[str], ModelError | None]:
        """What a model adds to what was found, which stands whatever becomes of the model."""
        if asked.writer.name == OFFLINE:
            asked.heard(0, reading.report())
            return [], None
        begun: set[int] = set()

        def heard(place: int, text: str) -> None:
            if place not in begun:
                begun.add(place)
                asked.heard(place, reading.before_added())
            asked.heard(place, text)

        try:
            return self.write(replace(asked, heard=heard))
        except ModelError as error:
            log.warning("nothing was added to a reading: %s", error.code)
            return [], error

    def _chosen(self, project_id: str | None) -> tuple[Settings | None, Writer, Mask | None]:
        """The settings as far as they can be read, who writes, and what is hidden from whom. Where
        the names to hide cannot be read, nothing leaves the machine."""
        known = self._settings_now()
        writer = self._writer_for((known or Settings()).model)
        try:
            return known, writer, self._mask(known, writer, project_id)
        except StoreError:
            own = self._writer_for(Settings().model)
            if own.remote:  # a writer of the caller's, which no setting overrules
                raise
            return None, own, None

    def _settings_now(self) -> Settings | None:
        """None where they cannot be read: a run must not fail because memory does."""
        try:
            known = self._settings.get()
            if known.redact_names or known.mask_names_enabled:
                self._key()
        except StoreError:
            return None
        return known

    def _key(self) -> bytes:
        """The home's secret. To make it is no part of the run: that has written nothing yet, and
        can still be cancelled."""
        with calls.running(calls.Call()):
            return self._settings.redaction_key()

    def _mask(self, known: Settings | None, writer: Writer, project_id: str | None) -> Mask | None:
        """Names are masked before they leave the machine."""
        if known is None or not (known.mask_names_enabled and writer.remote):
            return None
        return Mask.of(self._prompt_masks.known(project_id), self._key())

    # -- keeping

    def _unchanged(self, run_id: str, assembly: Assembly, target: Target) -> RunResult:
        """A run that came to nothing: it is traced, and there is nothing to answer."""
        code, said = (
            ("NOTHING_TO_CHANGE", _NOTHING_TO_CHANGE)
            if target is Target.SELECTION
            else ("NOTHING_NEW", _NOTHING_NEW)
        )
        warnings = [Warned(code, "skill", said), *self._trace(run_id, assembly, (), None)]
        return RunResult(
            run_id=run_id,
            assembly=assembly,
            candidates=(),
            warnings=(*assembly.warnings, *warnings),
            memory_degraded=assembly.memory_degraded or len(warnings) > 1,
        )

    def _trace(
        self, run_id: str, assembly: Assembly, written: tuple[str, ...], episode_id: str | None
    ) -> list[Warned]:
        try:
            self._provenance.keep(
                assembly,
                model=assembly.model,
                run_id=run_id,
                session_id=assembly.request.session_id,
                outputs=written,
                episode_id=episode_id,
            )
        except StoreError as error:
            log.warning("trace not kept: %s", error.reason)
            return [Warned("MEMORY_TRACE_UNWRITTEN", "trace", UNTRACED)]
        return []

    def _keep(
        self, run_id: str, assembly: Assembly, written: tuple[str, ...]
    ) -> tuple[str | None, list[Warned]]:
        """The episode that waits for an answer, and the trace. What cannot be kept is said; the
        author gets what was written all the same (R93)."""
        offer = self._offer(run_id, assembly, written)
        warnings: list[Warned] = []
        if offer.project_id is not None:
            try:
                offer = replace(offer, episode_id=self._skill_feedback.open(offer).id)
            except (EpisodeWriteFailed, CapacityExceeded, InvalidArgument) as error:
                log.warning("a run's episode was not opened: %s", error.code)
                warnings.append(Warned(error.code, "episode", _UNKEPT))
        warnings += self._trace(run_id, assembly, written, offer.episode_id)
        self._running.remember(offer, self._policy)
        return offer.episode_id, warnings

    def _offer(self, run_id: str, assembly: Assembly, written: tuple[str, ...]) -> Offer:
        request = assembly.request
        return Offer(
            run_id=run_id,
            project_id=request.project_id,
            skill_id=request.skill_id,
            generation_id=assembly.generation_id,
            at=self._clock.now(),
            scene_type=assembly.scene_type,
            scene_inferred=not request.scene_type,
            chapter_id=request.chapter_id,
            input_context=_seen(request, self._policy.runs.input_chars),
            candidates=written,
        )

    def _used(self, assembly: Assembly, written: Sequence[str]) -> None:
        """What went into the prompt was recalled, and what was said belongs to the session."""
        self._assembler.used(assembly)
        if (session_id := assembly.request.session_id) is not None:
            self._sessions.say(session_id, "user", assembly.request.instruction)
            self._sessions.say(session_id, "assistant", written[0])

    # -- telling

    def _push(self, run_id: str, event: str, **more: Any) -> None:
        self._notify(PUSH, {"runId": run_id, "event": event, "ts": self._clock.now(), **more})


def _masked(messages: Sequence[Message], mask: Mask) -> list[Message]:
    """Without names, and with a word about what stands for them, behind the first message: what
    a provider's cache keeps of it stays the same."""
    hidden = [Message(each.role, mask.hide(each.content)) for each in messages]
    if hidden and mask.told:
        hidden[0] = Message(hidden[0].role, f"{hidden[0].content}\n\n{mask.told}")
    return hidden


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

    def arrived(self, error: ModelError) -> str:
        """What stays of a candidate whose server broke off or fell silent in the middle."""
        said = "".join(self.said)
        if error.details.get("reason") not in _BROKE_OFF or not said.strip():
            return ""
        self.end()
        return said if self.asked.mask is None else self.asked.mask.restore(said)

    def end(self) -> None:
        if self.restoring is not None:
            self._pass_on(self.restoring.flush())

    def _pass_on(self, text: str) -> None:
        if text:
            self.asked.heard(self.place, text)


PUSH = "ai:skill:stream"
_BROKE_OFF = ("cut-off", "silent")
_RUN_ID = LazyPattern(r"[A-Za-z0-9_-]{1,80}")

_NO_MODEL = (
    "no language model is configured: Mohen's own offline writer wrote this. It follows your "
    "rules but has no ideas of its own; `mohen config set model` names a model",
    "未配置语言模型：本次由墨痕自带的离线写手代笔。它遵守你的规则，但没有自己的想法；"
    "用 `mohen config set model` 配置模型",
)
_UNKNOWN_MODEL = (
    "the settings cannot be read, so the model is not known: Mohen's own offline writer wrote "
    "this; run `mohen doctor`",
    "无法读取设置，不知道该用哪个模型：本次由墨痕自带的离线写手代笔；请运行 `mohen doctor`",
)
_UNKEPT = (
    "this run could not be recorded: nothing will be learned from it unless you answer soon",
    "本次运行未能记录：除非稍后作答，否则不会从中学习",
)
_CHECKED = (
    "no language model is configured: these are the findings of Mohen's own check, by its rules; "
    "`mohen config set model` names a model, which may add to them",
    "未配置语言模型：这些是墨痕按自带规则检查的结果；"
    "用 `mohen config set model` 配置模型后，可由其补充",
)
_NOTHING_TO_CHANGE = (
    "nothing to change was found: the selection stays as it is",
    "没有找到需要改动的地方：所选文字保持原样",
)
_NOTHING_NEW = (
    "nothing new is left to say here: what there is stands in the chapter or was offered before",
    "这里没有新的话可写：能写的都已在本章或之前的候选里",
)
_NOT_ADDED = (
    "the model failed: these are the findings of Mohen's own check alone",
    "模型失败：这里只有墨痕自己的检查结果",
)
_FEWER = (
    "the model failed before all candidates were written",
    "模型中途失败，候选少于预期",
)

_CUT_OFF = (
    "the model server broke off: the last candidate ends where it stopped",
    "模型服务中途断开：最后一个候选停在断开的地方",
)

Tell = Callable[..., None]


def _ended(failure: ModelError | None) -> tuple[str, str]:
    broke_off = failure is not None and failure.details.get("reason") in _BROKE_OFF
    return _CUT_OFF if broke_off else _FEWER


UNTRACED = (
    "the trace of this text could not be kept: it cannot be explained later",
    "无法保存本次生成的溯源记录：之后无法解释",
)


def _notice(known: Settings | None, writer: Writer, *, checked: bool) -> tuple[str, str] | None:
    if writer.name != OFFLINE:
        return None
    if known is None:
        return _UNKNOWN_MODEL
    if checked and known.model.kind == "none":
        return _CHECKED
    return _NO_MODEL if known.model.kind == "none" else None


def _to_change(request: Request, target: Target) -> str:
    """The selection of a skill that works on one, which is the whole text where there is none."""
    if target is not Target.SELECTION:
        return ""
    span = request.selection
    return request.text if span is None else request.text[span.start : span.end]


def _seen(request: Request, most: int) -> str:
    """What the skill worked on, in short: the wish, and the selection or what stood before the
    cursor."""
    span, wish = request.selection, request.instruction.strip()[:most]
    left = most - len(wish)
    if span is not None:
        text = request.text[span.start : span.end][:left]
    else:
        before = request.text[: request.cursor]
        text = before[max(0, len(before) - left) :]
    return "\n".join(each for each in (wish, text) if each)


def _say_nothing(_event: str, **_more: Any) -> None:
    """Nobody asked to hear."""
