"""The package of what has a ``__module__``."""

from __future__ import annotations


def package_of(module: object) -> str:
    """The package of a module's name, ``numpy`` of ``numpy.random``; empty where there is no name.

    Compiled classes may have a descriptor of their objects' modules in the place of their own one's name.
    """
    return module.partition(".")[0] if isinstance(module, str) else ""
