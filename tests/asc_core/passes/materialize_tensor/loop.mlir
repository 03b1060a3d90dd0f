// RUN: not asc opt -p materialize-tensor %s 2>&1 | filecheck %s

func.func @k() attributes {asc.kernel} {
  %one = arith.constant 1.0 : f32
  %n = arith.constant 64 : i32
  %s0 = arith.constant 24576 : i64
  %t0 = "asc.local_tensor_auto"(%s0) : (i64) -> !asc.local_tensor<f32> loc("t0"("kernel.py":3:5))
  %s1 = arith.constant 24576 : i64
  %t1 = "asc.local_tensor_auto"(%s1) : (i64) -> !asc.local_tensor<f32> loc("t1"("kernel.py":4:5))
  %lo = arith.constant 0 : i32
  %step = arith.constant 1 : i32
  scf.for %i = %lo to %n step %step : i32 {
    "asc.duplicate"(%t0, %one, %n) : (!asc.local_tensor<f32>, f32, i32) -> ()
    "asc.duplicate"(%t1, %one, %n) : (!asc.local_tensor<f32>, f32, i32) -> ()
  }
  return
}

// A loop needs what it uses in all of its rounds.
// CHECK: error[ASC-E603]: tensors that the compiler places need 196608 bytes of UB
