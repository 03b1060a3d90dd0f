// RUN: asc opt -p hoist-que-bind %s | filecheck %s

func.func @k(%m: i32, %c: i1) attributes {asc.kernel} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i8
  %pipe = "asc.tpipe"() : () -> !asc.tpipe
  scf.for %i = %zero to %m step %one : i32 {
    %q = "asc.tque"() {pos = "TPosition::VECIN", depth = 1 : i64, mask = 0 : i64} : () -> !asc.tque<"TPosition::VECIN", 1 : i64>
    "asc.tpipe_init_buffer_que"(%pipe, %q, %two, %m) : (!asc.tpipe, !asc.tque<"TPosition::VECIN", 1 : i64>, i8, i32) -> ()
    scf.if %c {
      %b = "asc.tbuf"() {pos = "TPosition::VECCALC"} : () -> !asc.tbuf<"TPosition::VECCALC">
      "asc.tpipe_init_buffer"(%pipe, %b, %i) : (!asc.tpipe, !asc.tbuf<"TPosition::VECCALC">, i32) -> ()
    }
  }
  return
}

// CHECK: %[[Q:.*]] = "asc.tque"()
// CHECK-NEXT: "asc.tpipe_init_buffer_que"(%{{.*}}, %[[Q]]
// CHECK-NEXT: scf.for
// CHECK: scf.if
// CHECK-NEXT: "asc.tbuf"()
// CHECK-NEXT: "asc.tpipe_init_buffer"(
