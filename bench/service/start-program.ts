import { fork } from "node:child_process";
import { performance } from "node:perf_hooks";
import type { Figures } from "./report-figures.ts";

export interface Program {
  url: string;
  /** `performance.now()` when the process was started. */
  started: number;
  figures(): Promise<Figures>;
  stop(): Promise<void>;
}

/** Starts a server that sends its address, and then answers messages with its figures. */
export async function startProgram(
  file: string,
  argument: string,
  execArgv: readonly string[] = [],
): Promise<Program> {
  const started = performance.now();
  const child = fork(file, [argument], {
    execArgv: [...execArgv],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const exited = Promise.withResolvers<never>();
  exited.promise.catch(() => {});
  child.once("exit", (code) => exited.reject(new Error(`${file} ended with ${code}.`)));
  const message = <T>() =>
    Promise.race([
      exited.promise,
      new Promise<T>((resolve) => child.once("message", (received) => resolve(received as T))),
    ]);
  const { url } = await message<{ url: string }>();
  return {
    url,
    started,
    async figures() {
      const answer = message<{ figures: Figures }>();
      child.send({});
      return (await answer).figures;
    },
    stop: () =>
      new Promise((resolve) => {
        child.once("exit", () => resolve());
        child.disconnect();
      }),
  };
}
