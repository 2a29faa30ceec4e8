"""A skill is run: the right memory goes into the prompt, a writer writes, the author chooses.

Nothing is kept before the writer is done, and then everything at one moment: an episode that
waits for the author's answer, and the trace of what it was based on (R18, R82, C84). So a run
that is cancelled, that fails or whose process dies leaves nothing behind but its receipt. A run
that its caller wants kept leaves each candidate as soon as that is finished.
"""

from __future__ import annotations

import threading
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
    MohenError,
    NotFound,
    StoreError,
)
from mohen.models.ports import Unrepeating
from mohen.prompts.model import Assembly, Request, Skill, Target, Warned
from mohen.skills import findings
from mohen.skills.findings import Reading
from mohen.skills.model import OFFLINE, Offer, RunResult, Written
from mohen.skills.running import Going, Running
from mohen.skills.writing import BROKE_OFF, CandidateWriting, Commission
from mohen.story.model import Draft
from mohen.text import error_words
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.masking import Mask
from mohen.text.tokens import Message

if TYPE_CHECKING:
    from mohen.core.ports import Clock, Ids, Notify
    from mohen.core.settings import UserSettings
    from mohen.episodes.model import Episode
    from mohen.models.ports import Local, Writer, WriterFor
    from mohen.policy import Policy
    from mohen.prompts.assemble import Assembler
    from mohen.prompts.name_masking import PromptMasks
    from mohen.prompts.provenance import Provenance
    from mohen.prompts.store import TraceStore
    from mohen.session.session import Sessions
    from mohen.skills.catalogue import SkillCatalogue
    from mohen.skills.feedback import SkillFeedback
    from mohen.story.consistency import ConsistencyCheck


log = logger(__name__)


class SkillRuns:
    """Runs skills."""

    def __init__(
        self,
        *,
        assembler: Assembler,
        candidate_writing: CandidateWriting,
        clock: Clock,
        consistency_check: ConsistencyCheck,
        ids: Ids,
        local_server: Local,
        notify: Notify,
        policy: Policy,
        prompt_masks: PromptMasks,
        provenance: Provenance,
        running: Running,
        sessions: Sessions,
        settings: UserSettings,
        skill_catalogue: SkillCatalogue,
        skill_feedback: SkillFeedback,
        trace_store: TraceStore,
        writer_for: WriterFor,
    ) -> None:
        self._assembler = assembler
        self._candidate_writing = candidate_writing
        self._clock = clock
        self._consistency_check = consistency_check
        self._ids = ids
        self._local_server = local_server
        self._notify = notify
        self._policy = policy
        self._prompt_masks = prompt_masks
        self._provenance = provenance
        self._running = running
        self._sessions = sessions
        self._settings = settings
        self._skill_catalogue = skill_catalogue
        self._skill_feedback = skill_feedback
        self._trace_store = trace_store
        self._writer_for = writer_for

    def run(
        self,
        request: Request,
        *,
        candidates: int | None = None,
        run_id: str | None = None,
        stream: bool = False,
        keep: bool = False,
        max_tokens: int | None = None,
    ) -> RunResult:
        """Write some candidates. With `stream`, each piece is pushed as it comes. With `keep`, the
        run goes on though its caller has gone, and what is written when it is stopped is offered:
        whoever comes back asks for what is open."""
        self._check(run_id, candidates, max_tokens)
        name = run_id or self._ids.new("run")
        tell = partial(self._push, name) if stream else _say_nothing
        with self._entered(name, request, keep=keep) as going:
            tell("run_started")
            try:
                result = self._run(request, name, going, tell, candidates, max_tokens)
            except Canceled:
                tell("run_canceled")
                raise
            except MohenError as error:
                tell("run_failed", error=error.plain())
                raise
        tell("run_completed")  # who is told asks for it, and finds it
        return result

    def cancel(self, run_id: str, *, project_id: str | None = None) -> bool:
        """Whether it was cancelled; one that is finished stays as it is. Of a run that is kept only
        the writing is stopped: it offers what there is."""
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
            raise Conflict("a run of this runId is known already: choose another", field="runId")

    def _is_traced(self, run_id: str) -> bool:
        try:
            return self._trace_store.by_run(run_id) is not None
        except StoreError:
            return False  # a run must not fail because memory does

    @contextmanager
    def _entered(self, run_id: str, request: Request, *, keep: bool) -> Iterator[Going]:
        """Inside a call that can be cancelled, whoever asked; a kept run has one of its own, which
        its caller's end does not end."""
        callers = calls.current()
        call = calls.Call() if keep or callers is None else callers
        left = call.remaining()
        most = (
            self._policy.skills.timeout_ms if keep else None if left is None else int(left * 1000)
        )
        stopping = calls.Call(most)
        going = Going(call, stopping, request, at=self._clock.now(), kept=keep)

        def stop() -> None:
            stopping.cancel()

        with (
            calls.running(call),
            call.waking(stop),
            self._running.entered(run_id, going, self._policy),
        ):
            yield going
        if callers is not None and callers is not call:
            callers.masked += call.masked

    def _run(
        self,
        request: Request,
        run_id: str,
        going: Going,
        tell: Tell,
        candidates: int | None,
        max_tokens: int | None,
    ) -> RunResult:
        skill = self._skill_catalogue.to_run(request.project_id, request.skill_id)
        known, chosen, mask = self._chosen(request.project_id)
        writer, early = self._informed(chosen, request), _Early()
        reading = self._reading(request)
        assembly = self._assembled(request, reading, skill, writer)
        waits = writer.name != OFFLINE  # which has written all of them by now
        keep = partial(self._keep_early, run_id, assembly, early) if waits else _nobody
        told = _Told(going, tell, keep, whole=reading is not None)
        commission = Commission(
            run_id=run_id,
            writer=writer,
            messages=(Message("system", assembly.system), Message("user", assembly.user)),
            tokens=assembly.tokens,
            count=candidates or skill.candidates,
            max_tokens=max_tokens or skill.max_tokens,
            mask=mask,
            stopping=going.stopping,
            heard=told.heard,
            finished=told.finished,
            failed=told.failed,
            dropped=told.dropped,
            there=_to_change(request, skill.target),
        )
        going.expect(commission.count)
        written, failure = self._written(reading, commission)
        if not written and reading is None:
            return self._unchanged(run_id, assembly, skill.target)
        added = tuple(each.text for each in written)
        texts = added if reading is None else reading.with_added(added)
        cut = tuple(at for at, each in enumerate(written) if not each.whole)
        episode_id, unkept = self._keep(run_id, assembly, texts, cut, early)
        self._used(assembly, texts)
        fewer = _fewer(going, written, commission.count, failure, reading)
        unread = () if reading is None else reading.warnings()
        by_hand = (Warned("WRITTEN_BY_HAND", "writer", each) for each in {*commission.remarks})
        result = RunResult(
            run_id=run_id,
            assembly=assembly,
            candidates=texts,
            places=tuple(each.place for each in written),
            cut=cut,
            episode_id=episode_id,
            findings=None if reading is None else reading.findings,
            additions=() if reading is None else added,
            notice=self._notice(known, writer, checked=reading is not None),
            warnings=(*assembly.warnings, *unread, *fewer, *unkept, *by_hand),
            memory_degraded=assembly.memory_degraded or bool(unkept),
        )
        if going.kept:
            self._running.hold(run_id, _light(result))
        return result

    def _assembled(
        self, request: Request, reading: Reading | None, skill: Skill, writer: Writer
    ) -> Assembly:
        if reading is None:
            return self._assembler.compose(request, skill, writer)
        assembly = self._assembler.compose(reading.asked(self._policy), skill, writer)
        # What the author asked for, and not what we told the model.
        own = replace(assembly.request, instruction=request.instruction)
        return replace(assembly, request=own)

    def _notice(
        self, known: Settings | None, writer: Writer, *, checked: bool
    ) -> tuple[str, str] | None:
        if writer.name != OFFLINE:
            return None
        if known is None:
            return _UNKNOWN_MODEL
        if known.model.kind == "local":
            why = self._local_server.missing(known.model.model or "")
            return None if why is None else _stands_in(why)
        if checked and known.model.kind == "none":
            return _CHECKED
        return _NO_MODEL if known.model.kind == "none" else None

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

    def _written(
        self, reading: Reading | None, asked: Commission
    ) -> tuple[list[Written], ModelError | None]:
        """The candidates; of a reading what a model adds to what was found, which stands whatever
        becomes of the model."""
        if reading is None:
            return self._candidate_writing.write(asked)
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
            return self._candidate_writing.write(replace(asked, heard=heard))
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

    def _informed(self, writer: Writer, request: Request) -> Writer:
        """Who repeats nothing, where that can be asked of them."""
        if not isinstance(writer, Unrepeating):
            return writer
        return writer.after([request.text, *self._skill_feedback.said_before(request.project_id)])

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
        self,
        run_id: str,
        assembly: Assembly,
        written: tuple[str, ...],
        episode_id: str | None,
        *,
        known: bool = False,
    ) -> list[Warned]:
        try:
            self._provenance.keep(
                assembly,
                model=assembly.model,
                run_id=run_id,
                session_id=assembly.request.session_id,
                outputs=written,
                episode_id=episode_id,
                known=known,
            )
        except StoreError as error:
            log.warning("trace not kept: %s", error.reason)
            return [Warned("MEMORY_TRACE_UNWRITTEN", "trace", UNTRACED)]
        return []

    def _keep_early(
        self, run_id: str, assembly: Assembly, early: _Early, finished: Written
    ) -> None:
        """A candidate is there though its run dies: what was written is not written again. What
        cannot be kept now is tried again with the rest. Outside of the run, which may yet be
        stopped."""
        with early.lock, calls.running(calls.Call()):
            early.written = sorted([*early.written, finished], key=lambda each: each.place)
            offer = self._offer(run_id, assembly, early.texts)
            if offer.project_id is None:
                return
            try:
                early.episode = self._skill_feedback.open(offer, instead_of=early.episode)
                if not early.traced:
                    early.traced = not self._trace(run_id, assembly, (), early.episode.id)
            except (EpisodeWriteFailed, CapacityExceeded, InvalidArgument) as error:
                log.warning("a candidate was not kept early: %s", error.code)

    def _keep(
        self,
        run_id: str,
        assembly: Assembly,
        written: tuple[str, ...],
        cut: tuple[int, ...],
        early: _Early,
    ) -> tuple[str | None, list[Warned]]:
        """The episode that waits for an answer, and the trace. What cannot be kept is said; the
        author gets what was written all the same (R93)."""
        offer = replace(self._offer(run_id, assembly, written), cut=cut)
        warnings: list[Warned] = []
        if early.episode is not None:
            offer = replace(offer, episode_id=early.episode.id)
        is_kept = early.episode is not None and early.texts == offer.whole
        if offer.project_id is not None and not is_kept:
            try:
                opened = self._skill_feedback.open(offer, instead_of=early.episode)
                offer = replace(offer, episode_id=opened.id)
            except (EpisodeWriteFailed, CapacityExceeded, InvalidArgument) as error:
                log.warning("a run's episode was not opened: %s", error.code)
                warnings.append(Warned(error.code, "episode", _UNKEPT))
        warnings += self._trace(run_id, assembly, written, offer.episode_id, known=early.traced)
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


@dataclass(frozen=True, slots=True)
class _Told:
    """Passes on what a run's candidates come to, to whoever listens and to who comes back."""

    going: Going
    tell: Tell
    keep: Callable[[Written], None]
    whole: bool  # none is finished before all are

    def heard(self, place: int, text: str) -> None:
        self.tell("delta", candidate=place, text=text, at=self.going.hear(place, text))

    def finished(self, written: Written) -> None:
        length = self.going.finish(written.place)
        if self.going.kept and not self.whole:
            self.keep(written)
            self.tell("candidate_completed", candidate=written.place, at=length)

    def failed(self, place: int, error: ModelError) -> None:
        length = self.going.fail(place, error)
        if self.going.kept:
            self.tell("candidate_failed", candidate=place, at=length, error=error.plain())

    def dropped(self, place: int) -> None:
        if self.going.kept and not self.whole:
            self.going.drop(place)
            self.tell("candidate_dropped", candidate=place)


@dataclass(slots=True)
class _Early:
    """What was kept of a run before it ended."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    written: list[Written] = field(default_factory=list)
    episode: Episode | None = None
    traced: bool = False

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(each.text for each in self.written)


PUSH = "ai:skill:stream"
_RUN_ID = LazyPattern(r"[A-Za-z0-9_-]{1,80}")

_NO_MODEL = (
    "no language model is configured: Mohen's own offline writer wrote this. It follows your "
    "rules but has no ideas of its own; `mohen model get` fetches a small model, `mohen config set "
    "model` names another",
    "未配置语言模型：本次由墨痕自带的离线写手代笔。它遵守你的规则，但没有自己的想法；"
    "用 `mohen model get` 获取小模型，或用 `mohen config set model` 配置模型",
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
_SAME_AS_TEXT = (
    "a candidate that only repeated what is there was left out",
    "有候选只是重复已有的文字，没有列出",
)
_FEWER = (
    "the model failed before all candidates were written",
    "模型中途失败，候选少于预期",
)

_CUT_OFF = (
    "the model server broke off: what it was writing ends there",
    "模型服务中途断开：正在写的候选停在断开的地方",
)
_STOPPED = (
    "stopped: what was finished is here, the rest as far as it came",
    "已停止：写完的都在，没写完的留下已有的部分",
)

Tell = Callable[..., None]


def _fewer(
    going: Going,
    written: Sequence[Written],
    count: int,
    failure: ModelError | None,
    reading: Reading | None,
) -> list[Warned]:
    """Why there is less than was asked for."""
    if failure is None:
        whole = sum(each.whole for each in written)
        if whole < count and going.stopping.ended() is not None:
            return [Warned("STOPPED", "run", _STOPPED)]
        missing = len(written) < count and reading is None
        return [Warned("SAME_AS_TEXT", "skill", _SAME_AS_TEXT)] if missing else []
    broke_off = failure.details.get("reason") in BROKE_OFF
    short = _NOT_ADDED if reading and not written else _CUT_OFF if broke_off else _FEWER
    return [Warned(failure.code, "model", short)]


def _light(result: RunResult) -> RunResult:
    """Without the prompt and what it was made of: it may be held for an hour."""
    made = result.assembly
    request = replace(made.request, text="", selection=None, cursor=None)
    bare = replace(made, request=request, system="", user="", sections=())
    return replace(result, assembly=bare)


UNTRACED = (
    "the trace of this text could not be kept: it cannot be explained later",
    "无法保存本次生成的溯源记录：之后无法解释",
)


def _stands_in(why: MohenError) -> tuple[str, str]:
    said = error_words.in_chinese(why.message) or why.message
    return (
        f"Mohen's own offline writer wrote this: {why.message}",
        f"本次由墨痕自带的离线写手代笔：{said}",
    )


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


def _nobody(_written: Written) -> None:
    """Nobody waits for it."""


def _say_nothing(_event: str, **_more: Any) -> None:
    """Nobody asked to hear."""
