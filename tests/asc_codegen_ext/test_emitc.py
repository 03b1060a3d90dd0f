from __future__ import annotations

from collections.abc import Callable

import pytest

from asc_plugins.errors import CallError


def kernel(body: str) -> str:
    return (
        'func.func @k(%a: i32 loc("a"), %b: i32 loc("b")) attributes {asc.kernel} {\n'
        f"%s = arith.addi %a, %b : i32\n{body}\nreturn\n}}"
    )


def test_verbatim_text_takes_operands_in_order(text_of: Callable[..., str]) -> None:
    text = text_of(kernel('emitc.verbatim "use({} * {});" args %s, %a : i32, i32'))
    assert "    use((a + b) * a);" in text


def test_calls(text_of: Callable[..., str]) -> None:
    body = """
      %r = emitc.call_opaque "Compute"(%s, %b) {template_args = [f16, 3]} : (i32, i32) -> i32
      emitc.call_opaque "Use"(%r) : (i32) -> ()
    """
    text = text_of(kernel(body))
    assert "int32_t value = Compute<half, 3>(a + b, b);\n    Use(value);" in text


def test_what_cannot_be_written_is_refused(text_of: Callable[..., str]) -> None:
    with pytest.raises(CallError, match="with 'args' can't be written"):
        text_of(kernel('emitc.call_opaque "Use"(%s) {args = [1, 0 : index]} : (i32) -> ()'))
    with pytest.raises(CallError, match="the call of 'helper' is still there"):
        text_of(kernel("func.call @helper() : () -> ()") + "\nfunc.func private @helper() { return }")
