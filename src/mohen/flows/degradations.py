"""Everything that can be out of order while the rest goes on: what it costs, and its cure."""

from __future__ import annotations

from mohen.errors import EmbedderError
from mohen.model.health import Degradation, Reason

DOCTOR = ("run `mohen doctor`", "运行 `mohen doctor`")
REBUILD = ("run `mohen rebuild-index`", "运行 `mohen rebuild-index`")

EPISODES_UNREADABLE = Degradation(
    Reason.EPISODES_UNREADABLE,
    (
        "past interactions cannot be read: built-in rules are used instead",
        "无法读取过往交互：改用内置规则",
    ),
    DOCTOR,
)
MIND_UNREADABLE = Degradation(
    Reason.MIND_UNREADABLE,
    (
        "settings and rules cannot be read: defaults are used, and nothing is recorded",
        "无法读取设置与规则：使用默认值，且不再记录",
    ),
    DOCTOR,
)
INDEX_BROKEN = Degradation(
    Reason.INDEX_UNAVAILABLE,
    (
        "the full-text index is missing or damaged: search goes on by meaning, scene and time",
        "全文索引缺失或损坏：检索仍按语义、场景与时间进行",
    ),
    REBUILD,
)
VECTORS_BROKEN = Degradation(
    Reason.VEC_UNAVAILABLE,
    (
        "the vectors cannot be read: search goes on by words and scene",
        "无法读取向量：检索仍按词语与场景进行",
    ),
    REBUILD,
)
VECTORS_FOREIGN = Degradation(
    Reason.DIMENSION_CONFLICT,
    (
        "some vectors were made by another embedder and cannot be compared",
        "部分向量由其他嵌入器生成，无法比较",
    ),
    REBUILD,
)


def embedder_dead(error: EmbedderError) -> Degradation:
    return Degradation(
        Reason.ENCODING_FAILED,
        (
            f"the embedder does not work ({error.code}): search goes on by words and scene",
            f"嵌入器不可用（{error.code}）：检索仍按词语与场景进行",
        ),
        (
            "run `mohen doctor`; `mohen config set embedder builtin` always works",
            "运行 `mohen doctor`；`mohen config set embedder builtin` 总是可用",
        ),
    )
