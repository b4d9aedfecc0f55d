"""Reading dataset files: fetching and checking them, users' own files, our probes."""
