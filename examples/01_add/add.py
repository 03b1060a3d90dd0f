"""Adds two vectors with tensors at fixed addresses and flags set by hand.

Each core adds its own part of the vectors, tile by tile; two halves of every buffer are used in turn, so that one
tile is copied while the other is computed.

    python examples/01_add/add.py -r Model
    python examples/01_add/add.py -r Model --dtype float16 --length 65536 --cores 4
"""

import argparse

import numpy as np

import asc
import asc.lib.runtime as rt
import asc.runtime.config as config

BUFFER_NUM = 2
TILE_NUM = 8


@asc.jit
def vadd_kernel(x: asc.GlobalAddress, y: asc.GlobalAddress, z: asc.GlobalAddress, block_length: int) -> None:
    offset = asc.get_block_idx() * block_length
    x_gm = asc.GlobalTensor()
    y_gm = asc.GlobalTensor()
    z_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x + offset, block_length)
    y_gm.set_global_buffer(y + offset, block_length)
    z_gm.set_global_buffer(z + offset, block_length)

    tile_length = block_length // TILE_NUM // BUFFER_NUM
    buffer_size = tile_length * BUFFER_NUM * x.dtype.sizeof()

    x_local = asc.LocalTensor(x.dtype, asc.TPosition.VECIN, 0, tile_length * BUFFER_NUM)
    y_local = asc.LocalTensor(x.dtype, asc.TPosition.VECIN, buffer_size, tile_length * BUFFER_NUM)
    z_local = asc.LocalTensor(x.dtype, asc.TPosition.VECOUT, buffer_size + buffer_size, tile_length * BUFFER_NUM)

    for i in range(TILE_NUM * BUFFER_NUM):
        buf_id = i % BUFFER_NUM

        asc.data_copy(x_local[buf_id * tile_length :], x_gm[i * tile_length :], tile_length)
        asc.data_copy(y_local[buf_id * tile_length :], y_gm[i * tile_length :], tile_length)

        # The vector unit starts when both copies are done.
        asc.set_flag(asc.HardEvent.MTE2_V, buf_id)
        asc.wait_flag(asc.HardEvent.MTE2_V, buf_id)

        asc.add(z_local[buf_id * tile_length:], x_local[buf_id * tile_length:], y_local[buf_id * tile_length:],
                tile_length)  # fmt: skip

        asc.set_flag(asc.HardEvent.V_MTE3, buf_id)
        asc.wait_flag(asc.HardEvent.V_MTE3, buf_id)

        asc.data_copy(z_gm[i * tile_length :], z_local[buf_id * tile_length :], tile_length)

        # The next copy into this half waits until the result has left it.
        asc.set_flag(asc.HardEvent.MTE3_MTE2, buf_id)
        asc.wait_flag(asc.HardEvent.MTE3_MTE2, buf_id)


def vadd(x: np.ndarray, y: np.ndarray, cores: int) -> np.ndarray:
    """``x + y``; each core's part must make whole tiles of a multiple of 32 bytes."""
    tiles = cores * TILE_NUM * BUFFER_NUM
    if x.size % tiles or x.size // tiles * x.itemsize % 32:
        raise ValueError(
            f"{x.size} elements of {x.itemsize} bytes don't make {tiles} tiles of a multiple of 32 bytes "
            f"({cores} cores of {TILE_NUM * BUFFER_NUM} tiles)"
        )
    z = np.zeros_like(x)
    vadd_kernel[cores, rt.current_stream()](x, y, z, x.size // cores)
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
