"""pytest plugin for pack authors."""
