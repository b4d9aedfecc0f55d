"""How the expected values of tests/golden/data were made: our probes in, numbers of the authors' released scripts out.

    python -m tests.golden.making probes                      our probes → data/probes (needs babelance)
    python -m tests.golden.making s-jsd PATH                  PATH: a checkout of the authors' repository
    python -m tests.golden.making aul|crows|stereoset|mbe|cb|nli|tgbi PATH
    python -m tests.golden.making words                       WEFE as a package

Every module says which script it runs, how our probes become its input, and which of its numbers are read back. The
scripts are run as they are: what they would download is given from data/models, and what newer libraries no longer have
is put back for the time of the run (`stand_ins`). Nothing of theirs is kept but numbers.
"""
