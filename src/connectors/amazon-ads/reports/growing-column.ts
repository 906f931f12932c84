/** The number of values in one block. */
const blockSize = 1 << 13;
const mask = blockSize - 1;
const shift = 13;

/**
 * A list of numbers in blocks of memory. The list grows by adding a block. A single large array would have to be copied
 * to grow, and its old copies would fill the memory until the garbage collector runs.
 */
export interface GrowingColumn {
  get(index: number): number;
  set(index: number, value: number): void;
  /** The memory of the column, in bytes. */
  readonly bytes: number;
}

/** Creates a column of zeros. The `index` of `set` can be at most one greater than every index before. */
export function createGrowingColumn(Type: Uint32ArrayConstructor | Float64ArrayConstructor): GrowingColumn {
  const blocks: (Uint32Array | Float64Array)[] = [];
  return {
    get: (index) => blocks[index >> shift]![index & mask]!,
    set(index, value) {
      const block = index >> shift;
      if (block === blocks.length) blocks.push(new Type(blockSize));
      blocks[block]![index & mask] = value;
    },
    get bytes() {
      return blocks.length * blockSize * Type.BYTES_PER_ELEMENT;
    },
  };
}
