import { rejectOnAbort, withTimeout } from "../../../core/ground/abort.ts";
import type { Clock, WaitBudget } from "../../../core/ground/clock.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import type { Dict } from "../../../core/ground/json.ts";
import type { Names } from "../text/markup-to-text.ts";
import { inParallel } from "./in-parallel.ts";
import { type KnownNames, createKnownNames } from "./known-names.ts";
import { createUserDirectory } from "./user-directory.ts";

// Finds the names for the ids in a result. Reads names that are not known yet within the waiting time of the call.

/** The pause in requests to a method after one of them has failed. */
const pauseMs = 60_000;
/** The longest time that a result waits for names, even if its call can wait longer. */
const maxWaitMs = 30_000;
/** The longest time that the result of a write waits for names. */
const patienceMs = 3000;
/** The time after which the first channels are read again. */
const channelsMs = 60 * 60_000;
/** The number of requests for names that run at the same time for one result. */
const maxParallel = 10;
/** The number of times that a request is sent if Slack limits its rate. */
const maxAttempts = 3;

/** A function that sends a read operation with a short time limit, and returns the response body. */
export type ReadBriefly = (operation: string, args: Dict, waits: WaitBudget) => Promise<unknown>;

/** How long a call can wait for names. */
export interface Patience {
  signal: AbortSignal | undefined;
  waits: WaitBudget;
}

export interface FoundNames {
  /** Without ids whose names are not found. */
  names: Names;
  /** Says how many names were left out, and why. Undefined if Slack was asked for all names. */
  warning: string | undefined;
}

export interface NameCache extends Pick<KnownNames, "learn" | "learnAuthors" | "isShared"> {
  /** Returns the known names of `ids`. Looks up only the names of `wanted`, which are some of `ids`. */
  namesOf(ids: readonly string[], wanted: readonly string[], patience: Patience): Promise<FoundNames>;
  /** Returns all names in the cache. */
  known: KnownNames["entries"];
  /** Reads the first page of Slack's list of users, at most once in an hour. */
  readPeople(signal: AbortSignal | undefined): Promise<void>;
  /** Reads the first page of Slack's list of public channels, at most once in an hour. */
  readChannels(signal: AbortSignal | undefined): Promise<void>;
}

export function createNameCache(read: ReadBriefly, clock: Clock): NameCache {
  const known = createKnownNames(clock);
  const directory = createUserDirectory(clock, known);
  const pending = new Map<string, Promise<void>>();
  /** The end of the pause of each method, and the reason for the pause. */
  const paused = new Map<string, { until: number; why: string }>();
  let channelsUntil = 0;

  const pauseOf = (operation: string) => {
    const pause = paused.get(operation);
    return pause && pause.until > clock.now() ? pause : undefined;
  };

  /** Reads names, unless the method is paused or an equal request is running. Never throws. */
  const request = (
    operation: string,
    args: Dict,
    { ids, waits }: { ids: readonly string[]; waits: WaitBudget },
  ): Promise<void> => {
    const key = `${operation} ${JSON.stringify(args)}`;
    let running = pending.get(key);
    if (!running) {
      running = keepNames(operation, args, { ids, waits }).finally(() => pending.delete(key));
      pending.set(key, running);
    }
    return running;
  };

  const keepNames: typeof request = async (operation, args, { ids, waits }) => {
    try {
      await readAndLearn(operation, args, waits);
      for (const id of ids) if (!known.isKnown(id)) known.keepMissing(id, pauseMs);
    } catch (error) {
      if (isNotFound(error)) for (const id of ids) known.keepMissing(id);
    }
  };

  async function readAndLearn(operation: string, args: Dict, waits: WaitBudget): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      const pause = pauseOf(operation);
      if (pause) throw new ConnectorError("upstream_error", pause.why);
      try {
        const body = await read(operation, args, waits);
        known.learn(operation, body);
        return body;
      } catch (error) {
        const code = ConnectorError.is(error) ? error.code : undefined;
        // The next attempt waits as long as Slack asks for, or fails at once if the call cannot wait so long.
        if (code === "upstream_rate_limited" && attempt < maxAttempts) continue;
        // A call that cannot wait does not keep other calls from waiting.
        if (code !== "rate_limited" && !isNotFound(error))
          paused.set(operation, { until: clock.now() + pauseMs, why: reasonOf(error) });
        throw error;
      }
    }
  }

  async function lookUp(ids: readonly string[], deadline: number, waits: WaitBudget): Promise<void> {
    const left = (): WaitBudget => ({ left: Math.max(0, deadline - clock.now()), report: waits.report });
    const of = (letters: string) => ids.filter((id) => letters.includes(id[0]!) && !known.isKnown(id));
    const single = (operation: string, param: string, list: readonly string[]) =>
      inParallel(list, maxParallel, (id) =>
        request(operation, { [param]: id }, { ids: [id], waits: left() }),
      );
    const people = async () => {
      await directory.readFor(of("UW"), (args) => readAndLearn("users.list", args, left())).catch(() => {});
      await single("users.info", "user", of("UW"));
    };
    const groups = of("S");
    await Promise.all([
      people(),
      single("bots.info", "bot", of("B")),
      single("conversations.info", "channel", of("C")),
      groups.length > 0 &&
        request("usergroups.list", { include_disabled: true }, { ids: groups, waits: left() }),
    ]);
  }

  /** Says which names were not looked up, and why. */
  function warningFor(ids: readonly string[]): string | undefined {
    const missing = ids.filter((id) => !known.isKnown(id));
    if (missing.length === 0) return undefined;
    const failed = [...new Set(missing.map((id) => methods[id[0] as keyof typeof methods]))].flatMap(
      (method) => pauseOf(method)?.why ?? [],
    );
    const why =
      failed.length > 0 ? failed.join(" ") : "The call could not wait longer for Slack's rate limit.";
    return `${missing.length} of ${ids.length} names are missing. ${why}`;
  }

  return {
    learn: known.learn,
    learnAuthors: known.learnAuthors,
    isShared: known.isShared,
    known: known.entries,
    readPeople: (signal) =>
      soon(
        directory.readFirst((args) => readAndLearn("users.list", args, { left: patienceMs })),
        signal,
      ),
    async readChannels(signal) {
      if (channelsUntil > clock.now()) return;
      channelsUntil = clock.now() + channelsMs;
      const args = { exclude_archived: true, limit: 999 };
      await soon(readAndLearn("conversations.list", args, { left: patienceMs }), signal);
    },
    async namesOf(ids, wanted, { signal, waits }) {
      const asked = [...new Set(wanted)].filter((id) => /^[UWBCS]/.test(id));
      if (asked.some((id) => !known.isKnown(id))) {
        const started = clock.now();
        const reading = lookUp(asked, started + Math.min(waits.left, maxWaitMs), waits);
        // After an abort, the result gets only the names that are already known.
        await rejectOnAbort(reading, signal).catch(() => {});
        waits.left = Math.max(0, waits.left - (clock.now() - started));
      }
      const names = [...new Set(ids)].flatMap((id) => {
        const name = known.nameOf(id);
        return name === undefined ? [] : [[id, name] as const];
      });
      return { names: Object.fromEntries(names), warning: warningFor(asked) };
    },
  };
}

/** Waits a short time for a read. Never throws. */
const soon = (reading: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> =>
  withTimeout(patienceMs, signal, (stop) => rejectOnAbort(reading, stop)).then(
    () => undefined,
    () => undefined,
  );

/** The method that returns the name for an id, by the first letter of the id. */
const methods = {
  U: "users.info",
  W: "users.info",
  B: "bots.info",
  C: "conversations.info",
  S: "usergroups.list",
} as const;

/** Returns whether the token cannot see one user, bot or channel. Requests for other ids can still succeed. */
const isNotFound = (error: unknown): boolean =>
  ConnectorError.is(error) &&
  /^(user_not_found|users_not_found|user_not_visible|bot_not_found|channel_not_found)$/.test(
    error.platform?.code ?? "",
  );

const reasonOf = (error: unknown): string =>
  ConnectorError.is(error) && error.code !== "aborted" ? error.message : "Slack did not answer in time.";
