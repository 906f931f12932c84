import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import type { ChildProcess } from "node:child_process";
import type { Socket } from "node:net";

// The SDK's own transport keeps the process of the caller alive, and ends only the command itself, not what it has started.

export interface CommandOptions {
  command: string;
  args: readonly string[];
  /** The whole environment of the command. */
  env: Readonly<Record<string, string>>;
  /** Runs if a message is too long. The transport then closes. */
  onTooLong: () => void;
}

interface Framing {
  deserializeMessage: (line: string) => JSONRPCMessage;
  serializeMessage: (message: JSONRPCMessage) => string;
}

export interface CommandTransport extends Transport {
  /** What the command has written to standard error at last. */
  lastWords(): string;
}

const maxMessage = 10 * 1024 * 1024;
/** The milliseconds that a command has to end after its input has ended, and again after it was asked to end. */
const patience = 1000;

const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) signal(child, "SIGKILL");
});

/**
 * Starts a command without a shell, and exchanges one message per line with it. The command does not keep this process
 * alive, and ends with it.
 */
export function commandTransport(
  { command, args, env, onTooLong }: CommandOptions,
  { deserializeMessage, serializeMessage }: Framing,
): CommandTransport {
  const line = lineReader((text) => {
    try {
      transport.onmessage?.(deserializeMessage(text));
    } catch (error) {
      transport.onerror?.(error as Error);
    }
  });
  let child: ChildProcess | undefined;
  let words = "";

  const transport: CommandTransport = {
    lastWords: () => words,
    async start() {
      // A bundler for browsers or edge runtimes refuses an import of a module of Node.
      const { spawn } = process.getBuiltinModule("node:child_process");
      // A group of its own, so that what the command has started ends with it.
      const started = spawn(command, args, {
        env: { ...env },
        shell: false,
        windowsHide: true,
        stdio: ["pipe", "pipe", "pipe"],
        detached: process.platform !== "win32",
      });
      child = started;
      running.add(started);
      started.once("exit", () => running.delete(started));
      for (const part of [started, ...started.stdio]) (part as Socket | ChildProcess).unref();
      started.stdin.on("error", (error) => transport.onerror?.(error));
      started.stderr.on("data", (chunk: Buffer) => {
        words = (words + chunk.toString("utf8")).slice(-1000);
      });
      started.stdout.on("data", (chunk: Buffer) => {
        if (line(chunk)) return;
        // The rest of the message must not be read either.
        onTooLong();
        void transport.close();
      });
      started.once("close", () => transport.onclose?.());
      await new Promise<void>((resolve, reject) => {
        started.once("spawn", resolve);
        started.once("error", reject);
      });
    },
    async send(message) {
      const input = child?.stdin;
      if (!input?.writable) throw new Error("The command has ended.");
      const text = serializeMessage(message);
      await new Promise<void>((resolve, reject) => {
        input.write(text, (error) => (error ? reject(error) : resolve()));
      });
    },
    async close() {
      const ending = child;
      child = undefined;
      if (ending) await end(ending);
    },
  };

  return transport;
}

/** Returns a function that splits bytes into lines. It returns false if a line is too long. */
function lineReader(onLine: (line: string) => void): (chunk: Buffer) => boolean {
  let parts: Buffer[] = [];
  let size = 0;
  return (chunk) => {
    let rest = chunk;
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      if (size + end > maxMessage) return false;
      const text = Buffer.concat([...parts, rest.subarray(0, end)])
        .toString("utf8")
        .trim();
      [parts, size, rest] = [[], 0, rest.subarray(end + 1)];
      if (text !== "") onLine(text);
    }
    parts.push(rest);
    size += rest.length;
    return size <= maxMessage;
  };
}

/** Ends the input of a command. If that does not end the command, asks it to end, and then ends it. */
async function end(child: ChildProcess): Promise<void> {
  const gone = new Promise<true>((resolve) => child.once("exit", () => resolve(true)));
  const ended = () => child.exitCode !== null || child.signalCode !== null;
  child.stdin?.end();
  child.stdout?.destroy();
  for (const name of ["SIGTERM", "SIGKILL"] as const) {
    if (ended()) break;
    await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, patience))]);
    if (!ended()) signal(child, name);
  }
}

function signal(child: ChildProcess, name: "SIGTERM" | "SIGKILL"): void {
  try {
    if (process.platform === "win32" || child.pid === undefined) child.kill(name);
    else process.kill(-child.pid, name);
  } catch {
    // The group has ended.
  }
}
