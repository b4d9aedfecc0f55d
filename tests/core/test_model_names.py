"""Names of models for people tell all of them apart."""

from __future__ import annotations

from babelance.core.model_names import short_names


def test_a_name_is_as_short_as_tells_the_models_apart() -> None:
    models = ["hf:bert@3f07aa", "dir:/a/one#11112222", "dir:/a/two#11112222", "dir:/b/two#33334444"]
    assert list(short_names(models).values()) == ["bert", "one", "dir:/a/two", "dir:/b/two"]


def test_one_folder_with_other_content_keeps_its_hash() -> None:
    models = ["dir:/a/one#11112222", "dir:/a/one#33334444"]
    assert short_names(models) == {model: model for model in models}


def test_a_part_of_a_model_is_named_without_the_hash_between() -> None:
    models = ["emb:babelance/tiny#1111aaaa#encoder", "emb:babelance/tiny#1111aaaa#decoder"]
    assert list(short_names(models).values()) == ["babelance/tiny#encoder", "babelance/tiny#decoder"]
