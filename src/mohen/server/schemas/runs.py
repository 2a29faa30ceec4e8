"""Shapes of running a skill and answering it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from mohen.model.feedback import Action
from mohen.model.run_result import Answered, Response, RunResult
from mohen.server.schemas.common import Bilingual, Milliseconds, SignalName, signal_name
from mohen.server.schemas.context import InjectedShape, LayerShape, RequestShape, WarningShape
from mohen.server.wire import WholeWire, Wire

# -- ai:skill:run


class RunPayload(RequestShape):
    """What is to be written, where one stands, and how often."""

    candidates: Annotated[
        int | None, Field(description="how many; what the skill says when absent")
    ] = None
    max_tokens: Annotated[int | None, Field(description="of each candidate")] = None
    run_id: Annotated[str | None, Field(description="[A-Za-z0-9_-]{1,80}; made when absent")] = None
    stream: Annotated[bool, Field(description="push each piece as `ai:skill:stream`")] = False


class WriterData(Wire):
    name: str
    offline: Annotated[bool, Field(description="no language model wrote this")]
    notice: Bilingual | None = None

    @classmethod
    def of(cls, result: RunResult) -> WriterData:
        notice = result.notice
        return cls(
            name=result.assembly.model,
            offline=result.offline,
            notice=None if notice is None else Bilingual.of(notice),
        )


class RunData(Wire):
    run_id: str
    generation_id: str
    episode_id: Annotated[
        str | None, Field(description="null without a project, or when it could not be kept")
    ]
    candidates: list[str]
    model: WriterData
    scene_type: str
    injected: InjectedShape
    layers: list[LayerShape]
    token_count: int
    stable_prefix_hash: str
    prompt_hash: str
    stable_prefix_unchanged: bool
    warnings: list[WarningShape]
    memory_degraded: bool

    @classmethod
    def of(cls, result: RunResult) -> RunData:
        assembly = result.assembly
        return cls(
            run_id=result.run_id,
            generation_id=assembly.generation_id,
            episode_id=result.episode_id,
            candidates=list(result.candidates),
            model=WriterData.of(result),
            scene_type=assembly.scene_type,
            injected=InjectedShape.of(assembly.injected),
            layers=[LayerShape.of(each) for each in assembly.layers],
            token_count=assembly.tokens,
            stable_prefix_hash=assembly.stable_prefix_hash,
            prompt_hash=assembly.prompt_hash,
            stable_prefix_unchanged=assembly.stable_prefix_unchanged,
            warnings=[WarningShape.of(each) for each in result.warnings],
            memory_degraded=result.memory_degraded,
        )

    def plain(self) -> dict[str, Any]:
        """That there is no episode is said, not left out."""
        return {"episodeId": None, **super().plain()}


class StreamError(Wire):
    code: str
    message: str
    retryable: bool
    details: dict[str, object] | None = None


class StreamData(Wire):
    """One event of a run that streams. Its text may be dropped later: what counts is the
    answer of the run."""

    run_id: str
    event: Literal["run_started", "delta", "run_completed", "run_failed", "run_canceled"]
    ts: Milliseconds
    candidate: Annotated[int | None, Field(description="which one the text is of")] = None
    text: str | None = None
    error: StreamError | None = None


# -- ai:skill:cancel


class CancelRunPayload(Wire):
    run_id: str
    project_id: str | None = None


class CancelRunData(Wire):
    run_id: str
    canceled: Annotated[bool, Field(description="false: it was finished already")]


# -- ai:skill:feedback


class RunFeedbackPayload(Wire):
    run_id: str
    action: Literal["accept", "reject", "partial"]
    project_id: str | None = None
    selected_index: Annotated[
        int | None, Field(description="of an accept, where there is more than one candidate")
    ] = None
    final_text: Annotated[
        str | None, Field(description="what stands in the manuscript; the candidate when absent")
    ] = None
    explicit: Annotated[str | None, Field(description="what the author said of it")] = None
    evidence_ref: Annotated[
        str | None, Field(description="a label or short phrase, never a passage of output")
    ] = None
    response_time_ms: int | None = None

    def response(self) -> Response:
        return Response(
            action=Action(self.action),
            selected_index=self.selected_index,
            final_text=self.final_text,
            explicit=self.explicit,
            evidence_ref=self.evidence_ref,
            response_time_ms=self.response_time_ms,
        )


class RunFeedbackData(WholeWire):
    recorded: bool
    feedback_id: str
    episode_id: Annotated[str | None, Field(description="null without a project")]
    signal: SignalName | None
    learned: Annotated[list[str], Field(description="rules that the label made or changed")]
    ignored: Annotated[bool, Field(description="the label teaches nothing")]
    reason: Annotated[str | None, Field(description="why not")]

    @classmethod
    def of(cls, answered: Answered) -> RunFeedbackData:
        learned = answered.learned
        return cls.model_validate(
            {
                "recorded": True,
                "feedback_id": learned.feedback_id,
                "episode_id": answered.episode_id,
                "signal": signal_name(answered.signal),
                "learned": list(learned.rules),
                "ignored": learned.ignored is not None,
                "reason": learned.ignored,
            }
        )
