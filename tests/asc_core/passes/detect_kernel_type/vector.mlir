// RUN: asc opt -p detect-kernel-type %s | filecheck %s

func.func @k(%t: !asc.local_tensor<f32>, %n: i32) attributes {asc.kernel} {
  "asc.abs"(%t, %t, %n) : (!asc.local_tensor<f32>, !asc.local_tensor<f32>, i32) -> ()
  return
}

// CHECK: asc.kernel_type = "AIV_ONLY"
