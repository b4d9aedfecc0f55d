"""What translators share: codes of languages, lines in and out, processes, conversion for CTranslate2."""
