import type { Renderer } from "./markup-to-text.ts";

export interface LineWriter {
  /** Adds text to the current line. If `apart` is true, a space separates the text from earlier text of the line. */
  add(text: string, apart?: boolean): void;
  /** Ends the current line. A line without text is left out. */
  end(): void;
  /** Puts a prefix before each line that `write` writes: `first` before the first line, `rest` before the others. */
  within(first: string, rest: string, write: () => void): void;
  /** Returns the number of texts that were added so far. */
  count(): number;
  readonly lines: readonly string[];
}

/** The state of a walk through the parts of a message. */
export interface Walk {
  out: LineWriter;
  renderer: Renderer;
  depth: number;
}

interface Prefix {
  next: string;
  readonly rest: string;
}

export function createLineWriter(): LineWriter {
  const lines: string[] = [];
  const prefixes: Prefix[] = [];
  let line: string[] = [];
  let spaced = true;
  let count = 0;
  const takePrefix = () => {
    let whole = "";
    for (const prefix of prefixes) {
      whole += prefix.next;
      prefix.next = prefix.rest;
    }
    return whole;
  };
  const writer: LineWriter = {
    add(text, apart = false) {
      if (text === "") return;
      if (apart && !spaced) line.push(" ");
      line.push(text);
      spaced = /\s$/.test(text.slice(-1));
      count++;
    },
    end() {
      const whole = line.join("").trim();
      line = [];
      spaced = true;
      if (whole === "") return;
      if (prefixes.length === 0) lines.push(whole);
      else for (const part of whole.split("\n")) lines.push(takePrefix() + part);
    },
    within(first, rest, write) {
      writer.end();
      prefixes.push({ next: first, rest });
      write();
      writer.end();
      prefixes.pop();
    },
    count: () => count,
    lines,
  };
  return writer;
}
