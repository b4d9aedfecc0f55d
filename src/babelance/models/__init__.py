"""One file per kind of model; only here (and in mitigations) torch is known. The public object is called `kind`."""
