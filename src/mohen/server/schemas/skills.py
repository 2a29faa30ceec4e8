"""Shapes of skills: as they are listed, shown, checked and begun."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from mohen.errors import MohenError
from mohen.model.skill import Listed, Skill
from mohen.server.schemas.common import Bilingual
from mohen.server.schemas.context import ContextRulesShape
from mohen.server.wire import Wire

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
