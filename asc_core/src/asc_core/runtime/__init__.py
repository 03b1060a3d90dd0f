"""Backend and SoC in use, streams, the kernel cache."""
