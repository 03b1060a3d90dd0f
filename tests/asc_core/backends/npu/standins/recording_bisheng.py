"""Stands for bisheng and ld.lld: notes how it was called, and writes what it was given as its output.

It knows no C++ and makes nothing that runs. Its refusals are those of any compiler: no input, no output named.
"""

import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main() -> int:
    arguments = sys.argv[1:]
    if arguments == ["--version"]:
        print("recording_bisheng 1.0")
        return 0
    skip = {arguments.index(option) + 1 for option in ("-o", "-m", "-x", "-include") if option in arguments}
    skip |= {i + 1 for i, argument in enumerate(arguments) if argument in ("-I", "-mllvm")}
    inputs = [a for i, a in enumerate(arguments) if i not in skip and not a.startswith("-")]
    texts = [Path(name).read_bytes().decode() for name in inputs]
    with (HERE / "calls.jsonl").open("a") as calls:
        print(json.dumps({"program": Path(sys.argv[0]).name, "arguments": arguments, "texts": texts}), file=calls)
    failure = HERE / "fail"
    unless = HERE / "fail_unless"
    spared = unless.exists() and ("-c" not in arguments or unless.read_text() in arguments)
    if failure.exists() and not spared:
        print(failure.read_text())
        return 1
    if "-o" not in arguments or not inputs:
        print("error: no input or no output")
        return 1
    Path(arguments[arguments.index("-o") + 1]).write_text("\0ELF" + "".join(texts))
    return 0


sys.exit(main())
