// RUN: not asc opt -p inline %s 2>&1 | filecheck %s

func.func private @f(%n: i32) {
  func.call @g(%n) : (i32) -> ()
  return
}
func.func private @g(%n: i32) {
  func.call @f(%n) : (i32) -> () loc("kernel.py":7:5)
  return
}
func.func @k(%n: i32) attributes {asc.kernel} {
  func.call @f(%n) : (i32) -> ()
  return
}

// CHECK: error[ASC-E313]: recursion can't be compiled: 'f' calls 'g' calls 'f'
// CHECK: kernel.py:7:5
