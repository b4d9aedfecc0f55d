"""The nouns of babelance. Standard library and numpy only; nothing here knows a model, a measure or a file format."""
