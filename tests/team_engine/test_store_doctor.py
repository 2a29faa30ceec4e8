"""`mohen doctor --store`: what a PostgreSQL lacks, and what to do about it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from cli.running import environment
from mohen.core.served import examine, shown
from mohen.memory import open_memory


@pytest.fixture
def served(address: str, author: str, tmp_path: Path) -> str:
    with open_memory(address, author=author, home=tmp_path / "files", immediate=True) as memory:
        memory.settings.get()
    return address


def found(address: str) -> dict[str, str]:
    return {each.name: str(each.finding) for each in examine(address)}


def test_every_point_is_looked_at(served: str) -> None:
    assert found(served) == {
        "reachable": "ok",
        "version": "ok",
        "encoding": "ok",
        "replication": "warn",  # nobody follows it
        "durability": "warn",  # a server for tests
        "schemas": "ok",
        "role": "ok",
        "policies": "ok",
        "clock": "ok",
    }
    assert all(each.cure for each in examine(served) if each.finding != "ok")


def test_a_table_without_a_policy_is_named(served: str) -> None:
    with psycopg.connect(served, autocommit=True) as owner:
        owner.execute("CREATE TABLE mohen_mind.forgotten (tenant TEXT)")
        try:
            (bare,) = [each for each in examine(served) if each.finding == "fail"]
        finally:
            owner.execute("DROP TABLE mohen_mind.forgotten")
    assert bare.name == "policies"
    assert "mohen_mind.forgotten" in bare.message[0]


def test_a_role_that_may_pass_by_is_found(served: str) -> None:
    with psycopg.connect(served, autocommit=True) as owner:
        owner.execute("ALTER ROLE mohen_author BYPASSRLS")
        try:
            assert found(served)["role"] == "fail"
        finally:
            owner.execute("ALTER ROLE mohen_author NOBYPASSRLS")


def test_the_command_says_it_and_ends_with_it(served: str, tmp_path: Path) -> None:
    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "mohen", *words]
        return subprocess.run(
            command, env=environment(tmp_path / "home"), capture_output=True, text=True
        )

    told = run("doctor", "--store", served)
    assert told.returncode == 0, told.stderr
    assert "✓ policies" in told.stdout
    assert "→" in told.stdout
    envelope = json.loads(run("doctor", "--store", served, "--json").stdout)
    assert envelope["data"]["healthy"] is False
    assert [each["name"] for each in envelope["data"]["checks"]] == [*found(served)]
    gone = run("doctor", "--store", "postgresql://ann:s3cret@127.0.0.1:1/mohen")
    assert gone.returncode == 1
    assert "s3cret" not in gone.stdout + gone.stderr
    assert run("doctor", "--store", "elsewhere").returncode == 2
    assert not (tmp_path / "home").exists()


def test_no_password_is_told() -> None:
    address = "postgresql://ann:s3cret@127.0.0.1:1/mohen?password=s3cret"
    (check,) = examine(address)
    assert check.finding == "fail"
    told = json.dumps([check.message, check.cure])
    assert "s3cret" not in told
    assert "ann" not in told
    assert shown(address) == "127.0.0.1:1/mohen"
    assert shown("postgresql://a:b@h1,h2/d?target_session_attrs=read-write") == "h1,h2/d"
    assert shown("postgresql://%") == "postgresql://…"
