import type { Open } from "./open.ts";
import type { Clock } from "agent-connectors";
import { type SlackSandbox, slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";

/** Opens a Slack connector that runs in this process. */
export const openInProcess: Open = async ({ clock, wrap = (inner: typeof fetch) => inner, onCall } = {}) => {
  const sandbox: SlackSandbox<Clock> = slackSandbox(clock ? { clock } : {});
  const connector = new SlackConnector(
    { auth: { api_token: sandbox.tokens.bot } },
    { ...sandbox.options, fetch: wrap(sandbox.fetch), onCall },
  );
  return { connector, sandbox };
};

/** Returns the ids of three public channels that the bot can post to. This does not depend on the names of channels. */
export const firstChannels = (sandbox: SlackSandbox<Clock>): string[] =>
  sandbox
    .state()
    .channels.filter(({ id }) => id.startsWith("C"))
    .slice(0, 3)
    .map(({ id }) => id);

/** Returns a clock on which only an abort ends a `sleep`. `asleep` resolves when the first `sleep` begins. */
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
 * Counts how many requests of each method run at the same time. A request of `meet.method` waits until `meet.count`
 * such requests have arrived. Therefore, a caller who sends these requests one after another waits forever. Other
 * requests are only delayed a little.
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
