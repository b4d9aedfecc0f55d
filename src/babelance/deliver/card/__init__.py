"""Results in the files that other people and tools read: model cards, the Hub, Every Eval Ever, lm-eval, Inspect.

One function for each format, from the results of one or more runs to text; nothing is computed here that the runs do
not say. Numbers that are missing stay missing: formats that can only hold numbers leave such results out, and those
that can hold words say why.
"""
