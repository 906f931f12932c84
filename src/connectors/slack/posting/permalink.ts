import { replyMeta } from "../../../core/call/in-process-transport.ts";
import type { RunContext } from "../../../core/contract/run-context.ts";
import { type Dict, isDict, stringAt } from "../../../core/ground/json.ts";
import { withoutMark } from "../text/message-key.ts";

/** Milliseconds that a message which is written already may wait for the address that its link needs. */
const patience = 2000;

/**
 * Sends a write and adds the message's permalink, which needs the workspace's address: asked once per connector, beside
 * the first write. Neither its failure nor its slowness, nor an abort after the write, makes a write that was done fail.
 * https://docs.slack.dev/reference/methods/chat.getPermalink
 */
export async function writeMessage(context: RunContext, operation: string, args: Dict) {
  const workspace = addressOf(context);
  const reply = await context.send(operation, args);
  const body = isDict(reply.body) ? reply.body : {};
  const message = isDict(body.message) ? body.message : {};
  const data = { ...message, channel: body.channel ?? args.channel, ts: body.ts ?? args.ts };
  return { data: await linked(context, workspace, data), meta: replyMeta(reply) };
}

/** The workspace's address, such as `https://acme.slack.com/`. */
export const addressOf = ({ once }: RunContext): Promise<string | undefined> =>
  once("auth.test").then(
    ({ body }) => stringAt(body, "url"),
    () => undefined,
  );

/** A message that was written, as it is answered: with its permalink, where that can be told. */
export async function linked(
  { signal }: RunContext,
  workspace: Promise<string | undefined>,
  { ts, ...message }: Dict,
): Promise<Dict> {
  const channel = String(message.channel);
  const data = { ...withoutMark(message), channel };
  if (typeof ts !== "string") return data;
  const link = permalink(await soon(workspace, signal), channel, ts, message.thread_ts);
  return { ...data, ts, ...(link === undefined ? {} : { permalink: link }) };
}

/** `https://acme.slack.com/archives/C1/p1712161829000300?thread_ts=…&cid=C1` */
export function permalink(
  workspace: string | undefined,
  channel: string,
  ts: string,
  thread: unknown,
): string | undefined {
  if (workspace === undefined || !URL.canParse(workspace)) return undefined;
  const link = new URL(`/archives/${channel}/p${ts.replace(".", "")}`, workspace);
  if (typeof thread === "string" && thread !== ts) {
    link.searchParams.set("thread_ts", thread);
    link.searchParams.set("cid", channel);
  }
  return link.href;
}

/** The value, or undefined when it does not come in time or the caller has had enough. */
async function soon(
  value: Promise<string | undefined>,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  if (signal?.aborted) return undefined;
  let stop = (): void => {};
  const enough = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined);
  });
  const timer = setTimeout(stop, patience);
  signal?.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([value, enough]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}
