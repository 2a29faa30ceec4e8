"""One file of a model hub: what the hub says of it, and its bytes, however often the line breaks.

Spoken as Hugging Face and its mirrors do: `resolve/main` leads elsewhere and says on the way how
large the file is (`X-Linked-Size`), its SHA-256 (`X-Linked-ETag`) and which revision it is of.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import quote, urljoin, urlsplit

from mohen.core import openai_servers
from mohen.core.openai_servers import MALFORMED, Refused, Trouble
from mohen.errors import Canceled, IoFailed, ModelError, ModelNotReady
from mohen.models.models import Connection

if TYPE_CHECKING:
    from pathlib import Path

    import httpx

    from mohen.models.policy import Models

BLOCK: Final = 1 << 20
_HOPS: Final = 6
_MOVED: Final = (301, 302, 303, 307, 308)
_SHA256: Final = re.compile(r"[0-9a-f]{64}")
_COMMIT: Final = re.compile(r"[0-9a-f]{40}")
_FROM: Final = re.compile(r"bytes ([0-9]{1,15})-")
_LICENCE: Final = re.compile(r"[A-Za-z0-9][\w .+-]{0,60}")


class Stop:
    """What another thread calls to end a long answer."""

    def __init__(self) -> None:
        self._stopped = threading.Event()
        self._connection = Connection()

    def __call__(self) -> None:
        self._stopped.set()
        self._connection.cut()

    def check(self) -> None:
        if self._stopped.is_set():
            raise Canceled("it was stopped; what came so far is kept, and the next time goes on")

    @property
    def watch(self) -> Callable[[Any], None]:
        return self._connection.watch


class HubFile(NamedTuple):
    """A file as the hub tells of it."""

    url: str
    size: int
    sha256: str


class Hub:
    """A model hub. Nothing of the owner's is sent to it."""

    def __init__(self, base: str, policy: Models, pause: Callable[[int], None], stop: Stop) -> None:
        self._base = openai_servers.address("modelHub", base).rstrip("/")
        self._policy = policy
        self._pause = pause
        self._stop = stop

    def page(self, repo: str) -> str:
        """Where a person reads about it."""
        return f"{self._base}/{repo}"

    # -- what it says

    def look(self, repo: str, file: str) -> HubFile:
        """Raises `ModelError` where there is no such file, or the hub does not vouch for it."""
        with self._client() as client, _told():
            size, sha256, commit = self._head(client, self._at(repo, "main", file))
        if size is None or sha256 is None:
            raise ModelNotReady(
                "the hub does not say the file's size and SHA-256, so nobody could tell whether "
                "it is whole: name another hub",
                reason="no-checksum",
            )
        # The revision by its name: what is fetched tomorrow is what was begun today.
        return HubFile(self._at(repo, commit or "main", file), size, sha256)

    def licence(self, repo: str) -> str | None:
        """As the hub's list of models says; None where it does not."""
        try:
            with self._client() as client:
                said = openai_servers.get(client, f"{self._base}/api/models/{quote(repo)}")
            found = (said.get("cardData") or {}).get("license")
        except _troubles():
            return None
        return found if isinstance(found, str) and _LICENCE.fullmatch(found) else None

    def _at(self, repo: str, revision: str, file: str) -> str:
        return f"{self._base}/{quote(repo)}/resolve/{revision}/{quote(file)}"

    def _head(self, client: httpx.Client, url: str) -> tuple[int | None, str | None, str | None]:
        size = sha256 = commit = None
        for _ in range(_HOPS):
            with client.stream("HEAD", url) as answer:
                headers = answer.headers
                commit = commit or _matching(_COMMIT, headers.get("x-repo-commit"))
                sha256 = sha256 or _matching(_SHA256, headers.get("x-linked-etag"))
                size = size or _number(headers.get("x-linked-size"))
                if answer.status_code in _MOVED:
                    if size and sha256:
                        return size, sha256, commit
                    url = self._next(url, headers.get("location"))
                    continue
                if not answer.is_success:
                    raise Refused.of(answer)
                size = size or _number(headers.get("content-length"))
                return size, sha256 or _matching(_SHA256, headers.get("etag")), commit
        raise ValueError("too many redirections")

    # -- its bytes

    def fetch(self, file: HubFile, part: Path, heard: Callable[[int], None]) -> None:
        """Bring `part` to the whole file, from where it ends. What is there stays when the line
        breaks; what turns out to be another file is deleted."""
        with self._client() as client, _written(), part.open("a+b") as target:
            summed, have = _summed(target, file.size)
            heard(have)
            left = self._policy.get_retries
            while have < file.size:
                begun = have
                try:
                    for at, block in self._blocks(client, file, have):
                        if at != have:  # the hub begins anew
                            summed, have = _begun_anew(target)
                        target.write(block)
                        summed.update(block)
                        have += len(block)
                        heard(min(have, file.size))
                        self._stop.check()
                        if have > file.size:
                            break
                    target.flush()
                except _troubles() as problem:
                    if isinstance(problem, OSError):
                        raise  # of the file, and not of the line
                    self._stop.check()
                    left = self._policy.get_retries if have > begun else left - 1
                    self._again(problem, left)
                else:
                    left = left if have > begun else left - 1
                    if left < 0:
                        raise _cut_off()
            target.flush()
            os.fsync(target.fileno())
        if have != file.size or summed.hexdigest() != file.sha256:
            part.unlink(missing_ok=True)
            raise ModelError(
                "what came is not the file that the hub promised (its SHA-256 is another): it was "
                "deleted, try again or name another hub",
                reason="wrong-checksum",
            )

    def _again(self, problem: Exception, left: int) -> None:
        """Wait and return where it makes sense to go on; else raise what is wrong."""
        wait_ms = self._policy.pause_ms
        if isinstance(problem, Refused):
            passing = problem.status >= 500
            if problem.status == 429 and problem.wait_ms is not None:
                passing, wait_ms = problem.wait_ms <= self._policy.get_wait_ms, problem.wait_ms
            if not passing or left < 0:
                raise _refused(problem) from None
        elif left < 0:
            raise _cut_off() from None
        self._pause(wait_ms)
        self._stop.check()

    def _blocks(
        self, client: httpx.Client, file: HubFile, have: int
    ) -> Iterator[tuple[int, bytes]]:
        """(where it belongs, bytes). Each time through the hub: where it leads to does not last."""
        url = file.url
        for _ in range(_HOPS):
            headers = {"Range": f"bytes={have}-"} if have else {}
            with client.stream("GET", url, headers=headers) as answer:
                if answer.status_code in _MOVED:
                    url = self._next(url, answer.headers.get("location"))
                    continue
                if answer.status_code == 416:  # it ends before: what we have is of another file
                    have = 0
                    continue
                if not answer.is_success:
                    raise Refused.of(answer)
                begins = _FROM.match(answer.headers.get("content-range", ""))
                at = int(begins[1]) if answer.status_code == 206 and begins else 0
                if at not in (0, have):
                    raise ValueError("another part than the one that was asked for")
                for block in answer.iter_raw():
                    yield at, block
                    at += len(block)
                return
        raise ValueError("too many redirections")

    # -- the line

    def _client(self) -> httpx.Client:
        import httpx

        return httpx.Client(
            timeout=httpx.Timeout(self._policy.get_silence_ms / 1000),
            trust_env=not openai_servers.is_loopback(self._base),
            verify=_certificates(),
            # Packed bytes would be another file than the one that is summed.
            headers={"Accept-Encoding": "identity", "User-Agent": "mohen"},
            event_hooks={"request": [self._stop.watch]},
        )

    def _next(self, url: str, location: str | None) -> str:
        """Where it leads; never from a line that is safe to one that is not."""
        found = urljoin(url, location or "")
        safe, leads = urlsplit(self._base).scheme, urlsplit(found)
        if leads.scheme not in ("https", safe) or not leads.hostname or not location:
            raise ValueError("leads nowhere")
        return found


@cache
def _certificates() -> Any:
    """Read once: it takes longer than a question."""
    import httpx

    return httpx.create_ssl_context()


# -- the file


def _summed(target: Any, size: int) -> tuple[Any, int]:
    """The sum of what is there; of more than there should be, nothing."""
    have = target.seek(0, os.SEEK_END)
    if have > size:
        return _begun_anew(target)
    summed = hashlib.sha256()
    target.seek(0)
    while block := target.read(BLOCK):
        summed.update(block)
    return summed, have


def _begun_anew(target: Any) -> tuple[Any, int]:
    target.truncate(0)
    return hashlib.sha256(), 0


@contextmanager
def _written() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        said = errno.errorcode.get(error.errno or 0, "OSError")
        raise IoFailed(
            f"the model could not be written into the home folder ({said}); what came is kept",
            reason="full" if error.errno in (errno.ENOSPC, errno.EDQUOT) else "failed",
        ) from None


# -- what is wrong


def _troubles() -> tuple[type[Exception], ...]:
    """Whatever comes of a question to a stranger."""
    import httpx

    return Refused, httpx.HTTPError, httpx.InvalidURL, *MALFORMED


@contextmanager
def _told() -> Iterator[None]:
    """Of one question; whatever it raises is said in the owner's words."""
    try:
        yield
    except _troubles() as problem:
        raise _said(problem) from None


def _said(problem: Exception) -> ModelError:
    import httpx

    if isinstance(problem, Refused):
        return _refused(problem)
    if isinstance(problem, httpx.TransportError):
        return ModelError(
            "the model hub cannot be reached: check the connection, or name a mirror as modelHub",
            reason="unreachable",
        )
    said = type(problem).__name__
    return ModelError(f"the model hub's answer cannot be read ({said})")


def _refused(refused: Refused) -> ModelError:
    status = refused.status
    if status in (401, 403):
        return ModelNotReady(
            "the model hub has no such model, or does not give it to everybody: choose another",
            reason="hub-refused",
            status=status,
        )
    if status in (404, 410):
        return ModelNotReady(
            "the model hub has no such file: check the name", reason="no-such-model", status=status
        )
    if status == 429 or refused.trouble is Trouble.BUSY:
        wait = None if refused.wait_ms is None else {"retryAfterMs": refused.wait_ms}
        return ModelError(
            "the model hub has too many requests: try again later",
            reason="too-many-requests",
            status=status,
            **(wait or {}),
        )
    return ModelError(
        f"the model hub answered with status {status}", reason="server-failed", status=status
    )


def _cut_off() -> ModelError:
    return ModelError(
        "the line to the model hub keeps breaking; what came is kept: try again, and it goes on",
        reason="cut-off",
    )


def _matching(pattern: re.Pattern[str], said: str | None) -> str | None:
    told = (said or "").removeprefix("W/").strip('" ').lower()
    return told if pattern.fullmatch(told) else None


def _number(said: str | None) -> int | None:
    return int(said) if said and re.fullmatch("[0-9]{1,15}", said) else None
