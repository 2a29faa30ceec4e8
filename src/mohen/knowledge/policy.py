"""Settings of knowledge: how much an item matters, and how it fades (seed 001)."""

from __future__ import annotations

from mohen.core.policy import DAY_MS, number
from mohen.core.values import dataclass


@dataclass(frozen=True, slots=True)
class Knowledge:
    """How much a piece of knowledge matters, and how it fades (seed 001)."""

    fact_rate: float = number(0.008, spec="R190, R216", unit="a day")
    belief_rate: float = number(0.07, spec="R190, R216", unit="a day")
    summary_rate: float = number(0.025, spec="R190, R216", unit="a day")
    read_late_ms: int = number(
        2 * DAY_MS, spec="C115", unit="ms after it was said: what is read later fades from then on"
    )
    importance_slows: float = number(0.5, spec="R191", unit="of the rate, at importance 1")
    archive_below: float = number(0.05, spec="R192, R216", unit="score")
    identity_health_safety: float = number(1.0, spec="R187, R219")
    preference_relation_status: float = number(0.8, spec="R187, R219")
    general_fact: float = number(0.5, spec="R187, R219")
    temporary: float = number(0.2, spec="R187, R219, C51")
    remember: float = number(0.5, spec="R188")
    important: float = number(0.3, spec="R188")
    repeat: float = number(0.2, spec="R188")
    aside: float = number(-0.2, spec="R188")
    keep_from: float = number(0.3, spec="C51", unit="importance that is stored without a signal")
    capture_importance: float = number(0.5, spec="background 1.15")
    capture_confidence: float = number(0.6, spec="background 1.15", unit="of a captured belief")
    confidence_most: float = number(0.99, spec="R185", unit="of a belief: less than certain")
    access_gain: float = number(
        0.1, spec="R226, background 1.15", unit="of what its score lacks to 1, once a day"
    )
    restored: float = number(0.3, spec="R227, background 1.15", unit="score after the archive")
    active_soft: int = number(200, spec="C55, R223", unit="active items; more are warned of")
    critical_from: float = number(0.9, spec="R212", unit="importance")
    high_from: float = number(0.7, spec="R212", unit="importance")
    medium_from: float = number(0.4, spec="R212", unit="importance")
    prompt_most: int = number(500, spec="house", unit="best known items a prompt chooses from")
    batch: int = number(256, spec="house", unit="items faded in one write")
    files_at_once: int = number(
        2_000, spec="house", unit="items; of more, files follow right after the answer"
    )
    entities_most: int = number(50, spec="house", unit="names a captured item may have")
    name_chars_max: int = number(100, spec="house", unit="characters of an entity's name")
    basis_chars_max: int = number(1_000, spec="house", unit="characters")


# -- When conversations become knowledge, and in what steps.


@dataclass(frozen=True, slots=True)
class Consolidation:
    """When conversations become knowledge, and in what steps."""

    summary_trigger: int = number(3, spec="R196, R216", unit="facts on a theme")
    schedule: str = number("0 3 * * *", spec="R201, R218", unit="cron, local time")
    fallback_hours: float = number(48, spec="R201, R218", unit="hours since the last success")
    backlog: int = number(100, spec="background 1.15", unit="unprocessed fragments")
    not_again_hours: float = number(20, spec="background 1.15", unit="hours, unless forced")
    retries: int = number(3, spec="background 1.15", unit="failures in a row before an alert")
    look_ahead_days: int = number(2_922, spec="house", unit="days; 29 February may be 8 years away")
    batch: int = number(500, spec="house", unit="messages, fragments or statements in one write")
    settle_ms: int = number(60_000, spec="house", unit="ms after the start before it may begin")
    backlog_pause_ms: int = number(3_600_000, spec="house", unit="ms between two for a backlog")
    changes_told: int = number(
        1_000, spec="house", unit="changes of a run that are told one by one"
    )
    clock_ahead_ms: int = number(
        86_400_000, spec="house", unit="ms that a host's clock may be ahead of ours"
    )


# -- What a sentence is taken to say.


@dataclass(frozen=True, slots=True)
class Extraction:
    """What a sentence is taken to say."""

    entities_most: int = number(8, spec="house", unit="entities of a statement")
    list_most: int = number(8, spec="house", unit="things of one list: I like a, b and c")
    list_words: int = number(3, spec="house", unit="words of a thing in a list")
    clause_most: int = number(120, spec="house", unit="characters of a clause that is read")
    wish_most: int = number(200, spec="house", unit="characters kept as they were said")
    said_most: int = number(300, spec="house", unit="characters of a sentence kept with its day")
    value_most: int = number(60, spec="house", unit="characters of a value")
    clauses_most: int = number(40, spec="house", unit="clauses of a fragment that are read")
    sure: float = number(0.9, spec="background 1.15", unit="confidence: should be, I believe")
    likely: float = number(0.7, spec="background 1.15", unit="confidence: probably")
    maybe: float = number(0.5, spec="background 1.15", unit="confidence: maybe, might")
    guess: float = number(0.3, spec="background 1.15", unit="confidence: I guess, not sure")
    opinion: float = number(0.6, spec="house", unit="confidence: an opinion, as what they think")
    alone_from: float = number(
        1.7,
        spec="house",
        unit="logarithm of the odds that a statement is understood alone",
    )
    noon: int = number(12, spec="house", unit="hours that an afternoon is ahead")
    oldest: int = number(120, spec="house", unit="years that somebody may be old")
    youngest: int = number(6, spec="house", unit="years of who can write of themselves")


# -- How what is said now meets what is known already, and what a model may be asked about it.


@dataclass(frozen=True, slots=True)
class Reconciling:
    """What is said now against what is known already (phase 4)."""

    batch: int = number(256, spec="house", unit="statements in one transaction")
    mentions_kept: int = number(256, spec="house", unit="places where an item was said, at most")
    reach_lines: int = number(12, spec="house", unit="lines back that a correction speaks of")
    joke_lines: int = number(3, spec="house", unit="lines back that a joke was made: no further")
    reach_ms: int = number(1_800_000, spec="house", unit="ms back that a correction speaks of")
    alike: float = number(0.9, spec="house", unit="likeness of two wordings of one thing")
    alike_most: int = number(16, spec="house", unit="items about an entity that are compared")

    # What facts do to guesses: the numbers of the report (background 1.15); see beliefs.py.
    evidence_from: float = number(0.3, spec="background 3.3", unit="of a belief's terms")
    evidence_most: int = number(64, spec="house", unit="beliefs that share a word with a fact")
    evidence_same: float = number(0.8, spec="house", unit="of a belief's terms: it says the same")
    denied: float = number(-0.3, spec="background 1.15", unit="confidence, for a fact against it")
    gone_below: float = number(0.2, spec="background 1.15", unit="confidence")
    guessed_again: float = number(0.1, spec="background 1.15", unit="confidence, for each time")
    guess_most: float = number(0.9, spec="background 1.15", unit="confidence of a guess")
    contested: float = number(0.7, spec="house", unit="confidence: said, but typed otherwise")
    doubts: int = number(6, spec="house", unit="beliefs that a model is asked about in a run")

    summary_chars: int = number(50, spec="background 1.15", unit="code points in Chinese")
    summary_words: int = number(30, spec="background 1.15, C72", unit="words in English")
    summary_facts: int = number(12, spec="house", unit="facts that a summary is made of")
    summaries_asked: int = number(3, spec="house", unit="summaries that a model words in a run")


@dataclass(frozen=True, slots=True)
class Questions:
    """What a model may be asked in a consolidation: a whole day within 1,800 tokens (R200). The
    snapshot is made without one, so what R199 allows it is spent on beliefs and summaries."""

    sift: int = number(700, spec="R194", unit="tokens, the answer included")
    extract: int = number(500, spec="R195", unit="tokens, the answer included")
    verify: int = number(240, spec="R196", unit="tokens, the answer included")
    sum_up: int = number(360, spec="R196, R200", unit="tokens, the answer included")

    text_chars: int = number(120, spec="house", unit="code points of each text that is shown")
    answer_around: int = number(24, spec="house", unit="tokens of an answer with nothing in it")
    answer_sifted: int = number(18, spec="house", unit="tokens of the answer for each fragment")
    answer_extracted: int = number(56, spec="house", unit="tokens of the answer for each fragment")
    answer_verified: int = number(16, spec="house", unit="tokens of the answer for each belief")
    answer_summary: int = number(64, spec="house", unit="tokens of the answer for each summary")
    answer_chars: int = number(8_000, spec="house", unit="code points of an answer that is read")

    memories: int = number(2, spec="background 1.15", unit="memories of one fragment")
    memory_chars: int = number(120, spec="house", unit="code points of a memory in a model's words")
    name_chars: int = number(40, spec="house", unit="code points of a name or a value")
    names: int = number(8, spec="house", unit="entities of a memory")
    belief_least: float = number(0.3, spec="background 1.15", unit="confidence")
    belief_most: float = number(0.9, spec="background 1.15", unit="confidence")
    grounded: float = number(0.7, spec="house", unit="of its words that the source holds")


# -- How messages are cut into thoughts, and which of them are looked at.


@dataclass(frozen=True, slots=True)
class Screening:
    """How messages are cut into thoughts, and which of them are looked at."""

    wide: int = number(2, spec="C45", unit="letters that one Chinese character counts for")
    shortest: int = number(10, spec="R204, C45", unit="letters of a text that no rule decides")
    longest: int = number(100, spec="background 1.15", unit="Chinese characters of a fragment")
    unbroken: int = number(1_000, spec="house", unit="characters without a place to cut")
    clause: int = number(10, spec="background 1.15", unit="letters; what is shorter is no clause")
    read: int = number(8_000, spec="house", unit="characters of a message that a person types")
    ends: int = number(1_000, spec="house", unit="characters read at each end of a longer one")
    pasted: int = number(600, spec="house", unit="Chinese characters of what may be an article")
    oneself: int = number(100, spec="house", unit="Chinese characters for each I of one's own")
    chatter: int = number(60, spec="house", unit="characters that may say nothing")
    reported: int = number(30, spec="house", unit="characters around a quotation that name it")
    speakers: int = number(2, spec="house", unit="lines that open with a name: a chat is pasted")
    played_ms: int = number(21_600_000, spec="house", unit="ms of silence that end a play")
    emotion: float = number(0.1, spec="background 1.15", unit="importance of strong feeling")


# -- What comes in from other memories, and how well a memory is kept.


@dataclass(frozen=True, slots=True)
class Transfer:
    """What goes out and comes in."""

    page: int = number(500, spec="house", unit="items written out at a time")
    piece_chars: int = number(
        4_000_000, spec="house", unit="code points of messages written out at a time"
    )
    batch: int = number(200, spec="house", unit="items taken in by one transaction")
    file_bytes: int = number(512_000_000, spec="house", unit="bytes of a file that is taken in")
    chat_lines: int = number(2, spec="house", unit="lines that name a speaker: a conversation")


@dataclass(frozen=True, slots=True)
class Review:
    """When something in a memory is a fault, and what it costs."""

    alike: float = number(0.75, spec="house", unit="share of words two items have in common")
    detailed: int = number(8, spec="house", unit="words of a text that may lack a detail")
    crowd: int = number(400, spec="house", unit="items behind one rare word; beyond, it tells none")
    temporary_days: int = number(14, spec="house", unit="days after which what was for now is old")
    passed_days: int = number(1, spec="house", unit="days after which an appointment has passed")
    excerpt: int = number(120, spec="house", unit="characters of an item that a finding shows")
    shown: int = number(50, spec="house", unit="findings told, unless asked for")
    shown_max: int = number(5_000, spec="house", unit="findings told at most")
    whole: float = number(100.0, spec="house", unit="points of a memory without a fault")
    secret: float = number(1.0, spec="house", unit="of an item's point, for each kind of fault")
    junk: float = number(0.8, spec="house", unit="of an item's point")
    contradiction: float = number(0.6, spec="house", unit="of an item's point")
    stale: float = number(0.5, spec="house", unit="of an item's point")
    duplicate: float = number(0.4, spec="house", unit="of an item's point")
    orphan: float = number(0.2, spec="house", unit="of an item's point")


# -- The snapshot that stands in every conversation, and the files beside it.


@dataclass(frozen=True, slots=True)
class Snapshot:
    """How much of what is known stands in it, and how richly."""

    tokens: int = number(2_000, spec="R179, R217", unit="tokens")
    first: float = number(0.4, spec="R217", unit="of the ranked part, for the first")
    second: float = number(0.25, spec="R217", unit="of the ranked part")
    third: float = number(0.15, spec="R217", unit="of the ranked part")
    rest: float = number(0.2, spec="R217", unit="of the ranked part")
    top: int = number(5, spec="R207", unit="core memories")
    recent_days: int = number(3, spec="R207", unit="days")
    identity_share: float = number(0.05, spec="background 1.15", unit="of the whole: 100 of 2,000")
    user_share: float = number(0.1, spec="background 1.15", unit="of the whole")
    constraints_share: float = number(0.1, spec="background 1.15", unit="of the whole")
    recent_share: float = number(0.1, spec="background 1.15", unit="of the whole: 200 of 2,000")
    related: int = number(8, spec="R199", unit="details told with a memory at most")
    considered: int = number(500, spec="house", unit="items looked at, highest score first")
    score_step: float = number(
        0.1, spec="background 1.15", unit="of score; below it a lead changes no order"
    )
    ranked: int = number(50, spec="background 1.15", unit="ids in rankings.json")
    lost_share: float = number(
        0.5, spec="house", unit="of a file's lines; more missing at once is damage, not an edit"
    )
    file_name_bytes: int = number(
        160, spec="house", unit="bytes of a name in the name of its file; file systems take 255"
    )


# -- Reading conversations that may be gigabytes long.


@dataclass(frozen=True, slots=True)
class Transcripts:
    """Reading conversations that may be gigabytes long."""

    line_bytes: int = number(16_777_216, spec="house", unit="bytes of a line that is still read")
    conversation_bytes: int = number(
        134_217_728, spec="house", unit="bytes of one conversation in an export"
    )
    batch_chars: int = number(
        4_194_304, spec="house", unit="characters after which a reading ends early"
    )
    turn_chars: int = number(65_536, spec="house", unit="characters of one message of plain text")
    mark_bytes: int = number(4_096, spec="house", unit="bytes at either end that a mark stands for")
    depth: int = number(8, spec="house", unit="folders below a source that are looked through")
    message_bytes: int = number(
        4_096, spec="house", unit="bytes that a message and its answer take, where not counted"
    )
    counted_bytes: int = number(
        262_144, spec="house", unit="unread bytes of a session that are counted exactly"
    )
    probed: int = number(5, spec="house", unit="newest sessions whose workspace is looked at")


# -- Finding knowledge again, what of it a message is given, and knowing our own words.


@dataclass(frozen=True, slots=True)
class Search:
    """How knowledge is found again. Weights count beside relevance, which is 1."""

    limit: int = number(10, spec="house", unit="items, unless asked for")
    limit_max: int = number(50, spec="house", unit="items")
    depth: int = number(40, spec="decisions: recall", unit="candidates a source")
    postings: int = number(
        2_000, spec="R223", unit="places in the index that are ranked; beyond, the newest will do"
    )
    among: int = number(300, spec="house", unit="matches looked at before all are")
    about_newest: int = number(
        120, spec="house", unit="newest items of a name that are looked at, whatever they say"
    )
    about_weight: float = number(0.35, spec="R221", unit="for what speaks of whom was named")
    score_weight: float = number(0.15, spec="R183", unit="for a score of 1")
    alike: float = number(
        4.0,
        spec="decisions: relevance",
        unit="deviations from the embedder's noise below which likeness alone finds nothing",
    )
    wakes_from: float = number(
        0.5, spec="R227", unit="relevance of a hit that brings an archived item back"
    )
    sure_words: float = number(
        0.4, spec="decisions: finding", unit="of what a question's words tell that a fact must hold"
    )
    fact_share: float = number(
        0.25, spec="decisions: finding", unit="of a fact beside the best line, for a relevance of 1"
    )
    name_chars: int = number(12, spec="house", unit="characters of a Chinese name at most")
    name_words: int = number(4, spec="house", unit="words of another one at most")
    name_guesses: int = number(
        400, spec="house", unit="pieces of a question looked up among the names that are known"
    )
    names_told: int = number(12, spec="house", unit="names a filter or a question may hold")


@dataclass(frozen=True, slots=True)
class OwnWords:
    """What we said ourselves is known again, even where it is short (C64)."""

    han_chars: int = number(5, spec="C64", unit="characters of a Chinese line to be known by")
    letters: int = number(10, spec="C64", unit="letters of another one")
    days: int = number(400, spec="house", unit="days for which we know what we said")
    most: int = number(50_000, spec="house", unit="sentences we know again, a project")
    again_days: int = number(1, spec="house", unit="days after which saying it again is noted")


@dataclass(frozen=True, slots=True)
class Inject:
    """What is put beside a message (the router of the seed's design)."""

    precise: int = number(10, spec="background 1.15", unit="items for a pointed question")
    topic: int = number(16, spec="background 1.15", unit="items for a person, a project, a task")
    broad: int = number(25, spec="background 1.15", unit="items for 'what do you remember'")
    plain_above: float = number(0.8, spec="background 1.15", unit="confidence said as it is")
    told_from: float = number(
        0.5, spec="background 1.15", unit="confidence told with its source; below, for reference"
    )
    considered: int = number(2, spec="house", unit="times as many are looked at as are put in")
    minded: int = number(8, spec="house", unit="items that matter to a task whatever its words")
    quotations: int = number(12, spec="house", unit="things that were said, at most")
    quoted_from: float = number(
        0.35, spec="decisions: finding", unit="of the best one's score, below which none is quoted"
    )
    quotation_chars: int = number(280, spec="house", unit="characters of one")
    tokens: int = number(600, spec="house", unit="tokens, unless asked for")
    tokens_max: int = number(4_000, spec="house", unit="tokens")
    rare_share: float = number(
        0.02, spec="house", unit="of all items may hold a word that still tells what it is about"
    )
    rare_items: int = number(5, spec="house", unit="items that may hold it in any case")
    alike: float = number(
        8.0,
        spec="decisions: relevance",
        unit="deviations from the embedder's noise from which meaning alone is strong enough",
    )
    alike_asked: float = number(
        5.0, spec="decisions: relevance", unit="that will do where the message asks for memories"
    )


# -- How finely a picture of the memory is drawn.


@dataclass(frozen=True, slots=True)
class Pictures:
    """How finely a picture of the memory is drawn."""

    strength_points: int = number(60, spec="house", unit="moments of an episode's life")
    cost_buckets: int = number(30, spec="house", unit="groups of episodes, one after another")
    cost_buckets_max: int = number(200, spec="house", unit="groups of episodes")
    cost_marks: int = number(500, spec="house", unit="newest acts of learning beside them")
