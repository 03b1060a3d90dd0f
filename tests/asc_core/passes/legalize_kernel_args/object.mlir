// RUN: not asc opt -p legalize-kernel-args %s 2>&1 | filecheck %s

func.func @k(%p: !asc.tpipe loc("pipe")) attributes {asc.kernel} { return }

// CHECK: argument 'pipe' is a TPipe, which exists inside a kernel only
