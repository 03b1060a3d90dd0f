"""Libraries for the host's side: :mod:`asc.lib.runtime`, and what packs add."""
