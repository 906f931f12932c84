import { replyMeta } from "../../../core/call/in-process-transport.ts";
import type { RunContext } from "../../../core/contract/run-context.ts";
import { type Dict, isDict, stringAt } from "../../../core/ground/json.ts";
import { withoutKey } from "./message-key.ts";

/** The longest wait of a written message for the workspace's address, which its link needs. */
const patienceMs = 2000;

/**
 * Writes a message and adds its permalink. The link needs the workspace's address, which is requested once per connector,
 * at the same time as the first write. A failure, a delay or an abort of that request never fails a finished write.
 * https://docs.slack.dev/reference/methods/chat.getPermalink
 */
export async function writeMessage(context: RunContext, operation: string, args: Dict) {
  const url = workspaceUrl(context);
  const reply = await context.send(operation, args);
  const body = isDict(reply.body) ? reply.body : {};
  const message = isDict(body.message) ? body.message : {};
  const data = { ...message, channel: body.channel ?? args.channel, ts: body.ts ?? args.ts };
  return { data: await withPermalink(context, url, data), meta: replyMeta(reply) };
}

/** The workspace's address, such as `https://acme.slack.com/`. */
export const workspaceUrl = ({ once }: RunContext): Promise<string | undefined> =>
  once("auth.test").then(
    ({ body }) => stringAt(body, "url"),
    () => undefined,
  );

/** A written message as its result: without the key, and with its permalink if the address is known. */
export async function withPermalink(
  { signal }: RunContext,
  url: Promise<string | undefined>,
  { ts, ...message }: Dict,
): Promise<Dict> {
  const channel = String(message.channel);
  const data = { ...withoutKey(message), channel };
  if (typeof ts !== "string") return data;
  const link = permalink(await withPatience(url, signal), channel, ts, message.thread_ts);
  return { ...data, ts, ...(link === undefined ? {} : { permalink: link }) };
}

/** `https://acme.slack.com/archives/C1/p1712161829000300?thread_ts=…&cid=C1` */
export function permalink(
  url: string | undefined,
  channel: string,
  ts: string,
  thread: unknown,
): string | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined;
  const link = new URL(`/archives/${channel}/p${ts.replace(".", "")}`, url);
  if (typeof thread === "string" && thread !== ts) {
    link.searchParams.set("thread_ts", thread);
    link.searchParams.set("cid", channel);
  }
  return link.href;
}

/** The value, or undefined if it takes too long or the caller aborts. */
async function withPatience(
  value: Promise<string | undefined>,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  if (signal?.aborted) return undefined;
  let stop = (): void => {};
  const stopped = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined);
  });
  const timer = setTimeout(stop, patienceMs);
  signal?.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([value, stopped]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}
