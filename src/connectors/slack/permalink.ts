import type { RunContext } from "../../core/action.ts";
import { metaOf } from "../../core/local.ts";
import { isDict, type Dict } from "../../core/json.ts";

/**
 * Sends a write and adds the message's permalink, which needs the workspace's address: asked once per connector, beside
 * the first write, and never a reason for a write to fail.
 * https://docs.slack.dev/reference/methods/chat.getPermalink
 */
export async function writeMessage(context: RunContext, operation: string, args: Dict) {
  const workspace = context.once("auth.test").then(
    ({ body }) => (isDict(body) && typeof body.url === "string" ? body.url : undefined),
    () => undefined,
  );
  const reply = await context.send(operation, args);
  const body = isDict(reply.body) ? reply.body : {};
  const message = isDict(body.message) ? body.message : {};
  const channel = String(body.channel ?? args.channel);
  const ts = String(body.ts ?? args.ts);
  const thread = typeof message.thread_ts === "string" ? message.thread_ts : undefined;
  const url = await workspace;
  const data = {
    ...message,
    channel,
    ts,
    ...(url ? { permalink: permalink(url, channel, ts, thread) } : {}),
  };
  return { data, meta: metaOf(reply) };
}

/** `https://acme.slack.com/archives/C1/p1712161829000300?thread_ts=…&cid=C1` */
export function permalink(workspace: string, channel: string, ts: string, thread?: string): string {
  const link = new URL(`/archives/${channel}/p${ts.replace(".", "")}`, workspace);
  if (thread !== undefined && thread !== ts) {
    link.searchParams.set("thread_ts", thread);
    link.searchParams.set("cid", channel);
  }
  return link.href;
}
