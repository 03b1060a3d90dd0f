// RUN: not asc opt -p place-tensors %s 2>&1 | filecheck %s

func.func @k() attributes {asc.kernel} {
  %one = arith.constant 1.0 : f32
  %n = arith.constant 64 : i32
  %pipe = "asc.tpipe"() : () -> !asc.tpipe
  %size = arith.constant 32768 : i64
  %t0 = "asc.local_tensor_auto"(%size) : (i64) -> !asc.local_tensor<f32> loc("t0"("kernel.py":3:5))
  %t1 = "asc.local_tensor_auto"(%size) : (i64) -> !asc.local_tensor<f32> loc("t1"("kernel.py":4:5))
  "asc.duplicate"(%t0, %one, %n) : (!asc.local_tensor<f32>, f32, i32) -> ()
  "asc.adds"(%t1, %t0, %one, %n) {is_set_mask = true} : (!asc.local_tensor<f32>, !asc.local_tensor<f32>, f32, i32) -> ()
  return
}

// CHECK: error[ASC-E603]: tensors that the compiler places need 262144 bytes of UB, which has 196352 for kernels
// CHECK: kernel.py:4:5
// CHECK: note: t0: 131072 bytes
// CHECK: note: t1: 131072 bytes
