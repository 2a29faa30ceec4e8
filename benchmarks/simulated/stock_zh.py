"""What Chinese passages are made of: one clause a line, its words apart.

Capitals are places to fill: WHO the narrator, `@` an optional adverbial, A an optional attribute,
`~` an optional intensifier, other names a noun of that list.
"""

from __future__ import annotations

from simulated.listed import listed

NAMES = listed("林远 沈青 阿宁 老周 陆川 苏婉 程野 小满 顾言 韩七")
WHO = ("他", "她")

NOUNS = {
    "DOOR": listed("木门 院门 窗户 铁门 竹帘 柴门 侧门 舱门 抽屉 箱盖 房门 车门"),
    "ROAD": listed("巷子 山路 长街 石桥 河堤 田埂 回廊 走廊 广场 渡口 林道 台阶"),
    "ARM": listed("长刀 木棍 短剑 匕首 铁链 斧头 长枪 石块 弓 绳索 扁担 火把"),
    "FOE": listed("对手 黑衣人 来人 追兵 那汉子 首领 卫兵 猎犬 刺客 土匪 那头狼 敌将"),
    "THING": listed("信 茶杯 旧照片 钥匙 账本 灯笼 怀表 布包 药碗 地图 酒壶 毛笔 铜镜 手帕"),
    "PLACE": listed("屋檐 院墙 码头 城楼 渔村 茶馆 祠堂 阁楼 钟楼 磨坊 戏台 驿站 果园 水塔"),
    "PLANT": listed("槐树 芦苇 荷叶 野菊 竹林 柳条 青苔 桂花 枯藤 麦田 梨树 石榴"),
    "SKY": listed("云 晚霞 雾 雨 雪 月亮 太阳 星河 炊烟 尘土 北风 潮水"),
    "KIN": listed("父亲 母亲 师父 妹妹 老友 祖母 邻居 掌柜 先生 哥哥 徒弟 船家"),
    "FEEL": listed("不安 悔意 欢喜 愧疚 怒火 酸楚 恐惧 期待 孤独 庆幸 失落 疑惑"),
    "TIME": listed("三天后 入夜 第二年春天 半个月后 天亮时 黄昏 一个时辰后 次日清晨 年底 雨季"),
    "TOWN": listed("县城 北岸 老家 码头 山脚 京城 小镇 边关 省城 渔村 驿站 江南"),
}

SCENES = {
    "action": """
        WHO @ 推开 A DOOR
        WHO @ 抓起 A ARM
        WHO @ 冲出 A ROAD
        FOE @ 扑 了 过来
        WHO @ 侧身 躲开
        WHO @ 一脚 踢翻 A 桌子
        A ARM @ 劈 了 下来
        WHO @ 翻过 A 矮墙
        FOE @ 退 了 两步
        WHO @ 把 A ARM 掷 出去
        WHO @ 撞 在 A 柱子 上
        血 @ 溅 上 A 衣袖
        FOE 动作 ~ 快
        WHO @ 拽住 A 缰绳
        马 @ 跃过 A 壕沟
        WHO @ 滚 到 ROAD 边
        FOE @ 举起 A ARM
        WHO 手臂 ~ 沉
        WHO @ 跳上 A 船头
        两人 @ 扭打 在 ROAD 上
        WHO @ 咬住 A 绳结
        FOE @ 倒 在 A 泥里
        WHO @ 扯下 A 门板
        WHO @ 朝 ROAD 狂奔
    """,
    "dialogue": """
        WHO @ 放下 A THING
        WHO @ 看 了 KIN 一眼
        KIN @ 摇 了 摇头
        WHO @ 倒 了 一杯 A 茶
        KIN @ 叹 了 口气
        WHO @ 坐 到 A 桌边
        屋里 ~ 静
        KIN @ 把 A THING 推 过来
        WHO @ 笑 了 一下
        KIN 脸色 ~ 难看
        WHO @ 没有 接话
        KIN @ 敲 了 敲 A DOOR
        WHO @ 压低 了 嗓子
        KIN @ 别过 脸 去
        WHO @ 收起 A THING
        两人 @ 对坐 了 许久
        KIN @ 点 了 点头
        WHO @ 起身 去 关 A DOOR
        KIN @ 端着 A THING 站住
        WHO @ 等 KIN 开口
    """,
    "description": """
        A SKY @ 压 在 PLACE 上头
        A PLANT @ 垂 在 A 水边
        PLACE 外 是 一片 A PLANT
        PLACE @ 立 在 A 坡上
        A SKY @ 漫过 A PLACE
        墙根 @ 长满 A PLANT
        河面 @ 浮着 A 碎叶
        ROAD 尽头 有 一座 A PLACE
        石板 @ 铺 到 PLACE 门前
        A PLANT @ 遮住 A PLACE
        瓦片 @ 缺 了 几块
        A SKY @ 落 在 PLANT 上
        PLACE 里 ~ 空
        几只 A 水鸟 @ 掠过 PLANT
        门板 @ 裂 着 A 缝
        ROAD 两旁 @ 种着 PLANT
        A 木船 @ 泊 在 岸边
        山腰 @ 挂着 A SKY
        院里 @ 晾着 A 衣裳
        PLACE 影子 ~ 长
        檐下 @ 吊着 A THING
        桌上 @ 摆着 A THING
    """,
    "psychology": """
        WHO 心里 @ 泛起 A FEEL
        WHO @ 想起 A 往事
        WHO 不 知道 KIN 会 不会 来
        WHO ~ 怕 再 见到 KIN
        FEEL @ 压住 了 A 念头
        WHO @ 怀疑 自己 记错 了
        WHO 不肯 承认 A FEEL
        WHO ~ 想 回到 TOWN
        WHO @ 恨 自己 A 软弱
        那 句 A 话 @ 缠 着 WHO
        WHO 宁愿 KIN 从未 说 过
        WHO @ 明白 了 KIN 的 心思
        WHO 以为 早 忘 了 TOWN
        A FEEL @ 涌 上来
        WHO ~ 后悔 那天 的 事
        WHO 觉得 一切 ~ 远
        也许 KIN 说得 对
        WHO @ 盼着 A 消息
        WHO 忘不掉 A THING
        WHO @ 劝 自己 再 等等
    """,
    "narration": """
        WHO 在 TOWN @ 住 了 三年
        WHO @ 跟着 KIN 学 手艺
        KIN @ 卖掉 了 A THING
        那 几年 收成 ~ 差
        WHO 每天 @ 走过 A ROAD
        KIN 从 TOWN @ 捎来 A THING
        WHO 家 的 A 铺子 @ 关 了 张
        KIN @ 管着 A PLACE
        WHO 十岁 那年 @ 离开 TOWN
        村里 的 人 @ 都 认得 WHO
        WHO @ 攒 下 一笔 A 钱
        KIN @ 欠 了 A 债
        TOWN 规矩 ~ 多
        WHO @ 替 KIN 看守 A PLACE
        KIN @ 病 了 一场
        WHO @ 收到 A THING
        WHO @ 修好 了 A DOOR
        日子 过得 ~ 慢
        WHO @ 把 THING 交给 KIN
        KIN @ 搬 去 了 TOWN
    """,
    "transition": """
        TIME WHO @ 到 了 TOWN
        TIME A SKY @ 散 了
        WHO @ 离开 了 A PLACE
        TIME KIN @ 捎来 A THING
        船 @ 靠 了 A 岸
        WHO @ 上 了 A 马车
        TIME 两人 @ 在 TOWN 碰头
        队伍 @ 绕过 A PLACE
        这 一路 ~ 长
        TIME WHO @ 动身 去 TOWN
        天色 ~ 晚
        WHO @ 穿过 A ROAD
        TIME PLACE @ 换 了 A 主人
        火车 @ 驶出 TOWN
        WHO @ 沿着 ROAD 往回走
        TIME WHO @ 搬进 A PLACE
    """,
}

SPEECH = """
    你 @ 把 A THING 还给 我
    我 昨天 @ 去 了 TOWN
    KIN 根本 不 知道
    别 再 提 KIN 的 事
    这 件 事 ~ 麻烦
    我们 明天 @ 就 走
    你 先 把 DOOR 关上
    他们 已经 到 了 TOWN
    THING 不 在 我 这里
    我 ~ 累
    你 听 我 说
    这 是 KIN 留下 的 A THING
    我 不 会 回 TOWN
    谁 都 没有 见过 FOE
    钱 我 @ 会 还 的
    当初 是 你 选 的 这 条 路
    你 主意 ~ 好
    等 TIME 再 说
    KIN 病得 ~ 重
    让 我 想想
    那 把 ARM 归 你
    路上 ~ 冷
    我 只 要 一句 A 话
    你 不该 瞒着 KIN
    KIN 托 我 带来 A THING
    昨晚 FOE 进 过 PLACE
    我 在 ROAD 上 等 你
    PLACE 里 的 A THING 不见 了
    TIME 我 就 动身 去 TOWN
    他 把 ARM 藏 在 PLACE
    KIN 从 TOWN 回来 了
    那 A THING 值 不少 钱
    走过 ROAD 就 到 TOWN 了
    FOE 不 会 放过 KIN
    我 要 把 PLACE 卖掉
    外头 的 SKY ~ 大
"""
SAYS = listed("说 问道 低声说 答道 喊道 开口 接着说 嘟囔 笑道 回答")

QUESTIONS = """
    难道 WHO 真的 错 了
    KIN 为什么 不 来
    THING 到底 在 哪里
    谁 动 过 A THING
    WHO 还能 去 哪里
    KIN 究竟 想 要 什么
    这 算 什么 道理
    谁 会 相信 FOE
    TOWN 还 回得去 吗
    WHO 该 怎么 办
    KIN 说 的 是 真 的 吗
    这 A THING 又 是 谁 的
    WHO 又 何必 等 到 TIME
    是 谁 打开 了 DOOR
"""

ASIDES = {
    "sound": """
        远处 传来 A 钟声
        雨点 打得 瓦片 沙沙 响
        巷口 响起 A 笑声
        木板 吱呀 一声
        耳边 只有 A 风声
        锅盖 咔嚓 一响
        谁家 的 琴声 @ 飘 过来
        窗外 虫鸣 不断
        铁链 叮当 作响
        河水 哗哗 地 流
        楼上 有 A 脚步声
        喧闹 的 人声 @ 远 了
    """,
    "smell": """
        空气 里 有 A 霉味
        WHO @ 闻到 A 酒气
        饭香 @ 飘 过来
        A 花香 @ 漫 进来
        WHO @ 嗅到 A 血腥
        屋里 一股 A 药味
        泥土 的 气味 @ 升 上来
        炉子 里 透出 A 焦味
        海风 带着 A 鱼腥
        书页 里 有 A 墨香
    """,
    "touch": """
        指尖 @ 一片 冰凉
        WHO @ 摸到 A 粗糙 的 石头
        掌心 @ 滚烫
        衣服 潮湿 地 贴 着 后背
        WHO 的 手 @ 触到 柔软 的 布
        凉意 @ 爬 上 脖子
        脚下 的 木板 坚硬
        脸颊 @ 发烫
        绳子 @ 勒得 手腕 刺痛
        暖意 @ 传到 指尖
    """,
    "idioms": """
        WHO 目瞪口呆
        WHO 小心翼翼
        四下 鸦雀无声
        WHO 心急如焚
        WHO 不知所措
        众人 面面相觑
        WHO 筋疲力尽
        KIN 若无其事
        WHO 迫不及待
        街上 人山人海
        WHO 恍然大悟
        一切 井井有条
        WHO 垂头丧气
        WHO 忐忑不安
        KIN 理直气壮
        WHO 全神贯注
        KIN 喜出望外
        WHO 手足无措
        众人 议论纷纷
        WHO 念念不忘
        KIN 斩钉截铁
        WHO 无可奈何
        WHO 提心吊胆
        KIN 心平气和
    """,
    "classical": """
        岂 能 就此 作罢
        此 乃 天意 也
        亦 无 他 法
        众人 皆 以为 然
        KIN 之 言 亦 有理
        悲 乎
        吾 心 安 矣
        岂 不 快 哉
        皆 是 命 也
        乃 知 世事 难料
    """,
}

SIMILES = ("像", "如同", "仿佛", "宛如", "好像", "犹如", "好似")
IMAGES = listed(
    """一把钝刀 一只受惊的鸟 一口枯井 一张旧网 一块浸水的布 一条冻住的河 一阵过路的雨
    一封没拆的信 一盏将灭的灯 一尾离水的鱼 一堵看不见的墙 一场旧梦 一根绷紧的弦 一群归巢的鸦
    一片薄冰 一座孤岛 一颗哑火的炮弹 一团乱麻 一粒落进眼里的沙 一个陌生人 一杯放凉的茶
    一页撕下的日历 一列错过的车 一捧散沙"""
)

ADJECTIVES = listed(
    """沉重的 破旧的 细长的 单薄的 厚实的 空荡的 熟悉的 陌生的 古老的 崭新的 歪斜的 沉默的 普通的
    安静的 凌乱的 干净的 宽大的 窄小的 残缺的 完整的 漫长的 短暂的 遥远的 简陋的 精致的 朴素的
    匆忙的 疲倦的 温和的 锋利的 笨拙的 庞大的 瘦削的 褪色的 生锈的 孤零零的 密密麻麻的 松软的
    老旧的 零散的 弯曲的 浑浊的 清澈的 荒凉的 热闹的 冷清的 平整的 寻常的"""
)
ADVERBS = listed(
    """轻轻地 慢慢地 飞快地 悄悄地 用力地 随意地 默默地 匆匆地 稳稳地 缓缓地 胡乱地 迟疑地 紧紧地
    懒懒地 急促地 小声地 笨拙地 熟练地 勉强地 固执地 冷冷地 平静地 痛快地 认真地 敷衍地 茫然地
    利落地 艰难地 不住地 一遍遍地 静静地 狠狠地"""
)
INTENSIFIERS = listed("很 非常 十分 极其 格外 特别 太 相当 实在 无比")
CLASSICAL = listed("亦 乃 皆 岂")
COLLOQUIAL = listed("呢 吧 啊 嘛 啦 呀 呗 哦 咯")
WORDS = listed("突然 忽然 终于 似乎 渐渐 竟然 不由得 立刻 依旧 仍然 随即 微微")
JOINS = ("，",)
