// RUN: asc opt -p verify-sync %s | filecheck %s

func.func @k(%n: i32, %m: i32) attributes {asc.kernel} {
  %zero = arith.constant 0 : i32
  "asc.set_flag"(%zero) {event = "HardEvent::V_MTE2"} : (i32) -> ()
  "asc.wait_flag"(%n) {event = "HardEvent::V_MTE2"} : (i32) -> ()
  "asc.set_flag"(%m) {event = "HardEvent::V_MTE2"} : (i32) -> ()
  return
}

// CHECK-COUNT-2: "asc.set_flag"
