import { fork } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundled } from "../bundled.ts";
import type { Measured } from "./soak/measure.ts";
import { sourceWithout } from "./source-without.ts";
import type { ServiceLimits } from "../../service/src/limits/limit-values.ts";
import type { StoreLocation } from "../../service/src/startup/open-store.ts";

export interface ProcessOptions {
  location: StoreLocation;
  /** The address of the simulated Slack. */
  platformUrl: string;
  /** The address of the simulated Amazon Ads. Without an address, the service has no connector for Amazon Ads. */
  amazonUrl?: string | undefined;
  /** The milliseconds by which the clock of the connectors is ahead of the system's clock at the start. */
  platformAhead?: number | undefined;
  application: { client_id: string; client_secret: string };
  /** An application of another organization. */
  otherApplication?: { client_id: string; client_secret: string } | undefined;
  /**
   * The name of the defence that is turned off, such as `lock`. A defence is code of the service that keeps a
   * promise, and turn-off.ts lists all defences. Undefined if all defences are on.
   */
  without?: string | undefined;
  /** The milliseconds by which the clock of the service is ahead of the system's clock. */
  serviceAhead?: number | undefined;
  /** Default: there are no limits of requests and calls, and a request to a webhook endpoint can take 2 seconds. */
  limits?: Partial<ServiceLimits> | undefined;
  /** The milliseconds after which a statement of PostgreSQL counts as failed. Default: that of `postgresStore`. */
  answerMs?: number | undefined;
  /** The milliseconds between two sweeps, which run approved calls. Default: the service never sweeps. */
  sweepMs?: number | undefined;
  /** The milliseconds between two rounds of questions about jobs. Default: the service goes on with no jobs. */
  jobsMs?: number | undefined;
  /** Whether the service has the clock of the connectors, which `setAhead` sets. */
  oneClock?: boolean | undefined;
  /** The address for the browsers of people. Without an address, there are no pages for them. */
  publicUrl?: string | undefined;
  /** The origin of a receiver of webhooks. Without an origin, the service sends no webhooks. */
  webhookOrigin?: string | undefined;
}

export interface ServiceProcess {
  url: string;
  /** Returns the exit code or the signal with which the process has ended. Undefined while it runs. */
  exit(): number | string | undefined;
  /** The messages of unexpected errors so far. */
  faults: readonly string[];
  /**
   * Sets the clock that decides when tokens expire. `ms` is the time by which this clock is ahead of the system's
   * clock.
   */
  setAhead(ms: number): void;
  /** Collects garbage in the process, and measures what it uses. */
  measure(): Promise<Measured>;
  /** Ends the process with SIGKILL. Resolves when the process has ended. */
  kill(): Promise<void>;
}

/**
 * A directory in which Node keeps compiled code. Without this directory, each start would spend half of its time on
 * compilation.
 */
export const compileCache = join(tmpdir(), "agent-connectors-chaos-cache");

/**
 * Returns arguments for Node that load turn-off.ts, which turns a defence off. The caller must also set the
 * environment variable CHAOS_WITHOUT to the name of the defence.
 */
export const turnOffArguments = (without: string | undefined): string[] =>
  without === undefined ? [] : [`--import=${new URL("turn-off.ts", import.meta.url).href}`];

/** Resolves when the service accepts requests. */
export const startService = (options: ProcessOptions): Promise<ServiceProcess> =>
  startServer("chaos-service", options, options.without);

/** Starts a program that sends its address when it accepts requests. `without`: the defence that is turned off. */
export async function startServer(
  program: "chaos-service" | "chaos-desk",
  options: object,
  without: string | undefined,
): Promise<ServiceProcess> {
  const changed = without === undefined ? undefined : { name: without, change: sourceWithout(without) };
  const child = fork(await bundled(program, changed), [JSON.stringify(options)], {
    execArgv: ["--max-semi-space-size=4"],
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let errors = "";
  child.stderr!.setEncoding("utf8").on("data", (text: string) => (errors += text));
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const faults: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    child.on("message", (message: { url?: string; fault?: string }) => {
      if (message.url !== undefined) resolve(message.url);
      if (message.fault !== undefined) faults.push(message.fault);
    });
    void ended.then(() => reject(new Error(`The service did not start: ${errors}`)));
  });
  return {
    url,
    faults,
    exit: () => child.exitCode ?? child.signalCode ?? undefined,
    setAhead: (ahead) => void child.send({ ahead }),
    measure: () =>
      new Promise((resolve) => {
        child.on("message", function onMeasured({ measured }: { measured?: Measured }) {
          if (measured === undefined) return;
          child.off("message", onMeasured);
          resolve(measured);
        });
        child.send({});
      }),
    kill() {
      child.kill("SIGKILL");
      return ended;
    },
  };
}
