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
  %p0 = arith.constant 1024 : i32
  %t0 = "asc.local_tensor_placed"(%p0, %n) {dtype = f32, pos = "TPosition::VECIN"} : (i32, i32) -> !asc.local_tensor<f32>
  %p1 = arith.constant 1536 : i32
  %t1 = "asc.local_tensor_placed"(%p1, %n) {dtype = f32, pos = "TPosition::VECIN"} : (i32, i32) -> !asc.local_tensor<f32>
  %p2 = arith.constant 2048 : i32
  %t2 = "asc.local_tensor_placed"(%p2, %n) {dtype = f32, pos = "TPosition::VECIN"} : (i32, i32) -> !asc.local_tensor<f32>
  %p3 = arith.constant 2560 : i32
  %t3 = "asc.local_tensor_placed"(%p3, %n) {dtype = f32, pos = "TPosition::VECIN"} : (i32, i32) -> !asc.local_tensor<f32>
  %p4 = arith.constant 3072 : i32
  %t4 = "asc.local_tensor_placed"(%p4, %n) {dtype = f32, pos = "TPosition::VECIN"} : (i32, i32) -> !asc.local_tensor<f32>
  %p5 = arith.constant 3584 : i32
  %t5 = "asc.local_tensor_placed"(%p5, %n) {dtype = f32, pos = "TPosition::VECIN"} : (i32, i32) -> !asc.local_tensor<f32>
  %p6 = arith.constant 4096 : i32
  %t6 = "asc.local_tensor_placed"(%p6, %n) {dtype = f32, pos = "TPosition::VECIN"} : (i32, i32) -> !asc.local_tensor<f32>
  %p7 = arith.constant 4608 : i32
  %t7 = "asc.local_tensor_placed"(%p7, %n) {dtype = f32, pos = "TPosition::VECIN"} : (i32, i32) -> !asc.local_tensor<f32>
  "asc.data_copy"(%t0, %gx, %n) : (!asc.local_tensor<f32>, !asc.global_tensor<f32>, i32) -> ()
  "asc.data_copy"(%t1, %gx, %n) : (!asc.local_tensor<f32>, !asc.global_tensor<f32>, i32) -> ()
  "asc.data_copy"(%t2, %gx, %n) : (!asc.local_tensor<f32>, !asc.global_tensor<f32>, i32) -> ()
  "asc.data_copy"(%t3, %gx, %n) : (!asc.local_tensor<f32>, !asc.global_tensor<f32>, i32) -> ()
  "asc.data_copy"(%t4, %gx, %n) : (!asc.local_tensor<f32>, !asc.global_tensor<f32>, i32) -> ()
  "asc.data_copy"(%t5, %gx, %n) : (!asc.local_tensor<f32>, !asc.global_tensor<f32>, i32) -> ()
  "asc.data_copy"(%t6, %gx, %n) : (!asc.local_tensor<f32>, !asc.global_tensor<f32>, i32) -> ()
  "asc.data_copy"(%t7, %gx, %n) : (!asc.local_tensor<f32>, !asc.global_tensor<f32>, i32) -> ()
  "asc.abs"(%t0, %t0, %n) : (!asc.local_tensor<f32>, !asc.local_tensor<f32>, i32) -> ()
  "asc.abs"(%t1, %t1, %n) : (!asc.local_tensor<f32>, !asc.local_tensor<f32>, i32) -> ()
  "asc.abs"(%t2, %t2, %n) : (!asc.local_tensor<f32>, !asc.local_tensor<f32>, i32) -> ()
  "asc.abs"(%t3, %t3, %n) : (!asc.local_tensor<f32>, !asc.local_tensor<f32>, i32) -> ()
  "asc.abs"(%t4, %t4, %n) : (!asc.local_tensor<f32>, !asc.local_tensor<f32>, i32) -> ()
  "asc.abs"(%t5, %t5, %n) : (!asc.local_tensor<f32>, !asc.local_tensor<f32>, i32) -> ()
  "asc.abs"(%t6, %t6, %n) : (!asc.local_tensor<f32>, !asc.local_tensor<f32>, i32) -> ()
  "asc.abs"(%t7, %t7, %n) : (!asc.local_tensor<f32>, !asc.local_tensor<f32>, i32) -> ()
  return
}

// Of the eight flags that would be set at one time five have a number each; that of the last copies is set where it is
// waited for.
// CHECK-COUNT-5: "asc.abs"
// CHECK-NEXT: "asc.set_flag"(%[[F:.*]]) {event = "HardEvent::MTE2_V"}
// CHECK-NEXT: "asc.wait_flag"(%[[F]]) {event = "HardEvent::MTE2_V"}
// CHECK-COUNT-3: "asc.abs"
// CHECK: return
