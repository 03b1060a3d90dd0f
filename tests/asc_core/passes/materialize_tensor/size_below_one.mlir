// RUN: not asc opt -p materialize-tensor %s 2>&1 | filecheck %s

func.func @k(%n: i64) attributes {asc.kernel} {
  %c = arith.constant -4 : i64
  %t = "asc.local_tensor_auto"(%n, %c) : (i64, i64) -> !asc.local_tensor<f32> loc("tile"("kernel.py":3:5))
  return
}

// CHECK: error[ASC-E302]: a size of a tensor is -4; it must be at least 1
// CHECK: kernel.py:3:5
