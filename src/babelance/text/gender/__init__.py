"""What a text says about the gender of a person: articles, agreement, morphology."""
