"""Reading and choosing raw material: captions, occupations, word groups, matching lines; and writing dataset files."""
