"""Settings of prompts: how much of what goes into one."""

from __future__ import annotations

from mohen.core.policy import number
from mohen.core.values import dataclass


@dataclass(frozen=True, slots=True)
class Context:
    """The six layers (background 1.2): the budgets of L0–L3 neither lend nor borrow (C86)."""

    instructions_tokens: int = number(1_500, spec="background 1.2", unit="tokens of L0")
    session_tokens: int = number(400, spec="background 1.2", unit="tokens of L1")
    author_tokens: int = number(600, spec="background 1.2", unit="tokens of L2")
    project_tokens: int = number(1_200, spec="background 1.2", unit="tokens of L3")
    recent_tokens: int = number(800, spec="background 1.2", unit="tokens of L4")
    current_tokens: int = number(
        3_000, spec="background 1.2", unit="tokens of L5, the selection and its surroundings apart"
    )
    current_floor: int = number(2_000, spec="C27", unit="tokens of L5 at least")

    window_tokens: int = number(32_768, spec="house", unit="tokens of a model that does not say")
    window_min: int = number(8_192, spec="house", unit="tokens of the smallest window to be set")
    window_max: int = number(2_000_000, spec="house", unit="tokens of the largest")
    reserve_tokens: int = number(6_000, spec="background 1.12", unit="tokens kept for the answer")
    reserve_share: float = number(0.25, spec="house", unit="of a small window kept for the answer")
    input_tokens_max: int = number(64_000, spec="background 1.12", unit="tokens of a prompt")
    text_chars_max: int = number(400_000, spec="house", unit="code points of a chapter")
    instruction_chars_max: int = number(4_000, spec="house", unit="code points")
    warn_share: float = number(0.87, spec="background 1.12", unit="of the window")

    surrounding_max: int = number(5_000, spec="background 1.5", unit="code points on each side")
    recent_summary_max: int = number(10, spec="background 1.5", unit="digests")

    # L3: notes first, the rest divided among what a skill asks for
    notes_tokens: int = number(500, spec="C87", unit="tokens of facts and notes in L3")
    style_guide_share: float = number(0.30, spec="house", unit="of L3")
    characters_share: float = number(0.30, spec="house", unit="of L3")
    world_share: float = number(0.10, spec="house", unit="of L3")
    outline_share: float = number(0.15, spec="house", unit="of L3")
    card_files: int = number(20, spec="background 1.5", unit="character files in L3")
    file_chars: int = number(2_400, spec="background 1.5", unit="code points of one file")
    fragment_tokens: int = number(40, spec="house", unit="tokens that are worth a fragment")
    fragments: int = number(256, spec="house", unit="fragments of files that are remembered")
    retold: int = number(1_024, spec="house", unit="interactions told in a line, remembered")
    agents_tokens: int = number(300, spec="house", unit="tokens of AGENTS.md in L0")

    # L5
    episodes: int = number(3, spec="R16", unit="episodes recalled")
    depth: int = number(20, spec="house", unit="candidates a source, of which they are the best")
    episode_tokens: int = number(250, spec="house", unit="tokens of a recalled episode")
    card_tokens: int = number(400, spec="house", unit="tokens of the card of one who is there")
    scene_rules: int = number(6, spec="C87", unit="rules of the scene that L2 had no room for")
    scene_cards: int = number(4, spec="background 1.5", unit="cards of those who are on the scene")
    working_tokens: int = number(600, spec="house", unit="tokens of working memory")
    query_chars: int = number(400, spec="house", unit="code points at hand, to recall by")
    graph_entities: int = number(8, spec="background 1.5", unit="entities on the scene")
    graph_edges: int = number(12, spec="background 1.5", unit="relations among them")

    concurrent_max: int = number(4, spec="background 1.12", unit="assemblies of one document")
    retry_after_ms: int = number(100, spec="house", unit="ms")

    # the cache report
    block_chars: int = number(64, spec="house", unit="code points a block of the cache report")
    block_hash_bytes: int = number(4, spec="house", unit="bytes of a block's hash")
    replayed: int = number(1_000, spec="house", unit="newest prompts in a cache report")
    traces_pending: int = number(32, spec="house", unit="prompts whose traces are still to be kept")
    traces_kept: int = number(20_000, spec="house", unit="newest traces of a project")
    traces_days: int = number(180, spec="house", unit="days a trace is kept")


@dataclass(frozen=True, slots=True)
class Skills:
    """Running a skill."""

    candidates_max: int = number(5, spec="house", unit="candidates of a run")
    max_tokens_max: int = number(6_000, spec="background 1.12", unit="tokens of a candidate")
    timeout_ms: int = number(600_000, spec="background 1.4", unit="ms a run")
    description_chars: int = number(1_024, spec="house", unit="code points")
    body_chars: int = number(20_000, spec="house", unit="code points of an instruction")
    concurrent_max: int = number(8, spec="house", unit="runs at once")


# -- How much each memory had to do with what was written (R82, design 5).


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
        0.1, spec="design 5", unit="of all weight goes to being in the prompt, the rest to effect"
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
