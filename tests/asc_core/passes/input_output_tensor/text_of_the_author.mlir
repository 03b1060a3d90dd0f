// RUN: asc opt -p input-output-tensor %s | filecheck %s

func.func @k(%x: memref<*xf32, 22>) attributes {asc.kernel} {
  "asc.inline"() {before_function = false, code = "x[0] = 1;"} : () -> ()
  return
}

// CHECK: func.func @k(
// CHECK-SAME: asc.access = "read_write"
