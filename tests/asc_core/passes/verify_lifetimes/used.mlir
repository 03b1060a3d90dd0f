// RUN: not asc opt -p verify-lifetimes %s 2>&1 | filecheck %s

func.func @k(%n: i32) attributes {asc.kernel} {
  %0 = "asc.tque"() {depth = 1 : i64, mask = 0 : i64, pos = "TPosition::VECIN"} : () -> !asc.tque<"TPosition::VECIN", 1 : i64>
  %1 = "asc.tque_bind_deque"(%0) {dtype = f32} : (!asc.tque<"TPosition::VECIN", 1 : i64>) -> !asc.local_tensor<f32> loc("tile"("kernel.py":3:5))
  "asc.tque_bind_free_tensor"(%0, %1) : (!asc.tque<"TPosition::VECIN", 1 : i64>, !asc.local_tensor<f32>) -> () loc("kernel.py":4:5)
  "asc.abs"(%1, %1, %n) : (!asc.local_tensor<f32>, !asc.local_tensor<f32>, i32) -> () loc("kernel.py":5:5)
  return
}

// CHECK: error[ASC-E606]: 'tile' is used after it was freed
// CHECK: kernel.py:5:5
// CHECK: note: it was freed here: kernel.py:4
