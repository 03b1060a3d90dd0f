// RUN: asc opt -p define-cube-only %s | filecheck %s

func.func @k() attributes {asc.kernel} { return }

// CHECK: asc.defines = ["ASCENDC_CUBE_ONLY"]
// CHECK-SAME: asc.kernel_type = "AIC_ONLY"
