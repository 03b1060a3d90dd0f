// RUN: not env ASC_DISABLED_PACKS=basic,adv asc opt -p insert-sync %s 2>&1 | filecheck %s

func.func @k() attributes {asc.kernel} {
  return
}

// CHECK: synchronisation can't be inserted: no pack declares an operation with the role set, wait, barrier
// CHECK: help: enable the pack that has the flags and barriers of pipes
