"""What is published holds the panel, and the run-book does with and without Node and a browser."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import mohen

pytestmark = pytest.mark.process
ROOT = Path(__file__).parents[2]
PANEL = "mohen/server/static/panel"
BUILT = {"index.html": "<title>built</title>", "assets/index-12345678.js": "1"}


def copy_of_the_checkout(folder: Path) -> Path:
    """What a build reads. Without what was built here: the tests say what was."""
    for name in ("pyproject.toml", ".gitignore", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder / name)
    unbuilt = shutil.ignore_patterns("__pycache__", "panel")
    shutil.copytree(ROOT / "src", folder / "src", ignore=unbuilt)
    return folder


def build(folder: Path, target: str) -> Path:
    """Without network: the build's own program is among what the checks need."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", "out"],
        cwd=folder,
        check=True,
        capture_output=True,
    )
    (made,) = (folder / "out").iterdir()
    return made


def inside(archive: Path) -> dict[str, str]:
    """The files of the panel in it, by their path."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            found = {name: wheel.read(name) for name in wheel.namelist()}
    else:
        with tarfile.open(archive) as sdist:
            found = {each.name: sdist.extractfile(each).read() for each in sdist if each.isfile()}  # type: ignore[union-attr]
    assert any(name.endswith("mohen/server/static/page.html") for name in found)
    data = {
        each.relative_to(ROOT / "src").as_posix()
        for pattern in ("src/mohen/**/data/**/*.txt", "src/mohen/integrations/plugins/**/*.*")
        for each in ROOT.glob(pattern)
        if each.is_file() and "__pycache__" not in each.parts
    }
    assert "mohen/integrations/plugins/agent/.claude-plugin/plugin.json" in data
    assert data
    assert all(any(name.endswith(each) for name in found) for each in data)
    return {
        name.partition(f"{PANEL}/")[2]: body.decode()
        for name, body in found.items()
        if PANEL in name
    }


@pytest.mark.parametrize("target", ["wheel", "sdist"])
def test_a_built_panel_travels_although_it_is_not_in_the_repository(
    tmp_path: Path, target: str
) -> None:
    folder = copy_of_the_checkout(tmp_path)
    for name, text in BUILT.items():
        file = folder / "src" / PANEL / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    assert f"src/{PANEL}/" in (folder / ".gitignore").read_text("utf-8")
    assert inside(build(folder, target)) == BUILT


def test_a_wheel_can_be_built_without_a_panel(tmp_path: Path) -> None:
    """Who has no Node installs from the source all the same."""
    assert inside(build(copy_of_the_checkout(tmp_path), "wheel")) == {}


def test_the_panel_could_be_published_as_this_version() -> None:
    """What is in it is looked at by the panel's own tests (`example.test.ts`)."""
    package = json.loads((ROOT / "panel" / "package.json").read_text("utf-8"))
    assert (package["name"], package["version"]) == ("@mohen/panel", mohen.__version__)
    assert package["license"] == "Apache-2.0"
    assert "private" not in package
    assert (ROOT / "panel" / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


# -- the scripts beside the run-book


def program(folder: Path, name: str, says: str = "", exit_code: int = 0) -> Path:
    file = folder / name
    file.write_text(f"#!/bin/sh\necho '{says}'\nexit {exit_code}\n", "utf-8")
    file.chmod(0o755)
    return file


@pytest.fixture
def way(tmp_path: Path) -> Path:
    """All that a script finds on its way: the shell's own tools, and what a test puts there."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("sh", "cat", "id", "env"):
        (folder / name).symlink_to(str(shutil.which(name)))
    return folder


def script(name: str, way: Path, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(ROOT / "tools" / name)],
        env={"PATH": str(way), **env},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


@pytest.mark.parametrize(
    ("version", "fits"),
    [
        ("v18.20.8", False),
        ("v20.18.3", False),
        ("v20.19.0", True),
        ("v20.20.1", True),
        ("v21.7.3", False),
        ("v22.9.0", False),
        ("v22.11.0", False),
        ("v22.12.0", True),
        ("v24.0.0", True),
        ("v30.1.0", True),
    ],
)
def test_the_node_that_fits_is_the_one_the_panel_asks_for(
    way: Path, version: str, fits: bool
) -> None:
    program(way, "node", version)
    program(way, "npm")
    said = script("node.sh", way)
    assert (said.returncode == 0) is fits
    assert (said.stderr == "") is fits


def test_no_node_is_told_what_to_do(way: Path) -> None:
    said = script("node.sh", way)
    assert said.returncode == 1
    assert said.stdout == ""
    for part in ("20.19", "nodejs.org", "wheel", "面板"):
        assert part in said.stderr
    program(way, "node", "v22.20.0")
    assert "without npm" in script("node.sh", way).stderr


def test_a_browser_is_found_if_it_runs(way: Path) -> None:
    program(way, "chromium", "get it from the snap store", exit_code=1)
    works = program(way, "google-chrome", "Google Chrome 140")
    assert script("browser.sh", way, CI="1").stdout == f"{works}\n"


def test_the_browser_without_windows_comes_first(way: Path) -> None:
    program(way, "chromium", "Chromium 140")
    quick = program(way, "chromium-headless-shell", "Chromium 140")
    assert script("browser.sh", way).stdout == f"{quick}\n"


def test_the_browser_that_is_named_is_taken_or_refused(way: Path) -> None:
    program(way, "chromium", "Chromium 140")
    mine = program(way, "mine", "Chromium 141")
    assert script("browser.sh", way, MOHEN_CHROMIUM=str(mine)).stdout == f"{mine}\n"
    said = script("browser.sh", way, MOHEN_CHROMIUM=str(way / "nothing"))
    assert (said.returncode, said.stdout) == (1, "")


@pytest.mark.parametrize(("ci", "exit_code"), [("", 0), ("true", 1)])
def test_no_browser_is_said_and_is_a_failure_only_where_everything_must_be_tested(
    way: Path, ci: str, exit_code: int
) -> None:
    said = script("browser.sh", way, CI=ci)
    assert (said.returncode, said.stdout) == (exit_code, "")
    assert "chromium" in said.stderr


@pytest.mark.parametrize("listed", ["chromium-headless-shell", "chromium"])
def test_a_browser_is_installed_where_that_is_allowed(way: Path, listed: str) -> None:
    """Here by an apt-get of our own, which knows one of them and puts it onto the way."""
    made = way / listed
    installs = f"printf '#!/bin/sh\\n' > {made}; {shutil.which('chmod')} +x {made}"
    knows = f'case "$1 $* " in "install "*" {listed} "*) {installs} ;; install*) exit 1 ;; esac'
    (way / "apt-get").write_text(f"#!/bin/sh\n{knows}\n", "utf-8")
    (way / "apt-get").chmod(0o755)
    (way / "sudo").write_text('#!/bin/sh\nshift\nexec "$@"\n', "utf-8")
    said = script("browser.sh", way, CI="1")
    assert (said.returncode, said.stdout) == (0, f"{made}\n")


# -- the run-book itself


def plan(goal: str, folder: Path, **variables: str) -> str:
    """What make would do, on a machine where nothing has been done yet."""
    given = {"VENV": str(folder / "venv"), "PANEL": str(folder / "index.html"), **variables}
    return subprocess.run(
        ["make", "--dry-run", goal, *(f"{name}={value}" for name, value in given.items())],
        cwd=ROOT,
        env={name: os.environ[name] for name in ("PATH",)},
        capture_output=True,
        encoding="utf-8",
        check=True,
    ).stdout


make = pytest.mark.skipif(shutil.which("make") is None, reason="there is no make")


@make
def test_run_builds_the_panel_where_node_is_and_starts(tmp_path: Path) -> None:
    steps = plan("run", tmp_path, NODE="yes", MODULES=str(tmp_path / "modules")).splitlines()
    order = [
        "npm --prefix panel install --no-save",
        "npm --prefix panel run build",
        f"{tmp_path}/venv/bin/mohen serve",
    ]
    found = [next(n for n, step in enumerate(steps) if step.startswith(each)) for each in order]
    assert found == sorted(found)


@make
def test_run_does_not_build_what_has_not_changed(tmp_path: Path) -> None:
    for name in ("modules", "index.html"):
        (tmp_path / name).touch()
    steps = plan("run", tmp_path, NODE="yes", MODULES=str(tmp_path / "modules"))
    assert "npm" not in steps
    assert "mohen serve" in steps


@make
def test_run_starts_without_node_too_and_says_what_is_missing(tmp_path: Path) -> None:
    steps = plan("run", tmp_path, NODE="")
    assert "npm" not in steps
    assert "tools/node.sh" in steps
    assert steps.rstrip().endswith("bin/mohen serve")


@make
@pytest.mark.parametrize(("node", "tested"), [("yes", True), ("", False)])
def test_the_tests_of_the_panel_are_part_of_the_tests(
    tmp_path: Path, node: str, tested: bool
) -> None:
    steps = plan("test", tmp_path, NODE=node)
    for step in ("npm --prefix panel run check", "npm --prefix panel test"):
        assert (step in steps) is tested
    assert "pytest" in steps
    assert "tools/browser.sh" in steps


@make
def test_a_wheel_is_never_built_without_the_panel(tmp_path: Path) -> None:
    steps = plan("wheel", tmp_path, NODE="")
    assert steps.index("run build") < steps.index("hatchling build")
