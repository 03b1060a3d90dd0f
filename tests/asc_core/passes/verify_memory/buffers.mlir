// RUN: not asc opt -p verify-memory %s 2>&1 | filecheck %s

func.func @k(%c: i1) attributes {asc.kernel} {
  %two = arith.constant 2 : i8
  %small = arith.constant 100 : i32
  %large = arith.constant 65536 : i32
  %pipe = "asc.tpipe"() : () -> !asc.tpipe
  %x = "asc.tque"() {depth = 2 : i64, mask = 0 : i64, pos = "TPosition::VECIN"} : () -> !asc.tque<"TPosition::VECIN", 2 : i64> loc("x"("kernel.py":3:1))
  %z = "asc.tque"() {depth = 2 : i64, mask = 0 : i64, pos = "TPosition::VECOUT"} : () -> !asc.tque<"TPosition::VECOUT", 2 : i64> loc("z"("kernel.py":4:1))
  scf.if %c {
    "asc.tpipe_init_buffer_que"(%pipe, %x, %two, %large) : (!asc.tpipe, !asc.tque<"TPosition::VECIN", 2 : i64>, i8, i32) -> () loc("kernel.py":6:1)
  } else {
    "asc.tpipe_init_buffer_que"(%pipe, %x, %two, %small) : (!asc.tpipe, !asc.tque<"TPosition::VECIN", 2 : i64>, i8, i32) -> () loc("kernel.py":8:1)
  }
  "asc.tpipe_init_buffer_que"(%pipe, %z, %two, %large) : (!asc.tpipe, !asc.tque<"TPosition::VECOUT", 2 : i64>, i8, i32) -> () loc("kernel.py":9:1)
  return
}

// Of two branches the one that takes more counts.
// CHECK: error[ASC-E603]: buffers need 262144 bytes of UB, which has 196352 for kernels
// CHECK: kernel.py:9:1
// CHECK: x: 2 buffers of 65536 bytes, 131072 bytes, line 6
// CHECK: z: 2 buffers of 65536 bytes, 131072 bytes, line 9
