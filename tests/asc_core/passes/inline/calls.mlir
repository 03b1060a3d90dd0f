// RUN: asc opt -p inline,symbol-dce %s | filecheck %s

func.func private @inner(%a: i32) -> i32 {
  %s = arith.addi %a, %a : i32
  return %s : i32
}
func.func private @outer(%a: i32) -> i32 {
  %s = func.call @inner(%a) : (i32) -> i32
  return %s : i32
}
func.func @k(%n: i32, %c: i1) attributes {asc.kernel} {
  scf.if %c {
    %r = func.call @outer(%n) : (i32) -> i32
    "emitasc.verbatim"(%r) {text = "use({0});"} : (i32) -> ()
  }
  return
}

// CHECK-NOT: private
// CHECK: func.func @k(%[[N:[a-z0-9]+]]: i32
// CHECK: scf.if
// CHECK-NEXT: %[[S:.*]] = arith.addi %[[N]], %[[N]]
// CHECK-NEXT: "emitasc.verbatim"(%[[S]])
// CHECK-NOT: call
