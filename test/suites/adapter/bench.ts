import type { Open } from "./open.ts";
import type { Clock } from "agent-connectors";
import { type SlackSandbox, slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";

/** The open source mode, in process. */
export const openInProcess: Open = async ({ clock, wrap = (inner: typeof fetch) => inner, onCall } = {}) => {
  const sandbox: SlackSandbox<Clock> = slackSandbox(clock ? { clock } : {});
  const connector = new SlackConnector(
    { auth: { api_token: sandbox.tokens.bot } },
    { ...sandbox.options, fetch: wrap(sandbox.fetch), onCall },
  );
  return { connector, sandbox };
};

/** Ids of public channels that the bot may post to: a seed that renames them changes nothing here. */
export const firstChannels = (sandbox: SlackSandbox<Clock>): string[] =>
  sandbox
    .state()
    .channels.filter(({ id }) => id.startsWith("C"))
    .slice(0, 3)
    .map(({ id }) => id);

/** A clock whose sleepers wake by abort only; `asleep` tells when the first one went to sleep. */
export function stuckClock(): Clock & { asleep: Promise<void> } {
  const { promise: asleep, resolve } = Promise.withResolvers<void>();
  return {
    asleep,
    now: () => Date.UTC(2026, 2, 12, 16, 30),
    sleep: (_ms, signal) =>
      new Promise((_, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
        resolve();
      }),
  };
}

/**
 * Counts how many requests of a method are under way at once. Requests of `meet.method` go on when `meet.count` of them
 * are there, so that a caller who sends them one by one never ends; the others are held back for some turns of the loop.
 */
export function gate({ meet }: { meet: { method: string; count: number } }) {
  const now = new Map<string, number>();
  const most = new Map<string, number>();
  const all = Promise.withResolvers<void>();
  const wrap =
    (inner: typeof fetch): typeof fetch =>
    async (input, init) => {
      const method = new URL(input instanceof Request ? input.url : input).pathname.split("/").at(-1)!;
      const count = (now.get(method) ?? 0) + 1;
      now.set(method, count);
      most.set(method, Math.max(count, most.get(method) ?? 0));
      if (method === meet.method && count === meet.count) all.resolve();
      if (method === meet.method) await all.promise;
      else for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
      try {
        return await inner(input, init);
      } finally {
        now.set(method, now.get(method)! - 1);
      }
    };
  return { wrap, most: (method: string) => most.get(method) ?? 0 };
}
