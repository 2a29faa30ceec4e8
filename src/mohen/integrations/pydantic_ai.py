"""Mohen as a capability of a Pydantic AI agent: `pip install '.[pydantic-ai]'`.

>>> from mohen import open_memory
>>> from mohen.integrations.pydantic_ai import MohenMemory
>>> agent = Agent(model, capabilities=[MohenMemory(open_memory(), "my-agent")])

What belongs into every conversation stands in the instructions, what matters for a prompt beside
it, in the request alone and in no history; what was said in a run is heard when it ends.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pydantic_ai.capabilities import AbstractCapability
from pydantic_ai.messages import ModelMessage, ModelRequest, TextPart, UserPromptPart

from mohen.core.values import dataclass
from mohen.integrations.asking import Companion

if TYPE_CHECKING:
    from pydantic_ai import RunContext
    from pydantic_ai.models import ModelRequestContext
    from pydantic_ai.run import AgentRunResult

    from mohen.client import Client
    from mohen.memory import Memory


@dataclass
class MohenMemory(AbstractCapability[Any]):
    """The memory of one project. What it gives stays the same to the byte while a run goes on."""

    memory: Memory | Client
    project_id: str
    snapshot: str = ""
    beside: str = ""

    async def for_run(self, ctx: RunContext[Any]) -> MohenMemory:
        return await asyncio.to_thread(self._recalled, _text(ctx.prompt))

    def _recalled(self, prompt: str) -> MohenMemory:
        companion = Companion(self.memory, self.project_id)
        return replace(self, snapshot=companion.snapshot(), beside=companion.beside(prompt))

    def get_instructions(self) -> str | None:
        return self.snapshot or None

    async def before_model_request(
        self, _ctx: RunContext[Any], request_context: ModelRequestContext
    ) -> ModelRequestContext:
        if self.beside:
            request_context.messages = _with(request_context.messages, self.beside)
        return request_context

    async def after_run(
        self, ctx: RunContext[Any], *, result: AgentRunResult[Any]
    ) -> AgentRunResult[Any]:
        companion, said = (
            Companion(self.memory, self.project_id),
            list(_said(result.new_messages())),
        )
        await asyncio.to_thread(companion.hear, ctx.conversation_id or result.run_id, said)
        return result

    @classmethod
    def get_serialization_name(cls) -> str | None:
        return None  # a memory is opened, not written down


def _text(content: Any) -> str:
    """The words of a prompt, which may hold pictures and files among them."""
    parts = [content] if isinstance(content, str) else content or ()
    return "\n".join(
        each if isinstance(each, str) else getattr(each, "content", "")
        for each in parts
        if isinstance(each, str) or getattr(each, "kind", "") == "text-content"
    )


def _with(messages: list[ModelMessage], beside: str) -> list[ModelMessage]:
    """Behind the user's last words; what is kept as history stays as it is."""
    for place, message in reversed(list(enumerate(messages))):
        if isinstance(message, ModelRequest):
            prompts = [each for each in message.parts if isinstance(each, UserPromptPart)]
            if prompts:
                more = UserPromptPart(beside, timestamp=prompts[-1].timestamp)
                told = replace(message, parts=[*message.parts, more])
                return [*messages[:place], told, *messages[place + 1 :]]
    return messages


def _said(messages: Iterable[ModelMessage]) -> Iterator[dict[str, Any]]:
    for message in messages:
        for part in message.parts:
            if isinstance(part, UserPromptPart):
                at = round(part.timestamp.timestamp() * 1000)
                yield {"role": "user", "text": _text(part.content), "at": at}
            elif isinstance(part, TextPart):
                at = round(message.timestamp.timestamp() * 1000) if message.timestamp else None
                told = {"role": "assistant", "text": part.content}
                yield told if at is None else {**told, "at": at}
