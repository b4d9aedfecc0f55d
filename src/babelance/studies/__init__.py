"""Questions over many results: agreement, rankings, languages, ledgers, bias control, tables of papers."""
