// RUN: not asc opt -p materialize-tensor %s 2>&1 | filecheck %s

func.func @k(%addr: i32) attributes {asc.kernel} {
  %one = arith.constant 1.0 : f32
  %n = arith.constant 64 : i32
  %p = "asc.local_tensor_placed"(%addr, %n) {dtype = f32, pos = "TPosition::VECIN"} : (i32, i32) -> !asc.local_tensor<f32> loc("own"("kernel.py":2:1))
  %s0 = arith.constant 64 : i64
  %t0 = "asc.local_tensor_auto"(%s0) : (i64) -> !asc.local_tensor<f32> loc("t0"("kernel.py":3:5))
  "asc.duplicate"(%t0, %one, %n) : (!asc.local_tensor<f32>, f32, i32) -> ()
  return
}

// CHECK: there is no telling which part of UB is free for tensors that the compiler places
// CHECK: note: own has no constant address and size
