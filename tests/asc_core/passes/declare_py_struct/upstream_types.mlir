// RUN: asc opt -p declare-py-struct %s | filecheck %s

// A struct beside a type of MLIR's own, which brings no definition.
func.func @k(%t: !asc.struct<"T", "struct T { int32_t a; };">, %i: index) attributes {asc.kernel} {
  %m = memref.alloca() : memref<4xf32>
  %v = memref.load %m[%i] : memref<4xf32>
  memref.store %v, %m[%i] : memref<4xf32>
  return
}

// CHECK: asc.structs = ["struct T { int32_t a; };"]
