// RUN: not asc opt -p generate-boilerplate %s 2>&1 | filecheck %s

func.func @k() attributes {asc.kernel} { return }
func.func @l() attributes {asc.kernel} { return }

// CHECK: a module has one kernel; this one has 2
// CHECK-NEXT: two_kernels.mlir:4:1
// CHECK: note: kernels: @k, @l
// CHECK: help: keep one, and compile each from a module of its own
