"""What `docs/security.md` promises, the test that shows it, and a way to undo it: `python -m tests.faults.promises`.

Each entry takes one line back to what it was before it was mended, in a copy of the source, and runs its test there:
a test that still passes shows nothing. Some seconds each; `--only` names a few of them.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Promise:
    """`undo`: (file below src/babelance, what is there, what is put in its place)."""

    title: str
    test: str
    undo: tuple[str, str, str]


def _test(file: str, name: str) -> str:
    return f"tests/{file}.py::{name}"


_READERS = "test_a_damaged_file_is_an_error_or_unchanged"
PROMISES: tuple[Promise, ...] = (
    Promise(
        "a server that asks for patience for ever is given up",
        _test("backends/endpoint/test_client", "test_a_limit_that_never_ends_is_given_up_after_a_bounded_time"),
        (
            "backends/endpoint/client.py",
            "asked_for = max(asked_for, outcome.pause or 0.0)",
            "asked_for += outcome.pause or 0.0",
        ),
    ),
    Promise(
        "a model that a search chose appears whole or not at all",
        _test(
            "faults/test_verbs",
            "test_a_search_killed_at_its_end_goes_on_and_its_model_is_whole_or_not_there[copying]",
        ),
        (
            "cli/mitigate/_auto.py",
            "copy_model(out / result.chosen, out / MODEL)",
            '__import__("shutil").copytree(out / result.chosen, out / MODEL)',
        ),
    ),
    Promise(
        "answers that are not finite are no scores",
        _test("run/test_unsound_answers", "test_five_items_that_are_all_unsound_are_undefined_not_fair"),
        ("core/answer_check.py", "return Unanswered(reason) if reason else answer", "return answer"),
    ),
    Promise(
        "a model of which many answers are unsound is refused",
        _test("run/test_unsound_answers",
              "test_float16_that_overflows_is_refused_and_float32_of_the_same_weights_is_not"),
        ("core/answer_check.py", "MANY = 10", "MANY = 10**9"),
    ),
    Promise(
        "SentencePiece files and generation settings are in the fingerprint",
        _test("models/test_fingerprints", "test_a_change_of_any_file_changes_the_fingerprint[seq2seq]"),
        ("backends/transformers/hashes.py", '("README*",', '("*.spm", "generation_config.json", "README*",'),
    ),
    Promise(
        "weights swapped under the same size and time of modification are noticed",
        _test("models/test_fingerprints", "test_a_change_of_any_file_changes_the_fingerprint[classifier]"),
        ("backends/transformers/hashes.py", "|{status.st_ctime_ns}", ""),
    ),
    Promise(
        "code in a folder that is a link is in the fingerprint",
        _test("models/test_fingerprints", "test_code_in_a_folder_that_is_a_link_counts"),
        ("backends/transformers/hashes.py", "followlinks=True", "followlinks=False"),
    ),
    Promise(
        "a configuration that hands over to another is refused",
        _test("models/test_fingerprints", "test_another_configuration_for_this_version_of_transformers_is_refused"),
        ("backends/transformers/configuration.py", 'if config.get("configuration_files"):', "if False:"),
    ),
    Promise(
        "an adapter that takes weights from elsewhere is refused",
        _test("models/test_fingerprints", "test_an_adapter_that_takes_weights_from_elsewhere_is_refused"),
        ("backends/transformers/weight_checks.py", "if settings.get(name):", "if False:"),
    ),
    Promise(
        "a model with labels of another task is not scored 0",
        _test("backends/test_ner", "test_a_model_with_labels_of_another_task_is_told_and_not_scored_zero"),
        ("backends/training/ner.py", "if not is_label(name)", "if False"),
    ),
    Promise(
        "another model behind a server is another model",
        _test("models/test_fingerprints", "test_another_model_behind_a_server_is_another_model"),
        ("models/endpoint.py", "*examined.identity.parts, *examined.evidence, *ways,", "*ways,"),
    ),
    Promise(
        "a command without a version is asked again in every run",
        _test("models/test_fingerprints", "test_answers_of_a_command_without_a_version_are_for_one_run_alone"),
        ("models/command.py", 'f"{ONE_RUN}{_THIS_RUN} {self.content}"', "self.content"),
    ),
    Promise(
        "a typo in an option of audit is an error",
        _test("run/test_audit_checks", "test_a_typo_is_an_error"),
        ("run/audit.py", 'raise UnknownName("option of these measures", key, known)', "continue"),
    ),
    Promise(
        "lines end at line feeds alone",
        _test("cli/test_terminal_escapes", "test_lines_end_at_line_feeds_alone"),
        ("core/json_lines.py", 'text.split("\\n")', "text.splitlines()"),
    ),
    Promise(
        "runs that are incomplete or changed are not compared",
        _test("faults/test_incomplete_runs", "test_an_incomplete_run_is_refused_unless_that_was_asked_for"),
        ("report/results.py", "if problems := [", "if 0 and [",),
    ),
    Promise(
        "a site does not publish a run whose items were changed",
        _test("deliver/test_site", "test_files_that_were_changed_are_refused"),
        ("deliver/website/collect.py", "*changed_files(folder, facts),", ""),
    ),
    Promise(
        "a site does not publish pages of others",
        _test("deliver/test_site", "test_a_page_that_somebody_else_wrote_is_not_published"),
        ("deliver/website/files.py", "html.render(Results.read(run.folder))",
         '(run.folder / "report.html").read_text(encoding="utf-8")'),
    ),
    Promise(
        "a .zst file without its end is damaged",
        _test("fuzz/test_readers", f"{_READERS}[vectors-zst]"),
        ("backends/vectors/text.py", 'pa.CompressedInputStream(pa.OSFile(str(path)), "zstd")',
         '__import__("zstandard").ZstdDecompressor().stream_reader(path.open("rb"))'),
    ),
    Promise(
        "stored answers have a checksum",
        _test("faults/test_damaged_store",
              "test_a_thousand_flipped_bytes_change_no_number_and_raise_nothing_but_words"),
        ("run/store.py", "_decode(blob) if checksum == _checksum(fingerprint, name, blob) else None", "_decode(blob)"),
    ),
    Promise(
        "a store of an unknown format is refused",
        _test("faults/test_damaged_store", "test_a_store_of_an_unknown_format_is_refused_and_not_relabelled"),
        ("run/store_format.py", "if row and row[0] not in (FORMAT, *_EARLIER):", "if False:"),
    ),
    Promise(
        "a run that fails leaves earlier results as they were",
        _test("faults/test_output_folder",
              "test_a_run_that_fails_before_its_first_result_leaves_earlier_results_as_they_were"),
        ("run/output.py", "if not complete and not results:", "if False:"),
    ),
    Promise(
        "two runs into one folder are told apart",
        _test("faults/test_output_folder", "test_two_runs_into_one_folder_are_told_apart"),
        ("core/folder_lock.py", "        lock.acquire()\n", ""),
    ),
    Promise(
        "a full disk leaves earlier files as they were",
        _test("faults/test_verbs",
              "test_a_disk_that_fills_up_at_the_end_leaves_the_earlier_files_as_they_were[report]"),
        ("core/files.py", "with _trouble(path), _new_file(path) as file:", 'with path.open("wb") as file:'),
    ),
    Promise(
        "files of one command appear together or not at all",
        _test("faults/test_verbs", "test_files_of_one_command_appear_together_or_not_at_all[rank]"),
        ("core/files.py", "        if waiting is None:\n", "        if True:\n"),
    ),
    Promise(
        "a number is replayed on the items that it was computed on",
        _test("run/test_limit", "test_signatures_of_the_older_rule_are_replayed_with_its_items"),
        ("run/limit.py", 'None if settings.limit_rule == "even" else dataset.card.groups', "dataset.card.groups"),
    ),
    Promise(
        "a zip out of proportion is refused before it is read",
        _test("text/test_bombs",
              "test_a_zip_is_refused_by_what_its_directory_says_before_anything_is_unpacked"),
        ("text/streams.py", "for name in names) > stream_limit(size)", "for name in names) > 10**15"),
    ),
    Promise(
        "a stopped run leaves partial results, a message and no spool",
        _test("faults/test_output_folder", "test_a_stopped_run_leaves_partial_results_a_message_and_no_spool"),
        ("cli/_stopping.py", "            signal.signal(number, _stop)\n", "            pass\n"),
    ),
    Promise(
        "data start no command",
        _test("run/test_commands_from_data", "test_the_folder_of_a_run_starts_no_command"),
        ("run/kinds.py", "if any(kind.needs_permission for kind in kinds) and", "if False and"),
    ),
    Promise(
        "what is no code of a language is refused wherever it comes in",
        _test("core/test_language_tag", "test_no_language_reaches_the_arguments_of_a_command_unchecked"),
        ("core/language_tag.py", "return len(text) <= MOST_CHARACTERS and _WHOLE.fullmatch(text) is not None",
         "return True"),
    ),
    Promise(
        "links are replaced, not followed",
        _test("faults/test_verbs", "test_links_are_replaced_not_followed[report]"),
        ("core/files.py", "with _trouble(path), _new_file(path) as file:", 'with path.open("wb") as file:'),
    ),
    Promise(
        "no escape of a file reaches the terminal",
        _test("cli/test_terminal_escapes", "test_no_escape_of_a_file_reaches_the_terminal"),
        ("core/printable.py", "if text.isprintable():", "if True:"),
    ),
    Promise(
        "texts that look like formulas stay texts",
        _test("cli/test_terminal_escapes", "test_the_table_of_rank_holds_no_formulas"),
        ("core/spreadsheet.py", "cell.startswith(_STARTS)", "False"),
    ),
    Promise(
        "one broken plug-in does not stop who does not need it",
        _test("contract/test_broken_plugins", "test_a_kind_that_fails_at_a_spec_of_others_does_not_stop_them"),
        ("run/kinds.py", "    except Exception as error:", "    except ZeroDivisionError as error:"),
    ),
    Promise(
        "a mistyped model is one line",
        _test("cli/test_main", "test_a_fault_of_ours_is_one_line_and_a_file_to_attach"),
        ("cli/_last_net.py", "EXIT = 70", "EXIT = 1"),
    ),
    Promise(
        "numbers of five thousand digits are an error in words",
        _test("core/test_untrusted", "test_only_decimal_digits_of_64_bits_are_whole_numbers"),
        ("core/limits.py", "if not (text.isascii() and text.isdigit() and len(text) <= len(str(LARGEST_WHOLE))):",
         "if not text.isdigit():"),
    ),
    Promise(
        "a fastText header claims no more than there is",
        _test("models/test_hostile_vectors",
              "test_a_fasttext_header_that_claims_more_words_than_the_file_has_room_for"),
        ("backends/vectors/binary.py", 'raise ValueError(f"its header says {words} words', 'print(f"{words} words'),
    ),
    Promise(
        "layers beyond all bounds are refused",
        _test("models/test_hostile_configurations",
              "test_a_model_that_cannot_fit_into_memory_is_refused_before_it_is_built"),
        ("backends/transformers/loading.py", "    if needed > total:\n", "    if False:\n"),
    ),
    Promise(
        "endless draws in a signature are refused at once",
        _test("cli/test_main", "test_a_signature_of_endless_draws_is_refused_at_once"),
        ("stats/method.py", "or draws > MOST_DRAWS", ""),
    ),
    Promise(
        "an archive out of proportion is refused",
        _test("models/test_hostile_vectors", "test_an_npz_out_of_proportion"),
        ("core/limits.py", "        if self.left < 0:\n", "        if False:\n"),
    ),
    Promise(
        "texts of megabytes are unanswered before a tokenizer sees them",
        _test("run/test_beyond_numbers", "test_a_run_with_a_line_of_megabytes_skips_it"),
        ("core/limits.py", "LONGEST_TEXT = 100_000", "LONGEST_TEXT = 10**8"),
    ),
    Promise(
        "a chat template that grows without end is stopped",
        _test("models/test_causal_asking", "test_a_chat_template_that_grows_is_told_with_the_way_out"),
        ("backends/causal/template_worker.py", "if len(text) <= most", "if True"),
    ),
    Promise(
        "an interrupted chat does not answer the next question",
        _test("models/test_causal_asking", "test_an_interrupted_chat_does_not_answer_the_next_question"),
        ("backends/causal/template_process.py", "except BaseException:", "except ZeroDivisionError:"),
    ),
    Promise(
        "a chat template that leaves the question out is refused",
        _test("models/test_causal_asking", "test_a_chat_template_that_leaves_the_question_out_is_refused"),
        ("backends/causal/prompts.py", "if word not in text", "if False"),
    ),
    Promise(
        "a vocabulary that would fill the machine is refused",
        _test("models/test_hostile_tokenizers", "test_a_vocabulary_that_would_fill_the_machine_is_refused"),
        ("backends/transformers/loading.py", "check_size(folder.path)", "pass"),
    ),
    Promise(
        "memory of readers is ten times the file or the limit",
        _test("fuzz/test_memory", "test_readers_take_ten_times_a_file_or_the_limit"),
        ("text/tables.py", "    Budget(str(path), path.stat().st_size).take(2", "    (2"),
    ),
    Promise(
        "a pipe that nobody writes to is no corpus",
        _test("text/test_bombs", "test_a_pipe_that_nobody_writes_to_is_no_corpus"),
        ("text/streams.py", "if is_named_pipe(path):", "if False:"),
    ),
    Promise(
        "values beyond numbers cost one result and not the run",
        _test("run/test_beyond_numbers", "test_a_computation_that_fails_costs_its_own_result_alone"),
        ("run/results.py", "UNCOMPUTABLE = (np.linalg.LinAlgError, ArithmeticError)", "UNCOMPUTABLE = ()"),
    ),
    Promise(
        "a killed process of an audit costs its own job alone",
        _test("run/executors/test_processes", "test_a_killed_process_costs_only_its_own_job"),
        ("run/executors/processes.py", "except BrokenProcessPool", "except ZeroDivisionError"),
    ),
    Promise(
        "a checkpoint with other bits is refused",
        _test("fuzz/test_readers", f"{_READERS}[checkpoint]"),
        ("backends/training/checkpoints.py", "        _check_sum(path)\n", ""),
    ),
    Promise(
        "a tokenised corpus with other bits is made anew",
        _test("fuzz/test_readers", f"{_READERS}[tokenised]"),
        ("mitigations/tuning/corpus.py", ' and record.get("files") == _hashes(folder)', ""),
    ),
    Promise(
        "a converted model with other bits is made anew",
        _test("fuzz/test_readers", f"{_READERS}[engine-cache]"),
        ("backends/engines/export.py", "    if not whole:\n", "    whole = True\n    if not whole:\n"),
    ),
    Promise(
        "remembered hashes with other bits are forgotten",
        _test("fuzz/test_readers", f"{_READERS}[hashes]"),
        ("backends/transformers/hashes.py", "    if seal != combine(text):\n", "    if False:\n"),
    ),
)  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.promises", description=__doc__)
    parser.add_argument("--only", default="", help="words of titles, separated by commas")
    words = parser.parse_args().only.split(",")
    chosen = [promise for promise in PROMISES if any(word in promise.title for word in words)]
    idle = [promise for promise in chosen if not _fails_when_undone(promise)]
    print(f"{len(chosen) - len(idle)} of {len(chosen)} tests fail when what they show is undone")
    return 1 if idle else 0


def _fails_when_undone(promise: Promise) -> bool:
    with tempfile.TemporaryDirectory() as scratch:
        source = shutil.copytree(ROOT / "src", Path(scratch) / "src")
        name, before, after = promise.undo
        file = source / "babelance" / name
        file.write_text(file.read_text(encoding="utf-8").replace(before, after), encoding="utf-8")
        words = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", promise.test]
        done = subprocess.run(
            words, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(source)}, capture_output=True, text=True, check=False
        )
    failed = done.returncode == 1
    print(f"{'fails' if failed else f'PASSES ({done.returncode})'}: {promise.title}", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
