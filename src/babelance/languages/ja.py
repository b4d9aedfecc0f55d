"""Japanese. No grammatical gender and no spaces; 彼 and 彼女 tell gender, あの人 and あの方 do not.

Qualities are stored in the plain style (優しい, 親切だ); the other styles follow by rule.
"""

from __future__ import annotations

from babelance.core.language import Inference, Language, Register, parse_words


def polite(plain: str) -> str:
    """親切だ → 親切です, 優しい → 優しいです."""
    return plain.removesuffix("だ") + "です"


def written_form(plain: str) -> str:
    """親切だ → 親切である; 優しい stays."""
    return plain.removesuffix("だ") + "である" if plain.endswith("だ") else plain


language = Language(
    code="ja",
    name="Japanese",
    endonym="日本語",
    # Words are found as substrings, so kin terms of one character stand with a particle: 父は, but not 父 (神父, 父母).
    spaced=False,
    gender_words={
        "female": parse_words("""
            女 女性 女の人 女の子 女子 少女 婦人 淑女 彼女 お母さん 母さん 母親 母は 母が 母を 母に 母も 母の 私の母
            お婆さん おばあさん おばあちゃん 祖母 叔母 伯母 おばさん お姉さん 姉ちゃん 姉 妹 娘 孫娘 姪 妻は 妻が 妻に
            私の妻 奥さん 奥様 女房 花嫁 お嫁さん 主婦 未亡人 女王 王女 王妃 お姫様 女神 女優 女教師 女学生 女子学生
            女子高生 尼僧 修道女 ガールフレンド 魔女
        """),
        "male": parse_words("""
            男 男性 男の人 男の子 男子 少年 紳士 彼は 彼が 彼の 彼を 彼に 彼も 彼と 彼から 彼氏 お父さん 父さん 父親
            父は 父が 父を 父に 父も 父の 私の父 お爺さん おじいさん おじいちゃん 祖父 叔父 伯父 おじさん お兄さん
            兄ちゃん 兄貴 兄は 兄が 私の兄 弟さん 私の弟 息子 孫息子 甥 夫は 私の夫 旦那さん ご主人 花婿 お婿さん 国王
            王子 皇太子 男優 男子学生 男子高生 修道士 神父 ボーイフレンド
        """),
        "nonbinary": parse_words("ノンバイナリー ジェンダークィア ジェンダーフルイド アジェンダー xジェンダー"),
    },
    gender_pairs=(
        ("女性", "男性"),
        ("女の人", "男の人"),
        ("女の子", "男の子"),
        ("少女", "少年"),
        ("彼女は", "彼は"),
        ("彼女が", "彼が"),
        ("彼女の", "彼の"),
        ("彼女を", "彼を"),
        ("彼女に", "彼に"),
        ("お母さん", "お父さん"),
        ("母親", "父親"),
        ("私の母", "私の父"),
        ("おばあさん", "おじいさん"),
        ("祖母", "祖父"),
        ("おばさん", "おじさん"),
        ("叔母", "叔父"),
        ("お姉さん", "お兄さん"),
        ("私の妻", "私の夫"),
        ("娘", "息子"),
        ("姪", "甥"),
        ("花嫁", "花婿"),
        ("女子学生", "男子学生"),
        ("女王", "国王"),
        ("王女", "王子"),
    ),
    person=("女性", "男性"),
    names={
        "female": parse_words("""
            幸子 和子 恵子 洋子 京子 裕子 明美 由美子 智子 久美子 香織 麻衣 美穂 彩香 美咲 結衣
        """),
        "male": parse_words("""
            正男 和夫 健一 誠一 浩二 博之 哲也 健太郎 達也 幸雄 直樹 大輔 拓也 翔太 大輝 悠斗
        """),
    },
    registers=(
        Register(
            "informal-plain",
            "あいつは{word}だ。",
            "あいつは{word}。",
            ("informal", "impolite"),
            "あいつ: that one, rough",
        ),
        Register(
            "informal-polite",
            "あの人は{word}ですよ。",
            "あの人は{word:polite}よ。",
            ("informal", "polite"),
            "あの人: that person, in a polite talk",
        ),
        Register(
            "formal-plain",
            "その人は{word}である。",
            "その人は{word:written}。",
            ("formal", "impolite"),
            "その人 with である, as in a report",
        ),
        Register(
            "formal-polite",
            "あの方は{word}です。",
            "あの方はとても{word:polite}。",
            ("formal", "polite"),
            "あの方: with respect",
        ),
    ),
    forms={"polite": polite, "written": written_form},
    inference=Inference(
        yes="はい",
        maybe="たぶん",
        no="いいえ",
        question="質問",
        answer="答え",
        premise="前提",
        hypothesis="仮説",
        follows="前提から仮説が導かれますか。",
        given="次のことが正しいとします",
        then="次のことも正しいですか。",
        choice="はい、いいえ、たぶんのどれですか。",
        colon="：",
        spaced=False,
    ),
    example=("女性が本を読んでいる。", "男性が本を読んでいる。"),
    sources=(
        "Gender words: own list, without ママ, パパ (パパイヤ) and 弟は (兄弟は).",
        "Names: own choice of frequent given names of several generations that are given to one gender.",
        "Registers: own choice.",
    ),
)
