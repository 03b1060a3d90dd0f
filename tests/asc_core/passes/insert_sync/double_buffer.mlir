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
    %p = "emitasc.floormod"(%i, %two) : (i32, i32) -> i32
    %o = arith.muli %p, %n : i32
    %ai = "asc.local_tensor_subindex"(%a, %o) : (!asc.local_tensor<f32>, i32) -> !asc.local_tensor<f32>
    %bi = "asc.local_tensor_subindex"(%b, %o) : (!asc.local_tensor<f32>, i32) -> !asc.local_tensor<f32>
  "asc.data_copy"(%ai, %gx, %n) : (!asc.local_tensor<f32>, !asc.global_tensor<f32>, i32) -> ()
  "asc.abs"(%bi, %ai, %n) : (!asc.local_tensor<f32>, !asc.local_tensor<f32>, i32) -> ()
  }
  return
}

// Rounds next to each other touch different halves, so that a copy may run while the round before computes.
// CHECK: "asc.set_flag"(%[[C0:.*]]) {event = "HardEvent::V_MTE2"}
// CHECK-NEXT: "asc.set_flag"(%[[C1:.*]]) {event = "HardEvent::V_MTE2"}
// CHECK-NEXT: scf.for %[[I:[a-z0-9]+]]
// CHECK: %[[P:.*]] = "emitasc.floormod"(%[[I]]
// CHECK: "asc.wait_flag"(%[[P]]) {event = "HardEvent::V_MTE2"}
// CHECK-NEXT: "asc.data_copy"
// CHECK: "asc.abs"
// CHECK-NEXT: "asc.set_flag"(%[[P]]) {event = "HardEvent::V_MTE2"}
// CHECK-NEXT: }
// CHECK-NEXT: "asc.wait_flag"(%[[C0]]) {event = "HardEvent::V_MTE2"}
// CHECK-NEXT: "asc.wait_flag"(%[[C1]]) {event = "HardEvent::V_MTE2"}
// CHECK-NEXT: return
