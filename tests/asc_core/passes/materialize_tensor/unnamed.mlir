// RUN: not asc opt -p materialize-tensor %s 2>&1 | filecheck %s

func.func @k(%n: i64) attributes {asc.kernel} {
  %0 = "asc.local_tensor_auto"(%n) : (i64) -> !asc.local_tensor<f32> loc("kernel.py":3:5)
  return
}

// CHECK: a tensor has no place in memory
// CHECK: kernel.py:3:5
