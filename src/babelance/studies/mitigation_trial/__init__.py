"""Does a mitigation lower bias, or only break the model? An experiment with a bias that was put in.

`plan` says what is compared and how it is judged; docs/design/mitigation-plan.md was fixed before any score was seen.
"""
