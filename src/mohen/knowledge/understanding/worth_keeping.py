"""What is worth keeping of a conversation (R194, R204, C45, C47).

Who speaks and in what frame comes first; then what keeps a thought whatever its length; then what
says nothing lasting. The minimum length is for what no rule decides: 我对花生过敏 is six characters
long.
"""

from __future__ import annotations

from dataclasses import dataclass

from mohen.knowledge.consolidation.model import Fragment, Frame, Tag, Verdict
from mohen.knowledge.consolidation.reasons import Reason
from mohen.knowledge.policy import Screening
from mohen.knowledge.transcripts.model import Role
from mohen.knowledge.understanding.sentence_cues import Cues, folded, spoken
from mohen.knowledge.understanding.speech_act import only_links, small_talk
from mohen.text.normalize import width

KEPT, DROPPED, UNDECIDED = Verdict.KEPT, Verdict.DROPPED, Verdict.UNDECIDED


@dataclass(frozen=True, slots=True)
class Screened:
    verdict: Verdict
    reason: Reason


def screen(fragment: Fragment, policy: Screening) -> Screened:
    own = _not_ones_own(fragment)
    if own:
        return _ANSWERS[DROPPED, own]
    text, languages = fragment.text, spoken(fragment.text)
    empty = _says_nothing(fragment, languages[0], policy)
    if empty:
        return _ANSWERS[DROPPED, empty]
    low = folded(text)
    for cues in languages:
        found = _judged(text, low, fragment.tag, cues)
        if found:
            return found
    if width(text, policy.wide) < policy.shortest:
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


def _says_nothing(fragment: Fragment, cues: Cues, policy: Screening) -> Reason | None:
    if fragment.tag is Tag.CHAT:
        return small_talk(fragment.text, cues, policy) or Reason.CHATTER
    return Reason.LINK if only_links(fragment.text) else None


def _judged(text: str, low: str, tag: Tag, cues: Cues) -> Screened | None:
    """The first rule that knows; None where no rule does."""
    hints = cues.hints(low)
    if hints.takes_back and cues.takes_back.search(low):
        return _ANSWERS[KEPT, Reason.TAKES_BACK]
    if tag is Tag.QUESTION:
        return _ANSWERS[DROPPED, Reason.QUESTION]
    if hints.corrects and cues.corrects.search(low):
        return _ANSWERS[KEPT, Reason.CORRECTION]
    if hints.signals and cues.joking.search(low):
        return _ANSWERS[UNDECIDED, Reason.JOKING]
    if hints.signals and cues.remember.search(low):
        return _ANSWERS[KEPT, Reason.MARKED]
    if hints.directs and cues.directs.search(low):
        return _ANSWERS[KEPT, Reason.DIRECTIVE]
    if tag is Tag.COMMAND:
        return _commanded(low, hints.timely, cues)
    if hints.signals and cues.important.search(low):
        return _ANSWERS[KEPT, Reason.MARKED]
    if cues.may_suppose.match(low):
        return _ANSWERS[UNDECIDED, Reason.SUPPOSED]
    return _stated(text, low, hints.timely, cues)


def _commanded(low: str, timely: bool, cues: Cues) -> Screened:
    """An order for once says nothing lasting, unless it tells a day or of one's own by the way."""
    timed = timely and cues.at_a_time.search(low)
    if timed and cues.reminds.search(low):
        return _ANSWERS[KEPT, Reason.TIME]
    if timed or cues.about_me_inside.search(low):
        return _ANSWERS[UNDECIDED, Reason.COMMAND]
    return _ANSWERS[DROPPED, Reason.COMMAND]


def _stated(text: str, low: str, timely: bool, cues: Cues) -> Screened | None:
    if cues.about_agent.match(low):
        return _ANSWERS[KEPT, Reason.ABOUT_AGENT]
    if cues.about_me.match(low) or cues.labelled.match(low) or cues.noted.match(low):
        return _ANSWERS[KEPT, Reason.ABOUT_USER]
    if cues.someone.match(text):
        return _ANSWERS[KEPT, Reason.ABOUT_SOMEONE]
    if cues.about_me_inside.search(low):
        return _ANSWERS[KEPT, Reason.ABOUT_USER]
    if timely and cues.at_a_time.search(low):
        return _ANSWERS[KEPT, Reason.TIME]
    if cues.my_mind.match(low):
        return _ANSWERS[UNDECIDED, Reason.UNCLEAR]
    return None
