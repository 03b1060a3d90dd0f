from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest

API = """
@api("{cpp}", pipe=Pipe.V, model="{header}")
def {name}({params}) -> int:
    "Computes."
"""


def api(name: str, params: str = "a: int", header: str = "x.h") -> str:
    return API.format(name=name, cpp=name.title(), params=params, header=header)


def register(hook: str, *arguments: str) -> str:
    calls = "".join(f"    register({one})\n" for one in arguments)
    return f"\n@hookimpl\ndef asc_register_{hook}(register):\n{calls}"


TYPE = """
@ir_type("{name}", cpp="{cpp}", dialect="{dialect}")
class {cpp}(IRValue):
    "A type."

    @constructor("{cpp}")
    def __init__(self, n: int) -> None:
        "Makes one."

    @api("GetSize")
    def get_size(self) -> int:
        "The size."
"""


def type_(cpp: str = "Thing", name: str = "thing", dialect: str = "asc") -> str:
    return TYPE.format(name=name, cpp=cpp, dialect=dialect)


PASS = 'PassSpec("{}", Slot.OPTIMIZING, print)'
PLATFORM = 'PlatformSpec("{}", "dav", 1, 2, 1000, dict(UB=1024))'

#: Twice the same registration, by two packs.
SHARED = {
    "name": (api("twin") + register("names", "twin"), "name 'asc.twin'"),
    "name of a module": (register("modules", '"twin", "math"'), "module 'asc.twin'"),
    "type": (type_() + register("names", "Thing", "3, 'OTHER_{}'"), "name 'asc.Thing'"),
    "pass": (register("passes", PASS.format("shrink")), "pass 'shrink'"),
    "platform": (register("platforms", PLATFORM.format("Soc1")), "platform 'Soc1'"),
    "emitter": (register("emitters", '"arith.addi", print'), "emitter 'arith.addi'"),
    "model folder": (register("model", "Path(__file__).parent"), "model folder"),
}


@pytest.mark.parametrize("kind", SHARED)
def test_a_second_owner_is_refused_whole_and_both_are_named(kind: str, make_pack: Any, load_warned: Any) -> None:
    source, what = SHARED[kind]
    extra = api("extra") + register("names", "extra") if kind not in ("name", "type") else ""
    one = make_pack("one", source.format(1))
    two = make_pack("two", source.format(2) + extra)
    registry, warning = load_warned(one, two)
    error = registry.status("two").error
    assert error.startswith(what)
    assert "pack 'one'" in error
    assert "pack 'two'" in error
    assert error in warning
    assert registry.status("one").state == "loaded"
    assert registry.status("two").state == "failed"
    assert registry.owner("name", "asc.extra") is None
    assert registry.owner("op", "asc.extra") is None


def test_a_name_and_a_module_are_one_attribute(make_pack: Any, load_warned: Any) -> None:
    one = make_pack("one", api("adv") + register("names", "adv"))
    two = make_pack("two", register("modules", '"adv", "math"'))
    registry, _ = load_warned(one, two)
    assert "module 'asc.adv' of pack 'two' is registered by pack 'one'" in registry.status("two").error


def test_operations_of_two_packs_clash_when_they_are_worked_out(make_pack: Any, load: Any) -> None:
    one = make_pack("one", register("ops", 'OpSpec("asc.twin")'))
    two = make_pack("two", api("twin") + register("names", "twin"))
    top = make_pack("top", api("more") + register("names", "more"), requires=("one", "two"))
    registry = load(one, two, top)
    assert set(registry.names["asc"]) == {"twin", "more"}
    with pytest.warns(UserWarning, match=r"op 'asc.twin' of pack 'two' is registered by pack 'one'"):
        assert list(registry.ops) == ["asc.twin"]
    assert registry.owner("op", "asc.twin") == "one"
    assert registry.names["asc"] == {}
    assert registry.status("top").error == "it requires pack 'two', which failed to load"


def test_types_of_two_packs_clash_when_they_are_worked_out(make_pack: Any, load: Any) -> None:
    one = make_pack("one", type_("One") + register("names", "One"))
    two = make_pack("two", type_("Two") + register("types", "Two.ir_spec"))
    registry = load(one, two)
    with pytest.warns(UserWarning, match=r"type 'asc.thing' of pack 'two' is registered by pack 'one'"):
        assert registry.types["asc.thing"].cpp == "One"


def test_a_class_brings_its_type_constructor_and_methods(make_pack: Any, load: Any) -> None:
    source = type_() + "\nclass Sub(Thing):\n    pass\n" + register("names", "Thing", "Sub")
    registry = load(make_pack("one", source))
    assert list(registry.types) == ["asc.thing"]
    assert set(registry.ops) == {"asc.thing", "asc.thing_get_size"}
    assert registry.ops["asc.thing"].constructs
    assert sorted(api.qualified for api in registry.apis()) == ["Thing", "Thing.get_size"]


def test_inherited_methods_of_an_unregistered_base_come_along(make_pack: Any, load: Any) -> None:
    source = type_() + '\n@ir_type("sub", cpp="Sub")\nclass Sub(Thing):\n    "More."\n'
    source += register("names", "Sub") + register("types", "Thing.ir_spec")
    registry = load(make_pack("one", source))
    assert set(registry.ops) == {"asc.thing", "asc.thing_get_size"}
    assert set(registry.types) == {"asc.thing", "asc.sub"}


def test_a_parameter_struct_brings_type_and_operation(make_pack: Any, load: Any) -> None:
    source = """
class FooParams(ParamStruct):
    "Strides."
    stride: UInt16 = 1
"""
    registry = load(make_pack("one", source + register("names", "FooParams")))
    assert list(registry.types) == ["asc.foo_params"]
    assert list(registry.ops) == ["asc.foo_params"]


def test_each_overload_is_an_operation(make_pack: Any, load: Any) -> None:
    source = api("add") + '\n@add.overload\ndef _(a: int, mask: Mask) -> int:\n    "Masked."\n'
    registry = load(make_pack("one", source + register("names", "add")))
    assert list(registry.ops) == ["asc.add", "asc.add_mask"]


def test_two_names_of_one_object_declare_it_once(make_pack: Any, load: Any) -> None:
    source = api("add") + register("names", "add", "add, 'plus'", "add, 'add', 'asc.more'")
    registry = load(make_pack("one", source))
    assert list(registry.ops) == ["asc.add"]
    assert registry.names == {
        "asc": {"add": registry.names["asc"]["plus"], "plus": registry.names["asc"]["add"]},
        "asc.more": {"add": registry.names["asc"]["add"]},
    }
    assert len(list(registry.apis())) == 1


@pytest.mark.parametrize(
    ("source", "error"),
    [
        (api("x") + register("names", "x", "x"), "name 'asc.x' is registered twice"),
        (register("names", "3"), "3 has no name of its own: register(obj, name)"),
        (register("names", "3, 'a-b'"), "'asc.a-b' can't be written in Python: 'a-b' is not an identifier"),
        (register("names", "3, 'in'"), "'asc.in' can't be written in Python: 'in' is not an identifier"),
        (
            register("names", "3, 'X', 'rand'"),
            "namespace 'rand' of 'X' isn't 'asc' or one below it, 'asc.rand'",
        ),
        (register("types", "3"), "register takes a TypeSpec, not int 3"),
        (register("ops", "'asc.x'"), "register takes a OpSpec, not str 'asc.x'"),
        (register("passes", "print"), "register takes a PassSpec, not builtin_function_or_method"),
        (register("platforms", "None"), "register takes a PlatformSpec, not NoneType None"),
        (register("emitters", "'asc.x', 1"), "the emitter of 'asc.x' can't be called: 1"),
        (register("model", "'/nowhere/model'"), "the folder of Model headers /nowhere/model doesn't exist"),
        (
            register("modules", "'lib.1', 'math'"),
            "'lib.1' can't be written in Python: '1' is not an identifier",
        ),
    ],
)
def test_a_wrong_registration_is_refused(source: str, error: str, make_pack: Any, load_warned: Any) -> None:
    registry, _ = load_warned(make_pack("one", source))
    assert registry.status("one").error.startswith(error)


@pytest.mark.parametrize(
    ("source", "error"),
    [
        (register("ops", 'OpSpec("asc.Add")'), "op 'asc.Add' can't be in ASC-IR"),
        (register("ops", 'OpSpec("add")'), "op 'add' can't be in ASC-IR"),
        (
            register("ops", 'OpSpec("asc.add")', 'OpSpec("asc.add", pure=True)'),
            "op 'asc.add' is declared twice",
        ),
        (api("x", "a") + register("names", "x"), "the declaration of x is wrong: parameter 'a' of x needs"),
        (
            api("x") + "\n@x.overload\ndef _(a: float) -> int:\n    pass\n" + register("names", "x"),
            "asc.x: name the overload _",
        ),
        (
            type_() + api("x", "a: Src[Thing]") + register("names", "x"),
            "operand 'a' of asc.x has the type asc.thing, which no enabled pack registers; made_pack",
        ),
        (
            api("add") + register("names", "add") + register("emitters", "'asc.ad', print"),
            "no pack registers the op 'asc.ad' of its emitter; did you mean 'asc.add'?",
        ),
        (
            api("add") + register("names", "add") + register("emitters", "'asc.add', print"),
            "the op 'asc.add' of pack 'one' says already how it is written",
        ),
    ],
)
def test_a_wrong_declaration_takes_the_pack_out_when_it_is_worked_out(
    source: str, error: str, make_pack: Any, load: Any
) -> None:
    registry = load(make_pack("good", api("fine") + register("names", "fine")), make_pack("one", source))
    with pytest.warns(UserWarning, match="one: "):
        assert list(registry.ops) == ["asc.fine"]
    assert registry.status("one").state == "failed"
    assert registry.status("one").error.startswith(error)
    assert list(registry.names["asc"]) == ["fine"]


def test_registering_after_the_hook_is_refused(make_pack: Any, load: Any) -> None:
    point = make_pack(
        "one",
        "kept = []\n" + register("names", "1, 'ONE'").replace("register(1", "kept.append(register); register(1"),
    )
    load(point)
    with pytest.raises(Exception, match=r"name 'asc.TWO' is registered too late"):
        sys.modules[point.module].kept[0](2, "TWO")


def test_the_rest_is_handed_on_as_registered(make_pack: Any, load: Any, tmp_path: Path) -> None:
    source = (
        register("passes", PASS.format("b"), PASS.format("a"))
        + register("platforms", PLATFORM.format("Soc1"))
        + register("modules", '"lib.host", "my.host"')
        + register("emitters", '"arith.addi", print')
        + register("model", "Path(__file__).parent")
        + api("x", header="there.h")
        + api("y", header="missing.h")
        + register("names", "x", "y")
    )
    (tmp_path / "there.h").touch()
    registry = load(make_pack("one", source))
    assert [spec.name for spec in registry.passes] == ["b", "a"]
    assert registry.platforms["Soc1"].memories == {"UB": 1024}
    assert registry.modules == {"lib.host": "my.host"}
    assert registry.emitters == {"arith.addi": print}
    assert registry.model_folders == [tmp_path]
    assert registry.model_header("asc.x") == tmp_path / "there.h"
    assert registry.model_header("asc.y") is None
    for kind, key in [
        ("pass", "a"), ("platform", "Soc1"), ("module", "asc.lib.host"), ("emitter", "arith.addi"),
        ("model folder", str(tmp_path)), ("op", "asc.x"),
    ]:  # fmt: skip
        assert registry.owner(kind, key) == "one"


def test_the_fingerprint_follows_versions_and_files(make_pack: Any, load: Any, tmp_path: Path) -> None:
    point = make_pack("one")
    file = tmp_path / f"{point.module}.py"
    os.utime(file, ns=(10**18, 10**18))
    first = load(point).fingerprint()
    assert load(point).fingerprint() == first
    os.utime(file, ns=(10**18, 10**18 + 1))
    touched = load(point).fingerprint()
    assert touched != first
    os.utime(file, ns=(10**18, 10**18))
    file.write_text(file.read_text() + "#")
    os.utime(file, ns=(10**18, 10**18))
    assert load(point).fingerprint() not in (first, touched)
    assert load().fingerprint() != first


def test_a_pack_taken_out_later_observes_no_more(make_pack: Any, load: Any) -> None:
    source = """
    seen = []

    @hookimpl
    def asc_after_stage(stage):
        seen.append(stage)

    @hookimpl
    def asc_register_ops(register):
        register(OpSpec("wrong"))
    """
    point = make_pack("one", source)
    registry = load(point)
    registry.hook.asc_after_stage(stage="a", kernel="k", data=None, seconds=0.0)
    with pytest.warns(UserWarning, match="can't be in ASC-IR"):
        assert registry.ops == {}
    registry.hook.asc_after_stage(stage="b", kernel="k", data=None, seconds=0.0)
    assert sys.modules[point.module].seen == ["a"]
