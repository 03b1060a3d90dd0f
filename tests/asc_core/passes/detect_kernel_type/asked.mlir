// RUN: asc opt -O kernel_type=MIX_AIC_1_1 -p detect-kernel-type %s | filecheck %s

func.func @k() attributes {asc.kernel} { return }

// CHECK: asc.kernel_type = "MIX_AIC_1_1"
