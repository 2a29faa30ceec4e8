"""Reading what is said in English."""

from __future__ import annotations

from mohen.logic.knowing.claims import Tongue
from mohen.logic.knowing.english.clauses import clauses, contrast, corrected
from mohen.logic.knowing.english.reading import read
from mohen.logic.knowing.english.wording import sentence

ENGLISH = Tongue(
    user="user",
    agent="assistant",
    clauses=clauses,
    read=read,
    corrected=corrected,
    contrast=contrast,
    sentence=sentence,
    correction="The user corrects: {}",
    wish="The user asked to remember: {}",
    basis="said: {}",
)
