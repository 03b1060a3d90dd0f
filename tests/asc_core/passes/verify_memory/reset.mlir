// RUN: asc opt -p verify-memory %s | filecheck %s

func.func @k(%n: i32) attributes {asc.kernel} {
  %large = arith.constant 131072 : i32
  %pipe = "asc.tpipe"() : () -> !asc.tpipe
  %one = "asc.tbuf"() {pos = "TPosition::VECCALC"} : () -> !asc.tbuf<"TPosition::VECCALC">
  %two = "asc.tbuf"() {pos = "TPosition::VECCALC"} : () -> !asc.tbuf<"TPosition::VECCALC">
  "asc.tpipe_init_buffer"(%pipe, %one, %large) : (!asc.tpipe, !asc.tbuf<"TPosition::VECCALC">, i32) -> ()
  "asc.tpipe_reset"(%pipe) : (!asc.tpipe) -> ()
  "asc.tpipe_init_buffer"(%pipe, %two, %large) : (!asc.tpipe, !asc.tbuf<"TPosition::VECCALC">, i32) -> ()
  "asc.tpipe_init_buffer"(%pipe, %one, %n) : (!asc.tpipe, !asc.tbuf<"TPosition::VECCALC">, i32) -> ()
  return
}

// What was given back counts no more, and lengths that are known at run time only aren't counted.
// CHECK-COUNT-3: "asc.tpipe_init_buffer"
