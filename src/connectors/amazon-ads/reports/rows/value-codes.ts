import { freeMemory } from "./free-memory.ts";
import { createGrowingColumn } from "./growing-column.ts";

// Stores each value of a text column once, as bytes. JavaScript strings in a Map would need three times the memory.

/** Converts each value to a small number (its code), and back. Equal values have the same code. */
export interface ValueCodes {
  codeOf(value: unknown): number;
  /** Returns the code of a text in UTF-8 bytes. */
  codeOfBytes(bytes: Uint8Array, start: number, end: number): number;
  valueAt(code: number): unknown;
  /** Compares the values of two codes in the order of their UTF-8 bytes. Values that are not texts come first. */
  compare(one: number, other: number): number;
  /** Frees the memory. No other method may be called afterwards. */
  clear(): void;
  /** The memory of the values, in bytes. */
  readonly bytes: number;
}

/** The first byte of a value that is not a text. The other bytes are the value as JSON. */
const json = 1;

/** The size of a block in bytes. A value is never split, so a longer value has a block of its own. */
const blockSize = 1 << 16;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function createValueCodes(): ValueCodes {
  const blocks: Uint8Array<ArrayBuffer>[] = [];
  let block = new Uint8Array(0);
  /** The position after the last value of each block except the last block. */
  const ends: number[] = [];
  /** The first free byte of `block`. */
  let free = 0;
  /** The position of each value. Upper 16 bits: the index of its block. Lower 16 bits: the index of its first byte. */
  const places = createGrowingColumn();
  let bytes = 0;
  /** A hash table. An entry is a code plus 1, or 0 if the entry is empty. */
  let table = new Int32Array(128);
  let size = 0;

  const hashOf = (own: Uint8Array, start: number, length: number) => {
    let hash = 0x811c9dc5;
    for (let at = start; at < start + length; at++) hash = Math.imul(hash ^ own[at]!, 0x01000193);
    return hash ^ (hash >>> 15);
  };
  const blockOf = (code: number) => blocks[places.get(code) >>> 16]!;
  const startOf = (code: number) => places.get(code) & 0xffff;
  /** Returns the length of a value, which ends where the next value of the block starts. */
  const lengthOf = (code: number): number => {
    const place = places.get(code);
    const next = code + 1 < size ? places.get(code + 1) : undefined;
    const isInside = next !== undefined && next >>> 16 === place >>> 16;
    return (isInside ? next & 0xffff : (ends[place >>> 16] ?? free)) - (place & 0xffff);
  };
  const bytesOf = (code: number) => blockOf(code).subarray(startOf(code), startOf(code) + lengthOf(code));

  /** Starts another block if the last block has too few free bytes. */
  const reserve = (length: number) => {
    if (blocks.length > 0 && (free === 0 ? length <= block.length : free + length <= blockSize)) return;
    if (blocks.length > 0) ends.push(free);
    block = new Uint8Array(Math.max(blockSize, length));
    blocks.push(block);
    bytes += block.length;
    free = 0;
  };
  /** Writes a text to the free bytes of the last block, and returns the number of bytes. */
  const write = (text: string): number => {
    reserve(text.length * 3);
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index);
      if (unit > 127) return encoder.encodeInto(text, block.subarray(free)).written;
      block[free + index] = unit;
    }
    return text.length;
  };
  const isLast = (code: number, length: number) => {
    if (lengthOf(code) !== length) return false;
    const own = blockOf(code);
    const start = startOf(code);
    for (let index = 0; index < length; index++) if (own[start + index] !== block[free + index]) return false;
    return true;
  };
  const grow = () => {
    const { length } = table;
    freeMemory(table);
    table = new Int32Array(length * 2);
    for (let code = 0; code < size; code++) {
      const hash = hashOf(blockOf(code), startOf(code), lengthOf(code));
      let place = hash & (table.length - 1);
      while (table[place] !== 0) place = (place + 1) & (table.length - 1);
      table[place] = code + 1;
    }
  };

  /**
   * Returns the code of the value that `write` has written to the free bytes of the last block. Only a new
   * value keeps these bytes.
   */
  const codeOfWritten = (length: number): number => {
    let place = hashOf(block, free, length) & (table.length - 1);
    for (; table[place] !== 0; place = (place + 1) & (table.length - 1))
      if (isLast(table[place]! - 1, length)) return table[place]! - 1;
    places.set(size, ((blocks.length - 1) << 16) | free);
    free += length;
    table[place] = ++size;
    if (size > table.length * 0.6) grow();
    return size - 1;
  };

  return {
    codeOf(value) {
      const isText = typeof value === "string" && value.charCodeAt(0) !== json && value.isWellFormed();
      return codeOfWritten(write(isText ? value : `\u0001${JSON.stringify(value ?? null)}`));
    },
    codeOfBytes(text, start, end) {
      reserve(end - start);
      for (let at = start; at < end; at++) block[free + at - start] = text[at]!;
      return codeOfWritten(end - start);
    },
    valueAt(code) {
      const own = bytesOf(code);
      return own[0] === json ? (JSON.parse(decoder.decode(own.subarray(1))) as unknown) : decoder.decode(own);
    },
    compare(one, other) {
      if (one === other) return 0;
      const [left, right] = [bytesOf(one), bytesOf(other)];
      const length = Math.min(left.length, right.length);
      for (let at = 0; at < length; at++) if (left[at] !== right[at]) return left[at]! - right[at]!;
      return left.length - right.length;
    },
    clear() {
      blocks.forEach(freeMemory);
      freeMemory(table);
      places.clear();
    },
    get bytes() {
      return bytes + table.byteLength + places.bytes;
    },
  };
}
