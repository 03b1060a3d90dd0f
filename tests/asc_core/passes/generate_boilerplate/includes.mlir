// RUN: asc opt -p generate-boilerplate %s | filecheck %s

func.func @k() attributes {asc.kernel} { return }

// CHECK: asc.includes = ["kernel_operator.h"]
