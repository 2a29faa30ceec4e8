"""Skills: listed, run, answered, cancelled."""

from __future__ import annotations

from typing import Any

from mohen.server.channel import Channel, Desk, Push
from mohen.server.schemas import runs, skills
from mohen.server.wire import Wire


def _list(desk: Desk, asked: skills.SkillListPayload) -> Wire:
    found = desk.memory.skills.list(asked.project_id, asked.scene_type)
    return skills.SkillListData(items=[skills.ListedSkill.of(each) for each in found])


def _get(desk: Desk, asked: skills.SkillPayload) -> Wire:
    return skills.SkillData.of(desk.memory.skills.get(asked.skill_id, asked.project_id))


def _check(desk: Desk, asked: skills.SkillCheckPayload) -> Wire:
    return skills.SkillData.of(desk.memory.skills.check(asked.text, asked.folder))


def _create(desk: Desk, asked: skills.SkillCreatePayload) -> Wire:
    ref = desk.memory.skills.create(asked.skill_id, asked.project_id)
    return skills.SkillCreateData(skill_id=asked.skill_id, ref=ref)


def _run(desk: Desk, asked: runs.RunPayload) -> Wire:
    return runs.RunData.of(
        desk.memory.skills.run(
            asked.request(),
            candidates=asked.candidates,
            run_id=asked.run_id,
            stream=asked.stream,
            max_tokens=asked.max_tokens,
        )
    )


def _feedback(desk: Desk, asked: runs.RunFeedbackPayload) -> Wire:
    return runs.RunFeedbackData.of(
        desk.memory.skills.feedback(asked.run_id, asked.response(), project_id=asked.project_id)
    )


def _cancel(desk: Desk, asked: runs.CancelRunPayload) -> Wire:
    canceled = desk.memory.skills.cancel(asked.run_id, project_id=asked.project_id)
    return runs.CancelRunData(run_id=asked.run_id, canceled=canceled)


TABLE: tuple[Channel[Any], ...] = (
    Channel(
        "ai:skill:list",
        "What the AI can be asked to do: name and description of each skill, a project's own "
        "before the built-in one of that name, broken files with what is wrong with them.",
        skills.SkillListPayload,
        skills.SkillListData,
        _list,
    ),
    Channel(
        "ai:skill:get",
        "One skill with its instruction.",
        skills.SkillPayload,
        skills.SkillData,
        _get,
    ),
    Channel(
        "ai:skill:check",
        "What a SKILL.md would be understood as, or what is wrong with it and in which field.",
        skills.SkillCheckPayload,
        skills.SkillData,
        _check,
    ),
    Channel(
        "ai:skill:create",
        "Begin a skill of one's own in the project's folder. Never overwrites.",
        skills.SkillCreatePayload,
        skills.SkillCreateData,
        _create,
        in_order=True,
    ),
    Channel(
        "ai:skill:run",
        "Assemble the prompt and have the candidates written. Opens an episode by itself, which "
        "`ai:skill:feedback` closes. Takes up to ten minutes unless `timeoutMs` says otherwise.",
        runs.RunPayload,
        runs.RunData,
        _run,
        timeout=lambda policy: policy.skills.timeout_ms,
    ),
    Channel(
        "ai:skill:feedback",
        "What the author did with a run: closes its episode, and learns from the label if there "
        "is one. Once for each run.",
        runs.RunFeedbackPayload,
        runs.RunFeedbackData,
        _feedback,
        in_order=True,
    ),
    Channel(
        "ai:skill:cancel",
        "Stop a run, from any connection: nothing of it is kept. Cancelling twice is fine.",
        runs.CancelRunPayload,
        runs.CancelRunData,
        _cancel,
    ),
)

PUSHES: tuple[Push, ...] = (
    Push("ai:skill:stream", "What a run that streams writes, piece by piece.", runs.StreamData),
)
