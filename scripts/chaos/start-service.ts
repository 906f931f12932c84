import { fork } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { StoreLocation } from "../../service/src/startup/open-store.ts";

export interface ProcessOptions {
  location: StoreLocation;
  platformUrl: string;
  application: { client_id: string; client_secret: string };
}

export interface ServiceProcess {
  url: string;
  /** The messages of unexpected errors so far. */
  faults: readonly string[];
  /** Sets the clock by which tokens expire: this many milliseconds ahead of the system's. */
  setAhead(ms: number): void;
  /** Ends the process with SIGKILL. Resolves when it has ended. */
  kill(): Promise<void>;
}

const program = fileURLToPath(new URL("service-process.ts", import.meta.url));

/** Half of the start would be compilation. */
const compileCache = join(tmpdir(), "agent-connectors-chaos-cache");

/** Starts a service in a process of its own. Resolves when it accepts requests. */
export async function startService(options: ProcessOptions): Promise<ServiceProcess> {
  const child = fork(program, [JSON.stringify(options)], {
    execArgv: ["--conditions=agent-connectors-source", "--max-semi-space-size=4"],
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
    setAhead: (ahead) => void child.send({ ahead }),
    kill() {
      child.kill("SIGKILL");
      return ended;
    },
  };
}
