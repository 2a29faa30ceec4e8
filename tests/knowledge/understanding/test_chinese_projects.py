"""What developers say of their project and team, in Chinese, is one dated sentence in their own
words; what passes, is asked for, thought about or said of no project is not."""

from __future__ import annotations

import pytest

from mohen.knowledge.model import Category
from mohen.knowledge.understanding.zh import alone
from ordinary import contents, kept, read, told
from shows import shows

TOLD = (
    # what it is made with, and what not: one fact
    "我们用 yarn，不用 npm",
    "我们公司用飞书，不用钉钉",
    "我们决定用 NATS，不用 RabbitMQ",
    "我们选了 DuckDB，因为不需要服务器",
    "我们把 Redis 换成了 Valkey",
    "我们从 Vue 2 升到了 Vue 3",
    "我们最低支持 Python 3.10",
    "我们线上跑的是 Java 8，不能用 var",
    "这个项目用的是 Django 4.2",
    # its things, with a number, a path, an address, a port
    "我们的 CI 要跑 14 分钟",
    "我们的测试都放在 packages/web/test，用 vitest 跑",
    "我们的代码在 ~/code/heron，文档在 docs 目录",
    "我们的测试环境在 staging.heron.cn，要连 VPN",
    "测试环境在 staging.heron.cn",
    "我们的网关跑在 8080 端口",
    "我们的单测覆盖率要保持在 80% 以上",
    "我们的表名都用复数",
    "API 密钥 90 天轮换一次",
    "支付服务是 Go 写的，其他都是 TypeScript",
    # how the team works
    "我们是主干开发",
    "我们两周一个迭代",
    "我们周五不发版",
    "我们每周三发版",
    "我们没有 QA",
    "我们12月15号开始封版",
    "我们提交之前一定要跑测试",
    "我们合代码要两个人 review",
    "我们公司不让用 Copilot",
    # who does what
    "后端就我一个人，前端是小林在做",
    "数据库归 DBA 管",
    # how one works, and on what
    "我提交之前都会先跑一遍 lint",
    "我从不直接推 main",
    "我用的是 M3 的 MacBook Pro，36G 内存",
)


@shows("R194", "R195")
@pytest.mark.parametrize("ended", ["", "。"], ids=["open", "ended"])
@pytest.mark.parametrize("text", TOLD)
def test_what_is_said_of_a_project_is_one_fact_in_its_own_words(text: str, ended: str) -> None:
    assert contents(f"{text}{ended}") == [f"用户在 2026-02-04 说：“{text}”"]


def test_what_is_asked_for_behind_it_is_left_out() -> None:
    assert contents("我们用 yarn，把 npm 的命令改掉") == ["用户在 2026-02-04 说：“我们用 yarn”"]


@pytest.mark.parametrize(
    ("text", "content"),
    [
        (
            "我们上个月从 Jenkins 迁到了 GitHub Actions。",
            "用户 2026-01 从 Jenkins 迁到了 GitHub Actions",
        ),
        ("我们下周三封版", "用户 2026-02-11 封版"),
    ],
)
def test_what_was_done_on_a_day_is_told_with_it(text: str, content: str) -> None:
    assert contents(text) == [content]


@pytest.mark.parametrize("text", ["这个项目用 yarn，别用 npm", "在这个项目里不要用 any"])
def test_what_an_agent_is_to_do_is_a_wish(text: str) -> None:
    assert [each.category for each in kept(text)] == [Category.CONSTRAINT]


PLAINLY = (
    # without saying whose it is: what there is one of
    "线上是 JDK 11，两台 8C16G",
    "服务器是腾讯云 4 核 8G，装的宝塔",
    "测试服是 192.168.10.20，账号找运维要",
    "redis 用的是阿里云的集群版",
    "生产库每天凌晨三点备份",
    "预发库跟线上是隔离的",
    "训练数据在 /data/asr/raw，只读",
    "题库一共 1800 道",
    "日活 5 万，晚上 9 点高峰",
    "固件不能超过 900K",
    "CI 跑一次要 25 分钟",
    "退款回调走的是 webhook",
    "本地起服务用 docker compose up",
    "我们禁用 lombok",
    "中间件都在 k8s 的 infra 命名空间里",
    "我们的代码风格是 google 的",
    "Go 版本锁在 1.20",
    # what was changed, and what it is called
    "这个仓库是从 svn 转过来的",
    "仓库从 gitee 搬到 gitlab 了",
    "前端已经升到 Vue 3.4 了",
    "这个项目改名了，现在叫“青鸟”",
    "这个插件是外包写的，只有压缩过的 js",
    "这个系统是 2016 年上的，用的 Struts2",
    # days, people and what is laid down
    "老系统 6 月 30 号下线",
    "毕设 5 月 20 号答辩",
    "我们每两周发一次版",
    "双周五下午发版",
    "推荐系统归算法组，接口归平台组",
    "登录服务是小王在维护，改动要先跟他对一下",
    "客户要求私有化部署，机器是 arm 的",
)


@shows("R194", "R195")
@pytest.mark.parametrize("text", PLAINLY)
def test_what_is_plainly_of_the_project_is_told_without_its_name(text: str) -> None:
    assert contents(f"帮我看下日志。{text}。") == [
        f"用户在 2026-02-04 说：“{text.translate(_INSIDE)}”"
    ]


_INSIDE = str.maketrans("“”", "‘’")


def test_it_ends_where_something_is_asked() -> None:
    assert contents("板子是 RK3568，内存 2G，帮我看看能不能跑") == [
        "用户在 2026-02-04 说：“板子是 RK3568，内存 2G”"
    ]
    assert contents("帮我看下慢查询，数据库是 MySQL 5.7，8C32G") == [
        "用户在 2026-02-04 说：“数据库是 MySQL 5.7，8C32G”"
    ]


def test_each_of_a_list_of_them_is_told_with_its_heading() -> None:
    assert contents("环境信息：\n- 开发 dev.heron.cn\n- 预发 pre.heron.cn，要 VPN") == [
        "用户在 2026-02-04 说：“环境信息：开发 dev.heron.cn”",
        "用户在 2026-02-04 说：“环境信息：预发 pre.heron.cn，要 VPN”",
    ]


AT_HAND = (
    "线上刚才报 502",
    "服务器重启之后起不来了",
    "数据库里有 3 条重复数据",
    "前端和后端哪个好找工作",
    "后端用 Node 写一个接口",
    "线上跑的是不是 2.3.1",
    "如果数据库是 MySQL 8 呢",
    "按钮在右边",
    "定时任务每天凌晨两点跑一次",
    "本地用 docker 起一个 mysql",
    "弹窗走的是 antd",
    "文件不能超过 10M",
    "做一个点单页，数据库是 SQLite",
    "比赛由 1982 年 12 月开始分多天进行",
)


@shows("R194", "R195")
@pytest.mark.parametrize("text", AT_HAND)
def test_trouble_of_the_hour_and_what_is_to_be_made_are_not_told(text: str) -> None:
    assert told(text) == []


OTHERS = (
    # trouble of the hour
    "我们的接口报 500 了",
    "我们的测试挂了",
    "我们的代码在报错",
    "我们的 CI 现在跑了 14 分钟还没完",
    "我们的配置是错的",
    "测试环境挂了",
    # a part of the work at hand, and what is only thought about
    "我们用 React 写一个登录页",
    "我们先用 SQLite 吧",
    "我们要不要用 Kafka",
    "如果我们用 Kafka，就不用 RabbitMQ",
    "我们的接口要支持分页",
    "我们的数据库要加一个字段",
    "后端我来改",
    "我们的表结构是这样的",
    "我们的文档里没有写",
    # asked, and of nobody known
    "我们的分支策略是什么",
    "设计是他做的",
    "设计是小林做的",
    "我们的前端是你写的",
    "后端就你一个人",
)


@shows("R194", "R195")
@pytest.mark.parametrize("text", OTHERS)
def test_what_passes_or_is_not_so_is_not_told(text: str) -> None:
    assert told(text) == []


def test_talk_of_no_project_is_read_as_before() -> None:
    assert read("我们决定去云南") == read("我决定去云南")
    assert contents("我们上周一起爬了山") == []


def test_an_address_is_something_held() -> None:
    """Given a path or an address, when a reading would lose it, then the sentence stands."""
    assert contents("我的代码都放在 ~/code 里") == [
        "用户在 2026-02-04 说：“我的代码都放在 ~/code 里”"
    ]
    assert [*alone.held("博客在 blog.heron.cn，源码在 ~/code/heron")] == [
        "blog.heron.cn",
        "~/code/heron",
    ]
    assert [*alone.held("他和/或我，走了")] == []
