import { freeMemory } from "./free-memory.ts";

/** The number of values in the first block. Most columns need no other block. */
const firstSize = 1 << 13;

// Later blocks are so large that the operating system maps their memory on first use, and frees a whole block at
// once.
const shift = 17;
const blockSize = 1 << shift;
const mask = blockSize - 1;

type Block = Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

/**
 * A format for the values in memory. A stored value is the value times `scale`. In all formats except the last, a
 * stored value must be a whole number up to `most`.
 */
interface Format {
  create: new (length: number) => Block;
  scale: number;
  most: number;
  bytes: number;
}

/** A column can change only to a later format in this list. The last format fits every number. */
const formats: readonly Format[] = [
  { create: Uint16Array, scale: 1, most: 0xffff, bytes: 2 },
  { create: Uint32Array, scale: 1, most: 0xffff_ffff, bytes: 4 },
  { create: Uint16Array, scale: 100, most: 0xffff, bytes: 2 },
  { create: Uint32Array, scale: 100, most: 0xffff_ffff, bytes: 4 },
  { create: Float64Array, scale: 1, most: Infinity, bytes: 8 },
];

/**
 * A list of numbers in blocks of memory. A single large array would have to be copied when it grows. All blocks have
 * the first format that fits all values so far. Amounts with two decimals are stored as whole cents, so their sums have
 * no rounding errors. Only the last format can have rounding errors.
 */
export interface GrowingColumn {
  get(index: number): number;
  /** Sets a value. A new index must follow the highest index that has a value. */
  set(index: number, value: number): void;
  /** Adds an amount to the value at an index, which must already have a value. */
  add(index: number, amount: number): void;
  /** Frees the memory. The column is empty afterwards. */
  clear(): void;
  /** The memory of the values, in bytes. */
  readonly bytes: number;
}

export function createGrowingColumn(): GrowingColumn {
  let blocks: Block[] = [];
  let size = 0;
  let number = 0;
  let { create, scale, most, bytes } = formats[0]!;

  const blockOf = (index: number) => (index < firstSize ? 0 : ((index - firstSize) >> shift) + 1);
  const placeOf = (index: number) => (index < firstSize ? index : (index - firstSize) & mask);
  const newBlock = (place: number) => new create(place === 0 ? firstSize : blockSize);

  /** Returns the part of a block that has values. */
  const used = (place: number) =>
    blocks[place]!.subarray(0, place === 0 ? size : size - firstSize - (place - 1) * blockSize);

  /** Converts all values to the next format that fits these values and a new value. */
  const changeFormat = (value: number): void => {
    const before = scale;
    let highest = 0;
    for (const place of blocks.keys())
      for (const stored of used(place)) if (stored > highest) highest = stored;
    do ({ create, scale, most, bytes } = formats[++number]!);
    while (!fits(value, scale, most) || !fits(highest / before, scale, most));
    blocks = blocks.map((old, place) => {
      const block = newBlock(place);
      const values = used(place);
      for (let index = 0; index < values.length; index++)
        block[index] = toStored(values[index]! / before, scale);
      freeMemory(old);
      return block;
    });
  };
  const get = (index: number): number => {
    const stored = blocks[blockOf(index)]![placeOf(index)]!;
    return scale === 1 ? stored : stored / scale;
  };
  const set = (index: number, value: number): void => {
    if (!fits(value, scale, most)) changeFormat(value);
    const block = blockOf(index);
    if (block === blocks.length) blocks.push(newBlock(block));
    blocks[block]![placeOf(index)] = toStored(value, scale);
    if (index === size) size++;
  };

  return {
    get,
    set,
    add(index, amount) {
      const block = blocks[blockOf(index)]!;
      const place = placeOf(index);
      const sum = block[place]! + toStored(amount, scale);
      // Both numbers are exact, so their sum is exact too.
      if (sum <= most && fits(amount, scale, most)) block[place] = sum;
      else set(index, get(index) + amount);
    },
    clear() {
      blocks.forEach(freeMemory);
      blocks = [];
      size = 0;
    },
    get bytes() {
      return size * bytes;
    },
  };
}

/** Returns whether a format fits a value. Ignores tiny rounding errors, such as the error of 0.1 + 0.2. */
function fits(value: number, scale: number, most: number): boolean {
  if (most === Infinity) return true;
  if (scale === 1) return value >>> 0 === value && value <= most;
  const stored = value * scale;
  return stored >= 0 && stored <= most && Math.abs(Math.round(stored) - stored) <= 1e-9 + stored * 1e-14;
}

const toStored = (value: number, scale: number): number => (scale === 1 ? value : Math.round(value * scale));
