"""Adds two vectors with TPipe and TQue: copy in, compute and copy out are device functions joined by queues.

python examples/02_add_framework/add_framework.py -r Model
python examples/02_add_framework/add_framework.py -r Model --dtype int16 --length 65536 --cores 4
"""

import argparse

import numpy as np

import asc
import asc.lib.runtime as rt
import asc.runtime.config as config

BUFFER_NUM = 2
TILE_NUM = 8


@asc.jit
def vadd_kernel(x: asc.GlobalAddress, y: asc.GlobalAddress, z: asc.GlobalAddress, block_length: int,
                tile_length: asc.ConstExpr[int]) -> None:  # fmt: skip
    offset = asc.get_block_idx() * block_length
    x_gm = asc.GlobalTensor()
    y_gm = asc.GlobalTensor()
    z_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x + offset)
    y_gm.set_global_buffer(y + offset)
    z_gm.set_global_buffer(z + offset)
    pipe = asc.TPipe()
    in_queue_x = asc.TQue(asc.TPosition.VECIN, BUFFER_NUM)
    in_queue_y = asc.TQue(asc.TPosition.VECIN, BUFFER_NUM)
    out_queue_z = asc.TQue(asc.TPosition.VECOUT, BUFFER_NUM)
    pipe.init_buffer(in_queue_x, BUFFER_NUM, tile_length * x.dtype.sizeof())
    pipe.init_buffer(in_queue_y, BUFFER_NUM, tile_length * y.dtype.sizeof())
    pipe.init_buffer(out_queue_z, BUFFER_NUM, tile_length * z.dtype.sizeof())
    for i in range(TILE_NUM * BUFFER_NUM):
        copy_in(i, x_gm, y_gm, in_queue_x, in_queue_y, tile_length)
        compute(z_gm, in_queue_x, in_queue_y, out_queue_z, tile_length)
        copy_out(i, z_gm, out_queue_z, tile_length)


@asc.jit
def copy_in(i: int, x_gm: asc.GlobalTensor, y_gm: asc.GlobalTensor, in_queue_x: asc.TQue, in_queue_y: asc.TQue,
            tile_length: asc.ConstExpr[int]) -> None:  # fmt: skip
    x_local = in_queue_x.alloc_tensor(x_gm.dtype)
    y_local = in_queue_y.alloc_tensor(y_gm.dtype)
    asc.data_copy(x_local, x_gm[i * tile_length :], tile_length)
    asc.data_copy(y_local, y_gm[i * tile_length :], tile_length)
    in_queue_x.enque(x_local)
    in_queue_y.enque(y_local)


@asc.jit
def compute(z_gm: asc.GlobalTensor, in_queue_x: asc.TQue, in_queue_y: asc.TQue, out_queue_z: asc.TQue,
            tile_length: asc.ConstExpr[int]) -> None:  # fmt: skip
    x_local = in_queue_x.deque(z_gm.dtype)
    y_local = in_queue_y.deque(z_gm.dtype)
    z_local = out_queue_z.alloc_tensor(z_gm.dtype)
    asc.add(z_local, x_local, y_local, tile_length)
    out_queue_z.enque(z_local)
    in_queue_x.free_tensor(x_local)
    in_queue_y.free_tensor(y_local)


@asc.jit
def copy_out(i: int, z_gm: asc.GlobalTensor, out_queue_z: asc.TQue, tile_length: asc.ConstExpr[int]) -> None:
    z_local = out_queue_z.deque(z_gm.dtype)
    asc.data_copy(z_gm[i * tile_length :], z_local, tile_length)
    out_queue_z.free_tensor(z_local)


def vadd(x: np.ndarray, y: np.ndarray, cores: int) -> np.ndarray:
    """``x + y``; each core's part must make whole tiles of a multiple of 32 bytes."""
    tiles = cores * TILE_NUM * BUFFER_NUM
    tile_length = x.size // tiles
    if x.size % tiles or tile_length * x.itemsize % 32:
        raise ValueError(
            f"{x.size} elements of {x.itemsize} bytes don't make {tiles} tiles of a multiple of 32 bytes "
            f"({cores} cores of {TILE_NUM * BUFFER_NUM} tiles)"
        )
    z = np.zeros_like(x)
    vadd_kernel[cores, rt.current_stream()](x, y, z, x.size // cores, tile_length)
    return z


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-r", "--backend", default="Model", choices=[b.value for b in config.Backend])
    parser.add_argument("-v", "--platform", default=None, choices=[p.value for p in config.Platform])
    parser.add_argument("--dtype", default="float32", choices=["float16", "float32", "int16", "int32"])
    parser.add_argument("--length", type=int, default=8 * 2048, help="number of elements")
    parser.add_argument("--cores", type=int, default=8)
    args = parser.parse_args()
    platform = config.Platform(args.platform) if args.platform else None
    config.set_platform(config.Backend(args.backend), platform)

    rng = np.random.default_rng(0)
    x = (rng.random(args.length) * 100).astype(args.dtype)
    y = (rng.random(args.length) * 100).astype(args.dtype)
    z = vadd(x, y, args.cores)
    np.testing.assert_array_equal(z, x + y)
    print(f"{args.length} sums of {args.dtype} on {args.cores} cores are right")


if __name__ == "__main__":
    main()
