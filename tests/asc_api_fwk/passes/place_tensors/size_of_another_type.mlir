// RUN: not asc opt -p place-tensors %s 2>&1 | filecheck %s

func.func @k(%n: i32) attributes {asc.kernel} {
  %t = "asc.local_tensor_auto"(%n) : (i32) -> !asc.local_tensor<f32> loc("tile"("kernel.py":3:5))
  return
}

// CHECK: error[ASC-E605]: asc.local_tensor_auto takes one or more sizes of type i64, not one of type i32
// CHECK: kernel.py:3:5
