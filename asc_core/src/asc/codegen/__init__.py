"""From Python functions to ASC-IR."""
