"""One file per language; the file name is the BCP 47 code. See `core/language.py` for what a language knows."""
