"""Reading what is said in English."""

from __future__ import annotations

from mohen.knowledge.understanding.claims import Tongue
from mohen.knowledge.understanding.en.clause_reader import read
from mohen.knowledge.understanding.en.clauses import clauses, contrast, corrected
from mohen.knowledge.understanding.en.phrases import sentence

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
