"""Words what moved a candidate, and how well that guesses, in English and Chinese."""

from __future__ import annotations

from mohen.text.style import FEATURES, WHOLE

Pair = tuple[str, str]  # English, Chinese

LONGER, COMPLETE = "longer", "complete"
"""What is no feature of style: how much there is, and whether it ends where a sentence does."""

_SIZES: tuple[Pair, Pair] = ("longer", "长"), ("shorter", "短")
_SHARES: tuple[Pair, Pair] = ("more", "多"), ("less", "少")
_COUNTS: tuple[Pair, Pair] = ("more", "多"), ("fewer", "少")
_ENDS: tuple[Pair, Pair] = (
    ("ends with a whole sentence", "以完整的句子结尾"),
    ("breaks off in a sentence", "句子没有写完"),
)
_WHOLE: tuple[Pair, Pair] = (
    ("one that ends with a whole sentence", "句子完整"),
    ("one that breaks off", "没写完"),
)


def moved(feature: str, lean: float, weight: float, *, own: bool) -> Pair:
    """`lean`: how far it stands above the others; `weight`: whether that is rather taken."""
    who_en, who_zh = ("you tend to take", "你多半选") if own else ("most take", "多数人会选")
    if feature == COMPLETE:
        there, wanted = _ENDS[lean < 0], _WHOLE[weight < 0]
        return f"{there[0]}; {who_en} {wanted[0]}", f"{there[1]}；{who_zh}{wanted[1]}的"
    name = FEATURES[WHOLE if feature == LONGER else feature]
    sides = _sides(name.units[1])
    there, wanted = sides[lean < 0], sides[weight < 0]
    the = "the " if sides is _SIZES else ""
    return (
        f"{name.en}: {there[0]} than in the others; {who_en} {the}{wanted[0]}",
        f"{name.zh}：比其他的{there[1]}；{who_zh}{wanted[1]}的",
    )


def _sides(unit: str) -> tuple[Pair, Pair]:
    if unit in ("words", "letters"):
        return _SIZES
    return _SHARES if unit == "share" else _COUNTS


def proof(guessed: int, chance: int, place: int, of: int, *, proven: bool) -> Pair:
    if not of:
        return "nothing was chosen yet", "还没有选择过"
    en = f"would have guessed {guessed} of your last {of}; chance {chance}, place alone {place}"
    zh = f"你最近 {of} 次选择能猜中 {guessed} 次；随机能中 {chance} 次，只凭位置能中 {place} 次"
    return (en, zh) if proven else (f"not proven yet: {en}", f"尚未证实：{zh}")
