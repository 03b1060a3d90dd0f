"""Passes over ASC-IR. Each stands in a module of its own, imported when it first runs."""

from __future__ import annotations
