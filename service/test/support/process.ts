import { spawn, type ChildProcess } from "node:child_process";
import { ConnectorError } from "agent-connectors";
import { vi } from "vitest";
import { runCommand } from "../../src/commands/run-command.ts";
import { bundled } from "../../../test/bundled.ts";

export interface Running {
  url: string;
  metricsUrl: string;
  child: ChildProcess;
  /** The text on stdout and stderr so far. */
  output(): string;
  /** Sends a signal, and returns the exit code or the name of the signal that ended the process. */
  end(signal: NodeJS.Signals): Promise<number | string>;
}

const environment = (more: Record<string, string>) => {
  const { NODE_OPTIONS: _, ...rest } = process.env;
  return { ...rest, ...more };
};

/** Starts a command, and does not wait for it. */
export async function spawnService(
  args: readonly string[],
  env: Record<string, string>,
  program: Promise<string> = bundled("service"),
) {
  const child = spawn(process.execPath, [await program, ...args], {
    env: environment(env),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const exited = new Promise<number | string>((resolve) =>
    child.once("close", (code, signal) => resolve(code ?? signal ?? "gone")),
  );
  return { child, exited, output: () => output };
}

/** Runs a command and waits until it ends. */
export async function runService(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ code: number | string; output: string }> {
  const { exited, output } = await spawnService(args, env);
  return { code: await exited, output: output() };
}

/**
 * Runs a command in this process, and returns what a process would return. A new process needs half a second of CPU
 * time. Commands that serve do not end, so they need a process.
 */
export async function runHere(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ code: number; output: string }> {
  let output = "";
  const write = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    output += String(text);
    return true;
  });
  try {
    await runCommand(args, env);
    return { code: 0, output };
  } catch (error) {
    if (!ConnectorError.is(error)) throw error;
    return { code: 3, output: `${output}${error.message} ${error.hint ?? ""}` };
  } finally {
    write.mockRestore();
  }
}

/**
 * Starts the service and waits until it listens.
 * @param program the bundle of another release of the service
 */
export async function startService(
  args: readonly string[],
  env: Record<string, string> = {},
  program?: Promise<string>,
): Promise<Running> {
  const { child, exited, output } = await spawnService(
    ["--sandbox", "--port", "0", "--metrics-port", "0", ...args],
    env,
    program,
  );
  const found = () => /Listening on (\S+), metrics on (\S+?\/metrics)/.exec(output());
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", () => found() && resolve());
    void exited.then((code) => reject(new Error(`ended with ${code}: ${output()}`)));
  });
  const [, url = "", metricsUrl = ""] = found()!;
  return {
    url,
    metricsUrl,
    child,
    output,
    end(signal) {
      child.kill(signal);
      return exited;
    },
  };
}

/** Returns a client that calls a service with only `fetch`. */
export function clientOf(url: string) {
  const ask = async (path: string, token: string, json?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(url + path, {
      method: json === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    // oxlint-disable-next-line typescript/no-explicit-any -- a test reads what it expects
    return { status: response.status, body: (await response.json()) as any };
  };
  return {
    ask,
    async scopedToken(application: object, user: string): Promise<string> {
      const { body } = await ask("/api/v1/account/applications/token", "", application);
      const scoped = await ask("/api/v1/account/applications/scoped-token", body.access_token, {
        external_user_id: user,
      });
      return scoped.body.token;
    },
  };
}
