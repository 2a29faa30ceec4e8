"""How much each memory had to do with what was written (R82, design 5)."""

from __future__ import annotations

from dataclasses import dataclass

from mohen.policy.number import number


@dataclass(frozen=True, slots=True)
class Influence:
    """A memory's weight: how strongly it was retrieved × its room in the prompt × its effect."""

    faint: float = number(
        0.1, spec="design 5", unit="of the full, for what was retrieved with no strength at all"
    )
    room: float = number(
        0.25, spec="design 5", unit="power of its tokens: a rule says much in few words"
    )
    unseen: float = number(
        0.2, spec="design 5", unit="of the full, for what the output shows nothing of"
    )
    obeying: float = number(
        0.5,
        spec="design 5",
        unit="of a rule's effect is that it is obeyed, the rest that the text around is not so",
    )
    digits: int = number(6, spec="house", unit="decimals kept of a weight")
    judged_rules: int = number(3, spec="R86", unit="rules that a verdict without a target means")
    judged_share: float = number(
        0.5, spec="R86", unit="of the heaviest rule's weight, to be among them"
    )
