"""Servers that speak OpenAI's protocol: their address, their key, their client."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from importlib import import_module
from ipaddress import ip_address
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from mohen.errors import InvalidArgument

OPENAI: Final = "https://api.openai.com/v1"

_KEY_VARIABLE: Final = "OPENAI_API_KEY"
# The client insists on a key; servers that need none ignore it.
_NO_KEY: Final = "none"
_VARIABLE_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class Server(NamedTuple):
    model: str
    url: str
    key_variable: str  # "" where the server gets no key

    @property
    def is_openai(self) -> bool:
        return self.url == OPENAI

    @property
    def is_here(self) -> bool:
        """What it is told does not leave this machine."""
        return _is_loopback(self.url)

    @property
    def key(self) -> str:
        return os.environ.get(self.key_variable, "") if self.key_variable else ""

    def client(
        self,
        *,
        timeout_ms: int,
        connect_ms: int | None = None,
        watch: Callable[[Any], None] | None = None,
    ) -> Any:
        """The client of the `openai` package. It never tries again by itself: it would wait up to
        a minute if the server says so, and a search cannot. `watch` sees each request."""
        import openai

        connect_s = (timeout_ms if connect_ms is None else min(connect_ms, timeout_ms)) / 1000

        return openai.OpenAI(
            api_key=self.key or _NO_KEY,
            base_url=self.url,
            timeout=openai.Timeout(timeout_ms / 1000, connect=connect_s),
            max_retries=0,
            http_client=openai.DefaultHttpxClient(
                follow_redirects=False,
                trust_env=not self.is_here,
                event_hooks={"request": [watch] if watch else []},
            ),
        )


def transport() -> Any:
    """The HTTP library under the `openai` package, whose errors come out of a stream as they are:
    httpx, or httpx2 since its third version."""
    import openai

    client = openai.DefaultHttpxClient.__mro__[1]
    return import_module(client.__module__.partition(".")[0])


def checked(
    setting: str, model: str | None, base_url: str | None, api_key_env: str | None
) -> Server:
    """The server that a setting names; a message never repeats its values, which may be secret."""
    if not model:
        raise InvalidArgument(
            f"{setting}.model must name the server's model", field=f"{setting}.model"
        )
    url = base_url or OPENAI
    if not _is_address(url):
        raise InvalidArgument(
            f"{setting}.baseUrl must be an address such as http://127.0.0.1:11434/v1",
            field=f"{setting}.baseUrl",
        )
    # OpenAI's own key goes to OpenAI only: another server gets the key that was named for it.
    variable = api_key_env or (_KEY_VARIABLE if url == OPENAI else "")
    if variable and not _VARIABLE_NAME.fullmatch(variable):
        raise InvalidArgument(
            f"{setting}.apiKeyEnv must be the name of an environment variable, not the key",
            field=f"{setting}.apiKeyEnv",
        )
    return Server(model, url, variable)


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        return False


def _is_loopback(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
