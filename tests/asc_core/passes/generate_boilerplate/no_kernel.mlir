// RUN: not asc opt -p generate-boilerplate %s 2>&1 | filecheck %s

func.func @k() {
  return
}

// CHECK: a module has one kernel; this one has 0
