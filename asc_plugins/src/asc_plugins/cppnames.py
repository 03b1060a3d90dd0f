"""Names that C++ and the headers of every kernel keep for themselves, and legal ones for all others."""

from __future__ import annotations

import functools
import re


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
WORDS_OF_HEADERS = _words(
    """
    half bfloat16_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t size_t ssize_t intptr_t
    uintptr_t ptrdiff_t GM_ADDR NULL EOF NAN INFINITY HUGE_VAL assert errno linux unix i386 stdin stdout
    stderr offsetof va_list va_start va_arg va_end INT8_MAX INT16_MAX INT32_MAX INT64_MAX INT8_MIN INT16_MIN
    INT32_MIN INT64_MIN UINT8_MAX UINT16_MAX UINT32_MAX UINT64_MAX SIZE_MAX ASSERT ASCEND_IS_AIC ASCEND_IS_AIV
    """
)

# Functions of C that the compilers know, and of shared objects; a kernel has C linkage and would redefine them.
C_FUNCTIONS = _words(
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

#: Names of namespaces and functions, which members of structs may have.
OF_OTHERS = _words("AscendC std main asc_machine asc_model asc_entry asc_kernel_entry")


@functools.lru_cache(maxsize=4096)
def legal(name: str) -> str:
    """*name* as an identifier that C++ doesn't reserve; other letters than ASCII's are spelled out."""
    text = ""
    for char in name:
        if char.isascii():
            text += char if char.isalnum() or char == "_" else "_"
            continue
        # Few names need its tables.
        import unicodedata

        plain = unicodedata.normalize("NFKD", char).encode("ascii", "ignore").decode()
        text += plain if plain.isalnum() else f"u{ord(char):x}"
    text = re.sub("__+", "_", text)
    if re.match(r"_[A-Z]", text):
        text = text[1:]
    if text.startswith("ASC_"):  # macros of Model's headers
        text = text.lower()
    return f"v{text}" if not text or text == "_" or text[0].isdigit() else text


def reserved(name: str) -> bool:
    """True for a word of C++ or of the headers, which nothing in a kernel's text can be called."""
    return name in KEYWORDS or name in WORDS_OF_HEADERS


def free(name: str) -> str:
    """*name* made legal, with an underscore where it is reserved."""
    text = legal(name)
    return f"{text}_" if reserved(text) else text
