import { replyMeta } from "../../../core/call/send-operation.ts";
import type { RunContext } from "../../../core/contract/run-context.ts";
import { type Dict, isDict, stringAt } from "../../../core/ground/json.ts";
import { decodeEntities } from "../text/markup-to-text.ts";
import { withoutKey } from "./message-key.ts";

/** The maximum time that the result of a write waits for its permalink. */
const patienceMs = 2000;

/**
 * Writes a message and adds its permalink to the result. Each connector requests the address of the workspace once,
 * at the same time as the first write. If that request fails, is slow or is aborted, the result has no permalink.
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

/** Returns an address such as `https://acme.slack.com/`. Returns undefined if the request fails. */
export const workspaceUrl = ({ once }: RunContext): Promise<string | undefined> =>
  once("auth.test").then(
    ({ body }) => stringAt(body, "url"),
    () => undefined,
  );

/** Adds the permalink to a message, and removes the key of `message-key.ts` from its metadata. */
export async function withPermalink(
  { signal }: RunContext,
  url: Promise<string | undefined>,
  { ts, ...message }: Dict,
): Promise<Dict> {
  const channel = String(message.channel);
  const { text, ...rest } = withoutKey(message);
  // Slack returns `&`, `<` and `>` as entities. A model that quotes its message should write what people see.
  const data = { ...rest, ...(typeof text === "string" ? { text: decodeEntities(text) } : {}), channel };
  if (typeof ts !== "string") return data;
  const link = permalink(await withPatience(url, signal), channel, ts, message.thread_ts);
  return { ...data, ts, ...(link === undefined ? {} : { permalink: link }) };
}

/**
 * Returns a link such as `https://acme.slack.com/archives/C1/p1712161829000300`. The link to a reply also has the
 * query params `thread_ts` and `cid`.
 */
export function permalink(
  url: string | undefined,
  channel: string,
  ts: string,
  thread: unknown,
): string | undefined {
  if (url === undefined || !URL.canParse(url) || !/^\d+\.\d+$/.test(ts)) return undefined;
  const link = new URL(`/archives/${channel}/p${ts.replace(".", "")}`, url);
  if (typeof thread === "string" && thread !== ts) {
    link.searchParams.set("thread_ts", thread);
    link.searchParams.set("cid", channel);
  }
  return link.href;
}

/** Waits for a value. Returns undefined if the value takes too long or the caller aborts. */
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
