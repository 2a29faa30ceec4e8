"""Run by a Python that has the SDKs of openai and anthropic: what they make of a base address.

Prints one JSON object, by the name of each call.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

import anthropic
import openai

KEY = "sk-of-the-front-end"
PICTURE = "data:image/png;base64,iVBORw0KGgo="
TOOL = {"name": "weather", "description": "d", "parameters": {"type": "object", "properties": {}}}


def main(base: str, question: str) -> None:
    one = openai.OpenAI(base_url=f"{base}/v1", api_key=KEY, max_retries=0)
    two = anthropic.Anthropic(base_url=base, api_key=KEY, max_retries=0)
    asked: Any = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": question}]
    shown: Any = [
        {"type": "text", "text": question},
        {"type": "image_url", "image_url": {"url": PICTURE}},
    ]
    turn: Any = [{"role": "user", "content": question}]
    tools: Any = [{"type": "function", "function": TOOL}]
    calls: dict[str, Callable[[], Any]] = {
        "chat": lambda: one.chat.completions.create(model="m", messages=asked, tools=tools),
        "chat stream": lambda: list(
            one.chat.completions.create(model="m", messages=asked, stream=True)
        ),
        "chat picture": lambda: one.chat.completions.create(
            model="m", messages=[{"role": "user", "content": shown}]
        ),
        "responses": lambda: one.responses.create(model="m", input=question, instructions="Brief."),
        "responses stream": lambda: list(one.responses.create(model="m", input=turn, stream=True)),
        "messages": lambda: two.messages.create(model="m", max_tokens=9, messages=turn),
        "messages stream": lambda: list(
            two.messages.create(model="m", max_tokens=9, messages=turn, stream=True)
        ),
        "messages helper": lambda: helped(two, turn),
        "models": lambda: one.get("/models", cast_to=object),
        "chat refused": lambda: one.chat.completions.create(model="fail", messages=asked),
        "messages refused": lambda: two.messages.create(model="fail", max_tokens=9, messages=turn),
    }
    json.dump({name: told(call) for name, call in calls.items()}, sys.stdout)


def helped(client: anthropic.Anthropic, turn: Any) -> Any:
    with client.messages.stream(model="m", max_tokens=9, messages=turn) as stream:
        return [*stream.text_stream, stream.get_final_message()]


def told(call: Callable[[], Any]) -> Any:
    try:
        return plain(call())
    except (openai.APIStatusError, anthropic.APIStatusError) as error:
        return [type(error).__name__, error.status_code, error.body]


def plain(value: Any) -> Any:
    if isinstance(value, list):
        return [plain(each) for each in value]
    return value.model_dump(mode="json") if hasattr(value, "model_dump") else value


def cancel(base: str, question: str) -> None:
    """Leaves in the middle of a stream of each protocol."""
    one = openai.OpenAI(base_url=f"{base}/v1", api_key=KEY, max_retries=0)
    turn: Any = [{"role": "user", "content": question}]
    stream = one.chat.completions.create(model="m", messages=turn, stream=True)
    next(iter(stream))
    stream.close()
    json.dump({}, sys.stdout)


if __name__ == "__main__":
    {"main": main, "cancel": cancel}[sys.argv[1]](*sys.argv[2:])
