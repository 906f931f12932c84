import { read } from "./read.ts";

/** Returns the prompt for a real or scripted model. In a real workspace, the model only reads. */
export const task = (mayWrite: boolean): string =>
  [
    "Find the Slack thread with the most replies in a channel that you are in, and read it.",
    mayWrite
      ? "Reply in that thread with one sentence that says how many replies it has and who wrote the last one, then read the thread again to see that your reply is there."
      : "Say in one sentence how many replies it has and who wrote the last one.",
    "Answer with one line.",
  ].join(" ");

export interface ModelCall {
  entity: string;
  action: string;
  params: Record<string, unknown>;
}

/** A scripted model, which yields calls, receives the text of each result and returns its answer. */
export type Script = Generator<ModelCall, string, string>;

interface Channel {
  id: string;
  name?: string;
  is_member?: boolean;
  is_archived?: boolean;
}
interface Message {
  ts: string;
  author?: string;
  reply_count?: number;
}

/**
 * A scripted model that does the task. Like a real model, the script gets every id and `ts` from an earlier result.
 * One call is wrong, and the script corrects this call with the help of the error.
 */
export function* script(mayWrite: boolean): Script {
  const channels = read<Channel[]>(
    yield call("channels", "list", { exclude_archived: true, maxResults: 50 }),
  );
  let found: { channel: Channel; message: Message } | undefined;
  for (const channel of channels.data.filter(({ is_member }) => is_member).slice(0, 4)) {
    const messages = read<Message[]>(
      yield call("channel_messages", "list", { channel: channel.id, limit: 20 }),
    );
    for (const message of messages.data)
      if ((message.reply_count ?? 0) > (found?.message.reply_count ?? 0)) found = { channel, message };
  }
  if (!found) return "There is no thread in the channels that I am in.";
  const { channel, message } = found;

  // A typical mistake of a model: the param `message` does not exist. The error suggests `ts`, so the next call is
  // correct.
  const slip = read(yield call("threads", "list", { channel: channel.id, message: message.ts }));
  if ((slip.error ?? slip).code !== "invalid_params") return "The slip was not answered with an error.";
  const thread = read<Message[]>(yield call("threads", "list", { channel: channel.id, ts: message.ts }));
  const replies = thread.data.slice(1);
  const last = replies.at(-1);
  const name = last?.author ?? "";
  const user = thread.ids?.[name] ?? /\((U\w+)\)$/.exec(name)?.[1];
  const author = user
    ? read<{ real_name?: string }>(yield call("users", "get", { user })).data.real_name
    : undefined;
  const sentence = `This thread has ${replies.length} replies; the last is by ${author ?? "an app"}.`;
  if (!mayWrite) return sentence;

  const posted = read<{ ts: string }>(
    yield call("messages", "create", { channel: channel.id, text: sentence, thread_ts: message.ts }),
  );
  const after = read<Message[]>(yield call("threads", "list", { channel: channel.id, ts: message.ts }));
  const there = after.data.some(({ ts }) => ts === posted.data.ts);
  return there ? `Done: ${sentence}` : "My reply is not in the thread.";
}

const call = (entity: string, action: string, params: Record<string, unknown>): ModelCall => ({
  entity,
  action,
  params,
});
