"""What is worth keeping of a conversation (R194, R204, C45, C47).

Who speaks and in what frame comes first; then what keeps a thought whatever its length; then what
says nothing lasting. The minimum length is for what no rule decides: 我对花生过敏 has six characters.
"""

from __future__ import annotations

from dataclasses import dataclass

from mohen.logic.knowing.cues import Cues, folded, spoken
from mohen.logic.knowing.tags import only_links, small_talk
from mohen.logic.knowing.width import width
from mohen.model.consolidation import Fragment, Frame, Tag, Verdict
from mohen.model.reason import Reason
from mohen.model.transcript import Role
from mohen.policy import Screening

KEPT, DROPPED, UNDECIDED = Verdict.KEPT, Verdict.DROPPED, Verdict.UNDECIDED


@dataclass(frozen=True, slots=True)
class Screened:
    verdict: Verdict
    reason: Reason


def screen(fragment: Fragment, policy: Screening) -> Screened:
    outside = _not_ones_own(fragment) or _says_nothing(fragment, policy)
    if outside:
        return _ANSWERS[DROPPED, outside]
    text = fragment.text
    low = folded(text)
    for cues in spoken(text):
        found = _judged(text, low, fragment.tag, cues)
        if found:
            return found
    if width(text, policy) < policy.shortest:
        return _ANSWERS[DROPPED, Reason.SHORT]
    return _ANSWERS[UNDECIDED, Reason.UNCLEAR]


_FRAMED = {
    Frame.CODE: Reason.CODE,
    Frame.OUTPUT: Reason.OUTPUT,
    Frame.PASTED: Reason.PASTED,
    Frame.FICTION: Reason.FICTION,
    Frame.SUPPOSED: Reason.SUPPOSED,
    Frame.INJECTED: Reason.INJECTED,
}
# One value for each answer there is: thousands are given a second.
_ANSWERS = {
    (verdict, reason): Screened(verdict, reason) for verdict in Verdict for reason in Reason
}


def _not_ones_own(fragment: Fragment) -> Reason | None:
    if fragment.role is Role.ASSISTANT:
        return Reason.ASSISTANT
    if fragment.frame:
        return _FRAMED[fragment.frame]
    return Reason.QUOTED if fragment.quoted else None


def _says_nothing(fragment: Fragment, policy: Screening) -> Reason | None:
    if fragment.tag is Tag.CHAT:
        return small_talk(fragment.text, policy) or Reason.CHATTER
    return Reason.LINK if only_links(fragment.text) else None


def _judged(text: str, low: str, tag: Tag, cues: Cues) -> Screened | None:
    """The first rule that knows; None where no rule does."""
    if cues.takes_back.search(low):
        return _ANSWERS[KEPT, Reason.TAKES_BACK]
    if tag is Tag.QUESTION:
        return _ANSWERS[DROPPED, Reason.QUESTION]
    if cues.corrects.search(low):
        return _ANSWERS[KEPT, Reason.CORRECTION]
    if cues.joking.search(low):
        return _ANSWERS[UNDECIDED, Reason.JOKING]
    if cues.remember.search(low):
        return _ANSWERS[KEPT, Reason.MARKED]
    if cues.directs.search(low):
        return _ANSWERS[KEPT, Reason.DIRECTIVE]
    if tag is Tag.COMMAND:
        return _commanded(low, cues)
    if cues.important.search(low):
        return _ANSWERS[KEPT, Reason.MARKED]
    if cues.may_suppose.match(low):
        return _ANSWERS[UNDECIDED, Reason.SUPPOSED]
    return _stated(text, low, cues)


def _commanded(low: str, cues: Cues) -> Screened:
    """An order for once says nothing lasting, unless it tells a day or of one's own by the way."""
    timed = cues.at_a_time.search(low)
    if timed and cues.reminds.search(low):
        return _ANSWERS[KEPT, Reason.TIME]
    if timed or cues.about_me_inside.search(low):
        return _ANSWERS[UNDECIDED, Reason.COMMAND]
    return _ANSWERS[DROPPED, Reason.COMMAND]


def _stated(text: str, low: str, cues: Cues) -> Screened | None:
    if cues.about_agent.match(low):
        return _ANSWERS[KEPT, Reason.ABOUT_AGENT]
    if cues.about_me.match(low) or cues.labelled.match(low) or cues.noted.match(low):
        return _ANSWERS[KEPT, Reason.ABOUT_USER]
    if cues.someone.match(text):
        return _ANSWERS[KEPT, Reason.ABOUT_SOMEONE]
    if cues.about_me_inside.search(low):
        return _ANSWERS[KEPT, Reason.ABOUT_USER]
    if cues.at_a_time.search(low):
        return _ANSWERS[KEPT, Reason.TIME]
    if cues.my_mind.match(low):
        return _ANSWERS[UNDECIDED, Reason.UNCLEAR]
    return None
