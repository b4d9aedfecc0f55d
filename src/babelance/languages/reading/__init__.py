"""What texts of a language say, read with the lists of its file."""
