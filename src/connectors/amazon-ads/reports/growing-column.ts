/** The number of values in one block. */
const blockSize = 1 << 13;
const mask = blockSize - 1;
const shift = 13;

/**
 * A list of numbers in blocks of memory. When the list is full, it gets another block. A single large array would
 * have to be copied to grow, and its old copies would fill the memory until the garbage collector runs. At first, the
 * blocks are `Uint32Array`s, which need little memory. If a value does not fit, such as a fraction or a negative
 * number, all blocks become `Float64Array`s.
 */
export interface GrowingColumn {
  get(index: number): number;
  /** Sets a value. A new index must be the next one after the highest index that has a value. */
  set(index: number, value: number): void;
  /** The memory of the column, in bytes. */
  readonly bytes: number;
}

export function createGrowingColumn(): GrowingColumn {
  let blocks: (Uint32Array | Float64Array)[] = [];
  let isWhole = true;
  return {
    get: (index) => blocks[index >> shift]![index & mask]!,
    set(index, value) {
      if (isWhole && value >>> 0 !== value) {
        isWhole = false;
        blocks = blocks.map((block) => Float64Array.from(block));
      }
      const block = index >> shift;
      if (block === blocks.length)
        blocks.push(isWhole ? new Uint32Array(blockSize) : new Float64Array(blockSize));
      blocks[block]![index & mask] = value;
    },
    get bytes() {
      return blocks.length * blockSize * (isWhole ? 4 : 8);
    },
  };
}
