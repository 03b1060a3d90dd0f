// RUN: asc opt -p declare-py-struct %s | filecheck %s
// RUN: asc translate %s | filecheck %s

func.func @k(%s: !asc.struct<"Tiling", "struct Tiling { int32_t length; };"> loc("tiling")) attributes {asc.kernel, asc.structs = ["struct Tiling { int32_t length; };"]} {
  return
}

// CHECK: struct Tiling { int32_t length; };
