"""What an episode proves beyond style numbers: words that an edit cut, added and kept."""

from __future__ import annotations

from dataclasses import dataclass

from mohen.policy.number import number


@dataclass(frozen=True, slots=True)
class Measuring:
    """Which edits speak of single words, and when a word is a habit of the author."""

    version: int = number(2, spec="C76", unit="of what is measured and stored")
    rewrite_share: float = number(
        0.4, spec="architecture: learning", unit="of the words cut, above which it is a rewrite"
    )
    of_a_pair: float = number(
        0.5, spec="architecture: learning", unit="of a pair's chance to go, of one word's"
    )
    span_max: int = number(
        5, spec="architecture: learning", unit="pairs in a row; more are a clause and not a word"
    )
    units_max: int = number(800, spec="house", unit="words of a passage that are followed")
    added_max: int = number(200, spec="house", unit="added words kept of an episode")
    share_decimals: int = number(4, spec="house", unit="digits kept of a share")
    habit_level: float = number(
        0.005, spec="C80", unit="error over all words and looks: cut or added, one scene or all"
    )
    habit_looks: int = number(
        10, spec="C80", unit="times stricter, for words that join the test later"
    )
    habit_episodes: int = number(5, spec="C78", unit="supporting episodes at least")
    habit_share: float = number(
        0.7, spec="architecture: learning", unit="of the chances taken, at least"
    )
    habit_strength: float = number(
        0.85, spec="architecture: learning", unit="of the chances taken by an author with the habit"
    )
    chance_times: float = number(
        1.25, spec="architecture: learning", unit="times an edit's share, still chance for a word"
    )
    chance_least: float = number(
        0.03, spec="architecture: learning", unit="share of an edit, at least"
    )
    adding_episodes: int = number(
        8, spec="architecture: learning", unit="supporting episodes of an added word at least"
    )
    adding_share: float = number(
        0.3, spec="architecture: learning", unit="of the edits that add, at least"
    )
    adding_strength: float = number(
        0.3, spec="architecture: learning", unit="of the edits, by an author with the habit"
    )
    adding_times: float = number(
        3.0, spec="architecture: learning", unit="times a word's frequency, still chance"
    )
    elsewhere: int = number(3, spec="C78", unit="chances in other scenes that make a habit one's")
    same_episodes: float = number(
        0.8, spec="architecture: learning", unit="of their episodes shared by parts of one phrase"
    )
    habits_max: int = number(40, spec="house", unit="habits found in one look")
