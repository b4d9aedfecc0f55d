"""A name, a path or the identity of a signature leads to the dataset, and nothing else does."""

from __future__ import annotations

from pathlib import Path

import pytest

from babelance.core.errors import DataError, UnknownName
from babelance.core.registry import DATASETS
from babelance.datasets import find, identity


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    path = tmp_path / "a@b#c.csv"
    path.write_text("more,less\na,b\n")
    return path


def test_name_is_found_without_any_file() -> None:
    assert find("sjsd") is DATASETS.get("sjsd")


def test_identity_is_name_version_and_eight_digits() -> None:
    assert identity(find("sjsd"), "de") == f"sjsd@1#{find('sjsd').fingerprint('de')[:8]}"


@pytest.mark.parametrize("language", [None, "de"])
def test_identity_leads_back(language: str | None) -> None:
    assert find(identity(find("sjsd"), "de"), language=language) is find("sjsd")


def test_path_and_its_identity_lead_to_the_file(pairs: Path) -> None:
    dataset = find(str(pairs))
    assert [item.texts["more"] for item in dataset.items("en")] == ["a"]
    again = find(identity(dataset, "en"))
    assert list(again.items("en")) == list(dataset.items("en"))


def test_changed_file_is_refused_with_both_hashes(pairs: Path) -> None:
    before = identity(find(str(pairs)), "en")
    pairs.write_text("more,less\na,c\n")
    after = identity(find(str(pairs)), "en")
    with pytest.raises(DataError) as caught:
        find(before)
    assert before in str(caught.value)
    assert after in str(caught.value)


@pytest.mark.parametrize("words", ["sjsd@1#00000000", "sjsd@9#{hash}"])
def test_other_hash_or_version_is_refused(words: str) -> None:
    asked = words.format(hash=find("sjsd").fingerprint("de")[:8])
    with pytest.raises(DataError, match="the data has changed"):
        find(asked, language="de")


def test_hash_of_another_language_is_refused() -> None:
    with pytest.raises(DataError, match="the data has changed"):
        find(identity(find("sjsd"), "fi"), language="de")


def test_misspelt_name_is_corrected() -> None:
    with pytest.raises(UnknownName, match="Did you mean 'crows-pairs'"):
        find("crow-pairs")


@pytest.mark.parametrize("words", ["none.csv", "some/where/none.jsonl"])
def test_missing_file_is_named(words: str) -> None:
    with pytest.raises(DataError, match=f"'{words}': No such file"):
        find(words)


def test_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"is a folder\. Name a file in it"):
        find(str(tmp_path))
