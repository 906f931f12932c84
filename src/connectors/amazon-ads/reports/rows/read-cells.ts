// Reads the values of some columns directly from the bytes of a JSON array of rows. In a file with a million rows, an
// object and several strings for each row would take most of the time and the memory.

export const cellKinds = { none: 0, number: 1, text: 2, json: 3 } as const;

/** The values of one row. The arrays are reused for the next row. All except `bytes` have one entry per column. */
export interface Cells {
  bytes: Uint8Array;
  /** `none`: a missing value or null. `text`: a text without escapes. `json`: any other value that is not a number. */
  kinds: Uint8Array;
  /** The position of the first byte of each value. A text starts after its opening quote. */
  starts: Uint32Array;
  /** The position after the last byte of each value. */
  ends: Uint32Array;
  /** The values of the columns that contain numbers. */
  numbers: Float64Array;
}

export interface CellReader {
  /**
   * Calls `onRow` for each row that these bytes complete.
   * @throws SyntaxError if the bytes are not a JSON array of objects
   */
  push(chunk: Uint8Array, onRow: (cells: Cells) => void): void;
  /** The number of bytes of the row that is not complete yet. */
  readonly pending: number;
  /** Whether the array has ended. */
  readonly isComplete: boolean;
}

const [quote, comma, colon, backslash] = [0x22, 0x2c, 0x3a, 0x5c];
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

const decoder = new TextDecoder();

export function createCellReader(columns: readonly string[]): CellReader {
  const indexOf = new Map(columns.map((name, index) => [name, index]));
  const cells: Cells = {
    bytes: new Uint8Array(0),
    kinds: new Uint8Array(columns.length),
    starts: new Uint32Array(columns.length),
    ends: new Uint32Array(columns.length),
    numbers: new Float64Array(columns.length),
  };
  /** The names in the last row, in order. If the next row has the same names, they are not decoded again. */
  const layout: { name: Uint8Array; column: number }[] = [];
  /** The buffer for all chunks, which begins with the bytes of the incomplete row. */
  let buffer = new Uint8Array(1 << 17);
  let pending = 0;
  let started = false;
  let ended = false;

  /** Returns the index of the column with this name, or -1 if the column is not needed. */
  const columnAt = (bytes: Uint8Array, start: number, end: number, place: number): number => {
    const known = layout[place];
    if (known?.name.length === end - start) {
      let at = 0;
      while (at < known.name.length && known.name[at] === bytes[start + at]) at++;
      if (at === known.name.length) return known.column;
    }
    const name = JSON.parse(decoder.decode(bytes.subarray(start - 1, end + 1))) as string;
    const column = indexOf.get(name) ?? -1;
    layout[place] = { name: bytes.slice(start, end), column };
    return column;
  };

  /** Reads a row into `cells`. Returns the position after the row, or -1 if the row is not complete. */
  const readRow = (bytes: Uint8Array, start: number): number => {
    let at = start + 1;
    cells.kinds.fill(cellKinds.none);
    for (let place = 0; ; place++) {
      at = skipSpace(bytes, at);
      if (bytes[at] === closeObject && place === 0) return at + 1;
      if (at >= bytes.length) return -1;
      if (bytes[at] !== quote) throw new SyntaxError("expected a name");
      const nameEnd = textEnd(bytes, at + 1);
      if (nameEnd < 0) return -1;
      const column = columnAt(bytes, at + 1, nameEnd, place);
      at = skipSpace(bytes, nameEnd + 1);
      if (at >= bytes.length) return -1;
      if (bytes[at] !== colon) throw new SyntaxError("expected a colon");
      at = skipSpace(bytes, at + 1);
      if (at >= bytes.length) return -1;
      const first = bytes[at]!;
      let kind: number = cellKinds.json;
      let [from, to] = [at, -1];
      if (first === quote) {
        to = textEnd(bytes, at + 1);
        if (to < 0) return -1;
        at = to + 1;
        if (hasEscape) to = at;
        else {
          kind = cellKinds.text;
          from++;
        }
      } else if (first === openObject || first === openArray) {
        to = at = nestedEnd(bytes, at);
        if (to < 0) return -1;
      } else {
        while (at < bytes.length && !isEnd(bytes[at]!)) at++;
        if (at >= bytes.length) return -1;
        to = at;
        if (first === 0x2d /* - */ || isDigit(first)) {
          kind = cellKinds.number;
          if (column >= 0) cells.numbers[column] = numberAt(bytes, from, to);
        } else {
          const word = decoder.decode(bytes.subarray(from, to));
          if (word === "null") kind = cellKinds.none;
          else if (word !== "true" && word !== "false") throw new SyntaxError("expected a value");
        }
      }
      if (column >= 0) {
        cells.kinds[column] = kind;
        cells.starts[column] = from;
        cells.ends[column] = to;
      }
      at = skipSpace(bytes, at);
      if (at >= bytes.length) return -1;
      if (bytes[at] === closeObject) return at + 1;
      if (bytes[at] !== comma) throw new SyntaxError("expected a comma");
      at++;
    }
  };

  return {
    push(chunk, onRow) {
      if (pending + chunk.length > buffer.length) {
        const larger = new Uint8Array((pending + chunk.length) * 2);
        larger.set(buffer.subarray(0, pending));
        buffer = larger;
      }
      buffer.set(chunk, pending);
      const bytes = buffer.subarray(0, pending + chunk.length);
      let at = 0;
      for (;;) {
        at = skipSpace(bytes, at);
        if (at >= bytes.length) break;
        if (!started) {
          if (bytes[at] !== openArray) throw new SyntaxError("expected an array");
          started = true;
          at++;
        } else if (ended) throw new SyntaxError("expected the end");
        else if (bytes[at] === closeArray) {
          ended = true;
          at++;
        } else if (bytes[at] === comma) at++;
        else if (bytes[at] === openObject) {
          const end = readRow(bytes, at);
          if (end < 0) break;
          cells.bytes = bytes;
          onRow(cells);
          at = end;
        } else throw new SyntaxError("expected a row");
      }
      pending = bytes.length - at;
      buffer.copyWithin(0, at, bytes.length);
    },
    get pending() {
      return pending;
    },
    get isComplete() {
      return ended;
    },
  };
}

function skipSpace(bytes: Uint8Array, start: number): number {
  let at = start;
  while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09) at++;
  return at;
}

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;

const isEnd = (byte: number): boolean =>
  byte === comma || byte === closeObject || byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** Whether the last text that `textEnd` has read contains an escape. */
let hasEscape = false;

/** Returns the position of the quote that ends a text, or -1 if the text is not complete. */
function textEnd(bytes: Uint8Array, start: number): number {
  hasEscape = false;
  for (let at = start; at < bytes.length; at++) {
    if (bytes[at] === quote) return at;
    if (bytes[at] === backslash) {
      hasEscape = true;
      at++;
    }
  }
  return -1;
}

/** Returns the position after an object or array, or -1 if the value is not complete. */
function nestedEnd(bytes: Uint8Array, start: number): number {
  let depth = 0;
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) {
      at = textEnd(bytes, at + 1);
      if (at < 0) return -1;
    } else if (byte === openObject || byte === openArray) depth++;
    else if ((byte === closeObject || byte === closeArray) && --depth === 0) return at + 1;
  }
  return -1;
}

/** Reads a number. Computes numbers of at most 15 digits directly, which is as exact as `JSON.parse`. */
function numberAt(bytes: Uint8Array, start: number, end: number): number {
  let at = bytes[start] === 0x2d ? start + 1 : start;
  if (end - at <= 16 && isDigit(bytes[at]!) && isDigit(bytes[end - 1]!)) {
    let digits = 0;
    let divisor = 0;
    for (; at < end; at++) {
      const byte = bytes[at]!;
      if (isDigit(byte)) {
        digits = digits * 10 + (byte - 0x30);
        divisor *= 10;
      } else if (byte === 0x2e /* . */ && divisor === 0) divisor = 1;
      else break;
    }
    if (at === end && digits <= 1e15) {
      const value = divisor > 1 ? digits / divisor : digits;
      return bytes[start] === 0x2d ? -value : value;
    }
  }
  const value = JSON.parse(decoder.decode(bytes.subarray(start, end))) as unknown;
  if (typeof value !== "number") throw new SyntaxError("expected a number");
  return value;
}
