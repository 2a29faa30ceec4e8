"""Channels of skills: listed, shown, checked, begun, run and answered."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Annotated, Literal

from mohen.episodes.model import Signal
from mohen.errors import MohenError
from mohen.prompts.channels import (
    ContextRulesShape,
    InjectedShape,
    LayerShape,
    RequestShape,
    WarningShape,
    asked_for,
)
from mohen.prompts.model import Skill, Source, Target
from mohen.rules.model import Action
from mohen.server.channels import Channel, Desk, Push
from mohen.server.shapes import ITSELF, At, Bilingual, Milliseconds, SaidNull, WholeWire, Wire
from mohen.skills.model import (
    Answered,
    Begun,
    CandidateState,
    Listed,
    OpenRun,
    OpenState,
    Response,
    RunResult,
)
from mohen.story.channels import FindingData

Ref = Annotated[str | None, "the file, from the project's folder"]


# -- ai:skill:list


class SkillListPayload(Wire):
    project_id: Annotated[str | None, "with its own skills; absent: the built-in ones"] = None
    scene_type: Annotated[str | None, "most used for such scenes in the project first"] = None


def _field(error: MohenError) -> str | None:
    field = error.details.get("field")
    return None if field is None else str(field)


class SkillError(Wire, of=MohenError):
    """What is wrong with a file."""

    code: str
    field: Annotated[str | None, At(_field)] = None
    message: str


def _descriptions(skill: Skill) -> tuple[str, str]:
    return skill.description, skill.description_zh or skill.description


def _if_sound(tell: Callable[[Skill], object]) -> At:
    return At(lambda listed: None if listed.skill is None else tell(listed.skill))


class ListedSkill(Wire, of=Listed):
    """One line of the list. Of a file that cannot be used: its name and what is wrong."""

    id: str
    title: Annotated[
        Bilingual, At(lambda listed: listed.skill.title if listed.skill else (listed.id, listed.id))
    ]
    description: Annotated[Bilingual | None, _if_sound(_descriptions)] = None
    source: Source
    target: Annotated[Target | None, _if_sound(attrgetter("target"))] = None
    context_rules: Annotated[ContextRulesShape | None, _if_sound(attrgetter("context_rules"))] = (
        None
    )
    candidates: Annotated[int | None, _if_sound(attrgetter("candidates"))] = None
    uses: Annotated[int, "how often for such scenes; 0 where none was named"]
    status: Annotated[
        Literal["ok", "invalid"], At(lambda listed: "ok" if listed.skill else "invalid")
    ]
    error: Annotated[SkillError | None, At("problem")] = None
    ref: Ref = None


class SkillListData(Wire):
    items: Annotated[list[ListedSkill], ITSELF]


# -- ai:skill:get, ai:skill:check


class SkillPayload(Wire):
    skill_id: str
    project_id: str | None = None


class SkillCheckPayload(Wire):
    text: Annotated[str, "the whole SKILL.md"]
    folder: Annotated[str | None, "the name of the folder it stands in, if it has one yet"] = None


class SkillData(Wire, of=Skill):
    """A skill as it was understood, with its instruction."""

    id: str
    title: Bilingual
    description: Annotated[Bilingual, At(_descriptions)]
    source: Source
    target: Target
    context_rules: ContextRulesShape
    candidates: int
    max_tokens: Annotated[int, "of each candidate"]
    version: str
    body: Annotated[str, "the instruction, Markdown"]
    ref: Ref = None


# -- ai:skill:create


class SkillCreatePayload(Wire):
    skill_id: Annotated[str, "its folder's name; a built-in one is copied"]
    project_id: str


class SkillCreateData(Wire):
    skill_id: str
    ref: Annotated[str, "the file to edit, from the project's folder"]


# -- ai:skill:run


class RunPayload(RequestShape):
    """What is to be written, where one stands, and how often."""

    candidates: Annotated[int | None, "how many; what the skill says when absent"] = None
    max_tokens: Annotated[int | None, "of each candidate"] = None
    run_id: Annotated[str | None, "[A-Za-z0-9_-]{1,80}; made when absent"] = None
    stream: Annotated[bool, "push each piece as `ai:skill:stream`"] = False
    keep: Annotated[
        bool,
        "go on though the caller hangs up, keep each candidate as soon as it is finished, offer "
        "what there is when stopped; `ai:skill:open` tells of it",
    ] = False


class WriterData(Wire, of=RunResult):
    name: Annotated[str, At("assembly.model")]
    offline: Annotated[bool, "no language model wrote this"]
    notice: Bilingual | None = None


def _is_plain(result: RunResult) -> bool:
    return result.places == tuple(range(len(result.places)))


class RunData(Wire, of=RunResult):
    run_id: str
    generation_id: Annotated[str, At("assembly.generation_id")]
    episode_id: Annotated[
        str | None, SaidNull, "null without a project, or when it could not be kept"
    ]
    candidates: list[str]
    places: Annotated[
        list[int] | None,
        At(lambda result: None if _is_plain(result) else list(result.places)),
        "which of the stream each candidate is, where some are missing",
    ] = None
    cut: Annotated[
        list[int] | None,
        At(lambda result: list(result.cut) or None),
        "candidates that end in the middle: their server broke off, or the run was stopped",
    ] = None
    findings: Annotated[
        list[FindingData] | None,
        "of `consistency-check`: what `graph:check` finds, every side of it with file and line",
    ] = None
    additions: Annotated[
        list[str] | None,
        At(lambda result: list(result.additions) or None),
        "what a model added to the findings, for each candidate; nothing of it was checked",
    ] = None
    model: Annotated[WriterData, ITSELF]
    scene_type: Annotated[str, At("assembly.scene_type")]
    injected: Annotated[InjectedShape, At("assembly.injected")]
    layers: Annotated[list[LayerShape], At("assembly.layers")]
    token_count: Annotated[int, At("assembly.tokens")]
    stable_prefix_hash: Annotated[str, At("assembly.stable_prefix_hash")]
    prompt_hash: Annotated[str, At("assembly.prompt_hash")]
    stable_prefix_unchanged: Annotated[bool, At("assembly.stable_prefix_unchanged")]
    warnings: list[WarningShape]
    memory_degraded: bool


class StreamError(Wire):
    code: str
    message: str
    retryable: bool
    details: dict[str, object] | None = None


class StreamData(Wire):
    """One event of a run that streams. Its text may be dropped later: what counts is the
    answer of the run."""

    run_id: str
    event: Annotated[
        Literal[
            "run_started",
            "delta",
            "candidate_completed",
            "candidate_failed",
            "candidate_dropped",
            "run_completed",
            "run_failed",
            "run_canceled",
        ],
        "of a single candidate only where the run is kept; dropped: it said nothing new",
    ]
    ts: Milliseconds
    candidate: Annotated[int | None, "which one the text is of"] = None
    text: str | None = None
    at: Annotated[
        int | None, "code points of the candidate before this text; at its end, of all of it"
    ] = None
    error: StreamError | None = None


# -- ai:skill:cancel


class CancelRunPayload(Wire):
    run_id: str
    project_id: str | None = None


class CancelRunData(Wire):
    run_id: str
    canceled: Annotated[bool, "false: it was finished already"]


# -- ai:skill:open


class OpenRunsPayload(Wire):
    project_id: str
    run_ids: Annotated[
        list[str] | None, "told of from the disk, where the server does not know them any more"
    ] = None


def _plain_error(told: Begun | OpenRun) -> object:
    return None if told.error is None else told.error.plain()


class OpenCandidate(Wire, of=Begun):
    text: Annotated[str, "as far as it is written"]
    state: Annotated[CandidateState, "nothing: it failed before a word, or said nothing new"]
    error: Annotated[StreamError | None, At(_plain_error), "what its writer failed with"] = None


class OpenRunData(Wire, of=OpenRun):
    """A run that waits. Its `result` is what `ai:skill:run` answered, where that is still known."""

    run_id: str
    skill_id: str
    chapter_id: str | None = None
    asked_at: Milliseconds
    state: OpenState
    candidates: list[OpenCandidate]
    generation_id: str | None = None
    episode_id: str | None = None
    result: RunData | None = None
    error: Annotated[StreamError | None, At(_plain_error)] = None


class OpenRunsData(Wire):
    items: Annotated[list[OpenRunData], ITSELF]


# -- ai:skill:feedback


class RunFeedbackPayload(Wire):
    run_id: str
    action: Action
    project_id: str | None = None
    selected_index: Annotated[
        int | None, "of an accept, where there is more than one candidate"
    ] = None
    seen: Annotated[
        list[int] | None, "the candidates there were to choose from; all when absent"
    ] = None
    final_text: Annotated[
        str | None, "what stands in the manuscript; the candidate when absent"
    ] = None
    explicit: Annotated[str | None, "what the author said of it"] = None
    evidence_ref: Annotated[str | None, "a label or short phrase, never a passage of output"] = None
    response_time_ms: int | None = None


class RunFeedbackData(WholeWire, of=Answered):
    recorded: Annotated[bool, At(lambda _: True)]
    feedback_id: Annotated[str, At("learned.feedback_id")]
    episode_id: Annotated[str | None, "null without a project"]
    signal: Signal | None
    learned: Annotated[list[str], At("learned.rules"), "rules that the label made or changed"]
    ignored: Annotated[
        bool,
        At(lambda answered: answered.learned.ignored is not None),
        "a label was given, and it teaches nothing",
    ]
    reason: Annotated[str | None, At("learned.ignored"), "why not"]


def _create(desk: Desk, asked: SkillCreatePayload) -> object:
    ref = desk.memory.skills.create(asked.skill_id, asked.project_id)
    return {"skill_id": asked.skill_id, "ref": ref}


def _run(desk: Desk, asked: RunPayload) -> RunResult:
    request, besides = asked_for(asked)
    return desk.memory.skills.run(request, **besides)


def _feedback(desk: Desk, asked: RunFeedbackPayload) -> Answered:
    given = asked.arguments()
    run_id, project_id = given.pop("run_id"), given.pop("project_id", None)
    if (seen := given.pop("seen", None)) is not None:
        given["seen"] = tuple(seen)
    return desk.memory.skills.feedback(run_id, Response(**given), project_id=project_id)


def _cancel(desk: Desk, asked: CancelRunPayload) -> object:
    canceled = desk.memory.skills.cancel(asked.run_id, project_id=asked.project_id)
    return {"run_id": asked.run_id, "canceled": canceled}


TABLE: tuple[Channel, ...] = (
    Channel(
        "ai:skill:list",
        "What the AI can be asked to do: name and description of each skill, a project's own "
        "before the built-in one of that name, broken files with what is wrong with them.",
        SkillListPayload,
        SkillListData,
        "skills.list",
    ),
    Channel(
        "ai:skill:get", "One skill with its instruction.", SkillPayload, SkillData, "skills.get"
    ),
    Channel(
        "ai:skill:check",
        "What a SKILL.md would be understood as, or what is wrong with it and in which field.",
        SkillCheckPayload,
        SkillData,
        "skills.check",
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
        changes=True,
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
        "Stop a run, from any connection: nothing of it is kept, unless it was to be kept. "
        "Cancelling twice is fine.",
        CancelRunPayload,
        CancelRunData,
        _cancel,
        queues=False,
        changes=True,
    ),
    Channel(
        "ai:skill:open",
        "The kept runs of a project that are being written, wait for an answer or have failed: for "
        "a page that comes back.",
        OpenRunsPayload,
        OpenRunsData,
        "skills.open",
    ),
)

PUSHES: tuple[Push, ...] = (
    Push("ai:skill:stream", "What a run that streams writes, piece by piece.", StreamData),
)
