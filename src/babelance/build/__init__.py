"""Makes dataset files from raw material. One file per builder."""
