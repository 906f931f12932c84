import type { SendOptions } from "../../../core/contract/client.ts";
import type { Reply } from "../../../core/contract/run-context.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { type Dict, at } from "../../../core/ground/json.ts";
import type { RateLimiter, Rate } from "../../../core/wire/rate-limiter.ts";

// Slack's limits hold per method, workspace and app; that of new messages per channel as well.
// https://docs.slack.dev/apis/web-api/rate-limits

/** Reads that Slack limits to one a minute and 15 messages for apps that are sold outside its Marketplace. */
const restricted: ReadonlySet<string> = new Set(["conversations.history", "conversations.replies"]);

const restrictedRate: Rate = { perMinute: 1, burst: 1 };

const restrictedItems = 15;

const words =
  "Slack limits this app to 1 request a minute and 15 messages on conversations.history and conversations.replies, as it does apps that are distributed commercially outside its Marketplace (since 29 May 2025; internal apps are not affected)";

/** Knows, from what Slack answers, whether the app is of the restricted class: nothing tells it beforehand. */
export interface AppClass {
  rateOf(method: string, rate: Rate): Rate;
  /** The reply, with a warning where it shows the class. */
  read(method: string, args: Dict, reply: Reply): Reply;
  /** The error, named where it shows the class. */
  explain(method: string, error: unknown): unknown;
}

export function createAppClass(): AppClass {
  let known = false;
  return {
    rateOf: (method, rate) => (known && restricted.has(method) ? restrictedRate : rate),
    read(method, { limit }, reply) {
      if (!restricted.has(method) || !(Number(limit) > restrictedItems)) return reply;
      const messages = at(reply.body, "messages");
      const cut = Array.isArray(messages) && messages.length > 0 && messages.length <= restrictedItems;
      if (!cut || !at(reply.body, "response_metadata.next_cursor")) return reply;
      // A page may be short for other reasons; just 15 is no chance.
      known ||= messages.length === restrictedItems;
      const warning = `${messages.length} of ${String(limit)} messages came: ${known ? "" : "it may be that "}${words}.`;
      return { ...reply, warnings: [...(reply.warnings ?? []), warning] };
    },
    explain(method, error) {
      if (!restricted.has(method) || !ConnectorError.is(error)) return error;
      const minute = error.retry_after !== undefined && error.retry_after >= 45 && error.retry_after <= 60;
      if (error.code !== "upstream_rate_limited" || !minute) return error;
      known = true;
      const { code, message: text, ...fields } = error.toJSON();
      return new ConnectorError(code, text, {
        ...fields,
        hint: `Nothing was done. Call again after ${error.retry_after} s, with limit 15. It seems that ${words}.`,
      });
    },
  };
}

/** Sends at the rate that Slack takes. */
export const laneOf = (method: string, { channel }: Dict): string =>
  method === "chat.postMessage" && typeof channel === "string" ? `${method} in ${channel}` : method;

export const limited =
  (limiter: RateLimiter, app: AppClass) =>
  async (
    method: string,
    args: Dict,
    rate: Rate | undefined,
    options: SendOptions,
    send: () => Promise<Reply>,
  ): Promise<Reply> => {
    const lane = laneOf(method, args);
    const own = rate && app.rateOf(method, rate);
    if (own) await turn(limiter, `Slack ${lane}`, own, options);
    try {
      const reply = app.read(method, args, await send());
      // The request that showed the class was its minute's only one.
      if (own && app.rateOf(method, own) !== own) limiter.pause(`Slack ${lane}`, 60);
      return reply;
    } catch (error) {
      if (ConnectorError.is(error) && error.code === "upstream_rate_limited" && error.retry_after)
        limiter.pause(`Slack ${lane}`, error.retry_after);
      throw app.explain(method, error);
    }
  };

async function turn(
  limiter: RateLimiter,
  lane: string,
  rate: Rate,
  { signal, waits }: SendOptions,
): Promise<void> {
  try {
    await limiter.turn(lane, rate, signal, waits);
  } catch (error) {
    if (ConnectorError.is(error) || !signal?.aborted) throw error;
    throw new ConnectorError("aborted", `${lane} was aborted by the caller while it waited for its turn.`);
  }
}
