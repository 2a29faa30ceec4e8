"""mem0's REST on Mohen: the routes of its server and those that its `MemoryClient` asks.

`mohen serve --mem0` answers them below `/mem0`, for whoever bears the token of the home:

>>> from mem0 import MemoryClient
>>> client = MemoryClient(api_key=token, host="http://127.0.0.1:7717/mem0")

Each user, agent or run has a project of its own, `mem0:user:ann`. What is added without inference
is a note, word for word but for secrets; with inference the messages are heard, and what is learned
from them comes a moment later. Beside each note stands a document with what mem0 knows of it. What
is deleted is gone, its history too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from mohen.errors import ClearConfirmRequired, InvalidArgument, MohenError, NotFound
from mohen.integrations.asking import asking
from mohen.server import wire
from mohen.server.status import STATUS

if TYPE_CHECKING:
    from mohen.memory import Memory

Fields = dict[str, Any]
_ENTITIES = ("user_id", "agent_id", "run_id")
_NOTE = "mem0"  # the type of what is added word for word
_BESIDE = ["mem0"]
_ROLES = ("user", "assistant", "tool", "system")
_PAGE, _FOUND = 200, 10
_HERE = {"status": "ok", "org_id": "mohen", "project_id": "mohen", "user_email": None}
"""What the client must hear before it asks anything."""


def routes(memory: Memory, prefix: str = "/mem0") -> list[Route]:
    door = Mem0(memory)
    one = "/memories/{id}"
    table: tuple[tuple[str, str, Callable[[Fields], Any]], ...] = (
        ("GET", "/v1/ping/", lambda _: _HERE),
        *(("POST", path, door.add) for path in ("/memories", "/v3/memories/add/")),
        *(("POST", path, door.search) for path in ("/search", "/v3/memories/search/")),
        *(("GET", path, door.all) for path in ("/memories", "/v1/memories/")),
        ("POST", "/v3/memories/", door.all),
        *(("GET", path, door.get) for path in (one, f"/v1{one}/")),
        *(("PUT", path, door.update) for path in (one, f"/v1{one}/")),
        *(("DELETE", path, door.delete) for path in (one, f"/v1{one}/")),
        *(("GET", path, door.history) for path in (f"{one}/history", f"/v1{one}/history/")),
        *(("DELETE", path, door.delete_all) for path in ("/memories", "/v1/memories/")),
    )
    bytes_max = memory.policy.doors.body_bytes
    return [
        Route(f"{prefix}{path}", _answering(act, bytes_max), methods=[method])
        for method, path, act in table
    ]


def _answering(act: Callable[[Fields], Any], bytes_max: int) -> Any:
    async def answer(request: Request) -> JSONResponse:
        try:
            body = bytearray()
            async for chunk in request.stream():
                body += chunk
                if len(body) > bytes_max:
                    raise InvalidArgument(f"the request is longer than {bytes_max} bytes")
            told = wire.loads(bytes(body)) if body else {}
            if not isinstance(told, dict):
                raise InvalidArgument("a request is a JSON object")
            asked = {**request.query_params, **told, **request.path_params}
            return JSONResponse(await asyncio.to_thread(act, asked))
        except MohenError as error:
            said = {"detail": error.message, "code": error.code}
            return JSONResponse(said, status_code=STATUS.get(error.code, 500))

    return answer


class Mem0:
    """What mem0's routes do, in the words of Mohen's channels."""

    def __init__(self, memory: Memory) -> None:
        self._ask = asking(memory)

    def add(self, asked: Fields) -> Fields:
        project, _ = _scope(asked)
        messages = list(_messages(asked.get("messages")))
        if asked.get("infer", True):
            session = str(asked.get("run_id") or "mem0")
            told = {"projectId": project, "session": session, "messages": messages}
            self._ask("talk:hear", told)
            said = "The messages are heard; what is learned from them comes in a moment."
            return {"results": [], "status": "PENDING", "message": said}
        return {"results": [self._note(project, asked, each["text"]) for each in messages]}

    def _note(self, project: str, asked: Fields, text: str) -> Fields:
        entry = {"type": _NOTE, "scope": "project", "projectId": project, "content": text}
        made = self._ask("memory:create", entry)
        beside = {name: asked.get(name) for name in _ENTITIES}
        event = _event("ADD", None, made["content"], made["createdAt"])
        kept = {**beside, "metadata": asked.get("metadata") or {}, "history": [event]}
        self._keep(project, made["id"], kept)
        return {"id": f"{made['id']}@{project}", "memory": made["content"], "event": "ADD"}

    def search(self, asked: Fields) -> Fields:
        project, rest = _scope({**_flat(asked.get("filters")), **_named(asked)})
        query: Fields = {"projectId": project, "query": _text(asked, "query")}
        query["limit"] = _whole(asked, "top_k", _FOUND)
        if asked.get("threshold") is not None:
            query["minScore"] = float(asked["threshold"])
        found = [
            self._told(project, each) for each in self._ask("knowledge:search", query)["items"]
        ]
        return {"results": [each for each in found if _fits(each, rest)]}

    def all(self, asked: Fields) -> Fields:
        project, rest = _scope({**_flat(asked.get("filters")), **_named(asked)})
        found = [each for each in self._every(project) if _fits(each, rest)]
        size = _whole(asked, "page_size", _whole(asked, "top_k", len(found) or 1))
        first = (_whole(asked, "page", 1) - 1) * size
        shown = found[first : first + size]
        return {"count": len(found), "next": None, "previous": None, "results": shown}

    def get(self, asked: Fields) -> Fields:
        id, project = _id(asked)
        return self._told(project, self._item(project, id))

    def update(self, asked: Fields) -> Fields:
        id, project = _id(asked)
        before, beside = self._item(project, id), self._beside(project, id)
        after = before
        if asked.get("text") is not None:
            patch = {"content": _text(asked, "text")}
            named = {"id": id, "projectId": project, "patch": patch}
            after = self._ask("knowledge:update", named)
            event = _event("UPDATE", before["content"], after["content"], after["updatedAt"])
            beside["history"] = [*beside.get("history", ()), event]
        if asked.get("metadata") is not None:
            beside["metadata"] = asked["metadata"]
        self._keep(project, id, beside)
        return {**self._told(project, after), "message": "Memory updated successfully!"}

    def delete(self, asked: Fields) -> Fields:
        id, project = _id(asked)
        self._item(project, id)
        self._delete(project, id)
        return {"message": "Memory deleted successfully"}

    def delete_all(self, asked: Fields) -> Fields:
        project, rest = _scope(asked)
        if rest:
            for each in self._every(project):
                if _fits(each, rest):
                    self._delete(project, each["id"].partition("@")[0])
        else:
            self._clear(project)
        return {"message": "All relevant memories deleted"}

    def history(self, asked: Fields) -> list[Fields]:
        id, project = _id(asked)
        item = self._item(project, id)
        known = self._beside(project, id).get("history")
        told = known or [_event("ADD", None, item["content"], item["createdAt"])]
        return [
            {"id": f"{asked['id']}#{n}", "memory_id": asked["id"], **each}
            for n, each in enumerate(told, 1)
        ]

    # -- in Mohen

    def _every(self, project: str) -> Iterator[Fields]:
        asked: Fields = {"projectId": project, "limit": _PAGE}
        while True:
            found = self._ask("knowledge:list", asked)
            for each in found["items"]:
                if each.get("projectId") == project:
                    yield self._told(project, each)
            if "nextCursor" not in found["page"]:
                return
            asked["cursor"] = found["page"]["nextCursor"]

    def _item(self, project: str, id: str) -> Fields:
        item: Fields = self._ask("knowledge:get", {"id": id, "projectId": project})["item"]
        if item.get("projectId") != project:
            raise NotFound("there is no such item", field="id")
        return item

    def _delete(self, project: str, id: str) -> None:
        place = {"projectId": project, "namespace": _BESIDE, "key": id}
        self._ask("documents:delete", place)
        self._ask("memory:delete", {"id": id, "projectId": project})

    def _clear(self, project: str) -> None:
        try:
            self._ask("memory:clear:project", {"projectId": project})
        except ClearConfirmRequired as refused:
            token = refused.details["confirmToken"]
            self._ask("memory:clear:project", {"projectId": project, "confirmToken": token})

    def _keep(self, project: str, id: str, beside: Fields) -> None:
        place = {"projectId": project, "namespace": _BESIDE, "key": id}
        self._ask("documents:put", {**place, "value": beside})

    def _beside(self, project: str, id: str) -> Fields:
        place = {"projectId": project, "namespace": _BESIDE, "key": id}
        found: Fields = self._ask("documents:get", place).get("document", {}).get("value", {})
        return found

    def _told(self, project: str, item: Fields) -> Fields:
        kind, name = project.removeprefix("mem0:").split(":", 1)
        told = {
            "id": f"{item['id']}@{project}",
            "memory": item["content"],
            f"{kind}_id": name,
            "created_at": _moment(item["createdAt"]),
            "updated_at": _moment(item.get("updatedAt") or item["createdAt"]),
            "metadata": {},
        }
        told |= {"score": item["score"]} if "score" in item else {}
        beside = {key: each for key, each in self._beside(project, item["id"]).items() if each}
        beside.pop("history", None)
        return {**told, **beside}


# -- as mem0 says it


def _scope(given: Fields) -> tuple[str, Fields]:
    """The project of the first that is named, and what else must be so."""
    named = {name: given[name] for name in _ENTITIES if given.get(name)}
    if not named:
        raise InvalidArgument(
            "At least one identifier (user_id, agent_id, run_id) is required.", field="user_id"
        )
    first, *others = named
    rest = {name: named[name] for name in others}
    rest |= {"metadata": given["metadata"]} if given.get("metadata") else {}
    return f"mem0:{first.removesuffix('_id')}:{named[first]}", rest


def _named(asked: Fields) -> Fields:
    return {name: asked[name] for name in _ENTITIES if asked.get(name)}


def _flat(filters: Any) -> Fields:
    """Filters all of which must hold."""
    found: Fields = {}
    for name, wanted in (filters or {}).items():
        if name == "AND":
            for each in wanted:
                found |= _flat(each)
        elif name not in (*_ENTITIES, "metadata") or (name != "metadata" and wanted == "*"):
            raise InvalidArgument(
                "filters may name user_id, agent_id, run_id and metadata, all of which must hold",
                field="filters",
            )
        else:
            found[name] = wanted
    return found


def _fits(told: Fields, rest: Fields) -> bool:
    return all(
        all(told["metadata"].get(key) == each for key, each in wanted.items())
        if name == "metadata"
        else told.get(name) == wanted
        for name, wanted in rest.items()
    )


def _messages(given: Any) -> Iterator[Fields]:
    if isinstance(given, str):
        given = [{"role": "user", "content": given}]
    for each in [given] if isinstance(given, dict) else given or ():
        content = each.get("content") if isinstance(each, dict) else None
        if isinstance(content, list):
            content = "\n".join(part.get("text", "") for part in content if isinstance(part, dict))
        if not isinstance(content, str) or each.get("role") not in _ROLES:
            raise InvalidArgument("each message has a role and a content", field="messages")
        yield {"role": each["role"], "text": content}


def _id(asked: Fields) -> tuple[str, str]:
    id, at, project = str(asked["id"]).partition("@")
    if not at or not project.startswith("mem0:") or project.count(":") < 2:
        raise NotFound("there is no such item", field="id")
    return id, project


def _text(asked: Fields, name: str) -> str:
    if not isinstance(asked.get(name), str):
        raise InvalidArgument(f"{name} must be a string", field=name)
    return str(asked[name])


def _whole(asked: Fields, name: str, default: int) -> int:
    given = asked.get(name)
    try:
        found = default if given is None else int(given)
    except (TypeError, ValueError):
        found = 0
    if found < 1:
        raise InvalidArgument(f"{name} must be at least 1", field=name)
    return found


def _event(event: str, old: str | None, new: str | None, at: int) -> Fields:
    return {"event": event, "old_memory": old, "new_memory": new, "created_at": _moment(at)}


def _moment(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat()
