"""What takes a direction, or a concept, out of word vectors; and what is looked at before and after."""
