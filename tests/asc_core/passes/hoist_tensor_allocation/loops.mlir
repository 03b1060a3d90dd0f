// RUN: asc opt -p hoist-tensor-allocation %s | filecheck %s

func.func @k(%m: i32, %k: i64) attributes {asc.kernel} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %i = %zero to %m step %one : i32 {
    %a = "asc.local_tensor_auto"(%k) : (i64) -> !asc.local_tensor<f32>
    %n = arith.extsi %i : i32 to i64
    %b = "asc.local_tensor_auto"(%n) : (i64) -> !asc.local_tensor<f16>
  }
  return
}

// CHECK: "asc.local_tensor_auto"(%{{.*}}) {asc.loops_left = 1 : i32} : (i64) -> !asc.local_tensor<f32>
// CHECK-NEXT: scf.for
// CHECK: "asc.local_tensor_auto"(%{{.*}}) : (i64) -> !asc.local_tensor<f16>
