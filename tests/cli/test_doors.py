"""The doors that stay open, as the tools that use them meet them."""

from __future__ import annotations

import json
import os
import re
import signal
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from cli.running import Run, Spawn, destroy, environment
from shows import shows

STATUS = '{"id":1,"channel":"memory:status","payload":{}}\n'


# -- ipc


@shows("R172")
def test_one_line_in_one_envelope_out(spawn: Spawn) -> None:
    process = spawn("ipc")
    said, _ = process.communicate(STATUS)
    assert process.returncode == 0
    lines = [json.loads(line) for line in said.splitlines()]
    assert [(each["id"], each["ok"]) for each in lines] == [(1, True)]


def test_what_is_no_request_is_answered_too(spawn: Spawn) -> None:
    process = spawn("ipc", "--lang", "zh")
    said, _ = process.communicate("{nonsense\n" + STATUS)
    assert process.returncode == 0
    answers = {each["id"]: each for each in map(json.loads, said.splitlines())}
    assert answers[None]["error"]["code"] == "INVALID_ARGUMENT"
    assert answers[1]["ok"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_is_an_end_of_input(spawn: Spawn, number: signal.Signals) -> None:
    process = spawn("ipc")
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(STATUS)
    process.stdin.flush()
    assert json.loads(process.stdout.readline())["ok"]
    process.send_signal(number)
    assert process.wait() == 0
    assert process.stdout.read() == ""
    assert process.stderr is not None
    assert "Traceback" not in process.stderr.read()


def test_a_signal_that_did_not_interrupt_the_read_is_noticed(home: Path, tmp_path: Path) -> None:
    """As one that comes just before the read begins: here another thread takes it."""
    script = (
        "import os, signal, sys, threading, time\n"
        "answered = sys.argv.pop()\n"
        "def take():\n"
        "    while not os.path.exists(answered): time.sleep(0.05)\n"
        "    signal.pthread_kill(threading.get_ident(), signal.SIGTERM)\n"
        "threading.Thread(target=take, daemon=True).start()\n"
        "from mohen.cli import main; main()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script, "ipc", tmp_path / "answered"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(home),
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(STATUS)
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["ok"]
        (tmp_path / "answered").touch()
        assert process.wait(timeout=60) == 0
    finally:
        process.kill()
        process.communicate()


def test_a_caller_who_reads_no_answers_leaves_no_mess(spawn: Spawn) -> None:
    read, write = os.pipe()
    process = spawn("ipc", stdout=write)
    os.close(write)
    os.close(read)
    _, said = process.communicate(STATUS)
    assert process.returncode == 0
    assert "Traceback" not in said
    assert "BrokenPipe" not in said


# -- serve


class Server:
    """`mohen serve` on a free port, and what it said of itself."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        self.process = process
        self.said = json.loads(process.stdout.readline())["data"]
        self.token = Path(self.said["tokenFile"]).read_text().strip()
        self.client = httpx.Client(
            base_url=self.said["address"],
            headers={"Authorization": f"Bearer {self.token}"},
            trust_env=False,
            timeout=60,
        )

    def call(self, channel: str, payload: Any) -> dict[str, Any]:
        answer: dict[str, Any] = self.client.post(f"/ipc/{channel}", json=payload).json()
        return answer


@pytest.fixture
def server(spawn: Spawn) -> Iterator[Server]:
    started = Server(spawn("serve", "--port", "0", "--json"))
    with started.client:
        yield started


def test_it_says_where_it_is_and_answers_there(server: Server) -> None:
    address, _, ticket = server.said["url"].partition("/#ticket=")
    assert address == server.said["address"]
    assert len(ticket) > 40
    assert server.token not in server.said["url"]
    assert server.said["address"].endswith(f":{server.said['port']}")
    assert server.call("memory:status", {})["ok"]


def test_the_wrong_token_stays_outside(server: Server) -> None:
    for headers in ({"Authorization": "Bearer wrong"}, {"Authorization": ""}):
        answer = server.client.post("/ipc/memory:status", json={}, headers=headers)
        assert answer.status_code == 401
        assert answer.json()["error"]["code"] == "PERMISSION_DENIED"


def test_the_page_is_there_and_names_nothing_secret(server: Server, home: Path) -> None:
    page = server.client.get("/", headers={"Authorization": ""})
    assert page.status_code == 200
    for secret in (server.token, server.said["url"].partition("=")[2], str(home)):
        assert secret not in page.text + str(page.headers)


def ticket_of(url: str) -> dict[str, str]:
    return {"ticket": url.strip().partition("#ticket=")[2]}


def test_a_link_lets_one_browser_in_and_no_log_knows(server: Server) -> None:
    given = ticket_of(server.said["url"])
    first, again = (server.client.post("/session", json=given) for _ in range(2))
    assert first.status_code == 200
    assert server.token not in first.text
    assert again.status_code == 401
    server.process.send_signal(signal.SIGTERM)
    said, logged = server.process.communicate()
    assert said == ""  # one envelope: a tool asks POST /ticket for more
    assert given["ticket"] not in logged


@pytest.mark.parametrize(
    ("language", "end", "used"),
    [
        ("en", "Ctrl-C ends it.\n", "That link was used; the next one:\n"),
        ("zh", "按 Ctrl-C 结束。\n", "该链接已使用；下一个：\n"),
    ],
)
def test_who_asks_for_more_is_told_each_next_link(
    spawn: Spawn, language: str, end: str, used: str
) -> None:
    process = spawn("serve", "--port", "0", "--verbose", "--lang", language)
    assert process.stdout is not None
    printed = list(iter(process.stdout.readline, end))
    url = next(line.strip() for line in printed if "#ticket=" in line)
    address = url.partition("/#")[0]
    for _ in range(2):
        answer = httpx.post(f"{address}/session", json=ticket_of(url), trust_env=False)
        assert answer.status_code == 200
        printed += list(iter(process.stdout.readline, used))
        printed.append(process.stdout.readline())
        url = printed[-1].strip()
    process.send_signal(signal.SIGTERM)
    rest, logged = process.communicate()
    assert process.returncode == 0
    links = [line for line in printed if "#ticket=" in line]
    assert len(links) == len(set(links)) == 3
    assert "ticket" not in rest + logged


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "en",
            [
                r"Mohen 墨痕 is running; Ctrl-C ends it. Open http://127\.0\.0\.1:\d+/#ticket=\S+",
                r"A browser was let in \(Firefox, Linux\). Another one: `mohen open`\.",
                r"Stopped\.",
            ],
        ),
        (
            "zh",
            [
                r"墨痕 Mohen 已启动，按 Ctrl-C 结束。请打开 http://127\.0\.0\.1:\d+/#ticket=\S+",
                r"已放行一个浏览器（Firefox, Linux）。再放行一个：`mohen open`。",
                r"已停止。",
            ],
        ),
    ],
)
def test_the_terminal_is_quiet(spawn: Spawn, home: Path, language: str, lines: list[str]) -> None:
    """One line for each thing that matters to who looks at it, whatever is asked meanwhile."""
    process = spawn("serve", "--port", "0", "--lang", language)
    assert process.stdout is not None
    said = [process.stdout.readline()]
    url = said[0].split()[-1]
    address = url.partition("/#")[0]
    agent = {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0"}
    entered = httpx.post(f"{address}/session", json=ticket_of(url), headers=agent, trust_env=False)
    said.append(process.stdout.readline())
    bearer = {"Authorization": f"Bearer {(home / 'token').read_text().strip()}"}
    for channel, status in (("memory:status", 200), ("no:such", 404), ("memory:create", 400)):
        asked = f"{address}/ipc/{channel}"
        answer = httpx.post(asked, json={}, headers=bearer, trust_env=False)
        assert answer.status_code == status
    assert httpx.get(f"{address}/nowhere", headers=bearer, trust_env=False).status_code == 404
    process.send_signal(signal.SIGTERM)
    rest, logged = process.communicate()
    said += rest.splitlines()
    assert logged == ""
    assert all(re.fullmatch(line, each.strip()) for line, each in zip(lines, said, strict=True))
    # And nothing of what lets somebody in, but the link that was meant to be read
    for secret in (entered.json()["data"]["key"], *entered.cookies.values()):
        assert secret not in "".join(said)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        (
            "en",
            "! past interactions cannot be read: none of them is recalled; your rules still hold"
            " → run `mohen doctor`\n",
        ),
        (
            "zh",
            "! 无法读取过往交互：暂不参考过往经历，已学到的规则仍然有效 → 运行 `mohen doctor`\n",
        ),
    ],
)
def test_what_needs_somebody_is_said_in_a_line_with_its_cure(
    spawn: Spawn, home: Path, recorded: Callable[..., Any], language: str, line: str
) -> None:
    recorded()
    destroy(home / "episodes.db")
    process = spawn("serve", "--port", "0", "--lang", language)
    assert process.stdout is not None
    address = process.stdout.readline().split()[-1].partition("/#")[0]
    bearer = {"Authorization": f"Bearer {(home / 'token').read_text().strip()}"}
    asked = {"projectId": "p", "queryText": "雨"}
    with httpx.Client(base_url=address, headers=bearer, trust_env=False, timeout=60) as client:
        answer = client.post("/ipc/memory:episode:query", json=asked).json()
    assert answer["data"]["memoryDegraded"]
    assert process.stdout.readline() == line


def test_nobody_reading_the_links_does_not_end_it(spawn: Spawn, home: Path) -> None:
    process = spawn("serve", "--port", "0")
    assert process.stdout is not None
    url = process.stdout.readline().split()[-1]
    process.stdout.close()
    address = url.partition("/#")[0]
    entered = httpx.post(f"{address}/session", json=ticket_of(url), trust_env=False)
    assert entered.status_code == 200
    bearer = {"Authorization": f"Bearer {(home / 'token').read_text().strip()}"}
    for _ in range(3):
        answer = httpx.post(f"{address}/ticket", headers=bearer, trust_env=False)
        assert answer.status_code == 200
        given = answer.json()["data"]
        assert httpx.post(f"{address}/session", json=given, trust_env=False).status_code == 200


def test_the_browser_is_opened_with_a_link_of_its_own(spawn: Spawn, tmp_path: Path) -> None:
    seen, browser = tmp_path / "seen", tmp_path / "browser"
    os.mkfifo(seen)
    browser.write_text(f'#!/bin/sh\necho "$1" > {seen}\n')
    browser.chmod(0o755)
    started = Server(
        spawn("serve", "--port", "0", "--json", "--open", env={"BROWSER": str(browser)})
    )
    with started.client:
        url = seen.read_text()
        assert url.startswith(f"{started.said['address']}/#ticket=")
        for each in (url, started.said["url"]):
            assert started.client.post("/session", json=ticket_of(each)).status_code == 200


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_even_while_somebody_listens(
    server: Server, number: signal.Signals
) -> None:
    with server.client.stream("GET", "/events") as events:
        heard = events.iter_lines()
        assert next(heard) == ": listening"
        server.process.send_signal(number)
        list(heard)  # the stream ends by itself
    _, logged = server.process.communicate()
    assert server.process.returncode == 0
    assert "Traceback" not in logged


# -- open


def browser_of(folder: Path) -> tuple[str, Path]:
    """A browser that writes down what it was opened with."""
    seen, browser = folder / "seen", folder / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >> {seen}\n')
    browser.chmod(0o755)
    return str(browser), seen


def test_open_asks_the_server_that_runs_and_starts_no_other(
    server: Server, spawn: Spawn, tmp_path: Path
) -> None:
    browser, seen = browser_of(tmp_path)
    asked = spawn("open", env={"BROWSER": browser})
    said, wrong = asked.communicate()
    assert (asked.returncode, wrong) == (0, "")
    assert said == "Opened in the browser. If nothing shows there: `mohen open --print`.\n"
    url = seen.read_text().strip()
    assert url.startswith(f"{server.said['address']}/#ticket=")
    assert server.client.post("/session", json=ticket_of(url)).status_code == 200


def test_open_prints_the_link_alone(server: Server, mohen: Run) -> None:
    printed = mohen("open", "--print").stdout
    assert printed.startswith(f"{server.said['address']}/#ticket=")
    assert printed.count("\n") == 1
    told = json.loads(mohen("open", "--print", "--json").stdout)["data"]
    assert told["opened"] is False
    for url in (printed, told["url"]):
        assert server.client.post("/session", json=ticket_of(url)).status_code == 200
    assert server.token not in printed + told["url"]


def test_open_works_where_no_browser_can_be_opened(server: Server, spawn: Spawn) -> None:
    asked = spawn("open", "--lang", "zh", env={"BROWSER": "/nowhere/browser", "PATH": "/nowhere"})
    said, _ = asked.communicate()
    assert asked.returncode == 0
    first, url = said.splitlines()
    assert first == "未找到浏览器。请打开这个只能用一次的链接："
    assert server.client.post("/session", json=ticket_of(url)).status_code == 200


def test_open_without_a_server_starts_one_here_and_opens_it(spawn: Spawn, tmp_path: Path) -> None:
    browser, seen = browser_of(tmp_path)
    os.mkfifo(seen)
    process = spawn("open", "--port", "0", env={"BROWSER": browser})
    assert process.stdout is not None
    address = process.stdout.readline().split()[-1].partition("/#")[0]
    url = seen.read_text().strip()
    assert url.startswith(f"{address}/#ticket=")
    assert httpx.post(f"{address}/session", json=ticket_of(url), trust_env=False).is_success
    process.send_signal(signal.SIGINT)
    assert process.wait() == 0


def test_who_wants_a_link_alone_where_no_server_runs_is_told_to_start_one(mohen: Run) -> None:
    said = mohen("open", "--print")
    assert (said.exit_code, said.stdout) == (4, "")
    assert "mohen serve" in said.stderr


def test_a_new_token_shuts_out_the_browsers_too(server: Server, mohen: Run) -> None:
    with httpx.Client(base_url=server.said["address"], trust_env=False) as browser:
        key = browser.post("/session", json=ticket_of(server.said["url"])).json()["data"]["key"]
        bearing = {"Authorization": f"Browser {key}", "Origin": server.said["address"]}
        asked = [browser.post("/ipc/memory:status", json={}, headers=bearing)]
        assert mohen("token", "--rotate").exit_code == 0
        asked.append(browser.post("/ipc/memory:status", json={}, headers=bearing))
    assert [each.status_code for each in asked] == [200, 401]


@shows("R119")
def test_the_log_holds_neither_token_nor_text(server: Server) -> None:
    server.call(
        "memory:episode:record",
        {
            "projectId": "p",
            "skillUsed": "continue",
            "inputContext": "秘密的上文",
            "candidates": ["秘密的候选"],
            "selectedIndex": 0,
        },
    )
    server.call("memory:episode:query", {"projectId": "p", "queryText": "秘密的问题"})
    server.call("no:such:channel", {"text": "秘密"})
    server.process.send_signal(signal.SIGTERM)
    _, logged = server.process.communicate()
    assert "秘密" not in logged
    assert server.token not in logged
    assert "POST" not in logged


def test_the_token_is_kept_for_the_next_time_and_for_its_owner(
    server: Server, spawn: Spawn, home: Path
) -> None:
    file = home / "token"
    assert file.read_text().strip() == server.token
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    server.process.send_signal(signal.SIGTERM)
    server.process.wait()
    file.chmod(0o644)
    again = Server(spawn("serve", "--port", "0", "--json"))
    assert again.token == server.token
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    again.client.close()


def test_the_token_is_told_only_to_who_asks(server: Server, spawn: Spawn, mohen: Run) -> None:
    assert "token" not in server.said
    assert server.token not in json.dumps(server.said)
    asked = spawn("serve", "--port", "0", "--json", "--show-token")
    assert asked.stdout is not None
    assert json.loads(asked.stdout.readline())["data"]["token"] == server.token
    assert server.token not in mohen("token").stdout + mohen("token", "--json").stdout
    assert mohen("token", "--show").stdout == server.token + "\n"


def test_a_new_token_shuts_out_the_old_one_at_once(server: Server, mohen: Run) -> None:
    rotated = mohen("token", "--rotate")
    assert (rotated.exit_code, server.token in rotated.stdout) == (0, False)
    assert server.call("memory:status", {})["error"]["code"] == "PERMISSION_DENIED"
    fresh = mohen("token", "--show").stdout.strip()
    assert len(fresh) >= 43
    server.client.headers["Authorization"] = f"Bearer {fresh}"
    assert server.call("memory:status", {})["ok"]


@pytest.mark.parametrize("weak", ["a", "a" * 64, "password" * 8, "x" * 600, "令牌" * 20])
def test_a_token_that_can_be_guessed_is_refused(mohen: Run, home: Path, weak: str) -> None:
    home.mkdir()
    (home / "token").write_text(weak + "\n", "utf-8")
    said = mohen("serve", "--port", "0")
    assert said.exit_code == 2
    assert "mohen token --rotate" in said.stderr
    assert mohen("token", "--rotate").exit_code == 0
    assert mohen("token", "--show").stdout.strip() != weak


def test_who_asks_for_more_is_told_how_to_call_it(spawn: Spawn, home: Path) -> None:
    process = spawn("serve", "--port", "0", "--verbose", "--lang", "zh")
    assert process.stdout is not None
    said = "".join(iter(process.stdout.readline, "按 Ctrl-C 结束。\n"))
    assert "/#ticket=" in said
    assert "curl" in said
    assert str(home / "token") in said
    process.send_signal(signal.SIGTERM)
    assert process.wait() == 0


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.1", "example.org"])
def test_only_loopback_is_served(mohen: Run, host: str) -> None:
    said = mohen("serve", "--host", host)
    assert said.exit_code == 2
    assert "loopback" in said.stderr


@pytest.mark.parametrize("port", ["-1", "65536"])
def test_an_impossible_port_is_refused(mohen: Run, port: str) -> None:
    assert mohen("serve", "--port", port).exit_code == 2
