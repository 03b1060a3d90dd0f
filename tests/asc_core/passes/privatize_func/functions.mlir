// RUN: asc opt -p privatize-func %s | filecheck %s

func.func @helper() { return }
func.func private @elsewhere()
func.func @k() attributes {asc.kernel} { return }

// CHECK: func.func private @helper
// CHECK: func.func private @elsewhere
// CHECK: func.func @k
