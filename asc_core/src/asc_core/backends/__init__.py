"""What compiles Ascend C text to a binary and runs it."""
