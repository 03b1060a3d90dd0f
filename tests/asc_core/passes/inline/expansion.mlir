// RUN: not asc opt -p inline %s 2>&1 | filecheck %s

func.func private @f0(%n: i32) {
  func.call @f1(%n) : (i32) -> ()
  func.call @f1(%n) : (i32) -> ()
  return
}
func.func private @f1(%n: i32) {
  func.call @f2(%n) : (i32) -> ()
  func.call @f2(%n) : (i32) -> ()
  return
}
func.func private @f2(%n: i32) {
  func.call @f3(%n) : (i32) -> ()
  func.call @f3(%n) : (i32) -> ()
  return
}
func.func private @f3(%n: i32) {
  func.call @f4(%n) : (i32) -> ()
  func.call @f4(%n) : (i32) -> ()
  return
}
func.func private @f4(%n: i32) {
  func.call @f5(%n) : (i32) -> ()
  func.call @f5(%n) : (i32) -> ()
  return
}
func.func private @f5(%n: i32) {
  func.call @f6(%n) : (i32) -> ()
  func.call @f6(%n) : (i32) -> ()
  return
}
func.func private @f6(%n: i32) {
  func.call @f7(%n) : (i32) -> ()
  func.call @f7(%n) : (i32) -> ()
  return
}
func.func private @f7(%n: i32) {
  func.call @f8(%n) : (i32) -> ()
  func.call @f8(%n) : (i32) -> ()
  return
}
func.func private @f8(%n: i32) {
  func.call @f9(%n) : (i32) -> ()
  func.call @f9(%n) : (i32) -> ()
  return
}
func.func private @f9(%n: i32) {
  func.call @f10(%n) : (i32) -> ()
  func.call @f10(%n) : (i32) -> ()
  return
}
func.func private @f10(%n: i32) {
  func.call @f11(%n) : (i32) -> ()
  func.call @f11(%n) : (i32) -> ()
  return
}
func.func private @f11(%n: i32) {
  func.call @f12(%n) : (i32) -> ()
  func.call @f12(%n) : (i32) -> ()
  return
}
func.func private @f12(%n: i32) {
  func.call @f13(%n) : (i32) -> ()
  func.call @f13(%n) : (i32) -> ()
  return
}
func.func private @f13(%n: i32) {
  func.call @f14(%n) : (i32) -> ()
  func.call @f14(%n) : (i32) -> ()
  return
}
func.func private @f14(%n: i32) {
  func.call @f15(%n) : (i32) -> ()
  func.call @f15(%n) : (i32) -> ()
  return
}
func.func private @f15(%n: i32) {
  func.call @f16(%n) : (i32) -> ()
  func.call @f16(%n) : (i32) -> ()
  return
}
func.func private @f16(%n: i32) {
  func.call @f17(%n) : (i32) -> ()
  func.call @f17(%n) : (i32) -> ()
  return
}
func.func private @f17(%n: i32) {
  func.call @f18(%n) : (i32) -> ()
  func.call @f18(%n) : (i32) -> ()
  return
}
func.func private @f18(%n: i32) {
  func.call @f19(%n) : (i32) -> ()
  func.call @f19(%n) : (i32) -> ()
  return
}
func.func private @f19(%n: i32) {
  "emitasc.verbatim"(%n) {text = "use({0});"} : (i32) -> ()
  return
}
func.func @k(%n: i32) attributes {asc.kernel} {
  func.call @f0(%n) : (i32) -> ()
  return
}

// CHECK: error[ASC-E601]: with the functions that 'f{{[0-9]+}}' calls in their places it has more than 500000 operations
// CHECK: help: call them in loops
