"""Who answers: this process, other processes, or a Ray cluster."""
