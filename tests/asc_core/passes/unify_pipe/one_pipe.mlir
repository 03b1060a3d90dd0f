// RUN: asc opt -p unify-pipe %s | filecheck %s

func.func @k(%c: i1) attributes {asc.kernel} {
  scf.if %c {
    %a = "asc.tpipe"() : () -> !asc.tpipe
    "asc.tpipe_reset"(%a) : (!asc.tpipe) -> ()
  }
  %b = "asc.tpipe"() : () -> !asc.tpipe
  "asc.tpipe_reset"(%b) : (!asc.tpipe) -> ()
  return
}

// CHECK: %[[P:.*]] = "asc.tpipe"()
// CHECK-NEXT: scf.if
// CHECK-NEXT: "asc.tpipe_reset"(%[[P]])
// CHECK-NOT: "asc.tpipe"()
// CHECK: "asc.tpipe_reset"(%[[P]])
