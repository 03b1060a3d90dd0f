// RUN: not asc opt -p generate-boilerplate %s 2>&1 | filecheck %s

func.func @k() {
  return
}

// CHECK: a module has one kernel; this one has 0
// CHECK-NEXT: no_kernel.mlir:3:1
// CHECK: note: functions: @k
// CHECK: help: mark the kernel: func.func @k(…) attributes {asc.kernel}
