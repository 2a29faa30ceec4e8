"""What holds for all code of a Chinese team is kept as a wish, however it is put: as a statement, a
label, a list, a complaint, a condition or as leave; what holds for the work at hand, for users and
for others is none."""

from __future__ import annotations

import pytest

from mohen.knowledge.consolidation.model import Frame, Tag
from mohen.knowledge.model import Category
from mohen.knowledge.policy import Screening
from mohen.knowledge.transcripts.model import Role, Utterance
from mohen.knowledge.understanding import fragments
from ordinary import contents, kept
from shows import shows

RULES = {
    # of a whole class of things
    "异常统一抛 AppError": "做到：异常统一抛 AppError",
    "我们组约定接口返回统一 {code, msg}": "做到：接口返回统一 {code, msg}",
    "日志里不要打印令牌": "做到：日志里不要打印令牌",
    "新接口必须写 openapi 注解": "做到：新接口必须写 openapi 注解",
    "controller 里不要写业务逻辑，都放 service": "做到：controller 里不要写业务逻辑，都放 service",
    "主键存雪花 ID，不存自增": "做到：主键存雪花 ID，不存自增",
    "mq 的 topic 只增不删": "做到：mq 的 topic 只增不删",
    "图标一律从 iconfont 拿": "做到：图标一律从 iconfont 拿",
    "定时任务都要加分布式锁": "做到：定时任务都要加分布式锁",
    "改表结构必须写 migration": "改表结构必须写 migration",
    "缩进四个空格，双引号": "做到：缩进四个空格，双引号",
    "类型定义文件都放 types 目录": "做到：类型定义文件都放 types 目录",
    "字段名小写加下划线": "做到：字段名小写加下划线",
    "公共方法不要到处重复写": "做到：公共方法不要到处重复写",
    "VO 和 PO 分开，别混着用": "做到：VO 和 PO 分开，不要混着用",
    "严禁用 eval": "做到：严禁用 eval",
    "改了字段，必须同步更新接口文档": "改了字段，必须同步更新接口文档",
    "项目里的编号都是字符串，别用数字": "做到：项目里的编号都是字符串，不要用数字",
    "每个 MR 不超过 300 行": "做到：每个 MR 不超过 300 行",
    # said to be one
    "失败的任务要重试两次，这是组里的规定": "做到：失败的任务要重试两次",
    # with the reason that leads to it or follows it
    "首包不能超 300K，所以图片一律传 OSS": "做到：首包不能超 300K，所以图片一律传 OSS",
    "Rust 我不太熟，能用 Go 的就给 Go": "做到：Rust 用户不太熟，能用 Go 的就给 Go",
    "generated 目录是脚本产出的，谁都不要手改": "做到：generated 目录是脚本产出的，谁都不要手改",
    # a condition, and leave
    "只要涉及扣款就先问我": "做到：只要涉及扣款就先问用户",
    "凡事先看现有实现": "凡事先看现有实现",
    "kill、dd 这种命令一律先给我看": "做到：kill、dd 这类命令一律先给用户看",
    "单测可以直接跑，不用问我": "做到：单测可以直接跑，不用问用户",
    "发布我自己来": "发布用户自己来",
    "写代码之前先说思路": "写代码之前先说思路",
    "改动超过五个文件就先列计划": "改动超过五个文件就先列计划",
    "遇到拿不准的逻辑别瞎猜": "做到：遇到拿不准的逻辑不要瞎猜",
    "别动我手写的 Makefile": "不要动用户手写的 Makefile",
    "开发库随便折腾": "做到：开发库随便折腾",
    # how to answer
    "别给我写英文注释": "不要给用户写英文注释",
    "我只会 Lua，别给我 shell 脚本": "做到：用户只会 Lua，不要给用户 shell 脚本",
    "不要给我列一大堆方案，挑最好的": "不要给用户列一大堆方案，挑最好的",
    "回复结尾不要再写“我可以继续帮你”": "回复结尾不要再写“我可以继续帮你”",
    # labels
    "分支命名：fix/单号": "做到：分支命名：fix/单号",
    "提交格式：类型(范围): 说明": "做到：提交格式：类型(范围): 说明",
    # complaints
    "我说过不要加注释": "不要加注释",
    "又写 any 了，说了多少遍不要用 any": "不要用 any",
    "又加 try catch 了，说过不要这样": "不要加 try catch",
    "不要动 go.mod 里的版本！说了好几遍了": "不要动 go.mod 里的版本",
}


@shows("R195", "R205")
@pytest.mark.parametrize("ended", ["", "。"], ids=["open", "ended"])
@pytest.mark.parametrize("text", RULES)
def test_a_convention_is_kept_whole(text: str, ended: str) -> None:
    assert contents(f"{text}{ended}") == [f"用户要求助手{RULES[text]}"]


def test_what_is_asked_for_behind_it_is_left_out() -> None:
    assert contents("金额一律存分，帮我改下这个表") == ["用户要求助手做到：金额一律存分"]
    assert contents("样式走 unocss，不要写 less。这个页面先改") == [
        "用户要求助手做到：样式走 unocss，不要写 less"
    ]


def test_each_of_a_list_below_its_heading_is_a_rule() -> None:
    text = "我们的编码规范：\n1. 函数不超过 50 行\n2. 不用 default export\n先按这个改 Cart"
    assert contents(text) == [
        "用户要求助手做到：函数不超过 50 行",
        "用户要求助手不用 default export",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "1. 表格加一列\n2. 去掉边框",
        "抽奖活动规则：\n1. 每人三次\n2. 不能重复中奖",
        "这份代码规范写得怎么样：\n1. 函数不超过 50 行\n2. 不用 default export",
        "“代码规范：1. 禁止用 goto 2. 命名用驼峰”，网上抄的",
    ],
)
def test_a_list_of_tasks_of_a_product_or_of_others_is_none(text: str) -> None:
    assert contents(text) == []


def test_a_list_is_one_thought() -> None:
    """Given a list of rules within a message, when it is cut, then the list stays whole."""
    text = "帮我看下。\n提交规范：\n- 一次一件事\n- 写明原因\n谢谢"
    policy = Screening()
    found = fragments.split(Utterance("s", 1, Role.USER, text, 0), at=0, policy=policy)
    assert [each.text for each in found] == [
        "帮我看下。",
        "提交规范：\n- 一次一件事\n- 写明原因",
        "谢谢",
    ]
    assert (found[1].tag, found[1].frame) == (Tag.COMMAND, Frame.PLAIN)


ONCE = (
    # the work at hand
    "日志里加上耗时",
    "样式不要改",
    "这个接口的入参一定要校验",
    "所有卡片都加阴影",
    "先别写测试",
    "接口文档不用改",
    "写一个商城首页，图片都用占位图",
    "做一个记账应用。样式走 tailwind，不要写行内 style",
    "数据库用 SQLite 就行，不用搞太复杂",
    "不要改动接口，说了只改前端",
    "这次就不要加注释了",
    "我刚说过不要改样式",
    "部署按钮我自己来画吧，你看这样行吗",
    "格式：json",
    "报错信息：连接被拒绝",
    "所有的提示文案都改成中文",
    "项目里都是报错，别用这个版本",
    "文件最多 10 个",
    "分页组件统一放到右下角",
    "数据量大的话就先分批",
    # of the program and whoever uses it
    "用户点击后必须弹窗",
    "密码必须包含大小写字母",
    "每个列表页都要有空状态",
    "永远不能出现余额为负的情况",
    "列表里的金额统一保留两位小数",
    "碰到 403 就先停一会儿",
    "新用户必须绑定手机",
    "订单只能从待支付变成已支付",
    # of others, and asked
    "为什么事务里不能发消息",
    "听说日志里不能打印密码",
    "假如缓存都要设过期时间，会怎么样",
    "网上说日期一律存 UTC，对吗",
)


@shows("R195", "R205")
@pytest.mark.parametrize("text", ONCE)
def test_what_is_for_once_or_of_the_program_is_no_convention(text: str) -> None:
    assert [each.content for each in kept(text) if each.category is Category.CONSTRAINT] == []


def test_whom_to_call_what_is_not_turned_around() -> None:
    assert contents("叫我老林就行，别您您您的") == ["用户要求助手做到：叫用户老林就行，不要称“您”"]
