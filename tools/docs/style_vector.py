"""`docs/style-vector.md`: what the style vector measures, how, and what learns from it."""

from __future__ import annotations

from mohen.text import style
from mohen.text.policy import Style
from mohen.text.style import FEATURES, Feature

from . import markdown

HEAD = ("feature", "key", "unit zh / en", "in", "range", "usual zh", "usual en", "scale", "is")
RANGES = {
    "share": "0 to 1",
    "per 100 characters": "0 to 100",
    "per 100 code points": "0 to 100",
    "characters": "0 and up",
    "letters": "1 and up",
}
EXAMPLES = (
    "他退了一步。剑很冷。“走！”她说。",
    "He stepped back. The blade was very cold. “Go!” she said.",
)


def page() -> str:
    policy = Style()
    return markdown.filled(
        "style-vector",
        count=len(FEATURES),
        per=policy.per,
        window=policy.window,
        one_language=f"{policy.one_language:.0%}",
        decimals=policy.decimals,
        version=style.VERSION,
        features=markdown.table(HEAD, [_row(each, policy) for each in FEATURES.values()]),
        examples="\n\n".join(_example(text, policy) for text in EXAMPLES),
    )


def _row(feature: Feature, policy: Style) -> list[str]:
    norm, (zh, en) = feature.norm(policy), feature.units
    spoken = [each for each in ("zh", "en") if each in feature.languages]
    usual = {"zh": f"{norm.zh:g}", "en": f"{norm.en:g}"}
    return [
        markdown.code(feature.name),
        markdown.code(feature.key),
        zh if zh == en else f"{zh} / {en}",
        " ".join(spoken),
        RANGES[zh],
        *(usual[each] if each in spoken else "–" for each in ("zh", "en")),
        f"{norm.scale:g}",
        f"{feature.en} · {feature.zh}",
    ]


def _example(text: str, policy: Style) -> str:
    found = style.measure(text, policy)
    values = ", ".join(f"`{name}` {value:g}" for name, value in found.items() if value)
    absent = ", ".join(f"`{name}`" for name in FEATURES if name not in found)
    return f"> {text}\n\n`{found.language}`: {values}; all others 0. Absent: {absent}."
