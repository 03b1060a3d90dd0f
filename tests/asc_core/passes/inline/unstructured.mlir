// RUN: not asc opt -p inline %s 2>&1 | filecheck %s

func.func private @f(%c: i1) {
  cf.cond_br %c, ^a, ^b
^a:
  return
^b:
  return
}
func.func @k(%c: i1) attributes {asc.kernel} {
  func.call @f(%c) : (i1) -> ()
  return
}

// CHECK: function 'f' has control flow without structure
