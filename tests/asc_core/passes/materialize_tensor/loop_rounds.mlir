// RUN: asc opt -p hoist-tensor-allocation,materialize-tensor,canonicalize %s | filecheck %s

// Each round makes its tensors anew: what one round is done with holds the next tensor.
func.func @k(%n: i32) attributes {asc.kernel} {
  %lo = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %f = arith.constant 1.0 : f32
  %c = arith.constant 64 : i32
  %size = arith.constant 24576 : i64
  scf.for %i = %lo to %n step %one : i32 {
    scf.for %j = %lo to %n step %one : i32 {
      %a = "asc.local_tensor_auto"(%size) : (i64) -> !asc.local_tensor<f32> loc("a"("kernel.py":3:5))
      "asc.duplicate"(%a, %f, %c) : (!asc.local_tensor<f32>, f32, i32) -> ()
      "asc.adds"(%a, %a, %f, %c) {is_set_mask = true} : (!asc.local_tensor<f32>, !asc.local_tensor<f32>, f32, i32) -> ()
      %b = "asc.local_tensor_auto"(%size) : (i64) -> !asc.local_tensor<f32> loc("b"("kernel.py":4:5))
      "asc.duplicate"(%b, %f, %c) : (!asc.local_tensor<f32>, f32, i32) -> ()
    }
    %d = "asc.local_tensor_auto"(%size) : (i64) -> !asc.local_tensor<f32> loc("d"("kernel.py":5:5))
    scf.for %j = %lo to %n step %one : i32 {
      "asc.duplicate"(%d, %f, %c) : (!asc.local_tensor<f32>, f32, i32) -> ()
    }
    "asc.adds"(%d, %d, %f, %c) {is_set_mask = true} : (!asc.local_tensor<f32>, !asc.local_tensor<f32>, f32, i32) -> ()
  }
  return
}

// CHECK: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK: "asc.local_tensor_placed"(%[[ZERO]]
// CHECK-NEXT: "asc.local_tensor_placed"(%[[ZERO]]
// CHECK-NEXT: "asc.local_tensor_placed"(%[[ZERO]]
// CHECK-NEXT: scf.for
