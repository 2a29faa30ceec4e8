"""What developers ask of an agent for all of its work, in Chinese, is kept whole; a part of the
work at hand, a wish for the program and what is said to people are none."""

from __future__ import annotations

import pytest

from mohen.knowledge.model import Category
from ordinary import contents, kept
from shows import shows

RULES = {
    # asked first, or with leave
    "删脚本之前先问我": ["用户要求助手做到：删脚本之前先问用户"],
    "改索引之前，先跟我确认": ["用户要求助手改索引之前，先跟用户确认"],
    "动线上库前必须先跟我说一声": ["用户要求助手做到：动线上库前必须先跟用户说一声"],
    "提 PR 之前先让我看一下": ["用户要求助手做到：提 PR 之前先让用户看一下"],
    "要删分支的话先问我": ["用户要求助手做到：要删分支的话先问用户"],
    "没有我同意不要升级 webpack": ["用户要求助手做到：没有用户同意不要升级 webpack"],
    "未经我确认，不准发布": ["用户要求助手做到：未经用户确认，不准发布"],
    "没有我同意不要删我的稿子": ["用户要求助手做到：没有用户同意不要删用户的稿子"],
    "动我的大纲前先跟我确认": ["用户要求助手做到：动用户的大纲前先跟用户确认"],
    "拿不准的地方先问我": ["用户要求助手做到：拿不准的地方先问用户"],
    # never, and not unasked
    "绝对不要往 main 上强推": ["用户要求助手做到：绝对不要往 main 上强推"],
    "千万别把令牌写进仓库": ["用户要求助手做到：千万不要把令牌写进仓库"],
    "别直接推 master": ["用户要求助手不要直接推 master"],
    "不要擅自升级框架": ["用户要求助手不要擅自升级框架"],
    "以后不要自动提交": ["用户要求助手以后不要自动提交"],
    "不要做我没要求的重构": ["用户要求助手不要做用户没要求的重构"],
    "别再用 lodash 了": ["用户要求助手不要再用 lodash"],
    # each time
    "推送之前必须跑一遍单测": ["用户要求助手做到：推送之前必须跑一遍单测"],
    "每次提交前先跑 eslint": ["用户要求助手每次提交前先跑 eslint"],
    "新增接口必须补文档": ["用户要求助手做到：新增接口必须补文档"],
    "以后改动前先列计划，等我点头再动手": ["用户要求助手以后改动前先列计划，等用户点头再动手"],
    # of the project
    "在这个仓库里字段名一律用小写": ["用户要求助手在本仓库里字段名一律用小写"],
    "本项目用 poetry，别用 pip": ["用户要求助手做到：本项目用 poetry，不要用 pip"],
    "这个项目里，不要用默认导出": ["用户要求助手做到：本项目里，不要用默认导出"],
    # conventions, and what goes on with one
    "以后提交说明用英文写": ["用户要求助手以后提交说明用英文写"],
    "提交说明用英文写，不要带 emoji": ["用户要求助手做到：提交说明用英文写，不要带 emoji"],
    "函数名用驼峰": ["用户要求助手做到：函数名用驼峰"],
    "缩进用四个空格": ["用户要求助手做到：缩进用四个空格"],
    "装依赖用 uv，别用 pip": ["用户要求助手做到：装依赖用 uv，不要用 pip"],
    # what nobody needs
    "不要写复述代码的注释": ["用户要求助手不要写复述代码的注释"],
    "回答别贴整个文件，只贴改动": ["用户要求助手回答不要贴整个文件，只贴改动"],
    "只贴改动，别贴整个文件": ["用户要求助手做到：只贴改动，不要贴整个文件"],
}


@shows("R195", "R205")
@pytest.mark.parametrize("text", RULES)
def test_a_rule_of_the_house_is_kept_whole(text: str) -> None:
    assert contents(text) == RULES[text]


OTHERS = (
    # a part of the work at hand
    "只改后端",
    "给每个卡片加阴影",
    "所有按钮都加图标",
    "所有路由都加上鉴权",
    "保留原来的测试",
    "这里别用 grid",
    "这个函数不要用递归",
    "先跑一遍测试再说",
    "提交之前先跑一遍测试",
    "先别提交",
    "不要动其他文件",
    "别改样式，只改逻辑",
    "别用 any，用 unknown 代替",
    "改登录页，提交前先给我看",
    "改完登录页，提交之前一定要跑测试",
    "变量名用 userId",
    "文件名用 report.csv",
    "以后前端用 Svelte 重写",
    "不要再提交代码了",
    "发布前记得告诉我一声",
    # of the program
    "不要自动提交表单",
    "禁止重复提交",
    "提交表单之前必须检查手机号",
    "删除用户之前要弹窗确认",
    "登录之前先检查令牌",
    # between people, of others, and what one does oneself
    "没有我同意不许碰我手机",
    "没有他同意不要动他的东西",
    "老板说部署之前要先跟他说",
    "我提交之前都会先跑一遍 lint",
    "我们项目里没有用 any",
    "每次提交前都要填一堆表",
    "删文件的时候报错了",
)


@shows("R195", "R205")
@pytest.mark.parametrize("text", OTHERS)
def test_a_part_of_the_work_and_what_others_do_are_no_rule(text: str) -> None:
    assert [each.content for each in kept(text) if each.category is Category.CONSTRAINT] == []


def test_how_code_is_to_be_written_is_not_how_to_answer() -> None:
    """Given wishes for answers and for code, when both name a language or a tone, then neither
    takes the other's place."""
    texts = ("以后都用中文回答", "以后提交说明用英文写", "别直接推 master")
    attributes = [each.attribute for text in texts for each in kept(text)]
    assert attributes == [
        "style:language",
        "constraint:提交说明用英文写",
        "constraint:不要直接推 master",
    ]
