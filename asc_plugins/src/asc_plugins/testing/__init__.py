"""Helpers with which pack authors test their packs."""
