// RUN: not asc opt -p verify-sync %s 2>&1 | filecheck %s

func.func @k(%n: i32) attributes {asc.kernel} {
  "asc.set_flag"(%n) {event = "HardEvent::V_MTE3"} : (i32) -> ()
  "asc.wait_flag"(%n) {event = "HardEvent::V_MTE2"} : (i32) -> ()
  "asc.wait_flag"(%n) {event = "HardEvent::V_MTE3"} : (i32) -> ()
  return
}

// CHECK: error[ASC-E604]: the flag HardEvent::V_MTE2 is never set
