// RUN: asc opt -p materialize-tensor %s | filecheck %s

func.func @k() attributes {asc.kernel} {
  %one = arith.constant 1.0 : f32
  %n = arith.constant 64 : i32
  %addr = arith.constant 256 : i32
  %p = "asc.local_tensor_placed"(%addr, %n) {dtype = f32, pos = "TPosition::VECIN"} : (i32, i32) -> !asc.local_tensor<f32>
  %s0 = arith.constant 64 : i64
  %t0 = "asc.local_tensor_auto"(%s0) : (i64) -> !asc.local_tensor<f32> loc("t0"("kernel.py":3:5))
  "asc.duplicate"(%t0, %one, %n) : (!asc.local_tensor<f32>, f32, i32) -> ()
  return
}

// CHECK: %[[A:.*]] = arith.constant 512 : i32
// CHECK: "asc.local_tensor_placed"(%[[A]]
