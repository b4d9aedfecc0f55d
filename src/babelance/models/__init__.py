"""One file per kind of model; the only place (with mitigations) that knows torch. The public object is called `kind`."""
