"""Names of C++: legal, not taken, close to Python's."""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import Enum

from asc_plugins.registry import Registry

_WORD = re.compile(r"[A-Za-z_]\w*")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


KEYWORDS = _words(
    """
    alignas alignof and and_eq asm atomic_cancel atomic_commit atomic_noexcept auto bitand bitor bool break case
    catch char char8_t char16_t char32_t class co_await co_return co_yield compl concept const const_cast consteval
    constexpr constinit continue decltype default delete do double dynamic_cast else enum explicit export extern
    false float for friend goto if inline int long mutable namespace new noexcept not not_eq nullptr operator or
    or_eq private protected public reflexpr register reinterpret_cast requires return short signed sizeof static
    static_assert static_cast struct switch synchronized template this thread_local throw true try typedef typeid
    typename union unsigned using virtual void volatile wchar_t while xor xor_eq typeof
    """
)

# Types and macros of the headers that every kernel includes; predefined macros of the compilers.
_COMMON = _words(
    """
    half bfloat16_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t size_t ssize_t intptr_t
    uintptr_t ptrdiff_t GM_ADDR AscendC NULL EOF NAN INFINITY HUGE_VAL assert errno linux unix i386 stdin stdout
    stderr offsetof va_list va_start va_arg va_end std main INT8_MAX INT16_MAX INT32_MAX INT64_MAX INT8_MIN INT16_MIN
    INT32_MIN INT64_MIN UINT8_MAX UINT16_MAX UINT32_MAX UINT64_MAX SIZE_MAX ASSERT ASCEND_IS_AIC ASCEND_IS_AIV
    asc_machine asc_model asc_entry asc_kernel_entry
    """
)

# Functions of C that the compilers know, and of shared objects; a kernel has C linkage and would redefine them.
_C_FUNCTIONS = _words(
    """
    _fini _init _start
    abort abs acos acosh asin asinh atan atan2 atanh atexit atof atoi atol bcmp bcopy bzero cabs calloc ceil close
    copysign cos cosh div erf erfc exit exp exp2 expm1 fabs fclose fdim ffs floor fma fmax fmin fmod fopen fork
    fprintf fputc fputs fread free frexp fwrite gamma gets hypot index ilogb isalpha isdigit isspace j0 j1 jn kill
    labs ldexp lgamma log log10 log1p log2 logb longjmp lrint lround malloc memchr memcmp memcpy memmove memset modf
    nan open pipe pow printf putc puts qsort rand raise read realloc remainder remove remquo rename rindex rint round
    scalbn scanf select setjmp signal sin sinh sleep snprintf sprintf sqrt srand sscanf stat strcat strchr strcmp
    strcpy strlen strncmp strncpy strstr system tan tanh tgamma time times tolower toupper trunc vprintf wait write
    y0 y1 yn
    """
)


@functools.lru_cache(maxsize=4096)
def legal(name: str) -> str:
    """*name* as an identifier that C++ doesn't reserve; other letters than ASCII's are spelled out."""
    text = ""
    for char in name:
        if char.isascii():
            text += char if char.isalnum() or char == "_" else "_"
            continue
        plain = unicodedata.normalize("NFKD", char).encode("ascii", "ignore").decode()
        text += plain if plain.isalnum() else f"u{ord(char):x}"
    text = re.sub("__+", "_", text)
    if re.match(r"_[A-Z]", text):
        text = text[1:]
    if text.startswith("ASC_"):  # macros of Model's headers
        text = text.lower()
    return f"v{text}" if not text or text == "_" or text[0].isdigit() else text


@functools.lru_cache(maxsize=4)
def reserved(registry: Registry) -> frozenset[str]:
    """Names that mean something in the text of some kernel: types, functions and enums of the packs."""
    words = set(KEYWORDS | _COMMON)
    for type_ in registry.types.values():
        words.update(_WORD.findall(re.sub(r"\{\w+\}", "", type_.cpp)))
    for op in registry.ops.values():
        if op.call is not None:
            words.add(op.call.callee)
    for api in registry.apis():
        words.update(_WORD.findall(api.ascendc))
    for names in registry.names.values():
        words.update(n for n, obj in names.items() if isinstance(obj, type) and issubclass(obj, Enum))
    return frozenset(words)


class Names:
    """Names in nested scopes. An inner scope never hides a name of an outer one."""

    def __init__(self, taken: Iterable[str]) -> None:
        self._taken = frozenset(taken)
        self._scopes: list[set[str]] = [set()]
        # Next number of each name in the scope that used it last; it saves counting from 0.
        self._numbers: list[dict[str, int]] = [{}]
        self._ever: set[str] = set()

    def fresh(self, hint: str) -> str:
        """A name close to *hint*, taken in the current scope from now on."""
        base = legal(hint)
        number = 0
        for numbers in reversed(self._numbers):
            if base in numbers:
                number = numbers[base]
                break
        name = f"{base}_{number}" if number else base
        while self._is_taken(name):
            number += 1
            name = f"{base}_{number}"
        self._numbers[-1][base] = number + 1
        self._scopes[-1].add(name)
        self._ever.add(name)
        return name

    def _is_taken(self, name: str) -> bool:
        if name in self._taken:
            return True
        for scope in self._scopes:  # noqa: SIM110 - a generator costs more than the search
            if name in scope:
                return True
        return False

    def function(self, hint: str) -> str:
        """A name for a function before the kernel, which no variable hides."""
        name, number = hint, 0
        while name in self._taken or name in self._ever:
            number += 1
            name = f"{hint}_{number}"
        self._scopes[0].add(name)
        self._ever.add(name)
        return name

    def kernel(self, name: str) -> str:
        """The kernel's name, which isn't that of a function of C."""
        base = legal(name)
        return self.fresh(f"{base}_kernel" if base in _C_FUNCTIONS else base)

    @contextmanager
    def scope(self) -> Iterator[None]:
        """A scope whose names are free again after it."""
        self._scopes.append(set())
        self._numbers.append({})
        try:
            yield
        finally:
            self._scopes.pop()
            self._numbers.pop()
