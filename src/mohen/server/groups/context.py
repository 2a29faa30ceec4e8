"""The context engine."""

from __future__ import annotations

from typing import Any

from mohen.server.channel import Channel, Desk, Push
from mohen.server.schemas import context
from mohen.server.wire import Wire


def _assemble(desk: Desk, asked: context.PromptShape) -> Wire:
    return context.AssemblyData.of(desk.memory.context.assemble(asked.request()))


def _inspect(desk: Desk, asked: context.PromptShape) -> Wire:
    return context.InspectData.of(desk.memory.context.inspect(asked.request()))


def _cache(desk: Desk, asked: context.CachePayload) -> Wire:
    return context.CacheData.of(
        desk.memory.context.cache_report(
            asked.project_id,
            skill_id=asked.skill_id,
            limit=asked.limit,
            ttl_ms=asked.ttl_ms,
            at_least=asked.minimum_tokens or 0,
        )
    )


TABLE: tuple[Channel[Any], ...] = (
    Channel(
        "context:assemble",
        "The prompt for a skill: six layers with what was cut and why. For tools with a model of "
        "their own: record the episode under its generationId afterwards.",
        context.PromptShape,
        context.AssemblyData,
        _assemble,
    ),
    Channel(
        "context:inspect",
        "What would go into the prompt, layer by layer, in full. Leaves no trace; the setting "
        "contextInspectionEnabled must be on.",
        context.PromptShape,
        context.InspectData,
        _inspect,
    ),
    Channel(
        "context:cache",
        "How much of each recorded prompt a provider's prefix cache would have served, against "
        "injecting naively.",
        context.CachePayload,
        context.CacheData,
        _cache,
    ),
)

PUSHES: tuple[Push, ...] = ()
