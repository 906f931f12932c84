import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { hang } from "../table/text-width.ts";
import { ConnectorError } from "../../src/core/ground/errors.ts";

/** Questions are written to standard error, so that standard output contains only the result. */
export interface Terminal {
  say(text: string): void;
  ask(question: string): Promise<string>;
  /** Returns "" if the input has ended, because a script may not know this question. */
  askOptional(question: string): Promise<string>;
  /** Asks without showing what the person types. */
  askSecret(question: string): Promise<string>;
  close(): void;
}

export function openTerminal(input: NodeJS.ReadableStream = process.stdin): Terminal {
  let hidden = false;
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!hidden) process.stderr.write(chunk);
      done();
    },
  });
  const isTerminal = "isTTY" in input && Boolean(input.isTTY);
  const lines = createInterface({ input, output, terminal: isTerminal });
  const waiting: string[] = [];
  const readers: { resolve: (line: string) => void; reject: (error: Error) => void }[] = [];
  let ended = false;
  const noAnswer = () =>
    new ConnectorError("config_error", "The input ended before all questions were answered.", {
      hint: "Run the command in a terminal, or pipe one answer per line.",
    });
  lines.on("line", (line) => {
    const reader = readers.shift();
    if (reader) reader.resolve(line);
    else waiting.push(line);
  });
  lines.on("close", () => {
    ended = true;
    for (const { reject } of readers.splice(0)) reject(noAnswer());
  });
  // In a terminal, readline reads Ctrl+C as a key. It must do what the signal does.
  lines.on("SIGINT", () => {
    const isHandled = process.emit("SIGINT", "SIGINT");
    lines.close();
    if (!isHandled) process.kill(process.pid, "SIGINT");
  });
  const next = () =>
    new Promise<string>((resolve, reject) => {
      const line = waiting.shift();
      if (line !== undefined) resolve(line);
      else if (ended) reject(noAnswer());
      else readers.push({ resolve, reject });
    });
  const say = (text: string) => {
    for (const line of text.split("\n")) process.stderr.write(`${hang(line, process.stderr)}\n`);
  };
  return {
    say,
    async ask(question) {
      process.stderr.write(`${question} `);
      return (await next()).trim();
    },
    async askOptional(question) {
      process.stderr.write(`${question} `);
      return (await next().catch(() => "")).trim();
    },
    async askSecret(question) {
      process.stderr.write(`${question} `);
      hidden = true;
      try {
        return (await next()).trim();
      } finally {
        hidden = false;
        process.stderr.write("\n");
      }
    },
    close: () => lines.close(),
  };
}
