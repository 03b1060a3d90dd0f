// RUN: asc opt -p detect-enable-debug %s | filecheck %s

func.func @k(%n: i32) attributes {asc.kernel} {
  "asc.print_time_stamp"(%n) : (i32) -> ()
  return
}

// CHECK: asc.enable_debug
