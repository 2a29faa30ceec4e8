"""A skill is run: the right memory goes into the prompt, a writer writes, the author chooses.

Nothing is kept before the writer is done, and then everything at one moment: an episode that
waits for the author's answer, and the trace of what it was based on (R18, R82, C84). So a run
that is cancelled, that fails or whose process dies leaves nothing behind but its receipt.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any

from mohen import call as calls
from mohen.errors import (
    Canceled,
    CapacityExceeded,
    Conflict,
    EpisodeWriteFailed,
    InvalidArgument,
    MohenError,
    NotFound,
    ScopeDenied,
    StoreError,
)
from mohen.flows import answer, assemble, explain, names, session, settings, skills
from mohen.flows.candidates import Commission, write
from mohen.flows.parts import Parts
from mohen.logic import drafts
from mohen.logic.masking import Mask
from mohen.model.context import Assembly, Request, Warned
from mohen.model.language import Message
from mohen.model.run_result import OFFLINE, Offer, RunResult
from mohen.model.settings import Settings
from mohen.ports import Writer

log = logging.getLogger(__name__)

PUSH = "ai:skill:stream"
_RUN_ID = re.compile(r"[A-Za-z0-9_-]{1,80}")

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
_FEWER = (
    "the model failed before all candidates were written",
    "模型中途失败，候选少于预期",
)

Tell = Callable[..., None]

UNTRACED = (
    "the trace of this text could not be kept: it cannot be explained later",
    "无法保存本次生成的溯源记录：之后无法解释",
)


def run(
    parts: Parts,
    request: Request,
    *,
    candidates: int | None = None,
    run_id: str | None = None,
    stream: bool = False,
    max_tokens: int | None = None,
) -> RunResult:
    """Write some candidates. With `stream`, each piece is pushed as it comes."""
    _check(parts, run_id, candidates, max_tokens)
    name = run_id or parts.ids.new("run")
    tell = partial(_push, parts, name) if stream else _say_nothing
    with _entered(parts, name, request.project_id):
        tell("run_started")
        try:
            result = _run(parts, request, name, tell, candidates, max_tokens)
        except Canceled:
            tell("run_canceled")
            raise
        except MohenError as error:
            tell("run_failed", error=error.plain())
            raise
        tell("run_completed")
        return result


def cancel(parts: Parts, run_id: str, *, project_id: str | None = None) -> bool:
    """Whether it was cancelled; one that is finished stays as it is."""
    drafts.check_ids(parts.policy.recording, runId=run_id, projectId=project_id)
    running = parts.running
    held = running.live(run_id) or running.offered(run_id, parts.clock.now(), parts.policy)
    if held is not None:
        _refuse_strangers(held.project_id, project_id)
    canceled = running.cancel(run_id)
    if canceled is None:
        trace = parts.generations.by_run(run_id)
        if trace is None:
            raise NotFound("no such run", field="runId")
        _refuse_strangers(trace.project_id, project_id)
    return bool(canceled)


def _refuse_strangers(of: str | None, project_id: str | None) -> None:
    if project_id not in (None, of):
        raise ScopeDenied("the run belongs to another project")


# -- beginning


def _check(
    parts: Parts, run_id: str | None, candidates: int | None, max_tokens: int | None
) -> None:
    bounds = parts.policy.skills
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
    if run_id is not None and _is_traced(parts, run_id):
        raise Conflict("a run of this runId is known already: choose another")


def _is_traced(parts: Parts, run_id: str) -> bool:
    try:
        return parts.generations.by_run(run_id) is not None
    except StoreError:
        return False  # a run must not fail because memory does


@contextmanager
def _entered(parts: Parts, run_id: str, project_id: str | None) -> Iterator[None]:
    """Inside a call that can be cancelled, whoever asked."""
    call = calls.current() or calls.Call()
    with calls.running(call), parts.running.entered(run_id, call, project_id, parts.policy):
        yield


def _run(
    parts: Parts,
    request: Request,
    run_id: str,
    tell: Tell,
    candidates: int | None,
    max_tokens: int | None,
) -> RunResult:
    skill = skills.to_run(parts, request.project_id, request.skill_id)
    known, writer, mask = _chosen(parts, request.project_id)
    assembly = assemble.compose(parts, request, skill, writer)
    commission = Commission(
        run_id=run_id,
        writer=writer,
        messages=(Message("system", assembly.system), Message("user", assembly.user)),
        tokens=assembly.tokens,
        count=candidates or skill.candidates,
        max_tokens=max_tokens or skill.max_tokens,
        mask=mask,
        heard=lambda place, text: tell("delta", candidate=place, text=text),
    )
    written, failure = write(parts, commission)
    fewer = () if failure is None else (Warned(failure.code, "model", _FEWER),)
    episode_id, unkept = _keep(parts, run_id, assembly, tuple(written))
    _used(parts, assembly, written)
    return RunResult(
        run_id=run_id,
        assembly=assembly,
        candidates=tuple(written),
        episode_id=episode_id,
        notice=_notice(known, writer),
        warnings=(*assembly.warnings, *fewer, *unkept),
        memory_degraded=assembly.memory_degraded or bool(unkept),
    )


def _chosen(parts: Parts, project_id: str | None) -> tuple[Settings | None, Writer, Mask | None]:
    """The settings as far as they can be read, who writes, and what is hidden from whom. Where
    the names to hide cannot be read, nothing leaves the machine."""
    known = _settings(parts)
    writer = parts.writer((known or Settings()).model)
    try:
        return known, writer, _mask(parts, known, writer, project_id)
    except StoreError:
        own = parts.writer(Settings().model)
        if own.remote:  # a writer of the caller's, which no setting overrules
            raise
        return None, own, None


def _settings(parts: Parts) -> Settings | None:
    """None where they cannot be read: a run must not fail because memory does."""
    try:
        known = settings.load(parts)
        if known.redact_names or known.mask_names_enabled:
            _key(parts)
    except StoreError:
        return None
    return known


def _key(parts: Parts) -> bytes:
    """The home's secret. To make it is no part of the run: that has written nothing yet, and
    can still be cancelled."""
    with calls.running(calls.Call()):
        return settings.redaction_key(parts)


def _notice(known: Settings | None, writer: Writer) -> tuple[str, str] | None:
    if writer.name != OFFLINE:
        return None
    if known is None:
        return _UNKNOWN_MODEL
    return _NO_MODEL if known.model.kind == "none" else None


def _mask(
    parts: Parts, known: Settings | None, writer: Writer, project_id: str | None
) -> Mask | None:
    """Names are masked before they leave the machine."""
    if known is None or not (known.mask_names_enabled and writer.remote):
        return None
    return Mask.of(names.known(parts, project_id), _key(parts))


# -- keeping


def _keep(
    parts: Parts, run_id: str, assembly: Assembly, written: tuple[str, ...]
) -> tuple[str | None, list[Warned]]:
    """The episode that waits for an answer, and the trace. What cannot be kept is said; the
    author gets what was written all the same (R93)."""
    offer = _offer(parts, run_id, assembly, written)
    warnings: list[Warned] = []
    if offer.project_id is not None:
        try:
            offer = replace(offer, episode_id=answer.open(parts, offer).id)
        except (EpisodeWriteFailed, CapacityExceeded, InvalidArgument) as error:
            log.warning("a run's episode was not opened: %s", error.code)
            warnings.append(Warned(error.code, "episode", _UNKEPT))
    try:
        explain.keep(
            parts,
            assembly,
            model=assembly.model,
            run_id=run_id,
            session_id=assembly.request.session_id,
            outputs=written,
            episode_id=offer.episode_id,
        )
    except StoreError as error:
        log.warning("trace not kept: %s", error.reason)
        warnings.append(Warned("MEMORY_TRACE_UNWRITTEN", "trace", UNTRACED))
    parts.running.remember(offer, parts.policy)
    return offer.episode_id, warnings


def _offer(parts: Parts, run_id: str, assembly: Assembly, written: tuple[str, ...]) -> Offer:
    request = assembly.request
    return Offer(
        run_id=run_id,
        project_id=request.project_id,
        skill_id=request.skill_id,
        generation_id=assembly.generation_id,
        at=parts.clock.now(),
        scene_type=assembly.scene_type,
        scene_inferred=not request.scene_type,
        chapter_id=request.chapter_id,
        input_context=_seen(request, parts.policy.runs.input_chars),
        candidates=written,
    )


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


def _used(parts: Parts, assembly: Assembly, written: Sequence[str]) -> None:
    """What went into the prompt was recalled, and what was said belongs to the session."""
    assemble.used(parts, assembly)
    if (session_id := assembly.request.session_id) is not None:
        session.say(parts, session_id, "user", assembly.request.instruction)
        session.say(parts, session_id, "assistant", written[0])


# -- telling


def _push(parts: Parts, run_id: str, event: str, **more: Any) -> None:
    parts.notify(PUSH, {"runId": run_id, "event": event, "ts": parts.clock.now(), **more})


def _say_nothing(_event: str, **_more: Any) -> None:
    """Nobody asked to hear."""
