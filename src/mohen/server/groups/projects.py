"""Projects and their folders."""

from __future__ import annotations

from typing import Any

from mohen.server.channel import Channel, Desk, Push
from mohen.server.schemas import projects
from mohen.server.wire import Wire


def _bind(desk: Desk, asked: projects.BindPayload) -> Wire:
    return projects.BindData.of(desk.memory.projects.bind(asked.project_id, asked.folder))


def _create(desk: Desk, asked: projects.ProjectCreatePayload) -> Wire:
    return projects.BindData.of(
        desk.memory.projects.create(asked.project_id, asked.folder, asked.title)
    )


def _list(desk: Desk, asked: projects.ProjectListPayload) -> Wire:
    if asked.all:
        items = [projects.ProjectData.known(each) for each in desk.memory.projects.known()]
    else:
        items = [projects.ProjectData.of(*each) for each in desk.memory.projects.list()]
    return projects.ProjectListData(items=items)


def _files(desk: Desk, asked: projects.ProjectPayload) -> Wire:
    return projects.FilesData.of(desk.memory.projects.files(asked.project_id))


def _unbind(desk: Desk, asked: projects.ProjectPayload) -> Wire:
    had = desk.memory.projects.unbind(asked.project_id)
    return projects.UnbindData(project_id=asked.project_id, unbound=had)


TABLE: tuple[Channel[Any], ...] = (
    Channel(
        "project:bind",
        "Read a project's files (`.mohen/`, `AGENTS.md`, chapters) from a folder from now on.",
        projects.BindPayload,
        projects.BindData,
        _bind,
        in_order=True,
    ),
    Channel(
        "project:create",
        "Begin a project: in a folder, made if it is not there, or in one of its own in the home. "
        "A folder that is made for it begins with a first chapter. Never overwrites.",
        projects.ProjectCreatePayload,
        projects.BindData,
        _create,
        in_order=True,
    ),
    Channel(
        "project:list",
        "Projects that have a folder; with `all`, also those of which anything is remembered.",
        projects.ProjectListPayload,
        projects.ProjectListData,
        _list,
    ),
    Channel(
        "project:files",
        "The files of a project that Mohen reads, and what of them cannot be read and why.",
        projects.ProjectPayload,
        projects.FilesData,
        _files,
    ),
    Channel(
        "project:unbind",
        "Leave a project's folder alone from now on. Nothing in it is touched.",
        projects.ProjectPayload,
        projects.UnbindData,
        _unbind,
        in_order=True,
    ),
)

PUSHES: tuple[Push, ...] = (
    Push(
        "context:files:changed",
        "Files of a project were changed, added or taken away.",
        projects.FilesChangedData,
    ),
)
