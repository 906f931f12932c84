import type { PlatformClient, SendOptions } from "../contract/client.ts";
import type { PlatformReply } from "../contract/run-context.ts";
import type { Dict } from "../ground/json.ts";

interface Writes {
  send(
    operation: string,
    args: Dict,
    options: Omit<SendOptions, "repeatable" | "beforeSend">,
  ): Promise<PlatformReply>;
  /** Returns whether the platform has confirmed at least one write that changed something. */
  done(): boolean;
}

/**
 * Creates the function that sends writes. `beforeTry` runs before each request until the platform has confirmed a
 * write. `beforeFirst` runs once, after `beforeTry` and just before the first request. `answered` gets each reply.
 */
export function trackWrites(
  client: Pick<PlatformClient, "send" | "passesBeforeSend">,
  beforeFirst: (() => Promise<void>) | undefined,
  beforeTry?: () => Promise<void>,
  answered?: (reply: PlatformReply) => void,
): Writes {
  let announced: Promise<void> | undefined;
  let done = false;
  const prepare = async () => {
    if (!done) await beforeTry?.();
    await (announced ??= beforeFirst?.());
  };
  const beforeSend = beforeFirst || beforeTry ? prepare : undefined;
  return {
    async send(operation, args, options) {
      if (!client.passesBeforeSend) await beforeSend?.();
      const reply = await client.send(operation, args, { ...options, repeatable: false, beforeSend });
      answered?.(reply);
      if (!reply.unchanged) done = true;
      return reply;
    },
    done: () => done,
  };
}
