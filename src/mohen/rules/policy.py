"""Settings of learning: when to look, what it takes to believe, how sure to be."""

from __future__ import annotations

from dataclasses import field

from mohen.core.policy import number
from mohen.core.values import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a distillation has come when a stage is told of."""

    started: float = number(0.1, spec="R46, edge: Distil")
    clustered: float = number(0.35, spec="R46, edge: Distil")
    patterned: float = number(0.6, spec="R46, edge: Distil")
    generated: float = number(0.85, spec="R46, edge: Distil")
    completed: float = number(1.0, spec="R46, edge: Distil")
    failed: float = number(1.0, spec="R46, edge: Distil")


@dataclass(frozen=True, slots=True)
class Learning:
    """When episodes become rules, and what evidence that takes."""

    young_looks: tuple[int, ...] = number(
        (10, 25, 50), spec="C80", unit="episodes of a young project"
    )
    every: int = number(50, spec="R38, C17", unit="new episodes")
    idle_ms: int = number(300_000, spec="R39", unit="ms without a call")
    contradicted_of: int = number(5, spec="C82", unit="last informative episodes of a rule")
    contradicted_at: int = number(3, spec="C82", unit="of them against it")
    contradicted_look: int = number(
        60, spec="C82", unit="latest episodes that are looked at for them"
    )
    pairs_at_least: int = number(5, spec="C78", unit="informative pairs of a scene")
    recent_days: int = number(30, spec="R68, C82", unit="days")
    history_days: int = number(60, spec="C82", unit="days of history before 30 days are a window")
    confidence_prior: int = number(5, spec="C16", unit="episodes")
    undone_vs_kept: float = number(1.0, spec="C81", unit="weight of a comparison")
    rejected_vs_kept: float = number(0.5, spec="C81", unit="weight of a comparison")
    comment: float = number(1.0, spec="C81", unit="weight of a comparison")
    wish_episodes: int = number(3, spec="C106", unit="episodes in which the same is asked for")
    wish_scene: float = number(
        0.05, spec="C78, house", unit="chance that it was said of one scene only by lot"
    )
    dead_zone: float = number(
        0.25, spec="decisions: learning", unit="of a feature's scale is no difference"
    )
    whole_difference: float = number(
        0.33, spec="decisions: learning", unit="of a feature's scale is as clear as any difference"
    )
    options: int = number(8, spec="decisions: learning", unit="options of a comparison")
    long_enough: int = number(
        25, spec="C81, decisions: learning", unit="characters or words that a choice is of style by"
    )
    short_choice: float = number(
        0.5, spec="C81, decisions: learning", unit="of its weight has a choice among shorter texts"
    )
    usual_odds: tuple[float, float] = number(
        (1.38, 1.94),
        spec="C111, decisions: learning",
        unit="to one that anybody takes the longer of two, and that an edit makes a text longer",
    )
    clearly_longer: float = number(
        1.25, spec="decisions: learning", unit="times as long, that is as clear as longer can be"
    )
    untouched: float = number(
        0.1, spec="decisions: learning", unit="of how often it stands there, that an edit leaves"
    )
    neighbours: int = number(
        40, spec="decisions: learning", unit="episodes to look for a kept one of the scene"
    )
    levels: tuple[tuple[int, float], ...] = number(
        ((0, 0.003), (15, 0.02), (26, 0.006), (45, 0.025), (80, 0.002)),
        spec="C80, decisions: learning",
        unit="adjusted p at one look, from so many episodes on",
    )
    level_more: float = number(
        1.25, spec="C80, decisions: learning", unit="times that, once a preference is known"
    )
    lots: int = number(999, spec="decisions: learning", unit="times decided by lot")
    lots_at_first: int = number(99, spec="house", unit="times, before it is worth all of them")
    hopeless: float = number(0.1, spec="house", unit="adjusted p by these, above which it is not")
    many: int = number(2_000, spec="house", unit="comparisons, from which fewer lots do")
    lots_of_many: int = number(599, spec="house", unit="times decided by lot")
    lot_rows: int = number(1_024, spec="house", unit="comparisons in one product")
    seed: int = number(20_250_101, spec="decisions: learning")
    seldom: float = number(
        0.85, spec="decisions: learning", unit="trust in features that seldom are meant"
    )
    seldom_meant: tuple[str, ...] = number(
        (
            "sentence_spread",
            "longest_sentence",
            "text_length",
            "comma",
            "semicolon",
            "colon",
            "variety",
            "word_length",
            "sight",
        ),
        spec="decisions: learning",
    )
    often: float = number(
        1.15, spec="decisions: learning", unit="trust in what authors differ in most"
    )
    often_meant: tuple[str, ...] = number(("mean_sentence_length",), spec="decisions: learning")
    turns: tuple[int, ...] = number(
        (12, 24, 48), spec="C82", unit="comparisons ago, where a change of mind is tested"
    )
    turns_back: tuple[int, ...] = number(
        (8, 10, 12, 14, 16, 18, 20, 24, 28, 32, 40, 48, 60, 80, 120),
        spec="C82",
        unit="comparisons ago, where one that was found may have begun",
    )
    turn_episodes: int = number(
        8, spec="C78, C82", unit="comparisons that bear on a change of mind at least"
    )
    turn_again: int = number(
        20, spec="C82, decisions: learning", unit="episodes since a turn before it may turn back"
    )
    turn_agreement: float = number(
        0.65, spec="decisions: learning", unit="of weight and of episodes since speak for it"
    )
    turn_level: float = number(
        0.001, spec="C82, decisions: learning", unit="chance that a steady mind seems to turn so"
    )
    turn_penalty: float = number(13.0, spec="decisions: learning", unit="squared strength")
    turn_gain: float = number(8.0, spec="decisions: learning", unit="squared strength")
    turn_strength: float = number(2.5, spec="decisions: learning", unit="standardised")
    shown_strength: float = number(1.5, spec="C78", unit="standardised, for a scene to show it")
    shown_agreement: float = number(0.3, spec="C78", unit="for less against, of all")
    alike: float = number(0.6, spec="C78", unit="of the clearest scene's agreement")
    scene_strength: float = number(2.6, spec="C78", unit="standardised, for a scene alone")
    scene_beside: float = number(
        3.2, spec="C78, decisions: learning", unit="standardised, for a scene beside a clearer one"
    )
    episodes_at_least: int = number(5, spec="C78", unit="episodes that bear on a pattern")
    agreement_at_least: float = number(
        0.65, spec="decisions: learning", unit="of the weight speaks for it"
    )
    episodes_less: float = number(
        0.05, spec="decisions: learning", unit="of the episodes may agree less than the weight"
    )
    standing_agreement: float = number(
        0.5, spec="decisions: learning", unit="of weight and of episodes, below which a rule goes"
    )
    trivial: float = number(
        0.95, spec="decisions: learning", unit="of what was offered, that fulfils it anyway"
    )
    within: float = number(0.8, spec="C107", unit="of what was kept is within the edge")
    edge_deviations: float = number(1.645, spec="C107", unit="to either side, for its interval")
    wide: float = number(1.0, spec="C107", unit="of a feature's scale, that an interval is wide by")
    left_chances: int = number(
        4, spec="decisions: learning", unit="edits of texts that were not as a rule wants them"
    )
    left_edits: int = number(
        8, spec="decisions: learning", unit="edits none of which was for it, by which half tells"
    )
    left_share: float = number(
        0.2, spec="decisions: learning", unit="of these were for it, or the author does not mind"
    )
    left_strength: float = number(
        5.0, spec="decisions: learning", unit="standardised, from which it is wanted all the same"
    )
    withdraw_episodes: int = number(
        10, spec="decisions: learning", unit="episodes that bear on a rule, before it may go"
    )
    withdraw_strength: float = number(
        2.0, spec="decisions: learning", unit="standardised, below which one of everything goes"
    )
    watched_from: float = number(
        0.5, spec="house", unit="of the evidence that a rule takes, before it is shown as watched"
    )
    watched_most: int = number(5, spec="house", unit="of what is watched is shown")
    watched_episodes: int = number(1_000, spec="house", unit="latest episodes looked at for it")
    ridge: float = number(0.3, spec="house", unit="keeps a perfect fit finite")
    tells: float = number(
        1.2,
        spec="decisions: learning",
        unit="variance of chance over some comparisons, whatever they weigh, that tells anything",
    )
    fit_steps: int = number(12, spec="house", unit="Newton steps")
    fit_stride: float = number(2.0, spec="house", unit="at most a step")
    fit_close: float = number(1e-4, spec="house", unit="a step, after which it is fitted")
    read_step: int = number(8, spec="house", unit="episodes between two chances for others")
    progress: Progress = field(default_factory=Progress)


@dataclass(frozen=True, slots=True)
class Taste:
    """How likely an author takes a candidate, and when that is worth saying."""

    usual_odds: tuple[float, float] = number(
        (1.2, 1.2),
        spec="C111, decisions: taste",
        unit="to one that anybody takes the longer of two, and the one with a whole sentence",
    )
    clearly_longer: float = number(
        2.0, spec="decisions: taste", unit="times as long, that is as clear as longer can be"
    )
    dead_zone: float = number(
        0.25, spec="decisions: learning", unit="of a feature's scale is no difference"
    )
    drawn: tuple[float, ...] = number(
        (5.0, 20.0, 80.0),
        spec="decisions: taste",
        unit="strengths by which a feature of style is drawn to neutral; the best guess decides",
    )
    drawn_usual: float = number(
        4.0, spec="decisions: taste", unit="and what anybody prefers to what is usual"
    )
    places: int = number(
        5, spec="decisions: taste", unit="places in the row that are told apart; later are one"
    )
    seldom_apart: float = number(
        0.1, spec="decisions: taste", unit="to one that a scene or a skill has a taste of its own"
    )
    choices_left: float = number(
        0.995, spec="decisions: taste", unit="of what a choice says is left at the next one"
    )
    guesses_left: float = number(
        0.99, spec="decisions: taste", unit="of how well each strength guessed is left at the next"
    )
    judged: int = number(100, spec="decisions: taste", unit="last choices that are told of")
    doubt: float = number(
        0.01, spec="decisions: taste", unit="chance that it ever seems proven where nothing is"
    )
    window: int = number(1_000, spec="house", unit="newest choices that it is learned from at most")
    window_step: int = number(250, spec="house", unit="choices at once that leave the window")
    projects: int = number(8, spec="house", unit="projects whose taste is kept in mind")
    reasons: int = number(3, spec="house", unit="reasons told of a candidate")
    reason_least: float = number(0.05, spec="house", unit="log odds that a reason moves it by")


@dataclass(frozen=True, slots=True)
class Rules:
    """How rules are kept, and when they clash."""

    budget: int = number(200, spec="R62, C6", unit="rules a project, before the least sure go")
    cap: int = number(500, spec="R118", unit="rules a project at most")
    standing_per_day: float = number(0.98, spec="C9", unit="of the standing is left a day later")
    conflict_drop: float = number(0.2, spec="R70", unit="confidence lost by both")
    offer_projects: int = number(3, spec="C77", unit="projects that hold the same predicate")
    text_chars_max: int = number(500, spec="house", unit="code points a rule")
    shown_episodes: int = number(100, spec="house", unit="newest episodes named on each side")
    history_shown: int = number(20, spec="C20", unit="earlier wordings kept")
    recently_days: int = number(30, spec="R68", unit="days a rule counts as recently updated")
    length_step: int = number(5, spec="C79", unit="characters or words, a boundary goes up to")
    few_units: int = number(
        20, spec="C107", unit="characters or words, below which more than a number is told exactly"
    )
    share_step: float = number(0.05, spec="C79", unit="of a share, to the side of what was kept")
    rate_steps: tuple[tuple[float, float], ...] = number(
        ((1.0, 0.05), (10.0, 0.1)), spec="C79", unit="below which rate, to what; above to 1"
    )
    none_below: float = number(0.1, spec="house", unit="in 100: as good as none at all")
    halfway: float = number(0.5, spec="house", unit="share that decides on person and on tense")


@dataclass(frozen=True, slots=True)
class Entries:
    """Facts and notes, labels that become preferences when they come often enough, and how much
    of it all a prompt is shown."""

    content_chars_max: int = number(10_000, spec="background 1.4", unit="code points")
    type_chars_max: int = number(40, spec="C44", unit="code points")
    list_default: int = number(200, spec="background 1.4", unit="entries")
    list_max: int = number(500, spec="background 1.4", unit="entries")

    evidence_chars_min: int = number(3, spec="C43, C105", unit="letters a label is as wide as")
    wide: int = number(2, spec="C45, C105", unit="letters that one Chinese character counts for")
    evidence_chars_max: int = number(240, spec="C43, C83", unit="code points of a label")
    accept: float = number(1.0, spec="C41")
    partial: float = number(-0.5, spec="C41")
    reject: float = number(-1.0, spec="C41")

    item_chars: int = number(360, spec="background 1.4", unit="code points of an injected item")
    recalled_items: int = number(8, spec="background 1.10", unit="items found by the query")
    recalled_chars: int = number(1_200, spec="background 1.10", unit="code points of them")
    remembered: int = number(1_024, spec="house", unit="entries whose terms are remembered")
    lists_remembered: int = number(16, spec="house", unit="lists of entries, by their terms")
    recalled_among: int = number(100, spec="house", unit="newest entries compared with a query")
    cosine_at_least: float = number(0.5, spec="house", unit="cosine that counts as a match")
    fallbacks_until_error: int = number(
        3, spec="R136", unit="previews in a row that fell back before the log says error"
    )
