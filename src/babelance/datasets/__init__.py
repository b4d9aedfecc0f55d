"""One file per dataset: a card and `items(language)`. The module's public object is called `dataset`."""
