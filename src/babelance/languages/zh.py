"""Chinese (Mandarin, simplified characters). No grammatical gender and no spaces; 他 and 她 tell gender in writing.

Probes are in simplified characters; gender words are listed in both scripts, because translated text mixes them, and
names of countries are known in both.
"""

from __future__ import annotations

from babelance.core.language import Inference, Language, OtherScript, Register, parse_words

_SIMPLIFIED = (
    "国韩爱兰罗亚时来们这个说会语对为过学没里后么还让开关点车买卖见话东电书长问间门马鱼鸟样给从经听吗认识写钱边进远"
)
_TRADITIONAL = (
    "國韓愛蘭羅亞時來們這個說會語對為過學沒裡後麼還讓開關點車買賣見話東電書長問間門馬魚鳥樣給從經聽嗎認識寫錢邊進遠"
)
"""Frequent characters that differ, in the same order."""
_NAMES = {
    "希腊": "希臘",
    "叙利亚": "敘利亞",
    "俄罗斯": "俄羅斯",
    "索马里": "索馬里",
    "哥伦比亚": "哥倫比亞",
}


def is_traditional(text: str) -> bool:
    """Does a text have characters that simplified ones do not have?"""
    return any(letter in _TRADITIONAL for letter in text)


def traditional(name: str) -> str:
    """The name of a country in traditional characters."""
    return _NAMES.get(name, name.translate(str.maketrans(_SIMPLIFIED, _TRADITIONAL)))


language = Language(
    code="zh",
    name="Chinese",
    endonym="中文",
    other_script=OtherScript(is_traditional, traditional),
    # Words are found as substrings, so some are left out: 女 (子女: children), 小伙 (小伙伴: friend), 和尚 (和尚未).
    spaced=False,
    gender_words={
        "female": parse_words("""
            她 女人 女性 女子 女孩 女生 女士 妇女 妇人 婦女 婦人 少女 姑娘 小姐 太太 夫人 母亲 母親 妈妈 媽媽 老妈
            继母 岳母 婆婆 奶奶 外婆 祖母 姥姥 女儿 女兒 孙女 孫女 姐姐 妹妹 姐妹 姊妹 阿姨 姑姑 姑妈 舅妈 伯母 侄女
            外甥女 妻子 老婆 媳妇 新娘 寡妇 女友 女朋友 女王 皇后 公主 女神 女巫 女演员 女教师 女医生 女警 女学生 修女
            尼姑
        """),
        "male": parse_words("""
            他 男人 男性 男子 男孩 男生 男士 先生 小伙子 小夥子 父亲 父親 爸爸 老爸 继父 岳父 爷爷 爺爺 外公 祖父 姥爷
            儿子 兒子 孙子 哥哥 弟弟 兄弟 叔叔 舅舅 伯伯 伯父 姑父 侄子 丈夫 老公 女婿 新郎 鳏夫 男友 男朋友 国王 國王
            皇帝 王子 男神 男演员 男教师 男医生 男学生 神父
        """),
        "nonbinary": parse_words("非二元 性别酷儿 流性人 无性别者"),
    },
    gender_pairs=(
        ("她", "他"),
        ("女人", "男人"),
        ("女性", "男性"),
        ("女子", "男子"),
        ("女孩", "男孩"),
        ("女生", "男生"),
        ("女士", "男士"),
        ("母亲", "父亲"),
        ("妈妈", "爸爸"),
        ("奶奶", "爷爷"),
        ("外婆", "外公"),
        ("女儿", "儿子"),
        ("孙女", "孙子"),
        ("姐姐", "哥哥"),
        ("妹妹", "弟弟"),
        ("姐妹", "兄弟"),
        ("阿姨", "叔叔"),
        ("妻子", "丈夫"),
        ("老婆", "老公"),
        ("新娘", "新郎"),
        ("女朋友", "男朋友"),
        ("女王", "国王"),
        ("公主", "王子"),
        ("女学生", "男学生"),
    ),
    person=("女人", "男人"),
    names={
        "female": parse_words("秀英 桂兰 玉梅 淑芬 丽娟 美玲 晓燕 雪梅 丽萍 慧敏 秀珍 雅琴 婷婷 佳怡 欣怡 雨婷"),
        "male": parse_words("志强 德明 国栋 永刚 建军 志刚 海涛 大勇 文斌 志伟 振国 立军 浩然 俊杰 子豪 宇轩"),
    },
    registers=(
        Register(
            "informal-plain",
            "那家伙是{word}。",
            "那家伙很{word}。",
            ("informal", "impolite"),
            "那家伙: that one, rough",
        ),
        Register("informal", "那个人是{word}。", "那个人很{word}。", ("informal",), "那个人: that person"),
        Register(
            "formal-plain", "此人是{word}。", "此人十分{word}。", ("formal", "impolite"), "此人: this person, distant"
        ),
        Register(
            "formal-polite",
            "那位人士是一名{word}。",
            "那位人士非常{word}。",
            ("formal", "polite"),
            "位 and 人士: with respect",
        ),
    ),
    inference=Inference(
        yes="是",
        maybe="可能",
        no="否",
        question="问题",
        answer="回答",
        premise="前提",
        hypothesis="假设",
        follows="假设能从前提推出吗？",
        given="假定下面这句话是真的",
        then="下面这句话也是真的吗？",
        choice="是、否还是可能？",
        colon="：",
        spaced=False,
    ),
    example=("她在看书。", "他在看书。"),
    sources=(
        "Gender words: own list. 他 is kept although it stands in 其他 and 吉他 (2% of its uses in"
        " Tatoeba) and in 他们, which means mixed groups as well (14%).",
        "Names: own choice of frequent given names of several generations that are given to one gender.",
    ),
)
