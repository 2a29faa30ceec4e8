"""Clients of a running `mohen serve`: `Client` waits for an answer, `AsyncClient` awaits it.

>>> from mohen.client import Client
>>> with Client() as client:
...     book = client.call("memory:semantic:list", {"projectId": "novel"}).data
...     print([rule["rule"] for rule in book["items"]])

The name of a channel decides what may be sent and what comes back (`docs/channels.md`). What fails
raises the error that the memory itself would raise (`mohen.errors`).
"""

from __future__ import annotations

from mohen.client.async_client import AsyncClient
from mohen.client.client import Client
from mohen.client.exchange import Answered

__all__ = ["Answered", "AsyncClient", "Client"]
