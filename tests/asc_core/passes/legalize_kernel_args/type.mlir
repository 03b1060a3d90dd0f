// RUN: not asc opt -p legalize-kernel-args %s 2>&1 | filecheck %s

func.func @k(%n: vector<4xf32>) attributes {asc.kernel} { return }

// CHECK: argument 1 is of type vector<4xf32>, which can't be passed to a kernel
