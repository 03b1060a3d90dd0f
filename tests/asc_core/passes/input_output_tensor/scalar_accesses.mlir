// RUN: asc opt -p input-output-tensor %s | filecheck %s

func.func @k(%x: memref<*xf32, 22>, %z: memref<*xf32, 22>, %w: memref<*xf32, 22>, %n: i64) attributes {asc.kernel} {
  %a = "asc.global_tensor"() : () -> !asc.global_tensor<f32>
  %b = "asc.global_tensor"() : () -> !asc.global_tensor<f32>
  %y = "emitasc.ptr_offset"(%x, %n) : (memref<*xf32, 22>, i64) -> memref<*xf32, 22>
  "asc.global_tensor_set_global_buffer"(%a, %y) {operandSegmentSizes = array<i32: 1, 1, 0>} : (!asc.global_tensor<f32>, memref<*xf32, 22>) -> ()
  "asc.global_tensor_set_global_buffer"(%b, %z) {operandSegmentSizes = array<i32: 1, 1, 0>} : (!asc.global_tensor<f32>, memref<*xf32, 22>) -> ()
  %v = "asc.global_tensor_get_value"(%a, %n) : (!asc.global_tensor<f32>, i64) -> f32
  "asc.global_tensor_set_value"(%b, %n, %v) : (!asc.global_tensor<f32>, i64, f32) -> ()
  return
}

// CHECK: func.func @k(
// CHECK-SAME: asc.access = "read"
// CHECK-SAME: asc.access = "write"
// CHECK-SAME: asc.access = "none"
