"""Charts as tables: one row per thing shown, numbers as text, and a small drawing between them.

They are drawn when the report is written, need no script, stretch with the page (positions are percentages), print,
follow the light and dark palette, and read well aloud.
"""
