"""A server on loopback that speaks /v1/embeddings, well or badly."""

from __future__ import annotations

import json
from base64 import b64encode
from contextlib import AbstractContextManager
from typing import Any

import numpy as np

from contracts.loopback import Behaviour, Loopback, Said, listening
from mohen.embedders.builtin import Builtin
from mohen.policy import Policy

EmbeddingServer = Loopback

BUILTIN = Builtin(Policy())


def vectors(request: dict[str, Any]) -> list[list[float]]:
    rows: list[list[float]] = BUILTIN.embed(request["input"]).tolist()
    return rows


def answer(rows: list[Any]) -> Said:
    """The rows in reverse, numbered: a client must go by number."""
    data = [{"object": "embedding", "index": i, "embedding": row} for i, row in enumerate(rows)]
    body = {"object": "list", "model": "m", "data": data[::-1], "usage": {}}
    return Said(200, json.dumps(body).encode())


def good(request: dict[str, Any]) -> Said:
    return answer(vectors(request))


def base64(request: dict[str, Any]) -> Said:
    rows = [np.array(row, dtype="<f4").tobytes() for row in vectors(request)]
    return answer([b64encode(row).decode() for row in rows])


def one_short(request: dict[str, Any]) -> Said:
    return answer(vectors(request)[:-1])


def not_finite(request: dict[str, Any]) -> Said:
    return answer([[float("nan"), 1.0] for _ in request["input"]])


def unlike(request: dict[str, Any]) -> Said:
    return answer([[1.0] * (1 + place) for place, _ in enumerate(request["input"])])


def unnumbered(request: dict[str, Any]) -> Said:
    data = [{"index": 0, "embedding": row} for row in vectors(request)]
    return Said(200, json.dumps({"data": data}).encode())


def words(_: dict[str, Any]) -> Said:
    return Said(200, json.dumps({"data": [{"index": 0, "embedding": ["a"]}]}).encode())


def garbage(_: dict[str, Any]) -> Said:
    return Said(200, b'{"data": [{"embe')


def list_of_nothing(_: dict[str, Any]) -> Said:
    return Said(200, b'{"data": []}')


def not_an_object(_: dict[str, Any]) -> Said:
    return Said(200, b"[1, 2]")


def refusing(status: int) -> Behaviour:
    """Refuses as real servers do: with the key and the text in the body."""

    def behave(request: dict[str, Any]) -> Said:
        text = f"bad key sk-secret-key for {request['input']}"
        return Said(status, json.dumps({"error": {"message": text}}).encode())

    return behave


def serving() -> AbstractContextManager[EmbeddingServer]:
    return listening(good)
