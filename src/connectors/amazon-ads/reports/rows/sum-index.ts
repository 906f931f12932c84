import { freeMemory } from "./free-memory.ts";

/** A hash table that finds the index of a sum by the codes of its keys. */
export interface SumIndex {
  /** Returns the index of the sum with these codes. If there is no such sum, adds a sum with the next index. */
  indexOf(codes: Uint32Array): number;
  /** The memory of the table, in bytes. */
  readonly bytes: number;
}

/** `codeAt` must return the codes of each sum. Store the codes of a new sum before the next call of `indexOf`. */
export function createSumIndex(keyCount: number, codeAt: (key: number, sum: number) => number): SumIndex {
  /** An entry is the index of a sum plus 1, or 0 if the entry is empty. */
  let table = new Int32Array(128);
  let size = 0;

  const hashOf = (code: (key: number) => number) => {
    let hash = 0x811c9dc5;
    for (let key = 0; key < keyCount; key++) hash = Math.imul(hash ^ code(key), 0x01000193) ^ (hash >>> 13);
    return hash ^ (hash >>> 16);
  };
  const grow = () => {
    const { length } = table;
    freeMemory(table);
    table = new Int32Array(length * 2);
    for (let sum = 0; sum < size; sum++) {
      let place = hashOf((key) => codeAt(key, sum)) & (table.length - 1);
      while (table[place] !== 0) place = (place + 1) & (table.length - 1);
      table[place] = sum + 1;
    }
  };

  return {
    indexOf(codes) {
      if (size > table.length * 0.6) grow();
      let place = hashOf((key) => codes[key]!) & (table.length - 1);
      for (; table[place] !== 0; place = (place + 1) & (table.length - 1)) {
        const sum = table[place]! - 1;
        let key = 0;
        while (key < keyCount && codeAt(key, sum) === codes[key]) key++;
        if (key === keyCount) return sum;
      }
      table[place] = size + 1;
      return size++;
    },
    get bytes() {
      return table.byteLength;
    },
  };
}
