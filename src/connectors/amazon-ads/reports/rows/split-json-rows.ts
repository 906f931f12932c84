/**
 * Finds the complete objects in a JSON array that arrives in chunks. Integers that JavaScript cannot represent
 * exactly become strings of their digits.
 */
export interface RowSplitter {
  /**
   * Returns the rows that this chunk completes, as the text of a JSON array. Returns undefined if the chunk completes
   * no row.
   */
  push(chunk: string): string | undefined;
  /** The number of characters of the row that is not complete yet. */
  readonly pending: number;
  /** Whether the array has ended. */
  readonly isComplete: boolean;
}

export function createRowSplitter(): RowSplitter {
  let depth = 0;
  let inString = false;
  let ended = false;
  /** The text after the last complete row. */
  let rest = "";
  /** The position in `rest` up to which the text is read. */
  let at = 0;

  return {
    push(chunk) {
      const text = rest + chunk;
      const { length } = text;
      // Local variables are faster than variables of the outer function.
      let [position, level, quoted] = [at, depth, inString];
      let rows = "";
      /** The part of the current row in which large integers are already strings. */
      let row = "";
      let copied = 0;
      for (; position < length; position++) {
        const code = text.charCodeAt(position);
        if (quoted) {
          if (code === 92 /* \ */) position++;
          else if (code === 34 /* " */) quoted = false;
        } else if (code === 34) quoted = true;
        else if (code >= 48 && code <= 57 /* 0 to 9 */) {
          let end = position + 1;
          while (end < length && isDigit(text.charCodeAt(end))) end++;
          // The next chunk may have more digits of this number.
          if (end === length) break;
          if (end - position > 15 && isLargeInteger(text, position, end)) {
            const start = text.charCodeAt(position - 1) === 45 /* - */ ? position - 1 : position;
            row += `${text.slice(copied, start)}"${text.slice(start, end)}"`;
            copied = end;
          }
          position = end - 1;
        } else if (code === 123 /* { */ || code === 91 /* [ */) {
          if (++level === 1) copied = position + 1;
        } else if (code === 125 /* } */ || code === 93 /* ] */) {
          if (--level === 1) {
            rows += row + text.slice(copied, position + 1);
            row = "";
            copied = position + 1;
          } else if (level === 0) ended = code === 93;
        }
      }
      // If a chunk ends with a backslash, `position` is past the end, so that the first character of the next chunk
      // is skipped.
      rest = row + text.slice(copied);
      at = rest.length - (length - position);
      [depth, inString] = [level, quoted];
      return rows === "" ? undefined : `[${rows.replace(/^\s*,/, "")}]`;
    },
    get pending() {
      return rest.length;
    },
    get isComplete() {
      return ended && depth === 0 && !inString;
    },
  };
}

const isDigit = (code: number) => code >= 48 && code <= 57;

/** Returns whether the digits from `start` to `end` are an integer outside the safe range. */
function isLargeInteger(text: string, start: number, end: number): boolean {
  const isPart = (code: number) => code === 46 /* . */ || code === 101 /* e */ || code === 69; /* E */
  if (isPart(text.charCodeAt(start - 1)) || isPart(text.charCodeAt(end))) return false;
  return !Number.isSafeInteger(Number(text.slice(start, end)));
}
