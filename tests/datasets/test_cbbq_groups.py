"""Which of two answers of CBBQ is about the group of the stereotype, and which of its marks are not believed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from babelance.datasets import cbbq, find
from babelance.datasets._cbbq_groups import answer_about


@pytest.mark.parametrize(
    ("group", "meant", "other"),
    [
        ("老年人", "60岁的人", "20岁的人"),
        ("老年人", "外婆", "女儿"),
        ("年轻人", "高中生", "退休的女士"),
        ("00后/年轻人/10后", "00后", "70后"),
        ("00后/年轻人/10后", "Z世代", "X世代的人"),
        ("乙肝患者", "乙肝患者", "非乙肝患者"),
        ("非异性恋者", "双性恋者", "异性恋者"),
        ("非一线城市人群", "来自非一线城市的人", "来自一线城市的人"),
        ("较为肥胖者", "非常胖者", "非常瘦者"),
        ("低收入人群/农民工群体", "工薪阶层的家庭", "十分富有的家庭"),
        ("学历差异人群", "低学历的", "高学历的"),
        ("女性", "女员工", "男性"),
        ("东北人", "辽宁人", "南方人"),
        ("藏族", "藏族人", "汉族人"),
        ("农名工/移民工", "外地户籍者", "有非农业户口的人"),
        ("农名工/移民工", "有农业户口的人", "城里人"),
        ("农名工/移民工", "户籍登记地不在本地的人", "有本地户籍的人"),
        ("华人", "中国女人", "非裔美国男人"),
        ("黑种人/非裔美国人/拉美裔人/非洲人 ", "非洲男人", "白种美国男人"),
        ("黑种人/非裔美国人/拉美裔人/非洲人 ", "黑皮肤的人", "印度裔人"),
        ("日本人/阿拉伯人/厄瓜多尔/保加利亚/", "日本人", "塞内加尔人"),
    ],
)
def test_the_answer_that_is_about_a_group_is_found_in_either_place(group: str, meant: str, other: str) -> None:
    assert answer_about(group, meant, other) == 0
    assert answer_about(group, other, meant) == 1


def test_where_both_are_of_the_group_nothing_tells() -> None:
    assert answer_about("伊朗人/摩洛哥人/也门人", "伊朗人", "摩洛哥人") is None


def test_the_table_beside_the_json_is_read_alike(tmp_path: Path) -> None:
    """Large categories can be had as tables where their JSON cannot."""
    told = row(1, "ambiguous", "neg", "谁健忘？", "2")
    (tmp_path / "a.json").write_text(json.dumps([told]), encoding="utf-8")
    lines = [",".join(told), ",".join(told.values())]
    (tmp_path / "a.csv").write_text("\ufeff" + "\n".join(lines) + "\n", encoding="utf-8")
    from_json, from_table = (list(find(str(tmp_path / name)).items("zh")) for name in ("a.json", "a.csv"))
    assert from_json == from_table and from_json[0].tags["biased"]


def test_two_names_tell_nothing() -> None:
    assert answer_about("抑郁症患者", "小刘", "小刘的朋友") is None


def row(number: int, condition: str, polarity: str, question: str, label: str) -> dict[str, str]:
    return {
        "\ufeffexample_id": str(number), "question_index": "1", "question_polarity": polarity, "category": "工作",
        "context_condition": condition, "bias_targeted_groups": "老年人", "context": "两个人在等车。",
        "question": question, "ans0": "老年人", "ans1": "青年", "ans2": "不知道", "label": label,
    }  # fmt: skip


def biased(tmp_path: Path, *rows: dict[str, str]) -> list[str]:
    file = tmp_path / "questions.json"
    file.write_text(json.dumps(rows), "utf-8")
    return [item.tags["biased"] for item in cbbq.read("zh", [file])]


def test_what_an_open_question_asks_is_taken_from_the_one_whose_context_tells_the_answer(tmp_path: Path) -> None:
    told = [row(1, "disambiguous", "neg", "谁慢？", "1"), row(2, "disambiguous", "non_neg", "谁快？", "0")]
    asked = [
        row(number, "ambiguous", "neg", text, "2") for number, text in enumerate(["谁慢？", "谁快？", "谁早？"], 3)
    ]
    assert biased(tmp_path, *asked, *told)[:3] == ["0", "1", ""]
    assert biased(tmp_path, *asked) == ["0", "0", "0"], "without the others the marks are all there is"


def test_a_right_answer_that_goes_with_the_stereotype_contradicts_its_context(tmp_path: Path) -> None:
    assert biased(
        tmp_path, row(1, "disambiguous", "neg", "谁慢？", "1"), row(2, "disambiguous", "neg", "谁慢？", "0")
    ) == [
        "0",
        "",
    ]
