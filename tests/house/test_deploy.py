"""What is deployed can be read and checked where no Docker runs: pinned, no root, healthy, and
started by options that there are."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from mohen.cli import mohen as root

DEPLOY = Path(__file__).parents[2] / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
DOCKERFILE = (DEPLOY / "Dockerfile").read_text("utf-8")
PINNED = re.compile(r"[a-z0-9./-]+:\d+\.\d+(?:\.\d+)?(?:-[a-z]+)*")


def instructions() -> list[tuple[str, str]]:
    """Of the Dockerfile, each on one line."""
    lines = [line for line in DOCKERFILE.splitlines() if line and not line.startswith("#")]
    joined = "\n".join(lines).replace("\\\n", " ")
    return [(name, rest) for name, _, rest in (line.partition(" ") for line in joined.split("\n"))]


def of(name: str) -> list[str]:
    return [rest.strip() for each, rest in instructions() if each == name]


def options(args: Sequence[str]) -> Iterator[str]:
    """Of a `mohen` command line; each must be one that the command has."""
    context = click.Context(root)
    command = root.get_command(context, args[0])
    assert command is not None, args[0]
    known = {name for each in command.params for name in each.opts}
    for arg in args[1:]:
        if arg.startswith("--"):
            assert arg in known, f"mohen {args[0]} has no {arg}"
            yield arg


def test_an_image_is_of_one_version_and_no_root() -> None:
    assert all(PINNED.fullmatch(each) for each in of("FROM"))
    [user] = of("USER")
    assert int(user) > 0
    assert instructions().index(("USER", user)) > max(
        place for place, (name, _) in enumerate(instructions()) if name == "RUN"
    )
    [health] = of("HEALTHCHECK")
    assert "/health" in health
    assert "--constraint" in of("RUN")[0]
    assert not of("ADD")


def test_what_the_image_runs_there_is() -> None:
    assert json.loads(of("ENTRYPOINT")[0]) == ["mohen"]
    used = list(options(json.loads(of("CMD")[0])))
    assert {"--team", "--behind-proxy"} <= set(used)


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_a_service_is_pinned_healthy_and_no_root(name: str) -> None:
    service = SERVICES[name]
    assert PINNED.fullmatch(service["image"]), service["image"]
    assert service["healthcheck"]["test"]
    assert service["user"] not in ("0", "root", "")
    assert service["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in service["security_opt"]
    assert "privileged" not in service


def test_mohen_is_started_by_options_that_there_are() -> None:
    started = [each for each in SERVICES.values() if each["image"].startswith("mohen:")]
    assert len(started) == 2
    for each in started:
        assert "--host-name" in list(options(each["command"]))
        assert each["read_only"] is True


def test_nothing_but_the_proxy_is_reached_from_outside_or_reaches_out() -> None:
    assert [name for name, each in SERVICES.items() if each.get("ports")] == ["proxy"]
    assert COMPOSE["networks"]["inside"]["internal"] is True
    for name, each in SERVICES.items():
        assert ("outside" in each["networks"]) == (name == "proxy")


def test_every_file_that_is_mounted_is_here_and_no_secret_is() -> None:
    made = {"tls", "secrets"}  # by who runs it
    for each in SERVICES.values():
        for volume in each.get("volumes", ()):
            source = volume.partition(":")[0]
            if source.startswith("./") and source[2:] not in made:
                assert (DEPLOY / source).is_file(), source
            elif not source.startswith("./"):
                assert source in COMPOSE["volumes"]
    ignored = (DEPLOY / ".gitignore").read_text("utf-8").split()
    assert {f"{each}/" for each in made} <= set(ignored)
    assert all(each["file"].startswith("./secrets/") for each in COMPOSE["secrets"].values())
    assert "PASSWORD:" not in (DEPLOY / "compose.yaml").read_text("utf-8")


def test_the_proxy_balances_over_the_processes_there_are() -> None:
    conf = (DEPLOY / "nginx.conf").read_text("utf-8")
    assert set(re.findall(r"server (\S+):7717", conf)) == {
        name for name, each in SERVICES.items() if each["image"].startswith("mohen:")
    }
    assert "hash $http_authorization" in conf
    assert conf.count("{") == conf.count("}")
    for line in ("ssl_certificate ", "proxy_buffering off", "Host $http_host", "X-Forwarded-For"):
        assert line in conf


@pytest.mark.parametrize("script", sorted(each.name for each in (DEPLOY / "postgres").iterdir()))
def test_a_script_is_one_that_a_shell_can_read(script: str) -> None:
    checked = subprocess.run(["bash", "-n", str(DEPLOY / "postgres" / script)], check=False)
    assert checked.returncode == 0


def test_the_commands_of_the_comments_are_there() -> None:
    text = (DEPLOY / "compose.yaml").read_text("utf-8")
    said = re.findall(r"exec mohen-1 mohen (.+)", text)
    assert len(said) == 2
    for line in said:
        words = shlex.split(line)
        group = root.get_command(click.Context(root), words[0])
        assert isinstance(group, click.Group)
        assert group.get_command(click.Context(group), words[1]) is not None
