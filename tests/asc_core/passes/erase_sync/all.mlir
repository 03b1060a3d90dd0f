// RUN: asc opt -p erase-sync %s | filecheck %s

func.func @k(%n: i32) attributes {asc.kernel} {
  "asc.set_flag"(%n) {event = "HardEvent::V_S"} : (i32) -> ()
  "asc.wait_flag"(%n) {event = "HardEvent::V_S"} : (i32) -> ()
  "asc.pipe_barrier"() {pipe = "PIPE_V"} : () -> ()
  "asc.sync_all"() {is_aiv_only = true} : () -> ()
  return
}

// CHECK: attributes
// CHECK-NEXT: "asc.sync_all"()
// CHECK-NEXT: return
