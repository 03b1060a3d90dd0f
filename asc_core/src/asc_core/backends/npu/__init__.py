"""Kernels on NPUs, through CANN."""

from __future__ import annotations

from .backend import NPUBackend

__all__ = ["NPUBackend"]
