// RUN: asc opt -p input-output-tensor %s | filecheck %s

func.func @k(%x: memref<*xf32, 22>, %y: memref<*xf32, 22>, %z: memref<*xf32, 22>, %w: memref<*xf32, 22>, %v: memref<*xf32, 22>, %n: i32, %c: i1) attributes {asc.kernel} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %i = arith.constant 64 : i64
  %f = arith.constant 1.0 : f32
  // A pointer that each round moves on.
  %last = scf.for %k = %zero to %n step %one iter_args(%p = %x) -> (memref<*xf32, 22>) : i32 {
    %a = "asc.global_tensor"() : () -> !asc.global_tensor<f32>
    "asc.global_tensor_set_global_buffer"(%a, %p) {operandSegmentSizes = array<i32: 1, 1, 0>} : (!asc.global_tensor<f32>, memref<*xf32, 22>) -> ()
    %r = "asc.global_tensor_get_value"(%a, %i) : (!asc.global_tensor<f32>, i64) -> f32
    %next = "emitasc.ptr_offset"(%p, %i) : (memref<*xf32, 22>, i64) -> memref<*xf32, 22>
    scf.yield %next : memref<*xf32, 22>
  }
  %chosen = scf.if %c -> (memref<*xf32, 22>) {
    scf.yield %y : memref<*xf32, 22>
  } else {
    scf.yield %last : memref<*xf32, 22>
  }
  %e:2 = scf.while (%p = %z, %k = %zero) : (memref<*xf32, 22>, i32) -> (memref<*xf32, 22>, i32) {
    %more = arith.cmpi slt, %k, %n : i32
    scf.condition(%more) %p, %k : memref<*xf32, 22>, i32
  } do {
  ^bb0(%p: memref<*xf32, 22>, %k: i32):
    %g = "asc.global_tensor"() : () -> !asc.global_tensor<f32>
    "asc.global_tensor_set_global_buffer"(%g, %p) {operandSegmentSizes = array<i32: 1, 1, 0>} : (!asc.global_tensor<f32>, memref<*xf32, 22>) -> ()
    "asc.global_tensor_set_value"(%g, %i, %f) : (!asc.global_tensor<f32>, i64, f32) -> ()
    %next = "emitasc.ptr_offset"(%p, %i) : (memref<*xf32, 22>, i64) -> memref<*xf32, 22>
    %k1 = arith.addi %k, %one : i32
    scf.yield %next, %k1 : memref<*xf32, 22>, i32
  }
  %s = arith.select %c, %chosen, %w : memref<*xf32, 22>
  %b = "asc.global_tensor"() : () -> !asc.global_tensor<f32>
  "asc.global_tensor_set_global_buffer"(%b, %s) {operandSegmentSizes = array<i32: 1, 1, 0>} : (!asc.global_tensor<f32>, memref<*xf32, 22>) -> ()
  %t = "asc.global_tensor_get_value"(%b, %i) : (!asc.global_tensor<f32>, i64) -> f32
  return
}

// CHECK: func.func @k(
// CHECK-SAME: asc.access = "read"
// CHECK-SAME: asc.access = "read"
// CHECK-SAME: asc.access = "write"
// CHECK-SAME: asc.access = "read"
// CHECK-SAME: asc.access = "none"
