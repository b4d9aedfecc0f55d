"""JSON, TOML, numbers and paths from outside: every kind of nonsense is an error of ours that names it."""

from __future__ import annotations

from pathlib import Path

import pytest

from babelance.core import paths
from babelance.core.card import from_record
from babelance.core.errors import DataError, InputError
from babelance.core.limits import READ_LIMIT, Budget, whole_number
from babelance.core.signature import Signature
from babelance.core.untrusted import parse_json, parse_toml, read_object
from babelance.run.plan import Settings
from babelance.stats.method import Method

SIGNATURE = "cps|fidelity:paper|m:hf:a@b|d:x@1#5f2c|l:de|n:{n}/9|ci:{ci}|seed:{seed}|v:0.1.0"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[" * 5000, "nested more than 100 levels"),
        ("[" * 150 + "]" * 150, "nested more than 100 levels"),
        ('{"a":' * 100_000, "nested more than 100 levels"),
        ("9" * 5000, "5000 digits"),
        ('["\\ud800"]', r"\\ud800 is half a character"),
        ('{"a": 1', "not JSON"),
        ("", "not JSON"),
    ],
)
def test_json_that_breaks_parsers_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(DataError, match=f"'x.jsonl', line 3: .*{message}"):
        parse_json(text, "x.jsonl", place="line 3")


def test_whole_characters_written_as_two_halves_are_read() -> None:
    assert parse_json('"\\ud83d\\ude00"', "x") == "😀"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a = " + "[" * 5000, "nested more than 100 levels"),
        (".".join("a" * 20_000) + " = 1", "nested more than 100 levels"),
        ("[" + ".".join("a" * 20_000) + "]", "nested more than 100 levels"),
        ("a = " + "9" * 5000, "5000 digits"),
        ("a = ", "is not TOML"),
    ],
)
def test_toml_that_breaks_parsers_is_refused(text: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        parse_toml(text, "groups.toml")


def test_sentences_with_many_dots_are_no_nesting() -> None:
    text = "e.g. this. " * 200
    assert parse_toml(f'a = ["{text}"]', "x") == {"a": [text]}


def test_a_small_text_of_many_values_stays_within_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(READ_LIMIT, "1")
    with pytest.raises(DataError, match=r"'x' has 60,001 bytes and takes more than 1\.0 MiB.*BABELANCE_READ_LIMIT"):
        parse_json("[" + "{}," * 19_999 + "{}]", "x")


@pytest.mark.parametrize("text", ["²", "٣", "", "-1", "1.5", "9" * 20, "9223372036854775808", "9" * 5000, " 1"])
def test_only_decimal_digits_of_64_bits_are_whole_numbers(text: str) -> None:
    assert whole_number(text) is None


def test_the_largest_whole_number_has_63_bits() -> None:
    assert whole_number("9223372036854775807") == 2**63 - 1


@pytest.mark.parametrize("limit", ["x", "-1", "0", "9" * 30])
def test_a_read_limit_that_is_no_number_is_refused(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(READ_LIMIT, limit)
    with pytest.raises(InputError, match=f"BABELANCE_READ_LIMIT is '{limit}'"):
        Budget("x", 3)


def test_a_file_that_is_larger_than_the_limit_may_take_ten_times_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(READ_LIMIT, "1")
    Budget("x", 2**20).take(10 * 2**20)
    with pytest.raises(DataError, match=r"has 1\.0 MiB and takes more than 10\.0 MiB"):
        Budget("x", 2**20).take(10 * 2**20 + 1)


@pytest.mark.parametrize(("n", "seed"), [("²", "0"), ("9", "²"), ("9" * 5000, "0"), ("9", "9" * 40)])
def test_a_signature_has_whole_numbers_of_64_bits(n: str, seed: str) -> None:
    with pytest.raises(InputError, match="no whole numbers"):
        Signature.parse(SIGNATURE.format(n=n, seed=seed, ci="wilson.95"))


@pytest.mark.parametrize("interval", ["bca.9999999999999.95", "bca.²000.95", "bca..95", f"percentile.{'9' * 5000}.95"])
def test_an_interval_has_draws_that_can_be_made(interval: str) -> None:
    with pytest.raises(InputError, match="no number of draws up to 1,000,000"):
        Method.parse(interval)


@pytest.mark.parametrize("settings", [{"draws": 10**13}, {"seed": 2**63}, {"limit": 2**63}, {"limit": 0}])
def test_settings_beyond_what_a_machine_can_do_are_refused(settings: dict[str, int]) -> None:
    with pytest.raises(InputError, match=r"64 bits|forever"):
        Settings(**settings)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"title": 3}, "title: expected text, got a whole number"),
        ({"languages": "en"}, "languages: expected a list"),
        ({"files": [{"name": "a", "url": 1, "sha256": ""}]}, r"files\[0\]\.url: expected text"),
        ({"files": 3}, "files: expected a list"),
        ({"extra": []}, "extra: expected an object"),
        ({"validated": "yes"}, "validated: expected true or false"),
        ({"notes": [{}]}, r"notes\[0\]: expected text"),
    ],
)
def test_a_card_with_wrong_types_says_which(record: dict[str, object], message: str) -> None:
    good = {"name": "x", "title": "X", "version": "1", "languages": [], "licence": "", "citation": "", "made": ""}
    with pytest.raises(InputError, match=message):
        from_record({**good, **record})


@pytest.mark.parametrize("name", ["a" * 5000, "a\0b", "~nobody-of-that-name/x", "\udc80" * 3000])
def test_names_that_no_file_can_have_are_no_files(name: str) -> None:
    assert not paths.is_file(name)
    assert not paths.is_folder(name)
    assert not paths.exists(name)


def test_a_folder_without_permission_is_an_error_that_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> bool:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "is_file", refuse)
    with pytest.raises(InputError, match=r"shut/x'.*Permission denied"):
        paths.is_file("shut/x")


@pytest.mark.parametrize(
    ("content", "message"), [(b"[]", "not a JSON object"), (b"\xff", "not UTF-8: byte 0xff"), (b"{", "not JSON")]
)
def test_an_object_in_a_file_is_one(tmp_path: Path, content: bytes, message: str) -> None:
    (tmp_path / "x.json").write_bytes(content)
    with pytest.raises(DataError, match=message):
        read_object(tmp_path / "x.json")
