"""Model servers that are known by name: where they are, and whether they want a key."""

from __future__ import annotations

from typing import Final

from mohen.core.values import dataclass


@dataclass(frozen=True, slots=True)
class Preset:
    """A server that speaks OpenAI's protocol, perhaps beside its own."""

    id: str
    name: tuple[str, str]  # English, Chinese
    base_url: str
    needs_key: bool = True
    key_page: str | None = None  # where its owner gets one

    @property
    def is_local(self) -> bool:
        return not self.needs_key


def _here(id: str, name: str, port: int) -> Preset:
    return Preset(id, (name, name), f"http://127.0.0.1:{port}/v1", needs_key=False)


PRESETS: Final = (
    _here("ollama", "Ollama", 11434),
    _here("lmstudio", "LM Studio", 1234),
    _here("llamacpp", "llama.cpp", 8080),
    _here("vllm", "vLLM", 8000),
    Preset(
        "openai", ("OpenAI", "OpenAI"), "https://api.openai.com/v1",
        key_page="https://platform.openai.com/api-keys",
    ),
    Preset(
        "anthropic", ("Anthropic", "Anthropic"), "https://api.anthropic.com/v1",
        key_page="https://console.anthropic.com/settings/keys",
    ),
    Preset(
        "deepseek", ("DeepSeek", "DeepSeek（深度求索）"), "https://api.deepseek.com/v1",
        key_page="https://platform.deepseek.com/api_keys",
    ),
    Preset(
        "qwen", ("Qwen (Alibaba Cloud Model Studio)", "通义千问（阿里云百炼）"),
        "https://dashscope.aliyuncs.com/compatible-mode/v1",
        key_page="https://bailian.console.aliyun.com",
    ),
    Preset(
        "kimi", ("Kimi (Moonshot)", "Kimi（月之暗面）"), "https://api.moonshot.cn/v1",
        key_page="https://platform.moonshot.cn/console/api-keys",
    ),
    Preset(
        "zhipu", ("GLM (Zhipu)", "智谱 GLM"), "https://open.bigmodel.cn/api/paas/v4",
        key_page="https://open.bigmodel.cn/usercenter/apikeys",
    ),
    Preset(
        "openrouter", ("OpenRouter", "OpenRouter"), "https://openrouter.ai/api/v1",
        key_page="https://openrouter.ai/keys",
    ),
)  # fmt: skip
"""Any other server is named by its address."""
