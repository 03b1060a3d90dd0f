// RUN: asc opt -p insert-sync,verify-sync %s | filecheck %s

func.func @k(%x: memref<*xf32, 22>, %z: memref<*xf32, 22>, %c: i1, %m: i32) attributes {asc.kernel} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %eight = arith.constant 8 : i32
  %n = arith.constant 64 : i32
  %twice = arith.constant 128 : i32
  %i0 = arith.constant 0 : i64
  %at = arith.constant 512 : i32
  %gx = "asc.global_tensor"() : () -> !asc.global_tensor<f32>
  %gz = "asc.global_tensor"() : () -> !asc.global_tensor<f32>
  "asc.global_tensor_set_global_buffer"(%gx, %x) {operandSegmentSizes = array<i32: 1, 1, 0>} : (!asc.global_tensor<f32>, memref<*xf32, 22>) -> ()
  "asc.global_tensor_set_global_buffer"(%gz, %z) {operandSegmentSizes = array<i32: 1, 1, 0>} : (!asc.global_tensor<f32>, memref<*xf32, 22>) -> ()
  %a = "asc.local_tensor_placed"(%zero, %twice) {dtype = f32, pos = "TPosition::VECIN"} : (i32, i32) -> !asc.local_tensor<f32>
  %b = "asc.local_tensor_placed"(%at, %twice) {dtype = f32, pos = "TPosition::VECOUT"} : (i32, i32) -> !asc.local_tensor<f32>
  "asc.abs"(%b, %a, %n) : (!asc.local_tensor<f32>, !asc.local_tensor<f32>, i32) -> ()
  "emitasc.verbatim"() {text = "f();"} : () -> ()
  "asc.data_copy"(%a, %gx, %n) : (!asc.local_tensor<f32>, !asc.global_tensor<f32>, i32) -> ()
  "asc.inline"() {before_function = false, code = "g();"} : () -> ()
  "asc.data_copy"(%a, %gx, %n) : (!asc.local_tensor<f32>, !asc.global_tensor<f32>, i32) -> ()
  return
}

// CHECK: "asc.abs"
// CHECK-NEXT: "asc.pipe_barrier"() {pipe = "PIPE_ALL"}
// CHECK-NEXT: "emitasc.verbatim"
// CHECK-NEXT: "asc.pipe_barrier"() {pipe = "PIPE_ALL"}
// CHECK-NEXT: "asc.data_copy"
// CHECK-NEXT: "asc.pipe_barrier"() {pipe = "PIPE_ALL"}
// CHECK-NEXT: "asc.inline"
// CHECK-NEXT: "asc.pipe_barrier"() {pipe = "PIPE_ALL"}
// CHECK-NEXT: "asc.data_copy"
