"""Tokens: shown once, kept as hashes, over when they are revoked or old."""

from __future__ import annotations

import hmac
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mohen.errors import Conflict, InvalidArgument, NotFound, StoreBusy, StoreFull
from mohen.policy import DAY_MS
from mohen.team.authors import author_name
from mohen.team.folder import TeamFolder
from mohen.testing import FrozenClock
from team.served import Team


def test_a_token_lets_its_author_in_and_a_wrong_one_nobody(team: Team) -> None:
    ann = team.author("ann")
    assert ann.ask("memory:status").status_code == 200
    stranger = team.client("mohen_" + "x" * 43)
    for said in (stranger.post("/ipc/memory:status"), stranger.get("/events")):
        assert said.status_code == 401
        assert "mohen team token" in said.json()["error"]["message"]


def test_revoked_expired_and_removed_are_out_at_once_with_their_streams(team: Team) -> None:
    # Given three who listen
    ends: dict[str, Callable[[], object]] = {
        "ann": lambda: team.people.tokens.revoke(team.people.tokens.of("ann")[0].id),
        "bob": lambda: team.people.authors.remove("bob"),
        "cem": lambda: team.clock.advance(days=91),
    }
    for name, end in ends.items():
        caller = team.author(name, days=90)
        caller.note("雨声")
        with caller.listening() as heard:
            # When their time is over, each in another way
            end()
            # Then they are out, and what is pushed next they hear no more
            assert caller.ask("memory:status").status_code == 401
            team.running.end_streams()
            while (line := heard.get(timeout=60)) != "the end":
                assert not line.startswith(("event", "data")), line
        team.rooms._closing = False
        for room in team.rooms._rooms.values():
            room._closing = False


def test_who_was_removed_and_is_added_again_has_their_memory_and_no_old_token(team: Team) -> None:
    ann = team.author("ann")
    ann.note("雨声")
    team.people.authors.remove("ann")
    again = team.author("Ann ")
    assert again.notes() == ["雨声"]
    assert ann.ask("memory:list").status_code == 401


def test_a_lookup_is_believed_for_a_moment_only(open_team: Callable[..., Team]) -> None:
    team = open_team(known_ms=1_000)
    ann = team.author("ann")
    assert ann.ask("memory:status").status_code == 200
    team.people.tokens.revoke(team.people.tokens.of("ann")[0].id)
    assert ann.ask("memory:status").status_code == 200  # as another process would have it
    team.clock.advance(seconds=1.001)
    assert ann.ask("memory:status").status_code == 401


def test_the_secret_is_in_no_file_log_or_error(
    team: Team, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    secret = team.token("ann", note="laptop")
    caller = team.client(secret)
    answers = [
        caller.post("/ipc/memory:status").text,
        caller.post("/ipc/memory:nonsense").text,
        caller.post("/session", json={"token": secret}).text,
        team.client(secret + "x").post("/ipc/memory:status").text,
    ]
    everything = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    for piece in (secret, secret.removeprefix("mohen_")):
        assert piece.encode() not in everything
        assert piece not in caplog.text
        assert not any(piece in each for each in answers)
    [kept] = team.people.tokens.of("ann")
    assert (kept.note, kept.scope) == ("laptop", "write")


def test_a_digest_is_compared_in_constant_time(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    compared = list[tuple[Any, Any]]()
    real = hmac.compare_digest
    monkeypatch.setattr(
        hmac, "compare_digest", lambda a, b: (compared.append((a, b)), real(a, b))[1]
    )
    secret = team.token("ann").encode()
    assert team.people.tokens.find(secret) is not None
    assert team.people.tokens.find(secret[:-1]) is None
    assert [len(a) == len(b) == 64 for a, b in compared] == [True, True]


def test_a_store_that_does_not_answer_is_told_and_lets_nobody_in(
    team: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = team.author("ann")

    def busy(_digest: str) -> None:
        raise StoreBusy("team.db is busy: try again")

    monkeypatch.setattr(team.people.store, "by_digest", busy)
    said = ann.ask("memory:status")
    assert (said.status_code, said.json()["error"]["code"]) == (503, "DB_ERROR")
    assert said.json()["error"]["retryable"]


def test_that_a_use_cannot_be_noted_shuts_nobody_out(
    team: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = team.author("ann")

    def full(_id: str, _now: int) -> None:
        raise StoreFull("team.db is full")

    monkeypatch.setattr(team.people.store, "note_used", full)
    assert ann.ask("memory:status").status_code == 200


def test_two_secrets_are_never_alike_and_long(team: Team) -> None:
    secrets = {team.token("ann") for _ in range(20)}
    assert len(secrets) == 20
    assert all(len(each) == len("mohen_") + 43 for each in secrets)


@pytest.fixture
def folder(tmp_path: Path) -> Any:
    made = TeamFolder(tmp_path / "team", clock=FrozenClock())
    yield made
    made.close()


def test_what_is_asked_wrongly_is_named(folder: TeamFolder) -> None:
    tokens = folder.people.tokens
    with pytest.raises(NotFound):
        tokens.make("nobody")
    folder.people.authors.add("ann")
    for days in (0, 3_651):
        with pytest.raises(InvalidArgument, match="days must lie between"):
            tokens.make("ann", days=days)
    with pytest.raises(InvalidArgument, match="scope must be"):
        tokens.make("ann", scope="all")  # type: ignore[arg-type]
    with pytest.raises(NotFound):
        tokens.revoke("tk_none")
    for _ in range(32):
        tokens.make("ann")
    with pytest.raises(Conflict, match="32 tokens at most"):
        tokens.make("ann")


def test_a_token_lasts_a_year_unless_it_is_said_otherwise(folder: TeamFolder) -> None:
    folder.people.authors.add("ann")
    made, _ = folder.people.tokens.make("ann")
    assert made.expires - made.made == 365 * DAY_MS


@pytest.mark.parametrize(
    ("typed", "name"),
    [("Ann", "ann"), (" 安 ", "安"), ("ann.b-2_c", "ann.b-2_c"), ("Ａｎｎ", "ann")],
)
def test_a_name_is_the_same_however_it_is_typed(typed: str, name: str) -> None:
    assert author_name(typed) == name


@pytest.mark.parametrize(
    "typed", ["", " ", ".", "..", "../ann", "a/b", "-a", "a b", "a\0", "a" * 65]
)
def test_what_could_name_another_folder_is_no_name(typed: str) -> None:
    with pytest.raises(InvalidArgument, match="an author's name"):
        author_name(typed)
