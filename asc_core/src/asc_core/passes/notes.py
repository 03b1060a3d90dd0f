"""Attributes in which passes note on the kernel what the text and the launch must know."""

from __future__ import annotations

#: Macros defined before the first include.
DEFINES = "asc.defines"
#: Headers that the text includes.
INCLUDES = "asc.includes"
#: Declarations of structs in C++.
STRUCTS = "asc.structs"
#: Set when the kernel prints.
ENABLE_DEBUG = "asc.enable_debug"
#: Attribute of an argument: ``read``, ``write``, ``read_write`` or ``none``.
ACCESS = "asc.access"
