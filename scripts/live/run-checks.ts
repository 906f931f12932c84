import type { OpenConnector } from "../../cli/known.ts";
import { systemClock } from "../../src/core/ground/clock.ts";
import type { Given } from "./account.ts";
import type { Behaviour } from "./behaviour.ts";
import { type Finding, findingOf } from "./finding.ts";
import { type Gate, createGate } from "./gate.ts";
import type { Platform } from "./platforms.ts";
import type { Result } from "./results.ts";

export interface Run extends Pick<Given, "place"> {
  /** The connector's requests go through the given `fetch`. */
  open(fetch: typeof globalThis.fetch): Promise<OpenConnector>;
  config: Readonly<Record<string, string>>;
  /** Sends the requests that the gate allows. */
  send: typeof globalThis.fetch;
  clock?: Given["clock"];
  against: Result["against"];
  allowWrites: boolean;
  /** The ids of the checks to run. Default: all. */
  only?: readonly string[] | undefined;
  /** Receives each result as soon as the check ends. */
  report(result: Result): void;
}

/** Runs the checks one after another. If the platform refuses the credentials, runs none, and returns the error code. */
export async function runChecks<Account>(platform: Platform<Account>, run: Run): Promise<string | undefined> {
  const { place, clock = systemClock } = run;
  const gate = createGate(run.send, platform.permissions(place));
  const { status, error } = await (await run.open(gate.fetch)).check();
  if (status === "unhealthy") return error?.code ?? "unhealthy";
  const account = await platform.open({ gate, clock, place }, run.config);
  for (const behaviour of platform.behaviours) {
    if (run.only && !run.only.includes(behaviour.id)) continue;
    const finding = await runCheck(behaviour, account, gate, run.allowWrites);
    const date = new Date(clock.now()).toISOString().slice(0, 10);
    run.report({
      id: behaviour.id,
      date,
      against: run.against,
      account: platform.kindOf(account),
      ...finding,
    });
  }
  return undefined;
}

async function runCheck<Account>(
  { check, writes }: Behaviour<Account>,
  account: Account,
  gate: Gate,
  allowWrites: boolean,
): Promise<Finding> {
  if (writes && !allowWrites)
    return { verdict: "not tried", reason: "The check needs the option --allow-writes.", seen: {} };
  gate.allowWrites(writes);
  try {
    return await check(account);
  } catch (error) {
    return findingOf(error);
  } finally {
    gate.allowWrites(false);
  }
}
