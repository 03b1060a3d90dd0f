// RUN: not asc opt -p verify-sync %s 2>&1 | filecheck %s

func.func @k() attributes {asc.kernel} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  "asc.set_flag"(%one) {event = "HardEvent::V_MTE2"} : (i32) -> () loc("kernel.py":3:1)
  "asc.set_flag"(%zero) {event = "HardEvent::V_MTE2"} : (i32) -> ()
  "asc.wait_flag"(%zero) {event = "HardEvent::V_MTE2"} : (i32) -> ()
  return
}

// CHECK: error[ASC-E604]: the flag HardEvent::V_MTE2 1 is never waited for
// CHECK: kernel.py:3:1
