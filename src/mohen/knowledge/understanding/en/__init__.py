"""Understands English."""

from __future__ import annotations

from mohen.knowledge.understanding.claims import Language
from mohen.knowledge.understanding.en import alone, events, health, plain, signs
from mohen.knowledge.understanding.en.clauses import contrast, corrected, read_clause, split_clauses
from mohen.knowledge.understanding.en.faithful import faithful
from mohen.knowledge.understanding.en.phrases import sentence
from mohen.knowledge.understanding.judge import Judge

JUDGE = Judge(
    "en/alone_weights.txt", signs.WORDED, signs.told, signs.around, signs.is_plain, signs.is_plan
)
ENGLISH = Language(
    user="user",
    agent="assistant",
    clauses=split_clauses,
    read=read_clause,
    corrected=corrected,
    contrast=contrast,
    other_day=events.other_day,
    day_named=events.day_named,
    redosed=health.redosed,
    sentence=sentence,
    correction="The user corrects: {}",
    wish="The user asked to remember: {}",
    rule='The user wants the assistant to keep to this rule: "{}"',
    basis="said: {}",
    said='The user said on {day}: "{said}"',
    faithful=faithful,
    told_whole=alone.told_whole,
    stands_alone=JUDGE.stands_alone,
    needs_day=alone.needs_day,
    told_on="{} (told on {})",
    bare=alone.bare,
    stands=alone.stands,
    held=alone.held,
    leaves_out=alone.leaves_out,
    tells=plain.tells,
    dayless=alone.dayless,
)
