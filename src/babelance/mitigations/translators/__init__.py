"""What ways for translators share: a translator with steps around it, further training on pairs, their examples."""
