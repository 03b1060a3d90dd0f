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
  scf.for %i = %zero to %eight step %one : i32 {
  "asc.data_copy"(%a, %gx, %n) : (!asc.local_tensor<f32>, !asc.global_tensor<f32>, i32) -> ()
  "asc.abs"(%b, %a, %n) : (!asc.local_tensor<f32>, !asc.local_tensor<f32>, i32) -> ()
  "asc.data_copy"(%gz, %b, %n) : (!asc.global_tensor<f32>, !asc.local_tensor<f32>, i32) -> ()
  }
  return
}

// CHECK-DAG: "asc.set_flag"(%[[A:.*]]) {event = "HardEvent::V_MTE2"}
// CHECK-DAG: "asc.set_flag"(%[[B:.*]]) {event = "HardEvent::MTE3_V"}
// CHECK: scf.for
// CHECK-NEXT: "asc.wait_flag"(%[[A]]) {event = "HardEvent::V_MTE2"}
// CHECK-NEXT: "asc.data_copy"
// CHECK: "asc.wait_flag"(%[[B]]) {event = "HardEvent::MTE3_V"}
// CHECK-NEXT: "asc.abs"
// CHECK: "asc.set_flag"(%[[A]]) {event = "HardEvent::V_MTE2"}
// CHECK: "asc.data_copy"
// CHECK: "asc.set_flag"(%[[B]]) {event = "HardEvent::MTE3_V"}
// CHECK-NEXT: }
// CHECK-DAG: "asc.wait_flag"(%[[A]]) {event = "HardEvent::V_MTE2"}
// CHECK-DAG: "asc.wait_flag"(%[[B]]) {event = "HardEvent::MTE3_V"}
// CHECK: return
