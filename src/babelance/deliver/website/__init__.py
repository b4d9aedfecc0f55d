"""Many runs as a static site: models, languages and measures beside each other, for a team or a community.

Results live in plain folders that a git repository can collect. Duplicates, files that do not belong together and
numbers that do not replay are refused, not shown.
"""
