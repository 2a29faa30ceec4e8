"""From a prompt to a text: what the offline writer does, whole."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

from mohen.logic import scenes
from mohen.logic.offline import cast as casts
from mohen.logic.offline import request as requests
from mohen.logic.offline import shape
from mohen.logic.offline.compose import Composer, habits_of
from mohen.logic.offline.draft import Draft
from mohen.logic.offline.request import Request
from mohen.logic.offline.stock import stock
from mohen.logic.offline.wishes import scene_of, wishes
from mohen.model.language import Message
from mohen.policy import Policy


def write(messages: Sequence[Message], max_tokens: int, variant: int, policy: Policy) -> str:
    request = requests.read(messages)
    return compose(request, max_tokens, variant, policy)


def compose(request: Request, max_tokens: int, variant: int, policy: Policy) -> str:
    own = policy.offline
    text = (request.before or request.selection)[-own.context :]
    language = casts.language_of(text, request.selection, request.instruction, request.after)
    scene = scene_of(request, scenes.infer(text, policy.scenes))
    shared = Random(request.seed)
    cast = casts.read(text, request.people, stock(language), shared)
    seed = f"{request.seed}\0{variant}"
    habits = habits_of(request.seed, variant, scene, request.skill, own)
    composer = Composer(stock(language), scene, cast, Random(seed), habits, own)
    size = 150 if language == "zh" else 100
    draft = composer.draft(size)
    composer.rng = Random(seed + "\0shape")
    return shape.obey(draft, wishes(request, scene_of(request, scene), language), composer)
