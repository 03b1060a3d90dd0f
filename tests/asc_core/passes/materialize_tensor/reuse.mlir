// RUN: asc opt -p materialize-tensor,canonicalize %s | filecheck %s

func.func @k() attributes {asc.kernel} {
  %one = arith.constant 1.0 : f32
  %n = arith.constant 64 : i32
  %s0 = arith.constant 24576 : i64
  %t0 = "asc.local_tensor_auto"(%s0) : (i64) -> !asc.local_tensor<f32> loc("t0"("kernel.py":3:5))
  %s1 = arith.constant 12288 : i64
  %t1 = "asc.local_tensor_auto"(%s1) : (i64) -> !asc.local_tensor<f32> loc("t1"("kernel.py":4:5))
  %s2 = arith.constant 24576 : i64
  %t2 = "asc.local_tensor_auto"(%s2) : (i64) -> !asc.local_tensor<f32> loc("t2"("kernel.py":5:5))
  "asc.duplicate"(%t0, %one, %n) : (!asc.local_tensor<f32>, f32, i32) -> ()
  "asc.duplicate"(%t1, %one, %n) : (!asc.local_tensor<f32>, f32, i32) -> ()
  "asc.duplicate"(%t0, %one, %n) : (!asc.local_tensor<f32>, f32, i32) -> ()
  "asc.duplicate"(%t2, %one, %n) : (!asc.local_tensor<f32>, f32, i32) -> ()
  return
}

// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-DAG: %[[BEHIND:.*]] = arith.constant 98304 : i32
// CHECK: "asc.local_tensor_placed"(%[[ZERO]]
// CHECK-NEXT: "asc.local_tensor_placed"(%[[BEHIND]]
// CHECK-NEXT: "asc.local_tensor_placed"(%[[ZERO]]
