"""All codes of diagnostics with their explanations: what ``asc explain`` and the documentation show."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Code:
    """A kind of error: its code, a summary of a line, and what to do about it."""

    code: str
    summary: str
    explanation: str


_TABLE = (
    Code(
        "ASC-E100",
        "The source of a function can't be read",
        "Kernels are compiled from their Python source. Code typed into Python's plain prompt, piped into standard "
        "input or made from text that is gone has none: put the function into a file or a notebook cell.",
    ),
    Code(
        "ASC-E101",
        "Syntax that has no meaning on a device",
        "A kernel runs on an AI core without a Python interpreter. The message says what to write instead.",
    ),
    Code(
        "ASC-E102",
        "Exceptions in a kernel",
        "An AI core can neither raise nor catch exceptions. Check with `if`, or stop with `assert`. A `raise` that is "
        "reached while the kernel is compiled, say under a condition on `asc.ConstExpr` arguments, shows its message.",
    ),
    Code("ASC-E103", "A generator", "A kernel can't `yield`: write into a tensor, or return a tuple."),
    Code("ASC-E104", "Asynchronous code", "An AI core has no event loop. Its pipes work in parallel."),
    Code(
        "ASC-E105",
        "`global` or `nonlocal`",
        "A kernel reads the globals of its module as constants. It hands results back through tensors, or as the "
        "return value of a device function.",
    ),
    Code("ASC-E106", "`del`", "Variables of a kernel need no deletion; the compiler sees where they end."),
    Code("ASC-E107", "A class definition in a kernel", "Define the class outside of the kernel and use it inside."),
    Code(
        "ASC-E108",
        "A function definition in a kernel",
        "Define the function outside and decorate it with `@asc.jit`: it becomes a device function, which is inlined.",
    ),
    Code("ASC-E109", "A lambda", "Write the expression at its place, or define a device function with `@asc.jit`."),
    Code("ASC-E110", "An import in a kernel", "Import modules at the top of the file."),
    Code("ASC-E201", "A name that isn't defined", "The name is neither a variable of the kernel nor a global."),
    Code(
        "ASC-E202",
        "A variable that may have no value",
        "On some path to this line the variable isn't assigned. Give it a value before the `if` or the loop.",
    ),
    Code("ASC-E203", "An attribute that doesn't exist", "The message names the nearest one."),
    Code(
        "ASC-E204",
        "A value of the host in a kernel",
        "Arrays and other objects of the host live in the host's memory. Pass arrays as arguments of the kernel.",
    ),
    Code(
        "ASC-E205",
        "A change of the host's objects",
        "A kernel is compiled once and runs often, so it can't change objects of the program that launches it.",
    ),
    Code(
        "ASC-E206",
        "Different types on different paths",
        "After an `if` or a loop that is decided when the kernel runs, a variable has one type, whichever path was "
        "taken. Convert the values to one type on each path.",
    ),
    Code(
        "ASC-E207",
        "A constant is needed",
        "The value must be known when the kernel is compiled. Pass it as an `asc.ConstExpr` argument.",
    ),
    Code("ASC-E208", "Compile-time code raised an exception", "Python's own message says what went wrong."),
    Code("ASC-E209", "Unpacking doesn't fit", "The number of names and the number of values differ."),
    Code(
        "ASC-E210",
        "Text with run-time values",
        "Text exists at compile time only. Use `print(f'…')` or `asc.printf`, which format on the device.",
    ),
    Code("ASC-E300", "A call that can't be compiled", "The message names the API and what is wrong."),
    Code(
        "ASC-E301",
        "Arguments that fit no signature",
        "The message lists what was passed and, for each signature, the first argument that doesn't fit.",
    ),
    Code("ASC-E302", "An argument out of range", "The message names the argument, its value and the limit."),
    Code(
        "ASC-E303",
        "A data type that the API doesn't take",
        "The message lists the supported ones. Most APIs want all tensors of one type; `asc.cast` converts. "
        "A tensor made without a type has none until it gets memory.",
    ),
    Code("ASC-E304", "An argument must be a constant", "Pass it as an `asc.ConstExpr` argument of the kernel."),
    Code("ASC-E305", "An operation that a value doesn't have", "The message says what to use instead."),
    Code("ASC-E306", "A static assertion failed", "The message is the assertion's."),
    Code("ASC-E310", "A call of something that isn't callable", "The message names the object."),
    Code(
        "ASC-E311",
        "A Python function called with run-time values",
        "Decorate the function with `@asc.jit`: it is then compiled into the kernel.",
    ),
    Code("ASC-E312", "Arguments that don't fit a device function", "The message says which parameter doesn't fit."),
    Code("ASC-E313", "Recursion", "Device functions are inlined, so they can't call themselves. Write a loop."),
    Code("ASC-E314", "A kernel that returns a value", "A kernel writes its results into its tensors."),
    Code(
        "ASC-E401",
        "An operator that the operands don't have",
        "Scalars have Python's operators; tensors are computed with APIs such as `asc.add`.",
    ),
    Code(
        "ASC-E402",
        "No common type",
        "There is no type that holds the values of both operands. Convert one with `.cast(dtype)`.",
    ),
    Code("ASC-E403", "A number that doesn't fit its type", "The message names the number, the type and its range."),
    Code("ASC-E404", "Division by zero", "The divisor is the constant zero."),
    Code("ASC-E501", "A loop without end", "`while True` needs a `break` or a `return`."),
    Code("ASC-E502", "A wrong range", "The bounds of a range are whole numbers and its step isn't zero."),
    Code(
        "ASC-E503",
        "Iteration over a run-time value",
        "`for` iterates over `range(…)`, and over sequences known at compile time, which are unrolled.",
    ),
    Code("ASC-E504", "An assertion failed", "The condition is known at compile time and false."),
    Code(
        "ASC-E505",
        "A list changed under a run-time condition",
        "Lists exist at compile time only, so a change can't depend on what happens when the kernel runs.",
    ),
    Code(
        "ASC-E506",
        "A loop at compile time is too long",
        "Loops over static_range, tuples and lists are unrolled, and comprehensions computed, while the kernel is "
        "compiled; so many copies of a body would take the C++ compiler minutes.",
    ),
    Code(
        "ASC-E507",
        "Too large for compile time",
        "An expression that the compiler computes would make, or run through, more than 1,048,576 items or characters. "
        "Compute such values outside of the kernel; large tables belong into global memory.",
    ),
    Code("ASC-E601", "The compiler's checks refuse the kernel", "The message is that of the check."),
    Code(
        "ASC-E602",
        "An operation has no Ascend C text",
        "A pack registered the operation without saying how it is written, or a pass that replaces it didn't run.",
    ),
    Code(
        "ASC-E603",
        "Tensors that don't fit into memory",
        "Tensors and buffers need more of a memory than the SoC has. The message lists them with their sizes.",
    ),
    Code(
        "ASC-E604",
        "A flag without its counterpart",
        "Each flag that `asc.set_flag` sets is waited for with `asc.wait_flag`, with the same event and id.",
    ),
    Code(
        "ASC-E605",
        "Text that is not ASC-IR",
        "A file given to `asc opt`, `asc translate`, `asc compile` or `asc run` breaks the syntax of MLIR, or the "
        "declaration of an operation: its operands, types and attributes. The message names what is wrong.",
    ),
    Code(
        "ASC-E606",
        "A tensor is used after it was freed",
        "`free_tensor` gives a tensor's buffer back to its queue, which hands it out again. What happens only on some "
        "paths, or in another round of a loop, is found by Model when the kernel runs.",
    ),
)

#: Every code, by itself.
CODES: dict[str, Code] = {c.code: c for c in _TABLE}
