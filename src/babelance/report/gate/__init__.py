"""What a gate says, for people and build servers: a table, Markdown, annotations, JUnit. Nothing is decided here."""
