"""Reading left to right: shared beginnings once, only asked positions projected."""
