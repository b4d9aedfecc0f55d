"""From a plan to results: plan, pipeline, store, executors."""
