"""Configuration, just-in-time compilation and launch."""
