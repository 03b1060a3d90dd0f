// RUN: not asc opt -p legalize-kernel-args %s 2>&1 | filecheck %s

func.func @k(%n: i32) -> i32 attributes {asc.kernel} { return %n : i32 }

// CHECK: a kernel returns nothing
