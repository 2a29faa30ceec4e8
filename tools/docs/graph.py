"""`docs/graph.md`: the design of the story graph: its model, time, questions and future."""

from __future__ import annotations

from mohen.prompts.policy import Context
from mohen.server.channels import all_channels
from mohen.story import vocabulary
from mohen.story.file_facts import GRAMMAR
from mohen.story.model import EntityType, MarkKind, Origin, Severity
from mohen.story.policy import Story

from . import markdown

JUDGED = {
    **dict.fromkeys(vocabulary.FIXED, "for life: two values are a contradiction"),
    **dict.fromkeys(vocabulary.CHANGING, "the latest value holds"),
    **dict.fromkeys((vocabulary.LEARNS, vocabulary.KNOWS, vocabulary.UNAWARE), "by when it is so"),
}


def page() -> str:
    policy, context = Story(), Context()
    return markdown.filled(
        "graph",
        excerpt=policy.excerpt_chars,
        marks=", ".join(MarkKind),
        severities=", ".join(Severity),
        origins=", ".join(f"`{each}`" for each in Origin),
        kinds=markdown.table(("kind", "种类", "also called"), [_kind(each) for each in EntityType]),
        relations_known=markdown.table(("relation", "reads", "读作", "also called"), _relations()),
        attributes_known=markdown.table(("attribute", "属性", "how it is judged"), _attributes()),
        grammar=GRAMMAR,
        entities=f"{policy.entities_max:,}",
        relations=f"{policy.relations_max:,}",
        attributes=policy.attributes_max,
        depth=policy.depth_max,
        path=policy.path_depth_max,
        expanded=f"{policy.expanded_max:,}",
        channels=markdown.table(("channel", "what it answers"), _channels()),
        graph_entities=context.graph_entities,
        graph_edges=context.graph_edges,
    )


def _kind(kind: EntityType) -> list[str]:
    (_, zh), words = vocabulary.TYPES[kind]
    return [markdown.code(kind), zh, words]


def _relations() -> list[list[str]]:
    return [
        [markdown.code(name), f"… {en} …", f"……{zh}……", words]
        for name, ((en, zh), words) in vocabulary.RELATIONS.items()
    ]


def _attributes() -> list[list[str]]:
    return [
        [markdown.code(name), zh, JUDGED.get(name, "with others, or only shown")]
        for name, ((_, zh), _) in vocabulary.ATTRIBUTES.items()
    ]


def _channels() -> list[list[str]]:
    asked = [each for each in all_channels().values() if each.name.startswith("graph:")]
    return [[markdown.code(each.name), each.summary] for each in asked]
