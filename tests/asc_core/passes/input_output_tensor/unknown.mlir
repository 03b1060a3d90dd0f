// RUN: asc opt -p input-output-tensor %s | filecheck %s

func.func private @f(%p: memref<*xf32, 22>)
func.func @k(%x: memref<*xf32, 22>, %z: memref<*xf32, 22>) attributes {asc.kernel} {
  func.call @f(%x) : (memref<*xf32, 22>) -> ()
  return
}

// CHECK: func.func @k(
// CHECK-SAME: asc.access = "read_write"
// CHECK-SAME: asc.access = "none"
