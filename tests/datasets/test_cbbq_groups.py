"""Which of two answers of CBBQ is about the group of the stereotype."""

from __future__ import annotations

import pytest

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
    ],
)
def test_the_answer_that_is_about_a_group_is_found_in_either_place(group: str, meant: str, other: str) -> None:
    assert answer_about(group, meant, other) == 0
    assert answer_about(group, other, meant) == 1


def test_two_names_tell_nothing() -> None:
    assert answer_about("抑郁症患者", "小刘", "小刘的朋友") is None
