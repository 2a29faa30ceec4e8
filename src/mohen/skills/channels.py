"""Shapes of skills: as they are listed, shown, checked and begun."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from mohen.core.shapes import Bilingual, Milliseconds, SignalName, signal_name
from mohen.errors import MohenError
from mohen.prompts.channels import (
    ContextRulesShape,
    InjectedShape,
    LayerShape,
    RequestShape,
    WarningShape,
)
from mohen.rules.model import Action
from mohen.server.channel import Channel, Desk, Push
from mohen.server.wire import WholeWire, Wire
from mohen.skills.model import Answered, Listed, Response, RunResult, Skill

SourceName = Literal["builtin", "project"]
TargetName = Literal["selection", "cursor"]
Ref = Annotated[str | None, Field(description="the file, from the project's folder")]


# -- ai:skill:list


class SkillListPayload(Wire):
    project_id: Annotated[
        str | None, Field(description="with its own skills; absent: the built-in ones")
    ] = None
    scene_type: Annotated[
        str | None, Field(description="most used for such scenes in the project first")
    ] = None


class SkillError(Wire):
    """What is wrong with a file."""

    code: str
    field: str | None = None
    message: str

    @classmethod
    def of(cls, error: MohenError) -> SkillError:
        field = error.details.get("field")
        return cls(
            code=error.code, field=None if field is None else str(field), message=error.message
        )


class ListedSkill(Wire):
    """One line of the list. Of a file that cannot be used: its name and what is wrong."""

    id: str
    title: Bilingual
    description: Bilingual | None = None
    source: SourceName
    target: TargetName | None = None
    context_rules: ContextRulesShape | None = None
    candidates: int | None = None
    uses: Annotated[int, Field(description="how often for such scenes; 0 where none was named")]
    status: Literal["ok", "invalid"]
    error: SkillError | None = None
    ref: Ref = None

    @classmethod
    def of(cls, listed: Listed) -> ListedSkill:
        skill, problem = listed.skill, listed.problem
        known = {"title": Bilingual.of((listed.id, listed.id))} if skill is None else _said(skill)
        return cls(
            id=listed.id,
            source=listed.source.value,
            uses=listed.uses,
            status="invalid" if skill is None else "ok",
            error=None if problem is None else SkillError.of(problem),
            ref=listed.ref,
            **known,
        )


class SkillListData(Wire):
    items: list[ListedSkill]


# -- ai:skill:get, ai:skill:check


class SkillPayload(Wire):
    skill_id: str
    project_id: str | None = None


class SkillCheckPayload(Wire):
    text: Annotated[str, Field(description="the whole SKILL.md")]
    folder: Annotated[
        str | None, Field(description="the name of the folder it stands in, if it has one yet")
    ] = None


class SkillData(Wire):
    """A skill as it was understood, with its instruction."""

    id: str
    title: Bilingual
    description: Bilingual
    source: SourceName
    target: TargetName
    context_rules: ContextRulesShape
    candidates: int
    max_tokens: Annotated[int, Field(description="of each candidate")]
    version: str
    body: Annotated[str, Field(description="the instruction, Markdown")]
    ref: Ref = None

    @classmethod
    def of(cls, skill: Skill) -> SkillData:
        return cls(
            id=skill.id,
            source=skill.source.value,
            max_tokens=skill.max_tokens,
            version=skill.version,
            body=skill.body,
            ref=skill.ref,
            **_said(skill),
        )


def _said(skill: Skill) -> dict[str, Any]:
    return {
        "title": Bilingual.of(skill.title),
        "description": Bilingual.of((skill.description, skill.description_zh or skill.description)),
        "target": skill.target.value,
        "context_rules": ContextRulesShape.of(skill.context_rules),
        "candidates": skill.candidates,
    }


# -- ai:skill:create


class SkillCreatePayload(Wire):
    skill_id: Annotated[str, Field(description="its folder's name; a built-in one is copied")]
    project_id: str


class SkillCreateData(Wire):
    skill_id: str
    ref: Annotated[str, Field(description="the file to edit, from the project's folder")]


# -- Shapes of running a skill and answering it.


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


# -- Skills: listed, run, answered, cancelled.


def _list(desk: Desk, asked: SkillListPayload) -> Wire:
    found = desk.memory.skills.list(asked.project_id, asked.scene_type)
    return SkillListData(items=[ListedSkill.of(each) for each in found])


def _get(desk: Desk, asked: SkillPayload) -> Wire:
    return SkillData.of(desk.memory.skills.get(asked.skill_id, asked.project_id))


def _check(desk: Desk, asked: SkillCheckPayload) -> Wire:
    return SkillData.of(desk.memory.skills.check(asked.text, asked.folder))


def _create(desk: Desk, asked: SkillCreatePayload) -> Wire:
    ref = desk.memory.skills.create(asked.skill_id, asked.project_id)
    return SkillCreateData(skill_id=asked.skill_id, ref=ref)


def _run(desk: Desk, asked: RunPayload) -> Wire:
    return RunData.of(
        desk.memory.skills.run(
            asked.request(),
            candidates=asked.candidates,
            run_id=asked.run_id,
            stream=asked.stream,
            max_tokens=asked.max_tokens,
        )
    )


def _feedback(desk: Desk, asked: RunFeedbackPayload) -> Wire:
    return RunFeedbackData.of(
        desk.memory.skills.feedback(asked.run_id, asked.response(), project_id=asked.project_id)
    )


def _cancel(desk: Desk, asked: CancelRunPayload) -> Wire:
    canceled = desk.memory.skills.cancel(asked.run_id, project_id=asked.project_id)
    return CancelRunData(run_id=asked.run_id, canceled=canceled)


TABLE: tuple[Channel[Any], ...] = (
    Channel(
        "ai:skill:list",
        "What the AI can be asked to do: name and description of each skill, a project's own "
        "before the built-in one of that name, broken files with what is wrong with them.",
        SkillListPayload,
        SkillListData,
        _list,
    ),
    Channel(
        "ai:skill:get",
        "One skill with its instruction.",
        SkillPayload,
        SkillData,
        _get,
    ),
    Channel(
        "ai:skill:check",
        "What a SKILL.md would be understood as, or what is wrong with it and in which field.",
        SkillCheckPayload,
        SkillData,
        _check,
    ),
    Channel(
        "ai:skill:create",
        "Begin a skill of one's own in the project's folder. Never overwrites.",
        SkillCreatePayload,
        SkillCreateData,
        _create,
        in_order=True,
    ),
    Channel(
        "ai:skill:run",
        "Assemble the prompt and have the candidates written. Opens an episode by itself, which "
        "`ai:skill:feedback` closes. Takes up to ten minutes unless `timeoutMs` says otherwise.",
        RunPayload,
        RunData,
        _run,
        timeout=lambda policy: policy.skills.timeout_ms,
    ),
    Channel(
        "ai:skill:feedback",
        "What the author did with a run: closes its episode, and learns from the label if there "
        "is one. Once for each run.",
        RunFeedbackPayload,
        RunFeedbackData,
        _feedback,
        in_order=True,
    ),
    Channel(
        "ai:skill:cancel",
        "Stop a run, from any connection: nothing of it is kept. Cancelling twice is fine.",
        CancelRunPayload,
        CancelRunData,
        _cancel,
    ),
)

PUSHES: tuple[Push, ...] = (
    Push("ai:skill:stream", "What a run that streams writes, piece by piece.", StreamData),
)
