// RUN: asc opt -p place-tensors,unify-pipe,canonicalize %s | filecheck %s

func.func @k(%m: i64) attributes {asc.kernel} {
  %one = arith.constant 1.0 : f32
  %n = arith.constant 64 : i32
  %pipe = "asc.tpipe"() : () -> !asc.tpipe
  %s0 = arith.constant 64 : i64
  %t0 = "asc.local_tensor_auto"(%s0) : (i64) -> !asc.local_tensor<f32> loc("t0"("kernel.py":3:5))
  %s1 = arith.constant 64 : i64
  %t1 = "asc.local_tensor_auto"(%s1) : (i64) -> !asc.local_tensor<f32> loc("t1"("kernel.py":4:5))
  %t2 = "asc.local_tensor_auto"(%m) : (i64) -> !asc.local_tensor<f16>
  "asc.duplicate"(%t0, %one, %n) : (!asc.local_tensor<f32>, f32, i32) -> ()
  "asc.duplicate"(%t1, %one, %n) : (!asc.local_tensor<f32>, f32, i32) -> ()
  return
}

// CHECK-COUNT-1: "asc.tpipe"()
// CHECK: %[[B:.*]] = "asc.tbuf"()
// CHECK: "asc.tpipe_init_buffer"(%{{.*}}, %[[B]], %c256_i32)
// CHECK: "asc.tbuf_get_with_offset"(%[[B]], %c64_i32, %c0_i32)
// CHECK: "asc.tbuf_get_with_offset"(%[[B]], %c64_i32, %c0_i32)
// CHECK: "asc.tbuf_get"(
