"""Claude's memory tool on Mohen's documents: `pip install '.[anthropic]'`.

>>> from mohen import open_memory
>>> from mohen.integrations.anthropic_memory import MohenMemoryTool
>>> tool = MohenMemoryTool(open_memory(), "my-agent")
>>> client.beta.messages.run_tools(model=…, messages=…, tools=[tool]).until_done()

Each file below `/memories` is a document; folders are there while something lies in them. What it
says, and what it says is wrong, are the words of Anthropic's own tool on files.
"""

from __future__ import annotations

import asyncio
import posixpath
from typing import TYPE_CHECKING, Any

from anthropic.lib.tools import BetaAbstractMemoryTool, BetaAsyncAbstractMemoryTool, ToolError

from mohen.integrations.asking import Shelf

if TYPE_CHECKING:
    from mohen.client import Client
    from mohen.memory import Memory

_ROOM, ROOT = "anthropic-memory", "/memories"
_LINES, _WIDTH = 999_999, 6
_DEPTH = 2
_AROUND = 2  # lines shown before and after a change
_UNITS = ("B", "K", "M", "G")


class Files:
    """The files, each by its path, and what can be done with them."""

    def __init__(self, memory: Memory | Client, project_id: str) -> None:
        self._shelf = Shelf(memory, project_id)

    def view(self, command: Any) -> str:
        path = _sound(command.path)
        text = self._text(path)
        if text is not None:
            return _numbered(command.path, text, command.view_range)
        below = self._below(path)
        if not below and path != ROOT:
            raise _missing(command.path)
        return _listed(command.path, path, below)

    def create(self, command: Any) -> str:
        path = _sound(command.path)
        if path == ROOT or self._is_there(path):
            raise ToolError(f"File {command.path} already exists")
        self._write(path, command.file_text)
        return f"File created successfully at: {command.path}"

    def str_replace(self, command: Any) -> str:
        path, text = self._file(command.path)
        old, places = command.old_str, list[int]()
        at = text.find(old)
        while at >= 0:
            places.append(text.count("\n", 0, at) + 1)
            at = text.find(old, at + 1)
        if not text.count(old):
            raise ToolError(
                f"No replacement was performed, old_str `{old}` did not appear verbatim in "
                f"{command.path}."
            )
        if text.count(old) > 1:
            raise ToolError(
                f"No replacement was performed. Multiple occurrences of old_str `{old}` in lines: "
                f"{', '.join(map(str, places))}. Please ensure it is unique"
            )
        changed = text.replace(old, command.new_str)
        self._write(path, changed)
        lines, line = changed.split("\n"), places[0]
        shown = range(max(1, line - _AROUND), min(len(lines), line + _AROUND) + 1)
        snippet = "\n".join(_line(each, lines[each - 1]) for each in shown)
        return (
            "The memory file has been edited. Here is the snippet showing the change (with line "
            f"numbers):\n{snippet}"
        )

    def insert(self, command: Any) -> str:
        path, text = self._file(command.path)
        lines = text.splitlines()
        if not 0 <= command.insert_line <= len(lines):
            raise ToolError(
                f"Invalid `insert_line` parameter: {command.insert_line}. "
                f"It should be within the range [0, {len(lines)}]."
            )
        lines.insert(command.insert_line, command.insert_text.rstrip("\n"))
        written = "\n".join(lines)
        self._write(path, written if written.endswith("\n") else f"{written}\n")
        return f"The file {command.path} has been edited."

    def delete(self, command: Any) -> str:
        path = _sound(command.path)
        if path == ROOT:
            raise ToolError(f"Cannot delete the {ROOT} directory itself")
        going = [path] if self._text(path) is not None else list(self._below(path))
        if not going:
            raise ToolError(f"The path {command.path} does not exist")
        self._shelf.batch([{"delete": _place(each)} for each in going])
        return f"Successfully deleted {command.path}"

    def rename(self, command: Any) -> str:
        old, new = _sound(command.old_path), _sound(command.new_path)
        if new == ROOT or self._is_there(new):
            raise ToolError(f"The destination {command.new_path} already exists")
        text = self._text(old)
        moving = {old: text} if text is not None else self._below(old)
        if not moving:
            raise ToolError(f"The path {command.old_path} does not exist")
        ops: list[dict[str, Any]] = [{"delete": _place(each)} for each in moving]
        for each, content in moving.items():
            ops.append({"put": {**_place(new + each[len(old) :]), "value": {"text": content}}})
        self._shelf.batch(ops)
        return f"Successfully renamed {command.old_path} to {command.new_path}"

    def clear_all_memory(self) -> str:
        self._shelf.clear([_ROOM])
        return "All memory cleared"

    # -- what lies where

    def _text(self, path: str) -> str | None:
        found = None if path == ROOT else self._shelf.get(**_place(path))
        return None if found is None else str(found["value"]["text"])

    def _below(self, path: str) -> dict[str, str]:
        """Files by their paths, in order."""
        found = self._shelf.search(namespace=[_ROOM, *_labels(path)])
        texts = {"/".join([ROOT, *_keys(each)]): each["value"]["text"] for each in found}
        return dict(sorted(texts.items()))

    def _is_there(self, path: str) -> bool:
        return self._text(path) is not None or bool(self._below(path))

    def _file(self, asked: str) -> tuple[str, str]:
        path = _sound(asked)
        text = self._text(path)
        if text is not None:
            return path, text
        if path == ROOT or self._below(path):
            raise ToolError(f"The path {asked} is not a file.")
        raise _missing(asked)

    def _write(self, path: str, text: str) -> None:
        self._shelf.batch([{"put": {**_place(path), "value": {"text": text}}}])


class MohenMemoryTool(Files, BetaAbstractMemoryTool):
    """The tool, for clients that wait."""

    def __init__(self, memory: Memory | Client, project_id: str, **how: Any) -> None:
        Files.__init__(self, memory, project_id)
        BetaAbstractMemoryTool.__init__(self, **how)


def _awaited(name: str) -> Any:
    async def act(self: MohenAsyncMemoryTool, *command: Any) -> str:
        return await asyncio.to_thread(getattr(self.files, name), *command)

    return act


class MohenAsyncMemoryTool(BetaAsyncAbstractMemoryTool):
    """The same, for clients that await."""

    def __init__(self, memory: Memory | Client, project_id: str, **how: Any) -> None:
        super().__init__(**how)
        self.files = Files(memory, project_id)

    view = _awaited("view")
    create = _awaited("create")
    str_replace = _awaited("str_replace")
    insert = _awaited("insert")
    delete = _awaited("delete")
    rename = _awaited("rename")
    clear_all_memory = _awaited("clear_all_memory")


# -- paths


def _sound(path: str) -> str:
    if path != ROOT and not path.startswith(f"{ROOT}/"):
        raise ToolError(f"Path must start with {ROOT}, got: {path}")
    whole = posixpath.normpath(path)
    if whole != ROOT and not whole.startswith(f"{ROOT}/"):
        raise ToolError(f"Path {path} would escape {ROOT} directory")
    return whole


def _labels(path: str) -> list[str]:
    return [each for each in path.removeprefix(ROOT).split("/") if each]


def _place(path: str) -> dict[str, Any]:
    *folders, name = _labels(path)
    return {"namespace": [_ROOM, *folders], "key": name}


def _keys(document: dict[str, Any]) -> list[str]:
    return [*document["namespace"][1:], document["key"]]


# -- as Claude is shown them


def _missing(path: str) -> ToolError:
    return ToolError(f"The path {path} does not exist. Please provide a valid path.")


def _line(number: int, text: str) -> str:
    return f"{number:>{_WIDTH}}\t{text}"


def _numbered(path: str, text: str, view_range: list[int] | None) -> str:
    lines, first = text.split("\n"), 1
    if len(lines) > _LINES:
        raise ToolError(f"File {path} exceeds maximum line limit of 999,999 lines.")
    if view_range and len(view_range) == 2:
        first, last = max(1, view_range[0]), view_range[1]
        lines = lines[first - 1 : None if last == -1 else last]
    shown = "\n".join(_line(number, each) for number, each in enumerate(lines, first))
    return f"Here's the content of {path} with line numbers:\n{shown}"


def _listed(asked: str, path: str, below: dict[str, str]) -> str:
    """Files and folders two levels deep, each with what it holds, and nothing hidden."""
    sizes: dict[str, int] = {}
    for each, text in below.items():
        steps = each.removeprefix(f"{path}/").split("/")
        if any(step.startswith(".") for step in steps):
            continue
        for depth in range(1, min(len(steps), _DEPTH) + 1):
            shown = "/".join(steps[:depth]) + ("/" if depth < len(steps) else "")
            sizes[shown] = sizes.get(shown, 0) + len(text.encode())
    whole = sum(len(text.encode()) for text in below.values())
    lines = [f"{_size(whole)}\t{asked}"]
    lines += [f"{_size(sizes[each])}\t{asked.rstrip('/')}/{each}" for each in sorted(sizes)]
    return (
        f"Here're the files and directories up to {_DEPTH} levels deep in {asked}, excluding "
        "hidden items:\n" + "\n".join(lines)
    )


def _size(number: int) -> str:
    step = min(max(number.bit_length() - 1, 0) // 10, len(_UNITS) - 1)
    size = number / 1024**step
    return f"{size:.0f}{_UNITS[step]}" if size == int(size) else f"{size:.1f}{_UNITS[step]}"
