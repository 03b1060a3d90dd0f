// RUN: not asc opt -p place-tensors %s 2>&1 | filecheck %s

func.func @k() attributes {asc.kernel} {
  %pipe = "asc.tpipe"() : () -> !asc.tpipe
  %c = arith.constant 0 : i64
  %t = "asc.local_tensor_auto"(%c) : (i64) -> !asc.local_tensor<f32> loc("tile"("kernel.py":3:5))
  return
}

// CHECK: error[ASC-E302]: a size of a tensor is 0; it must be at least 1
// CHECK: kernel.py:3:5
