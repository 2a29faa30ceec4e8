"""Servers that speak OpenAI's protocol: their address, their key, a client, why they refuse."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from enum import StrEnum
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urlsplit

from mohen.core import outside_json
from mohen.errors import InvalidArgument

if TYPE_CHECKING:
    import httpx

OPENAI: Final = "https://api.openai.com/v1"
MALFORMED: Final = (ValueError, TypeError, AttributeError, LookupError, RuntimeError, OSError)
"""What comes of an answer that is not what the protocol promises, or of an odd address."""

_KEY_VARIABLE: Final = "OPENAI_API_KEY"
_VARIABLE_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class KeyMissing(Exception):
    """The variable that is to hold the key is not set."""

    def __init__(self, variable: str) -> None:
        super().__init__(variable)
        self.variable = variable


Keys = Callable[[str], str]
"""The key that was given for the server at an address, or ""."""


def no_keys(_url: str) -> str:
    return ""


class Server(NamedTuple):
    model: str
    url: str
    key_variable: str = ""  # "" where none was named
    keys: Keys = no_keys

    @property
    def is_openai(self) -> bool:
        return self.url == OPENAI

    @property
    def is_here(self) -> bool:
        """What it is told does not leave this machine."""
        return is_loopback(self.url)

    def key(self) -> str:
        """What the named variable holds, else what was given for this server; empty where it
        gets none. OpenAI's own goes to OpenAI only. Raises `KeyMissing`."""
        given = "" if self.key_variable else self.keys(self.url)
        variable = self.key_variable or (_KEY_VARIABLE if self.is_openai else "")
        if given or not variable:
            return given
        key = os.environ.get(variable, "").strip()
        if not key:
            raise KeyMissing(variable)
        return key

    def client(
        self,
        *,
        timeout_ms: int,
        connect_ms: int | None = None,
        watch: Callable[[Any], None] | None = None,
    ) -> httpx.Client:
        """It never tries again by itself, and follows nobody elsewhere. `watch` sees each request.
        Raises `KeyMissing`, or one of `MALFORMED`."""
        import httpx

        connect_s = (timeout_ms if connect_ms is None else min(connect_ms, timeout_ms)) / 1000
        key = self.key()

        def bear(request: httpx.Request) -> httpx.Request:
            request.headers["Authorization"] = f"Bearer {key}"
            return request

        try:
            return httpx.Client(
                base_url=self.url,
                auth=bear if key else None,
                timeout=httpx.Timeout(timeout_ms / 1000, connect=connect_s),
                # Nobody is followed elsewhere, so a plain line stays plain, and to read the
                # certificates for it would take longer than the call.
                verify=self.url.startswith("https:"),
                trust_env=not self.is_here,
                event_hooks={"request": [watch] if watch else []},
            )
        except httpx.InvalidURL:
            raise ValueError("no address") from None


def checked(
    setting: str,
    model: str | None,
    base_url: str | None,
    api_key_env: str | None,
    keys: Keys = no_keys,
) -> Server:
    """The server that a setting names; a message never repeats its values, which may be secret."""
    if not model:
        raise InvalidArgument(
            f"{setting}.model must name the server's model", field=f"{setting}.model"
        )
    url = address(f"{setting}.baseUrl", base_url)
    if api_key_env and not _VARIABLE_NAME.fullmatch(api_key_env):
        raise InvalidArgument(
            f"{setting}.apiKeyEnv must be the name of an environment variable, not the key",
            field=f"{setting}.apiKeyEnv",
        )
    return Server(model, url, api_key_env or "", keys)


def address(field: str, base_url: str | None) -> str:
    """Where the server is; OpenAI itself where nothing is said."""
    url = base_url or OPENAI
    if not _is_address(url):
        raise InvalidArgument(
            f"{field} must be an address such as http://127.0.0.1:11434/v1", field=field
        )
    return url


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        return False


def is_loopback(url: str) -> bool:
    """Whether an address is of this machine and no other's."""
    host = urlsplit(url).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


# -- asking


def get(client: httpx.Client, path: str) -> Any:
    """As `post`."""
    with client.stream("GET", path) as answer:
        if not answer.is_success:
            raise Refused.of(answer)
        return outside_json.loads(answer.read())


def post(client: httpx.Client, path: str, asked: Mapping[str, Any]) -> Any:
    """What the server answers, read. Raises `Refused`, `httpx.HTTPError` or one of `MALFORMED`."""
    with opened(client, path, asked) as answer:
        return outside_json.loads(answer.read())


@contextmanager
def opened(client: httpx.Client, path: str, asked: Mapping[str, Any]) -> Iterator[httpx.Response]:
    """The answer, to be read as it comes; raises as `post` does."""
    with client.stream("POST", path, json=asked) as answer:
        if not answer.is_success:
            raise Refused.of(answer)
        yield answer


# -- refusals


class Trouble(StrEnum):
    """Why a server refuses, as far as it can be told; on the wire as `details.reason`."""

    KEY = "key-refused"
    CREDIT = "out-of-credit"
    MODEL = "no-such-model"
    BUSY = "too-many-requests"
    CONTEXT = "context-too-long"


_READ: Final = 1 << 16  # bytes of a refusal
_HEARD: Final = 400  # characters of its message: what comes after may be the prompt
_STATUSES: Final = {
    401: Trouble.KEY,
    402: Trouble.CREDIT,
    403: Trouble.KEY,
    413: Trouble.CONTEXT,
    429: Trouble.BUSY,
}
# How servers say it, by code or in words: OpenAI, Anthropic, DeepSeek, Qwen, Kimi, Zhipu,
# OpenRouter, Gemini, Ollama, llama.cpp, vLLM, LM Studio.
_SIGNS: Final = (
    (
        Trouble.CREDIT,
        ("insufficient_quota", "exceeded_current_quota_error", "arrearage", "1113"),
        ("insufficient balance", "credit balance", "余额不足", "欠费", "insufficient credits"),
    ),
    (
        Trouble.CONTEXT,
        ("context_length_exceeded", "exceed_context_size_error", "1261"),
        (
            "context length", "context window", "context size", "prompt is too long",
            "token limit", "range of input length", "超长", "too many tokens",
        ),
    ),
    (
        Trouble.KEY,
        ("invalid_api_key", "authentication_error"),
        ("api key not valid", "incorrect api key", "invalid api key"),
    ),
    (
        Trouble.MODEL,
        ("model_not_found", "1211"),
        (
            "model not exist", "not a valid model", "no such model", "unknown model", "模型不存在",
            "try pulling it first",
        ),
    ),
)  # fmt: skip
_NO_MODEL: Final = re.compile(r"\bmodel\b[^.]{0,120}(?:does not exist|not found)")
_WAIT: Final = re.compile(r"(?:again|retry) (?:in|after) ([0-9]{1,5}(?:\.[0-9]{1,3})?) ?(m?s)")


class Refused(Exception):
    """A server's refusal: what it means is kept, and nothing of its words."""

    def __init__(self, status: int, trouble: Trouble | None, wait_ms: int | None = None) -> None:
        super().__init__(status)
        self.status = status
        self.trouble = trouble
        self.wait_ms = wait_ms  # for how long it wants to be left alone, where it says so

    @classmethod
    def of(cls, answer: httpx.Response) -> Refused:
        body = b""
        for chunk in answer.iter_bytes(_READ):
            body += chunk
            if len(body) >= _READ:
                break
        codes, words = _said(body)
        trouble = trouble_of(answer.status_code, codes, words)
        return cls(answer.status_code, trouble, _wait_ms(answer.headers, words))


def trouble_of(status: int, codes: set[str], words: str) -> Trouble | None:
    for trouble, known, phrases in _SIGNS:
        if codes.intersection(known) or any(each in words for each in phrases):
            return trouble
    if status in (400, 404) and _NO_MODEL.search(words):
        return Trouble.MODEL
    return _STATUSES.get(status)


def told(error: Any) -> tuple[set[str], str]:
    """The codes of an error as a server writes it, and its message in small letters."""
    if isinstance(error, str):
        return set(), error[:_HEARD].lower()
    if not isinstance(error, dict):
        return set(), ""
    codes = {str(error[each]).lower() for each in ("code", "type", "status") if error.get(each)}
    message = error.get("message") or error.get("msg")
    return codes, message[:_HEARD].lower() if isinstance(message, str) else ""


def _said(body: bytes) -> tuple[set[str], str]:
    try:
        answer = outside_json.loads(body)
    except ValueError:
        return set(), ""
    if isinstance(answer, list) and answer:  # Gemini's are in a list
        answer = answer[0]
    return told(answer.get("error") or answer) if isinstance(answer, dict) else (set(), "")


def _wait_ms(headers: Mapping[str, str], words: str) -> int | None:
    for name, each in (("retry-after-ms", 1), ("retry-after", 1000)):
        if number := re.fullmatch(r"[0-9]{1,7}", headers.get(name, "")):
            return int(number[0]) * each
    if found := _WAIT.search(words):
        return round(float(found[1]) * (1 if found[2] == "ms" else 1000))
    return None
