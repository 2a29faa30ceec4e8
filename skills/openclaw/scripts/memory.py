#!/usr/bin/env python3
"""`python3 scripts/memory.py <command> …` is `mohen <command> …`: same output, same exit code.

Needs nothing but Python 3.6 itself. Mohen is taken from this Python if it has it, else from where
pip, pipx and uv put commands.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NOT_INSTALLED = 127  # as a shell says that there is no such command
HOW = """\
✗ Mohen is not installed. In a checkout of Mohen, one of these installs it:
✗ 尚未安装 Mohen。请在 Mohen 源码目录任选一种方式安装：
    uv tool install .
    pipx install .
    python3 -m pip install --user .
"""


def main():
    place = workspace()
    if place is not None:
        os.environ["WORKSPACE"] = str(place)
    run = imported()
    if run is not None:
        run()
        return 0
    command = found()
    if command is None:
        sys.stderr.buffer.write(HOW.encode("utf-8"))
        return NOT_INSTALLED
    sys.stdout.flush()
    if os.name == "nt":  # where replacing a process does not wait for the new one
        return subprocess.call([command, *sys.argv[1:]])
    return os.execv(command, [command, *sys.argv[1:]])


def workspace():
    """Where the agent works, if somebody called this in the skill's own folder, which is nobody's
    workspace: the folder whose `skills/` it lies in. Else $WORKSPACE or the current folder, as
    Mohen itself has it."""
    skill = Path(__file__).resolve().parent.parent
    if os.environ.get("WORKSPACE") or skill.parent.name != "skills":
        return None
    here = Path.cwd().resolve()
    if skill != here and skill not in here.parents:
        return None
    above = skill.parent.parent
    # Skills that all of OpenClaw's agents share lie beside the workspace, not in it.
    beside = above / "workspace"
    return beside if (above / "openclaw.json").is_file() and beside.is_dir() else above


def imported():
    """Mohen's own main, if this Python has it whole."""
    try:
        from mohen.cli import main as run
    except (ImportError, SyntaxError):  # not here, without what it needs, or for a newer Python
        return None
    return run


def found():
    """The command, where it is on the path or where installers put it."""
    on_path = shutil.which("mohen")
    if on_path is not None:
        return on_path
    for folder in filter(None, places()):
        command = shutil.which("mohen", path=str(Path(folder).expanduser()))
        if command is not None:
            return command
    return None


def places():
    scripts = "Scripts" if os.name == "nt" else "bin"
    data = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    roaming = os.environ.get("APPDATA") or data
    yield os.environ.get("UV_TOOL_BIN_DIR")
    yield os.environ.get("PIPX_BIN_DIR")
    yield os.environ.get("XDG_BIN_HOME")
    yield "~/.local/bin"
    yield "/opt/homebrew/bin"
    yield "/usr/local/bin"
    for tools in (os.environ.get("UV_TOOL_DIR"), data + "/uv/tools", roaming + "/uv/tools"):
        yield tools and f"{tools}/mohen/{scripts}"
    for home in (os.environ.get("PIPX_HOME"), data + "/pipx", "~/.local/pipx", "~/pipx"):
        yield home and f"{home}/venvs/mohen/{scripts}"


if __name__ == "__main__":
    sys.exit(main())
