"""Make a model less biased, one file per way. Each gives back a model directory that every command takes.

A mitigation is a frozen dataclass: its fields are its options, `title` names it, and

    apply(model, corpus, out) -> Path

writes the mitigated model to `out` together with `mitigation.json` (what was done, and the utility before and after)
and `held-out.jsonl` (text that training did not see, for `babelance run --measures pseudo-perplexity`).
"""
