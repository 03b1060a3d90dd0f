// RUN: not asc opt -p verify-memory %s 2>&1 | filecheck %s

func.func @k() attributes {asc.kernel} {
  %zero = arith.constant 0 : i32
  %size = arith.constant 32768 : i32
  %far = arith.constant 131072 : i32
  %a = "asc.local_tensor_placed"(%zero, %size) {dtype = f32, pos = "TPosition::VECIN"} : (i32, i32) -> !asc.local_tensor<f32> loc("a"("kernel.py":3:1))
  %b = "asc.local_tensor_placed"(%zero, %size) {dtype = f32, pos = "TPosition::VECCALC"} : (i32, i32) -> !asc.local_tensor<f32> loc("b"("kernel.py":4:1))
  %c = "asc.local_tensor_placed"(%far, %size) {dtype = f32, pos = "TPosition::VECOUT"} : (i32, i32) -> !asc.local_tensor<f32> loc("c"("kernel.py":5:1))
  return
}

// Tensors may have the same bytes, but none beyond the end.
// CHECK: error[ASC-E603]: tensors need 262144 bytes of UB, which has 196352 for kernels
// CHECK: kernel.py:5:1
// CHECK: a: 131072 bytes at 0, line 3
// CHECK: b: 131072 bytes at 0, line 4
// CHECK: c: 131072 bytes at 131072, line 5
