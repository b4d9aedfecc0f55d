"""Models behind an OpenAI-compatible server: asked over HTTP, examined before they are believed."""
