"""Made-up pairs about boats, for runs whose numbers do not matter."""

from pathlib import Path


def write_pairs(folder: Path) -> Path:
    """24 pairs in each of two languages, as pairs.csv in the folder."""
    pairs = [f"The {word} boat {n} sails.,A {word} ship {n} sails." for n in range(12) for word in "xy"]
    rows = [f"{language},{pair}" for language in ("en", "de") for pair in pairs]
    (folder / "pairs.csv").write_text("language,more,less\n" + "\n".join(rows), encoding="utf-8")
    return folder / "pairs.csv"
