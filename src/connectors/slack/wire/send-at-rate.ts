import type { SendOptions } from "../../../core/contract/client.ts";
import type { PlatformReply } from "../../../core/contract/run-context.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { type Dict, at } from "../../../core/ground/json.ts";
import type { RateLimiter, Rate } from "../../../core/wire/rate-limiter.ts";

// Slack limits the requests per method, workspace and app, and the new messages per channel.
// https://docs.slack.dev/apis/web-api/rate-limits

/**
 * These methods have lower limits for commercial apps outside Slack's Marketplace. Such an app can call each method
 * once a minute, and a response has at most 15 messages.
 */
const restrictedMethods: ReadonlySet<string> = new Set(["conversations.history", "conversations.replies"]);

const restrictedRate: Rate = { perMinute: 1, burst: 1 };

const restrictedItems = 15;

const explanation =
  "Slack limits this app to 1 request a minute and 15 messages on conversations.history and conversations.replies. Since 29 May 2025, this applies to apps that are distributed commercially outside Slack's Marketplace, but not to internal apps";

/**
 * A detector for the lower limits of commercial apps. It reads Slack's responses, because Slack has no method that
 * returns the limits of an app.
 */
export interface CommercialAppDetector {
  rateOf(method: string, rate: Rate): Rate;
  /** Adds a warning if the reply suggests that the app has the lower limits. */
  checkReply(method: string, args: Dict, reply: PlatformReply): PlatformReply;
  /** Adds an explanation if the error suggests that the app has the lower limits. */
  explain(method: string, error: unknown): unknown;
}

export function createCommercialAppDetector(): CommercialAppDetector {
  let detected = false;
  return {
    rateOf: (method, rate) => (detected && restrictedMethods.has(method) ? restrictedRate : rate),
    checkReply(method, { limit }, reply) {
      if (!restrictedMethods.has(method) || !(Number(limit) > restrictedItems)) return reply;
      const messages = at(reply.body, "messages");
      const isShort = Array.isArray(messages) && messages.length > 0 && messages.length <= restrictedItems;
      if (!isShort || !at(reply.body, "response_metadata.next_cursor")) return reply;
      // A page can be short for other reasons, but a page of exactly 15 messages shows the lower limits.
      detected ||= messages.length === restrictedItems;
      const warning = `${messages.length} of ${String(limit)} messages came: ${detected ? "" : "perhaps "}${explanation}.`;
      return { ...reply, warnings: [...(reply.warnings ?? []), warning] };
    },
    explain(method, error) {
      if (!restrictedMethods.has(method) || !ConnectorError.is(error)) return error;
      const { code, message: text, ...fields } = error.toJSON();
      const { retry_after } = fields;
      if (
        code === "upstream_rate_limited" &&
        retry_after !== undefined &&
        retry_after >= 45 &&
        retry_after <= 60
      )
        detected = true;
      else if (code !== "rate_limited" || !detected) return error;
      return new ConnectorError(code, text, {
        ...fields,
        hint: `Call again after ${retry_after} s with the same params, at most 15 messages at a time, or let calls wait with a totalWaitMs of more than 60000. It seems that ${explanation}.`,
      });
    },
  };
}

/** Returns the lane of a request: the group of requests that share its rate limit. */
export const laneOf = (method: string, { channel }: Dict): string =>
  method === "chat.postMessage" && typeof channel === "string" ? `${method} in ${channel}` : method;

/** Waits until the rate limit allows a request, and then sends the request. */
export const sendAtRate =
  (limiter: RateLimiter, app: CommercialAppDetector) =>
  async (
    method: string,
    args: Dict,
    rate: Rate | undefined,
    options: SendOptions,
    send: () => Promise<PlatformReply>,
  ): Promise<PlatformReply> => {
    const lane = laneOf(method, args);
    const current = rate && app.rateOf(method, rate);
    try {
      if (current) await waitForTurn(limiter, `Slack ${lane}`, current, options);
      const reply = app.checkReply(method, args, await send());
      // The app has the lower limits, so the next request must wait for a minute.
      const slower = current && app.rateOf(method, current);
      if (slower !== current) limiter.pause(`Slack ${lane}`, 60, slower);
      return reply;
    } catch (error) {
      const explained = app.explain(method, error);
      if (ConnectorError.is(error) && error.code === "upstream_rate_limited" && error.retry_after)
        limiter.pause(`Slack ${lane}`, error.retry_after, rate && app.rateOf(method, rate));
      throw explained;
    }
  };

async function waitForTurn(
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
